"""The one loop of every game: take what is open, find each answer, resolve, repeat."""

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Generic, NamedTuple

from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import NOBODY, Book, C, Decision, Json, Key, Line, Refusal, S, Seat, Step, quick
from gm.core.problems import GmError
from gm.core.series import Events, Series
from gm.core.when import asks_for, unmet
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


_SEAT, _WHOSE = itemgetter(0), itemgetter(0, 1)  # of a decision: its seat; the same and its key
_answer = quick(Answer)
_NO_BOOK: Book = {}
_NONE: list[Any] = []  # conditions, or lines passed over: of a million orders most have none, and share this one


def run_turn(game: Game[S, C], state: S, turn: int, books: Mapping[Seat, Book], dice: Dice) -> Step[S]:
    """Everything that the orders in hand can answer under this deadline."""
    events = Events()
    step = 0
    while open_now := _open(game, state, turn):
        step += 1
        choices, orders = _answered(game, state, open_now, books)
        events += orders
        after = game.resolve(state, choices, dice.at(turn, step))
        events += after.events
        _guard(game, turn, step, stuck=after.state == state)
        state = after.state
    return Step(state, events)


def _answered(
    game: Game[S, C], state: S, open_now: Sequence[Decision], books: Mapping[Seat, Book]
) -> tuple[dict[Decision, C], Series]:
    """Everybody's choice, and what each order did: for its own player's eyes only.

    Of a large field many have one book, and where that says the same of all, it is looked up once.
    """
    choices: dict[Decision, C] = {}
    seats: list[Seat] = []
    told: list[Json] = []
    about: Key = ""
    kinds: Sequence[Key] = ()  # these two were asked where all that is known was said
    known: dict[int, tuple[C, Json, Book]] = {}  # by which very book it was, and that is kept: no other can be it
    for decision in open_now:
        seat, key, _, asks, _, _ = decision
        if key != about or asks != kinds:
            about, kinds, known = key, asks, {}
        book = books.get(seat, _NO_BOOK)
        found = known.get(id(book))
        if found is None:
            made = answer(game, state, decision, book)
            found = made.choice, _order(made), book
            if game.alike and _same_for_all(game, state, made, book):
                known[id(book)] = found
        choices[decision], order, _ = found
        if seat != NOBODY:
            seats.append(seat)
            told.append(order)
    return choices, Series("order", "", told, seats, seat=seats)


def _open(game: Game[S, C], state: S, turn: int) -> list[Decision]:
    """What is awaited now. The number of the turn is the desk's; a game that counts otherwise is at fault."""
    pending = game.pending(state)
    now = [decision for decision in pending if decision.turn == turn]
    if len(now) < len(pending) and any(decision.turn < turn for decision in pending):
        raise _fault(sentence("{game} awaits an order of an earlier turn on turn {turn}", game=game.name, turn=turn))
    if len(set(map(_SEAT, now))) < len(now) and len(set(map(_WHOSE, now))) < len(now):
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


def _same_for_all(game: Game[S, C], state: S, made: Answer[C], book: Book) -> bool:
    """Would these lines come to the same, whoever had this very book?"""
    if made.line is None or (made.number == 1 and not made.line.condition):
        return made.line is not None
    conditions = chain.from_iterable(line.condition for line in lines_for(made.decision, book))
    return not asks_for(conditions, game.facts(state, made.decision.seat).own)


def _order(answer: Answer[C]) -> Json:
    """What the order did, whoever wrote it."""
    decision, _, line, number, passed = answer
    kind = decision.asks[0] if decision.asks else ""
    if line is None:
        return {"key": decision.key, "kind": kind, "seat": "", "passed": passed, "by": "default"}
    by, kind = ("implied" if line.implied else "order", kind) if line.key == decision.key else ("standing", line.key)
    when = [str(test) for test in line.condition] if line.condition else _NONE
    told = {"key": decision.key, "kind": kind, "seat": "", "passed": passed, "by": by}
    return told | {"number": number, "when": when}
