"""A season as people and scripts read it: the table, why, the draw, who met whom, and the formats for elsewhere."""

import csv
import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest

from gm.core.words import LANGUAGES
from gm.reports import seasondata, seasonpages, seasonwhy
from gm.reports.layout import columns
from gm.reports.seasontable import Contest, Drawn, Penalty, told
from gm.season.points import Points
from gm.season.results import Entrant, Played, Season
from gm.season.review import as_of, crossings, moved, runs
from gm.season.standings import standings
from gm.season.why import why

TEN = Points({0: (Fraction(10), Fraction(6), Fraction(3), Fraction(1))})
NAMES = {"ann": "Ann Able", "bob": "Bob <script>", "cy": "Cy", "dee": "Dee", "eve": "Eve"}


def season(**more: object) -> Season:
    """Four at a table for two rounds; Eve comes for the second, when Cy sits out."""
    games = [
        Played(1, 1, {"ann": 1, "bob": 2, "cy": 2, "dee": 4}, {"ann": Fraction(12)}),
        Played(2, 1, {"ann": 3, "bob": 1, "dee": 2, "eve": 4}),
    ]
    entrants = [Entrant("ann"), Entrant("bob"), Entrant("cy"), Entrant("dee", withdrew=3), Entrant("eve", since=2)]
    given: dict[str, object] = {"out": {2: ["cy"]}, "points": TEN} | more
    return Season(entrants, games, **given)  # type: ignore[arg-type]


def contest(**more: object) -> Contest:
    draws = [
        Drawn(1, {1: ["ann", "bob", "cy", "dee"]}),
        Drawn(2, {1: ["eve", "dee", "bob", "ann"]}, ["cy"], [["ann", "bob"]], [["eve", "ann"]]),
    ]
    given: dict[str, object] = {"rounds": 5, "draws": draws} | more
    return Contest("cup", "The Winter Cup", "tables", season(), NAMES, **given)  # type: ignore[arg-type]


def pairs() -> Contest:
    """Tables of two."""
    games = [
        Played(1, 1, {"ann": 1, "bob": 2}),
        Played(1, 2, {"cy": 1, "dee": 1}),
        Played(2, 1, {"ann": 1, "cy": 2}),
        Played(2, 2, {"eve": 1}, absent=frozenset({"bob"})),
    ]
    entrants = [Entrant(player) for player in NAMES]
    held = Season(entrants, games, {1: ["eve"], 2: ["dee"]}, {"bob": Fraction(50)})
    draws = [Drawn(1, {1: ["bob", "ann"], 2: ["dee", "cy"]}, ["eve"])]
    return Contest("cup", "The Winter Cup", "tables", held, NAMES, 5, draws)


# Looking back


def test_after_an_earlier_round_nothing_is_known_of_the_later_ones() -> None:
    before = as_of(season(), 1)
    assert [each.player for each in before.entrants] == ["ann", "bob", "cy", "dee"]
    assert [each.withdrew for each in before.entrants] == [None] * 4
    assert before.round == 1
    assert not before.out


def test_who_moved_is_told_against_the_round_before_and_a_newcomer_did_not() -> None:
    held = season()
    assert moved(held, standings(held)) == {"bob": 1, "ann": -1, "cy": -1, "dee": 0, "eve": None}
    assert set(moved(as_of(held, 1), standings(as_of(held, 1))).values()) == {None}


def test_places_round_by_round_begin_when_somebody_comes() -> None:
    assert runs(season()) == {"ann": [1, 2], "bob": [2, 1], "cy": [2, 3], "dee": [4, 4], "eve": [None, 5]}


def test_who_met_whom_is_told_by_their_numbers_in_the_table() -> None:
    held = season()
    found = crossings(standings(held))
    assert [(each.round, each.table, each.others) for each in found["dee"]] == [(1, 1, [1, 2, 3]), (2, 1, [1, 2, 5])]
    assert [each.round for each in found["cy"]] == [1]


