"""Heats and knock-outs through the desk: drawn, played or keyed, and drawn again until somebody has won."""

import json

import pytest

from gm.desk.desk import open_desk
from gm.season.lots import Lots
from gm.store.seasons import ResultRow, Seasons
from tests.conftest import Desk
from tests.drawn import opened, play_out
from tests.examples import RACE
from tests.season.hall import found

KNOCKOUT = "season: knockout\ntitle: The Cup\nplayed: at the table\nentrants: [{entrants}]\ntables: {{best: 2}}\n"
HEATS = """season: heats
title: The Cup
played: at the table
entrants: [{entrants}]
heats: {{of: 5, through: 2, losers: 2}}
plate: yes
"""


def names(many: int) -> list[str]:
    return [f"p{n:03}" for n in range(many)]


def knockout(desk: Desk, many: int, file: str = KNOCKOUT) -> None:
    found(desk, names(many), file=file, format="knockout")


def heats(desk: Desk, many: int, file: str = HEATS) -> None:
    found(desk, names(many), file=file, format="heats")


def key(desk: Desk, **special: str) -> None:
    """Results for the last round: the lower id is better, but for those of whom something else is said."""
    at = opened(desk)
    last = at.rounds[at.next_round - 1]
    with open_desk(desk.folder, desk.now) as opened_desk, opened_desk.store.writing():
        for table, people in last.tables.items():
            came = [who for who in people if who not in special]
            places: dict[str, int | str] = {who: place for place, who in enumerate(sorted(came), start=1)}
            places |= {who: what for who, what in special.items() if who in people}
            scores = {who: str(100 - int(who[1:])) for who in came}
            result = {"places": places, "scores": scores}
            Seasons(opened_desk.store).add_result("cup", ResultRow(last.number, table, result), opened_desk.stamp)
        opened_desk.deeds.will("")


def people(desk: Desk, round: int) -> list[str]:
    return sorted(who for seats in opened(desk).rounds[round].tables.values() for who in seats)


@pytest.mark.parametrize("many", [2, 3, 5, 6, 8, 13])
def test_a_knock_out_is_drawn_until_one_is_left(desk: Desk, many: int) -> None:
    knockout(desk, many)
    rounds = 0
    while rounds == 0 or len(opened(desk).draws[-1].answer["tables"]) > 1:
        desk.gm("draw", "cup")
        rounds += 1
        key(desk)
    assert 2 ** (rounds - 1) < many <= 2**rounds
    assert len(people(desk, rounds)) == 2
    assert f"all {rounds} rounds of cup are drawn" in desk.gm("draw", "cup", code=1).err or rounds == 1
    assert not opened(desk).running


def test_byes_go_on_unplayed_and_are_named(desk: Desk) -> None:
    knockout(desk, 6)
    said = desk.gm("draw", "cup").out
    at = opened(desk)
    assert len(at.rounds[1].byes) == 2
    assert "going on unplayed: " in said
    assert sorted(at.rounds[1].tables) == [3, 4]
    assert len(at.running) == 2
    key(desk)
    desk.gm("draw", "cup")
    assert set(at.rounds[1].byes) < set(people(desk, 2))


def test_the_next_round_waits_for_all_results(desk: Desk) -> None:
    knockout(desk, 4)
    desk.gm("draw", "cup")
    assert "2 tables of cup have no result yet" in desk.gm("draw", "cup", code=1).err
    assert "nothing to draw ahead" in desk.gm("draw", "cup", "--ahead", code=1).err


def test_who_does_not_come_or_leaves_does_not_go_on(desk: Desk) -> None:
    knockout(desk, 4)
    desk.gm("draw", "cup")
    one, two = opened(desk).rounds[1].tables.values()
    key(desk, **{one[0]: "no-show", one[1]: "walk-over"})
    winner, loser = sorted(two)
    desk.gm("enter", "cup", winner, "--out")
    desk.gm("draw", "cup")
    assert people(desk, 2) == sorted([one[1], loser])


def test_a_void_table_sends_nobody_on(desk: Desk) -> None:
    knockout(desk, 8)
    desk.gm("draw", "cup")
    key(desk)
    desk.gm("correct", "cup", "--ruling", "void round 1 table 2", "--because", "Fire.")
    gone = opened(desk).rounds[1].tables[2]
    desk.gm("draw", "cup")
    at = opened(desk)
    assert not set(gone) & {*people(desk, 2), *at.rounds[2].byes}
    assert len(at.rounds[2].byes) == 1  # whoever would have met their winner


