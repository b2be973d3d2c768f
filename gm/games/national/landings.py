"""N43: where each speed would land if nobody were in the way."""

from gm.core.play import Json
from gm.games.national.course import FENCE_ON, FINISH, LANES, Landing, open_road
from gm.games.national.field import name_of
from gm.games.national.meeting import Meeting
from gm.games.national.rides import wished

SPEEDS = range(1, 9)
ANY = 0  # no lane in the ride


def landings(meeting: Meeting, lot: int) -> list[Json]:
    """After N21's cuts, and without a lane."""
    found = zip(SPEEDS, roads(meeting, lot, (ANY,))[ANY], strict=True)
    return [
        {"speed": speed, "square": each.square, "lane": each.lane, "kind": each.kind, "home": each.square >= FINISH}
        for speed, each in found
        if each
    ]


def roads(meeting: Meeting, lot: int, wishes: tuple[int, ...]) -> dict[int, list[Landing | None]]:
    """For each lane that a ride may wish for, where each of the eight speeds leads."""
    runner, handicap = meeting.runners[lot], meeting.handicap(lot)
    lengths = [min(speed, runner.most) + handicap for speed in SPEEDS]
    wanted = {lane: wished(lane or None, runner.square) for lane in wishes}
    found = open_road(*runner.spot, lengths[-1], frozenset(wanted.values()))
    return {lane: [found[wish][each] for each in lengths] for lane, wish in wanted.items()}


def lands(meeting: Meeting, lot: int) -> Json:
    """For the form, by the lane of the ride: kind, square, lane, speed points, the fence's number, who stands there."""
    here, handicap = meeting.runners[lot], meeting.handicap(lot)
    taken = {each.spot: name_of(other) for other, each in meeting.runners.items() if each.running and other != lot}

    def told(there: Landing | None) -> list[int | str]:
        if there is None:
            return ["clear", here.square, here.lane, 0, 0, ""]
        kind = "home" if there.square >= FINISH else there.kind
        paid, number = max(1, there.lengths - handicap), FENCE_ON.get(there.square, 0)
        return [kind, there.square, there.lane, paid, number, taken.get((there.square, there.lane), "")]

    return {str(lane): list(map(told, road)) for lane, road in roads(meeting, lot, (ANY, *LANES)).items()}
