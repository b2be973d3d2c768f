"""The mails of a turn of forty horses, beside what the standard library needs to put the same parts together.

    python benchmarks/mails.py [MORE]

With MORE readers, a large field besides: bytes for each reader must not grow, nor the pictures that are painted.
"""

import statistics
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from compare import compare, verdict

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


def told(what: str, mails: list[Mailed], messages: list[bytes]) -> None:
    html = [len(mail.html.encode()) for mail in mails]
    pictures = [sum(len(each.png) for each in mail.pictures) for mail in mails]
    different = {each.name for mail in mails for each in mail.pictures}
    print(f"\nMails of {what}, in KB (median)")
    print(f"  the longest HTML: {verdict(max(html) / 1000, MOST, 'KB')}")
    print(f"  pictures {statistics.median(pictures) / 1000:,.0f}, {len(different)} different ones in all")
    print(f"  whole messages {statistics.median(map(len, messages)) / 1000:,.0f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        demo.play(Path(folder) / "zine", lambda told: None)
        with open_desk(Path(folder) / "zine", datetime.now(UTC)) as desk:
            kept = pages(desk)
    painter = Painter(len(kept))
    mails = made(kept, painter)
    told(f"{len(kept)} readers", mails, put_together(kept, mails))
    if len(sys.argv) > 1:
        many = int(sys.argv[1])
        crowd = [kept[number % len(kept)] for number in range(many)]
        large = made(crowd, Painter(many))
        told(f"{many} readers", large, put_together(crowd, large))
    compare(
        f"{len(kept)} mails",
        {
            "stdlib puts them together": lambda: put_together(kept, mails),
            "made from their pages, pictures painted": lambda: put_together(kept, made(kept, painter)),
            "and the pictures painted anew": lambda: put_together(kept, made(kept, Painter(len(kept)))),
        },
        rounds=5,
    )


if __name__ == "__main__":
    main()