def test_heats_send_the_first_on_and_the_best_losers_by_mark(desk: Desk) -> None:
    heats(desk, 12)
    desk.gm("draw", "cup")
    first = opened(desk).rounds[1]
    assert sorted(map(len, first.tables.values())) == [4, 4, 4]
    key(desk)
    said = desk.gm("draw", "cup").out
    second = opened(desk).rounds[2]
    on, plate = second.tables[1], second.tables[2]
    assert {who for seats in first.tables.values() for who in sorted(seats)[:2]} <= set(on)
    assert (len(on), len(plate), second.plate) == (8, 4, 2)
    assert "The plate: " in said
    key(desk)
    assert "all 2 rounds of cup are drawn" in desk.gm("draw", "cup", code=1).err


@pytest.mark.parametrize("many", [3, 5, 6, 11, 40, 200])
def test_heats_of_every_number(desk: Desk, many: int) -> None:
    heats(desk, many)
    desk.gm("draw", "cup")
    assert len(opened(desk).rounds[1].tables) == -(-many // 5)
    key(desk, p000="no-show")
    desk.gm("draw", "cup")
    assert "p000" not in people(desk, 2)
    assert len(people(desk, 2)) == min(many - 1, len(people(desk, 2)))


def test_late_comers_ride_in_a_heat_that_waits_or_not_at_all(desk: Desk) -> None:
    heats(desk, 8)
    desk.gm("draw", "cup")
    assert "only those who go on play in the next round" in desk.gm("enter", "cup", "Zoe Quick", code=1).err
    desk.gm("enter", "cup", "Zoe Quick", "--now")
    assert any("zoe-quick" in seats for seats in opened(desk).rounds[1].tables.values())


def test_seeds_of_equals_are_lots_of_the_rounds_secret(desk: Desk) -> None:
    knockout(desk, 4)
    answer = json.loads(desk.gm("draw", "cup", "--json").out)
    order = Lots(answer["secret"], "", {}).drawn(names(4))
    tables = [table["players"] for table in answer["rounds"][0]["tables"]]
    assert tables == [[order[0], order[3]], [order[1], order[2]]]


def test_a_draw_of_heats_can_be_taken_back_and_is_the_same_again(desk: Desk) -> None:
    heats(desk, 12)
    first = desk.gm("draw", "cup", "--json").lines[0]
    desk.gm("undo", "cup")
    second = desk.gm("draw", "cup", "--json").lines[0]
    assert second["attempt"] == 2
    assert (second["rounds"], second["rests_on"]) == (first["rounds"], first["rests_on"])


def test_heats_of_a_race_are_ridden_to_the_final(desk: Desk) -> None:
    heats(desk, 6, HEATS.replace("played: at the table", f"game: {{{{rules: {RACE}, course: 2 plain}}}}").replace(
        "of: 5, through: 2, losers: 2", "of: 3, through: 1, losers: 1"))  # fmt: skip
    desk.gm("draw", "cup")
    assert "2 games of cup are still running" in desk.gm("draw", "cup", code=1).err
    play_out(desk)
    desk.gm("draw", "cup")
    at = opened(desk)
    assert (len(at.rounds[2].tables[1]), len(at.rounds[2].tables[2])) == (3, 3)
    assert [name for (round, _), name in at.games.items() if round == 2] == ["cup-r2-t1", "cup-r2-t2"]
    assert any(mark for each in at.draws[-1].rests_on["before"] for mark in each["marks"].values())
    play_out(desk)
    assert not opened(desk).running
    desk.gm("standings", "cup")
    desk.gm("status")


@pytest.mark.parametrize("format", ["heats", "knockout"])
def test_what_was_drawn_is_told_recorded_and_verified(desk: Desk, format: str) -> None:
    (heats if format == "heats" else knockout)(desk, 6)
    for _ in range(2):
        desk.gm("draw", "cup")
        key(desk)
    for kind in ("text", "html", "json", "csv"):
        desk.gm("standings", "cup", "--format", kind)
    desk.gm("site")
    over = format == "heats"  # of six, in pairs, a third round is to come
    assert (json.loads(desk.gm("record", "cup").out)["deals"]["secret"] is not None) == over
    verified = desk.gm("verify", "cup").out
    assert "all of it agrees, from the first draw on" in verified


def test_a_season_that_was_drawn_ahead_is_not_over_between_its_rounds(desk: Desk) -> None:
    """Else the secret of its deals would be opened while games are still to be dealt from it."""
    found(desk, names(8), rounds=2)
    desk.gm("draw", "cup", "--ahead")
    for round in (1, 2):
        at = opened(desk)
        assert not at.over
        with open_desk(desk.folder, desk.now) as there, there.store.writing():
            for table, seats in at.rounds[round].tables.items():
                places = {who: place for place, who in enumerate(seats, start=1)}
                result = ResultRow(round, table, {"places": places, "scores": {}})
                Seasons(there.store).add_result("cup", result, there.stamp)
            there.deeds.will("")
    assert opened(desk).over