def test_at_a_large_table_nobody_is_listed() -> None:
    people = [f"p{number}" for number in range(20)]
    field = Season([Entrant(each) for each in people], [Played(1, 1, dict.fromkeys(people, 1))])
    assert {(each.many, len(each.others)) for sat in crossings(standings(field)).values() for each in sat} == {(19, 0)}


# Why


def tied(**more: object) -> Season:
    """Ann and Bob have as many points, and only a tie-break parts them."""
    games = [Played(1, 1, {"ann": 1, "bob": 2, "cy": 3}), Played(2, 1, {"bob": 1, "ann": 2, "cy": 3})]
    return Season([Entrant(each) for each in ("ann", "bob", "cy")], games, **more)  # type: ignore[arg-type]


def test_who_shares_a_place_is_told_so() -> None:
    held = tied()
    assert [(each.other, each.above) for each in why(held, standings(held), "ann")] == [("bob", None), ("cy", True)]


@pytest.mark.parametrize(
    ("tie_break", "above", "numbers"),
    [
        ("recent", False, (Fraction(50), Fraction(100), 2, False)),
        ("score", True, (Fraction(9), Fraction(4), None, False)),
    ],
)
def test_a_tie_break_is_told_with_the_numbers_it_compared(tie_break: str, above: bool, numbers: object) -> None:
    games = [replace(game, scores={"ann": Fraction(game.round), "bob": Fraction(2)}) for game in tied().games]
    games[1] = replace(games[1], scores={"ann": Fraction(8), "bob": Fraction(2)})
    held = replace(tied(), games=games, ties=[tie_break])
    found = next(each for each in why(held, standings(held), "ann") if each.other == "bob")
    assert (found.by, found.above, tuple(found.numbers)) == (tie_break, above, numbers)


def test_countback_names_the_first_place_that_they_have_not_equally_often() -> None:
    games = [
        Played(1, 1, {"ann": 1, "bob": 2, "cy": 3}),
        Played(2, 1, {"ann": 3, "bob": 2, "cy": 1}),
        Played(3, 1, {"cy": 1, "ann": 2, "bob": 2}),
    ]
    held = Season([Entrant(each) for each in ("ann", "bob", "cy")], games, ties=["countback"])
    found = why(held, standings(held), "bob")
    assert [(each.other, each.by, each.above) for each in found] == [
        ("cy", "points", False),
        ("ann", "countback", False),
    ]
    assert tuple(found[1].numbers) == (0, 1, 1, False)


def test_what_tells_why_agrees_with_the_table() -> None:
    """Whoever is said to stand above somebody has the lower place, for every two who have as many points."""
    for ties in (["countback"], ["met", "opposition"], ["opposition"], ["recent"], ["countback", "met", "opposition"]):
        held = season(ties=ties, best=1)
        table = standings(held)
        place = {line.player: line.place for line in table}
        for line in table:
            for each in why(held, table, line.player):
                mine, theirs = place[line.player], place[each.other]
                assert {True: mine < theirs, False: mine > theirs, None: mine == theirs}[each.above]


def test_why_is_told_in_words_with_what_is_struck() -> None:
    held = replace(contest(), season=season(best=1, ties=["recent"]), given=None)
    text = seasonwhy.as_text(held, "bob")
    assert "Round 1: 4½ points (table 1, place 2), struck" in text
    assert "below Ann Able" not in text
    assert "above Ann Able by the latest rounds: 10 to 3 points in round 2" in " ".join(text.split())


def test_why_for_scripts_has_exact_numbers() -> None:
    compared = seasonwhy.as_json(contest(), "ann")["compared"]
    assert compared[0] == {
        "other": "bob", "above": False, "by": "points", "mine": "13", "theirs": "29/2", "at": None, "struck_too": False,
    }  # fmt: skip


# The table as people read it


