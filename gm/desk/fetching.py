"""Orders from an IMAP mailbox: stored first, put away after."""

from collections.abc import Iterator

from gm.desk.desk import Desk, deadline, match_of
from gm.desk.intake import Clerk, Verdict, name_taken
from gm.desk.post import take_letters
from gm.mail.imap import open_mailbox
from gm.mail.settings import folders, imap


def unread_before(desk: Desk, name: str) -> int:
    """How many mails lie in the mailbox that came before the open turn's deadline."""
    if not desk.zine.mail.get("imap"):
        return 0
    due = deadline(desk, name, match_of(desk, name).turn) or desk.now
    folder, done = folders(desk.zine.mail)
    with open_mailbox(imap(desk.zine.mail), folder, done) as mailbox:
        return mailbox.count_before(due)


def fetch(desk: Desk, count_late: bool = False) -> Iterator[Verdict]:
    """Some mails at a time, each lot in one transaction; killed in between, the next time takes up the rest."""
    folder, done = folders(desk.zine.mail)
    with open_mailbox(imap(desk.zine.mail), folder, done) as mailbox:
        for batch in mailbox.batches():
            clerk = Clerk.at(desk, count_late)
            with desk.store.writing():
                mails = ((f"{folder}/{number}", data, received) for number, data, received in batch)
                verdicts = list(take_letters(desk, clerk, mails))
                name_taken(desk, verdicts)
            mailbox.put_away([number for number, _, _ in batch])
            yield from verdicts
