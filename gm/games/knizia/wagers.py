"""Bets as a move names them: a horse, or the lowest one (K18), perhaps under a condition of its own (K19)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm.core.play import Facts, Raw, Refusal, Remark, Seat
from gm.core.sections import WHEN, Shape, attempt, fields_of, is_written
from gm.core.when import Condition, read_when, unmet
from gm.core.words import sentence
from gm.games.knizia.cards import NO_ROW, read_target
from gm.games.knizia.facts import facts as known
from gm.games.knizia.table import Table

ON = "on"
BET = Shape(
    (ON,),
    lambda key: sentence("a bet has no {key}", key=key),
    sentence("a bet has when and on"),
    sentence("this is no bet"),
    sentence("write {example}, or just a horse", example="{when: {lowest: red}, on: red}"),
    sentence("this bet names no horse"),
    sentence("add on: and a horse"),
)


class Wager(NamedTuple):
    row: int  # NO_ROW for the lowest
    condition: Condition = ()


def read_wager(raw: Raw, horses: Sequence[str], facts: Facts) -> tuple[Wager | None, list[Remark]]:
    """One bet of a list, and everything that is wrong with it."""
    if not isinstance(raw, Mapping):
        row, flaws = attempt(read_target, raw, horses)
        return None if row is None else Wager(row), flaws
    fields, flaws = fields_of(raw, BET)
    if flaws:
        return None, flaws
    if not is_written(fields.get(ON)):
        return None, [Remark(BET.silent, BET.add, raw)]
    row, flaws = attempt(read_target, fields[ON], horses)
    when = fields.get(WHEN)
    condition, wrong = read_when(when, facts) if is_written(when) else ((), [])
    return (None if row is None or wrong else Wager(row, condition)), [*flaws, *wrong]


def rows_of(bets: Sequence[Raw], table: Table, seat: Seat) -> tuple[int, ...]:
    """K19: the horses of these bets, in their order, but for those whose condition does not hold now."""
    facts, rows = known(table, seat), []
    for raw in bets:
        wager, flaws = read_wager(raw, table.horses, facts)
        if wager is None:
            raise Refusal(flaws[0].message, flaws[0].hint, flaws[0].about, flaws[0].flaw)
        row = table.lowest() if wager.row == NO_ROW else wager.row
        if row is not None and unmet(wager.condition, facts) is None:
            rows.append(row)
    return tuple(rows)
