"""The game master's own files: YAML by the same strict reader, with room for many pages, and CSV."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gm.core.play import Flaw, Raw
from gm.core.problems import GmError, NotReady, Problem
from gm.core.words import Sentence, sentence
from gm.pages.text import as_meant, decode, without_signs
from gm.pages.tree import FILE, Entries, Unreadable, documents, folded, text_at

_HEADINGS = 1  # the line of a CSV file that they stand on


def read_maps(path: Path, name: str = "") -> Iterator[Entries]:
    """Every page of a file; each has to be a map."""
    for page in read_pages(path, name):
        if isinstance(page, NotReady):
            raise page
        yield page


def read_pages(path: Path, name: str = "") -> Iterator[Entries | NotReady]:
    """Every page of a file, divided by --- lines; one that cannot be read does not spoil the others."""
    name = name or path.name
    source: list[str] = []
    with _with_its_place(name, source):
        source += decode(_bytes(path, name), FILE).split("\n")
    start = 0
    for number, line in enumerate([*source, "---"]):
        if line.rstrip() == "---":
            try:
                with _with_its_place(name, source):
                    yield from _maps("\n".join(source[start:number]), start)
            except NotReady as wrong:
                yield wrong
            start = number + 1


def _maps(text: str, offset: int) -> Iterator[Entries]:
    for tree in documents(as_meant(text).expandtabs(8), FILE, offset):
        if isinstance(tree, str) and not tree.strip():
            continue
        if not isinstance(tree, Entries):
            missing = sentence("keys and values are missing here")
            raise Unreadable(missing, getattr(tree, "line", 1), sentence("write key: value"))
        yield tree


@contextmanager
def _with_its_place(name: str, source: Sequence[str]) -> Iterator[None]:
    """What cannot be read, with its place in the file."""
    try:
        yield
    except Unreadable as wrong:
        said = source[wrong.line - 1] if 0 < wrong.line <= len(source) else ""
        problem = Problem(name, wrong.line, said, wrong.message, wrong.hint, Flaw.UNREADABLE)
        raise NotReady(sentence("{name} cannot be read", name=name), [problem]) from None


def read_map(path: Path, name: str = "") -> Entries:
    """The one map in a file; an empty file is an empty map."""
    pages = list(read_maps(path, name))
    if len(pages) > 1:
        many = sentence("{name} holds {many} pages, and one is wanted", name=name or path.name, many=len(pages))
        raise GmError(many, sentence("take out the --- lines"))
    return pages[0] if pages else Entries()


def read_settings(path: Path, name: str = "") -> dict[str, Raw]:
    """The one map in a file, its keys without case."""
    entries = read_map(path, name)
    with _with_its_place(name or path.name, source_lines(path)):
        return folded(entries)


def read_table(path: Path, name: str = "") -> list[Raw]:
    """The rows of a CSV file as maps that know their line, by its first row's headings, which know theirs."""
    import csv

    name = name or path.name
    try:
        text = decode(_bytes(path, name), FILE)
    except Unreadable as wrong:
        raise GmError(_unreadable(name, wrong.message), wrong.hint) from None
    first = text.split("\n", 1)[0]
    lines = [f"{line}\n" for line in text.split("\n")]  # a cell may have several
    reader = csv.DictReader(lines, delimiter=";" if first.count(";") > first.count(",") else ",")
    return [_row(row, reader.line_num) for row in reader if any(value for value in row.values() if value)]


def _row(row: dict[str, str], line: int) -> Entries:
    entries = Entries()
    entries.line = line
    for key, value in row.items():
        if key and isinstance(value, str) and value.strip():
            entries[text_at(key.strip().casefold(), _HEADINGS)] = text_at(without_signs(value).strip(), line)
    return entries


def _bytes(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise GmError(sentence("there is no file {name}", name=name)) from None
    except OSError as error:
        raise GmError(_unreadable(name, str(error.strerror))) from None


def _unreadable(name: str, reason: str) -> Sentence:
    return sentence("{name} cannot be read: {reason}", name=name, reason=reason)


def source_lines(path: Path) -> list[str]:
    """The file's lines, to show beside a problem."""
    return decode(path.read_bytes(), FILE).split("\n")
