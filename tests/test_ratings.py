"""gm ratings: everybody's strength, by all games that came to their end here; the game master's own, unless public."""

import csv
from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest

from gm.core.words import LANGUAGES
from gm.desk.desk import open_desk
from gm.desk.ratings import NotPublic, rating_lists, seeds
from gm.desk.seasons import open_season
from gm.season.ratings import histories
from tests.conftest import HORSES, PLAYERS, Desk
from tests.drawn import tables
from tests.examples import RACE, race_file
from tests.playing import begin, one_turn, turns

FIELD = PLAYERS[:5]


def entered(desk: Desk, name: str, players: Sequence[str] = FIELD) -> None:
    """A race of one fence, opened a day after the last."""
    desk.now += timedelta(days=1)
    desk.write(f"games/{name}.yaml", race_file(dict(zip(players, HORSES, strict=False)), "1 plain", name.title()))
    desk.gm("start", name)


def ride(desk: Desk, name: str, *bids: int, players: Sequence[str] = FIELD) -> None:
    """Run to its end: whoever bids least at its fence falls; of the others, the fewer points spent the better."""
    entered(desk, name, players)
    ran(desk, name, *bids, players=players)


def ran(desk: Desk, name: str, *bids: int, players: Sequence[str] = FIELD) -> None:
    for player, bid in zip(players, bids, strict=True):
        desk.order(player, 1, f"{{1: {bid}}}", game=name)
    desk.gm("take")
    desk.gm("run", name, "--now")


def ratings(desk: Desk, *args: str) -> dict[str, Any]:
    """The list of the races, or one player's way through them."""
    return next(each for each in desk.gm("ratings", *args, "--json").lines if each["rules"] == RACE)


def numbers(desk: Desk) -> dict[str, int]:
    return {row["player"]: row["rating"] for row in ratings(desk)["players"]}


def test_nobody_is_rated_before_a_game_is_over(desk: Desk) -> None:
    entered(desk, "race")
    assert desk.gm("ratings").out == "No game has come to its end yet, so nobody has a rating.\n"
    assert desk.gm("ratings", "--json").lines == []


def test_places_are_rated_and_equals_get_equal(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 14, 16, 10)
    told = {row["player"]: row for row in ratings(desk)["players"]}
    expected = histories([("race", {"bob": 1, "carol": 1, "dave": 3, "alice": 4, "erin": 5})])
    assert {player: (row["mu"], row["sigma"]) for player, row in told.items()} == {
        player: steps[-1].rating for player, steps in expected.items()
    }
    assert [(row["place"], row["tied"], row["player"]) for row in told.values()] == [
        (1, True, "bob"),
        (1, True, "carol"),
        (3, False, "dave"),
        (4, False, "alice"),
        (5, False, "erin"),
    ]


def test_a_number_is_in_doubt_before_the_fifth_game(desk: Desk) -> None:
    for game in range(5):
        ride(desk, f"race{game}", 20, 14, 15, 16, 10)
        assert ratings(desk)["players"][0]["settled"] == (game == 4)
    told = ratings(desk, "bob")
    assert [step["settled"] for step in told["history"]] == [False] * 4 + [True]
    assert f" {told['history'][3]['rating']}? " in desk.gm("ratings", "bob").out
    assert f" {told['rating']}  " in desk.gm("ratings", "bob").out


def test_a_players_way_is_told_from_game_to_game(desk: Desk) -> None:
    ride(desk, "first", 20, 14, 15, 16, 10)
    ride(desk, "second", 12, 14, 15, 16, 10)
    told = ratings(desk, "Alice Grey")
    assert [(step["title"], step["place"], step["of"]) for step in told["history"]] == [
        ("First", 4, 5),
        ("Second", 1, 5),
    ]
    changes = [step["change"] for step in told["history"]]
    assert 1000 + sum(changes) == told["rating"] == told["history"][-1]["rating"]
    assert changes[1] > 0


