"""The second adjudicator of the Grand National board game by itself: the case pages, the box, and what holds in every position."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gm.pages.files import read_map
from tests.national.box import CARDS, DECKS, FENCES, HORSES, RESERVE, SHOES
from tests.national.course import Position
from tests.national.expecting import expect_answer, expect_told
from tests.national.holding import what_holds
from tests.national.oracle import adjudicate, seen_by
from tests.national.positions import PLAYERS, new_race, next_round, plain_rides, random_case
from tests.national.ring import the_off
from tests.national.whole import whole_game
from tests.rulecases import pages, rulings

PAGES = pages("national")
RULINGS = {f"N{number}" for number in range(1, 44)}
NO_ANSWER = ("refused", "problems", "taken", "brought", "public", "seen_by")


def test_every_ruling_has_a_page() -> None:
    assert {ruling for path in PAGES for ruling in rulings(path)} == RULINGS
    assert len(PAGES) >= 100


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_second_adjudicator_finds_what_the_page_expects(path: Path) -> None:
    page = read_map(path)
    expected = page["expect"]
    if "refused" in expected or any(each["level"] == "error" for each in expected.get("problems", [])):
        return
    for player, lines in expected.get("brought", {}).items():
        if page["phase"] == "race":
            position = Position(page, Counter())
            own = {position.line_of_eight(horse) for horse in page["stables"][player] if position.runs(horse)}
            assert {line.partition(": ")[2] for line in lines} <= own
    result = adjudicate(page)
    expect_answer(result, {key: value for key, value in expected.items() if key not in NO_ANSWER})
    for reader, told in [(None, expected.get("public", {})), *expected.get("seen_by", {}).items()]:
        expect_told(seen_by(result, reader), told)


def test_the_case_on_the_page_of_the_rulings() -> None:
    """The going, the draw and the top cards of the seed that the rulings show."""
    names = iter(HORSES)
    stables = {player: [next(names) for _ in range(4)] for player in ("ann", "bob", "cat", "dan")}
    off = the_off("d4", stables)
    assert (off["going"], off["points"], off["start"]) == ("soft", 56, ["bob", "ann", "cat", "bob"])
    assert [off["decks"][name][0] for name in ("turf", "jump", "home")] == ["T4", "J13", "H13"]
    assert off["handicaps"]["Brown Sugar"] == 5
    assert off["prices"]["Brown Sugar"] == {"win": 20, "place": 5}
    assert off["lanes"]["Brown Sugar"] == 4


def test_what_is_in_the_box() -> None:
    assert [len(DECKS[name]) for name in ("turf", "jump", "home")] == [24, 30, 24]
    assert len(CARDS) == 43
    assert FENCES[29] == 111
    assert not {square for square, _ in SHOES} & set(FENCES)
    assert sum(RESERVE.values()) == 5 * 210_000


RARE = {
    "decided by seat", "decided by money", "decided by horses", "given the cheapest", "given for all they have",
    "no alternative holds", "bid over the limit", "bid under the reserve", "bet left out", "advance of nothing",
    "advance aside", "boxed in", "missed", "spent", "retired", "may not retire", "lapped", "too free", "over",
    "turf shuffled again", "jump shuffled again", "home shuffled again", "passed over for a penalty",
    "rounds of the house alone", *CARDS,
}  # fmt: skip


@pytest.mark.slow
def test_what_holds_in_every_position_and_that_every_rarity_comes_up() -> None:
    notes: Counter[str] = Counter()
    for number in range(500):
        case = random_case(random.Random(number))
        page = json.loads(json.dumps(case))
        result = adjudicate(page, notes)
        assert page == json.loads(json.dumps(case)), "the page is only read"
        what_holds({"options": {}} | case, result)
    assert not {rarity for rarity in RARE if not notes[rarity]}, "something did not come up"


@pytest.mark.slow
@pytest.mark.parametrize(("many", "options"), [(2, {}), (4, {"lead": "move", "rounds": 2}), (6, {"finish": "all"})])
def test_a_whole_game_ends(many: int, options: dict[str, Any]) -> None:
    turns = list(whole_game(random.Random(many), f"{many:064x}", PLAYERS[:many], options))
    for page, result in turns:
        what_holds(page, result)
    assert len(turns) < 60
    assert turns[-1][1]["over"]


@pytest.mark.slow
def test_every_card_is_drawn_by_somebody_in_a_thousand_races() -> None:
    notes: Counter[str] = Counter()
    for number in range(1000):
        rng = random.Random(number)
        page, over = new_race(rng), False
        for _ in range(120):
            result = adjudicate(page | {"orders": plain_rides(rng, page)}, notes)
            over, page = result["over"], next_round(page, result)
            if over:
                break
        assert over, "every race ends"
        if all(notes[card] for card in CARDS):
            break
    assert all(notes[card] for card in CARDS)
