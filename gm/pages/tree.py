"""YAML, read strictly: text, lists and maps that know their line, and nothing else.

Built from the parser's events (libyaml's where there is one), not by a loader: a loader takes keys
written twice, reads 010 as 8 and 1:30 as 90, and follows anchors. Depth is counted while the events
arrive, because deep nesting has to stop before anything recurses into it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from gm.core.names import fold
from gm.core.words import Sentence, sentence

KEEP_ONE = sentence("keep one of the two")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same events, only slower


class Text(str):
    __slots__ = ("line",)
    line: int


def text_at(text: str, line: int) -> Text:
    """Text that knows its line."""
    found = Text(text)
    found.line = line
    return found


class Items(list[Any]):
    __slots__ = ("line",)
    line: int


class Entries(dict[str, Any]):
    __slots__ = ("line",)
    line: int


class Unreadable(Exception):
    """Text that cannot be parsed, told in plain words."""

    def __init__(self, message: str, line: int = 0, hint: str = ""):
        super().__init__(message)
        self.message, self.line, self.hint = message, line, hint


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a page may ask of the reader."""

    size: int
    entries: int
    depth: int = 16


PAGE = Limits(size=64 * 1024, entries=2_000)
FILE = Limits(size=512 * 1024 * 1024, entries=2**31)  # the game master's own files


def documents(text: str, limits: Limits = PAGE, offset: int = 0) -> Iterator[Any]:
    """Every document in the text, one after the other; the offset is of its first line in a larger file."""
    try:
        loader = _Loader(text)
        try:
            yield from _Builder(loader.get_event, limits, offset).documents()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        message, hint = _plain_words(error)
        raise Unreadable(message, _line_of_error(error, text) + offset, hint) from None
    except yaml.YAMLError:
        raise Unreadable(sentence("it holds characters that no page can hold")) from None


class _Builder:
    def __init__(self, get_event: Any, limits: Limits, offset: int):
        self._next, self._limits, self._first = get_event, limits, offset + 1
        self._entries = 0

    def documents(self) -> Iterator[Any]:
        while not isinstance(event := self._next(), yaml.StreamEndEvent):
            if isinstance(event, yaml.DocumentStartEvent):
                self._entries = 0
                yield self._node(self._next(), 0)

    def _node(self, event: Any, depth: int) -> Any:
        self._guard(event, depth)
        match event:
            case yaml.ScalarEvent():
                return self._text(event)
            case yaml.SequenceStartEvent():
                return self._items(event, depth)
            case _:
                return self._map(event, depth)

    def _guard(self, event: Any, depth: int) -> None:
        line = event.start_mark.line + self._first
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise Unreadable(_ANCHORS, line, sentence("write it out, or in quotes"))
        if event.tag and event.tag != "!":
            raise Unreadable(
                sentence("tags (!) are not read here"), line, sentence("leave it out, or put the words in quotes")
            )
        if depth > self._limits.depth:
            raise Unreadable(_TOO_DEEP, line, sentence("an order needs far fewer brackets"))
        self._entries += 1
        if self._entries > self._limits.entries:
            message = sentence("there are more than {many} entries on this page", many=self._limits.entries)
            raise Unreadable(message, line)

    def _text(self, event: Any) -> Text:
        return text_at(event.value, event.start_mark.line + self._first)

    def _items(self, event: Any, depth: int) -> Items:
        items = Items()
        items.line = event.start_mark.line + self._first
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        return items

    def _map(self, event: Any, depth: int) -> Entries:
        entries = Entries()
        entries.line = event.start_mark.line + self._first
        seen: set[str] = set()
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, depth)
            if (name := key.casefold()) in seen:
                raise Unreadable(_twice(key), key.line, KEEP_ONE)
            seen.add(name)
            entries[key] = self._node(self._next(), depth + 1)
        return entries

    def _key(self, event: Any, depth: int) -> Text:
        self._guard(event, depth + 1)
        line = event.start_mark.line + self._first
        if not isinstance(event, yaml.ScalarEvent):
            raise Unreadable(sentence("a key has to be a word or a number"), line)
        return text_at(event.value.strip(), line)


def folded(entries: Entries) -> dict[str, Any]:
    """The same entries under keys without case, which still know their line."""
    return renamed(entries, fold)


def renamed(entries: Mapping[str, Any], name: Callable[[str], str]) -> dict[str, Any]:
    """The same entries under other keys, each with its line; two of one name are refused."""
    found: dict[str, Any] = {}
    for key, value in entries.items():
        line = getattr(key, "line", 0)
        if (known := name(key)) in found:
            raise Unreadable(_twice(known), line, KEEP_ONE)
        found[text_at(known, line)] = value
    return found


def _twice(key: str) -> Sentence:
    return sentence("{key} is written twice", key=key)


_ANCHORS = sentence("anchors and aliases (& and *) are not read here")
_TOO_DEEP = sentence("this is nested too deep for a page")
_WORDS = (
    ("mapping values are not allowed",
     sentence("there is a colon here that does not belong, or the line is indented wrongly"),
     sentence("put words that contain a colon in quotes")),
    ("expected ':'", sentence("a colon is missing here"), sentence("write key: value, with a space after the colon")),
    ("expected ',' or", sentence("a comma or a closing bracket is missing here"),
     sentence("every {opening} needs its {closing}, every [ its ]", opening="{", closing="}")),
    ("block end", sentence("the lines here are not indented alike"),
     sentence("lines that belong together start in the same column")),
    ("end of stream", sentence("something is opened here and never closed"),
     sentence("every quote and bracket needs its partner")),
    ("cannot start any token", sentence("there is a sign here that needs quotes"),
     sentence("put the whole value in quotes")),
    ("expected node content", sentence("something is missing here"), sentence("write a value, or leave the line out")),
)  # fmt: skip


def _line_of_error(error: yaml.MarkedYAMLError, text: str) -> int:
    """Where to look: where the thing was opened, if it was never closed; else where the parser gave up."""
    last = len(text.rstrip().split("\n"))
    gave_up = int(getattr(error.problem_mark, "line", -1)) + 1
    opened = int(getattr(error.context_mark, "line", -1)) + 1
    return opened if opened and (gave_up > last or "simple key" in str(error.context)) else min(gave_up, last)


def _plain_words(error: yaml.MarkedYAMLError) -> tuple[str, str]:
    said = f"{error.context or ''} {error.problem or ''}"
    for token, message, hint in _WORDS:
        if token in said:
            return message, hint
    return sentence("this line cannot be read as part of a page"), sentence(
        "look at its quotes, colons and indentation"
    )
