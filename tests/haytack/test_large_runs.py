"""A turn of a large field: what is not done twice for it, and that nothing comes out otherwise."""

import json
import sqlite3
import sys
import weakref
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core import codec, plain
from gm.core.dice import Dice
from gm.core.play import Entrant, Event
from gm.desk import replay
from gm.desk.commands import turns
from gm.games.haytack import GAME
from gm.games.haytack.options import Options
from gm.pages.book import read_book, read_books
from gm.pages.page import canonical
from gm.store.database import Store
from gm.store.rows import AT_A_TIME, TOGETHER, texts
from tests.conftest import PLAYERS, Desk

WHOLE = st.none() | st.booleans() | st.integers() | st.text()
VALUES, VALUES_OF_EVENTS = (
    st.recursive(
        each,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=12,
    )
    for each in (WHOLE | st.floats(allow_nan=False), WHOLE)
)
Start = Callable[..., Desk]


@given(VALUES)
def test_what_is_stored_is_what_json_writes_and_reads(value: Any):
    written = plain.write(value)
    assert written == json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert plain.read(written) == plain.read(f" {written}\n") == json.loads(written)


@given(VALUES_OF_EVENTS)
def test_what_is_written_quickly_of_an_event_is_written_the_same(value: Any):
    assert texts([value, 7]) == [plain.write(value), "7"]


@pytest.mark.parametrize(
    "value",
    [{1: "a number as a key"}, [Entrant("ann", "a named tuple")], 2**80, "half a letter: \ud83d", "\x00\x1f\x7f\u2028"],
)
def test_what_the_quick_writer_does_not_know_is_written_as_ever(value: Any):
    assert texts([value, 7]) == [plain.write(value), "7"]


def test_where_there_is_no_quick_writer_events_are_written_all_the_same(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "orjson", None)
    assert texts([{"horse": "Crisp"}, 2]) == ['{"horse":"Crisp"}', "2"]


@pytest.mark.parametrize("many", [0, 1, TOGETHER, 2 * TOGETHER + 7, AT_A_TIME + 1])
def test_events_that_are_stored_together_are_those_that_happened_one_by_one(many: int, tmp_path: Path):
    odd: list[dict[Any, Any]] = [{"horse": "Crème"}, {"number": 2**80}, {}]
    whom = (None, frozenset(("bob", "ann")), frozenset(("ann",)), frozenset[str]())
    events = [Event(f"kind {n % 7}", odd[n % 3] | {"n": n}, "H5" if n % 2 else "", whom[n % 4]) for n in range(many)]
    store = Store.open(tmp_path / "zine.db", create=True)
    with store.writing():
        turn = store.add_turn("race", 1, None, {}, {}, events, "now", 1)
    assert store.events(turn) == events
    assert [n for (n,) in store.rows("SELECT n FROM events WHERE turn_id = ? ORDER BY rowid", turn)] == [*range(many)]
    store.close()


def test_what_is_no_plain_data_is_no_event():
    for value in ({"horses": {"Crisp"}}, {"horse": Options()}, {"at": date(2026, 11, 18)}):
        with pytest.raises(TypeError):
            texts([value])


@given(st.text(max_size=20))
def test_what_json_refuses_is_refused(text: str):
    try:
        value = json.loads(text)
    except ValueError:
        with pytest.raises(json.JSONDecodeError):
            plain.read(text)
    else:
        assert plain.read(text) == value


@pytest.mark.parametrize("text", ["", "{", "1 2", '{"a":1}]', "nul", '"'])
def test_half_a_value_or_more_than_one_is_none(text: str):
    with pytest.raises(json.JSONDecodeError):
        plain.read(text)


def test_what_is_no_plain_data_is_never_stored():
    with pytest.raises(TypeError):
        plain.write({"horses": {"Crisp"}})


# Orders


def race(many: int = 4) -> Any:
    entrants = [Entrant(each, f"Horse {each}") for each in PLAYERS[:many]]
    return GAME.setup(entrants, {"course": "4 plain"}, Dice("seed")).state


def test_what_many_wrote_alike_is_read_once(monkeypatch: pytest.MonkeyPatch):
    read: list[Any] = []
    lines = GAME.lines
    monkeypatch.setattr(GAME, "lines", lambda state, part: [read.append(part), lines(state, part)][1])
    written = [{"orders": {"1": "5", "2": "6"}}, {"orders": {"1": "5", "2": "7"}}]
    books = read_books(GAME, race(), [(seat, [written[seat == "bob"]]) for seat in PLAYERS[:4]])
    assert read == written
    assert [line.say for line in books["dave"]["2"]] == ["6"]
    assert [line.say for line in books["bob"]["2"]] == ["7"]