def test_the_text_names_place_points_and_each_rounds_result() -> None:
    text = seasonpages.page(told(contest()), "txt")
    line = next(each for each in text.splitlines() if "Bob" in each)
    assert line.split() == ["1", "+1", "Bob", "<script>", "14½", "4½", "10"]
    assert "Standings after round 2 of 5" in text
    assert "Dee: withdrawn" in text
    assert "4½o" in text  # who sat out has the mean of the other results


def test_struck_results_are_in_brackets_and_struck_on_the_page() -> None:
    held = replace(contest(), season=season(best=1))
    assert "(4½)" in seasonpages.page(told(held), "txt")
    assert "<s>4½</s>" in seasonpages.page(told(held), "html")


def test_what_is_not_certain_bears_a_star() -> None:
    games = [season().games[0], replace(season().games[1], running=frozenset({"ann"}))]
    held = replace(contest(), season=replace(season(), games=games))
    text = seasonpages.page(told(held), "txt")
    assert "13*" in text
    assert "Standings while round 2 of 5 is being played" in text
    assert "* not certain yet" in text


def test_the_tie_break_that_parted_two_is_named() -> None:
    held = Contest("cup", "Cup", "tables", tied(ties=["recent"]), NAMES)
    assert "Ann Able: behind Bob <script> by the latest rounds" in seasonpages.page(told(held), "txt")
    assert "by the latest rounds" in seasonpages.page(told(held), "html")


def test_no_line_of_text_is_wider_than_72_columns_however_long_the_season_and_the_names() -> None:
    people = [f"p{number}" for number in range(8)]
    games = [
        Played(number, table + 1, {each: at + 1 for at, each in enumerate(people[table * 4 : table * 4 + 4])})
        for number in range(1, 21)
        for table in range(2)
    ]
    names = {each: f"Bartholomew Featherstonehaugh-Cholmondeley the {each[1]}th of Wherever" for each in people}
    held = Contest("cup", "Cup", "tables", Season([Entrant(each) for each in people], games), names, 20)
    for language in LANGUAGES:
        text = seasonpages.page(told(held), "txt", language=language)
        assert max(map(columns, text.splitlines())) <= 72
        assert "R20" in text or "20" in text


def test_names_cannot_bring_markup_into_a_page() -> None:
    page = seasonpages.page(told(contest()), "html", zine="<i>")
    assert "<script>" not in page
    assert "Bob &lt;script&gt;" in page


def test_the_draw_is_read_by_table_and_by_name() -> None:
    drawn = told(pairs())["draws"][0]
    assert [(each["table"], each["names"]) for each in drawn["tables"]] == [
        (1, ["Bob <script>", "Ann Able"]),
        (2, ["Dee", "Cy"]),
    ]
    assert [(each["name"], each["table"], each["seat"]) for each in drawn["listed"]][:2] == [
        ("Ann Able", 1, 2), ("Bob <script>", 1, 1),
    ]  # fmt: skip
    assert drawn["out"] == ["Eve"]


def test_a_swap_by_hand_and_who_meets_again_are_told() -> None:
    text = seasonpages.page(told(contest()), "txt")
    assert "Eve and Ann Able changed seats by hand, after the draw" in text
    assert "Ann Able and Bob <script> meet again" in " ".join(text.split())


def test_who_always_meets_everybody_needs_no_cross_table() -> None:
    assert told(contest())["crossed"] == []
    crossed = told(pairs())["crossed"]
    assert [each["rounds"][0] and each["rounds"][0]["others"] for each in crossed] == [[5], None, [4], [3], [1]]


def test_the_picture_has_a_line_for_everybody() -> None:
    page = seasonpages.page(told(contest()), "html")
    assert page.count('class="season-run"') == 5
    assert 'data-places="- 5"' in page


def test_where_all_are_level_there_is_nothing_to_draw() -> None:
    games = [Played(number, 1, dict.fromkeys(("ann", "bob", "cy"), 1)) for number in (1, 2, 3)]
    level = Contest("cup", "Cup", "tables", Season([Entrant(each) for each in ("ann", "bob", "cy")], games), NAMES)
    assert told(level)["runs"] == []


