"""Leagues in divisions, year after year: gm new NAME --season FORMAT --after EARLIER (S16)."""

import json

import pytest

from gm.core.play import Json
from gm.core.proof import seal
from gm.desk.desk import open_desk
from gm.desk.seasonrecord import seed_of
from gm.season.lots import LONGEST, Lots, link
from gm.season.years import next_divisions
from gm.store.seasons import ResultRow, Seasons
from tests.conftest import Desk
from tests.drawn import league, opened, people, play_out
from tests.examples import RACE

DIVIDED = "races: 1\ndivisions: {of: 3, up: 1, down: 1}"
FIRST = [["ann", "bob", "cy"], ["dee", "eve", "fay"], ["gus", "hal", "ida"]]


def at_the_table(desk: Desk, name: str, entrants: str, more: str = DIVIDED, format: str = "league") -> None:
    if not (desk.folder / f"seasons/{name}.yaml").exists():
        desk.gm("new", name, "--season", format)
    desk.write(
        f"seasons/{name}.yaml",
        f"season: {format}\ntitle: The League\nplayed: at the table\nentrants: [{entrants}]\n{more}\n",
    )


def ridden(desk: Desk, name: str, number: int = 1) -> list[list[str]]:
    return [sorted(who) for _, who in sorted(opened(desk, name).rounds[number].tables.items())]


def key(desk: Desk, name: str, *tables: str, number: int = 1) -> None:
    """A line for each table: those in the order of their places, with = behind one who is level with the one before."""
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        for table, line in enumerate(tables, start=1):
            places: dict[str, int] = {}
            for position, who in enumerate(line.split(), start=1):
                places[who.strip("=")] = list(places.values())[-1] if who.endswith("=") else position
            row = ResultRow(number, table, {"places": places, "scores": {}})
            Seasons(at.store).add_result(name, row, at.stamp)
        at.deeds.will("")


@pytest.fixture
def first_year(desk: Desk) -> Desk:
    """Three divisions of three, played: Cy is last of the first, Eve first of the second, and so on."""
    at_the_table(desk, "cup", ", ".join(people(desk, 10)[:9]))
    desk.gm("draw", "cup")
    assert ridden(desk, "cup") == FIRST
    key(desk, "cup", "ann bob cy", "eve fay dee", "ida gus hal")
    return desk


def second_year(desk: Desk, name: str = "next") -> str:
    desk.gm("new", name, "--season", "league", "--after", "cup")
    return (desk.folder / f"seasons/{name}.yaml").read_text()


# The first year


def test_the_first_divisions_are_cut_in_order_of_id(desk: Desk) -> None:
    people(desk, 8)
    at_the_table(desk, "cup", "hal, ann, gus, bob, fay, cy, eve")
    desk.gm("draw", "cup")
    assert ridden(desk, "cup") == [["ann", "bob", "cy"], ["eve", "fay", "gus", "hal"]]  # a last one of one joins


def test_who_has_a_division_rides_in_it_and_the_others_fill_the_room(desk: Desk) -> None:
    people(desk, 6)
    at_the_table(desk, "cup", "ann, {player: bob, division: 2}, cy, dee, eve, {player: fay, division: 1}")
    desk.gm("draw", "cup")
    assert ridden(desk, "cup") == [["ann", "cy", "fay"], ["bob", "dee", "eve"]]


def test_nobody_is_moved_to_another_division_between_two_races(desk: Desk) -> None:
    people(desk, 6)
    at_the_table(desk, "cup", "ann, bob, cy, dee, eve, fay", DIVIDED.replace("1\n", "2\n", 1))
    desk.gm("draw", "cup")
    at_the_table(desk, "cup", "ann, bob, cy, dee, eve, {player: fay, division: 1}", DIVIDED.replace("1\n", "2\n", 1))
    said = desk.gm("draw", "cup", code=1).err
    assert "moves fay, who has ridden in division 2" in said
    assert opened(desk).next_round == 2


def test_races_of_divisions_have_titles_of_their_own(desk: Desk) -> None:
    league(desk, 6, DIVIDED)
    desk.gm("draw", "cup")
    assert "The League, division 2, race 1" in (desk.folder / "games/cup-r1-t2.yaml").read_text()
    play_out(desk)
    assert desk.gm("standings", "cup").out.count("Division") == 2


