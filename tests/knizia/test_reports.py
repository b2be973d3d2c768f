"""What the reports of the card game tell."""

import pytest

from tests.conftest import Desk
from tests.contract.facts import blocks, missing
from tests.test_same_facts import played_cards


@pytest.mark.parametrize("turn", [0, 1, 3])
def test_the_tables_text_has_every_fact_of_its_page(desk: Desk, turn: int) -> None:
    played_cards(desk)
    for reader in ((), ("--for", "bob")):
        report = [*("report", "cards", "--turn", turn), *reader]
        text, page = (desk.gm(*report, "--format", form).out for form in ("txt", "html"))
        assert missing(blocks(page), text) == []
