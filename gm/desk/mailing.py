"""Mail out: a turn's reports, answers to mails, and the sending of them, each message exactly once."""

import email
import email.policy
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gm.core.play import Seat
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk.atwork import at_work, is_at_work
from gm.desk.desk import Desk, Match, match_of
from gm.desk.mailbag import Mailbag, Reachable, address_of
from gm.desk.publish import FORM, Kept
from gm.desk.sending import Delivery, Round, part_again
from gm.desk.speaking import with_letter
from gm.mail.send import Postman
from gm.mail.settings import smtp
from gm.reports.forms import awaits, form_name, order_form
from gm.reports.model import Report
from gm.store.corrections import Corrections
from gm.store.outbox import Outbox, OutRow
from gm.store.seasons import Seasons

AGAIN = "again"  # the kind of a report that its player asked for once more
Watch = Callable[[int, int], None]  # how many of how many messages are written


class AlreadyMailed(GmError):
    """It would be mailed a second time"""


class NoSuchMail(GmError):
    """There is no such message in the outbox"""


class BeingSent(GmError):
    """Somebody is sending it at this moment"""


class SendingStopped(GmError):
    """Somebody has stopped it, and the rest waits"""

    @classmethod
    def with_so_many_left(cls, waiting: int) -> "SendingStopped":
        stopped = counted(
            "stopped; {n} message waits in the outbox", "stopped; {n} messages wait in the outbox", waiting
        )
        return cls(stopped, sentence("to go on: gm mail --send"))


def message_of(box: Outbox, row: OutRow) -> Any:
    return email.message_from_bytes(box.content(row.id), policy=email.policy.default)


def body_of(part: Any, kind: str) -> str:
    body = part.get_body((kind,))
    return str(body.get_content()).replace("\r\n", "\n") if body else ""


def write_outbox(
    desk: Desk, name: str, again: bool = False, letter: str = "", watch: Watch = lambda done, of: None
) -> list[int]:
    """The last turn's reports, one message a player, a letter above each; within the caller's transaction."""
    at, box = match_of(desk, name), Outbox(desk.store)
    reach = Reachable(desk)
    seats = [seat for seat, player in at.players.items() if seat not in at.retired and reach.of(player)]
    before = [row for row in box.of_turn(at.head.id) if row.state != "dropped"]
    if "corrected" in at.head.inputs and not again:  # who was sent an erratum, or need not be, has it
        have = served(desk, at)
        had, seats = seats, [seat for seat in seats if seat not in have]
        before = before if had and not seats else []
    if before and not again:
        sent = sum(_carrier(box, row).state == "sent" for row in before)
        message = sentence(
            "turn {turn} of {game} is in the outbox already ({sent} of {all} sent)",
            turn=at.head.turn,
            game=name,
            sent=sent,
            all=len(before),
        )
        hint = sentence("to send what is left: gm mail --send; once more to all: gm mail {game} --again", game=name)
        raise AlreadyMailed(message, hint)
    bag = Mailbag(desk, at, len(seats))
    with Kept(desk, at) as reports:
        return [_add_report(bag, reports, seat, letter) for seat in _counted_out(seats, watch)]


def _counted_out(seats: Sequence[Seat], watch: Watch) -> Iterator[Seat]:
    """One after the other; whoever looks on is told how far that is."""
    for done, seat in enumerate(seats, start=1):
        yield seat
        watch(done, len(seats))


def not_mailed(desk: Desk, season: str) -> list[str]:
    """The games of a season whose last turn, or start, has not gone to the outbox."""
    box = Outbox(desk.store)
    heads = {each.game: desk.store.game(each.game).head for each in Seasons(desk.store).games_of(season)}
    news = [name for name, head in heads.items() if all(row.state == "dropped" for row in box.of_turn(head))]
    if heads and not news:
        already = sentence("all that happened in {season} is in the outbox already", season=season)
        hint = sentence("to send what is left: gm mail --send; once more to all: gm mail {game} --again", game=season)
        raise AlreadyMailed(already, hint)
    return news


def write_to(desk: Desk, name: str, seat: Seat) -> bool:
    """The last turn's report to whoever sits there now, if the others have theirs; within the caller's transaction."""
    at, box = match_of(desk, name), Outbox(desk.store)
    if not box.of_turn(at.head.id) or not address_of(desk, at.players[seat]):
        return False
    with Kept(desk, at) as reports:
        _add_report(Mailbag(desk, at), reports, seat)
    return True


def unreachable(desk: Desk, name: str) -> list[str]:
    """The addresses in a game that no mail can be sent to, as somebody has written them."""
    known = (desk.zine.players.get(player) for player in match_of(desk, name).players.values())
    mailed = [each for each in known if each and each.mail and not each.by_post]
    reach = Reachable(desk)
    return [each.mail[0] for each in mailed if not reach.of(each.id)]


def forms_of(desk: Desk, report: Report) -> list[tuple[str, bytes]]:
    """The order form that goes with a report, if an order is awaited."""
    name = form_name(report.model.game, report.model.next_turn or 0)
    return [(name, order_form(report, desk.zine.templates).encode())] if awaits(report) else []


def _add_report(bag: Mailbag, reports: Kept, seat: Seat, letter: str = "") -> int:
    """A report as it was published."""
    at, made = reports.at, reports.texts(seat)
    text, html = with_letter(letter, made["txt"], made["html"]) if letter else (made["txt"], made["html"])
    attached = [(form_name(at.name, at.turn), made[FORM])] if FORM in made else []
    return bag.add(seat, text, html, attached)


# Sending


def waiting(desk: Desk) -> list[OutRow]:
    return Outbox(desk.store).in_state("ready")


