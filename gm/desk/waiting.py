"""What still waits when a turn is to be run: pages in the inbox that nobody has judged, and pages held for a word."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from gm.core.words import counted, sentence
from gm.desk.counting import clock_of
from gm.desk.desk import Desk, Match, deadline
from gm.desk.enclosed import pages_of
from gm.desk.intake import Clerk, Reading, unchanged
from gm.desk.plainfile import NoFile, NoPlainFile, PlainFile, Vanished, read_plain
from gm.desk.sources import source_of
from gm.desk.turns import NotYet
from gm.mail.boxes import is_mail, letters_in
from gm.mail.letter import read_letter
from gm.pages.zine import pages_in
from gm.store.pages import Pages

SHOWN = 8  # names of files in one sentence


def refuse_waiting(desk: Desk, at: Match) -> None:
    """No order is passed over because nobody looked into the inbox, or at what is held."""
    insist = sentence("or insist: gm run {game} --now", game=at.name)
    lying = list(Inbox(desk, at).unjudged())
    if lying:
        message = counted(
            "{n} page that came in time lies in the inbox and has not been taken in: {names}",
            "{n} pages that came in time lie in the inbox and have not been taken in: {names}",
            len(lying),
            names=[*lying[:SHOWN], *(["…"] if len(lying) > SHOWN else [])],
        )
        raise NotYet(message, sentence("take in what is there: gm take; {insist}", insist=insist))
    held = sum(
        page.game == at.name and page.turn == at.turn and bool(page.receipt or page.request)
        for page in Pages(desk.store).held()
    )
    if held:
        message = counted(
            "{n} page for turn {turn} is held for your word", "{n} pages for turn {turn} are held for your word",
            held, turn=at.turn,
        )  # fmt: skip
        raise NotYet(message, sentence("accept or drop what is held: gm held; {insist}", insist=insist))


class Inbox:
    """The zine's inbox, looked through for one game's open turn by the same reading that would take its pages."""

    def __init__(self, desk: Desk, at: Match):
        self.desk, self.at, self.clerk = desk, at, Clerk.at(desk)
        self.due, self.clock = deadline(desk, at.name, at.turn), clock_of(desk)

    def unjudged(self) -> Iterator[str]:
        """Files that came in time and may hold an order for the turn, and that no gm take has judged as they are."""
        for path in sorted(pages_in(self.desk.zine.inbox, everything=True)):
            name = self.desk.zine.show(path)
            if self._may_matter(path, name):
                yield name

    def _may_matter(self, path: Path, name: str) -> bool:
        try:
            file = read_plain(path, name, follow=False)
        except (Vanished, NoFile):
            return False
        except NoPlainFile:  # who knows what is in it?
            return True
        return self._mails_matter(file) if is_mail(path.name, file.data) else self._page_matters(file)

    def _in_time(self, came: datetime) -> bool:
        return self.due is None or min(came, self.clock) <= self.due

    def _page_matters(self, file: PlainFile) -> bool:
        source = source_of(file, self.desk.now, inbox=True)
        if not self._in_time(source.arrived):
            return False
        readings = self.clerk.read(source)
        if not any(map(self._meant, readings)):
            return False
        if all(reading.good for reading in readings):
            return not unchanged(self.desk, self.clerk, source)
        return self.desk.store.page_like(source.digest, "refused") is None

    def _mails_matter(self, file: PlainFile) -> bool:
        return any(self._mail_matters(name, data, file.written) for name, data in letters_in(file.name, file.data))

    def _mail_matters(self, name: str, data: bytes, written: datetime) -> bool:
        letter = read_letter(data, written, self.desk.zine.trusted)
        if letter.automatic or self.desk.store.has_letter(letter.digest) or not self._in_time(letter.received):
            return False
        pages = [page.source(name, letter) for page in pages_of(letter)]
        return not pages or any(self._meant(reading) for page in pages for reading in self.clerk.read(page))

    def _meant(self, reading: Reading) -> bool:
        """Is it for this game and turn, or may it be, as far as one can tell?"""
        elsewhere = reading.match is not None and reading.match.name != self.at.name
        return not elsewhere and reading.turn in (None, self.at.turn)
