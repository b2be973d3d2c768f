"""Orders from an IMAP mailbox: stored first, put away after."""

from collections.abc import Iterator
from typing import NamedTuple

from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, deadline, match_of
from gm.desk.intake import Clerk, Verdict, name_taken
from gm.desk.post import not_read, take_letters
from gm.mail.imap import open_mailbox
from gm.mail.letter import too_large
from gm.mail.settings import folders, imap


def unread_before(desk: Desk, name: str) -> int:
    """How many mails lie in the mailbox that came before the open turn's deadline."""
    if not desk.zine.mail.get("imap"):
        return 0
    due = deadline(desk, name, match_of(desk, name).turn) or desk.now
    folder, done = folders(desk.zine.mail)
    with open_mailbox(imap(desk.zine.mail), folder, done) as mailbox:
        return mailbox.count_before(due)


class Fetched(NamedTuple):
    """What became of each mail; and why it did not come to an end, if it did not."""

    verdicts: list[Verdict]
    broken: GmError | None = None


def fetch(desk: Desk, count_late: bool = False) -> Fetched:
    """Some mails at a time, each lot in one transaction; killed in between, the next time takes up the rest.

    If the mailbox fails us, or somebody stops it, what has been stored by then is told all the same.
    """
    verdicts: list[Verdict] = []
    try:
        for lot in _lots(desk, count_late):
            verdicts += lot
    except (KeyboardInterrupt, GmError) as fault:
        if not verdicts:
            raise
        return Fetched(verdicts, fault if isinstance(fault, GmError) else GmError(sentence("stopped")))
    return Fetched(verdicts)


def _lots(desk: Desk, count_late: bool) -> Iterator[list[Verdict]]:
    """Each lot is told once it is stored, and put away after that."""
    folder, done = folders(desk.zine.mail)
    with open_mailbox(imap(desk.zine.mail), folder, done) as mailbox:
        for batch in mailbox.batches():
            clerk = Clerk.at(desk, count_late)
            read = [(came.number, came.data, came.received) for came in batch if came.data is not None]
            with desk.store.writing():
                mails = ((f"{folder}/{number}", data, received) for number, data, received in read)
                verdicts = list(take_letters(desk, clerk, mails))
                name_taken(desk, verdicts)
            yield verdicts + [not_read(f"{folder}/{came.number}", too_large()) for came in batch if came.data is None]
            mailbox.put_away([number for number, _, _ in read])
