"""The order form of the National as a person fills it in, on a telephone; and what gm takes of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import Browser, Page, page_of
from tests.conftest import Desk
from tests.national.test_form import TURNS, begun
from tests.test_forms_browser import shown, taken
from tests.test_forms_rules import form_of
from tests.test_pages_browser import LOOKS, STANDARDS

PHONE, DESK = 390, 1024


@contextmanager
def opened(browser: Browser, desk: Desk, phase: str, **how: Any) -> Iterator[Page]:
    form = form_of(desk, begun(desk, phase))
    with page_of(browser, form, **{"width": PHONE, "height": 844, **how}) as page:
        page.set_default_timeout(5000)
        yield page


def bar(page: Page) -> str:
    return page.locator("#told").text_content() or ""


def lots(page: Page) -> list[str]:
    return [each.text_content() or "" for each in page.locator(".sheet > .ask:visible h3").all()]


# The sale


def test_a_sale_sheet_is_filled_in_with_a_thumb_and_taken(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "sale", has_touch=True) as page:
        more = page.get_by_role("button", name="Brown Sugar limit: one more")
        for _ in range(4):
            more.tap()  # from the reserve price upwards
        assert page.get_by_role("spinbutton", name="Brown Sugar limit").input_value() == "90"
        page.get_by_role("spinbutton", name="Odd Sock limit").fill("10")
        assert "At worst you pay £100,000: £150,000 left, 2 of 4 boxes filled." in bar(page)
        page.get_by_role("button", name="Odd Sock limit: one less").tap()
        assert "£90,000: £160,000 left, 1 of 4" in bar(page)
        page.locator("#add-bids_Copper_Kite").tap()
        row = page.get_by_role("group", name="Alternative 1")
        row.get_by_label("what it depends on").select_option(label="how many horses I have:")
        row.get_by_label("the number").fill("0")
        row.get_by_role("spinbutton").fill("60")
        text = shown(page)
    assert "bids:\n  Brown Sugar: 90\n  Copper Kite:\n" in text
    meant = {"Brown Sugar": "90", "Copper Kite": [{"when": {"horses": ">= 0"}, "bid": "60"}]}
    assert taken(desk, text, problems=1)["bids"] == meant  # a list that may come to nothing


def test_lots_are_found_and_sorted_and_what_is_wrong_is_never_out_of_sight(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "sale") as page:
        assert len(lots(page)) == 30
        find = page.get_by_role("searchbox", name="Find a horse")
        find.fill("BOG")  # as it is said of Tidal Bore
        assert lots(page) == ["Tidal Bore"]
        assert page.locator(".count").text_content() == "1 of 30"
        page.get_by_role("spinbutton", name="Tidal Bore limit").fill("65")
        find.fill("sock")
        assert lots(page) == ["Odd Sock"]
        assert "Tidal Bore: 65" in shown(page)
        page.get_by_role("button", name="Save it").click(force=True)
        assert page.evaluate("document.activeElement.id") == "bid-bids_Tidal_Bore-0"
        assert len(lots(page)) == 30
        page.get_by_label("Sort by").select_option("handicap if it is heavy")
        assert lots(page)[:2] == ["Tidal Bore", "Sixpenny March"]
        page.get_by_label("only what is filled in").check()
        assert lots(page) == ["Tidal Bore"]
        assert page.get_by_role("spinbutton", name="Tidal Bore limit").input_value() == "65"


def test_the_rules_speak_while_one_types(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "sale") as page:
        limit = page.get_by_role("spinbutton", name="Quarryman limit")
        for typed, says in (
            ("65", "65 is no multiple of £10,000."),
            ("50", "You bid £50,000 for Quarryman, which is not sold under £60,000."),
            ("240", "You bid £240,000 for Quarryman, and can pay £220,000 at most."),
            ("much", "Much is no amount of money."),
        ):
            limit.fill(typed)
            told = page.locator("#said-bids_Quarryman-0").inner_text()
            assert says.lower() in told.lower()
        assert limit.get_attribute("aria-invalid") == "true"
        limit.press("ArrowUp")
        assert limit.input_value() == "much"  # nobody's words are thrown away
        limit.fill("")
        limit.press("ArrowUp")
        assert limit.input_value() == "60"


# The ring


def test_bets_say_what_they_pay_and_are_taken(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "betting") as page:
        first = page.locator(".sheet > .ask").first
        horse = first.locator("h3").text_content() or ""
        odds = [int(each) for each in re.findall(r"(\d+)/1", first.inner_text())]
        first.get_by_role("spinbutton").nth(0).fill("20")
        first.get_by_role("spinbutton").nth(1).press("ArrowUp")
        told = first.locator(".leaves").all_text_contents()
        assert told == [f"pays £{20 * (odds[0] + 1)},000", f"pays £{10 * (odds[1] + 1)},000"]
        assert "You stake £30,000: " in bar(page)
        text = shown(page)
    assert f"  {horse}: [20 win, 10 place]\n" in text
    assert taken(desk, text)["bets"] == {horse: ["20 win", "10 place"]}


def test_more_than_the_purse_is_told_in_words(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "betting") as page:
        page.locator(".sheet .ask").first.get_by_role("spinbutton").first.fill("900")
        assert "you bet £900,000, and you have £" in bar(page)
        assert "you bet £900,000" in (page.locator("#overall").text_content() or "")
        assert page.get_by_role("button", name="Copy it").get_attribute("aria-disabled") == "true"


def test_there_is_one_ante_post_bet_of_ten_thousand(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "ante-post") as page:
        stakes = page.get_by_role("spinbutton")
        stakes.nth(1).press("ArrowUp")
        stakes.nth(1).press("ArrowUp")
        assert stakes.nth(1).input_value() == "10"
        text = shown(page)
        stakes.nth(2).press("ArrowUp")
        assert "you place 2 bets, and before the going is known there is one" in bar(page)
    (stake,) = taken(desk, text)["bets"].values()
    assert stake == "10 place"


@pytest.mark.parametrize(("phase", "section", "label"), [("sale", "bids", "No bid"), ("betting", "bets", "No bet")])
def test_who_wants_nothing_can_say_so(browser: Browser, desk: Desk, phase: str, section: str, label: str) -> None:
    with opened(browser, desk, phase) as page:
        assert bar(page) == "Nothing is filled in yet."
        page.get_by_label(label).check()
        text = shown(page)
        assert bar(page) == "Ready to be sent."
        page.get_by_role("spinbutton").first.fill("60")
        assert "none" not in shown(page)
        assert not page.get_by_label(label).is_visible()
    assert f"\n{section}: none\n" in text
    assert taken(desk, text)[section] == "none"


# The race


def test_a_ride_is_tapped_on_the_strip_of_its_landings(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "race", has_touch=True) as page:
        ask = page.locator(".ask").first
        horse = ask.locator("h3").text_content() or ""
        speeds = ask.locator(".speeds .tile")
        assert speeds.count() == 8
        told = [each.get_attribute("aria-label") or "" for each in speeds.all()]
        assert all(
            re.match(rf"{speed}: square \d+, lane \d, .+; speed points: \d", each) for speed, each in enumerate(told, 1)
        )
        for tile in (speeds.nth(4), speeds.nth(3), ask.get_by_role("button", name="clear", exact=True)):
            tile.tap()
        ask.get_by_role("group", name=f"{horse}: Lane").get_by_role("button").nth(5).tap()
        ride = ask.get_by_role("textbox", name=f"{horse} ride")
        assert ride.input_value() == "5 4 clear lane 6"
        assert [each.text_content() for each in speeds.locator(".nth").all()][3:5] == ["2", "1"]
        now = [each.get_attribute("aria-label") or "" for each in speeds.all()]
        assert now != told  # towards the lane that was chosen
        assert "If nobody is in the way: " in ask.locator(".row").inner_text()
        speeds.nth(3).tap()
        assert ride.input_value() == "5 clear lane 6"
        text = shown(page)
    assert f"ride:\n  {horse}: 5 clear lane 6\n" in text
    assert taken(desk, text, problems=3)["ride"] == {horse: "5 clear lane 6"}  # three horses are not named


def test_what_is_typed_is_seen_on_the_strip_and_retiring_stands_alone(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "race") as page:
        ask = page.locator(".ask").first
        ride = ask.get_by_role("textbox")
        ride.fill("6-4 fence or shoe")
        pressed = [each.inner_text().split("\n")[0] for each in ask.locator("[aria-pressed=true]").all()]
        assert pressed == ["4", "5", "6", "shoe", "fence"]
        ask.get_by_role("button", name="out of the race").click()
        assert ride.input_value() == "retire"
        ask.locator(".speeds .tile").first.click()
        assert ride.input_value() == "1"
        ride.fill("5 swiftly")
        assert "A ride has no swiftly." in ask.locator(".remarks").inner_text()


def test_an_alternative_has_a_strip_and_a_condition_of_its_own(browser: Browser, desk: Desk) -> None:
    with opened(browser, desk, "race") as page:
        ask = page.locator(".ask").first
        horse = ask.locator("h3").text_content() or ""
        ask.locator(".speeds .tile").nth(4).click()
        ask.get_by_role("button", name="Add an alternative").click()
        row = ask.get_by_role("group", name="Alternative 1")
        row.get_by_label("what it depends on").select_option(label="squares to the second, if it is first:")
        row.get_by_label("the number").fill("3")
        row.locator(".speeds .tile").first.click()
        text = shown(page)
    assert taken(desk, text, problems=3)["ride"] == {horse: [{"when": {"lead": ">= 3"}, "ride": "1"}, "5"]}


# For everybody


@pytest.mark.parametrize("phase", TURNS)
def test_without_javascript_there_is_the_page(browser: Browser, desk: Desk, phase: str) -> None:
    with opened(browser, desk, phase, java_script_enabled=False) as page:
        assert page.locator("#by-hand pre").is_visible()
        assert not page.locator("#form").is_visible()


@pytest.mark.parametrize(
    ("width", "dark"), [(PHONE, False), (PHONE, True), (DESK, False)], ids=["phone", "night", "desk"]
)
@pytest.mark.parametrize("phase", TURNS)
def test_the_form_is_for_everybody(browser: Browser, desk: Desk, phase: str, width: int, dark: bool) -> None:
    with opened(browser, desk, phase, width=width, dark=dark) as page:
        for field in page.locator(".row input[type=text]:visible").all()[:4]:
            field.fill("much")
        for tile in page.locator(".ask").last.locator(".tile:visible").all()[:10]:
            tile.click()
        if page.locator("[id^=add-]").count():
            page.locator("[id^=add-]").nth(1).click()
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
