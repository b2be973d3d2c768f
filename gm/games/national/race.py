"""A move in the race, cards and all, up to the moment when the race ends (N19 to N34)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from gm.core.dice import Dice
from gm.core.play import Json
from gm.games.national.course import BECHERS, CIRCUIT, FENCE_ON, FINISH, MELLING_ROAD, SHOES, landing, reach
from gm.games.national.decks import CARDS, HOME, JUMP, TURF, Act, unshuffled
from gm.games.national.field import GOING, name_of, on_the_day, price
from gm.games.national.meeting import LEADING, Meeting, Runner, handicap_now, in_running
from gm.games.national.rides import Ride, ridden

FREE = 10  # N32: a lead of so many squares costs
TOO_FREE = 2


class Ended(Exception):
    """N34: the race is over, within a card if need be"""


class Race:
    """The race while a horse moves."""

    def __init__(self, meeting: Meeting, dice: Dice):
        self.meeting, self.dice = meeting, dice
        self.runners = dict(meeting.runners)
        self.decks = {deck: list(cards) for deck, cards in meeting.decks.items()}
        self.shuffles = dict(meeting.shuffles)
        self.finishers = list(meeting.finishers)
        self.home, self.over = meeting.home, False
        self.log: list[Json] = []

    @property
    def running(self) -> list[int]:
        """N24."""
        return in_running(self.runners, self.meeting.cap_of)

    def handicap(self, lot: int) -> int:
        return handicap_now(self.runners[lot], on_the_day(lot, self.meeting.going or 0))

    def after(self) -> Meeting:
        return replace(
            self.meeting,
            runners=self.runners,
            decks={deck: tuple(cards) for deck, cards in self.decks.items()},
            shuffles=self.shuffles,
            finishers=tuple(self.finishers),
            home=self.home,
            over=self.over,
        )

    def _set(self, lot: int, **changed: Any) -> None:
        self.runners[lot] = replace(self.runners[lot], **changed)

    def _tell(self, what: str, lot: int, **more: Any) -> None:
        self.log.append({"what": what, "horse": name_of(lot), **more})

    # A move

    def move(self, lot: int, ride: Ride, auto: bool) -> Json:
        """The horse's own move, and what became of it."""
        before = self.runners[lot]
        told: Json = {"auto": False, "speed": None, "handicap": self.handicap(lot), "paid": 0, "from": [*before.spot]}
        told["lands"] = [*before.spot]
        try:
            if before.points == 0:  # N25: also if it would miss the move that comes
                told["did"] = "spent"
                self._out(lot, "spent")
            elif before.miss:
                self._set(lot, miss=False)
                told["did"] = "missed"
            elif ride.retire:
                told["did"] = "retired"
                self._out(lot, "retired")
            else:
                told["auto"] = auto
                self._ride(lot, ride, told)
        except Ended:
            self.over = True
        return {"horse": name_of(lot), **told, "to": [*self.runners[lot].spot], "log": self.log}

    def _ride(self, lot: int, ride: Ride, told: Json) -> None:
        """N21, N23: what is held up keeps what it could not use."""
        before, handicap = self.runners[lot], self.handicap(lot)
        taken = self._taken(lot)
        speed, there = ridden(ride, before.spot, handicap, before.most, taken)
        self._set(lot, hold=None)
        told |= {"speed": speed, "did": "ran" if there else "boxed in"}
        if there:
            told |= {"paid": max(1, there.lengths - handicap), "lands": [there.square, there.lane]}
            self._set(lot, points=before.points - told["paid"])
            self._come(lot, there.square, there.lane, own=True)

    def _taken(self, lot: int) -> set[tuple[int, int]]:
        """N22: on square 0 nobody is in the way."""
        return {each.spot for other, each in self.runners.items() if each.running and other != lot}

    def _come(self, lot: int, square: int, lane: int, own: bool = False) -> None:
        """To another square: over the line, past others, onto a fence or a horseshoe."""
        self._set(lot, square=square, lane=lane)
        self.home = self.home or square > BECHERS
        if square >= FINISH:
            return self._finish(lot)
        for other in self.running:  # N26
            if self.runners[other].square <= square - CIRCUIT:
                self._out(other, "lapped")
        if square in FENCE_ON:
            self._draw(lot, JUMP)  # N29
        elif own and (square, lane) in SHOES and self.meeting.round > 1:
            self._draw(lot, HOME if self.home else TURF)  # N27
        return None

    def _finish(self, lot: int) -> None:
        """N33."""
        self.finishers.append(lot)
        self._set(lot, place=len(self.finishers))
        self._tell("finish", lot, place=len(self.finishers))
        self._ends()

    def _out(self, lot: int, why: str) -> None:
        self._set(lot, out=why)
        self._tell(why, lot)
        self._ends()

    def _ends(self) -> None:
        """N34."""
        enough = self.meeting.options.finish == "fourth" and len(self.finishers) >= LEADING
        if enough or not any(each.running for each in self.runners.values()):
            raise Ended

    # Cards

    def _draw(self, lot: int, deck: str) -> None:
        """N28, N30: line by line."""
        if not self.decks[deck]:
            self.shuffles[deck] += 1
            self.decks[deck] = shuffled(deck, self.shuffles[deck], self.dice)
        card = self.decks[deck].pop(0)
        self._tell("card", lot, deck=deck, card=card)
        for act in CARDS[card].acts:
            for other in self._meant(lot, act):
                if self.runners[other].running:
                    self._act(other, act)

    def _act(self, lot: int, act: Act) -> None:
        runner, much = self.runners[lot], act.much
        if act.what in ("advance", "make up"):
            return self._advance(lot, much if act.what == "advance" else max(0, much - self.handicap(lot)))
        if act.what == "fall":
            return self._out(lot, "fell")
        self._set(lot, **_changed(runner, act, GOING[self.meeting.going or 0].points))
        self._tell(act.what, lot, **({"n": much} if act.what in ("stamina", "hold", "points") else {}))
        return None

    def _advance(self, lot: int, lengths: int) -> None:
        """N30: without a lane wish, and at no cost."""
        runner = self.runners[lot]
        there = landing(*runner.spot, lengths, reach(*runner.spot, lengths, self._taken(lot)))
        to = [there.square, there.lane] if there else [*runner.spot]
        self._tell("advance", lot, n=lengths, to=to)
        if there:
            self._come(lot, there.square, there.lane)

    def _meant(self, lot: int, act: Act) -> Sequence[int]:
        """N31: whom a line means, from the front. Who has a stamina penalty takes no part in an advance of others."""
        if act.whom == "self":
            return [lot]
        row = self.running
        if act.whom == "behind":
            return self._behind(lot, row)[:1]
        fresh = [each for each in row if act.what != "advance" or not self.runners[each].stamina]
        if act.whom in ("longest", "shortest"):
            wins = {each: price(each, self.meeting.going or 0).win for each in row}
            wanted = (max if act.whom == "longest" else min)(wins.values(), default=0)
            return [each for each in fresh if wins[each] == wanted]
        if act.whom == "last 3":
            return fresh[-3:]
        first, many = PLACES[act.whom]
        return [each for each in row[first:] if each in fresh][:many]

    def _behind(self, lot: int, row: Iterable[int]) -> list[int]:
        square, lane = self.runners[lot].spot
        return [each for each in row if self.runners[each].lane == lane and self.runners[each].square < square]

    # Too free

    def look_at_the_lead(self) -> int | None:
        """N32: who runs too free now, and pays for it from here on."""
        row = self.running
        if len(row) < 2:
            return None
        first, second = (self.runners[each] for each in row[:2])
        if first.square - second.square < FREE or first.square > MELLING_ROAD or first.lead:
            return None
        self._set(row[0], lead=TOO_FREE)
        return row[0]


PLACES = {"leader": (0, 1), "first 2": (0, 2), "first 4": (0, 4), "second and third": (1, 2), "fifth to eighth": (4, 4)}


def _changed(runner: Runner, act: Act, most: int) -> Json:
    """N30: what a card changes of a horse that stays where it is."""
    held = [much for much in (runner.hold, act.much) if much is not None]
    changes: dict[str, Json] = {
        "stamina": {"stamina": runner.stamina + act.much},
        "wind": {"stamina": 0},
        "hold": {"hold": min(held)},
        "miss": {"miss": True},
        "points": {"points": max(0, min(most, runner.points + act.much))},
    }
    return changes[act.what]


def shuffled(deck: str, times: int, dice: Dice) -> list[str]:
    """N28: the whole deck, for the so manieth time."""
    cards = list(unshuffled(deck))
    dice.stream(deck if times == 1 else f"{deck}:{times}").shuffle(cards)
    return cards
