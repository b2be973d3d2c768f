"""The order form with what people do not usually do."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import Browser, page_of
from tests.conftest import Desk
from tests.test_forms_browser import opened, shown, taken, type_number
from tests.test_forms_browser import race as race
from tests.test_forms_rules import BEGINNINGS, answers_to, form_of

# Shown on the screen, and what the form then says
SHOWN = """states => JSON.stringify(JSON.parse(states).map((each) => {
  state = each; start();
  const said = remarks().filter((remark) => remark.level !== 'note');
  return [page, part(), said.map((remark) => [remark.level, spoken(remark.message), spoken(remark.hint)])];
}))"""


def test_half_a_letter_in_the_press_does_not_stop_the_form(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "22")
        page.evaluate(
            "const p = document.getElementById('press'); p.value = 'a\\ud83d'; p.dispatchEvent(new Event('input'))"
        )
        type_number(page, "Fence 2: plain play", "15")
        assert "a\ufffd" in shown(page)
        assert taken(race, shown(page))["orders"] == {"1": "22", "2": "15"}


def test_a_long_page_warns_of_mail_programs_that_cut_it_off(browser: Browser, race: Desk) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "22")
        page.evaluate("document.getElementById('send').addEventListener('click', (event) => event.preventDefault())")
        page.get_by_role("link", name="Send it by mail").click()
        page.get_by_text("should be open now, with").wait_for()
        page.get_by_label("Your words").fill("A long story about oats. " * 100)
        page.get_by_role("link", name="Send it by mail").click()
        page.get_by_text("some programs cut it off").wait_for()


def test_what_the_browser_keeps_does_not_tell_the_token_in_its_name(
    browser: Browser, start: Callable[..., Desk], race: Desk
) -> None:
    with opened(browser, race) as page:
        type_number(page, "Fence 1: plain play", "22")
        assert page.evaluate("Object.keys(localStorage)") == ["under-orders race 1 alice"]


@BEGINNINGS
@pytest.mark.parametrize("wrong", [False, True], ids=["", "wrong conditions"])
def test_however_it_is_filled_in_the_screen_says_what_the_form_says_without_one(
    browser: Browser, desk: Desk, begin: Any, wrong: bool
) -> None:
    """What tests/test_forms_rules.py finds out without a browser holds in one."""
    form = form_of(desk, begin(desk))
    states, answers = answers_to(form.read_text(encoding="utf-8"), random.Random(f"{begin.__name__} {wrong}"), wrong)
    with page_of(browser, form) as page:
        assert json.loads(page.evaluate(SHOWN, json.dumps(states))) == answers
