"""The order form of the card game."""

import json
from dataclasses import replace

from gm.desk.desk import match_of, open_desk
from gm.desk.publish import stored_report
from gm.games.knizia import GAME
from gm.pages.book import check_part
from gm.reports.forms import order_form
from tests.browser import Browser, page_of
from tests.conftest import Desk
from tests.contract.samples import played
from tests.test_forms_browser import derby as derby  # the fixture
from tests.test_forms_browser import opened, shown, taken


def test_cards_of_the_menu_are_cards_that_gm_check_takes() -> None:
    for state, _, _ in played("knizia"):
        seat = GAME.pending(state)[0].seat
        moves = GAME.form(state, seat)["groups"][0]["sections"][0]
        play = next(field for field in moves["fields"] if field["name"] == "play")
        cards = [card for choice in play["choices"] for card in choice.get("choices", [choice])]
        part = {"moves": [{"play": card["value"]} for card in cards]}
        assert cards
        assert not check_part(GAME, state, seat, GAME.pending(state)[0].turn, part).remarks


def test_a_move_of_the_card_game_is_taken(browser: Browser, derby: Desk) -> None:
    hand = json.loads(derby.gm("report", "--for", "carol", "--format", "json").out)["private"]["view"]
    card, other = hand["playable"][:2]
    with opened(browser, derby, "carol", "derby") as page:
        assert ", ".join(hand["hand"]) in (page.locator(".opening").text_content() or "")
        page.get_by_role("combobox", name="Move bet on").select_option(hand["free"][0])
        page.get_by_label("or, if that is taken, on").select_option(hand["free"][1])
        page.get_by_role("combobox", name="Move play").select_option(card)
        page.get_by_role("button", name="Only if …", exact=True).click()
        page.get_by_label("what it depends on").select_option(label="the top card at this fence of")
        page.get_by_label("which one").select_option("red")
        page.get_by_label("how it compares").select_option(label="at most")
        page.get_by_label("the number").fill("4")
        page.get_by_role("button", name="Add a move").click()
        page.get_by_role("group", name="Move 2").get_by_role("combobox", name="Move play").select_option(other)
        page.get_by_role("combobox", name="discard").select_option(label="only these, if their horses have fallen")
        colour = next(each for each in hand["hand"] if not each.startswith("black"))
        page.get_by_role("checkbox", name=colour).check()
        order = taken(derby, shown(page))
    assert order["moves"] == [
        {"when": {"top": {"red": "<= 4"}}, "bet": hand["free"][:2], "play": card},
        {"play": other},
    ]
    assert order["discard"] == [colour]


def test_a_bet_without_a_card_asks_for_a_card_and_is_not_simply_ready(browser: Browser, derby: Desk) -> None:
    with opened(browser, derby, "carol", "derby") as page:
        page.get_by_role("combobox", name="Move bet on").select_option(index=1)
        assert "a card is missing." in page.locator("#row-move-0 .message").all_text_contents()
        assert page.locator("#told").text_content() == "One thing has to be put right first."
        assert page.locator("#copy").get_attribute("aria-disabled") == "true"
        page.get_by_role("combobox", name="Move play").select_option(index=1)
        assert page.locator("#told").text_content() == "Ready to be sent."
        assert not page.locator("#why").is_visible()


def test_who_can_do_nothing_passes_and_that_is_taken(browser: Browser, derby: Desk) -> None:
    with open_desk(derby.folder, derby.now) as at:
        report, position = stored_report(at, "derby", None, "carol"), match_of(at, "derby")
        table = position.state
        broke = tuple(player._replace(hand=(), counters=0) for player in table.players)
        text = order_form(replace(report, form=position.game.form(replace(table, players=broke), "carol")))
    with page_of(browser, text) as page:
        assert page.get_by_text("You can play no card, so you pass.").is_visible()
        assert taken(derby, shown(page), problems=1)["moves"] == [{"bet": "none"}]


def test_a_bet_has_a_condition_of_its_own_and_the_lowest_is_a_target(browser: Browser, derby: Desk) -> None:
    hand = json.loads(derby.gm("report", "--for", "carol", "--format", "json").out)["private"]["view"]
    red, green = hand["free"][:2]
    with opened(browser, derby, "carol", "derby") as page:
        page.get_by_role("combobox", name="Move bet on").select_option("lowest")
        page.get_by_label("or, if that is taken, on").select_option(red)
        page.get_by_role("button", name=f"{red}: Only if").click()
        assert page.locator("#told").text_content() == "2 things have to be put right first."
        own = page.locator(f'[data-if="{red}"]')
        own.get_by_label("what it depends on").select_option(label="would fall if the fence were scored now:")
        own.get_by_label("which one").select_option(red)
        page.get_by_label("or, if that is taken, on").nth(1).select_option(green)
        page.get_by_role("combobox", name="Move play").select_option(hand["playable"][0])
        assert page.locator("#told").text_content() == "Ready to be sent."
        order = taken(derby, shown(page))
    assert order["moves"][0]["bet"] == ["lowest", {"on": red, "when": {"lowest": red}}, green]


def test_the_form_shows_the_table_with_its_bets(browser: Browser, derby: Desk) -> None:
    with opened(browser, derby, "carol", "derby") as page:
        assert page.locator("#art svg.table-picture").is_visible()
        assert page.locator("#art [data-horse]").count() >= 8