def test_conditions_that_name_nobody_are_read_once(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    facts = GAME.facts
    monkeypatch.setattr(GAME, "facts", lambda state, seat: [asked.append(seat), facts(state, seat)][1])
    hedged = [{"when": {"fallers": ">= 2"}, "play": "1"}, {"when": {"not": {"free": "yes"}}, "play": "2"}, "6"]
    part, at = {"orders": {"1": "5", "2": hedged}}, race()
    books = read_books(GAME, at, [(seat, [part]) for seat in PLAYERS[:4]])
    assert asked == PLAYERS[:1]
    assert books == {seat: read_book(GAME, at, seat, part) for seat in PLAYERS[:4]}


def test_me_is_whoever_wrote_it_even_if_others_wrote_the_same():
    part = {"orders": {"1": "5", "2": [{"when": {"fell": "me"}, "play": "1"}, "6"]}}
    at = race()
    books = read_books(GAME, at, [(seat, [part]) for seat in PLAYERS[:4]])
    assert {str(book["2"][0].condition[0]) for book in books.values()} == {
        f"fell: Horse {seat}" for seat in PLAYERS[:4]
    }
    assert books == {seat: read_book(GAME, at, seat, part) for seat in PLAYERS[:4]}


def test_a_position_that_nobody_needs_any_more_is_gone_at_once():
    """And not only once somebody looks for garbage, which takes a while in a large field."""
    at = race()
    there, known = weakref.ref(at), GAME.facts(at, "alice")
    del at
    assert there() is None
    assert known.get("running") is None


def slips(*pages: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    return {seat: {"canonical": canonical("race", 1, seat, part)} for seat, part in pages}


def test_orders_that_differ_in_nothing_but_who_wrote_them_are_read_once(monkeypatch: pytest.MonkeyPatch):
    read: list[Any] = []
    lines = GAME.lines
    monkeypatch.setattr(GAME, "lines", lambda state, part: [read.append(part), lines(state, part)][1])
    part, odd = {"orders": {"1": "5", "2": "6"}}, {"orders": {"1": {"player": "carol"}, "2": "7"}}
    orders = slips(("alice", part), ("bob", part), ("carol", odd), ("dave", odd))
    books = replay._books(GAME, race(), 1, {"orders": orders})
    assert read == [part, {}, odd, {}, odd, {}]
    assert books == {seat: read_book(GAME, race(), seat, json.loads(orders[seat]["canonical"])) for seat in orders}


def test_the_same_words_are_an_order_for_a_turn_here_and_a_standing_one_there():
    part = {"orders": {"1": "5"}, "standing": {"plain": "3"}}
    both = {"orders": slips(("alice", part)), "standing": slips(("bob", part))}
    books = replay._books(GAME, race(), 1, both)
    assert [*books["alice"]] == ["1"]
    assert [*books["bob"]] == ["plain"]


# The turn


def ridden(start: Start) -> Desk:
    desk = start()
    for number, player in enumerate(PLAYERS[:4]):
        desk.order(player, 1, f"{{1: {number + 1}, 2: [{{when: {{fell: Crisp}}, play: 9}}, 4]}}", "press: Up!\n")
    desk.gm("take")
    return desk


def test_a_turn_told_from_what_is_at_hand_is_told_as_one_that_is_read_again(start: Start):
    desk = ridden(start)
    desk.gm("run", "race")
    told = {name: text for name, text in desk.files().items() if name.startswith("issues/race/turn-01/")}
    assert len(told) > 10
    desk.gm("report", "race", "--save")
    assert {name: desk.files()[name] for name in told} == told


def test_what_a_run_has_stored_is_not_read_again(start: Start, monkeypatch: pytest.MonkeyPatch):
    desk, read = ridden(start), list[int]()
    turn_at = Store.turn_at
    monkeypatch.setattr(Store, "turn_at", lambda store, number: [read.append(number), turn_at(store, number)][1])
    monkeypatch.setattr(Store, "events", lambda store, number: pytest.fail("its events are at hand"))
    desk.gm("run", "race")
    assert set(read) == {1}  # the position before it


def test_whoever_waits_for_a_large_field_is_told_what_is_being_done(start: Start, monkeypatch: pytest.MonkeyPatch):
    said: list[str] = []
    monkeypatch.setattr("gm.cli.shared.Screen.doing", lambda screen, what: said.append(what))
    desk = ridden(start)
    monkeypatch.setattr(turns, "MANY", 3)
    desk.gm("run", "race")
    assert said == ["Playing turn 1 ...", "Storing what happened, and telling it ..."]
    said.clear()
    monkeypatch.setattr(turns, "MANY", 4)
    desk.gm("run", "race", "--now")
    assert said == []


def test_every_entrant_has_a_token_of_their_own_and_keeps_it(start: Start):
    desk = start()
    first = tokens(desk)
    assert len(set(first.values())) == 4
    desk.write("games/two.yaml", (desk.folder / "games/race.yaml").read_text().replace("alice", "frank"))
    desk.gm("start", "two")
    assert tokens(desk) == first | {"frank": tokens(desk)["frank"]}


def tokens(desk: Desk) -> dict[str, str]:
    store = Store.open(desk.folder / "zine.db")
    try:
        return dict(store.rows("SELECT player, token FROM tokens"))
    finally:
        store.close()


@pytest.mark.parametrize("before", [codec.row_by_row, lambda position: position])
def test_a_position_of_a_large_field_is_played_on_however_it_was_stored(
    before: Callable[[Any], Any], start: Start, monkeypatch: pytest.MonkeyPatch
):
    """Versions before this one wrote every horse with all its names of fields."""
    monkeypatch.setattr(codec, "MANY", 3)
    desk = start(4)
    rewrite(desk, before)
    played = {"alice": "{1: 9, 2: 9}", "bob": "{1: 9, 2: 8}", "carol": "{1: 3, 2: 8}", "dave": "{1: 2, 2: 4}"}
    desk.gm("take", *(desk.order(player, 1, orders) for player, orders in played.items()))
    desk.gm("run")
    assert desk.result()["points"] == {"Red Rum": 482, "Crisp": 478}
    assert positions(desk)[-1]["horses"].keys() == {codec.COLUMNS}


def rewrite(desk: Desk, change: Callable[[Any], Any]) -> None:
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db, db:
        for number, position in db.execute("SELECT id, position FROM turns").fetchall():
            db.execute("UPDATE turns SET position = ? WHERE id = ?", (json.dumps(change(json.loads(position))), number))


def positions(desk: Desk) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db:
        return [json.loads(position) for (position,) in db.execute("SELECT position FROM turns ORDER BY id")]
