"""The game of the handbook is there for all of these tests."""

from collections.abc import Iterator

import pytest

from tests.contract import handbook


@pytest.fixture(autouse=True, scope="module")
def the_handbooks_game() -> Iterator[None]:
    with handbook.installed():
        yield