# The next


def test_the_last_go_down_and_the_first_come_up(first_year: Desk) -> None:
    assert "after: cup" in second_year(first_year)
    said = first_year.gm("draw", "next").out
    assert ridden(first_year, "next") == [["ann", "bob", "eve"], ["cy", "fay", "ida"], ["dee", "gus", "hal"]]
    assert "up: Eve Grey, Ida Grey" in said
    assert "down: Cy Grey, Dee Grey" in said
    assert "new:" not in said
    key(first_year, "next", "eve ann bob", "cy fay ida", "dee gus hal")
    told = json.loads(first_year.gm("standings", "next", "--format", "json").out)
    assert [(line["division"], line["player"]) for line in told["table"]][:4] == [
        (1, "eve"),
        (1, "ann"),
        (1, "bob"),
        (2, "cy"),
    ]


def test_who_left_is_taken_out_newcomers_follow_and_all_close_ranks(first_year: Desk) -> None:
    text = second_year(first_year)
    first_year.write("seasons/next.yaml", text.replace("  - bob\n", "  - joe\n"))
    said = first_year.gm("draw", "next").out
    assert ridden(first_year, "next") == [["ann", "cy", "eve"], ["dee", "fay", "ida"], ["gus", "hal", "joe"]]
    assert "new: Joe Grey" in said


def test_the_game_master_can_put_somebody_into_a_division(first_year: Desk) -> None:
    text = second_year(first_year)
    first_year.write("seasons/next.yaml", text.replace("  - bob\n", "  - {player: joe, division: 1}\n"))
    first_year.gm("draw", "next")
    assert ridden(first_year, "next")[0] == ["ann", "eve", "joe"]
    assert first_year.gm("verify", "next").out


@pytest.mark.parametrize("word", ["", "gin"])
def test_equals_at_the_border_go_by_lot_with_the_first_secret_words_and_all(first_year: Desk, word: str) -> None:
    key(first_year, "cup", "ann bob cy=", "dee eve= fay=")
    text = second_year(first_year)
    first_year.write("seasons/next.yaml", text.replace("  - eve\n", "  - {player: eve, lucky_word: marmalade}\n"))
    call = draw_as_json(first_year, word)
    now = opened(first_year, "next")
    lots = Lots(link(now.row.secret, LONGEST - 1), word, {"eve": "marmalade"})
    before = [{"ann": 1, "bob": 2, "cy": 2}, {"dee": 1, "eve": 1, "fay": 1}, {"ida": 1, "gus": 2, "hal": 3}]
    wanted = next_divisions(before, [*call["players"]], 3, 1, 1, lots)
    assert ridden(first_year, "next") == [sorted(division) for division in wanted]
    assert call["divisions"] == {"after": "cup", "of": 3, "up": 1, "down": 1, "before": before}
    assert call["format"] == "league 1"
    assert call["players"]["eve"]["lucky_word"] == "marmalade"


def draw_as_json(desk: Desk, word: str = "") -> Json:
    told = json.loads(desk.gm("draw", "next", "--json", *(["--word", word] if word else [])).out)
    found: Json = told["rests_on"]
    return found


def test_divisions_stay_for_the_year_whatever_becomes_of_last_years_table(first_year: Desk) -> None:
    text = second_year(first_year)
    first_year.write("seasons/next.yaml", text.replace("races: 1", "races: 2"))
    first_year.gm("draw", "next")
    first = ridden(first_year, "next")
    key(first_year, "cup", "cy bob ann", "dee fay eve", "hal gus ida")  # corrected, too late
    first_year.gm("enter", "next", "joe")
    first_year.gm("draw", "next")
    assert ridden(first_year, "next", 2) == [*first[:2], sorted([*first[2], "joe"])]
    assert opened(first_year, "next").draws[1].rests_on["format"] == "draw 1"


def test_a_draw_taken_back_divides_again(first_year: Desk) -> None:
    text = second_year(first_year)
    first_year.gm("draw", "next")
    first_year.gm("undo", "next")
    first_year.write("seasons/next.yaml", text.replace("  - ann\n", ""))
    first_year.gm("draw", "next")
    assert ridden(first_year, "next")[0] == ["bob", "cy", "eve"]


