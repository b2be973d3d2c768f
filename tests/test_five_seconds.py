"""Did I survive, where am I, what must I do by when: a player finds it at once, on every turn of every game."""

import json
import re
from pathlib import Path

from tests.browser import Browser, page_of

OWN = "You |Your (?:horse|tickets) |If it ended now, you "
DUE = r"Your orders for turn \d+ are due by|No orders are due from you"


def reports(gallery: Path, ending: str) -> list[Path]:
    """Everybody's own, of every turn that has been run."""
    found = (gallery / "demo/issues").glob(f"*/turn-*/*.{ending}")
    return sorted(each for each in found if each.stem != "public" and each.parent.name != "turn-00")


def over(report: Path) -> bool:
    return bool(json.loads(report.with_name("public.json").read_text(encoding="utf-8"))["result"].get("over"))


def test_the_text_says_it_before_anything_else(gallery: Path) -> None:
    english = [
        each for each in reports(gallery, "txt") if "\nWHAT " in each.read_text() or "THE CALL" in each.read_text()
    ]
    assert len(english) > 300
    for report in english:
        top = report.read_text(encoding="utf-8").split("-" * 72)[0]
        assert re.search(f"^(?:{OWN})", top, re.MULTILINE), report
        assert bool(re.search(DUE, " ".join(top.split()))) != over(report), report


def test_of_a_horse_that_fell_nobody_says_how_near_it_came_before(gallery: Path) -> None:
    fallen = [text for each in reports(gallery, "txt") if "\nYour horse fell at fence" in (text := each.read_text())]
    assert len(fallen) > 100
    assert not [text for text in fallen if "Nearest to a fall" in text]


def test_on_a_telephone_it_is_on_the_first_screen(browser: Browser, gallery: Path) -> None:
    first = {each.parent: each for each in reversed(reports(gallery, "html"))}
    assert len(first) > 35
    for report in first.values():
        with page_of(browser, report, width=390) as page:
            wanted = [".you"] if over(report) else [".you", ".duty"]
            for each in wanted:
                box = page.locator(each).bounding_box()
                assert box, (report, each)
                assert box["y"] + box["height"] <= 700, (report, each, box)
