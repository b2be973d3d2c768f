"""The horses, what the going does to them, and what may be won on them (N1, N11 to N15, N35).

What the rule document has: money, boxes, colours and caps, speed points by going, prizes, both tables of prices; of the
horses Brown Sugar (lot 1, 60,000, +5, and +2 on good going), and that Gun Metal comes to +6. All else is ours.
"""

from functools import cache
from typing import NamedTuple

from gm.core.words import sentence

STABLES = ("red", "blue", "green", "yellow", "white", "black")  # N1: in seat order, what is left to the house
CAPS = ("red", "black", "white", "blue")
BOXES = len(CAPS)
MONEY = 250_000
STEP = 10_000  # N4
PRIZES = (250_000, 100_000, 50_000, 30_000)  # N35
LOWEST, HIGHEST = 0, 7  # N14: handicaps on the day
WIN, PLACE = "win", "place"


class Going(NamedTuple):
    name: str
    points: int  # N13: the speed points of every horse


class Odds(NamedTuple):
    """So many to one."""

    win: int
    place: int


class Horse(NamedTuple):
    lot: int
    name: str
    reserve: int
    handicap: int
    likes: str
    about: str

    @property
    def adjustments(self) -> tuple[int, ...]:
        """What each going adds."""
        return PROFILES[self.likes]


GOING = (
    Going("firm", 64),
    Going("good to firm", 62),
    Going("good", 60),
    Going("good to soft", 58),
    Going("soft", 56),
    Going("heavy", 54),
)
ANTE_POST = {  # N11: by reserve price
    60_000: Odds(12, 3),
    50_000: Odds(20, 5),
    40_000: Odds(28, 7),
    30_000: Odds(40, 10),
    20_000: Odds(66, 16),
    10_000: Odds(100, 25),
}
PRICES = {  # N15: by the handicap on the day; for a horse that likes the going, copes with it, loathes it
    7: (Odds(6, 2), Odds(7, 2), Odds(8, 2)),
    6: (Odds(10, 3), Odds(12, 3), Odds(14, 4)),
    5: (Odds(16, 4), Odds(18, 4), Odds(20, 5)),
    4: (Odds(25, 6), Odds(25, 6), Odds(33, 8)),
    3: (Odds(40, 10), Odds(40, 10), Odds(50, 12)),
    2: (Odds(66, 16), Odds(66, 16), Odds(66, 16)),
    1: (Odds(100, 25), Odds(100, 25), Odds(100, 25)),
    0: (Odds(150, 40), Odds(150, 40), Odds(150, 40)),
}
PROFILES = {  # what the going adds to the handicap, in the order of GOING
    "fast": (2, 2, 1, 1, -1, -1),
    "good": (1, 2, 2, 1, 0, 0),
    "any": (1, 0, 1, 2, 2, 0),
    "soft": (0, -1, 1, 2, 2, 2),
    "mud": (-1, 0, 0, 1, 2, 2),
}
HORSES = (
    Horse(1, "Brown Sugar", 60_000, 5, "good", sentence("Won his last three. Sweet on good ground, sour in the mud.")),
    Horse(2, "Gun Metal", 50_000, 4, "mud", sentence("Big grey with feet like plates. The wetter the better.")),
    Horse(3, "Copper Kite", 40_000, 3, "fast", sentence("Light mare, needs to hear her feet rattle.")),
    Horse(4, "Bramble Jack", 30_000, 2, "any", sentence("Hunter-chaser, sound and honest on most ground.")),
    Horse(5, "Borrowed Umbrella", 20_000, 1, "soft", sentence("Comes into his own when it rains, if he comes at all.")),
    Horse(6, "Rusty Anchor", 10_000, 0, "mud", sentence("Slow. Stays for ever, especially where he is.")),
    Horse(7, "Tidal Bore", 60_000, 5, "mud", sentence("Twice placed in a bog. Hates the sun on his back.")),
    Horse(8, "Northern Proof", 50_000, 4, "any", sentence("Never out of the first six, rarely in the first two.")),
    Horse(9, "Saltmarsh Sam", 40_000, 3, "soft", sentence("Trained on a beach at low tide.")),
    Horse(10, "Slate Roof", 30_000, 2, "good", sentence("Jumps big, lands steep.")),
    Horse(11, "Wicket Keeper", 20_000, 1, "fast", sentence("Safe pair of hands, if the ground is like a pitch.")),
    Horse(12, "Village Pump", 10_000, 0, "good", sentence("Known to everybody, leads nobody anywhere.")),
    Horse(13, "Harbour Lantern", 60_000, 5, "fast", sentence("A flying machine on top of the ground.")),
    Horse(14, "Kettledrum Lad", 50_000, 4, "good", sentence("Loud breather, and nothing wrong with him.")),
    Horse(15, "Penny Whistler", 40_000, 3, "any", sentence("Cheap to keep, and goes anywhere.")),
    Horse(16, "Ferryman's Fee", 30_000, 2, "soft", sentence("Crosses water for a living.")),
    Horse(17, "Cold Porridge", 20_000, 1, "mud", sentence("Thick, grey, and better than it looks in bad weather.")),
    Horse(18, "Late Bus", 10_000, 0, "fast", sentence("Two may come at once.")),
    Horse(19, "Sixpenny March", 60_000, 5, "soft", sentence("Stayer of the old sort; give him a bit of cut.")),
    Horse(20, "Parson's Folly", 50_000, 4, "fast", sentence("Pulls like a train. His own worst enemy.")),
    Horse(21, "Marsh Warden", 40_000, 3, "mud", sentence("Winter horse. Not seen after March.")),
    Horse(22, "Lamplighter Joe", 30_000, 2, "fast", sentence("Bright start, goes out early.")),
    Horse(23, "Hedge Sparrow", 20_000, 1, "any", sentence("Small, brown, and hard to catch sight of.")),
    Horse(24, "Second Post", 10_000, 0, "soft", sentence("Delivers in the afternoon.")),
    Horse(25, "Quarryman", 60_000, 5, "any", sentence("Solid on everything between a road and a river.")),
    Horse(26, "Velvet Ledger", 50_000, 4, "soft", sentence("Owned by a bank; no interest on firm.")),
    Horse(27, "Old Almanac", 40_000, 3, "good", sentence("Thirteen, and has seen all weathers but one.")),
    Horse(28, "Dusty Mitre", 30_000, 2, "mud", sentence("The name misleads: loves a puddle.")),
    Horse(29, "Turnpike Tom", 20_000, 1, "good", sentence("Goes a mile and wants paying.")),
    Horse(30, "Odd Sock", 10_000, 0, "any", sentence("Found at the back of a drawer. Jumps anything.")),
)
NAMES = tuple(horse.name for horse in HORSES)
LOTS = tuple(horse.lot for horse in HORSES)


def horse(lot: int) -> Horse:
    return HORSES[lot - 1]


def name_of(lot: int) -> str:
    return HORSES[lot - 1].name


@cache
def on_the_day(lot: int, going: int) -> int:
    """N14."""
    return max(LOWEST, min(HIGHEST, horse(lot).handicap + horse(lot).adjustments[going]))


@cache
def price(lot: int, going: int) -> Odds:
    """N15: the better the ground suits, the shorter the price."""
    adds = horse(lot).adjustments[going]
    return PRICES[on_the_day(lot, going)][0 if adds >= 2 else 1 if adds == 1 else 2]


def ante_post(lot: int) -> Odds:
    """N11."""
    return ANTE_POST[horse(lot).reserve]


def going_called(name: str) -> int:
    return [each.name for each in GOING].index(name)