def test_before_the_first_race_is_drawn_nobody_is_told_who_rides_where(first_year: Desk) -> None:
    second_year(first_year)
    assert {line.division for line in opened(first_year, "next").table} == {1}
    assert "Division" not in first_year.gm("standings", "next").out


def test_the_record_divides_again_and_finds_who_was_put_elsewhere(first_year: Desk) -> None:
    second_year(first_year)
    first_year.gm("draw", "next")
    record = json.loads(first_year.gm("record", "next").out)
    assert verified(first_year, record, 0)
    upper, lower = record["draws"][0]["answer"]["tables"][:2]
    place, other = upper["seats"].index("eve"), lower["seats"].index("cy")
    upper["seats"][place], lower["seats"][other] = "cy", "eve"
    assert "secret and roll call give other tables" in verified(first_year, record, 1)


def test_a_record_with_other_places_of_last_year_is_not_the_one_that_was_drawn(first_year: Desk) -> None:
    second_year(first_year)
    first_year.gm("draw", "next")
    record = json.loads(first_year.gm("record", "next").out)
    record["draws"][0]["rests_on"]["divisions"]["before"][0]["cy"] = 1
    assert "the seed is not that of the secret and the roll call" in verified(first_year, record, 1)


@pytest.mark.parametrize(
    "divisions", [None, [], {"of": 0}, {"after": "cup", "of": 0, "up": 1, "down": 1, "before": []}]
)
def test_a_record_with_divisions_that_are_none_is_refused_in_words(first_year: Desk, divisions: Json) -> None:
    second_year(first_year)
    first_year.gm("draw", "next")
    record = json.loads(first_year.gm("record", "next").out)
    drawn = record["draws"][0]
    drawn["rests_on"]["divisions"] = divisions
    drawn["seed"] = seed_of(drawn["rests_on"], drawn["secret"])
    assert "its roll call cannot be read" in verified(first_year, record, 1)


def verified(desk: Desk, record: Json, code: int) -> str:
    told = {name: value for name, value in record.items() if name != "seal"}
    desk.write("next.json", json.dumps(told | {"seal": seal(told)}))
    ran = desk.gm("verify", desk.folder / "next.json", code=code)
    return ran.out + ran.err


def test_the_games_of_a_second_year_are_raced_a_division_each(desk: Desk) -> None:
    league(desk, 6, DIVIDED)
    desk.gm("draw", "cup")
    play_out(desk)
    second_year(desk)
    desk.gm("draw", "next")
    assert sorted(opened(desk, "next").games.values()) == ["next-r1-t1", "next-r1-t2"]
    assert desk.gm("verify", "next").out


# The file


def test_the_new_file_has_what_last_years_had_but_lucky_words_and_whoever_left(desk: Desk) -> None:
    people(desk, 6)
    more = "races: 2\npoints: {2: [3, 1], 3: [5, 3, 1]}\nbest: 1\nties: [met, score]\nlate: last\n"
    more += "deadlines: {first: 2026-11-20 20:00, every: 2 weeks, grace: 1 day}"
    at_the_table(desk, "cup", "{player: cy, lucky_word: gin}, ann, {player: bob, apart: club}, dee", more)
    desk.gm("draw", "cup")
    key(desk, "cup", "ann bob cy dee")
    desk.gm("enter", "cup", "Zoe Quick")
    desk.gm("enter", "cup", "dee", "--out")
    desk.gm("draw", "cup")
    key(desk, "cup", "zoe-quick ann bob cy", number=2)
    said = desk.gm("new", "next", "--season", "league", "--after", "cup").out
    assert "4 are entered, as cup ended." in said
    assert "not entered, because they had left: dee" in said
    assert "guests, whom players.yaml does not have: zoe-quick" in said
    old, new = opened(desk, "cup"), opened(desk, "next")
    assert [entry.player for entry in new.file.entrants] == ["cy", "ann", "bob", "zoe-quick"]
    assert [entry.apart for entry in new.file.entrants] == ["", "", "club", ""]
    assert not any(entry.lucky_word for entry in new.file.entrants)
    assert (new.file.counting, new.file.rounds, new.file.title) == (old.file.counting, 2, "The League")
    assert (new.file.game, new.file.first, new.file.after) == (None, None, "cup")
    text = (desk.folder / "seasons/next.yaml").read_text()
    assert "every: 2 weeks, grace: 1 day}" in text
    assert "# - dee" in text
    assert new.row.secret != old.row.secret
    desk.gm("draw", "next")


