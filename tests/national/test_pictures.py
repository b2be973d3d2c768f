"""The pictures of the race: everybody who runs is on them, where they are, and in the place that they have."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm import games
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Entrant, Event, Json
from gm.core.words import LANGUAGES
from gm.pages.book import read_book
from gm.reports.render import fill
from tests.telling import play_turn, story

NATIONAL: Game[Any, Any] = games.load("national")
SEATS = ("ann", "bob", "cat", "dan", "eve", "fay")


def told(many: int, seed: str) -> Iterator[Json]:
    """The story of every turn of a race."""
    seats = SEATS[:many]
    meeting = NATIONAL.setup([Entrant(seat, seat) for seat in seats], {}, Dice(seed)).state
    past: list[Event] = []
    while NATIONAL.pending(meeting):
        due = [seat for seat in seats if NATIONAL.agenda(meeting, seat, meeting.turn)]
        books = {
            seat: read_book(NATIONAL, meeting, seat, NATIONAL.improvise(meeting, seat, Dice(seed))) for seat in due
        }
        step = play_turn(NATIONAL, meeting, books, Dice(seed))
        found = story(NATIONAL, step.state, list(step.events), None, list(past))
        meeting, past = step.state, [*past, *step.events]
        if found["moves"]:
            yield found


def drawn(name: str, found: Json, language: str = "en", **more: Any) -> str:
    values = {"story": found, "game": "g", "turn": 4, "players": {seat: seat.title() for seat in SEATS}, **more}
    return fill(f"national/{name}", values, language=language)


@pytest.mark.parametrize("many", [2, 6])
def test_every_horse_that_runs_is_in_one_strip_on_its_own_square(many: int) -> None:
    for found in told(many, "strips"):
        shown = [each for strip in found["strips"] for each in strip["horses"]]
        assert sorted(each["horse"] for each in shown) == sorted(found["view"]["running"])
        for strip in found["strips"]:
            assert len(strip["squares"]) <= 14  # as many as a telephone can show
            assert all(strip["first"] <= each["square"] <= strip["last"] for each in strip["horses"])


@pytest.mark.parametrize("many", [3, 6])
def test_places_by_rounds_end_with_those_of_now(many: int) -> None:
    for found in told(many, "places"):
        view = found["view"]
        now = [*view["finishers"], *view["running"]]
        places = {each["horse"]: each["places"] for each in found["rounds"]}
        rounds = max(map(len, places.values()))
        assert [places[name][-1] for name in now] == list(range(1, len(now) + 1))
        assert all(len(places[name]) == rounds for name in now)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pictures_are_drawn_in_every_language(language: str) -> None:
    for found in told(4, "drawn"):
        course, rounds = drawn("course.svg", found, language), drawn("places.svg", found, language)
        assert course.count('class="national-horse"') == len(found["view"]["running"])
        assert rounds.count('class="national-run"') == len(found["field"])
        assert "&amp;" not in rounds  # nothing is escaped twice


def test_the_same_stands_in_characters() -> None:
    for found in told(4, "drawn"):
        text = drawn("course.txt", found)
        assert {
            int(number) for row in re.findall(r"^  [1-6] (.*)$", text, re.M) for number in re.findall(r"\d+", row)
        } == set(range(1, len(found["view"]["running"]) + 1))
        assert max(map(len, text.splitlines())) <= 72


def test_an_advance_that_leads_nowhere_is_told_as_one() -> None:
    """N30: also in a turn of several rounds, and for a horse that was moved by another's card before."""
    marked = 0
    for seed in ("boxed", "blocked", "behind"):
        where: dict[str, list[int]] = {}
        for found in told(6, seed):
            for move in found["moves"]:
                where[move["horse"]] = move["lands"]
                for entry in (each for each in move["log"] if each["what"] == "advance"):
                    stays = where.get(entry["horse"]) == entry["to"]
                    where[entry["horse"]] = entry["to"]
                    assert entry["stays"] == stays
                    marked += stays
    assert marked


@pytest.mark.parametrize(("lengths", "said"), [(4, "finds no way through"), (0, "has nothing to make up")])
def test_it_says_why_nothing_came_of_it(tmp_path: Path, lengths: int, said: str) -> None:
    asks = '{% import "national/words.j2" as words with context %}{{ words.logged(entry) }}'
    (tmp_path / "asks.txt").write_text(asks, encoding="utf-8")
    entry = {"what": "advance", "horse": "Odd Sock", "n": lengths, "to": [5, 1], "stays": True}
    model = {"story": next(told(2, "words")), "players": {}, "entry": entry}
    assert fill("asks.txt", model, tmp_path).strip() == f"Odd Sock {said}"


def test_a_headline_names_those_who_are_home_before_those_who_lead_the_rest() -> None:
    both = [found for found in told(4, "home") if found["view"]["finishers"] and found["view"]["running"]]
    assert both
    for found in both:
        if not found["view"]["over"]:
            first, second = drawn("headline.txt", found, over=False).split("\n")[:2]
            assert first == f"Home: {', '.join(found['view']['finishers'])}."
            assert found["view"]["running"][0] in second
