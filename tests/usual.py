"""What is read at a glance beside what is read word by word: the same, wherever anything is seen at a glance at all."""

from datetime import datetime
from typing import Any

from gm.desk.reading import Clerk, word_by_word
from gm.desk.readings import Reading
from gm.pages.book import check_part
from gm.pages.page import Page, canonical, canonical_as_it_is, page_at_a_glance, read_page, read_strictly
from gm.pages.usual import usual


def spelt(piece: Any) -> Any:
    """A piece of a page with all that tells it apart: its type, its line, its entries in their order."""
    line = getattr(piece, "line", None)
    if isinstance(piece, dict):
        return type(piece), line, [(spelt(key), spelt(value)) for key, value in piece.items()]
    if isinstance(piece, (list, tuple)):
        return type(piece), line, [spelt(each) for each in piece]
    return type(piece), line, piece


def read_alike(data: bytes) -> bool:
    """Was it of the usual shape? Then the strict reader reads the same, and has nothing to say."""
    if usual(data) is None:
        return False
    (seen, nothing), (page, problems) = read_page(data, "page"), read_strictly(data, "page")
    assert nothing == problems == [], data
    assert spelt(tuple(seen)) == spelt(tuple(page)), data
    glimpse = page_at_a_glance(data, "page")
    assert glimpse is not None
    assert glimpse == page._replace(source=()), data
    assert [*glimpse.fields] == [*page.fields], data
    return True


def glanced_alike(clerk: Clerk, data: bytes, arrived: datetime) -> bool:
    """Is something seen of it as it lies there? Then it is of the usual shape, and the same is seen of it with lines."""
    looked = clerk.glance.look(data, "page", arrived)
    page, problems = read_strictly(data, "page")
    seen = clerk.glance.read(page, arrived) if usual(data) and not problems else None
    assert kept_of(looked) == kept_of(seen), data
    if looked is None or seen is None:
        return False
    assert looked.page == page._replace(source=()), data
    assert [*looked.page.fields] == [*page.fields], data
    assert (looked.match, looked.seat, looked.turn) == (seen.match, seen.seat, seen.turn), data
    return True


def kept_of(seen: Reading | None) -> object:
    if seen is None or not seen.match:
        return None
    kept = (
        seen.verdict,
        seen.problems,
        seen.page.press,
        seen.page.press_name,
        seen.orders,
        seen.standing,
        seen.checked,
    )
    return canonical_as_it_is(seen.match.name, seen.turn or 0, seen.seat or "", seen.part), *kept


def judged_alike(clerk: Clerk, page: Page, arrived: datetime) -> bool:
    """Was nothing to be said of it at a glance? Then nothing is, word by word, and the very same is kept of it."""
    seen = clerk.glance.read(page, arrived)
    if seen is None:
        return False
    (read,) = word_by_word(clerk, page, arrived)
    at, seat, turn = seen.match, seen.seat, seen.turn
    assert at
    assert seat
    assert turn
    assert list(read.problems) == list(seen.problems) == [], page
    assert spelt(tuple(seen.page)) == spelt(tuple(read.page))
    assert spelt(seen.part) == spelt(read.part)
    for what in (
        "match",
        "seat",
        "turn",
        "late",
        "past",
        "verdict",
        "orders",
        "standing",
        "blind",
        "player",
        "checked",
    ):
        assert getattr(seen, what) == getattr(read, what), (what, page)
    assert canonical_as_it_is(at.name, turn, seat, seen.part) == canonical(at.name, turn, seat, read.part)
    assert not check_part(at.game, at.state, seat, turn, seen.part).remarks
    return True