@pytest.mark.parametrize("title", ["The 'Cup': at Ö #1", "[a, b]", "a: b", "- x -", "a:", "Half past 20:00"])
def test_whatever_a_title_is_it_is_the_same_next_year(first_year: Desk, title: str) -> None:
    file = first_year.folder / "seasons/cup.yaml"
    file.write_text(file.read_text().replace("title: The League", f'title: "{title}"'))
    second_year(first_year)
    assert opened(first_year, "next").file.title == opened(first_year, "cup").file.title == title


def test_tables_come_after_tables(desk: Desk) -> None:
    people(desk, 4)
    rounds = "rounds: 1\ntables: {best: 4}"
    at_the_table(desk, "cup", "ann, bob, cy, {player: dee, table: 2}", rounds, "tables")
    desk.gm("draw", "cup")
    with open_desk(desk.folder, desk.now) as at, at.store.writing():
        places = {"ann": 1, "bob": 2, "cy": 3, "dee": 4}
        Seasons(at.store).add_result("cup", ResultRow(1, 2, {"places": places, "scores": {}}), at.stamp)
        at.deeds.will("")
    desk.gm("new", "next", "--season", "tables", "--after", "cup")
    assert "after:" not in (desk.folder / "seasons/next.yaml").read_text()
    assert opened(desk, "next").file.entrants[3].table == 2


# What is refused


def test_an_unknown_season_one_of_another_format_and_one_that_goes_on_are_refused(first_year: Desk) -> None:
    gm, before = first_year.gm, sorted(first_year.folder.rglob("seasons/*"))
    assert "there is no season called 'cap'" in gm("new", "next", "--season", "league", "--after", "cap", code=1).err
    assert "a season of the format league" in gm("new", "next", "--season", "tables", "--after", "cup", code=1).err
    with open_desk(first_year.folder, first_year.now) as at:
        assert Seasons(at.store).names() == ["cup"]
    assert sorted(first_year.folder.rglob("seasons/*")) == before
    at_the_table(first_year, "cup", "ann, bob, cy, dee, eve, fay, gus, hal, ida", DIVIDED.replace("1\n", "2\n", 1))
    assert "cup is not over yet" in gm("new", "next", "--season", "league", "--after", "cup", code=1).err
    assert "say --season FORMAT, too" in gm("new", "next", "--after", "cup", code=2).err
    assert not (first_year.folder / "seasons/next.yaml").exists()


def test_rules_of_its_own_are_refused_with_last_years_season(first_year: Desk) -> None:
    said = first_year.gm("new", "next", "--season", "league", "--after", "cup", "--rules", RACE, code=1).err
    assert "what is played is taken from cup" in said


def test_a_first_race_waits_for_last_years_season(first_year: Desk) -> None:
    text = second_year(first_year)
    at_the_table(first_year, "cup", "ann, bob, cy, dee, eve, fay, gus, hal, ida", DIVIDED.replace("1\n", "2\n", 1))
    assert "cup is not over yet" in first_year.gm("draw", "next", code=1).err
    first_year.write("seasons/next.yaml", text.replace("after: cup", "after: cap"))
    assert "there is no season called 'cap'" in first_year.gm("draw", "next", code=1).err
    first_year.write("seasons/next.yaml", text.replace("after: cup", "after: next"))
    assert "after is the name of last year's season" in first_year.gm("draw", "next", code=1).err


def test_last_years_season_cannot_be_changed_for_another_once_a_race_is_drawn(first_year: Desk) -> None:
    text = second_year(first_year).replace("races: 1", "races: 2")
    first_year.write("seasons/next.yaml", text)
    first_year.gm("draw", "next")
    first_year.write("seasons/next.yaml", text.replace("after: cup\n", ""))
    assert "after has been changed" in first_year.gm("draw", "next", code=1).err
