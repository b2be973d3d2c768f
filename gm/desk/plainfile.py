"""Files that somebody else may have put there: only plain ones are read, and nothing is waited for."""

import hashlib
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.mail.boxes import is_mail

MOST_KEPT = 16 * 1024 * 1024  # what nobody could have written is not kept either
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe that nobody writes to would hang us
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class NoPlainFile(GmError):
    """It cannot be read, or is no file at all; said of one among many, the others are read"""


class Vanished(NoPlainFile):
    """It was there a moment ago"""


class NoFile(NoPlainFile):
    """It is something else: a link, a pipe, a device"""


class PlainFile:
    """A file as it was read: its bytes, and which file that was."""

    __slots__ = ("_digest", "_state", "data", "name")

    def __init__(self, name: str, data: bytes, state: os.stat_result):
        self.name, self.data, self._state, self._digest = name, data, state, ""

    @property
    def written(self) -> datetime:
        return datetime.fromtimestamp(self._state.st_mtime, UTC)

    @property
    def digest(self) -> str:
        self._digest = self._digest or hashlib.sha256(self.data).hexdigest()
        return self._digest

    @property
    def itself(self) -> str:
        """The same for this very file, under whatever name; another for one that was saved anew."""
        return f"{self._state.st_dev}:{self._state.st_ino}:{self._state.st_mtime_ns}"

    @property
    def in_place(self) -> str:
        """The same for what lies in this place while nobody writes to it, also after a copy of all was put back."""
        return f"{self.name}:{self._state.st_mtime_ns}"


def read_plain(path: Path | str, name: str, follow: bool = True, most: int = MOST_KEPT) -> PlainFile:
    """The file, or as much of it as can be a page; `follow` a link only where the game master named it."""
    try:
        file = _open(path, name, follow)
        try:
            state = os.fstat(file)
            _refuse_others(state, name)
            return PlainFile(name, _read(file, path, state.st_size, most), state)
        finally:
            os.close(file)
    except FileNotFoundError:
        raise Vanished(sentence("there is no file or folder {path}", path=name)) from None
    except OSError as error:
        raise NoPlainFile(sentence("{name} cannot be read: {error}", name=name, error=error.strerror)) from None


def _open(path: Path | str, name: str, follow: bool) -> int:
    """What opens at once is looked at then; for what does not open, it may be a better reason that it is no file."""
    if not (follow or _NO_LINK):  # else a link would be followed here
        _refuse_others(os.lstat(path), name)
    try:
        return os.open(path, os.O_RDONLY | _AT_ONCE | (0 if follow else _NO_LINK))
    except OSError:
        _refuse_others(os.stat(path, follow_symlinks=follow), name)
        raise


def _read(file: int, path: Path | str, size: int, most: int) -> bytes:
    """All of it, also if it grows meanwhile; of what is no mail only as much as is kept, and a little more."""
    data = os.read(file, min(size, most) + 1)
    if len(data) == size:
        return data
    with open(file, "rb", closefd=False) as rest:
        return data + rest.read(-1 if is_mail(os.path.basename(path), data) else max(0, most + 1 - len(data)))


def _refuse_others(state: os.stat_result, name: str) -> None:
    if stat.S_ISREG(state.st_mode):
        return
    if stat.S_ISLNK(state.st_mode):
        copy = sentence("copy the file itself to the inbox")
        raise NoFile(sentence("{name} is a link, and links in the inbox are not followed", name=name), copy)
    raise NoFile(sentence("{name} is no file", name=name))
