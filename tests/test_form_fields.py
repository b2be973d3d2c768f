"""Fields of weights, of words and numbers, and fields that show with others: on the screen, on the page and on paper."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from pypdf import PdfReader

from gm.core.tags import tag
from gm.desk.desk import open_desk
from gm.desk.intake import Clerk
from gm.pages.page import read_page
from tests import bazaar
from tests.browser import Browser, Page, page_of
from tests.conftest import Desk
from tests.engine import form_in_engine
from tests.test_forms_browser import shown
from tests.test_forms_rules import ASK, answers_to, form_of, said_by_gm
from tests.test_pages_browser import LOOKS, STANDARDS


@pytest.fixture
def stall(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    home = "post: [1 The Lane, Whitby], by: post"
    desk.write("zine.yaml", "title: Z\npost: [7 Mill Lane, Little Snoring]\n")
    desk.write("players.yaml", f"alice: {{name: Alice, {home}}}\nbob: {{name: Bob, {home}}}\n")
    with bazaar.installed(tmp_path / "games"):
        bazaar.begin(desk)
        yield desk


def filled(desk: Desk, **rows: Any) -> tuple[str, Any, list[Any]]:
    """The page, the orders and the remarks of a form that is filled in with these rows."""
    engine = form_in_engine(form_of(desk, "stall").read_text(encoding="utf-8"))
    full = {key: [{"when": [], "say": say} for say in rows.get(key, [{}])] for key in ("moves", "exchange")}
    (answer,) = engine.ask(ASK, [{"rows": full, "press": "", "name": ""}])
    return answer  # type: ignore[no-any-return]


def test_of_any_such_page_the_form_says_what_gm_check_says(stall: Desk) -> None:
    form = form_of(stall, "stall").read_text(encoding="utf-8")
    states, answers = answers_to(form, random.Random("every kind of field"))
    with open_desk(stall.folder, stall.now) as at:
        clerk, compared = Clerk.at(at), 0
        for text, orders, remarks in answers:
            unfinished = [each for each in remarks if each[1] == "A number is missing here."]
            told, said = {tuple(each) for each in remarks if each not in unfinished}, said_by_gm(clerk, stall, text)
            assert told == said or not orders or unfinished, text
            compared += bool(told)
            assert read_page(text.encode(), "x.yaml")[0].part(list(orders)) == orders, text
        assert compared > 20
    assert len(states) == len(answers)


def test_weights_go_on_the_page_as_a_map_without_zeros(stall: Desk) -> None:
    weights = {"red": "3", "white": "− 2", "blue": "0", "7": "+0", "constructor": "", "Castle on Hill": " 07 "}
    text, orders, remarks = filled(stall, moves=[{"favour": weights}])
    assert orders["moves"] == [{"favour": {"red": "3", "white": "-2", "Castle on Hill": "7"}}]
    assert "moves:\n  - {favour: {red: 3, white: -2, Castle on Hill: 7}}\n" in text
    assert not remarks
    _, orders, remarks = filled(stall, moves=[{"favour": {"red": "much", "blue": "-100"}}])
    assert orders["moves"] == [{"favour": {"red": "much", "blue": "-100"}}]
    assert [each[1] for each in remarks] == [
        "red is a whole number, and much is none",
        "blue goes from -99 to 99, and -100 is beyond",
    ]


@pytest.mark.parametrize(
    ("entry", "page"),
    [
        ("better", "better"), ({"sign": "<=", "number": "3"}, "<= 3"), ({"sign": "=", "number": " 4"}, "4"),
        ({"sign": ">", "number": "–2"}, "> -2"), ({"sign": ">", "number": "x"}, "> x"), ("gone", None),
    ],
)  # fmt: skip
def test_a_field_is_a_word_or_a_comparison(stall: Desk, entry: Any, page: str | None) -> None:
    _, orders, _ = filled(stall, moves=[{"favour": {"red": "1"}}], exchange=[{"swap": ["red"], "for": entry}])
    assert orders["exchange"] == [{"swap": "red"} | ({"for": page} if page else {})]


def test_words_and_numbers_stand_in_the_order_in_which_they_were_chosen(stall: Desk) -> None:
    card = [{"sign": "=", "number": "17"}, "right", {"sign": "=", "number": "40"}]
    text, orders, remarks = filled(stall, moves=[{"how": "card", "card": card}, {"how": "card", "card": ["left"]}])
    assert orders["moves"] == [{"card": ["17", "right", "40"]}, {"card": "left"}]
    assert "- {card: [17, right, 40]}" in text
    assert not remarks


def test_a_number_that_is_missing_is_asked_for(stall: Desk) -> None:
    say = {"swap": ["red"], "for": {"sign": "<=", "number": " "}}
    _, _, remarks = filled(stall, moves=[{"favour": {"red": "1"}}], exchange=[say])
    assert ["error", "A number is missing here.", ""] in remarks


def test_what_is_not_shown_is_not_written_and_not_checked(stall: Desk) -> None:
    say = {"favour": {"red": "x"}, "least": "y", "card": ["left"]}
    _, orders, remarks = filled(stall, moves=[{"how": "card", **say}])
    assert orders["moves"] == [{"card": "left"}]
    assert not remarks
    _, orders, _ = filled(stall, moves=[{"favour": {}, "least": "3", "number": "next", "card": ["left"]}])
    assert orders["moves"] == [{"number": "next"}]  # a least without a favour is not asked for
    _, orders, _ = filled(
        stall, exchange=[{"swap": ["none"], "for": "better", "limit": "5"}], moves=[{"number": "next"}]
    )
    assert orders["exchange"] == [{"swap": "none"}]  # `for` is hidden, so `limit` does not see it


def test_what_stands_alone_takes_the_place_of_the_others(stall: Desk) -> None:
    _, orders, _ = filled(stall, exchange=[{"swap": ["red", "any", "blue"], "for": "open"}], moves=[{"number": "next"}])
    assert orders["exchange"] == [{"swap": "any", "for": "open"}]


def test_a_slip_asks_the_same_on_paper_but_for_what_only_steers(stall: Desk) -> None:
    made = json.loads(stall.gm("post", "--json").out)
    pages = PdfReader(BytesIO((stall.folder / made["file"]).read_bytes())).pages
    (slip,) = [" ".join(page.extract_text().split()) for page in pages if tag(1) in page.extract_text().split()]
    asked = [
        "Points (a number for each that matters, such as 3 or −2)",
        "Castle on Hill",
        "Left Right Lowest a number:",
        "better Place = ≥ ≤",
    ]
    assert [each for each in asked if each not in slip] == []
    assert "Order (tick one)" not in slip


def test_a_page_to_be_filled_in_by_hand_says_what_there_is(stall: Desk) -> None:
    told = stall.gm("report", "--for", "alice").out
    wanted = "favour: a number for any of red, blue, white, Castle on Hill, constructor, 7, such as {red: 3}"
    assert wanted in " ".join(told.replace("#", " ").split())
    assert "card: one of left, right, blind, or a number" in " ".join(told.replace("#", " ").split())
    assert "how:" not in told


# On the screen


@contextmanager
def opened(browser: Browser, desk: Desk, **how: Any) -> Iterator[Page]:
    with page_of(browser, form_of(desk, "stall"), **{"width": 360, **how}) as page:
        page.set_default_timeout(5000)
        yield page


def test_weights_are_set_with_a_thumb_and_told_at_once(browser: Browser, stall: Desk) -> None:
    with opened(browser, stall, has_touch=True) as page:
        for _ in range(3):
            page.get_by_role("button", name="red: one more").tap()
        for _ in range(2):
            page.get_by_role("button", name="white: one less").tap()
        assert page.get_by_role("spinbutton", name="Points white").input_value() == "-2"
        assert "favour: {red: 3, white: -2}" in shown(page)
        assert page.locator("#note-moves-0").text_content() == "left 5, right 3"
        assert page.locator("#art [data-told=left]").text_content() == "worth 5"
        for _ in range(2):
            page.get_by_role("button", name="white: one more").tap()
        assert page.get_by_role("spinbutton", name="Points white").input_value() == ""
        assert "white" not in shown(page)
        sizes = page.eval_on_selector_all(
            ".step",
            "all => all.map(each => each.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))",
        )
        assert min(sizes) >= 44


def test_weights_are_typed_or_stepped_by_keys_and_stay_in_their_range(browser: Browser, stall: Desk) -> None:
    with opened(browser, stall) as page:
        red = page.get_by_role("spinbutton", name="Points red")
        red.fill("98")
        red.press("ArrowUp")
        red.press("ArrowUp")
        assert red.input_value() == "99"
        red.press("Tab")
        assert page.evaluate("document.activeElement.dataset.part") == "blue"
        page.keyboard.type("many")
        assert [each.get_attribute("data-part") for each in page.locator("[aria-invalid=true]").all()] == ["blue"]
        assert "Write a whole number from -99 to 99" in page.locator("#said-moves-0").inner_text()
        page.keyboard.press("ArrowDown")
        assert "favour: {red: 99, blue: -1}" in shown(page)
        assert page.evaluate("document.activeElement.getAttribute('aria-valuenow')") == "-1"


def test_one_field_shows_or_hides_another_and_what_was_typed_comes_back(browser: Browser, stall: Desk) -> None:
    with opened(browser, stall) as page:
        row = page.locator("#row-moves-0")
        assert not page.locator("#least-moves-0").is_visible()
        page.get_by_role("button", name="red: one more").click()
        page.locator("#least-moves-0").fill("8")
        page.locator("#how-moves-0").select_option("card")
        assert not page.get_by_role("spinbutton", name="Points red").is_visible()
        assert "favour" not in shown(page)
        page.locator("#card-moves-0").select_option(label="a number:")
        assert "A number is missing here." in row.inner_text()
        row.get_by_label("the number").fill("17")
        row.get_by_label("or, if that is taken").select_option("right")
        assert "- {card: [17, right]}" in shown(page)
        page.locator("#how-moves-0").select_option("best")
        assert "- {favour: {red: 1}, least: 8}" in shown(page)
        page.reload()
        assert "- {favour: {red: 1}, least: 8}" in shown(page)
        page.locator("#how-moves-0").select_option("card")
        assert "- {card: [17, right]}" in shown(page)


def test_a_comparison_and_what_stands_alone_are_chosen_from_menus(browser: Browser, stall: Desk) -> None:
    with opened(browser, stall) as page:
        page.get_by_role("button", name="red: one more").click()
        assert not page.locator("#for-exchange-0").is_visible()
        page.locator("#swap-exchange-0").select_option("red")
        page.locator("#for-exchange-0").select_option(label="Place")
        page.locator("#row-exchange-0").get_by_label("the number").fill("3")
        assert '- {swap: red, for: "<= 3"}' in shown(page)
        page.locator("#row-exchange-0").get_by_label("or, if that is taken").select_option("any")
        assert '- {swap: any, for: "<= 3"}' in shown(page)
        assert not page.locator("#row-exchange-0").get_by_label("or, if that is taken").count()
        page.locator("#for-exchange-0").select_option("better")
        page.locator("#limit-exchange-0").fill("300")
        assert "- {swap: any, for: better, limit: 300}" in shown(page)
        assert shown(page).count("exchange") == 1


@pytest.mark.parametrize("dark", [False, True], ids=["by day", "by night"])
@pytest.mark.parametrize("width", [360, 1024])
def test_such_a_form_is_for_everybody(browser: Browser, stall: Desk, width: int, dark: bool) -> None:
    with opened(browser, stall, width=width, dark=dark) as page:
        page.get_by_role("spinbutton", name="Points red").fill("much")
        page.get_by_role("button", name="white: one less").click()
        page.locator("#add-moves").click()
        page.locator("#how-moves-1").select_option("card")
        page.locator("#card-moves-1").select_option(label="a number:")
        page.locator("#swap-exchange-0").select_option("red")
        page.locator("#for-exchange-0").select_option(label="Place")
        page.locator("#row-moves-1").get_by_role("button", name="Only if").click()
        page.get_by_role("button", name="Save it").click(force=True)
        found = Axe().run(page, options={"runOnly": STANDARDS, "resultTypes": ["violations"]})
        assert [each["id"] for each in found.response["violations"]] == []
        for about, args in (
            ("sticksOut", [True]),
            ("tinyText", [12]),
            ("smallTargets", [24]),
            ("faintText", [4.5]),
            ("twins", []),
        ):
            assert page.evaluate(f"args => {LOOKS}[{about!r}](...args)", args) == []


def test_printed_it_leaves_out_the_buttons(browser: Browser, stall: Desk) -> None:
    with opened(browser, stall, width=700, media="print") as page:
        assert not page.locator(".step").first.is_visible()
        assert page.get_by_role("spinbutton", name="Points red").is_visible()
        assert page.locator("#art svg").is_visible()
        assert page.evaluate(f"args => {LOOKS}['sticksOut'](...args)", [False]) == []
