"""Pages as their readers have them: on a phone, on a desk, on paper, in the dark, by keyboard and by ear."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import Browser, Page, Window, page_of, window
from tests.gallery import PAGES

LOOKS = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
PHONE, TABLET, DESK, PAPER = 360, 768, 1024, 688  # on paper, what the margins leave of A4
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

CARELESS = {  # what looks.js would say of a page: such a page
    "sticksOut": '<p style="width: 90rem">wide</p>',
    "foldedAway": "<details><summary>more</summary><p>hidden</p></details>",
    "tinyText": '<svg viewBox="0 0 9000 100" width="300"><text y="50" font-size="100">tiny</text></svg>',
    "smallTargets": '<button style="height: 9px; padding: 0; border: 0; font-size: 8px">push</button>',
    "faintText": '<svg viewBox="0 0 90 90" width="300"><rect width="90" height="90" fill="#eee"/><text y="50" fill="#999">faint</text></svg>',
    "darkGrounds": '<section style="background: #222">dark</section>',
    "headings": "<h1>one</h1><h3>three</h3>",
    "twins": '<p id="a">one</p><p id="a">two</p>',
    "tablesWithoutHeads": "<table><tr><td>1</td></tr><tr><td>2</td></tr></table>",
    "namelessPictures": '<svg role="img"><title>named, not told</title></svg>',
    "collisions": '<svg width="300" height="90"><text y="50">one</text><text x="9" y="52">two</text></svg>',
    "cutOff": '<svg width="300" height="90"><text x="290" y="50">too far</text></svg>',
    "unreached": '<a href="#" tabindex="-1">nowhere</a>',
}

Look = Callable[..., Page]


def praised(page: Page, *about: str, given: object = None) -> None:
    """Fail with all that looks.js finds wrong in these respects."""
    found = [said for each in about for said in page.evaluate(f"given => looks.{each}(given)", given)]
    assert not found, "\n".join(dict.fromkeys(found))


class Reader:
    """Somebody who looks at one page after another, and at one that lies open already without opening it again."""

    def __init__(self, opened: Window):
        self.window, self.open = opened, ""

    def look(self, path: Path, **how: Any) -> Page:
        page = self.window.page
        if self.open != f"{path} {how}":
            self.window.show(path, **how)
            page.evaluate(f"() => {{ window.looks = {LOOKS} }}")
            self.open = f"{path} {how}"
        return page


@pytest.fixture(scope="session")
def reader(browser: Browser) -> Iterator[Reader]:
    with window(browser) as opened:
        yield Reader(opened)


@pytest.fixture(params=PAGES, scope="session")  # so that all the tests of one page come one after another
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def look(reader: Reader, gallery: Path, kind: str) -> Iterator[Look]:
    """Look at this kind of page."""
    yield lambda **how: reader.look(gallery / PAGES[kind][0], **how)
    reader.window.be_content()


@pytest.mark.parametrize("respect", CARELESS)
def test_a_careless_page_does_not_pass(browser: Browser, respect: str) -> None:
    given = {"tinyText": 12, "smallTargets": 24, "faintText": 4.5}.get(respect)
    with page_of(browser, f"<!DOCTYPE html><html lang=en><body>{CARELESS[respect]}", width=PHONE) as page:
        assert page.evaluate(f"given => {LOOKS}.{respect}(given)", given)


@pytest.mark.parametrize("width", [TABLET, PHONE])
def test_nothing_sticks_out_of_a_screen(look: Look, width: int) -> None:
    praised(look(width=width), "sticksOut", given=True)


def test_text_on_a_phone_is_large_enough_to_read(look: Look) -> None:
    praised(unfolded(look(width=PHONE)), "tinyText", given=12)


def test_a_finger_finds_what_it_is_to_touch(look: Look) -> None:
    praised(unfolded(look(width=PHONE)), "smallTargets", given=24)


def test_every_link_fold_and_scroll_box_is_reached_by_keyboard_and_shows_it(look: Look) -> None:
    page = unfolded(look(width=PHONE))
    assert not (wrong := [said for said in _tabs(page) if said]), "\n".join(wrong)
    praised(page, "unreached")


def test_axe_finds_nothing_that_would_keep_anybody_out(look: Look) -> None:
    page = unfolded(look(width=PHONE))
    assert not (found := violations(page, STANDARDS)), "\n".join(found)


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_no_word_in_a_picture_covers_another_or_is_cut_off(look: Look, width: int) -> None:
    praised(look(width=width), "collisions", "cutOff")


def test_headings_nest_as_in_a_table_of_contents(look: Look) -> None:
    praised(look(width=DESK), "headings", "twins")


def test_every_table_says_what_is_in_it(look: Look) -> None:
    praised(look(width=DESK), "tablesWithoutHeads")


def test_every_picture_has_a_name_and_is_told_in_words(look: Look) -> None:
    praised(look(width=DESK), "namelessPictures")


def test_a_page_says_what_language_it_is_in(look: Look, kind: str) -> None:
    page = look(width=DESK)
    assert page.locator("html").get_attribute("lang") == PAGES[kind][1]
    assert page.title().strip()


@pytest.mark.parametrize("dark", [False, True], ids=["by day", "by night"])
def test_text_stands_out_from_what_it_is_printed_on(look: Look, dark: bool) -> None:
    praised(unfolded(look(width=DESK, dark=dark)), "faintText", given=4.5)


def test_by_night_the_page_is_dark(look: Look) -> None:
    page = look(width=DESK, dark=True)
    paper, ink = page.evaluate("(style => [style.backgroundColor, style.color])(getComputedStyle(document.body))")
    assert _lightness(paper) < 0.2 < 0.7 < _lightness(ink)


def test_axe_can_read_every_page_by_night(look: Look) -> None:
    page = unfolded(look(width=DESK, dark=True))
    assert not (found := violations(page, ["color-contrast"])), "\n".join(found)


def test_nothing_sticks_out_of_the_paper_or_hides_in_a_box_that_scrolls(look: Look) -> None:
    praised(look(width=PAPER, media="print", dark=True), "sticksOut", given=False)


def test_what_is_folded_on_the_screen_is_printed(look: Look) -> None:
    praised(look(width=PAPER, media="print", dark=True), "foldedAway")


def test_even_by_night_a_page_is_printed_black_on_white(look: Look) -> None:
    page = look(width=PAPER, media="print", dark=True)
    praised(page, "darkGrounds")
    praised(page, "faintText", given=4.5)


def unfolded(page: Page) -> Page:
    page.eval_on_selector_all("details", "all => all.forEach(each => { each.open = true })")
    return page


def violations(page: Page, rules: list[str]) -> list[str]:
    """What axe finds, with the first few places of each."""
    answer: Any = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response
    return [
        f"{each['id']}: {each['help']}: {', '.join(node['html'][:120] for node in each['nodes'][:3])}"
        for each in answer["violations"]
    ]


def _tabs(page: Page) -> Iterator[str]:
    """Press Tab until the page is left; what is wrong with each stop."""
    for _ in range(400):
        page.keyboard.press("Tab")
        said: str | None = page.evaluate("looks.focused()")
        if said is None:
            return
        yield said
    pytest.fail("Tab goes round in circles")


def _lightness(css: str) -> float:
    red, green, blue = (int(each) / 255 for each in css.removeprefix("rgb(").rstrip(")").split(","))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
