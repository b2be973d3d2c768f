"""What goes to whom, and under which number: the messages of a turn, put into the outbox."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property

from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.desk.desk import Desk, Match
from gm.mail.addressing import can_be_written_to
from gm.mail.compose import Composer
from gm.mail.settings import Addresses, addresses
from gm.print.mailpage import Mailed, Words, mailed
from gm.print.painting import Painter
from gm.reports.languages import speaker_of
from gm.store.bounces import Bounces
from gm.store.outbox import Outbox

NOTHING = Mailed("", [])


class Mailbag:
    """Messages of one turn, for so many readers: what these have in common is made once."""

    def __init__(self, desk: Desk, at: Match, readers: int = 1):
        self.desk, self.at = desk, at
        self.box, self.own = Outbox(desk.store), addresses(desk.zine.mail)
        self.composer, self.painter = Composer(self.own, desk.now), Painter(readers)

    def add(
        self,
        seat: Seat,
        text: str,
        html: str,
        attached: Sequence[tuple[str, str]],
        about: str = "",
        kind: str = "report",
        address: str = "",
    ) -> int:
        """What a seat is sent of a turn, its page as mail programs show it; within the caller's transaction."""
        desk, at, own, player = self.desk, self.at, self.own, self.at.players[seat]
        thread = [row.message_id for row in self.box.last_to(at.name, player)]
        whose = (seat,) if player == seat else (seat, player)
        message_id = message_id_of(own, at.name, str(at.head.id), *whose, str(len(thread)), *([about] if about else []))
        address = address or self.address_of(player)
        shown = self._page(player, html) if html else NOTHING
        files = [*attached, (page_name(at.name, at.head.turn), html)] if html else attached
        pieces = self.composer.compose(
            (desk.zine.players[player].name, address),
            in_language_of(desk, player, self._subject),
            text,
            message_id,
            shown.html,
            thread,
            [(name, page.encode()) for name, page in files],
            [(f"{each.name}@{own.domain}", each.png) for each in shown.pictures],
        )
        turn = (kind, at.name, at.head.turn, at.head.id)
        return self.box.add(out_row(desk, *turn, player, address, message_id, b"", seat), pieces)

    def _page(self, player: Seat, page: str) -> Mailed:
        """A page as it was kept, for mail programs."""
        words = mail_words(self.desk, player, page_name(self.at.name, self.at.head.turn))
        return mailed(page, self.painter, words, self.own.domain, self.desk.zine.templates)

    @cached_property
    def _subject(self) -> str:
        return subject_of(self.at)

    @cached_property
    def address_of(self) -> Callable[[Seat], str]:
        return Reachable(self.desk).of


class Reachable:
    """Where players are mailed to, as things stand now."""

    def __init__(self, desk: Desk):
        self.players = desk.zine.players
        self.dead = {each.address for each in Bounces(desk.store).dead()}

    def of(self, player: Seat) -> str:
        """ "" if they cannot be, or are written to by post."""
        known = self.players.get(player)
        if known is None or known.by_post:
            return ""
        alive = (each for each in known.mail if each.casefold() not in self.dead)
        first = next(alive, "")
        return first if can_be_written_to(first) else ""


def address_of(desk: Desk, player: Seat) -> str:
    """Where a player is mailed to; "" if they cannot be, or are written to by post."""
    return Reachable(desk).of(player)


def page_name(game: str, turn: int) -> str:
    return f"{game}-turn-{turn}-report.html"


def mail_words(desk: Desk, player: Seat, file: str) -> Words:
    """What a mail says of a page, which is attached as that file, in the reader's language."""
    whole = sentence("The whole page is attached to this mail: {file}.", file=file)
    part = sentence("This part would make the mail too long. It is in the page that is attached.")
    return Words(*(in_language_of(desk, player, each) for each in (whole, part)))


def subject_of(at: Match) -> str:
    """What a report is called."""
    if at.closed is not None:
        return sentence("{title}: given up", title=at.row.title)
    for notice in reversed(at.head.inputs.get("corrected", [])):
        values = {"title": at.row.title, "turn": at.head.turn, "because": notice["because"]}
        return sentence("{title}: turn {turn}. Corrected: {because}", **values)
    if at.head.turn:
        return sentence("{title}: turn {turn}", title=at.row.title, turn=at.head.turn)
    return sentence("{title}: the start", title=at.row.title)


def in_language_of(desk: Desk, player: Seat | None, sentence: str) -> str:
    """A sentence as that player reads it; one who is nobody's reads the zine's language."""
    return speaker_of(desk.zine.language_of(player)).say(sentence)


def out_row(
    desk: Desk,
    kind: str,
    game: str,
    turn: int,
    turn_id: int,
    player: str,
    address: str,
    message_id: str,
    content: bytes,
    seat: Seat = "",
) -> Json:
    return {
        "kind": kind, "game": game, "turn": turn, "turn_id": turn_id, "player": player, "address": address.casefold(),
        "message_id": message_id, "content": content, "made_at": desk.stamp, "seat": seat or player,
    }  # fmt: skip


def message_id_of(own: Addresses, *about: str) -> str:
    """Always the same for the same message."""
    return f"<{hashlib.sha256(' '.join(about).encode()).hexdigest()[:32]}@{own.domain}>"
