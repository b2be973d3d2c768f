"""A turn that has just been played, told from what is at hand: nothing of it is read again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from gm.desk.desk import Desk
from gm.desk.publish import Maker
from gm.desk.turns import Ran, keep
from gm.reports.model import Report


@contextmanager
def without_collection() -> Iterator[None]:
    """What a turn makes, it keeps until it is told: of a large field, a tenth of the time went into looking there for
    garbage."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.freeze()  # nothing of it is young any more: it need not be looked through at once
            gc.unfreeze()
            gc.enable()


def preview(desk: Desk, ran: Ran) -> Report:
    """The public report of a turn that has not been stored."""
    return _maker(desk, ran, 0).report(None)


def kept(desk: Desk, ran: Ran) -> Maker:
    """The turn is stored, and its reports are to be made; within the caller's transaction."""
    return _maker(desk, ran, keep(desk, ran))


def _maker(desk: Desk, ran: Ran, number: int) -> Maker:
    before = ran.before
    row = before.row._replace(head=number or before.head.id)
    at = before.moved_on(row, ran.head(number), ran.step.state)
    return Maker(desk, at, ran.step.events, ran.deadline)
