"""Those who have not ordered, and are reminded."""

from collections.abc import Sequence
from datetime import timedelta

from gm.core.play import Json, Seat
from gm.core.words import few, sentence
from gm.desk.absences import is_away
from gm.desk.counting import orders_for
from gm.desk.desk import Desk
from gm.desk.mailbag import address_of, in_language_of, message_id_of, out_row
from gm.desk.mailing import forms_of
from gm.desk.publish import maker_of
from gm.desk.turns import Status, status
from gm.mail.alike import Piece
from gm.mail.compose import Composer
from gm.mail.settings import addresses
from gm.reports.layout import fit
from gm.reports.model import Report
from gm.reports.render import fill
from gm.store.outbox import Outbox


def remind(desk: Desk, name: str, asked: bool = False) -> list[Seat]:
    """A mail to everybody who owes an order (and has asked for it), at most once a day; in the caller's transaction."""
    now, box, own = status(desk, name), Outbox(desk.store), addresses(desk.zine.mail)
    yesterday = (desk.now - timedelta(days=1)).isoformat(timespec="microseconds")
    reminded: list[Seat] = []
    maker, composer = maker_of(desk, name), Composer(own, desk.now)
    recent = {player for player in maker.at.players.values() if box.reminded_since(player, yesterday)}
    withdrawn = orders_for(desk, maker.at, now.turn).withdrawn  # whoever wants to send none need not be told
    for seat in (each for each in now.missing if each not in withdrawn):
        player = maker.at.players[seat]
        reachable = address_of(desk, player) and (not asked or desk.zine.players[player].remind)
        if reachable and not is_away(desk, player) and player not in recent:
            row, pieces = _reminder(desk, composer, now, maker.report(seat), player)
            box.add(row, pieces)
            reminded.append(seat)
    desk.deeds.will(sentence("reminders are in the outbox for {players}", players=few(reminded)) if reminded else "")
    return reminded


def _reminder(desk: Desk, composer: Composer, now: Status, report: Report, player: str) -> tuple[Json, Sequence[Piece]]:
    """The message to one player, in their language."""
    text = fit(fill("reminder.txt", report.values | {"turn": now.turn}, desk.zine.templates, report.language))
    subject = in_language_of(desk, player, sentence("{title}: your order is awaited", title=now.title))
    message_id = message_id_of(addresses(desk.zine.mail), "reminder", now.game, str(now.turn), report.name, desk.stamp)
    to = (desk.zine.players[player].name, address_of(desk, player))
    thread = [row.message_id for row in Outbox(desk.store).last_to(now.game, player)]
    attached = forms_of(desk, report)
    pieces = composer.compose(to, subject, text, message_id, "", thread, attached)
    return out_row(desk, "reminder", now.game, now.turn, 0, player, to[1], message_id, b"", report.name), pieces
