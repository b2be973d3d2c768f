"""The mails of a turn of forty horses, beside the standard library's EmailMessage, which puts the same parts together.

It is a turn in the middle of the race, with order forms for all who still run. In a large field, bytes for each reader
must not grow.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, partial

from benchmarks.table import Measurement, Round, scratch, spent, timed
from benchmarks.zines import few_collections
from gm.desk import demo
from gm.desk.desk import open_desk
from gm.desk.publish import FORM, maker_of, texts
from gm.mail.compose import Composer, whole
from gm.mail.settings import addresses
from gm.print.mailpage import Mailed, Words, mailed
from gm.print.painting import Painter
from tests.letters_by_stdlib import composed

GAME = "bloodstock"
MOST = 100  # KB of HTML: what is longer is cut off by some
WORDS = Words("attached", "elsewhere")


OWN, NOW = addresses({"from": "zine@example.org"}), datetime(2026, 11, 18, tzinfo=UTC)
TURN = 8


def measurements() -> Iterator[Measurement]:
    for many in (40, 1_000):
        yield Measurement(f"{many:,} mails put together", "EmailMessage for each", 0.02, partial(put_together, many))
    yield Measurement(
        "40 mails made of their pages, and put together", "EmailMessage for each", 1, made_and_put_together
    )
    for many in (40, 1_000):
        yield Measurement(f"the longest HTML of {many:,} mails", "a kilobyte", MOST, partial(longest, many), 1)


@cache
def stored() -> list[dict[str, str]]:
    """The reports of the demo's race."""
    folder = scratch("mails") / "zine"
    demo.play(folder, lambda told: None)
    with open_desk(folder, datetime.now(UTC)) as desk:
        maker = maker_of(desk, GAME, TURN)
        return [texts(maker.report(seat), maker.templates) | {"name": maker.at.names[seat]} for seat in maker.at.seats]


def made(kept: list[dict[str, str]], painter: Painter) -> list[Mailed]:
    return [mailed(each["html"], painter, WORDS, "example.org") for each in kept]


Said = tuple[tuple[str, str], str, str, str, str, tuple[()], list[tuple[str, bytes]], list[tuple[str, bytes]]]


def said(number: int, kept: dict[str, str], mail: Mailed) -> Said:
    """What is in one mail. Whoever comes after the fortieth has a name of their own, and differs from all others in it."""
    pages = [(name, kept[name].encode()) for name in (FORM, "html") if name in kept]
    pictures = [(f"{one.name}@example.org", one.png) for one in mail.pictures]
    to = (f"Jockey {number}", f"{number}@example.org")
    return to, "The race: turn 8", kept["txt"], f"<{number}@example.org>", mail.html, (), pages, pictures


def turn(many: int) -> list[Said]:
    kept = stored()
    crowd = [again(each, number // len(kept)) for number, each in zip(range(many), kept * many, strict=False)]
    return [said(number, *each) for number, each in enumerate(zip(crowd, made(crowd, Painter(len(kept))), strict=True))]


def again(kept: dict[str, str], time: int) -> dict[str, str]:
    own = kept["name"]
    return {format: text.replace(own, f"{own} {time}") for format, text in kept.items()} if time else kept


def at_once(mails: list[Said]) -> int:
    """How many bytes they have: a message is done with before the next, as when they go to the outbox or leave."""
    composer = Composer(OWN, NOW)
    return sum(len(whole(composer.compose(*each))) for each in mails)


def one_by_one(mails: list[Said]) -> int:
    return sum(
        len(composed(OWN, to, subject, text, number, NOW, html, thread, attached=pages, pictures=pictures))
        for to, subject, text, number, html, thread, pages, pictures in mails
    )


def longest(many: int) -> Iterator[Round]:
    kept = stored()
    crowd, painter = [kept[number % len(kept)] for number in range(many)], Painter(many)
    yield lambda: (max(length(page, painter) for page in crowd) / 1000, 1.0)


def length(kept: dict[str, str], painter: Painter) -> int:
    return len(mailed(kept["html"], painter, WORDS, "example.org").html.encode())


def put_together(many: int) -> Iterator[Round]:
    mails = turn(many)
    few_collections()  # as gm mail has it
    some = mails[:40]
    yield lambda: (spent(lambda: at_once(mails)) / many, spent(lambda: one_by_one(some)) / len(some))


def made_and_put_together() -> Iterator[Round]:
    kept, mails = stored(), turn(len(stored()))
    painter = Painter(len(kept))

    def ours() -> int:
        return at_once([said(number, *each) for number, each in enumerate(zip(kept, made(kept, painter), strict=True))])

    yield timed(ours, lambda: one_by_one(mails))
