"""gm draw in its ways: by lot, ahead, by hand, and though games are running."""

import json
from itertools import combinations

import pytest

from gm.desk.desk import match_of, open_desk
from gm.desk.rollcalls import moved_since
from gm.store.seasons import EntryRow, ResultRow, Seasons
from tests.conftest import Desk
from tests.drawn import CARD_GAME, key_in, opened, tables


def met(desk: Desk) -> list[tuple[str, str]]:
    rounds = opened(desk).rounds.values()
    return [pair for each in rounds for seats in each.tables.values() for pair in combinations(sorted(seats), 2)]


def test_by_lot_all_rounds_are_known_at_once_and_nobody_is_waited_for(desk: Desk) -> None:
    tables(desk, 16, "rounds: 5\ndraw: lot")
    told = json.loads(desk.gm("draw", "cup", "--json").out)
    assert [each["round"] for each in told["rounds"]] == [1, 2, 3, 4, 5]
    assert {each["points"] for each in told["rests_on"]["players"].values()} == {"0"}
    assert len(set(met(desk))) == len(met(desk)) == 120
    assert "all 5 rounds of cup are drawn" in desk.gm("draw", "cup", code=1).err
    assert [each.round for each in opened(desk).running] == [1] * 4


def test_a_programme_drawn_ahead_begins_round_by_round(desk: Desk) -> None:
    tables(desk, 8, play=CARD_GAME)
    assert "Round 1 of cup is drawn." in desk.gm("draw", "cup", "--ahead").out
    programme = opened(desk).rounds
    assert sorted(programme) == [1, 2, 3]
    assert sorted(opened(desk).games) == [(1, 1), (1, 2)]
    assert "begins as it was drawn" in desk.gm("draw", "cup", "--swap", "ann", "bob", code=1).err
    told = desk.gm("draw", "cup").out
    assert "is drawn." not in told
    assert "2 games have begun: games/cup-r2-t1.yaml" in told
    assert opened(desk).rounds == programme
    with open_desk(desk.folder, desk.now) as at:
        assert [*match_of(at, "cup-r2-t1").players.values()] == programme[2].tables[1]
    desk.gm("draw", "cup")
    assert "all 3 rounds" in desk.gm("draw", "cup", code=1).err


def test_who_has_left_is_not_in_the_games_of_a_programme(desk: Desk) -> None:
    tables(desk, 6, "tables: {best: 3}", play=CARD_GAME)
    desk.gm("draw", "cup", "--ahead")
    there = opened(desk).rounds[2].tables[1]
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        for player in there[:2]:
            Seasons(at.store).add_entry("cup", EntryRow(player, "out", 2), at.stamp)
        at.deeds.will("")
    told = desk.gm("draw", "cup").out
    assert "Table 1 is too small to be played now" in told
    assert sorted(opened(desk).games) == [(1, 1), (1, 2), (2, 2)]


def test_two_change_places_by_hand_and_the_draw_says_so(desk: Desk) -> None:
    tables(desk, 8, play=CARD_GAME)
    told = json.loads(desk.gm("draw", "cup", "--dry-run", "--json").out)
    one, other = (table["seats"] for table in told["rounds"][0]["tables"])
    shown = desk.gm("draw", "cup", "--swap", one[0], f"{other[2].title()} Grey").out
    assert f"by hand: {one[0].title()} Grey and {other[2].title()} Grey have changed places" in shown
    found = opened(desk)
    assert found.rounds[1].tables == {1: [other[2], *one[1:]], 2: [*other[:2], one[0], other[3]]}
    assert found.draws[0].answer == told["rounds"][0]
    assert found.draws[0].by_hand == [[one[0], other[2]]]
    with open_desk(desk.folder, desk.now) as at:
        assert [*match_of(at, "cup-r1-t1").players.values()] == [other[2], *one[1:]]


def test_a_swap_that_brings_people_together_again_is_named(desk: Desk) -> None:
    tables(desk, 16)
    desk.gm("draw", "cup")
    key_in(desk, 1)
    told = json.loads(desk.gm("draw", "cup", "--dry-run", "--json").out)
    one, other = (table["seats"] for table in told["rounds"][0]["tables"][:2])
    swaps = {out: set(combinations(sorted([other[0], *(set(one) - {out})]), 2)) & set(met(desk)) for out in one}
    out = next(out for out in one if swaps[out])
    shown = desk.gm("draw", "cup", "--dry-run", "--swap", out, other[0]).out
    for low, high in swaps[out]:
        assert f"{low.title()} Grey and {high.title()} Grey meet again" in shown


@pytest.mark.parametrize(
    ("pair", "said"), [(("ann", "nobody"), "nobody is not in"), (("ann", "ann"), "the same player")]
)
def test_a_swap_of_nobody_is_refused(desk: Desk, pair: tuple[str, str], said: str) -> None:
    tables(desk, 8)
    assert said in desk.gm("draw", "cup", "--swap", *pair, code=1).err
    assert not opened(desk).draws


def test_by_score_a_round_waits_for_games_that_run_unless_one_insists(desk: Desk) -> None:
    tables(desk, 8, play=CARD_GAME)
    desk.gm("draw", "cup")
    refused = desk.gm("draw", "cup", code=1).err
    assert "2 games of cup are still running: cup-r1-t1, cup-r1-t2" in refused
    assert "drawn while games were still running" in desk.gm("draw", "cup", "--now").out
    assert [row.insisted for row in opened(desk).draws] == [0, 1]


def test_by_score_a_round_waits_for_results_that_are_not_keyed(desk: Desk) -> None:
    tables(desk, 8)
    desk.gm("draw", "cup")
    assert "2 tables of cup have no result yet: round 1, table 1" in desk.gm("draw", "cup", code=1).err
    key_in(desk, 1)
    desk.gm("draw", "cup")


def test_a_draw_whose_standings_have_changed_since_is_kept_and_said(desk: Desk) -> None:
    tables(desk, 8)
    desk.gm("draw", "cup")
    key_in(desk, 1)
    desk.gm("draw", "cup")
    assert moved_since(opened(desk)) == []
    seats = sorted(opened(desk).rounds[1].tables[1])
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        turned = {player: place for place, player in enumerate(reversed(seats), start=1)}
        Seasons(at.store).add_result("cup", ResultRow(1, 1, {"places": turned}), at.stamp)
        at.deeds.will("")
    key_in(desk, 2)
    said = f"round 2 was drawn when {seats[0].title()} Grey was in place 1; it is place 7 now"
    assert said in desk.gm("draw", "cup").out


def test_a_dry_run_shows_the_draw_that_comes_and_stores_nothing(desk: Desk) -> None:
    tables(desk, 12, play=CARD_GAME)
    before = desk.files()
    told = desk.gm("draw", "cup", "--dry-run", "--json").out
    assert desk.files() == before
    assert not opened(desk).draws
    assert desk.gm("draw", "cup", "--json").out == told
