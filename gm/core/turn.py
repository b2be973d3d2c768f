"""The one loop of every game: take what is open, find each answer, resolve, repeat."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, Generic, NamedTuple

from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import NOBODY, Book, C, Decision, Event, Json, Line, Refusal, S, Seat, Step, quick
from gm.core.problems import GmError
from gm.core.when import unmet
from gm.core.words import pack, sentence

MOST_STEPS = 100_000  # in one turn: no game that ends has so many


class GameFault(GmError):
    """The rules of a game do what no rules may"""


class Answer(NamedTuple, Generic[C]):
    """What a seat does at a decision, and how its order came to that."""

    decision: Decision
    choice: C
    line: Line | None  # None: no order fitted, the rules' own default
    number: int  # which of the lines it was, counted from 1
    passed: Sequence[Json]  # the lines before it, and why not


_WHOSE = itemgetter(0, 1)  # of a decision: its seat and its key
_answer, _event = quick(Answer), quick(Event)
_NO_BOOK: Book = {}
_NONE: list[Any] = []  # conditions, or lines passed over: of a million orders most have none, and share this one


def run_turn(game: Game[S, C], state: S, turn: int, books: Mapping[Seat, Book], dice: Dice) -> Step[S]:
    """Everything that the orders in hand can answer under this deadline."""
    events: list[Event] = []
    step = 0
    while open_now := _open(game, state, turn):
        step += 1
        choices: dict[Decision, C] = {}
        for decision in open_now:
            made = answer(game, state, decision, books.get(decision.seat, _NO_BOOK))
            choices[decision] = made.choice
            if decision.seat != NOBODY:
                events.append(_order(made))
        after = game.resolve(state, choices, dice.at(turn, step))
        events += after.events
        _guard(game, turn, step, stuck=after.state == state)
        state = after.state
    return Step(state, events)


def _open(game: Game[S, C], state: S, turn: int) -> list[Decision]:
    """What is awaited now. The number of the turn is the desk's; a game that counts otherwise is at fault."""
    pending = game.pending(state)
    now = [decision for decision in pending if decision.turn == turn]
    if len(now) < len(pending) and any(decision.turn < turn for decision in pending):
        raise _fault(sentence("{game} awaits an order of an earlier turn on turn {turn}", game=game.name, turn=turn))
    if len(set(map(_WHOSE, now))) < len(now):
        raise _fault(sentence("{game} asks the same of one seat twice on turn {turn}", game=game.name, turn=turn))
    return now


def _guard(game: Game[S, C], turn: int, step: int, stuck: bool) -> None:
    if stuck or step >= MOST_STEPS:
        values = {"game": game.name, "turn": turn, "step": step}
        raise _fault(sentence("{game} does not come to the end of turn {turn} (step {step})", **values))


def _fault(message: str) -> GameFault:
    return GameFault(message, sentence("this is a fault of its rules"))


def lines_for(decision: Decision, book: Book) -> Sequence[Line]:
    """H18, D15, N40: the first key under which any line is written answers alone."""
    if lines := book.get(decision.key):
        return lines
    return next((lines for key in decision.asks if (lines := book.get(key))), ())


def answer(game: Game[S, C], state: S, decision: Decision, book: Book) -> Answer[C]:
    """The first line whose condition holds and that the rules accept; else the default."""
    passed = _NONE
    for number, line in enumerate(lines_for(decision, book), start=1):
        if line.condition and (test := unmet(line.condition, game.facts(state, decision.seat))):
            (passed := passed or []).append({"number": number, "unmet": str(test)})
            continue
        try:
            return _answer((decision, game.read(state, decision, line.say), line, number, passed))
        except Refusal as refusal:
            (passed := passed or []).append({"number": number, "refused": pack(refusal.remark.message)})
    return Answer(decision, game.default(state, decision), None, 0, passed)


def _order(answer: Answer[C]) -> Event:
    """What the order did: for its own player's eyes only."""
    decision, _, line, number, passed = answer
    seat, key, asks = decision.seat, decision.key, decision.asks
    kind = asks[0] if asks else ""
    if line is None:
        data: Json = {"key": key, "kind": kind, "seat": seat, "passed": passed, "by": "default"}
    else:
        by, kind = ("implied" if line.implied else "order", kind) if line.key == key else ("standing", line.key)
        when = [str(test) for test in line.condition] if line.condition else _NONE
        data = {"key": key, "kind": kind, "seat": seat, "passed": passed, "by": by, "number": number, "when": when}
    return _event(("order", data, "", frozenset((seat,))))
