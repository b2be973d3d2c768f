"""The final of a season: drawn from its table, played or keyed, and the first places are those of the final (S15)."""

import csv
import io
import json
import re
from collections.abc import Mapping

import pytest

from gm.season.lots import Lots
from tests import seasonchecker
from tests.checker import sha, written
from tests.conftest import Desk
from tests.drawn import CARD_GAME, RACING, key_in, league, opened, play_out, tables
from tests.examples import race_file
from tests.season.hall import keyed

TWO_ROUNDS = "rounds: 2\ntables: {best: 4}\npoints: [10, 6, 3, 1]\n"


def played(desk: Desk, final: str = "{top: 3}", more: str = TWO_ROUNDS) -> list[str]:
    """Eight people, two rounds; who has the lower id wins. The order of the table before the final."""
    tables(desk, 8, f"{more}final: {final}")
    for number in (1, 2):
        desk.gm("draw", "cup")
        key_in(desk, number)
    return [line.player for line in opened(desk).table]


def seated(desk: Desk, number: int = 3) -> list[str]:
    (table,) = opened(desk).rounds[number].tables.values()
    return list(table)


def finish(desk: Desk, places: Mapping[str, int | str]) -> None:
    keyed(desk, 3, 1, places)


def places(desk: Desk) -> dict[str, str]:
    return {line.player: f"{line.place}{'=' if line.tied else ''}" for line in opened(desk).table}


def test_the_first_of_the_table_play_it_and_its_places_are_theirs(desk: Desk) -> None:
    before = played(desk)
    points = {line.player: line.points for line in opened(desk).table}
    said = desk.gm("draw", "cup").out
    assert "The Cup, final" in said
    assert "The final of cup is drawn." in said
    assert sorted(seated(desk)) == sorted(before[:3])
    assert not opened(desk).over
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 3})
    at = opened(desk)
    assert [line.player for line in at.table] == [before[2], before[0], before[1], *before[3:]]
    assert {line.player: line.points for line in at.table} == points
    assert at.over
    assert "all 3 rounds of cup are drawn" in desk.gm("draw", "cup", code=1).err


def test_it_waits_for_the_last_round(desk: Desk) -> None:
    tables(desk, 8, f"{TWO_ROUNDS}final: {{top: 3}}")
    desk.gm("draw", "cup")
    key_in(desk, 1)
    desk.gm("draw", "cup")
    assert "2 tables of cup have no result yet" in desk.gm("draw", "cup", code=1).err
    assert "drawn while games were still running" in desk.gm("draw", "cup", "--now").out


def test_rounds_by_lot_are_drawn_without_it(desk: Desk) -> None:
    tables(desk, 8, f"{TWO_ROUNDS}draw: lot\nfinal: {{top: 3}}")
    desk.gm("draw", "cup")
    assert sorted(opened(desk).rounds) == [1, 2]
    assert "have no result yet" in desk.gm("draw", "cup", code=1).err
    key_in(desk, 1)
    key_in(desk, 2)
    desk.gm("draw", "cup")
    assert len(seated(desk)) == 3


def test_with_a_choice_of_seats_the_best_placed_chooses_first(desk: Desk) -> None:
    before = played(desk, "{top: 4, seats: choice}")
    shown = desk.gm("draw", "cup", "--dry-run").out
    assert "They choose their seats in this order" in shown
    assert f"Table 1: {', '.join(who.title() + ' Grey' for who in before[:4])}" in shown
    told = desk.gm("draw", "cup", "--swap", before[0], before[3]).out
    assert "They choose" not in told
    assert seated(desk) == [before[3], before[1], before[2], before[0]]


def test_equals_at_the_edge_are_parted_by_lot(desk: Desk) -> None:
    """All dead heats: the lot of the final's secret says who plays, and with what word."""
    tables(desk, 8, f"{TWO_ROUNDS}final: {{top: 3, seats: choice}}")
    for number in (1, 2):
        desk.gm("draw", "cup")
        for table, people in opened(desk).rounds[number].tables.items():
            keyed(desk, number, table, dict.fromkeys(people, 1))
    answer = json.loads(desk.gm("draw", "cup", "--word", "gin", "--json").out)
    everybody = sorted(opened(desk).names)
    assert seated(desk) == Lots(answer["secret"], "gin", {}).drawn(everybody)[:3]
    finish(desk, dict.fromkeys(seated(desk), 1))
    found = places(desk)
    assert {found[who] for who in seated(desk)} == {"1="}
    assert {found[who] for who in everybody if who not in seated(desk)} == {"4="}  # no place in a table is by lot


