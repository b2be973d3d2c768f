"""Any plain data as lines and columns, for games that have no templates of their own.

A view is a mapping. What it says of every seat stands in one table, a row each; a list of maps is a table of its own;
everything else is a line. Ids of seats are told by the names of those who sit there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gm.core.play import Event, Finish, Json, Seat
from gm.core.words import Sentence, unpack, with_values
from gm.reports.languages import Speaker
from gm.reports.layout import WIDTH, cell, columns, filled

NOTHING = "–"
_GAP = 2  # spaces between two columns, and before the first
_NARROW = 8  # a column of words is never made narrower, whatever they are


@dataclass(frozen=True)
class Row:
    """A line of a table, and whose it is."""

    cells: Sequence[str]
    seat: Seat = ""


@dataclass(frozen=True)
class Columns:
    """Something that is told in columns, in text and in HTML alike."""

    title: str
    heads: Sequence[str]
    numeric: Sequence[bool]
    rows: Sequence[Row]


@dataclass(frozen=True)
class Plain:
    """What there is to tell of a view: lines with a label each, the table of all seats, and what else is listed."""

    lines: Sequence[tuple[str, str]]
    field: Columns | None
    lists: Sequence[Columns]


class Plainly:
    """Tells plain data to those who read one language, in a game where these people sit.

    Whoever entered something, a horse perhaps, is told by its name.
    """

    def __init__(self, speaker: Speaker, players: Mapping[Seat, str], entries: Mapping[Seat, str]):
        self.speaker, self.players = speaker, players
        self.names = {seat: players.get(seat, seat) if entry == seat else entry for seat, entry in entries.items()}

    def label(self, key: object) -> str:
        """A key as a heading; a game's catalogue may translate it."""
        name = str(key).replace("_", " ")
        return self.names.get(str(key)) or self.speaker.gettext(name[:1].upper() + name[1:])

    def words(self, value: Any) -> str:
        """Any value as it is told in a line, or in a column."""
        if value is None or value == "":
            return NOTHING
        if isinstance(value, bool):
            return self.speaker.gettext("yes") if value else self.speaker.gettext("no")
        if isinstance(value, int):
            return self.speaker.number(value)
        if isinstance(value, Mapping):
            return self.said(unpack(value)) if _packed(value) else self._pairs(value)
        if isinstance(value, (list, tuple, set, frozenset)):
            return ", ".join(self.words(each) for each in value) or NOTHING
        return self.said(value) if isinstance(value, str) else str(value)

    def said(self, text: str) -> str:
        """In the reader's language, and with names where a seat is meant."""
        if not isinstance(text, Sentence):
            return self.names.get(text, text)
        named = {key: self._named(value) for key, value in text.values.items()}
        return self.speaker.say(with_values(text, **named))

    def _named(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._named(each) for each in value]
        return self.names.get(value, value) if isinstance(value, str) else value

    def _pairs(self, value: Mapping[Any, Any]) -> str:
        return ", ".join(f"{self._key(key)} {self.words(each)}" for key, each in value.items()) or NOTHING

    def _key(self, key: object) -> str:
        return self.names.get(str(key)) or self.speaker.gettext(str(key).replace("_", " "))

    def event(self, event: Event) -> str:
        """What happened: the sentence that the game has for it, or else what it is made of."""
        if "say" in event.data:
            return self.said(unpack(event.data["say"]))
        if not event.data:
            return f"{self.label(event.kind)}."
        what = self.words(event.data[event.kind]) if list(event.data) == [event.kind] else self._pairs(event.data)
        return f"{self.label(event.kind)}{self.speaker.manner.colon}{what}."

    def view(self, view: Mapping[str, Any], places: Sequence[Finish] = ()) -> Plain:
        field = {key: value for key, value in view.items() if self._by_seat(value)}
        rest = {key: value for key, value in view.items() if key not in field}
        lists = {key: value for key, value in rest.items() if _rows(value)}
        lines = [(self.label(key), self.words(value)) for key, value in rest.items() if key not in lists]
        listed = [self._list(self.label(key), value) for key, value in lists.items()]
        return Plain(lines, self._field(field, places) if field or places else None, listed)

    def _by_seat(self, value: Any) -> bool:
        return isinstance(value, Mapping) and bool(value) and all(key in self.names for key in value)

    def _field(self, by_seat: Mapping[str, Any], places: Sequence[Finish]) -> Columns:
        """A row for each seat, the best first where places are counted; a column for each thing that is said of it."""
        facts: dict[str, Mapping[Seat, Any]] = {}
        for key, values in by_seat.items():
            inner = _inner(values) or {key: values}
            facts |= {self.label(name): fact for name, fact in inner.items()}
        facts = self._places(places, facts)
        seats = [each.seat for each in sorted(places, key=lambda each: each.place)]
        seats += [seat for seat in self.names if seat not in seats and any(seat in fact for fact in facts.values())]
        rows = [Row([self._who(seat), *self._cells(facts, seat)], seat) for seat in seats]
        return _columns("", [self.speaker.gettext("Player")], rows, facts)

    def _places(self, places: Sequence[Finish], facts: dict[str, Mapping[Seat, Any]]) -> dict[str, Mapping[Seat, Any]]:
        """With the place before the rest, and the score after it, unless that is told already."""
        if not places:
            return facts
        scores = {each.seat: each.score for each in places}
        known = not any(scores.values()) or scores in facts.values()
        facts = {self.speaker.gettext("Place"): {each.seat: each.place for each in places}} | facts
        return facts if known else facts | {self.speaker.gettext("Score"): scores}

    def first(self, places: Sequence[Finish]) -> list[str]:
        """Who is in front, or has won."""
        best = min(each.place for each in places)
        return [self.names[each.seat] for each in places if each.place == best]

    def _who(self, seat: Seat) -> str:
        name, player = self.names[seat], self.players.get(seat, "")
        return f"{name} ({player})" if player and player != name else name

    def _cells(self, facts: Mapping[str, Mapping[Seat, Any]], seat: Seat) -> list[str]:
        return [self.words(fact[seat]) if seat in fact else "" for fact in facts.values()]

    def _list(self, title: str, value: Any) -> Columns:
        named = isinstance(value, Mapping)
        items = [{"": key} | each for key, each in value.items()] if named else list(value)
        keys = list(dict.fromkeys(key for item in items for key in item))
        facts = {self.label(key): {str(at): item[key] for at, item in enumerate(items) if key in item} for key in keys}
        rows = [Row(self._cells(facts, str(at)), _whose(item, self.names)) for at, item in enumerate(items)]
        return _columns(title, [], rows, facts)


