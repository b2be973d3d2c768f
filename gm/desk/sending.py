"""One sender's way through the outbox: each message is claimed before it leaves, so that nobody sends it twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.mail.send import Postman, Rejected, Uncertain
from gm.mail.settings import addresses
from gm.store.database import Busy
from gm.store.outbox import Outbox, OutRow

_PATIENT = 5  # times that a sender waits for others who write


class Delivery(NamedTuple):
    """What became of a message that waited when the sending began."""

    row: OutRow
    fate: Literal["sent", "failed", "doubtful", "dropped", "elsewhere"]  # elsewhere: somebody else has taken it on
    error: str = ""


class Round:
    """One sender's way through the outbox."""

    def __init__(
        self,
        desk: Desk,
        postman: Postman,
        claim: str,
        gap: float,
        sleep: Callable[[float], None],
        clock: Callable[[], float],
    ):
        self.desk, self.box = desk, Outbox(desk.store)
        self.sender = addresses(desk.zine.mail).address
        self.stopped: KeyboardInterrupt | None = None  # somebody wants to stop, once it is kept what became of this one
        self.postman, self.claim, self.gap, self.sleep, self.clock = postman, claim, gap, sleep, clock

    def send(self, row: OutRow) -> Delivery:
        if not self._claim(row):
            return Delivery(row, "dropped" if self.box.get(row.id).state == "dropped" else "elsewhere")
        try:
            self.postman.deliver(self.sender, row.address, self.box.content(row.id))
        except Rejected as final:
            self._settle(row, "failed", final.args[0])
            return Delivery(row, "failed", final.args[0])
        except Uncertain as doubt:
            self._settle(row, "sending")  # by nobody any more: nobody knows whether it has left
            return Delivery(row, "doubtful", sentence("it may have left, or not ({doubt})", doubt=doubt.args[0]))
        except GmError:
            self._release(row)  # it has certainly not left
            raise
        except KeyboardInterrupt:
            if not self.postman.begun:
                self._release(row)
            raise
        self._settle(row, "sent")
        return Delivery(row, "sent")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What became of them all is told by whoever sends them."""
        with self.desk.store.writing():
            self.desk.deeds.will("")
            yield

    def _claim(self, row: OutRow) -> bool:
        """Take it before it leaves, in its time: the server's pace is for all who send, together."""
        waited = 0.0
        while True:
            with self._writing():
                if self.box.get(row.id).state != "ready":
                    return False
                pause = self._pause(waited)
                if pause <= 0:
                    return self.box.claim(row.id, self.claim, self.clock())
            self.sleep(pause)
            waited += pause

    def _pause(self, waited: float) -> float:
        since = self.clock() - self.box.last_claim()
        return self.gap - (since if since >= 0 else waited)  # the clock may have been set back

    def _settle(self, row: OutRow, state: str, error: str = "") -> None:
        """What is known is kept, though somebody wants to stop, or others are writing for long."""
        for last in (*[False] * _PATIENT, True):
            try:
                with self._writing():
                    sent_at = self.desk.stamp if state == "sent" else ""
                    self.box.settle(row.id, self.claim, state, error, sent_at)
                break
            except KeyboardInterrupt as stop:
                self.stopped = stop
            except Busy:
                if last:
                    raise

    def _release(self, row: OutRow) -> None:
        """It waits again; unless its turn was taken back meanwhile."""
        with self._writing():
            if not self.box.of_undone_turn(row.id):
                self.box.settle(row.id, self.claim, "ready")
            elif self.box.settle(row.id, self.claim, "dropped"):
                part_again(self.box, row.id)


def part_again(box: Outbox, joined: int) -> None:
    """Several reports in one message go their own ways again, but for those of a turn that was taken back."""
    for row in box.joined_into(joined):
        box.mark(row.id, "dropped" if box.of_undone_turn(row.id) else "ready")
