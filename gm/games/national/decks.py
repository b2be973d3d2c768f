"""The three decks (N27 to N31): of each card how often it is there, its words, and what it does, line by line."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gm.core.words import sentence

TURF, JUMP, HOME = "turf", "jump", "home"


class Act(NamedTuple):
    whom: str
    what: str
    much: int = 0


class Card(NamedTuple):
    id: str
    copies: int
    text: str
    acts: tuple[Act, ...]


_TURF = (
    Card("T1", 3, sentence("Travelling sweetly. Advance 4."), (Act("self", "advance", 4),)),
    Card("T2", 2, sentence("A gap opens on the rail. Advance 6."), (Act("self", "advance", 6),)),
    Card("T3", 1, sentence("Slips the field on the bend. Advance 9."), (Act("self", "advance", 9),)),
    Card("T4", 2, sentence("Fights for his head. Stamina penalty 1."), (Act("self", "stamina", 1),)),
    Card("T5", 1, sentence("Spreads a plate. Stamina penalty 2."), (Act("self", "stamina", 2),)),
    Card("T6", 1, sentence("Second wind. All his stamina penalties are rubbed out."), (Act("self", "wind"),)),
    Card(
        "T7",
        1,
        sentence("A loose horse crosses the leader: at most 2 speed points on his next move."),
        (Act("leader", "hold", 2),),
    ),
    Card("T8", 2, sentence("The leader gawps at the crowd and misses his next move."), (Act("leader", "miss"),)),
    Card(
        "T9",
        1,
        sentence("Too fast by half. The first two in running take stamina penalty 1."),
        (Act("first 2", "stamina", 1),),
    ),
    Card(
        "T10",
        1,
        sentence("They stretch the field. The first four in running advance 2."),
        (Act("first 4", "advance", 2),),
    ),
    Card(
        "T11",
        3,
        sentence("The rag warms up. The longest price in running advances 8."),
        (Act("longest", "advance", 8),),
    ),
    Card(
        "T12",
        2,
        sentence("The pack closes. Fifth to eighth in running advance 4."),
        (Act("fifth to eighth", "advance", 4),),
    ),
    Card(
        "T13",
        1,
        sentence("Back-markers creep in. The last three in running advance 6."),
        (Act("last 3", "advance", 6),),
    ),
    Card("T14", 1, sentence("Niggled along. Cross off 3 speed points."), (Act("self", "points", -3),)),
    Card("T15", 1, sentence("Given a breather. Win back 4 speed points."), (Act("self", "points", 4),)),
    Card(
        "T16",
        1,
        sentence("The favourite feels the weight. The shortest price in running takes stamina penalty 1."),
        (Act("shortest", "stamina", 1),),
    ),
)
_JUMP = (
    Card("J1", 3, sentence("FALLER. Out of the race."), (Act("self", "fall"),)),
    Card("J2", 2, sentence("Safe but slow. Stays where he landed."), ()),
    Card("J3", 3, sentence("Fiddles it neatly. Advance 3."), (Act("self", "advance", 3),)),
    Card("J4", 4, sentence("Clean leap. Advance 6."), (Act("self", "advance", 6),)),
    Card(
        "J5",
        5,
        sentence("Takes his time and meets it right. Advance 8 less his handicap."),
        (Act("self", "make up", 8),),
    ),
    Card("J6", 4, sentence("Leap of the day. Advance 11 less his handicap."), (Act("self", "make up", 11),)),
    Card("J7", 2, sentence("Pecks on landing. Stamina penalty 1."), (Act("self", "stamina", 1),)),
    Card("J8", 1, sentence("Goes through the top. Stamina penalty 2."), (Act("self", "stamina", 2),)),
    Card(
        "J9",
        1,
        sentence("The jockey loses an iron: at most 2 speed points on the next move."),
        (Act("self", "hold", 2),),
    ),
    Card(
        "J10",
        2,
        sentence("Jumps across. Advance 2; the next horse back in his lane misses its next move."),
        (Act("self", "advance", 2), Act("behind", "miss")),
    ),
    Card(
        "J11",
        1,
        sentence("Second wind in mid-air. Stamina penalties are rubbed out; advance 4."),
        (Act("self", "wind"), Act("self", "advance", 4)),
    ),
    Card(
        "J12",
        1,
        sentence("The leader is baulked and misses his next move; advance 4."),
        (Act("leader", "miss"), Act("self", "advance", 4)),
    ),
    Card("J13", 1, sentence("Stands off and flies it. Advance 8."), (Act("self", "advance", 8),)),
)
_HOME = (
    Card("H1", 3, sentence("Go for home! Advance 4."), (Act("self", "advance", 4),)),
    Card("H2", 2, sentence("Driven right out. Advance 6."), (Act("self", "advance", 6),)),
    Card("H3", 1, sentence("Finishes like a train. Advance 9."), (Act("self", "advance", 9),)),
    Card("H4", 2, sentence("Weakening. Stamina penalty 1."), (Act("self", "stamina", 1),)),
    Card("H5", 1, sentence("Legs turn to string. Stamina penalty 2."), (Act("self", "stamina", 2),)),
    Card("H6", 2, sentence("Second wind. All his stamina penalties are rubbed out."), (Act("self", "wind"),)),
    Card(
        "H7",
        2,
        sentence("The leader idles in front: at most 1 speed point on his next move."),
        (Act("leader", "hold", 1),),
    ),
    Card("H8", 3, sentence("The leader ties up. He takes stamina penalty 2."), (Act("leader", "stamina", 2),)),
    Card(
        "H9",
        1,
        sentence("The first two bump: at most 2 speed points each on their next move."),
        (Act("first 2", "hold", 2),),
    ),
    Card("H10", 1, sentence("The race is on. The first four in running advance 3."), (Act("first 4", "advance", 3),)),
    Card(
        "H11",
        3,
        sentence("A shock is brewing. The longest price in running advances 10."),
        (Act("longest", "advance", 10),),
    ),
    Card(
        "H12",
        1,
        sentence("Challengers arrive. Second and third in running advance 3."),
        (Act("second and third", "advance", 3),),
    ),
    Card(
        "H13",
        1,
        sentence("Late runners. Fifth to eighth in running advance 5."),
        (Act("fifth to eighth", "advance", 5),),
    ),
    Card("H14", 1, sentence("Nothing in the tank. Cross off 4 speed points."), (Act("self", "points", -4),)),
)
DECKS = {TURF: _TURF, JUMP: _JUMP, HOME: _HOME}
CARDS = {card.id: card for deck in DECKS.values() for card in deck}


@cache
def unshuffled(deck: str) -> tuple[str, ...]:
    """N28: the cards in their order, each as often as it is there."""
    return tuple(_copies(deck))


def _copies(deck: str) -> Iterator[str]:
    for card in DECKS[deck]:
        yield from [card.id] * card.copies