def test_who_has_left_is_not_in_it_unless_they_come_back(desk: Desk) -> None:
    before = played(desk)
    desk.gm("enter", "cup", before[0], "--out")
    desk.gm("draw", "cup", "--dry-run")
    desk.gm("draw", "cup")
    assert sorted(seated(desk)) == sorted(before[1:4])
    finish(desk, {before[1]: 1, before[2]: 2, before[3]: 3})
    assert places(desk)[before[0]] == "4"  # behind the final, and before all others
    desk.gm("undo", "cup")  # its result
    desk.gm("undo", "cup")
    desk.gm("enter", "cup", before[0], "--back")
    desk.gm("draw", "cup")
    assert sorted(seated(desk)) == sorted(before[:3])


def test_nobody_comes_into_it_at_the_door(desk: Desk) -> None:
    played(desk)
    assert "nobody can come into cup any more" in desk.gm("enter", "cup", "Zoe Quick", code=1).err
    desk.gm("draw", "cup")
    assert "only those who are drawn for it" in desk.gm("enter", "cup", "Zoe Quick", "--now", code=1).err


def test_who_does_not_come_stands_behind_those_who_did(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    finish(desk, {before[0]: "no-show", before[1]: 2, before[2]: 1})
    assert [line.player for line in opened(desk).table] == [before[2], before[1], before[0], *before[3:]]
    text = desk.gm("standings", "cup").out
    assert "did not come" in text


def test_a_walk_over_wins_it_and_the_others_stay_as_they_were(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    desk.gm("correct", "cup", "--ruling", f"walk-over {before[2]} round 3", "--because", "Snow.")
    assert [line.player for line in opened(desk).table] == [before[2], *before[:2], *before[3:]]
    assert opened(desk).over


def test_a_void_final_leaves_the_table_as_it_was(desk: Desk) -> None:
    before = played(desk)
    was = places(desk)
    desk.gm("draw", "cup")
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 3})
    assert places(desk) != was
    desk.gm("correct", "cup", "--ruling", "void round 3 table 1", "--because", "Fire.")
    assert places(desk) == was
    assert opened(desk).over
    assert "all of it agrees" in desk.gm("verify", "cup").out


def test_it_can_be_taken_back_and_is_the_same_again(desk: Desk) -> None:
    played(desk)
    first = json.loads(desk.gm("draw", "cup", "--json").out)
    desk.gm("undo", "cup")
    assert sorted(opened(desk).rounds) == [1, 2]
    second = json.loads(desk.gm("draw", "cup", "--json").out)
    assert (second["rounds"], second["attempt"]) == (first["rounds"], 2)


def test_the_standings_show_it_as_the_final(desk: Desk) -> None:
    before = played(desk, more=f"{TWO_ROUNDS}best: 1\n")
    desk.gm("draw", "cup")
    assert "Draw of the final" in desk.gm("standings", "cup", "--full").out
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 2})
    text = desk.gm("standings", "cup").out
    assert "Table after the final" in text
    assert next(line for line in text.splitlines() if "Player" in line).split()[-1] == "Final"
    rows = {line.split()[0]: line.split()[-1] for line in text.splitlines() if " Grey " in line}
    assert (rows["1"], rows["2="], rows["4"]) == ("1", "2", "–")
    html = desk.gm("standings", "cup", "--format", "html").out
    assert 'id="season-cup-round-3">Final</th>' in html
    assert "Table after the final" not in desk.gm("standings", "cup", "--round", "2").out


