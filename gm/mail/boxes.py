"""Where mail lies in files: single mails, mbox files, Maildirs."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

_FROM = re.compile(rb"^From [^\n]*\n", re.MULTILINE)


def is_mail(path: Path) -> bool:
    """Does this file or folder hold mail?"""
    if path.is_dir():
        return (path / "cur").is_dir() and (path / "new").is_dir()
    if path.suffix.lower() in (".eml", ".mbox", ".mbx"):
        return True
    with path.open("rb") as file:
        return file.read(5) == b"From "


def letters_in(path: Path, name: str) -> Iterator[tuple[str, bytes, datetime]]:
    """Every mail with a name for it and the time its file was written."""
    if path.is_dir():
        for each in sorted((*path.glob("new/*"), *path.glob("cur/*"))):
            if each.is_file():
                yield f"{name}/{each.name}", each.read_bytes(), _written(each)
        return
    data = path.read_bytes()
    if not data.startswith(b"From "):
        yield name, data, _written(path)
        return
    for number, mail in enumerate(_mbox(data), start=1):
        yield f"{name}#{number}", mail, _written(path)


def _mbox(data: bytes) -> Iterator[bytes]:
    """A mail starts at a From line after an empty one; `>From ` inside is `From `."""
    starts = [m for m in _FROM.finditer(data) if m.start() == 0 or data[m.start() - 2 : m.start()] == b"\n\n"]
    for number, match in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(data)
        mail = data[match.end() : end]
        yield re.sub(rb"(?m)^>(>*From )", rb"\1", mail) if b"\n>" in mail else mail


def _written(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)
