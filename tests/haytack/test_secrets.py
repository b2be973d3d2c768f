"""What a race hides beside what tests/contract/ looks at."""

import json
from collections.abc import Callable
from typing import Any

from tests.contract.samples.haytack import orders, race
from tests.contract.test_secrets import reports


def test_with_fallers_revealed_no_other_number_is_in_the_public_report() -> None:
    """H24: numbers far from any other text show up if they leak."""
    parts = orders(
        alice={"orders": {"1": "4731", "2": "9"}},
        bob={"orders": {"1": "3829", "2": "all"}},
        dave={"orders": {"1": "2746", "2": "26"}},
    )
    told = reports("haytack", race("fallers", points=9000), parts)
    for text in told[None]:
        assert not any(number in text for number in ("4731", "3829", "2746"))
    assert "4731" in "".join(told["alice"])
    assert not any(number in "".join(told["alice"]) for number in ("3829", "2746"))


def test_an_error_tells_nothing_of_others(start: Callable[..., Any]) -> None:
    desk = start(4, options="reveal: fallers")
    desk.order("bob", 1, "{1: 123, 2: 321}")
    desk.gm("take")
    desk.write(
        "inbox/a.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: x, 2: [{when: {lowest: 3}, play: 1}]}\n"
    )
    ran = desk.gm("take", "--json", code=1)
    assert not any(number in json.dumps(ran.lines) for number in ("123", "321"))
