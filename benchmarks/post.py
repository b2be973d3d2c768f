"""Taking 10,000 mails from an mbox, beside what the standard library and PyYAML need for them alone."""

import email
import email.policy
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import yaml

from benchmarks.table import WALL, Measurement, Round, timed
from benchmarks.zines import NOW, ids, quiet, race

MAILS, PLAYERS, ROUNDS = 10_000, 40, 3


def measurements() -> Iterator[Measurement]:
    yield Measurement(f"gm take, {MAILS:,} mails of an mbox", "stdlib parses, PyYAML's C loader loads", 2, mbox, ROUNDS)


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


def mbox() -> Iterator[Round]:
    mails = [mail(number) for number in range(MAILS)]
    pages = [page(number) for number in range(MAILS)]
    raw = [each.encode() for each in mails]
    with tempfile.TemporaryDirectory() as name:
        box, folders = Path(name) / "box.mbox", list[Path]()
        box.write_text("".join(f"From x@example.org Mon Nov 16 12:00:00 2026\n{each}\n" for each in mails))

        def begun() -> None:
            """A zine for every round: it is the taking that is measured."""
            folders.append(Path(name) / f"zine{len(folders)}")
            race(folders[-1], ids(PLAYERS))

        def take() -> None:
            assert quiet(folders[-1], "take", "--json", str(box), now=NOW + timedelta(days=1)) in (0, 1)

        def bare() -> None:
            for data, text in zip(raw, pages, strict=True):
                email.message_from_bytes(data, policy=email.policy.default).get_content()
                yaml.load(text, yaml.CSafeLoader)

        yield timed(take, bare, ready=begun, clock=WALL)
