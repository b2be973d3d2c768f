"""What the game master wrote for the next issue: texts, and the pictures that they show."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import Sentence, sentence
from gm.desk.desk import Desk
from gm.pages.files import source_lines
from gm.pages.tree import Unreadable
from gm.print.markdown import shown, split_title
from gm.print.painting import flaw
from gm.print.photos import BadPicture, Photo, read_photo
from gm.store.issues import Issues

EDITORIAL = "editorial.md"
LARGEST = 4_000_000  # bytes of one picture: it is kept with the issue, and goes along with its page


class LeftOut(NamedTuple):
    """A file that has not changed since an issue printed it; or (issue 0) that cannot be printed at all."""

    file: str
    issue: int


class Page(NamedTuple):
    content: Json
    digest: str


def pages_in_next(desk: Desk, kept: Issues) -> tuple[dict[str, Page], list[LeftOut]]:
    """The files in next/ that are new or changed, in the order of their names; and those that are not."""
    printed = kept.printed_pages()
    pages: dict[str, Page] = {}
    left_out: list[LeftOut] = []
    entries = _entries(desk.zine.next)
    texts = {path: _text(desk, path) for path in entries if path.suffix.casefold() == ".md" and path.is_file()}
    photos = {path: dict(_photos(desk, path, text)) for path, text in texts.items()}
    in_use = {_place(desk, name).parts[0] for each in photos.values() for name in each}
    for path in entries:
        if path not in texts:
            left_out += [] if path.name in in_use else [LeftOut(desk.zine.show(path), 0)]
            continue
        digest = _digest(texts[path], photos[path])
        issue, before = printed.get(path.name, (0, ""))
        if digest == before:
            left_out.append(LeftOut(desk.zine.show(path), issue))
        elif texts[path].strip():
            pages[path.name] = Page(_content(path, texts[path], photos[path]), digest)
    return pages, left_out


def _content(path: Path, text: str, photos: dict[str, Photo]) -> Json:
    title, rest = split_title(text)
    named = "" if path.name == EDITORIAL else _titled(path)
    content: Json = {"title": title or named, "text": rest}
    return content | ({"photos": {name: list(photo) for name, photo in photos.items()}} if photos else {})


def _digest(text: str, photos: dict[str, Photo]) -> str:
    """A text whose picture is another has changed, too."""
    return hashlib.sha256("\n".join([text, *(photo.address for photo in photos.values())]).encode()).hexdigest()


def _photos(desk: Desk, path: Path, text: str) -> Iterator[tuple[str, Photo]]:
    for name in shown(text):
        try:
            photo = read_photo(_bytes(desk, name))
            if reason := flaw(photo.svg):  # said now, and not when the booklet is set
                raise BadPicture(sentence("it is damaged ({reason})", reason=reason))
            yield name, photo
        except BadPicture as wrong:
            told = {"file": desk.zine.show(path), "picture": unquote(name), "why": wrong.message}
            message = sentence("{file} shows {picture}, which cannot be printed: {why}", **told)
            raise GmError(message, _put_it(desk)) from None


def _bytes(desk: Desk, name: str) -> bytes:
    """Only what lies in next/ is printed, and nothing that a link there leads to."""
    home, path = desk.zine.next.resolve(), desk.zine.next / _place(desk, name)
    if not path.resolve().is_relative_to(home) or Path(unquote(name)).is_absolute():
        raise BadPicture(sentence("it is not in {folder}", folder=desk.zine.show(desk.zine.next) + "/"))
    if not path.is_file():
        raise BadPicture(sentence("there is no such file"))
    if path.stat().st_size > LARGEST:
        raise BadPicture(sentence("it has more than {most} MB", most=LARGEST // 1_000_000))
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadPicture(error.strerror or str(error)) from None


def _place(desk: Desk, name: str) -> Path:
    """Where it is, seen from next/; a name that no file can have is none."""
    written = unquote(name).replace("\0", "\ufffd")
    return Path(written) if written.strip("./") else Path("?")


def _put_it(desk: Desk) -> Sentence:
    folder = desk.zine.show(desk.zine.next) + "/"
    return sentence("put a PNG, JPEG or SVG of that name into {folder}, beside the text", folder=folder)


def _entries(folder: Path) -> list[Path]:
    if folder.exists() and not folder.is_dir():
        no_folder = sentence("{name} is no folder", name=folder.name)
        raise GmError(no_folder, sentence("put your editorial into a folder of that name"))
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.name[0] != ".")


def _text(desk: Desk, path: Path) -> str:
    try:
        return "\n".join(source_lines(path))
    except Unreadable as wrong:
        message = sentence("{file} cannot be printed: {why}", file=desk.zine.show(path), why=wrong.message)
        raise GmError(message, sentence("save it as plain text")) from None


def _titled(path: Path) -> str:
    """The file's name, as a title: 02-a-letter.md is "A letter"."""
    words = path.stem.replace("-", " ").replace("_", " ").lstrip("0123456789. ") or path.stem
    return words[:1].upper() + words[1:]
