"""The order form as a person fills it in, and what comes out of it as `gm take` reads it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from gm.desk.desk import open_desk
from gm.desk.publish import stored_report
from gm.reports.languages import speaker_of
from tests.browser import Browser, Page, page_of
from tests.conftest import HORSES, PLAYERS, Desk
from tests.examples import cards_file, race_file
from tests.test_languages_mail import translated as translated  # the fixture
from tests.test_pages_browser import LOOKS, STANDARDS
from tests.test_post import mail

PRESS = "Alice to all: my horse is at 5:1, “honest”!\n\nturn: 7\n  # and {this} is no comment\n"

DOUBTFUL = "Ready to be sent, but mind what is said above."


@pytest.fixture
def race(desk: Desk) -> Desk:
    """Six horses with 478 points each, before two plain fences."""
    desk.write("players.yaml", "".join(f"{who}: {{name: {who.title()}, mail: {who}@example.org}}\n" for who in PLAYERS))
    desk.write(
        "zine.yaml",
        "title: Z\ntime_zone: Europe/London\nmail: {from: Z <z@example.org>, reply_to: orders@example.org}\n",
    )
    field = dict(zip(PLAYERS, HORSES, strict=True))
    more = "options: {points: 478}\ndeadlines: {first: 2036-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/race.yaml", race_file(field, "2 plain, becher, chair", "The Race", more))
    desk.gm("start", "race")
    return desk


@pytest.fixture
def derby(desk: Desk) -> Desk:
    desk.write("games/derby.yaml", cards_file(["alice", "bob", "carol"], "The Derby"))
    desk.gm("start", "derby")
    for _ in range(3):
        desk.gm("run", "--now")
    return desk


def form_of(desk: Desk, player: str, game: str) -> Path:
    turn = sorted((desk.folder / f"issues/{game}").iterdir())[-1]
    return turn / f"forms/{player}.html"


@contextmanager
def opened(browser: Browser, desk: Desk, player: str = "alice", game: str = "race", **how: Any) -> Iterator[Page]:
    with page_of(browser, form_of(desk, player, game), **{"width": 360, **how}) as page:
        page.set_default_timeout(5000)
        yield page


def type_number(page: Page, name: str, number: str) -> None:
    page.get_by_role("textbox", name=name).fill(number)


def fill_in_race(page: Page) -> None:
    """22 at the first; at the second 0 if it is free, 10 if Red Rum and two more fell, else 15."""
    type_number(page, "Fence 1: plain play", "22")
    page.get_by_role("button", name="Add an alternative").click()
    first = page.get_by_role("group", name="Alternative 1")
    first.get_by_label("what it depends on").select_option(label="fell at fence 1:")
    first.get_by_label("which one").select_option("Crisp")
    first.get_by_role("button", name="and only if").click()
    first.get_by_label("what it depends on").nth(1).select_option(label="how many fell at fence 1:")
    first.get_by_label("the number").fill("2")
    first.get_by_role("textbox", name="play").fill("10")
    page.get_by_role("button", name="Add an alternative").click()
    second = page.get_by_role("group", name="Alternative 2")
    second.get_by_label("what it depends on").select_option(label="fence 2 is free:")
    second.get_by_role("textbox", name="play").fill("0")
    second.get_by_role("button", name="Move up").click()
    page.get_by_role("group", name="Otherwise").get_by_role("textbox").fill("15")
    page.get_by_label("Your words").fill(PRESS)


MEANT = {
    "1": "22",
    "2": [
        {"when": {"free": "yes"}, "play": "0"},
        {"when": {"fell": "Crisp", "fallers": ">= 2"}, "play": "10"},
        "15",
    ],
}


def shown(page: Page) -> str:
    return page.locator("#page").text_content() or ""


def taken(desk: Desk, data: str | bytes, name: str = "inbox/alice.yaml", problems: int = 0) -> Any:
    """What `gm take` made of it."""
    (verdict,) = desk.gm("take", "--json", desk.write(name, data)).lines
    assert verdict["verdict"] == "taken"
    assert len(verdict["problems"]) == problems
    return json.loads(verdict["canonical"])


def press_of(desk: Desk) -> Any:
    with open_desk(desk.folder, desk.now) as at:
        return stored_report(at, "race", None, None).model.press


def test_what_is_filled_in_is_taken_and_means_what_was_meant(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        fill_in_race(page)
        text = shown(page)
    assert taken(race, text)["orders"] == MEANT
    race.gm("run", "--now")
    assert press_of(race) == [{"name": "Alice", "text": PRESS.strip()}]


def test_what_is_saved_is_the_page_that_is_shown(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        fill_in_race(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save it").click()
        assert download.value.suggested_filename == "race-turn-1-alice.yaml"
        saved = download.value.path().read_bytes()
        assert saved.decode() == shown(page)
        assert "race-turn-1-alice.yaml" in (page.locator("#done").text_content() or "")
    assert taken(race, saved)["orders"] == MEANT


def test_what_is_copied_is_the_page_that_is_shown(browser: Browser, race: Desk) -> None:
    with opened(browser, race, permissions=["clipboard-read", "clipboard-write"]) as page:
        fill_in_race(page)
        page.get_by_role("button", name="Copy it").click()
        page.get_by_text("Copied.").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == shown(page)


def test_where_there_is_no_clipboard_the_page_is_selected(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "22")
        page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
        page.get_by_role("button", name="Copy it").click()
        page.get_by_text("The page is selected").wait_for()
        assert page.evaluate("getSelection().toString()").strip() == shown(page).strip()


def test_the_mail_that_opens_holds_the_page_and_is_taken(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        fill_in_race(page)
        link = urlsplit(page.get_by_role("link", name="Send it by mail").get_attribute("href") or "")
        fields = parse_qs(link.query)
        text = shown(page)
    assert (link.scheme, link.path) == ("mailto", "orders@example.org")
    assert fields["subject"] == ["Orders for The Race, turn 1"]
    assert fields["body"] == [text.replace("\n", "\r\n")]
    body = fields["body"][0].replace("\r\n", "\n")
    assert taken(race, mail("alice@example.org", body + "\n-- \nAlice\n"), "mail/1.eml")["orders"] == MEANT


def test_without_an_address_there_is_nothing_to_send_with(browser: Browser, derby: Desk) -> None:
    with opened(browser, derby, "carol", "derby") as page:
        assert page.get_by_text("Send it by mail").count() == 0
        assert page.get_by_text("Copy the page into a mail to your game master").count() == 1


def test_an_alternative_without_a_number_asks_for_one(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        page.get_by_role("button", name="Add an alternative").click()
        row = page.get_by_role("group", name="Alternative 1")
        row.get_by_label("which one").select_option("Crisp")
        assert "there is no number here yet." in (row.locator(".remarks").text_content() or "")
        row.get_by_role("button", name="all").click()
        page.locator("#press").focus()
        otherwise = page.get_by_role("group", name="Otherwise").locator(".remarks")
        assert "write a number here for all other cases" in (otherwise.text_content() or "")


def test_a_comparison_with_no_number_is_explained_without_the_words_of_the_page(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        page.get_by_role("button", name="Add an alternative").click()
        row = page.get_by_role("group", name="Alternative 1")
        row.get_by_label("what it depends on").select_option(label="how many fell at fence 1:")
        row.get_by_label("the number").fill("two")
        told = row.locator(".remarks").text_content() or ""
    assert "the comparison needs a number." in told
    assert "fallers" not in told
    assert ">=" not in told


def test_what_is_not_to_hold_all_at_once_is_gathered_behind_what_is(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "22")
        page.get_by_role("button", name="Add an alternative").click()
        row = page.get_by_role("group", name="Alternative 1")
        row.get_by_label("if, or unless").select_option("Unless")
        row.get_by_label("what it depends on").select_option(label="how many fell at fence 1:")
        row.get_by_label("the number").fill("2")
        row.get_by_role("button", name="and only if").click()
        first = row.locator("[data-test='0']")
        assert first.get_by_label("if, or unless").input_value() == ""
        first.get_by_label("which one").select_option("Crisp")
        row.get_by_role("button", name="and only if").click()
        row.locator("[data-test='1']").get_by_label("if, or unless").select_option("not")
        second = row.locator("[data-test='2']")
        second.get_by_label("which one").select_option("Foinavon")
        leads = page.eval_on_selector_all(".lead", "all => all.map(each => each.selectedOptions[0].textContent)")
        row.get_by_role("textbox", name="play").fill("9")
        page.get_by_role("group", name="Otherwise").get_by_role("textbox").fill("15")
        text = shown(page)
    assert leads == ["If", "unless", "and at the same time"]
    when = {"fell": "Crisp", "not": {"fallers": ">= 2", "fell": "Foinavon"}}
    assert taken(race, text)["orders"]["2"] == [{"when": when, "play": "9"}, "15"]


def test_one_horse_is_compared_with_another_from_a_menu(browser: Browser, derby: Desk) -> None:
    with opened(browser, derby, "alice", "derby") as page:
        page.get_by_role("button", name="Only if").click()
        page.get_by_label("what it depends on").select_option(label="the top card at this fence of")
        page.get_by_label("which one").select_option("red")
        page.get_by_label("how it compares").select_option(">")
        assert "This condition is not finished." in (page.locator("#row-move-0 .remarks").text_content() or "")
        page.get_by_label("compared with what").select_option("blue")
        assert not page.get_by_label("the number").count()
        page.locator("#play-move-0").select_option(index=1)
        assert page.get_by_label("compared with what").locator("option").all_text_contents()[0] == "a number:"
        assert "red" not in page.get_by_label("compared with what").locator("option").all_text_contents()
        order = taken(derby, shown(page), problems=1)  # the tool would move if it does not hold
    assert order["moves"][0]["when"] == {"top": {"red": "> blue"}}


def test_a_wrong_page_does_not_leave_the_form(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "600")
        send = page.get_by_role("link", name="Send it by mail")
        assert send.get_attribute("aria-disabled") == "true"
        assert "mailto" not in (send.get_attribute("href") or "")
        assert "One thing has to be put right first." in (page.locator("#why").text_content() or "")
        page.get_by_role("button", name="Save it").click(force=True)
        assert page.evaluate("document.activeElement.id") == "play-1-0"
        type_number(page, "Fence 1: plain play", "all")
        assert send.get_attribute("aria-disabled") == "false"


def test_a_doubtful_page_may_be_sent_all_the_same(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "400")
        type_number(page, "Fence 2: plain play", "100")
        assert "together cost up to 500, and you have 478" in (page.locator("#row-2-0 .warning").text_content() or "")
        assert (page.locator("#told").text_content() or "").endswith(DOUBTFUL)
        assert page.locator("#why").text_content() == DOUBTFUL
        assert page.get_by_role("link", name="Send it by mail").get_attribute("aria-disabled") == "false"


def test_a_standing_order_and_press_under_another_name(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        page.get_by_text("A standing order").click()
        type_number(page, "the Water Jump play", "10")
        page.locator("#rows-plain").get_by_role("button", name="all").click()
        page.get_by_label("Your words").fill("Text: I am told\n-----\nto “slow” down.")
        page.get_by_label("Under another name").fill("The Clerk: of the 'Course'")
        order = taken(race, mail("alice@example.org", shown(page) + "\n-- \nA.\n"), "mail/1.eml")
    assert order["standing"] == {"plain": "all", "water": "10"}
    race.gm("run", "--now")
    assert press_of(race) == [{"name": "The Clerk: of the 'Course'", "text": "Text: I am told\n-----\nto “slow” down."}]


def test_a_closed_window_loses_nothing(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        fill_in_race(page)
        before = shown(page)
        page.reload()
        assert shown(page) == before
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Empty the form").click()
        assert "orders" not in shown(page)
        assert "Nothing is filled in yet." in (page.locator("#why").text_content() or "")


def test_a_player_whose_language_is_french_reads_french(browser: Browser, race: Desk, translated: None) -> None:
    race.write("players.yaml", "".join(f"{who}: {{name: {who.title()}, language: fr}}\n" for who in PLAYERS))
    race.gm("report", "race", "--save")
    with opened(browser, race) as page:
        french = speaker_of("fr").gettext
        page.locator("#play-1-0").fill("600")
        pattern = french("you play {paid} at fence {fence}, and you have {points}")
        assert page.locator("#row-1-0 .message").text_content() == _said(pattern, paid=600, fence=1, points=478)
        page.locator("#add-2").click()
        assert page.locator("html").get_attribute("lang") == "fr"
        texts = page.eval_on_selector_all(
            "h2, h3, h4, label, button, summary, .soft, .opening p:not(.big), #why, #told, #row-2-0 select:first-of-type option",
            "all => all.map(each => each.textContent.trim())",
        )
    marks = speaker_of("fr").gettext("x").split("x")
    untold = [text for text in texts if text and not text.startswith(marks[0]) and text not in ("×", "all")]
    assert not untold
    assert len(texts) > 40


def _said(pattern: str, **values: object) -> str:
    text = pattern.format(**values)
    return text if text.endswith((".", "!", "?")) else text + "."


def test_a_form_says_when_the_deadline_is_over(browser: Browser, desk: Desk) -> None:
    desk.now = datetime.fromisoformat("2019-11-01T12:00:00+00:00")
    deadlines = "deadlines: {first: 2019-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/race.yaml", race_file({"alice": "A", "bob": "B"}, "4 plain", "R", deadlines))
    desk.gm("start", "race")
    with opened(browser, desk) as page:
        assert page.get_by_text("Your order may come too late.").is_visible()


def test_without_javascript_the_page_says_how_to_order_by_hand(browser: Browser, race: Desk) -> None:
    with opened(browser, race, java_script_enabled=False) as page:
        assert page.get_by_text("Open this file in a browser").is_visible()
        assert "# plain" in (page.locator("#by-hand pre").text_content() or "")
        assert not page.locator("#form").is_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["by day", "by night"])
@pytest.mark.parametrize("game", ["race", "derby"])
def test_a_form_full_of_problems_is_still_for_everybody(
    browser: Browser, request: pytest.FixtureRequest, game: str, dark: bool
) -> None:
    desk = request.getfixturevalue(game)
    with opened(browser, desk, "alice", game, dark=dark) as page:
        _make_a_mess(page)
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


def _make_a_mess(page: Page) -> None:
    """Every kind of control, and something wrong with it."""
    for number in range(2):
        page.locator("#add-2, #add-move").click()
        row = page.locator(f"#row-2-{number}, #row-move-{number}")
        if row.get_by_role("button", name="nly if").count():
            row.get_by_role("button", name="nly if").first.click()
    for field in page.locator("input[inputmode=numeric]:visible").all():
        field.fill("x" * 12)
    if page.locator("#discard-discard-0").count():
        page.locator("#discard-discard-0").select_option("")
    page.get_by_role("button", name="Save it").click(force=True)
