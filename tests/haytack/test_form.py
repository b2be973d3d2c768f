"""The order form of the race, where points are counted and may be too few."""

from tests.browser import Browser
from tests.conftest import Desk
from tests.test_forms_browser import opened, shown, type_number
from tests.test_forms_browser import race as race  # the fixture


def test_six_hundred_of_478_is_refused_in_the_words_of_gm_check(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "600")
        message = page.locator("#row-1-0 .message").text_content()
        hint = page.locator("#row-1-0 .hint").text_content()
        told = race.gm("check", race.write("alice.yaml", shown(page)), code=1).out
        field = page.get_by_role("textbox", name="Fence 1: plain play")
        assert field.get_attribute("aria-invalid") == "true"
        described = page.locator(f"[id='{(field.get_attribute('aria-describedby') or '').split()[0]}']")
        assert message in (described.text_content() or "")
    assert message == "you play 600 at fence 1, and you have 478."
    assert f"alice.yaml:6: {message}\n    1: 600\n" in told
    assert "  write a number from 0 to 478, or all\n" in told
    assert hint == "write a number from 0 to 478, or press “all”"  # here is a button


def test_points_left_are_counted_while_one_types(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        page.get_by_role("textbox", name="Fence 1: plain play").press_sequentially("22")
        assert page.locator("#row-1-0 .leaves").text_content() == "leaves you 456"
        page.get_by_role("textbox", name="Fence 2: plain play").press_sequentially("1")
        assert page.locator("#told").text_content() == "Points left: 455 of 478. Ready to be sent."
        page.get_by_role("textbox", name="Fence 2: plain play").press_sequentially("5")
        assert page.locator("#told").text_content() == "Points left: 441 of 478. Ready to be sent."
        page.locator("#status", has_text="Points left: 441 of 478.").wait_for(state="attached")
