"""The order form of the National, without its screen: what it knows, what it writes, and that gm takes just that."""

import json
import random
import re
from itertools import combinations
from typing import Any

import pytest

from gm import games
from gm.core.play import Step
from gm.core.words import LANGUAGES
from gm.desk.desk import open_desk
from gm.desk.intake import Clerk
from gm.games.national import validity
from gm.games.national.course import ELBOW, FINISH, LANES, is_open, landing, open_road, reach
from gm.games.national.landings import SPEEDS, lands
from gm.pages.page import read_page
from gm.reports.forms import order_form
from tests.conftest import Desk
from tests.contract.samples import file_of
from tests.contract.samples import national as sample
from tests.engine import form_in_engine
from tests.telling import report_of
from tests.test_forms_rules import ASK, form_of, said_by_gm

NATIONAL = games.load("national")
NAMES = {seat: seat.title() for seat in sample.FIELD}
TURNS = {"sale": 0, "ante-post": 1, "betting": 2, "race": 6}  # so many turns are played before it


def begun(desk: Desk, phase: str) -> str:
    desk.write("games/aintree.yaml", file_of("national"))
    desk.gm("start", "aintree")
    for _ in range(TURNS[phase]):
        desk.gm("run", "--now")
    return "aintree"


def at(phase: str) -> Any:
    rides = [sample.RACE] * 4
    return sample.after(*[sample.SALE, sample.NO_BETS, sample.NO_BETS, *rides][: TURNS[phase] + (phase == "race")])


# Where each speed lands


def test_a_free_road_leads_where_the_rules_lead() -> None:
    """N23 over all squares of the course, with and without a lane in the ride."""
    for square in range(0, FINISH, 3):
        for lane in (each for each in LANES if is_open(square, each)):
            roads = open_road(square, lane, 15, {None, 1, 4, 6})
            reached = reach(square, lane, 15, frozenset())
            for wish, road in roads.items():
                assert road == [landing(square, lane, lengths, reached, wish) for lengths in range(16)]
    assert ELBOW < FINISH


def test_the_strip_says_where_a_speed_lands_what_it_costs_and_who_stands_there() -> None:
    state = at("race")
    own = state.own("alice")[0]
    for lane, road in lands(state, own).items():
        assert len(road) == len(SPEEDS), lane
        for kind, square, there, paid, fence, taken in road:
            standing = [each for each in state.runners.values() if each.running and each.spot == (square, there)]
            assert bool(taken) == bool(standing)
            assert (kind == "fence") == bool(fence)
            assert 1 <= paid <= 8
    told = validity.strip({"runners": {"X": {"lands": lands(state, own)}}}, "ride X", "5 lane 3")
    assert [each["tile"] for each in told] == [str(speed) for speed in SPEEDS]


def test_words_of_a_ride_are_tiles_however_they_are_written() -> None:
    assert validity.spelled("4-6, clear or LANE2") == ["4", "5", "6", "clear", "lane 2"]
    assert validity.spelled("5 fast lane 9") == ["5", "fast", "lane", "9"]
    assert validity.spelled("Retire") == ["retire"]


# Money


def test_the_worst_case_is_the_worst_of_all_that_can_happen() -> None:
    """N7: every choice of lots that one may win, each at its limit."""
    draw = random.Random("worst")
    for _ in range(60):
        purse, boxes = draw.choice([40000, 130000, 250000]), draw.randint(1, 4)
        bids = [[10000 * draw.randint(1, 6), 10000 * draw.randint(1, 20)] for _ in range(draw.randint(1, 7))]
        sums = [
            bought(purse, boxes, some) for many in range(boxes + 1) for some in combinations(bids, min(many, len(bids)))
        ]
        assert validity.worst(purse, boxes, bids)[0] == max(paid for paid in sums if paid is not None)


def bought(purse: int, boxes: int, bids: Any) -> int | None:
    """What all of these cost at their limits; nothing if one of them cannot be had any more."""
    left = purse
    for at, (reserve, bid) in enumerate(bids):
        limit = min(bid, left - 10000 * (boxes - at - 1))
        if limit < reserve:
            return None
        left -= limit
    return purse - left


@pytest.mark.parametrize(
    ("bids", "says"),
    [
        ({"Brown Sugar": "90"}, "At worst you pay £90,000: £160,000 left, 1 of 4 boxes filled"),
        ({"Brown Sugar": "240", "Odd Sock": "10"}, "At worst you pay £230,000: £20,000 left, 2 of 4 boxes filled"),
        (dict.fromkeys(("Brown Sugar", "Gun Metal", "Tidal Bore", "Quarryman", "Odd Sock"), "80"),
         "At worst you pay £250,000: £0 left, 4 of 4 boxes filled"),
        ({"Brown Sugar": "50"}, "At worst you pay £0: £250,000 left, 0 of 4 boxes filled"),
    ],
)  # fmt: skip
def test_a_running_line_tells_what_is_left_if_all_goes_dear(bids: dict[str, str], says: str) -> None:
    form = form_in_engine(order_form(report_of(NATIONAL, Step(at("sale")), NAMES, "alice")))
    rows = [{"key": f"bids {name}", "at": name, "when": False, "bid": bid} for name, bid in bids.items()]
    asked = "rows => validity.check(data.position, rows).filter((each) => each.about === null).map((each) => spoken(each.message))"
    assert form.ask(asked, rows) == [says]


