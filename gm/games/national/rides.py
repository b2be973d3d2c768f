"""A ride (N20): how fast, where it would like to land, in which lane; and what it comes to as the horses stand."""

from collections.abc import Set
from typing import NamedTuple

from gm.core.play import Raw
from gm.core.words import sentence
from gm.games.national import validity
from gm.games.national.course import CLEAR, MELLING_ROAD, RUN_IN, Landing, Spot, landing, reach


class Ride(NamedTuple):
    speeds: tuple[int, ...] = ()
    ends: tuple[str, ...] = ()  # where it would like to land, in order of preference
    lane: int | None = None
    retire: bool = False


class Ridden(NamedTuple):
    """The speed that was taken, after all cuts, and where it leads; nowhere if the horse is boxed in."""

    speed: int
    landing: Landing | None


FLAT_OUT = Ride((validity.FASTEST,))  # N38, once there is no fence in front


def read_ride(text: Raw) -> Ride:
    """Of a ride that can stand."""
    found = validity.ride(text)
    return Ride(tuple(found["speeds"]), tuple(found["ends"]), found["lane"] or None, found["retire"])


def read_nmr(raw: Raw) -> str:
    """N38: any ride but retire."""
    if validity.bad_ride(raw, None) or validity.ride(raw)["retire"]:
        raise ValueError(sentence("write a ride such as 4 5 3 clear"))
    return " ".join(str(raw).split())


def ridden(ride: Ride, at: Spot, handicap: int, most: int, taken: Set[Spot]) -> Ridden:
    """N20, N21: each speed is looked at as if it were ridden, cut to the most that the horse may use."""
    square, lane = at
    speeds = [min(speed, most) for speed in ride.speeds]
    reached = reach(square, lane, max(speeds) + handicap, taken)
    wish = wished(ride.lane, square)
    found = [Ridden(speed, landing(square, lane, speed + handicap, reached, wish)) for speed in speeds]
    fitting = (each for end in ride.ends for each in found if _ends(each) == end)
    return next(fitting, found[0])


def wished(lane: int | None, square: int) -> int | None:
    """N23: from the Melling Road on nobody waits at the rail."""
    return lane if lane is None or square < MELLING_ROAD else max(lane, RUN_IN[0])


def _ends(ridden: Ridden) -> str:
    return ridden.landing.kind if ridden.landing else CLEAR
