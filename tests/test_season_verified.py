"""Seasons that gm draws and runs, from the first draw to the last: their records agree, and so do those of their games."""

import json

import pytest

from gm.core.dice import commitment
from tests import seasonchecker
from tests.conftest import Desk
from tests.drawn import RACING, key_in, league, play_out, tables


def record(desk: Desk) -> dict[str, object]:
    found: dict[str, object] = json.loads(desk.gm("record", "cup").out)
    return found


def agrees(desk: Desk) -> str:
    told = desk.gm("verify", "cup").out
    assert "all of it agrees, from the first draw on" in told
    return told


def test_the_deals_are_opened_when_the_season_is_over(desk: Desk) -> None:
    tables(desk, 6, "rounds: 1\ntables: {best: 3}", play=RACING)
    desk.gm("draw", "cup")
    assert json.loads(desk.gm("record", "cup").out)["deals"]["secret"] is None
    play_out(desk)
    told = json.loads(desk.gm("record", "cup").out)
    assert commitment(told["deals"]["secret"]) == told["deals"]["commitment"]
    assert "the deals come from the season's secret: 2 games" in agrees(desk)
    for game in told["games"]:
        own = json.loads(desk.gm("record", game["game"]).out)
        assert own["commitment"] == game["commitment"]
        assert own["secret"] == commitment(f"{told['deals']['secret']}\n{game['game']}")
    assert seasonchecker.agrees(json.dumps(told))


def test_a_league_is_checked_too(desk: Desk) -> None:
    league(desk, 5)
    desk.gm("draw", "cup")
    play_out(desk)
    desk.gm("draw", "cup", "--word", "gin")
    assert "round 2: the secret, the roll call and the draw agree" in agrees(desk)
    changed = record(desk)
    changed["draws"][1]["answer"]["tables"][0]["seats"].reverse()  # type: ignore[index]
    file = desk.write("cup.json", json.dumps(changed))
    assert "round 2: it was not drawn like this" in desk.gm("verify", file, code=1).err


def test_swaps_words_and_what_was_taken_back_are_told(desk: Desk) -> None:
    tables(desk, 9, "rounds: 3\ntables: {best: 3}")
    desk.gm("draw", "cup", "--word", "gin")
    desk.gm("undo", "cup")
    desk.gm("draw", "cup", "--word", "rum", "--swap", "ann", "bob")
    told = agrees(desk)
    assert "round 1, attempt 1, taken back: secret and draw agree" in told
    assert "round 1: ann and bob changed places by hand" in told
    key_in(desk, 1)
    desk.gm("draw", "cup")
    assert "was drawn when" not in agrees(desk)
    assert seasonchecker.agrees(desk.gm("record", "cup").out)


def test_rounds_that_were_drawn_ahead_are_drawn_again_together(desk: Desk) -> None:
    tables(desk, 9, "rounds: 3\ntables: {best: 3}\ndraw: lot")
    published = desk.write("drawn.json", desk.gm("draw", "cup", "--json").out)
    told = agrees(desk)
    assert all(f"round {number}: the secret, the roll call and the draw agree" in told for number in (1, 2, 3))
    file = desk.write("cup.json", desk.gm("record", "cup").out)
    assert "it agrees with 1 file" in desk.gm("verify", file, "--with", published).out


@pytest.mark.parametrize("swapped", [True, False])
def test_who_has_met_is_what_the_rounds_before_say(desk: Desk, swapped: bool) -> None:
    """Late entries, no-shows and void games are minded as the draw minds them."""
    tables(desk, 9, "rounds: 3\ntables: {best: 3, from: 3, to: 4}")
    desk.gm("draw", "cup", *(["--swap", "ann", "bob"] if swapped else []))
    desk.gm("enter", "cup", "Zoe Quick", "--now")
    key_in(desk, 1)
    desk.gm("correct", "cup", "--ruling", "void round 1 table 2", "--because", "Rain", "--yes")
    desk.gm("draw", "cup")
    assert "had met than those" not in agrees(desk)


def test_a_knock_out_keeps_its_deals_closed_between_rounds(desk: Desk) -> None:
    tables(desk, 4)
    desk.gm("new", "ko", "--season", "knockout")
    desk.write(
        "seasons/ko.yaml", "season: knockout\nplayed: at the table\nentrants: [ann, bob, cy, dee]\ntables: {best: 2}\n"
    )
    for number, opened in ((1, False), (2, True)):
        desk.gm("draw", "ko")
        key_in(desk, number, "ko")
        told = json.loads(desk.gm("record", "ko").out)
        assert (told["deals"]["secret"] is not None) is opened
        assert "all of it agrees" in desk.gm("verify", "ko").out


def test_no_attempt_at_a_round_has_the_number_of_another(desk: Desk) -> None:
    """Draws of one round and draws ahead are taken back in turn; a round of both has had other attempts than the first."""
    tables(desk, 9, "rounds: 3\ntables: {best: 3}")
    for options in ((), ("--ahead",)):
        desk.gm("draw", "cup", *options)
        desk.gm("undo", "cup")
    desk.gm("draw", "cup")
    key_in(desk, 1)
    for _ in range(3):
        desk.gm("draw", "cup")
        desk.gm("undo", "cup")
    for _ in ("the result", "the draw"):
        desk.gm("undo", "cup")
    desk.gm("draw", "cup", "--ahead")
    found = [(each["round"], each["attempt"]) for each in record(desk)["draws"]]  # type: ignore[attr-defined]
    assert found == [(1, 1), (1, 2), (1, 3), (1, 6), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 6)]
    agrees(desk)


def test_rounds_before_the_first_that_gm_drew_may_come_from_a_file(desk: Desk) -> None:
    tables(desk, 6, "rounds: 4\nresults: cup.csv\ntables: {best: 3}")
    one = ["ann,1", "bob,2", "cy,3", "dee,1", "eve,2", "fay,3"]
    lines = [f"{number},{1 + seat // 3},{who}" for number in (1, 2) for seat, who in enumerate(one)]
    desk.write("seasons/cup.csv", "\n".join(["round,table,player,place", *lines]))
    desk.gm("draw", "cup")
    key_in(desk, 3)
    desk.gm("draw", "cup")
    told = agrees(desk)
    assert "round 4: the secret, the roll call and the draw agree" in told
    assert "the rounds before round 3 were not drawn here" in told
    changed = record(desk)
    games = [game for game in changed["results"]["games"] if game["round"] != 2]  # type: ignore[index]
    without = {"results": changed["results"] | {"games": games}}  # type: ignore[operator]
    assert "a round is missing" in desk.gm("verify", desk.write("cup.json", json.dumps(changed | without)), code=1).err
    draws = [each for each in changed["draws"] if each["round"] != 3]  # type: ignore[attr-defined]
    less = desk.write("cup.json", json.dumps(changed | {"draws": draws}))
    assert "a round is missing" in desk.gm("verify", less, code=1).err
