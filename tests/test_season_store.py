"""What is kept of a season: rows are added, and what is taken back is superseded, never gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm.store.database import GameRow, NoSuchGame, Store
from gm.store.errors import NoSuchSeason
from gm.store.seasons import DrawRow, EntryRow, ResultRow, RulingRow, SeasonRow, Seasons

NOW, LATER = "2026-11-16T12:00:00+00:00", "2026-11-17T12:00:00+00:00"
CUP = SeasonRow("cup", "5" * 64, "9" * 64, NOW)


@pytest.fixture
def seasons(tmp_path: Path) -> Iterator[Seasons]:
    store = Store.open(tmp_path / "zine.db", create=True)
    with store.writing():
        yield Seasons(store)
    store.close()


def game(name: str) -> GameRow:
    return GameRow(name, "any", name.title(), "", {}, [], "secret", "seed", "", 0)


def drawn(round: int, attempt: int = 1) -> DrawRow:
    answer = {"round": round, "tables": [{"table": 1, "seats": ["ann", "bob"]}], "out": []}
    return DrawRow(round, attempt, "7" * 64, "", {"players": {}}, answer, [], 0)


def test_a_season_is_found_by_its_name_however_it_is_written(seasons: Seasons) -> None:
    seasons.add(CUP)
    assert seasons.names() == ["cup"]
    assert seasons.row("CUP") == CUP
    with pytest.raises(NoSuchSeason, match="cop"):
        seasons.row("cop")


def test_entries_stand_in_their_order_until_they_are_taken_back(seasons: Seasons) -> None:
    came = EntryRow("zoe", "in", 2, name="Zoe Quick", horse="Foinavon")
    for row in (came, EntryRow("bob", "out", 3), EntryRow("bob", "back", 4)):
        seasons.add_entry("cup", row, NOW)
    seasons.add_entry("other", came, NOW)
    zoe, out, back = seasons.entries("cup")
    assert zoe == came._replace(at=NOW, id=zoe.id)
    seasons.supersede_entries([out], LATER)
    assert seasons.entries("cup") == [zoe, back]
    assert seasons.store.rows("SELECT superseded_at FROM season_entries WHERE id = ?", out.id) == [(LATER,)]


def test_a_draw_taken_back_stays_among_the_attempts(seasons: Seasons) -> None:
    seasons.add_draw("cup", drawn(2), NOW)
    seasons.add_draw("cup", drawn(1), NOW)
    first, second = seasons.draws("cup")
    assert (first.round, second.round, second.answer["tables"][0]["seats"]) == (1, 2, ["ann", "bob"])
    seasons.supersede_draws([second], LATER)
    seasons.add_draw("cup", drawn(2, attempt=2), LATER)
    assert [row.attempt for row in seasons.draws("cup")] == [1, 2]
    assert [row.attempt for row in seasons.attempts("cup", 2)] == [1, 2]


def test_a_table_that_is_keyed_again_has_the_last_result(seasons: Seasons) -> None:
    for places in ({"ann": 1, "bob": 2}, {"ann": "walk-over", "bob": "no-show"}):
        seasons.add_result("cup", ResultRow(1, 3, {"places": places, "scores": {}}), NOW)
    seasons.add_result("cup", ResultRow(1, 4, {"places": {"cy": 1}, "scores": {}}), NOW)
    assert [row.result["places"] for row in seasons.results("cup")] == [places, {"cy": 1}]
    seasons.supersede_results(seasons.results("cup"), LATER)
    assert not seasons.results("cup")


def test_rulings_are_kept_with_their_reasons(seasons: Seasons) -> None:
    ruling = RulingRow("penalty", None, None, "bob", "3/2", "He looked at her cards.", 0)
    seasons.add_ruling("cup", ruling, NOW)
    (kept,) = seasons.rulings("cup")
    assert kept == ruling._replace(at=NOW, id=kept.id)
    seasons.supersede_rulings([kept], LATER)
    assert not seasons.rulings("cup")


def test_a_game_knows_its_place_in_its_season(seasons: Seasons) -> None:
    for name, place in {"cup-r1-t2": (1, 2), "cup-r1-t1": (1, 1), "alone": None}.items():
        seasons.store.add_game(game(name), NOW)
        if place:
            seasons.place_game(name, "cup", *place)
    assert seasons.games_of("cup") == [("cup-r1-t1", 1, 1), ("cup-r1-t2", 1, 2)]
    assert seasons.of_game("cup-r1-t2") == ("cup", 1, 2)
    assert seasons.of_game("alone") is None


def test_a_game_that_is_taken_back_leaves_its_name_and_all_that_was_said_is_kept(seasons: Seasons) -> None:
    store = seasons.store
    for attempt in (1, 2):
        store.add_game(game("cup-r1-t1"), NOW)
        seasons.place_game("cup-r1-t1", "cup", 1, 1)
        store.set_deadline("cup-r1-t1", 1, NOW, NOW)
        seasons.take_back("cup-r1-t1", LATER)
        assert not seasons.games_of("cup")
        assert not store.games()
        assert store.deadline("cup-r1-t1", 1) is None
        assert store.deadline(f"cup-r1-t1~{attempt}", 1) == NOW
        with pytest.raises(NoSuchGame):
            store.game("cup-r1-t1")