def _columns(title: str, first: Sequence[str], rows: Sequence[Row], facts: Mapping[str, Mapping[Any, Any]]) -> Columns:
    numeric = [all(_is_number(value) for value in fact.values()) for fact in facts.values()]
    return Columns(title, [*first, *facts], [*(False for _ in first), *numeric], rows)


def _packed(value: Mapping[Any, Any]) -> bool:
    return set(value) == {"say", "many", "with"}


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _rows(value: Any) -> bool:
    """Is it a list of maps, or are they maps by name?"""
    items = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else []
    return any(items) and all(isinstance(each, Mapping) and not _packed(each) for each in items)


def _inner(values: Mapping[Seat, Any]) -> dict[str, Mapping[Seat, Any]]:
    """Where several things are said of each seat at once: each of them by seat."""
    if not _rows(values):
        return {}
    keys = dict.fromkeys(key for each in values.values() for key in each)
    return {key: {seat: each[key] for seat, each in values.items() if key in each} for key in keys}


def _whose(item: Json, names: Mapping[Seat, str]) -> Seat:
    """The seat that a row is about, if it names just one."""
    found = [value for value in item.values() if isinstance(value, str) and value in names]
    return found[0] if len(found) == 1 else ""


def in_columns(table: Columns, most: int | None = None) -> str:
    """The same as text: as wide as it must be, long words in several lines; heading first."""
    rows = [table.heads, *(row.cells for row in table.rows[:most])]
    widths = _widths([max(columns(row[at]) for row in rows) for at in range(len(table.heads))], table.numeric)
    return "\n".join(line for row in rows for line in _lines(row, widths, table.numeric))


def _widths(wanted: Sequence[int], numeric: Sequence[bool]) -> list[int]:
    """What there is room for: the widest column of words gives way first."""
    widths = list(wanted)
    while sum(widths) + _GAP * len(widths) > WIDTH:
        at = max(range(len(widths)), key=lambda each: (not numeric[each], widths[each]))
        if widths[at] <= _NARROW:
            return widths
        widths[at] -= 1
    return widths


def _lines(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> Iterable[str]:
    pieces = [filled(text, width) or [""] for text, width in zip(row, widths, strict=True)]
    for at in range(max(map(len, pieces))):
        texts = (some[at] if at < len(some) else "" for some in pieces)
        cells = zip(texts, widths, numeric, strict=True)
        yield "".join(" " * _GAP + cell(text, width, right) for text, width, right in cells)
