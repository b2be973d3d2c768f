"""Standings that are standings: places, points, and who is up or down since the turn before; in reports and issues."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from gm import games
from gm.desk.desk import match_after, open_desk
from gm.desk.publish import stored_report
from tests.conftest import HORSES, PLAYERS, Desk
from tests.examples import CARDS, RACE, TICKETS, race_file
from tests.playing import begin, one_turn


def opened(desk: Desk, rules: str) -> str:
    """A game of which everybody may know the points."""
    if rules != RACE:
        return begin(desk, rules)
    desk.write("games/race.yaml", race_file(dict(zip(PLAYERS, HORSES, strict=True)), "8 plain", "The Race"))
    desk.gm("start", "race")
    return "race"


def rows(desk: Desk, game: str, turn: int | None = None) -> list[dict[str, Any]]:
    with open_desk(desk.folder, desk.now) as at:
        return list(stored_report(at, game, turn, None).model.standings.get("rows", []))


def table(text: str, title: str) -> list[list[str]]:
    """The lines of a part of a report, in columns."""
    part = text.split(f"{title}\n")[1].split("\n\n")[0]
    return [re.split(r"\s{2,}", line.strip()) for line in part.splitlines()[1:]]


@pytest.mark.parametrize("rules", games.names())
def test_every_game_has_a_table_of_places_with_its_scores(desk: Desk, rules: str) -> None:
    name = opened(desk, rules)
    assert rows(desk, name) == []  # nobody is before anybody at the start
    one_turn(desk, name)
    one_turn(desk, name)
    told = [row for row in rows(desk, name) if row["place"]]
    assert [row["place"] for row in told] == sorted(row["place"] for row in told)
    assert told[0]["place"] == 1
    assert all(row["horse"] or row["player"] for row in told)
    assert all(isinstance(row["score"], int) or row["fate"] for row in told)
    for row in told:  # equals share a place, and only they
        assert row["shared"] == (sum(each["place"] == row["place"] for each in told) > 1)


@pytest.mark.parametrize("rules", games.names())
def test_up_and_down_is_the_place_after_the_turn_before(desk: Desk, rules: str) -> None:
    name = opened(desk, rules)
    seen = 0
    for turn in range(1, 9):  # a game of several phases may have nothing to compare at first
        if turn > 3 and seen:
            break
        one_turn(desk, name)
        now = {(row["seat"], row["horse"]): row for row in rows(desk, name)}
        if turn == 1:
            assert all(row["moved"] is None for row in now.values())
            continue
        before = {(row["seat"], row["horse"]): row["place"] for row in rows(desk, name, turn - 1)}
        for who, row in now.items():
            if row["place"] and before.get(who):
                assert row["moved"] == before[who] - row["place"]
                seen += bool(row["moved"])
    assert seen


@pytest.mark.parametrize("rules", [CARDS, TICKETS])
def test_a_table_games_report_says_how_it_stands(desk: Desk, rules: str) -> None:
    name = opened(desk, rules)
    for _ in range(3):
        one_turn(desk, name)
    lines = table(desk.gm("report", name).out, "HOW IT STANDS")
    told = rows(desk, name)
    assert len(lines) == len(told) + 1
    for line, row in zip(lines[1:], told, strict=True):
        assert line[0].split()[0].rstrip("=") == str(row["place"])
        assert (row["horse"] or row["player"]) in " ".join(line)
        assert str(row["score"]) in line
    page = desk.gm("report", name, "--format", "html").out
    assert page.count("<tr") > len(told)
    assert '<table class="standings">' in page


def test_the_report_of_a_race_says_the_same_as_its_standings(desk: Desk) -> None:
    """The race has a table of its own, with bars: both count alike."""
    name = opened(desk, RACE)
    for _ in range(2):
        one_turn(desk, name)
    with open_desk(desk.folder, desk.now) as at:
        story = stored_report(at, name, None, None).model.story
    told = {row["horse"]: (row["place"], row["shared"], row["moved"]) for row in rows(desk, name) if row["place"]}
    assert told == {
        horse: (each["place"], each["shared"], each["moved"]) for horse, each in story["places"].items()
    }  # fmt: skip


def test_where_points_are_hidden_nobody_has_a_place(start: Callable[..., Desk]) -> None:
    desk = start(6, "8 plain", "reveal: fallers")
    for _ in range(2):
        one_turn(desk, "race")
    told = rows(desk, "race")
    running = [row for row in told if not row["fate"]]
    assert running
    assert all(row["place"] is None and row["score"] is None and row["moved"] is None for row in running)
    assert all(re.fullmatch(r"fell at fence \d", row["fate"]) for row in told if row["fate"])


def test_when_a_table_is_over_its_players_are_placed(desk: Desk) -> None:
    name = begin(desk, TICKETS)
    while one_turn(desk, name):
        assert not any(row["seat"] for row in rows(desk, name))  # the horses: tickets are nobody else's business
    told = rows(desk, name)
    paid = json.loads(desk.gm("report", name, "--format", "json").out)["result"]["payouts"]
    assert {row["seat"]: row["score"] for row in told} == paid
    assert [row["score"] for row in told] == sorted(paid.values(), reverse=True)


def test_a_turn_that_was_taken_back_moves_nobody(desk: Desk) -> None:
    name = opened(desk, RACE)
    one_turn(desk, name)
    first = rows(desk, name)
    one_turn(desk, name)
    desk.gm("undo", name)
    assert rows(desk, name) == first


def test_an_issue_prints_the_standings_of_every_game(desk: Desk) -> None:
    names = [opened(desk, rules) for rules in games.names()]
    for _ in range(2):
        for name in names:
            one_turn(desk, name)
    desk.gm("issue")
    text = (desk.folder / "issues/issue-001/issue.txt").read_text(encoding="utf-8")
    printed = text[text.index("\nSTANDINGS\n") :]
    page = (desk.folder / "issues/issue-001/issue.html").read_text(encoding="utf-8")
    page = page[page.index('id="standings"') :]
    for name in names:
        with open_desk(desk.folder, desk.now) as at:
            title = match_after(at, name, 2).row.title
        assert f"{title}: after turn 2" in printed
        for row in [row for row in rows(desk, name) if row["place"]][:10]:
            found = re.search(rf"^ +{row['place']}=? +{re.escape(row['horse'] or row['player'])} .*", printed, re.M)
            assert found
            assert str(row["score"]) in found[0]
            moved = f"up {row['moved']}" if (row["moved"] or 0) > 0 else f"down {-row['moved']}" if row["moved"] else ""
            assert moved in found[0]
    assert page.count('<table class="standings">') == len(names)


def test_an_issue_of_a_large_field_prints_the_first_ten_and_counts_the_others(desk: Desk) -> None:
    field = "".join(f"  - {{player: p{n}, horse: Horse {n}}}\n" for n in range(24))
    desk.write("players.yaml", "".join(f"p{n}: Player {n}\n" for n in range(24)))
    desk.write("games/big.yaml", f"rules: {RACE}\ntitle: Big\nentrants:\n{field}course: 8 plain\n")
    desk.gm("start", "big")
    one_turn(desk, "big")
    desk.gm("issue")
    text = (desk.folder / "issues/issue-001/issue.txt").read_text(encoding="utf-8")
    printed = text[text.index("\nSTANDINGS\n") :]
    running = [row for row in rows(desk, "big") if row["place"]]
    shown = [row for row in running if re.search(rf"{row['horse']}\s", printed)]
    assert shown == running[:10]
    assert f"Behind them: {len(running) - 10} more." in printed
    assert f"Out of the running: {24 - len(running)}." in printed


def test_an_issue_from_before_there_were_tables_is_written_as_it_was(desk: Desk) -> None:
    name = opened(desk, RACE)
    one_turn(desk, name)
    desk.gm("issue")
    with closing(sqlite3.connect(desk.folder / "zine.db")) as db, db:
        content = json.loads(db.execute("SELECT content FROM issues").fetchone()[0])
        for each in content["standings"]:
            del each["table"]
        db.execute("UPDATE issues SET content = ?", [json.dumps(content)])
    desk.gm("issue", "--number", "1")
    text = (desk.folder / "issues/issue-001/issue.txt").read_text(encoding="utf-8")
    assert "after turn 1" in text
    assert "Behind them" not in text
