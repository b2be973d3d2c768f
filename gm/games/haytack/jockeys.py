"""Simple jockeys: they know their own points and the course, and little about racing."""

from gm.core.dice import Dice, Stream
from gm.core.play import Json, Seat
from gm.games.haytack.course import PLACES
from gm.games.haytack.race import Race

_STYLES = ("steady", "bold", "mean", "crafty")
_PACE = {"steady": 100, "bold": 135, "mean": 75, "crafty": 105}  # per cent of an even share


def improvise(race: Race, seat: Seat, dice: Dice) -> Json:
    """An order page's part for the open turn; the same position and dice always give the same page."""
    horse = race.horse_of(seat)
    style = _STYLES[dice.stream(f"style:{seat}").below(len(_STYLES))]
    stream = dice.stream(f"orders:{seat}:{race.turn}")
    left = points = horse.points if horse else 0
    orders: Json = {}
    for fence, kind, free in race.coming:
        share = points / (len(race.course) - fence + 2)  # something has to be left at the post
        number = min(left, stream.below(2) if free else _number(share, kind, style, stream))
        left -= number
        second = len(orders) == 1
        orders[str(fence)] = _hedged(number, stream) if second and style == "crafty" else str(number)
    return {"orders": orders}


def _number(share: float, kind: str, style: str, stream: Stream) -> int:
    """An even share of what is left, by temper, and dearer where more horses fall."""
    number = share * _PACE[style] * (90 + stream.below(41)) / 10_000
    if kind == "chair":  # neither end is safe
        number *= 0.9
    elif PLACES[kind][0] > 1:
        number *= 1.4
    return max(0, round(number))


def _hedged(number: int, stream: Stream) -> list[Json | str]:
    """A little less when the first fence has emptied the saddles, nothing where nobody can fall."""
    return [
        {"when": {"free": "yes"}, "play": "0"},
        {"when": {"fallers": f">= {2 + stream.below(2)}"}, "play": str(max(0, number - 2))},
        str(number),
    ]
