"""Those who have not ordered: reminders, and who is away."""

from datetime import datetime, timedelta

from gm import clock
from gm.layout import fit
from gm.mail.compose import compose
from gm.mail.settings import addresses
from gm.names import did_you_mean, find
from gm.outbox import Outbox
from gm.play import Seat
from gm.problems import GmError
from gm.reports import fill
from gm.umpire.desk import Desk
from gm.umpire.mailing import address_of, message_id_of, out_row
from gm.umpire.publish import stored_report
from gm.umpire.turns import status


class NoSuchPlayer(GmError):
    """Nobody of that id is in players.yaml"""


def remind(desk: Desk, name: str) -> list[Seat]:
    """A mail to everybody who owes an order, at most once a day; within the caller's transaction."""
    told, box, own = status(desk, name), Outbox(desk.store), addresses(desk.zine.mail)
    yesterday = (desk.now - timedelta(days=1)).isoformat(timespec="microseconds")
    reminded: list[Seat] = []
    for player in told.missing:
        if not address_of(desk, player) or is_away(desk, player) or box.reminded_since(player, yesterday):
            continue
        report = stored_report(desk, name, None, player)
        model = report.model | {"turn": told.turn}
        text = fit(fill("reminder.txt", model, desk.zine.templates))
        message_id = message_id_of(own, "reminder", name, str(told.turn), player, desk.stamp)
        to = (desk.zine.players[player].name, address_of(desk, player))
        thread = [row.message_id for row in box.last_to(name, player)]
        content = compose(own, to, f"{told.title}: your order is awaited", text, message_id, desk.now, "", thread)
        box.add(out_row(desk, "reminder", name, told.turn, 0, player, to[1], message_id, content))
        reminded.append(player)
    return reminded


def is_away(desk: Desk, player: Seat) -> bool:
    until = Outbox(desk.store).away_until(player)
    return bool(until) and datetime.fromisoformat(until) >= desk.now


def note_absence(desk: Desk, name: str, until: str) -> tuple[Seat, datetime]:
    """A player is away until then; within the caller's transaction."""
    player = find(name, desk.zine.players)
    if player is None:
        raise NoSuchPlayer(f"there is no player called {name}", did_you_mean(name, desk.zine.players))
    try:
        moment = clock.read_when(until, desk.zine.zone)
    except ValueError as wrong:
        raise GmError(f"{until} is no date", str(wrong)) from None
    Outbox(desk.store).note_absence(player, moment.isoformat(), desk.stamp)
    return player, moment