def test_a_reason_is_printed_only_if_it_was_written_to_be() -> None:
    held = replace(contest(), season=season(penalties={"bob": Fraction(3, 2)}))
    shown = replace(held, penalties=[Penalty("bob", Fraction(3, 2), "came late")])
    unsaid = replace(held, penalties=[Penalty("bob", Fraction(3, 2))])
    for format in ("txt", "html"):
        assert "came late" in seasonpages.page(told(shown), format)
        assert "1½ points off" in seasonpages.page(told(unsaid), format)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_words_of_its_own(language: str) -> None:
    text = seasonpages.page(told(contest()), "txt", language=language)
    assert ("Standings after" in text) == (language == "en")
    assert ("meet again" in text) == (language == "en")


# For scripts, to the letter


def test_json_is_the_answer_of_a_table_with_names_in_it() -> None:
    found = json.loads(json.dumps(seasondata.as_json(contest())))
    assert {key: found[key] for key in ("season", "title", "format", "round")} == {
        "season": "cup", "title": "The Winter Cup", "format": "tables", "round": 2,
    }  # fmt: skip
    assert [(line["player"], line["name"], line["points"]) for line in found["table"]][:2] == [
        ("bob", "Bob <script>", "29/2"), ("ann", "Ann Able", "13"),
    ]  # fmt: skip
    assert found["table"][2]["results"][1] == {
        "round": 2, "table": None, "what": "out", "place": None, "points": "9/2", "counts": True, "star": False,
    }  # fmt: skip


def test_csv_has_two_columns_for_every_round() -> None:
    rows = list(csv.reader(StringIO(seasondata.as_csv(contest()))))
    assert rows[0] == (
        [
            "division",
            "place",
            "tied",
            "player",
            "name",
            "points",
            "penalty",
            "decided",
            "star",
            "withdrawn",
            "r1",
            "c1",
            "r2",
            "c2",
        ]
    )
    assert rows[1] == ["1", "1", "0", "bob", "Bob <script>", "14.50", "0.00", "", "0", "0", "4.50", "1", "10.00", "1"]
    assert rows[5][10:] == ["", "", "1.00", "1"]


def test_trf_has_opponents_sides_and_endings_in_their_columns() -> None:
    lines = seasondata.as_trf(pairs(), "The Editor").splitlines()
    assert lines[0] == "012 The Winter Cup"
    assert "062 5" in lines
    assert "102 The Editor" in lines
    assert "142 5" in lines
    players = {line[14:47].strip(): line for line in lines if line.startswith("001")}
    ann, eve, bob = players["Ann Able"], players["Eve"], players["Bob <script>"]
    assert (ann[4:8], ann[80:84], ann[85:89]) == ("   1", " 2.0", "   1")
    assert ann[91:99] == "   5 b 1"  # Bob has the first seat
    assert eve[91:99] == "0000 - Z"
    assert (eve[101:109], bob[101:109]) == ("   5 b +", "   2 w -")
    assert players["Cy"][91:99] == "   3 b ="


def test_trf_tells_of_points_that_no_game_explains() -> None:
    lines = seasondata.as_trf(pairs()).splitlines()
    assert "299 Z         1.0  001    2" in lines  # Eve sat out
    assert "299          -0.5  000    5" in lines  # Bob's penalty


def test_trf_is_for_tables_of_two() -> None:
    with pytest.raises(seasondata.NoReportFile, match="at table 1 of round 1 there are 4"):
        seasondata.as_trf(contest())


def test_trf_has_no_running_game() -> None:
    held = pairs()
    games = [*held.season.games[:-1], Played(2, 2, {"eve": 1, "bob": 1}, running=frozenset({"eve", "bob"}))]
    with pytest.raises(seasondata.NoReportFile, match="still running"):
        seasondata.as_trf(replace(held, season=replace(held.season, games=games)))
