"""Simple jockeys: they know their own view of the race, and little about racing."""

from gm.core.dice import Dice, Stream
from gm.core.play import Json
from gm.games.haytack.course import PLACES

_STYLES = ("steady", "bold", "mean", "crafty")
_PACE = {"steady": 100, "bold": 135, "mean": 75, "crafty": 105}  # per cent of an even share


def improvise(seen: Json, dice: Dice) -> Json:
    """An order page's part for the open turn; the same view and dice always give the same page."""
    me = seen["me"]
    style = _STYLES[dice.stream(f"style:{me['player']}").below(len(_STYLES))]
    stream = dice.stream(f"orders:{me['player']}:{seen['turn']}")
    left = me["points"]
    orders: Json = {}
    for coming in seen["next"]:
        number = min(left, _number(seen, coming, style, stream))
        left -= number
        second = len(orders) == 1
        orders[str(coming["fence"])] = _hedged(number, stream) if second and style == "crafty" else str(number)
    return {"orders": orders}


def _number(seen: Json, coming: Json, style: str, stream: Stream) -> int:
    """An even share of what is left, by temper, and dearer where more horses fall."""
    if coming["free"]:
        return stream.below(2)
    to_come = len(seen["course"]) - coming["fence"] + 1
    share: float = seen["me"]["points"] / (to_come + 1)  # something has to be left at the post
    number = share * _PACE[style] * (90 + stream.below(41)) / 10_000
    if coming["kind"] == "chair":  # neither end is safe
        number *= 0.9
    elif PLACES[coming["kind"]][0] > 1:
        number *= 1.4
    return max(0, round(number))


def _hedged(number: int, stream: Stream) -> list[Json | str]:
    """A little less when the first fence has emptied the saddles, nothing where nobody can fall."""
    return [
        {"when": {"free": "yes"}, "play": "0"},
        {"when": {"fallers": f">= {2 + stream.below(2)}"}, "play": str(max(0, number - 2))},
        str(number),
    ]
