"""Who falls? A position for a puzzle, of which the rules know the answer."""

from gm.core.dice import Dice, Stream
from gm.core.play import Json

_HORSES = (
    "Ambush", "Bovril", "Cloudy Ditch", "Dunce", "Early Bath", "Fetlock", "Gatepost", "Hay Fever", "Ink Blot",
    "Jam Tart", "Kipper", "Left Luggage", "Muddle", "Nettle", "Old Penny", "Puddle",
)  # fmt: skip
_KINDS = ("plain", "becher", "chair", "water")
_FIELD = 8


def puzzle(dice: Dice) -> Json:
    """A case page: eight horses before a fence, some of which play the same number."""
    chance = dice.stream("puzzle")
    horses = sorted(chance.shuffled(_HORSES)[:_FIELD])
    points = [60 + 3 * chance.below(40) for _ in horses]
    orders = {horse: {"1": str(number)} for horse, number in zip(horses, _numbers(chance), strict=True)}
    return {
        "rules": "haytack",
        "course": f"{_KINDS[chance.below(len(_KINDS))]}, plain",
        "fence": "1",
        "fences": "1",
        "horses": {horse: str(each) for horse, each in zip(horses, points, strict=True)},
        "orders": orders,
    }


def _numbers(chance: Stream) -> list[int]:
    """The lowest is played by two or three, and sometimes the highest by two: ties are what there is to think about."""
    lowest, highest = 5 + chance.below(8), 24 + chance.below(8)
    low, high = 2 + chance.below(2), 1 + chance.below(2)
    between = [lowest + 1 + chance.below(highest - lowest - 1) for _ in range(_FIELD - low - high)]
    return chance.shuffled([lowest] * low + [highest] * high + between)