def doubtful(desk: Desk) -> list[OutRow]:
    """Messages that were being sent when the command was stopped: they may have left."""
    box, folder = Outbox(desk.store), outbox_folder(desk)
    gone = {row.id for row in box.in_state("sending") if not is_at_work(folder, row.claim)}
    left = [row for row in box.in_state("sending") if row.id in gone]  # by now, whoever sent them is gone for good
    return [row for row in left if not box.of_undone_turn(row.id)]


def outbox_folder(desk: Desk) -> Path:
    return desk.zine.folder / "outbox"


def show(desk: Desk, player: str) -> OutRow:
    rows = [row for row in Outbox(desk.store).in_state("ready", "sending", "sent", "failed") if row.player == player]
    if not rows:
        nothing = sentence("there is no mail to {player} in the outbox", player=player)
        raise NoSuchMail(nothing, sentence("gm mail writes it"))
    return rows[-1]


def readable(desk: Desk, row: OutRow) -> str:
    """A message as its reader sees it: the headers that tell something, and the text."""
    if row.sealed:
        closed = sentence("the last message to {player} says what they ordered, and {game} is blind", **row._asdict())
        raise NoSuchMail(closed, sentence("it can be read once the turn is run"))
    message = message_of(Outbox(desk.store), row)
    headers = [f"{name}: {message[name]}" for name in ("From", "To", "Reply-To", "Subject", "Date") if message[name]]
    return "\n".join([*headers, "", body_of(message, "plain")])


def send_again(desk: Desk, number: int) -> None:
    """By name only: a message whose fate is not known, or that failed."""
    box = Outbox(desk.store)
    with desk.store.writing():
        row = next((row for row in box.in_state("sending", "failed") if row.id == number), None)
        if row is None:
            settled = sentence("message {number} is not in doubt", number=str(number))
            raise NoSuchMail(settled, sentence("gm mail lists those that are"))
        if row.state == "sending" and is_at_work(outbox_folder(desk), row.claim):
            at_it = sentence("message {number} is being sent just now by another gm mail", number=str(number))
            raise BeingSent(at_it, sentence("wait until that has finished"))
        if box.of_undone_turn(number):
            back = sentence("message {number} tells of a turn that was taken back", number=str(number))
            raise NoSuchMail(back, sentence("it is not sent any more"))
        box.mark(number, "ready")


def send(
    desk: Desk,
    rows: Sequence[OutRow],
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.time,
) -> Generator[Delivery, None, None]:
    """Send them one by one. Each is claimed before it goes and marked after the server has taken it, so that several
    senders share the work, and what is taken back meanwhile stays here."""
    server = smtp(desk.zine.mail)
    with ExitStack() as ends:
        with desk.store.writing():
            desk.deeds.will("")  # nothing has left yet
            claim = ends.enter_context(at_work(outbox_folder(desk)))
        postman = Postman(server, sleep)
        ends.callback(postman.close)
        round_ = Round(desk, postman, claim, 60 / server.rate if server.rate else 0.0, sleep, clock)
        for row in rows:
            yield round_.send(row)
            if round_.stopped:
                raise round_.stopped


def mailed_to(desk: Desk, turn_id: int) -> list[Seat]:
    """Who has been sent the reports of that turn, or may have been."""
    return list(dict.fromkeys(row.player for row in _left(Outbox(desk.store), turn_id)))


def _left(box: Outbox, turn_id: int) -> list[OutRow]:
    return [row for row in box.of_turn(turn_id) if _carrier(box, row).state in ("sent", "sending")]


def served(desk: Desk, at: Match) -> set[Seat]:
    """Who has a message of that turn, or has been sent a version of before that reads the same."""
    box, version, alike = Outbox(desk.store), at.head.id, set(at.seats)
    have = {row.seat for row in box.of_turn(version) if row.state != "dropped"}
    for correction in reversed(Corrections(desk.store).of(at.name)):
        for turn, old, new in correction.what["versions"]:
            if new == version:
                alike -= set(correction.what["unlike"][str(turn)])
                have |= {row.seat for row in _left(box, old)} & alike
                version = old
    return have


def _carrier(box: Outbox, row: OutRow) -> OutRow:
    """The message that a report goes in: its own, or one that it was joined into."""
    return box.get(int(row.error)) if row.state == "joined" else row


def refuse_leaving(desk: Desk, rows: Sequence[OutRow]) -> None:
    """Not while somebody is sending one of these."""
    box, folder = Outbox(desk.store), outbox_folder(desk)
    for row in (_carrier(box, row) for row in rows):
        if row.state == "sending" and is_at_work(folder, row.claim):
            leaving = sentence("a message to {player} is being sent at this moment", player=row.player)
            raise BeingSent(leaving, sentence("wait until it has left, then try again"))


def recall(desk: Desk, turn_id: int) -> list[OutRow]:
    """A turn was taken back: what has not left stays here. Answers with the rest, which was sent, or is being sent.

    In the caller's transaction.
    """
    box = Outbox(desk.store)
    keep_back(desk, box.of_turn(turn_id, AGAIN))
    return keep_back(desk, box.of_turn(turn_id))


def keep_back(desk: Desk, rows: Sequence[OutRow]) -> list[OutRow]:
    """Of these, what has not left stays here; answers with the rest. In the caller's transaction."""
    box, left = Outbox(desk.store), []
    parted: set[int] = set()
    for row in rows:
        carrier = _carrier(box, row)
        if carrier.state in ("sent", "sending"):
            left.append(row._replace(state=carrier.state))
            continue
        if carrier is not row:
            parted.add(carrier.id)
        box.mark(row.id, "dropped")
    for number in sorted(parted):
        box.mark(number, "dropped")
        part_again(box, number)
    return left
