"""The runner: `python -m benchmarks`, or `make bench`."""

import argparse
import importlib
import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

import benchmarks
from benchmarks import history
from benchmarks.screen import Table, mark_on, wanted
from benchmarks.table import Found, Measurement

TEACHES = """\
Every line measures something beside the bare work that it cannot do without: both in turn, over and over. What is
told is the median of their ratios, where the middle half of them lies, and what is wanted.

  make bench                              all of it: a quarter of an hour
  make bench BENCH=take                   only the lines that have a word beginning with "take" in them
  make bench BENCH="take 1,000"           ... or a word beginning with "1,000"
  make bench BENCH="mails --json"         and what was found is added to the history
  make bench BENCH="--json --as loaded"   ... as that of a machine which has other things to do
  make bench BENCH=--markdown             measures nothing: the table of docs/performance.md, from the history

The exit code is 1 if anything that is wanted is missed. How a line is added: benchmarks/table.py."""


def all_lines() -> dict[str, list[Measurement]]:
    """The lines of every file that has some."""
    names = sorted(each.name for each in pkgutil.iter_modules(benchmarks.__path__) if each.name != "__main__")
    files = {name: importlib.import_module(f"benchmarks.{name}") for name in names}
    return {name: list(each.measurements()) for name, each in files.items() if hasattr(each, "measurements")}


def picked(lines: Mapping[str, Sequence[Measurement]], words: Sequence[str]) -> list[Measurement]:
    """Those that one of the words stands for, or all; a word that stands for none is refused."""
    told = [(line, words_of(f"{name} {line.what}")) for name, each in lines.items() for line in each]
    for word in words:
        if not any(said.startswith(word.casefold()) for _, heard in told for said in heard):
            raise SystemExit(f'No line has a word that begins with "{word}". Files with lines: {", ".join(lines)}.')
    begun = tuple(word.casefold() for word in words) or ("",)
    return [line for line, heard in told if any(said.startswith(begun) for said in heard)]


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w,]+", text.casefold())


def measure(
    lines: Sequence[Measurement], rounds: int | None = None, keep: Callable[[Found], object] = lambda found: None
) -> tuple[list[Found], list[str]]:
    """Prints and keeps each line when it is there. What breaks is told at the end; the others are measured all the
    same."""
    table, mark, found, broken = Table(lines, sys.stdout), mark_on(sys.stderr), list[Found](), list[str]()
    for line in lines:
        try:
            with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
                one = line.found(rounds, mark)
        except Exception:
            broken.append(f"{line.what}:\n{traceback.format_exc()}")
            mark("")
            table.broken(line)
        else:
            found.append(one)
            keep(one)
            mark("")
            table.show(one)
    return found, broken


def asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "python -m benchmarks", description=TEACHES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("word", nargs="*", help="a line's file, or the beginning of a word in what it measures")
    add("--list", action="store_true", help="measure nothing: say which lines there are")
    add("--rounds", type=int, metavar="N", help="so many rounds of each line, instead of its own number")
    add("--json", action="store_true", help="add what was found to the history, line by line")
    add("--as", dest="name", default="quiet", metavar="NAME", help="how busy the machine is: %(default)s, if not told")
    add(
        "--history",
        type=Path,
        default=history.FILE,
        metavar="FILE",
        help="another history than benchmarks/history.jsonl",
    )
    add("--markdown", action="store_true", help="measure nothing: print the history as the table of a page")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    ask = asked(words)
    lines = picked(all_lines(), ask.word)
    if ask.list:
        print(*(f"{line.what}, beside {line.beside}: {wanted(line)}" for line in lines), sep="\n")
        return 0
    if ask.markdown:
        print(history.markdown(lines, history.read(ask.history)))
        return 0
    keep = partial(history.add, ask.history, ask.name) if ask.json else lambda found: None
    try:
        found, broken = measure(lines, ask.rounds, keep)
    except KeyboardInterrupt:  # the lines that are there have been read, and kept
        return 130
    for told in broken:
        print(told, file=sys.stderr)
    return 0 if all(each.good for each in found) and not broken else 1


if __name__ == "__main__":
    sys.exit(main())
