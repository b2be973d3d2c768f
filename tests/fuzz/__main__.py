"""make fuzz READER=mails MINUTES=10: one reader, for as long as it is told; what it stumbles over is kept as a file."""

import argparse
import hashlib
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

from tests.fuzz.mutate import mutated
from tests.fuzz.readers import Reader, readers, room

NAMES = ("pages", "mails", "games", "records", "cases")


def main() -> int:
    args = _arguments()
    with tempfile.TemporaryDirectory(prefix="gm-fuzz-") as home, readers(Path(home, "zine")) as found:
        reader = found[args.reader]
        room()
        if args.file:
            reader.try_it(args.file.read_bytes())
            return 0
        return _by_chance(reader, args) if args.blind else _by_coverage(reader, args, Path(home))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("reader", choices=NAMES)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--blind", action="store_true", help="by chance alone, without looking at what is covered")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--file", type=Path, help="only read that file")
    parser.add_argument("--keep", type=Path, default=Path(".fuzz"), help="where to keep what it stumbles over")
    return parser.parse_args()


def _by_chance(reader: Reader, args: argparse.Namespace) -> int:
    """Odd samples, one after the other; goes on after a find, and lists each once."""
    chance, limit, tried, found = Random(args.seed), time.monotonic() + 60 * args.minutes, 0, set[str]()
    while time.monotonic() < limit:
        data = mutated(reader.seeds, chance)
        tried += 1
        try:
            reader.try_it(data)
        except Exception as error:
            where = "".join(traceback.format_tb(error.__traceback__)[-1:]).strip() + f" {type(error).__name__}: {error}"
            if where[:200] not in found:
                found.add(where[:200])
                print(f"{_keep(args.keep, reader, data)}: {where[:400]}", flush=True)
    print(f"{reader.name}: {tried} tried in {args.minutes:g} minutes, {len(found)} found, {room():.0f} MB more")
    return 1 if found else 0


def _keep(folder: Path, reader: Reader, data: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{reader.name}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    return path


def _by_coverage(reader: Reader, args: argparse.Namespace, home: Path) -> int:
    """Atheris: libFuzzer for Python. It stops at the first find, and keeps it."""
    try:
        import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        print("atheris is not installed: going by chance alone", file=sys.stderr)
        return _by_chance(reader, args)
    corpus = home / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(reader.seeds):
        (corpus / str(number)).write_bytes(seed)
    args.keep.mkdir(exist_ok=True)
    atheris.instrument_all()

    def odder(data: bytes, most: int, seed: int) -> bytes:
        """Half of the time as libFuzzer does it, else as our formats want it."""
        chance = Random(seed)
        return (
            bytes(atheris.Mutate(data, most))
            if chance.random() < 0.5
            else mutated([data, *reader.seeds], chance)[:most]
        )

    limits = [f"-max_total_time={round(60 * args.minutes)}", "-max_len=70000", "-timeout=60", "-rss_limit_mb=2048"]
    kept = f"-artifact_prefix={args.keep}/{reader.name}-"
    atheris.Setup([sys.argv[0], *limits, kept, str(corpus)], reader.try_it, custom_mutator=odder)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
