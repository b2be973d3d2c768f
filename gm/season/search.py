"""The search for a cheap sheet: starts, settling and kicks, the same on every machine (the draw, steps 4, 6 and 7)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from gm.core.dice import Dice, Stream
from gm.season.sheet import AGAIN, NEVER, People, Sheet

STARTS = 12
MOST_KICKS = 400
KICKS = 12_000  # shared among all people

Watch = Callable[[int, int], None]  # how many of how many pieces of work are done


@dataclass(frozen=True)
class Problem:
    """What is searched for: so many rounds of tables of these sizes."""

    people: People
    sizes: Sequence[int]  # the larger first
    out: Sequence[int]  # who sits out in the first of these rounds
    rounds: int
    best: int

    @property
    def chairs(self) -> int:
        """A table smaller than the largest has an empty chair."""
        return sum(size < self.sizes[0] for size in self.sizes)


def search(problem: Problem, seed: str, watch: Watch = lambda done, of: None) -> Sheet:
    """The cheapest sheet of up to twelve starts, of equals the earlier."""
    best: Sheet | None = None
    for start in range(1, STARTS + 1):
        sheet = _from_start(problem, start, Dice(seed).stream(f"tables:{start}"), watch)
        if best is None or sheet.price < best.price:
            best = sheet
        if start > 1 and best.price < AGAIN:
            break
    assert best
    return best


def _from_start(problem: Problem, start: int, stream: Stream, watch: Watch) -> Sheet:
    rounds = [list(_dealt(problem, order)) for order in _orders(problem, start, stream)]
    sheet = Sheet(problem.people, rounds, bool(problem.out), problem.sizes[0] == problem.best)
    settle(sheet, [(number, table) for number, tables in enumerate(rounds) for table in range(len(tables))])
    kicks = min(MOST_KICKS, KICKS // sheet.n)
    for kick in range(kicks):
        watch((start - 1) * kicks + kick, STARTS * kicks)
        if not sheet.price:
            break
        price, swaps = sheet.price, len(sheet.swaps)
        settle(sheet, _kicked(sheet, stream))
        if sheet.price > price:
            sheet.back_to(swaps, price)
    return sheet


def _orders(problem: Problem, start: int, stream: Stream) -> Iterator[list[int]]:
    """For every round of the sheet, the people as they are cut into tables; last those who sit out."""
    n, out = len(problem.people.out), set(problem.out)
    order = [position for position in range(n) if position not in out]
    if start > 1:
        stream.shuffle(order)
    yield [*order, *problem.out]
    for _ in range(1, problem.rounds):
        order = list(range(n))
        stream.shuffle(order)
        yield order


def _dealt(problem: Problem, order: Sequence[int]) -> Iterator[list[int]]:
    begin, chair = 0, len(order)
    for size in problem.sizes:
        table = list(order[begin : begin + size])
        begin += size
        if size < problem.sizes[0]:
            table.append(chair)
            chair += 1
        yield table
    if problem.out:
        yield list(order[begin:])


def _kicked(sheet: Sheet, stream: Stream) -> list[tuple[int, int]]:
    """Two swaps at random, whatever they cost; and the tables that they touched."""
    touched = []
    for _ in range(2):
        number, one, other = stream.below(len(sheet.rounds)), stream.below(sheet.size), stream.below(sheet.size)
        change = sheet.changes(number, one)[other]
        if change != NEVER:
            at = sheet.rounds[number].at
            touched += [(number, at[one]), (number, at[other])]
            sheet.swap(number, one, other, change)
    return touched


def settle(sheet: Sheet, tables: Sequence[tuple[int, int]]) -> None:
    """Swaps that make it cheaper, table after table, until there is none at any table on the list."""
    listed = set(tables)
    queue = list(listed)
    heapify(queue)
    while queue:
        number, table = heappop(queue)
        listed.discard((number, table))
        for touched in _first_swap(sheet, number, table):
            if (number, touched) not in listed:
                listed.add((number, touched))
                heappush(queue, (number, touched))


def _first_swap(sheet: Sheet, number: int, table: int) -> Sequence[int]:
    """Makes the best swap of the first at this table who has one; the tables that it touched."""
    for position in sheet.rounds[number].tables[table]:
        changes = sheet.changes(number, position)
        change = min(changes)
        if change < 0:
            partner = changes.index(change)  # of equals the lowest
            other = sheet.rounds[number].at[partner]
            sheet.swap(number, position, partner, change)
            return (table, other)
    return ()


def far_to_look(by_lot: bool, left: int, largest: int, fresh: int) -> int:
    """How many rounds the sheet has: all that are left, where people might run out of others to meet."""
    return left if by_lot or 3 * left * (largest - 1) > fresh else 1
