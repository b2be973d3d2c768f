"""The mails of a turn of forty horses, beside what the standard library needs to put the same parts together.

In a large field, bytes for each reader must not grow.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, partial

from benchmarks.table import Measurement, Round, scratch, timed
from gm.desk import demo
from gm.desk.desk import Desk, match_of, open_desk
from gm.desk.publish import Kept
from gm.mail.compose import compose
from gm.mail.settings import addresses
from gm.print.mailpage import Mailed, Words, mailed
from gm.print.painting import Painter

GAME = "bloodstock"
MOST = 100  # KB of HTML: what is longer is cut off by some
WORDS = Words("attached", "elsewhere")


def measurements() -> Iterator[Measurement]:
    for many in (40, 1_000):
        yield Measurement(f"the longest HTML of {many:,} mails", "a kilobyte", MOST, partial(longest, many), 1)
    yield Measurement("40 mails made of their pages, and put together", "only put together", 3, a_turn)


def pages(desk: Desk) -> list[dict[str, str]]:
    at = match_of(desk, GAME)
    with Kept(desk, at) as kept:
        return [kept.texts(seat) for seat in at.seats]


def made(kept: list[dict[str, str]], painter: Painter) -> list[Mailed]:
    return [mailed(each["html"], painter, WORDS, "example.org") for each in kept]


def put_together(kept: list[dict[str, str]], mails: list[Mailed]) -> list[bytes]:
    own = addresses({"from": "zine@example.org"})
    return [
        compose(own, ("A", "a@example.org"), "S", each["txt"], "<1@example.org>", datetime.now(UTC), mail.html,
                attached=[("report.html", each["html"])], pictures=[(one.name, one.png) for one in mail.pictures])
        for each, mail in zip(kept, mails, strict=True)
    ]  # fmt: skip


@cache
def stored() -> list[dict[str, str]]:
    """The reports of the demo's race, as they are kept."""
    folder = scratch("mails") / "zine"
    demo.play(folder, lambda told: None)
    with open_desk(folder, datetime.now(UTC)) as desk:
        return pages(desk)


def longest(many: int) -> Iterator[Round]:
    kept = stored()
    crowd, painter = [kept[number % len(kept)] for number in range(many)], Painter(many)
    yield lambda: (max(length(page, painter) for page in crowd) / 1000, 1.0)


def length(kept: dict[str, str], painter: Painter) -> int:
    return len(mailed(kept["html"], painter, WORDS, "example.org").html.encode())


def a_turn() -> Iterator[Round]:
    kept = stored()
    painter = Painter(len(kept))
    mails = made(kept, painter)
    yield timed(lambda: put_together(kept, made(kept, painter)), lambda: put_together(kept, mails))
