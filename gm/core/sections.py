"""A game's own part of an order page, read into lines: what people write is of a few shapes, whatever the game.

A section holds one answer, a list of alternatives that are tried from the top, or either of these by key (a fence, a
lot, a horse). An alternative is a value alone, or a map with a `when` and the fields of the game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from gm.core.colours import coloured
from gm.core.names import did_you_mean, find, fold
from gm.core.play import Flaw, Json, Line, Raw, Refusal, Remark, Section, remarked
from gm.core.words import both, sentence

T = TypeVar("T")
WHEN = "when"
ENDS = ("end", "fin", "fine", "ende")  # alone at the margin: what stands below is no part of the page
_SHOWN = 40  # letters of what somebody wrote
Read = tuple[list[Line], list[Remark]]


class Shape(NamedTuple):
    """How an alternative is written, and what is said of one that is not written so."""

    fields: tuple[str, ...]  # beside `when`; a value alone is the last of them
    unknown: Callable[[str], str]  # of a key that it does not have
    has: str  # which keys it has
    none: str  # of what is no alternative at all
    write: str
    silent: str = ""  # of one that says nothing
    add: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        return (WHEN, *self.fields)


PLAY = Shape(
    ("play",),
    lambda key: sentence("an alternative has no {key}", key=key),
    sentence("it has when and play"),
    sentence("this is no alternative"),
    sentence("write {example}, or just what you order", example="{when: …, play: …}"),
    sentence("this alternative plays nothing"),
    sentence("add play: and what you order"),
)


def is_end(line: str, margin: int = 0) -> bool:
    """
    >>> is_end("Ende "), is_end("  end"), is_end("  end", 2), is_end("end: 3")
    (True, False, True, False)
    """
    return len(line) - len(line.lstrip()) <= margin and line.strip().casefold() in ENDS


def is_blank(raw: Raw) -> bool:
    """Nothing is written there, as on a page that was sent back as it came."""
    return raw is None or (isinstance(raw, str) and not raw.strip())


def is_written(raw: Raw) -> bool:
    """Something is: a word, or a list or map with something in it."""
    return bool(raw) and not is_blank(raw)


def is_none(raw: Raw) -> bool:
    """Nothing, or the word for it."""
    return raw is None or (isinstance(raw, str) and fold(raw) in ("", "none"))


def listed(raw: Raw) -> list[Raw]:
    """All of a list, or the one thing that is written without its brackets; nothing for a blank."""
    if isinstance(raw, list):
        return [each for each in raw if not is_blank(each)]
    return [] if is_blank(raw) else [raw]


def named(raw: Raw) -> list[Raw]:
    """The same for names, where `none` is nobody: whatever else is written has to be a name."""
    if not raw or is_none(raw):
        return []
    return raw if isinstance(raw, list) else [raw]


def one_of(name: Raw, known: Sequence[str], nobody: str, hint: str, about: Raw = None) -> str:
    """Which of the known names is meant, as it is properly spelt; or a refusal that says what there is."""
    text = name if isinstance(name, str) else ""
    found = find(text, known) if text else None
    if found is None:
        raise Refusal(nobody, did_you_mean(text.strip()[:_SHOWN], known, hint), about or name, Flaw.UNKNOWN)
    return found


def read_horse(name: Raw, horses: Sequence[str], about: Raw = None) -> int:
    """Which of the horses is meant, counted from 0."""
    nobody = sentence("there is no horse called that")
    if isinstance(name, str):
        nobody = sentence("there is no horse called {name}", name=name.strip()[:_SHOWN])
    hint = sentence("the horses are {horses}", horses=[coloured(horse) for horse in horses])
    return horses.index(one_of(name, horses, nobody, hint, about))


def attempt(read: Callable[..., T], *what: Raw) -> tuple[T | None, list[Remark]]:
    """What a reader makes of something; or nothing, and why it is refused."""
    try:
        return read(*what), []
    except Refusal as refusal:
        return None, [refusal.remark]


class Gatherer:
    """Reads what somebody wrote, and gathers everything that is wrong with it."""

    def __init__(self) -> None:
        self.remarks: list[Remark] = []

    def wrong(self, message: str, hint: str = "", about: Raw = None, flaw: Flaw = Flaw.NOT_ALLOWED) -> None:
        self.remarks.append(Remark(message, hint, about, flaw))

    def read(self, reader: Callable[..., T], raw: Raw, *more: Any, default: T) -> T:
        """What the rules make of a piece of the page; if they refuse it, that is remarked."""
        value, wrong = attempt(reader, raw, *more)
        self.remarks += wrong
        return default if value is None else value


def fields_of(raw: Raw, shape: Shape) -> tuple[dict[str, Raw], list[Remark]]:
    """An alternative by its fields, their names without case; or what is wrong with it."""
    if isinstance(raw, str):
        return {shape.fields[-1]: raw}, []
    if not isinstance(raw, Mapping):
        return {}, [Remark(shape.none, shape.write, raw, Flaw.UNREADABLE)]
    unknown = [key for key in raw if find(key, shape.keys) is None]
    remarks = [
        Remark(shape.unknown(key), did_you_mean(key, shape.keys, shape.has), key, Flaw.UNKNOWN) for key in unknown
    ]
    return ({}, remarks) if unknown else ({fold(key): value for key, value in raw.items()}, [])


def together(reads: Iterable[Read]) -> Read:
    """All lines of several sections, and all remarks on them."""
    every = list(reads)
    return [line for lines, _ in every for line in lines], [remark for _, wrong in every for remark in wrong]


def by_key(raw: Raw, no_map: str, read: Callable[[Raw, Raw], Read]) -> Read:
    """A map of answers: each key and what stands under it, read by the game; nothing is written twice."""
    if is_none(raw):
        return [], []
    if not isinstance(raw, Mapping):
        return [], [Remark(no_map, about=raw, flaw=Flaw.UNREADABLE)]
    found: list[Line] = []
    remarks: list[Remark] = []
    for key, value in raw.items():
        try:
            lines, wrong = read(key, value)
        except Refusal as refusal:
            lines, wrong = [], [refusal.remark]
        remarks += _written_twice(found, lines, key) + wrong
        found += lines
    return found, remarks


def _written_twice(found: Sequence[Line], more: Sequence[Line], key: Raw) -> list[Remark]:
    twice = {line.key for line in found} & {line.key for line in more}
    return [
        Remark(sentence("{key} is written twice", key=each), sentence("keep one of the two"), key, Flaw.UNREADABLE)
        for each in twice
    ]


def alternatives(key: str, raw: Raw, shape: Shape = PLAY) -> Read:
    """Lines of one field each, for one decision, tried from the top."""
    found: list[Line] = []
    remarks: list[Remark] = []
    for value in listed(raw):
        fields, wrong = fields_of(value, shape)
        said = fields.get(shape.fields[-1])
        if not wrong and said is None:
            wrong = [Remark(shape.silent, shape.add, value)]
        remarks += wrong
        found += [] if wrong else [Line(key, said, fields.get(WHEN))]
    return found, remarks


def records(key: str, raw: Raw, shape: Shape, no_list: Remark, check: Callable[[Json], list[Remark]]) -> Read:
    """Lines of several fields each, a list of them or one alone; `check` says what is wrong with the fields of one.

    One whose last field is there, and nothing filled in, was sent back as it came.
    """
    found: list[Line] = []
    remarks: list[Remark] = []
    if raw and not is_blank(raw) and not isinstance(raw, (list, Mapping)):
        return [], [no_list]
    for value in named(raw):
        fields, wrong = fields_of(value, shape)
        say = _in_place_of(value, {field: fields.get(field, "") for field in shape.fields})
        blank = shape.fields[-1] in fields and not any(map(is_written, say.values()))
        remarks += wrong
        if not wrong and not blank:
            remarks += check(say)
            found.append(Line(key, say, fields[WHEN] if is_written(fields.get(WHEN)) else None))
    return found, remarks


def _in_place_of(value: Raw, fields: Json) -> Json:
    """The same fields, at the place of the page where they were read."""
    if not isinstance(value, dict):
        return fields
    placed = copy(value)
    placed.clear()
    placed.update(fields)
    return placed


def spot(say: Raw) -> Raw:
    """What knows where a line stands: the line itself, or what is written of it."""
    known = hasattr(say, "line") or not isinstance(say, Mapping)
    return say if known else next(filter(is_written, say.values()), say)


def rows(lines: Sequence[Line]) -> list[Json]:
    """Lines of one field as rules of validity have them, and as the order form has them, too."""
    return [
        {"key": line.key, "play": line.say, "when": line.when is not None, "implied": line.implied, "at": at}
        for at, line in enumerate(lines)
    ]


def reviewed(said: Iterable[Json], lines: Sequence[Line]) -> list[Remark]:
    """What rules of validity say of rows, as remarks on the lines that these were, or on a field of one."""

    def written(about: int | list[Any]) -> Raw:
        at, *inside = about if isinstance(about, list) else [about]
        return spot(reduce(lambda piece, key: piece[key], inside, lines[at].say))

    return [remarked(each, written(each["about"])) for each in said]


def keyed_lines(part: Mapping[str, Raw], sections: Sequence[Section]) -> Read:
    """As most pages are written: an answer to the decision that a section is called after, or answers by key."""
    return together(_answered(section.name, part.get(section.name)) for section in sections)


def _answered(section: str, raw: Raw) -> Read:
    keyed = isinstance(raw, Mapping) and not all(find(key, PLAY.keys) for key in raw)
    if keyed:
        no_map = sentence("{section} goes by keys", section=section)
        return by_key(raw, no_map, lambda key, value: alternatives(fold(key), value))
    return alternatives(section, None if is_none(raw) else raw)


def names_of(sections: Iterable[Section]) -> list[str]:
    return [section.name for section in sections]


def no_section(key: Raw, sections: Sequence[Section]) -> Remark:
    """Of a key that no section has."""
    names = names_of(sections)
    hint = did_you_mean(key, names, sentence("it has {sections}", sections=both(names)))
    return Remark(sentence("an order has no {key}", key=key), hint, key, Flaw.UNKNOWN)