def test_why_tells_of_it(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 2})
    called = {who: f"{who.title()} Grey" for who in before}
    told = desk.gm("standings", "cup", "--why", before[0]).out
    assert f"below {called[before[2]]} in the final: place 2 to 1" in told
    assert f"level with {called[before[1]]} in the final" in told
    assert "Final: table 1, place 2" in told
    behind = desk.gm("standings", "cup", "--why", before[3]).out
    assert f"below {called[before[0]]}, who has a place in the final" in behind
    compared = json.loads(desk.gm("standings", "cup", "--why", before[0], "--format", "json").out)["compared"]
    assert {each["by"] for each in compared} == {"final"}


def test_scripts_read_the_shapes_that_they_know(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 3})
    told = json.loads(desk.gm("standings", "cup", "--format", "json").out)
    first = told["table"][0]
    assert (told["round"], first["player"], first["place"], first["decided"]) == (3, before[2], 1, None)
    assert (first["results"][-1]["place"], first["results"][-1]["counts"]) == (1, False)
    rows = list(csv.DictReader(io.StringIO(desk.gm("standings", "cup", "--format", "csv").out)))
    assert [row["c3"] for row in rows] == ["0"] * 3 + [""] * 5
    assert [row["place"] for row in rows] == [str(line["place"]) for line in told["table"]]


def test_champions_issue_and_site_have_the_winner_of_the_final(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 3})
    winner = f"{before[2].title()} Grey"
    desk.gm("site")
    page = (desk.folder / "site/seasons/index.html").read_text()
    assert f"<td>{winner}</td>" in page
    assert "The Cup: the final is over" in (desk.folder / "site/feed.atom").read_text()
    assert "Table after the final" in desk.gm("standings", "cup", "--full").out


