"""What a player writes now counts, and not what is quoted below it, whatever mail program made the reply."""

import pytest

from gm.desk.enclosed import pages_of
from gm.mail.letter import read_letter
from tests.conftest import NOW
from tests.replies import Reply, elsewhere, replies


def wrong(reply: Reply) -> str:
    """What is wrong with how a mail is read; "" if nothing is."""
    pages = pages_of(read_letter(reply.data, NOW))
    if len(pages) != 1:
        return f"{reply.name}: {len(pages)} pages"
    (page,) = pages
    orders = page.page.fields.get("orders")
    if page.problems or page.turn != 2 or orders != {"3": "22", "4": "15"}:
        return f"{reply.name}: turn {page.turn}, {orders}, {page.problems}"
    return "" if page.page.press == reply.press else f"{reply.name}: press {page.page.press!r}"


@pytest.mark.slow
def test_the_new_order_wins_over_whatever_is_quoted_below_it() -> None:
    assert [said for said in map(wrong, replies()) if said] == []


@pytest.mark.slow
def test_an_order_below_a_quotation_or_filled_in_inside_it_is_read() -> None:
    assert [said for said in map(wrong, elsewhere()) if said] == []
