"""Taking 10,000 mails from an mbox, beside what the standard library and PyYAML need for them alone."""

import email
import email.policy
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

import yaml
from compare import compare
from zines import NOW, ids, quiet, race

MAILS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
PLAYERS = 40
ROUNDS = 3


def page(number: int) -> str:
    first = number // PLAYERS % 30
    return f"game: race\nturn: 1\nplayer: p{number % PLAYERS}\norders:\n  1: {first}\n  2:\n    - {{when: {{free: yes}}, play: 0}}\n    - {number % 17}\n"


def mail(number: int) -> str:
    player = f"p{number % PLAYERS}"
    return (
        f"Received: from a by mx.example.org; Mon, 16 Nov 2026 {number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02} +0000\n"
        f"From: {player} <{player}@example.org>\nTo: orders@example.org\nMessage-ID: <{number}@example.org>\n"
        "Subject: Re: The Race\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
        f"Dear editor,\n\n{page(number)}\nYours, {player}\n\n-- \nSent from a stable\n"
    )


def main() -> None:
    mails = [mail(number) for number in range(MAILS)]
    pages = [page(number) for number in range(MAILS)]
    with tempfile.TemporaryDirectory() as name:
        box = Path(name) / "box.mbox"
        box.write_text("".join(f"From x@example.org Mon Nov 16 12:00:00 2026\n{each}\n" for each in mails))
        raw = [each.encode() for each in mails]
        folders = [Path(name) / f"zine{number}" for number in range(ROUNDS)]
        for folder in folders:  # begun before the clock runs: it is the taking that is measured
            race(folder, ids(PLAYERS))
        left = iter(folders)

        def take() -> None:
            assert quiet(next(left), "take", "--json", str(box), now=NOW + timedelta(days=1)) in (0, 1)

        def bare() -> None:
            for data, text in zip(raw, pages, strict=True):
                email.message_from_bytes(data, policy=email.policy.default).get_content()  # type: ignore[attr-defined]
                yaml.load(text, yaml.CSafeLoader)

        compare(f"{MAILS} mails", {"stdlib parses, CSafeLoader loads": bare, "gm take": take}, ROUNDS, {"gm take": 2})


if __name__ == "__main__":
    main()