def test_a_bet_says_what_it_would_pay_and_what_is_left() -> None:
    form = form_in_engine(order_form(report_of(NATIONAL, Step(at("betting")), NAMES, "alice")))
    win, place = form.ask("() => data.position.odds['Gun Metal']")
    row = {"key": "bets Gun Metal", "at": "g", "when": False, "win": "20", "place": "10"}
    told = form.ask("rows => validity.check(data.position, rows).map((each) => spoken(each.message))", [row])
    purse = form.ask("() => data.position.purse")
    assert told == [
        f"pays £{20 * (win + 1):,},000", f"pays £{10 * (place + 1):,},000",
        f"You stake £30,000: £{(purse - 30000) // 1000},000 left",
    ]  # fmt: skip


# What the form says of a page, and what gm says of the page that comes out

AMOUNTS = ["60", "£60,000", "35", "240", "10", "x", "", "", "", ""]
RIDES = ["5", "4-6 clear", "8-1 fence lane 2", "4 5", "retire", "9", "lane 3", "5 lane 1 lane 2", "", ""]


def filled_in(draw: random.Random, data: Any) -> Any:
    rows = {}
    for section in (each for group in data["groups"] for each in group["sections"]):
        values = AMOUNTS if section["fields"][0]["kind"] == "number" else RIDES
        said = [
            {field["name"]: draw.choice(values) for field in section["fields"]} for _ in range(draw.choice([1, 1, 2]))
        ]
        number = {"key": (section["terms"] or [{"key": ""}])[0]["key"], "sign": ">=", "number": "3", "not": False}
        rows[section["key"]] = [{"when": [number], "say": each} for each in said[1:] if section["terms"]]
        rows[section["key"]].append({"when": [], "say": said[0]})
    return {"rows": rows, "press": "", "name": ""}


EMPTY = {"this is no amount of money", "this ride does not say how fast"}  # of a line that is left empty
SILENT = {"this alternative bids nothing", "this alternative rides nothing"}


def amountless(messages: set[str]) -> set[str]:
    return {re.sub(r"[\d,]+", "0", message) for message in messages}


@pytest.mark.parametrize("phase", TURNS)
def test_of_any_page_the_form_says_what_gm_check_says(desk: Desk, phase: str) -> None:
    engine = form_in_engine(form_of(desk, begun(desk, phase)).read_text(encoding="utf-8"))
    draw, data, compared = random.Random(phase), engine.ask("() => data"), 0
    answers = engine.ask(ASK, [filled_in(draw, data) for _ in range(40)])
    with open_desk(desk.folder, desk.now) as opened:
        clerk = Clerk.at(opened)
        for text, orders, remarks in answers:
            assert read_page(text.encode(), "x.yaml")[0].part(list(orders)) == orders, text
            wrong = {message for level, message, _ in remarks if level == "error"}
            refused = {message for level, message, _ in said_by_gm(clerk, desk, text) if level == "error"}
            assert bool(wrong) == bool(refused), text  # what the form lets go is taken, and nothing else
            known = amountless(wrong) & amountless(refused)  # a stake that cannot be read is in no sum of gm's
            assert known or wrong <= EMPTY, text  # and it may stop at the first that is wrong
            told = {message for level, message, _ in remarks if level == "warning"}
            said = {message for level, message, _ in said_by_gm(clerk, desk, text) if level == "warning"}
            assert wrong or told == said, text
            compared += bool(told)
    assert compared > 3 or phase in ("ante-post", "betting")


# Secrets


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", TURNS)
def test_a_form_knows_nothing_that_is_somebody_elses(phase: str, language: str) -> None:
    """N42: bids, bets and purses of others, and the order of the decks; stables and squares are everybody's."""
    state = at(phase)
    one = _form(state, language)
    money = (state.money[0], *(each + 10000 for each in state.money[1:]))
    bets = (state.bets[0], *(() for _ in state.bets[1:]))
    decks = {deck: tuple(reversed(cards)) for deck, cards in state.decks.items()}
    assert _form(_with(state, money=money, bets=bets, decks=decks), language) == one
    assert not [card for cards in state.decks.values() for card in cards if f'"{card}"' in one]


def _with(state: Any, **changed: Any) -> Any:
    return type(state)(**{**{each: getattr(state, each) for each in state.__dataclass_fields__}, **changed})


def _form(state: Any, language: str) -> str:
    form = NATIONAL.form(state, "alice")
    assert json.dumps(form["position"])
    report = report_of(NATIONAL, Step(state), NAMES, "alice")
    return order_form(type(report)(**{**vars(report), "language": language}))
