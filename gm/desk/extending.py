"""A turn that is given more time: its new deadline, and the notice to everybody."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from gm.core import clock
from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, deadline, match_of
from gm.desk.mailbag import address_of, in_language_of, message_id_of, out_row
from gm.desk.mailing import keep_back
from gm.desk.turns import AlreadyRun, NotYet
from gm.mail.compose import compose
from gm.mail.settings import addresses, orders_to
from gm.reports.languages import speaker_of
from gm.reports.layout import fit
from gm.reports.render import fill
from gm.store.outbox import Outbox

EXTENSION = "extension"  # the kind of a mail that tells of one


class Extended(NamedTuple):
    deadline: datetime
    told: Sequence[str]  # the players who find a notice in their mail


def extend(desk: Desk, name: str, to: str, rest_too: bool = False) -> Extended:
    """A new deadline for the open turn: a moment, or so much later; everybody is told. In the caller's transaction."""
    at = match_of(desk, name)
    if at.over:
        raise AlreadyRun(sentence("{game} is over; there is no deadline to move", game=at.name))
    moment = _meant(desk, deadline(desk, at.name, at.turn), to)
    if moment <= desk.now:
        passed = sentence("{moment} has passed already", moment=moment)
        raise NotYet(passed, sentence("name a moment to come"))
    once = not rest_too and desk.store.rhythm(at.name, at.turn) is not None
    desk.store.set_deadline(at.name, at.turn, moment.isoformat(), desk.stamp, once)
    desk.store.note(desk.stamp, "extend", at.name, f"turn {at.turn} to {moment.isoformat()}")
    desk.deeds.will(sentence("the open turn of {game} is now due {moment}", game=at.name, moment=moment))
    return Extended(moment, _tell(desk, at, moment))


def _meant(desk: Desk, due: datetime | None, to: str) -> datetime:
    try:
        return clock.read_when(to, desk.zine.zone)
    except clock.Skipped as skipped:
        raise NotYet(sentence("{text!r} is no moment", text=to), skipped.args[0]) from None
    except ValueError:
        return _so_much_later(desk, due, to)


def _so_much_later(desk: Desk, due: datetime | None, to: str) -> datetime:
    try:
        return clock.later(due or desk.now, clock.read_span(to), desk.zine.zone)
    except ValueError:
        write = sentence("write it as 2026-12-01 20:00, or 3 weeks, 10 days or 36 hours")
        raise NotYet(sentence("{text!r} is no moment", text=to), write) from None


def _tell(desk: Desk, at: Match, moment: datetime) -> list[str]:
    """A mail to everybody who still plays, if mail is set up; one of before that has not left is not sent any more."""
    if not orders_to(desk.zine.mail):
        return []
    box = Outbox(desk.store)
    keep_back(desk, [row for row in box.in_state("ready") if (row.kind, row.game) == (EXTENSION, at.name)])
    playing = dict.fromkeys(player for seat, player in at.players.items() if seat not in at.retired)
    told = [player for player in playing if address_of(desk, player)]
    for player in told:
        box.add(_notice(desk, at, moment, player))
    return told


def _notice(desk: Desk, at: Match, moment: datetime, player: str) -> Json:
    own, language = addresses(desk.zine.mail), desk.zine.language_of(player)
    values = {"zine": desk.zine.title, "editor": desk.zine.editor, "title": at.row.title, "turn": at.turn}
    values |= {"due": speaker_of(language).moment(moment)}
    text = fit(fill("extension.txt", values, desk.zine.templates, language))
    subject = in_language_of(desk, player, sentence("{title}: a new deadline", title=at.row.title))
    message_id = message_id_of(own, EXTENSION, at.name, str(at.turn), player, moment.isoformat(), desk.stamp)
    to = (desk.zine.players[player].name, address_of(desk, player))
    thread = [row.message_id for row in Outbox(desk.store).last_to(at.name, player)]
    content = compose(own, to, subject, text, message_id, desk.now, "", thread)
    return out_row(desk, EXTENSION, at.name, at.turn, 0, player, to[1], message_id, content)
