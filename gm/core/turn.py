"""The one loop of every game: take what is open, find each answer, resolve, repeat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from gm.core.dice import Dice
from gm.core.play import Book, C, Decision, Event, Game, Json, Line, Refusal, S, Seat, Step
from gm.core.when import unmet
from gm.core.words import pack


@dataclass(frozen=True, slots=True)
class Answer(Generic[C]):
    """What a seat does at a decision, and how its order came to that."""

    decision: Decision
    choice: C
    line: Line | None  # None: no order fitted, the rules' own default
    number: int  # which of the lines it was, counted from 1
    passed: Sequence[Json]  # the lines before it, and why not


def run_turn(game: Game[S, C], state: S, books: Mapping[Seat, Book], dice: Dice) -> Step[S]:
    """Everything that the orders in hand can answer under this deadline."""
    events: list[Event] = []
    turn = next((decision.turn for decision in game.pending(state)), None)
    while open_now := [decision for decision in game.pending(state) if decision.turn == turn]:
        answers = [answer(game, state, decision, books.get(decision.seat, {})) for decision in open_now]
        step = game.resolve(state, {each.decision.seat: each.choice for each in answers}, dice)
        events += [_told(each) for each in answers]
        events += step.events
        state = step.state
    return Step(state, events)


def answer(game: Game[S, C], state: S, decision: Decision, book: Book) -> Answer[C]:
    """The first line whose condition holds and that the rules accept; else the default."""
    passed: list[Json] = []
    lines = book.get(decision.key) or book.get(decision.kind, ())
    for number, line in enumerate(lines, start=1):
        if line.condition and (test := unmet(line.condition, game.facts(state, decision.seat))):
            passed.append({"number": number, "unmet": str(test)})
            continue
        try:
            return Answer(decision, game.read(state, decision, line.say), line, number, passed)
        except Refusal as refusal:
            passed.append({"number": number, "refused": pack(refusal.remark.message)})
    return Answer(decision, game.default(state, decision), None, 0, passed)


def _told(answer: Answer[C]) -> Event:
    """What the order did: for its own player's eyes only."""
    line, decision = answer.line, answer.decision
    data: Json = {"key": decision.key, "kind": decision.kind, "seat": decision.seat, "passed": answer.passed}
    if line is None:
        data |= {"by": "default"}
    else:
        data |= {
            "by": "standing" if line.key != decision.key else "implied" if line.implied else "order",
            "number": answer.number,
            "when": [str(test) for test in line.condition],
        }
    return Event("order", data, audience=frozenset({decision.seat}))
