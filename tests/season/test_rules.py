"""Every ruling of seasons as a case page: `tests/rules/season/*.yaml`, each with what it expects."""

from pathlib import Path
from typing import Any

import pytest

from gm.desk.cases import adjudicate
from gm.pages.files import read_map
from tests.rulecases import as_text, expect_refused, pages, rulings

PAGES = pages("season")
ASKED = {f"S{number}" for number in range(1, 16)} | {"S16", "S17", "S18"}  # the others are for the commands


def test_every_ruling_that_a_page_can_ask_has_one() -> None:
    assert {ruling for path in PAGES for ruling in rulings(path)} == ASKED


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_ruling_holds(path: Path) -> None:
    expected = read_map(path)["expect"]
    if isinstance(expected.get("refused"), str) and expected["refused"] != "true":
        expect_refused(path, expected["refused"])
        return
    (found,) = adjudicate(path, path.name)
    assert not found.problems
    expect_told(as_text(found.result), expected)


def expect_told(got: Any, wanted: Any) -> None:
    """What the page tells is so; of an object only the keys that the page has, of a list everything."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            expect_told(got[key], value)
    elif isinstance(wanted, list):
        assert len(got) == len(wanted), (got, wanted)
        for one, told in zip(got, wanted, strict=True):
            expect_told(one, told)
    else:
        assert got == wanted