def test_games_are_rated_in_the_order_of_their_ends_whatever_was_opened_first(desk: Desk) -> None:
    entered(desk, "early")
    ride(desk, "late", 12, 14, 15, 16, 10)
    desk.now += timedelta(days=1)
    ran(desk, "early", 20, 14, 15, 16, 10)
    assert [step["game"] for step in ratings(desk, "alice")["history"]] == ["late", "early"]


def test_a_correction_flows_on_and_leaves_the_game_where_it_was(desk: Desk) -> None:
    ride(desk, "first", 20, 14, 15, 16, 10)
    ride(desk, "second", 12, 14, 15, 16, 10)
    before = numbers(desk)
    desk.now += timedelta(days=1)
    other = desk.write("other.yaml", "game: first\nturn: 1\nplayer: alice\norders: {1: 11}\n")
    desk.gm("correct", "first", "--turn", 1, "--order", other, "--because", "a slip", "--yes")
    told = ratings(desk, "alice")
    assert [(step["game"], step["place"]) for step in told["history"]] == [("first", 1), ("second", 1)]
    assert told["rating"] > before["alice"]


def test_a_game_taken_back_leaves_no_trace(desk: Desk) -> None:
    ride(desk, "first", 20, 14, 15, 16, 10)
    before = desk.gm("ratings", "--json").out
    ride(desk, "second", 12, 14, 15, 16, 10)
    assert desk.gm("ratings", "--json").out != before
    desk.gm("undo", "second")
    assert desk.gm("ratings", "--json").out == before


def test_a_game_that_was_given_up_does_not_count(desk: Desk) -> None:
    ride(desk, "first", 20, 14, 15, 16, 10)
    before = numbers(desk)
    entered(desk, "second")
    desk.gm("close", "second", "--because", "fog")
    assert numbers(desk) == before


def test_of_two_horses_of_one_player_the_better_one_counts(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 15, 16, 10, players=["alice", "bob", "carol", "alice", "erin"])
    told = ratings(desk, "alice")
    assert [(step["place"], step["of"]) for step in told["history"]] == [(3, 4)]


def test_what_a_stand_in_rode_is_the_stand_ins(desk: Desk) -> None:
    entered(desk, "race")
    desk.gm("replace", "race", "alice", "--by", "frank")
    ran(desk, "race", 12, 14, 15, 16, 10, players=["frank", *FIELD[1:]])
    found = {row["player"]: row["name"] for row in ratings(desk)["players"]}
    assert found["frank"] == "Frank Grey"
    assert "alice" not in found


@pytest.mark.slow
def test_every_games_rules_have_a_list_of_their_own(desk: Desk) -> None:
    from gm import games

    for rules in games.names():
        for _ in turns(desk, begin(desk, rules)):
            pass
    assert {each["rules"] for each in desk.gm("ratings", "--json").lines} == set(games.names())


def test_a_game_that_goes_on_tells_nothing(desk: Desk) -> None:
    name = begin(desk, RACE)
    one_turn(desk, name)
    assert desk.gm("ratings", "--json").lines == []


def test_who_is_not_rated_is_told_so(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 15, 16, 10)
    assert "frank has no rating" in desk.gm("ratings", "frank", code=1).err
    assert "did you mean alice?" in desk.gm("ratings", "alcie", code=1).err


def test_a_spreadsheet_reads_them(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 14, 16, 10)
    rows = list(csv.DictReader(StringIO(desk.gm("ratings", "--format", "csv").out)))
    assert {row["player"]: int(row["rating"]) for row in rows} == numbers(desk)
    assert [row["tied"] for row in rows] == ["1", "1", "0", "0", "0"]
    steps = list(csv.DictReader(StringIO(desk.gm("ratings", "alice", "--format", "csv").out)))
    assert [(step["game"], step["place"], step["of"]) for step in steps] == [("race", "4", "5")]


