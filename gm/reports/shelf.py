"""Compiled templates, kept from one command to the next: compiling them took a third of a second of each.

They are code. So they lie in a folder that belongs to whoever runs the program and that nobody else can look into, and
where there is none such, commands do without, as they do when it cannot be written, or a file in it is not to the
letter what was put there. Nothing of any zine is kept here, and the folder can be deleted at any time.
"""

import hashlib
import os
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

FOLDER = "under-orders/templates"  # below the user's caches
LARGEST = 10_000_000  # bytes: no template is that long
_DIGEST = hashlib.sha256().digest_size
_NO_LINK, _NO_WAIT = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)


def get(name: str, about: bytes) -> bytes | None:
    """What was put there under this name and about this; None if anything is in doubt."""
    folder = _folder(_place())
    content = _read(name, folder) if folder is not None else b""
    code = content[_DIGEST:]
    return code if code and content[:_DIGEST] == _digest(about, code) else None


def put(name: str, about: bytes, code: bytes) -> None:
    """For the next command. Of two that put it there at once one is in time; if both spoil it, it counts as nothing."""
    folder = _folder(_place())
    if folder is None:
        return
    draft = f"{name}.new"
    with suppress(OSError):
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NO_LINK, 0o600, dir_fd=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(about, code) + code)
        os.replace(draft, name, src_dir_fd=folder, dst_dir_fd=folder)


def _digest(about: bytes, code: bytes) -> bytes:
    return hashlib.sha256(b"%d %b%b" % (len(about), about, code)).digest()


def _read(name: str, folder: int) -> bytes:
    try:
        handle = os.open(name, os.O_RDONLY | _NO_LINK | _NO_WAIT, dir_fd=folder)
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(handle)
            right = stat.S_ISREG(found.st_mode) and _is_ours(found) and found.st_size <= LARGEST
            return file.read() if right else b""
    except OSError:
        return b""


def _place() -> str:
    """Where the user's caches are; "" if there is no telling."""
    given, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    if os.path.isabs(given):
        return os.path.join(given, FOLDER)
    at_home = os.path.isabs(home) and os.path.isdir(home)  # a home that there is not is not made here
    return os.path.join(home, ".cache", FOLDER) if at_home else ""


@cache
def _folder(place: str) -> int | None:
    """Open, so that it stays the one that was looked at; None if there is none that could be trusted."""
    if sys.platform == "win32" or not place or os.open not in os.supports_dir_fd:
        return None
    try:
        home = next(each for each in (Path(place), *Path(place).parents) if each.exists())
        if home.stat().st_uid != os.geteuid():  # root leaves nothing behind in other people's homes
            return None
        Path(place).mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = os.open(place, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK)
    except OSError:
        return None
    if _is_ours(os.fstat(folder)):
        return folder
    os.close(folder)
    return None


def _is_ours(found: os.stat_result) -> bool:
    """Does it belong to whoever runs this, and can nobody else have had a hand in it?"""
    return sys.platform != "win32" and found.st_uid == os.geteuid() and not found.st_mode & 0o077
