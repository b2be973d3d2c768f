"""Simple players for the demo: they know their own view of the table, and like high cards."""

from gm.core.dice import Dice, Stream
from gm.core.play import Json, Seat, View
from gm.games.knizia.table import Table
from gm.games.knizia.telling import mine, public


def improvise(table: Table, seat: Seat, dice: Dice) -> Json:
    """An order page's part for the open turn; the same view and dice always give the same page."""
    seen, me = public(table), mine(table, seat)
    stream = dice.stream(f"moves:{me['player']}:{seen['turn']}")
    cards = list(me["playable"])
    stream.shuffle(cards)
    friends = [bet["horse"] for bet in seen["bets"] if bet["player"] == me["player"]]
    cards.sort(key=lambda card: -_worth(card, friends, seen))
    moves: list[Json] = [{"play": _placed(card, friends, seen, stream)} for card in cards[:3]]
    bets = _bets(me, stream)
    if moves and bets:
        moves[0] = {"bet": bets, **moves[0]}
    return {"moves": moves or [{"bet": bets}]} if moves or bets else {"moves": []}


def _worth(card: str, friends: list[str], seen: View) -> int:
    """A high card helps a friend; a low one is for the others."""
    horse, _, number = card.rpartition(" ")
    top = seen["columns"][-1].get(horse)
    if horse in friends:
        return int(number) - (top or 0)
    if horse == "black":
        return -20
    return (3 if top is None else 0) - int(number)


def _placed(card: str, friends: list[str], seen: View, stream: Stream) -> str:
    if not card.startswith("black"):
        return card
    standing = [horse for horse in seen["horses"] if horse not in seen["fallen"].values()]
    targets = [horse for horse in standing if (horse in friends) == (int(card[-1]) > 4)] or standing
    return f"{card} on {targets[stream.below(len(targets))]}"


def _bets(me: View, stream: Stream) -> list[str]:
    """Now and then, on horses whose high cards one holds."""
    if not me["free"] or stream.below(3) == 0:
        return []
    held = {
        horse: sum(int(card[-1]) for card in me["hand"] if card.rpartition(" ")[0] == horse) for horse in me["free"]
    }
    return sorted(held, key=lambda horse: -held[horse])[:2]