def test_the_page_draws_the_way_and_escapes_what_people_wrote(desk: Desk) -> None:
    players = "".join(f"{player}: {{name: '{player} <b>&'}}\n" for player in PLAYERS)
    desk.write("players.yaml", players)
    for game in range(6):
        ride(desk, f"race{game}", 20, 14, 15, 16, 10)
    page = desk.gm("ratings", "bob", "--format", "html").out
    assert "bob &lt;b&gt;&amp;" in page
    assert "<b>" not in page
    assert page.count("<polyline") == 2  # in doubt, and then not
    assert "bob &lt;b&gt;&amp;" in desk.gm("ratings", "--format", "html").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_told_in_the_language_of_the_zine(desk: Desk, language: str) -> None:
    desk.write("zine.yaml", f"title: Test Zine\nlanguages: [{language}]\n")
    ride(desk, "race", 20, 14, 15, 16, 10)
    head = {"en": "Games", "de": "Partien", "fr": "Parties", "it": "Partite"}[language]
    for format in ("text", "html"):
        assert head in desk.gm("ratings", "--format", format).out
    assert f'lang="{language}"' in desk.gm("ratings", "alice", "--format", "html").out
    assert all(len(line) <= 72 for line in desk.gm("ratings", "alice").out.splitlines())


def test_a_draw_by_rating_is_refused_while_they_are_private(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 15, 16, 10)
    with open_desk(desk.folder, desk.now) as at, pytest.raises(NotPublic, match="private here"):
        seeds(at, RACE, FIELD)


def test_seeds_are_the_whole_numbers_and_nothing_for_newcomers(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 15, 16, 10)
    desk.write("zine.yaml", "title: Test Zine\nratings: public\n")
    with open_desk(desk.folder, desk.now) as at:
        assert seeds(at, RACE, [*FIELD, "frank"]) == numbers(desk) | {"frank": 0}
        assert seeds(at, "another game", ["alice"]) == {"alice": 0}
        assert rating_lists(at)[0].shown == numbers(desk)


def test_a_first_round_by_rating_sorts_the_field_by_what_was_keyed_before(desk: Desk) -> None:
    """Of games at real tables, too; and only where everybody may know the numbers."""
    tables(desk, 8)
    desk.gm("draw", "cup")
    with open_desk(desk.folder, desk.now) as at:
        sat = open_season(at, "cup").rounds[1].tables
    for number, people in sat.items():
        told = " ".join(f"{player} {place}" for place, player in enumerate(people, start=1))
        desk.gm("key", "cup", *f"t{number} {told}".split())
    tables(desk, 8, more="first: rating", name="next")
    assert "they are private here" in desk.gm("draw", "next", code=1).err
    desk.write("zine.yaml", "title: Test Zine\nratings: public\n")
    drawn = desk.gm("draw", "next", "--json").lines[0]
    seeded = {player: int(row["points"]) for player, row in drawn["rests_on"]["players"].items()}
    shown = {row["player"]: row["rating"] for row in desk.gm("ratings", "--json").lines[0]["players"]}
    assert seeded == shown
    assert len(set(shown.values())) == 4


def test_zine_yaml_says_who_may_know_them(desk: Desk) -> None:
    ride(desk, "race", 20, 14, 15, 16, 10)
    assert ratings(desk)["public"] is False
    desk.write("zine.yaml", "title: Test Zine\nratings: public\n")
    assert ratings(desk)["public"] is True
    desk.write("zine.yaml", "title: Test Zine\nratings: secret\n")
    assert "ratings are public or private" in desk.gm("ratings", code=1).err


def test_nothing_of_them_is_on_the_site_or_in_an_issue(desk: Desk) -> None:
    for game in range(2):
        ride(desk, f"race{game}", 20, 14, 15, 16, 10)
    shown = {str(number) for number in numbers(desk).values()}
    desk.gm("site")
    desk.gm("issue")
    written = {name: text for name, text in desk.files().items() if name.startswith(("site/", "issues/"))}
    assert written
    for name, text in written.items():
        if name.endswith((".html", ".txt", ".json", ".xml")):
            assert not any(f">{number}<" in text.decode() for number in shown), name
            assert "atings" not in text.decode(), name