def test_its_record_makes_the_table_again(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    finish(desk, {before[2]: 1, before[0]: 2, before[1]: 3})
    record = json.loads(desk.gm("record", "cup").out)
    assert record["deals"]["secret"] is not None
    told = desk.gm("verify", "cup").out
    assert "all of it agrees, from the first draw on" in told
    assert "was drawn when" not in told
    del record["results"]["season"]["final"]
    file = desk.write("cup.json", json.dumps(record))
    assert "round 3: the results have another final than the draws" in desk.gm("verify", file, code=1).err


@pytest.mark.parametrize("final", ["{top: 3}", "{top: 3, seats: choice}"])
def test_a_checker_that_knows_only_the_page_agrees(desk: Desk, final: str) -> None:
    """Before it is drawn, while it is played, when it is over, with somebody who did not come; and not to a lie."""
    before = played(desk, final)
    told = [desk.gm("record", "cup").out]
    desk.gm("draw", "cup")
    told += [desk.gm("record", "cup").out]
    finish(desk, {before[2]: 1, before[0]: 1, before[1]: 3})
    told += [desk.gm("record", "cup").out]
    finish(desk, {before[2]: 2, before[0]: 1, before[1]: "no-show"})
    told += [desk.gm("record", "cup").out]
    assert all(seasonchecker.agrees(each) for each in told)
    lie = json.loads(told[-1])
    lie["draws"][-1]["answer"]["tables"][0]["players"].reverse()
    sealed = {key: value for key, value in lie.items() if key != "seal"}
    assert not seasonchecker.agrees(json.dumps(sealed | {"seal": sha(written(sealed))}))


def test_a_correction_after_the_draw_is_told(desk: Desk) -> None:
    before = played(desk)
    desk.gm("draw", "cup")
    desk.gm("correct", "cup", "--ruling", f"penalty {before[0]} 50", "--because", "Late.")
    told = desk.gm("verify", "cup").out
    assert f"round 3 was drawn when {before[0]} was in place 1; it is place 8 now" in told


@pytest.mark.parametrize(("language", "word"), [("en", "Final"), ("de", "Finale")])
def test_the_picture_of_the_places_calls_it_so(desk: Desk, language: str, word: str) -> None:
    one, two, three, *_ = played(desk)
    desk.gm("draw", "cup")
    finish(desk, {two: 1, one: 2, three: 3})
    desk.write("zine.yaml", f"title: Test Zine\neditor: The Editor\nlanguages: [{language}]\n")
    page = desk.gm("standings", "cup", "--format", "html").out
    picture = page[page.index('<svg xmlns="http://www.w3.org/2000/svg" class="picture season-places"') :]
    heads = re.findall(r'<text class="season-soft[^"]*" x="[\d.]+" y="14">(\w+)</text>', picture.partition("</svg>")[0])
    assert heads == ["1", "2", word]


@pytest.mark.parametrize("play", [RACING, CARD_GAME])
def test_it_is_a_game_like_the_others(desk: Desk, play: str) -> None:
    tables(desk, 6, "rounds: 1\ntables: {best: 3}\nfinal: {top: 3}", play=play)
    desk.gm("draw", "cup")
    assert "still running" in desk.gm("draw", "cup", code=1).err
    play_out(desk)
    top = {line.player for line in opened(desk).table[:2]}
    desk.gm("draw", "cup")
    assert opened(desk).games[2, 1] == "cup-r2-t1"
    assert 'title: "The Cup, final"' in (desk.folder / "games/cup-r2-t1.yaml").read_text()
    assert "Standings while the final is being played" in desk.gm("standings", "cup").out
    assert not opened(desk).over
    play_out(desk)
    at = opened(desk)
    assert at.over
    assert top <= set(seated(desk, 2)) == {line.player for line in at.table[:3]}
    (final,) = at.season.finals
    assert {line.player for line in at.table if line.place == 1} == {
        who for who, place in final.order.items() if place == min(final.order.values())
    }
    assert "all of it agrees" in desk.gm("verify", "cup").out
    desk.gm("undo", "cup")
    assert not opened(desk).over


def test_the_first_of_a_league_ride_it_off(desk: Desk) -> None:
    league(desk, 5, "races: 1\nfinal: {top: 2}")
    desk.gm("draw", "cup")
    play_out(desk)
    desk.gm("draw", "cup")
    assert len(seated(desk, 2)) == 2
    play_out(desk)
    at = opened(desk)
    assert at.over
    assert {line.player for line in at.table[:2]} == set(seated(desk, 2))
    assert "all of it agrees" in desk.gm("verify", "cup").out


def test_the_final_of_a_league_in_divisions_is_for_the_first_of_the_table(desk: Desk) -> None:
    league(desk, 6, "races: 1\ndivisions: {of: 3, up: 1, down: 1}\nfinal: {top: 2}")
    desk.gm("draw", "cup")
    play_out(desk)
    before = [line.player for line in opened(desk).table]
    desk.gm("draw", "cup")
    assert opened(desk).games[2, 1] == "cup-r2-t1"
    assert set(seated(desk, 2)) == set(before[:2]) < {"ann", "bob", "cy"}
    play_out(desk)
    at = opened(desk)
    assert at.over
    assert {line.player for line in at.table[:2]} == set(before[:2])
    assert [line.player for line in at.table[2:]] == before[2:]
    assert "all of it agrees" in desk.gm("verify", "cup").out


@pytest.mark.parametrize("entrants", ["entrants: [alice, bob, carol]\n", ""])
def test_a_league_of_games_with_names_of_their_own_has_one(desk: Desk, entrants: str) -> None:
    desk.gm("new", "cup", "--season", "league")
    desk.write("seasons/cup.yaml", f"season: league\ntitle: The Cup\nraces: [one, two]\nfinal: {{top: 2}}\n{entrants}")
    for name in ("one", "two"):
        assert f"start the next one: gm start {name}" in desk.gm("draw", "cup", code=1).err
        desk.write(f"games/{name}.yaml", race_file({"alice": "Ace", "bob": "Bay", "carol": "Cob"}))
        desk.gm("start", name)
    assert "still running" in desk.gm("draw", "cup", code=1).err
    play_out(desk)
    desk.gm("draw", "cup")
    one, two = seated(desk)
    finish(desk, {two: 1, one: 2})
    assert [line.player for line in opened(desk).table][:2] == [two, one]
    assert opened(desk).over
    assert "all of it agrees" in desk.gm("verify", "cup").out
    assert "all 3 rounds of cup are drawn" in desk.gm("draw", "cup", code=1).err
