"""Where mail lies in files: single mails, mbox files, Maildirs."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)
_MAILS = (".eml", ".mbox", ".mbx")


def is_maildir(path: Path) -> bool:
    return (path / "cur").is_dir() and (path / "new").is_dir()


def files_of_maildir(path: Path) -> list[Path]:
    """A file for each mail."""
    return [each for each in sorted((*path.glob("new/*"), *path.glob("cur/*"))) if not each.is_dir()]


def is_mail(name: str, data: bytes) -> bool:
    """Is a file of that name, and with that in it, a mail or a box of them?"""
    called_so = name.lower().endswith(_MAILS) and os.path.splitext(name)[1] != ""
    return called_so or data.startswith(b"From ")


def letters_in(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Every mail in a file, with a name for it."""
    mails = list(_mbox(data)) if data.startswith(b"From ") else []
    if not mails:
        yield name, data
    for number, mail in enumerate(mails, start=1):
        yield f"{name}#{number}", mail


def _mbox(data: bytes) -> Iterator[bytes]:
    """A mail starts at a From line after an empty one; `>From ` inside is `From `."""
    starts = [m for m in _FROM.finditer(data) if m.start() == 0 or data[m.start() - 2 : m.start()] == b"\n\n"]
    for number, match in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(data)
        mail = data[match.end() : end]
        yield re.sub(rb"(?m)^>(>*From )", rb"\1", mail) if b"\n>" in mail else mail
