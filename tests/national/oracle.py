"""A slow second opinion on the Grand National board game, for comparison in tests.

Written from the numbered rulings alone, without a look at the program it checks. A page is whatever a reader of YAML
makes of it, numbers as text or not. The sale and the bets are in `ring.py`, the race in `race.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.national.race import Race
from tests.national.ring import Sale, betting
from tests.national.words import folded

Page = dict[str, Any]


def adjudicate(page: Page, notes: Counter[str] | None = None) -> Page:
    """Resolve one case page, and give the result in the shape of the rulings, with everything told.

    The notes count which turns the rulings took on the way.
    """
    notes = Counter() if notes is None else notes
    phase = folded(page["phase"])
    if phase == "sale":
        return Sale(page, notes).resolve()
    return Race(page, notes).resolve() if phase == "race" else betting(page, notes)


def seen_by(result: Page, reader: str | None) -> Page:
    """N42: the same result as a report tells it to one player, or to everybody; decks are counted, also in the end."""

    def own(by_player: Page) -> Page:
        return {player: told for player, told in by_player.items() if player == reader}

    seen = dict(result)
    if result["phase"] == "sale":
        seen["lots"] = [lot | {"limits": own(lot["limits"])} for lot in result["lots"]]
    elif not result.get("over"):
        seen |= {key: own(result[key]) for key in ("bets", "money") if key in result}
    if result.get("off"):
        seen["off"] = result["off"] | {"decks": counted(result["off"]["decks"])}
    if "decks" in result:
        seen["decks"] = counted(result["decks"])
    return seen


def counted(decks: Page) -> Page:
    return {name: len(cards) for name, cards in decks.items()}
