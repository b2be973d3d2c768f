"""gm draw: who meets whom, what the round rests on, and the games that begin with it."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

import pytest

from gm.desk.desk import match_of, open_desk
from gm.season.draw import draw
from gm.season.rollcall import RollCall
from gm.store.seasons import EntryRow, ResultRow, RulingRow, Seasons
from tests.conftest import Desk
from tests.drawn import CARD_GAME, key_in, league, opened, people, play_out, tables


def met(desk: Desk) -> list[tuple[str, str]]:
    rounds = opened(desk).rounds.values()
    return [pair for each in rounds for seats in each.tables.values() for pair in combinations(sorted(seats), 2)]


def test_a_dozen_play_three_rounds_of_cards_to_the_end(desk: Desk) -> None:
    tables(desk, 12, play=CARD_GAME)
    for number in (1, 2, 3):
        told = desk.gm("draw", "cup").out
        assert f"Round {number} of cup is drawn." in told
        assert "3 games have begun: games/cup-r" in told
        play_out(desk)
    found = opened(desk)
    assert sorted(found.games) == [(number, table) for number in (1, 2, 3) for table in (1, 2, 3)]
    assert not found.running
    assert all(len(line.results) == 3 for line in found.table)
    assert sum(line.points for line in found.table) == 9 * 200
    assert "all 3 rounds of cup are drawn" in desk.gm("draw", "cup", code=1).err


def test_a_league_of_three_short_races_has_everybody_in_each(desk: Desk) -> None:
    league(desk, 5)
    for _number in (1, 2, 3):
        told = desk.gm("draw", "cup").out
        assert "Everybody rides: Ann Grey, Bob Grey, Cy Grey, Dee Grey, Eve Grey" in told
        play_out(desk)
    found = opened(desk)
    assert [sorted(each.tables[1]) for each in found.rounds.values()] == [people(desk, 5)] * 3
    assert all([result.what for result in line.results] == ["played"] * 3 for line in found.table)
    with open_desk(desk.folder, desk.now) as at:
        assert match_of(at, "cup-r2-t1").row.title == "The League, race 2"


def test_a_league_counts_games_that_were_run_before_it(desk: Desk, start: object) -> None:
    league(desk, 4)
    desk.gm("draw", "cup")
    play_out(desk)
    desk.gm("new", "year", "--season", "league")
    desk.write("seasons/year.yaml", "season: league\nraces: [cup-r1-t1, later]\n")
    found = opened(desk, "year")
    assert [(line.player, line.points) for line in found.table] == [
        (line.player, line.points) for line in opened(desk).table
    ]
    assert "gm start later" in desk.gm("draw", "year", code=1).err


@pytest.mark.parametrize("many", range(3, 31))
def test_every_number_of_people_is_drawn_and_drawn_again(desk: Desk, many: int) -> None:
    tables(desk, many, "rounds: 2")
    for number in (1, 2):
        told = json.loads(desk.gm("draw", "cup", "--json").out)
        (drawn,) = told["rounds"]
        sizes = [len(table["seats"]) for table in drawn["tables"]]
        assert sum(sizes) == many
        assert not drawn["out"]
        assert set(sizes) <= {3, 4, 5}
        key_in(desk, number)
    call = RollCall.of(told["rests_on"])
    assert call.as_json() == told["rests_on"]
    assert draw(call, told["secret"]).as_json() == {key: told[key] for key in ("seed", "price", "rounds")}


@pytest.mark.parametrize("many", range(2, 13))
def test_a_number_that_makes_no_tables_is_refused_or_somebody_sits_out(desk: Desk, many: int) -> None:
    tables(desk, many, "tables: {best: 4}")
    if many < 4:
        assert f"{many} are in, and there are no tables for so many" in desk.gm("draw", "cup", code=1).err
        assert not opened(desk).draws
        return
    rows = list(csv.DictReader(io.StringIO(desk.gm("draw", "cup", "--format", "csv").out)))
    assert len(rows) == many
    assert [row["table"] for row in rows].count("0") == many % 4 == [row["seat"] for row in rows].count("")
    assert {row["name"] for row in rows} == {f"{name.title()} Grey" for name in people(desk, many)}


def test_who_sat_out_does_not_sit_out_again_and_has_the_mean_of_the_other_results(desk: Desk) -> None:
    tables(desk, 9, "tables: {best: 4}")
    outs = []
    for number in (1, 2, 3):
        outs += json.loads(desk.gm("draw", "cup", "--json").out)["rounds"][0]["out"]
        key_in(desk, number)
    assert len(set(outs)) == 3
    line = next(line for line in opened(desk).table if line.player == outs[0])
    assert line.results[0].points == (line.results[1].points + line.results[2].points) / 2


def test_who_has_met_does_not_meet_again_while_it_can_be_helped(desk: Desk) -> None:
    tables(desk, 16, "rounds: 5")
    for number in range(1, 6):
        told = desk.gm("draw", "cup").out
        assert "meet again" not in told
        key_in(desk, number)
    assert len(set(met(desk))) == len(met(desk)) == 5 * 4 * 6


def test_what_is_not_ideal_is_named_with_the_draw(desk: Desk) -> None:
    tables(desk, 4)
    assert "meet again" not in desk.gm("draw", "cup").out
    key_in(desk, 1)
    assert "Ann Grey and Bob Grey meet again" in desk.gm("draw", "cup").out


def test_people_with_the_same_word_are_kept_apart_and_the_word_is_not_told(desk: Desk) -> None:
    entered = ", ".join(f"{{player: {name}, apart: club-{'ab'[n % 2]}}}" for n, name in enumerate(people(desk, 8)))
    tables(desk, 8, f"entrants: [{entered}]\ntables: {{best: 2}}")
    told = desk.gm("draw", "cup", "--json").out
    assert "club" not in told
    call = json.loads(told)["rests_on"]["players"]
    assert {call[name]["apart"] for name in ("ann", "cy", "eve", "gus")} == {1}
    for seats in opened(desk).rounds[1].tables.values():
        assert {call[name]["apart"] for name in seats} == {1, 2}


def test_who_has_a_table_of_their_own_never_moves(desk: Desk) -> None:
    people(desk, 12)
    tables(desk, 12, "entrants: [ann, bob, cy, dee, eve, fay, gus, hal, ida, joe, kim, {player: leo, table: 7}]")
    for number in (1, 2, 3):
        desk.gm("draw", "cup")
        key_in(desk, number)
        assert "leo" in opened(desk).rounds[number].tables[7]


# What it rests on


def test_a_round_by_score_rests_on_the_table_and_puts_equals_together(desk: Desk) -> None:
    tables(desk, 16)
    desk.gm("draw", "cup")
    key_in(desk, 1)
    points = {line.player: line.points for line in opened(desk).table}
    told = json.loads(desk.gm("draw", "cup", "--json").out)
    assert {who: Fraction(each["points"]) for who, each in told["rests_on"]["players"].items()} == points
    first = told["rounds"][0]["tables"][0]["seats"]
    assert {points[player] for player in first} == {Fraction(100)}


def test_the_secrets_are_a_chain_that_begins_with_the_commitment(desk: Desk) -> None:
    tables(desk, 4)
    before = opened(desk).secret(0)
    for number in (1, 2, 3):
        secret = json.loads(desk.gm("draw", "cup", "--json").out)["secret"]
        assert sha256(secret.encode()).hexdigest() == before
        before = secret
        key_in(desk, number)


def test_a_word_that_is_called_out_goes_into_the_seed(desk: Desk) -> None:
    tables(desk, 12)
    plain = json.loads(desk.gm("draw", "cup", "--dry-run", "--json").out)
    told = json.loads(desk.gm("draw", "cup", "--word", "  Foinavon  ", "--json").out)
    assert told["rests_on"]["word"] == "Foinavon"
    assert told["seed"] != plain["seed"]
    assert "at most 64" in desk.gm("draw", "cup", "--now", "--word", "x" * 65, code=1).err


def test_lucky_words_are_in_the_roll_call(desk: Desk) -> None:
    people(desk, 4)
    tables(desk, 4, "entrants: [ann, bob, cy, {player: dee, lucky_word: gin}]")
    told = json.loads(desk.gm("draw", "cup", "--json").out)
    assert told["rests_on"]["players"]["dee"]["lucky_word"] == "gin"


def test_no_shows_and_void_games_have_met_nobody(desk: Desk) -> None:
    tables(desk, 8)
    desk.gm("draw", "cup")
    one, other = opened(desk).rounds[1].tables.values()
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        came = {player: place for place, player in enumerate(one[1:], start=1)}
        Seasons(at.store).add_result("cup", ResultRow(1, 1, {"places": {**came, one[0]: "no-show"}}), at.stamp)
        Seasons(at.store).add_ruling("cup", RulingRow("void", 1, 2, None, None, "", 0), at.stamp)
        at.deeds.will("")
    call = json.loads(desk.gm("draw", "cup", "--json").out)["rests_on"]
    pairs = set(combinations(sorted(came), 2))
    assert {(low, high) for low, others in call["met"].items() for high in others} == pairs
    assert [call["players"][who]["seats"] for who in [one[0], *other]] == [{}] * 5


def test_who_withdraws_is_not_drawn_and_who_is_back_is(desk: Desk) -> None:
    tables(desk, 9)
    desk.gm("draw", "cup")
    key_in(desk, 1)
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        for row in (EntryRow("ann", "out", 2), EntryRow("ann", "back", 3), EntryRow("zoe", "in", 2, "Zoe Quick")):
            Seasons(at.store).add_entry("cup", row, at.stamp)
        at.deeds.will("")
    desk.gm("draw", "cup")
    key_in(desk, 2)
    there = {who for seats in opened(desk).rounds[2].tables.values() for who in seats}
    assert "ann" not in there
    assert "zoe" in there
    desk.gm("draw", "cup")
    assert "ann" in {who for seats in opened(desk).rounds[3].tables.values() for who in seats}
    zoe = next(line for line in opened(desk).table if line.player == "zoe")
    assert [result.round for result in zoe.results] == [2]
    assert opened(desk).names["zoe"] == "Zoe Quick"


def test_a_guest_plays_a_game_of_cards(desk: Desk) -> None:
    tables(desk, 3, play=CARD_GAME)
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        Seasons(at.store).add_entry("cup", EntryRow("zoe-q", "in", 1, "Zoe Quick", lucky_word="gin"), at.stamp)
        at.deeds.will("")
    assert "Zoe Quick" in desk.gm("draw", "cup").out
    with open_desk(desk.folder, desk.now) as at:
        found = match_of(at, "cup-r1-t1")
        assert "Zoe Quick" in found.names.values()
        assert next(row["word"] for row in found.row.roster if row["player"] == "zoe-q") == "gin"


# The file


@pytest.mark.parametrize(
    ("changed", "key"),
    [("points: [3, 2, 1]", "points"), ("best: 2", "best"), ("ties: [score]", "ties"), ("late: last", "late")],
)
def test_a_changed_key_that_touches_rounds_already_drawn_is_refused(desk: Desk, changed: str, key: str) -> None:
    tables(desk, 8)
    desk.gm("draw", "cup")
    key_in(desk, 1)
    path = desk.folder / "seasons/cup.yaml"
    before = path.read_text()
    path.write_text(f"{before}{changed}\n")
    refused = desk.gm("draw", "cup", code=1).err
    assert f"{key} has been changed in seasons/cup.yaml, and round 1 is drawn already" in refused
    path.write_text(before.replace("rounds: 3", "rounds: 4").replace("best: 4", "best: 3"))
    desk.gm("draw", "cup")


def test_fewer_rounds_than_are_drawn_are_refused(desk: Desk) -> None:
    tables(desk, 8)
    for number in (1, 2):
        desk.gm("draw", "cup")
        key_in(desk, number)
    path = desk.folder / "seasons/cup.yaml"
    path.write_text(path.read_text().replace("rounds: 3", "rounds: 1"))
    assert "has 1 rounds, and round 2 is drawn already" in desk.gm("draw", "cup", code=1).err


def test_a_file_that_was_copied_has_no_secrets(desk: Desk) -> None:
    tables(desk, 8)
    desk.write("seasons/other.yaml", (desk.folder / "seasons/cup.yaml").read_bytes())
    assert "gm new other --season FORMAT" in desk.gm("draw", "other", code=1).err


# Games


def test_a_games_secret_follows_from_the_seasons_and_its_commitment_stands_in_its_report(desk: Desk) -> None:
    tables(desk, 4, play=CARD_GAME)
    desk.gm("draw", "cup")
    deals = opened(desk).row.deals
    secret = sha256(f"{deals}\ncup-r1-t1".encode()).hexdigest()
    with open_desk(desk.folder, desk.now) as at:
        assert match_of(at, "cup-r1-t1").row.secret == secret
    assert sha256(secret.encode()).hexdigest() in desk.gm("report", "cup-r1-t1").out
    desk.gm("verify", "cup-r1-t1")


def test_a_games_file_and_start_packet_are_as_those_that_gm_start_writes(desk: Desk) -> None:
    people(desk, 4)
    tables(desk, 4, 'entrants: [ann, bob, cy, {player: dee, lucky_word: "gin: \'n it"}]', play=CARD_GAME)
    desk.gm("draw", "cup")
    written = (desk.folder / "games/cup-r1-t1.yaml").read_text()
    packet = {name: data for name, data in desk.files().items() if name.startswith("issues/cup-r1-t1/")}
    assert len(packet) == 3 * 5 + 4
    with open_desk(desk.folder, desk.now) as at:
        row = match_of(at, "cup-r1-t1").row
    assert row.file == written
    assert next(each["word"] for each in row.roster if each["player"] == "dee") == "gin: 'n it"
    assert "changed" not in desk.gm("status", "cup").out


def test_a_horse_has_its_own_name_or_its_players(desk: Desk) -> None:
    people(desk, 3)
    league(desk, 3)
    path = desk.folder / "seasons/cup.yaml"
    path.write_text(path.read_text().replace("[ann,", "[{player: ann, horse: Red Rum},"))
    desk.write("players.yaml", "ann: Ann\nbob: Cy\ncy: Bob\n")
    desk.gm("draw", "cup")
    with open_desk(desk.folder, desk.now) as at:
        assert dict(match_of(at, "cup-r1-t1").seats) == {"ann": "Red Rum", "bob": "bob", "cy": "cy"}


def test_first_turns_are_due_as_the_file_says_and_later_rounds_keep_its_rhythm(desk: Desk) -> None:
    league(desk, 3, "races: 3\ndeadlines: {first: 2026-11-20 20:00, every: 1 week, grace: 1 day}")
    assert "turn 1 is due" in desk.gm("draw", "cup").out
    desk.now = datetime(2026, 12, 4, 21, 0, tzinfo=UTC)
    desk.gm("draw", "cup")
    desk.now += timedelta(days=5)
    desk.gm("draw", "cup")
    with open_desk(desk.folder, desk.now) as at:
        due = [at.store.deadline(f"cup-r{number}-t1", 1) for number in (1, 2, 3)]
    assert due == ["2026-11-21T20:00:00+00:00", "2026-12-12T20:00:00+00:00", "2026-12-19T20:00:00+00:00"]
    assert (
        'deadlines: {"first": "2026-12-11 20:00", "every": "1 week", "grace": "1 day"}'
        in (desk.folder / "games/cup-r2-t1.yaml").read_text()
    )


def test_divisions_of_a_league_ride_apart(desk: Desk) -> None:
    league(desk, 6, "races: 2\ndivisions: {of: 3, up: 1, down: 1}")
    told = desk.gm("draw", "cup").out
    assert "Division 1: Ann Grey, Bob Grey, Cy Grey" in told
    assert sorted(opened(desk).games) == [(1, 1), (1, 2)]
    play_out(desk)
    assert [line.division for line in opened(desk).table] == [1, 1, 1, 2, 2, 2]
