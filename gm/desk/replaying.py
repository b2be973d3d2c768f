"""A turn put right: played again with the change, and every turn after it with the orders that were in force for it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

from gm.core import codec
from gm.core.play import Json, Refusal, Remark, Seat, Step
from gm.core.problems import GmError
from gm.core.words import pack, sentence
from gm.desk.amending import Amendment, amended
from gm.desk.desk import Desk, Match, match_of, match_with
from gm.desk.replay import own_slips, resolved, standing_slips, with_used
from gm.desk.turns import in_force, slip_of
from gm.pages.book import check_part
from gm.store.corrections import Corrections
from gm.store.database import TurnRow

UNSTORED = -1  # the number of a turn that has none yet: no page was checked against it


class CannotCorrect(GmError):
    """That turn cannot be put right in that way"""


class Aside(NamedTuple):
    """An order, or a ruling of before, that can no longer stand."""

    seat: Seat  # "" for a ruling
    why: Sequence[str]


@dataclass(frozen=True)
class Replayed:
    """One turn, as it was and as it is to be."""

    old: Match  # after the turn as it was
    before: Match  # before the turn as it is to be
    inputs: Json
    step: Step[Any]
    aside: Sequence[Aside]

    @property
    def turn(self) -> int:
        return self.old.head.turn

    def changed(self, desk: Desk) -> dict[Seat, Json]:
        """Whose own numbers or fate differ: what was, and what is."""
        game, seats = self.old.game, list(self.old.seats)
        was = game.fates(self.old.state, seats, desk.store.events(self.old.head.id))
        now = game.fates(self.step.state, seats, self.step.events)
        return {seat: _difference(was[seat], now[seat]) for seat in seats if was[seat] != now[seat]}


def _difference(was: Mapping[str, Any], now: Mapping[str, Any]) -> Json:
    keys = dict.fromkeys((*was, *now))
    return {key: [was.get(key), now.get(key)] for key in keys if was.get(key) != now.get(key)}


def line_from(desk: Desk, name: str, turn: int) -> list[Match]:
    """The game before that turn and after it and all later ones, as they stand."""
    row = desk.store.game(name)
    last = desk.store.turn_at(row.head)
    if not last.turn:
        raise CannotCorrect(sentence("{game} has not run a turn yet", game=name))
    if turn > last.turn:
        message = sentence("turn {turn} of {game} has not been run", turn=turn, game=name)
        raise CannotCorrect(message, sentence("the last one that was is turn {turn}", turn=last.turn))
    return [match_with(desk, row, desk.store.turn(row, number)) for number in range(turn - 1, last.turn + 1)]


def replayed(desk: Desk, line: Sequence[Match], change: Amendment) -> list[Replayed]:
    """Turn after turn to the last one that was run, or to the end of the game if that comes sooner."""
    turns: list[Replayed] = []
    before = line[0]
    for was, old in pairwise(line):
        if turns and not before.game.pending(before.state):
            break
        inputs = amended(_with_receipts(desk, old), old.head.turn, change)
        asides: list[Aside] = []
        if turns:
            inputs = _fitted(desk, was, before, inputs, asides)
            step, inputs = _as_far_as_it_goes(before, inputs, asides)
        else:
            step = _with_the_change(before, inputs)
        turns.append(Replayed(old, before, with_used(inputs, step.events), step, asides))
        before = replace(old, head=_unstored(old.head), state=step.state)
    return turns


def _with_receipts(desk: Desk, at: Match) -> Json:
    """Of standing orders an earlier version kept nothing but the words: the pages have the rest."""
    inputs, kept = at.head.inputs, Corrections(desk.store)
    standing = {
        seat: slip if "receipt" in slip else kept.slip(at.name, seat, slip["canonical"]) | slip
        for seat, slip in standing_slips(inputs).items()
    }
    return inputs | ({"standing": standing} if standing else {})


def _unstored(head: TurnRow) -> TurnRow:
    return head._replace(id=UNSTORED)


def _with_the_change(before: Match, inputs: Json) -> Step[Any]:
    try:
        return resolved(before.game, before.state, before.turn, inputs, before.dice)
    except Refusal as refused:
        raise CannotCorrect(refused.remark.message, refused.remark.hint) from None


def _as_far_as_it_goes(before: Match, inputs: Json, asides: list[Aside]) -> tuple[Step[Any], Json]:
    """Rulings of earlier corrections are made again, each that still can be."""
    rulings = inputs.get("rulings", [])
    inputs = {key: value for key, value in inputs.items() if key != "rulings"}
    step = _with_the_change(before, inputs)
    for text in rulings:
        more = inputs | {"rulings": [*inputs.get("rulings", []), text]}
        try:
            step = resolved(before.game, before.state, before.turn, more, before.dice)
            inputs = more
        except Refusal as refused:
            asides.append(Aside("", [text, refused.remark.message]))
    return step, inputs


def _fitted(desk: Desk, was: Match, before: Match, inputs: Json, asides: list[Aside]) -> Json:
    """The orders that were in force, against the position as it is to be."""
    if before.state == was.state or "closed" in inputs:
        return inputs
    orders, standing = dict(inputs.get("orders", {})), dict(standing_slips(inputs))
    fallen = dict(inputs.get("fallen", {}))
    for seat, why in _can_no_longer_stand(before, inputs):
        del orders[seat]
        fallen[seat] = [pack(each) for each in why]
        asides.append(Aside(seat, why))
    standing = {seat: slip for seat, slip in standing.items() if before.owes(seat)}
    back = [seat for seat in before.awaited() if not was.owes(seat)]
    if back:  # runs on again: what they had sent before they were out, and what stands until it is replaced
        force = in_force(desk, before)
        orders |= {seat: slip_of(force.orders[seat]) for seat in back if seat in force.orders}
        standing |= {seat: slip_of(force.standing[seat]) for seat in back if seat in force.standing}
    return inputs | {"orders": orders, "standing": standing, "fallen": fallen}


def _can_no_longer_stand(before: Match, inputs: Json) -> Iterator[tuple[Seat, list[str]]]:
    for seat, slip in own_slips(inputs, before.turn).items():
        order = json.loads(slip["canonical"])
        part = {each.name: order[each.name] for each in before.game.page if each.name in order}
        flaws: Sequence[Remark] = check_part(before.game, before.state, seat, before.turn, part).flaws
        if flaws:
            yield seat, [each.message for each in flaws]
        elif not before.owes(seat):
            yield seat, [sentence("there is nothing to order on turn {turn}", turn=before.turn)]


def stored(desk: Desk, name: str, turns: Sequence[Replayed]) -> list[Match]:
    """The new version of each turn, kept beside the old one; within the caller's transaction."""
    parent = turns[0].before.head.id
    made: list[Match] = []
    for each in turns:
        game = each.old.game
        position = codec.by_column(game.state, each.step.state)
        parent = desk.store.add_turn(
            name, each.turn, parent, each.inputs, position, each.step.events, desk.stamp, game.version
        )
        head = TurnRow(parent, name, each.turn, desk.store.turn_at(parent).parent, each.inputs, position, game.version)
        made.append(replace(each.old, head=head, state=each.step.state))
    row = match_of(desk, name).row
    return [replace(each, row=row, changes=made[-1].changes) for each in made]
