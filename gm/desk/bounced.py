"""Mail that came back: whose it was, and what goes to the player's other address instead."""

from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.mailbag import address_of
from gm.mail.bounces import Bounce, bounces_in
from gm.mail.compose import redirected
from gm.mail.letter import Letter
from gm.store.bounces import Bounces
from gm.store.outbox import Outbox, OutRow


def note_bounces(desk: Desk, letter: Letter) -> str:
    """What a mail server says of our mail is kept, and acted upon; a sentence if there is something to tell.

    Only of what was really sent: nobody is cut off by a mail that anybody could write. In the caller's transaction.
    """
    told: list[str] = []
    for bounce in bounces_in(letter.data, letter.sender):
        address, row = _ours(desk, bounce)
        if address:
            Bounces(desk.store).add(address, row.id if row else 0, bounce.why, letter.received.isoformat())
            _go_on(desk, address, row, bounce.why)
            told.append(address)
    return sentence("mail to {addresses} came back", addresses=told) if told else ""


def _ours(desk: Desk, bounce: Bounce) -> tuple[str, OutRow | None]:
    """The address as we wrote to it, and the message; "" if it is no mail of ours."""
    box = Outbox(desk.store)
    row = next((row for number in bounce.about for row in box.sent_as(number)), None)
    if row is not None:
        return row.address, row
    sent = (each for each in bounce.addresses if box.has_sent_to(each))
    return next(sent, ""), None


def _go_on(desk: Desk, address: str, bounced: OutRow | None, why: str) -> None:
    """What came back, and what waits for that address, goes to the player's other one, if there is any."""
    box = Outbox(desk.store)
    waiting = [row for row in box.in_state("ready") if row.address == address and row.player]
    for row in [*([bounced] if bounced else []), *waiting]:
        other = address_of(desk, row.player) if row.player else ""
        back = row.state == "sent"
        if other and other.casefold() != address and not (back and box.of_undone_turn(row.id)):
            content = None if row.sealed else redirected(box.content(row.id), other)
            box.redirect(row.id, other.casefold(), content)
            box.mark(row.id, "ready")
        elif back:
            box.mark(row.id, "failed", why)
