"""Events in series: told, kept and hidden as if each had been made by itself."""

import sqlite3
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gm.core import plain
from gm.core.chapters import Told, in_rows, of_kind
from gm.core.play import Event
from gm.core.series import ByName, Events, Series, column, public_of, rows_of
from gm.store.rows import add_events, series_texts

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ["%s", "%", '"', "\\", "’\n\0", "%(a)s"]
)
VALUES = st.none() | st.booleans() | st.integers() | TEXTS | st.lists(st.integers() | TEXTS, max_size=2)
PATTERNS = st.lists(
    st.dictionaries(TEXTS.filter(lambda key: key not in ("horse", "played")), VALUES, max_size=3),
    min_size=1,
    max_size=3,
)


@st.composite
def series(draw: st.DrawFn) -> Series:
    """Of any kind, for everybody or each for one seat, with patterns that several have or one for all."""
    names = draw(st.lists(TEXTS, min_size=0, max_size=6))
    each = st.lists(
        draw(st.sampled_from([st.integers(), st.booleans(), TEXTS, VALUES])), min_size=len(names), max_size=len(names)
    )
    known = [{"horse": "", **one, "played": 0} for one in draw(PATTERNS)]
    mixed = st.lists(st.sampled_from(known), min_size=len(names), max_size=len(names))
    pattern: Any = draw(mixed | st.just(known[0]))
    alone = draw(st.none() | st.lists(TEXTS, min_size=len(names), max_size=len(names)))
    return Series(draw(TEXTS), draw(TEXTS), pattern, alone, horse=names, played=draw(each))


def stored(*rows: Any) -> list[tuple[Any, ...]]:
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE events (turn_id, n, kind, ruling, audience, data)")
        add_events(database, 7, Events(*rows))
        found = database.execute("SELECT * FROM events ORDER BY n").fetchall()
    database.close()
    return found


@given(series())
def test_a_series_is_stored_to_the_letter_as_its_events_are(some: Series) -> None:
    assert stored(some) == stored(list(some))
    assert series_texts(some) == [plain.write(event.data) for event in some]


@given(series())
def test_an_event_tells_what_its_pattern_and_its_blanks_say(some: Series) -> None:
    for at, event in enumerate(some):
        assert event.data == some.data(at)
        assert [*event.data] == [*some.patterns[at]]
        assert (event.kind, event.ruling) == (some.kind, some.ruling)
        assert event.audience == (None if some.alone is None else {some.alone[at]})
    for key in ("horse", "played"):
        assert [*column(some, key)] == [*column(list(some), key)]


@given(series(), st.integers(0, 6), st.integers(0, 6))
def test_a_part_of_a_series_is_a_series_of_that_part(some: Series, start: int, stop: int) -> None:
    assert some.part(start, stop) == [*some][start:stop]


@given(series())
def test_what_one_seat_alone_may_know_is_in_no_public_row(some: Series) -> None:
    public = [event for row in public_of(Events([Event("fence", {})], some)) for event in row]
    assert public == [Event("fence", {}), *(event for event in some if event.audience is None)]


@given(st.lists(series() | st.lists(st.builds(Event, TEXTS, st.just({})), max_size=3), max_size=5))
def test_rows_are_read_in_their_order(rows: list[Any]) -> None:
    events = Events(*rows)
    plainly = [event for row in rows for event in row]
    assert events == plainly
    assert len(events) == len(plainly)
    assert [event for row in rows_of(events) for event in row] == plainly
    assert [event for _, row in in_rows(Told(*rows)) for event in row] == plainly
    assert all(event.kind == kind for kind, row in in_rows(events) for event in row)
    assert of_kind(events, "jump") == [event for event in plainly if event.kind == "jump"]


@given(st.lists(series(), max_size=4))
def test_by_name_the_last_that_was_told_counts(rows: list[Series]) -> None:
    told = ByName("horse")
    for number, row in enumerate(rows):
        told.pour(row if number % 2 else list(row))
    last = {event.data["horse"]: event.data for row in rows for event in row}
    assert told == last
    assert len(told) == len(last)
    assert told.column("played") == {name: data["played"] for name, data in last.items()}


def test_an_event_of_a_series_is_made_once() -> None:
    """Reports put what everybody knows and what one seat knows into one order again: by the very events."""
    events = Events(Series("points", "H5", {"horse": "", "points": 0}, horse=["Crisp"], points=[7]))
    assert events[0] is next(iter(events)) is next(iter(rows_of(events)[0]))


def test_rows_that_are_added_are_not_changed_by_it() -> None:
    first = [Event("fence", {})]
    events = Events(first)
    assert len(events) == len([*events]) == 1
    events += [Event("cleared", {})]
    assert len(events) == len([*events]) == 2
    assert first == [Event("fence", {})]
