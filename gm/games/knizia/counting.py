"""The card count: where each of the 90 cards is, as far as everybody knows, and as one player knows.

Everything comes from what all players saw; one's own hand is added for its owner alone (K16).
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from gm.core.play import Event, Json, View
from gm.games.knizia.cards import DECK

Where = Literal["top", "covered", "fell", "discarded", "hand", "unseen"]
NUMBERS = 10
BLACK = "black"


def card_count(seen: View, events: Sequence[Event]) -> list[Json]:
    """A row for each horse and one for black; nothing where the game is not known from its first card on."""
    where = _places(events)
    hidden = sum(len(each) if isinstance(each, list) else each for each in [*seen["hands"].values(), seen["deck"]])
    if len(where) + hidden != len(DECK):
        return []
    return [_row(name, where, seen) for name in [*seen["horses"], BLACK]]


def with_hand(rows: Sequence[Json], hand: Sequence[str]) -> list[Json]:
    """The same as the owner of this hand knows it."""
    return [_summed(row, [_own(row["horse"], n, at, hand) for n, at in enumerate(row["cards"])]) for row in rows]


def held(card: str, playable: bool, silks: Mapping[str, str]) -> Json:
    """A card of the hand, as it is drawn."""
    horse, _, number = card.rpartition(" ")
    return {"card": card, "horse": horse, "number": int(number), "silk": silks.get(horse), "playable": playable}


def _own(horse: str, number: int, where: Where, hand: Sequence[str]) -> Where:
    return "hand" if f"{horse} {number}" in hand else where


def _row(horse: str, where: Mapping[str, Where], seen: View) -> Json:
    row: Json = {"horse": horse, "fallen": horse in seen["fallen"].values()}
    return _summed(row, [where.get(f"{horse} {number}", "unseen") for number in range(NUMBERS)])


def _summed(row: Json, cards: list[Where]) -> Json:
    return row | {"cards": cards, "unseen": cards.count("unseen")}


def _places(events: Sequence[Event]) -> dict[str, Where]:
    """K7 to K9: a card lies on top until it is covered, and leaves with the horse that falls, or as a discard."""
    where: dict[str, Where] = {}
    rows: dict[str, list[str]] = {}
    tops: dict[str, str] = {}  # at this fence
    for event in events:
        data = event.data
        if event.kind == "play":
            if data["on"] in tops:
                where[tops[data["on"]]] = "covered"
            where[data["card"]] = "top"
            tops[data["on"]] = data["card"]
            rows.setdefault(data["on"], []).append(data["card"])
        elif event.kind == "score":
            where |= dict.fromkeys(rows.pop(data["fell"], []), "fell")
            tops = {}
        elif event.kind == "discard":
            where |= dict.fromkeys(data["cards"], "discarded")
    return where
