"""Mail out: a turn's reports, answers to mails, and the sending of them, each message exactly once."""

import email
import email.policy
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from gm.core.play import Json, Seat
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, match_of
from gm.desk.intake import Verdict
from gm.desk.publish import FORM, Kept, Maker
from gm.mail.compose import compose
from gm.mail.letter import Letter
from gm.mail.send import Postman, Rejected, Uncertain
from gm.mail.settings import Addresses, addresses, smtp
from gm.reports.forms import awaits, form_name, order_form
from gm.reports.languages import speaker_of
from gm.reports.layout import fit
from gm.reports.model import Report
from gm.reports.render import fill
from gm.store.outbox import Outbox, OutRow
from gm.store.seals import Seals

MOST_ANSWERS = 5  # to one address in an hour


class AlreadyMailed(GmError):
    """It would be mailed a second time"""


class NoSuchMail(GmError):
    """There is no such message in the outbox"""


def join_outbox(desk: Desk) -> int:
    """One message for all of a player's games that wait to be sent; within the caller's transaction."""
    box, own = Outbox(desk.store), addresses(desk.zine.mail)
    joined = 0
    waiting: dict[str, list[OutRow]] = {}
    for row in box.in_state("ready"):
        if row.kind == "report":
            waiting.setdefault(row.player, []).append(row)
    for player, rows in waiting.items():
        if len(rows) < 2:
            continue
        parts = [_message(box, row) for row in rows]
        text = "\n\n".join(_body(part, "plain") for part in parts)
        message_id = message_id_of(own, "joined", *(row.message_id for row in rows))
        subject = "; ".join(str(part["Subject"]) for part in parts)
        to = (desk.zine.players[player].name, rows[0].address)
        attached = [page for row, part in zip(rows, parts, strict=True) for page in _pages_of(row, part)]
        content = compose(own, to, subject, text, message_id, desk.now, attached=attached)
        number = box.add(out_row(desk, "joined", "", 0, 0, player, rows[0].address, message_id, content))
        for row in rows:
            box.mark(row.id, "joined", str(number))
        joined += 1
    return joined


def _message(box: Outbox, row: OutRow) -> Any:
    return email.message_from_bytes(box.content(row.id), policy=email.policy.default)


def _pages_of(row: OutRow, part: Any) -> list[tuple[str, str]]:
    """The report and the form as files: two web pages cannot be put together to one."""
    forms = [(str(each.get_filename()), each.get_content()) for each in part.iter_attachments()]
    return [(f"{row.game}-turn-{row.turn}-report.html", _body(part, "html")), *forms]


def _body(part: Any, kind: str) -> str:
    body = part.get_body((kind,))
    return str(body.get_content()) if body else ""


def write_outbox(desk: Desk, name: str, again: bool = False) -> list[int]:
    """The last turn's reports, one message a player; within the caller's transaction."""
    at, box, own = match_of(desk, name), Outbox(desk.store), addresses(desk.zine.mail)
    before = [row for row in box.of_turn(at.head.id) if row.state != "dropped"]
    if before and not again:
        sent = sum(row.state == "sent" for row in before)
        message = sentence(
            "turn {turn} of {game} is in the outbox already ({sent} of {all} sent)",
            turn=at.head.turn,
            game=name,
            sent=sent,
            all=len(before),
        )
        hint = sentence("to send what is left: gm mail --send; once more to all: gm mail {game} --again", game=name)
        raise AlreadyMailed(message, hint)
    with Kept(desk, at) as reports:
        seats = [seat for seat, player in at.players.items() if address_of(desk, player)]
        return [_add_report(desk, box, own, reports, seat) for seat in seats]


def address_of(desk: Desk, player: Seat) -> str:
    known = desk.zine.players.get(player)
    return known.mail[0] if known and known.mail else ""


def forms_of(desk: Desk, report: Report) -> list[tuple[str, str]]:
    """The order form that goes with a report, if an order is awaited."""
    name = form_name(report.model.game, report.model.next_turn or 0)
    return [(name, order_form(report, desk.zine.templates))] if awaits(report) else []


def _add_report(desk: Desk, box: Outbox, own: Addresses, reports: Kept, seat: Seat) -> int:
    """A report as it was published."""
    at, made = reports.at, reports.texts(seat)
    player = at.players[seat]
    thread = [row.message_id for row in box.last_to(at.name, player)]
    message_id = message_id_of(own, at.name, str(at.head.id), seat, str(len(thread)))
    name, address = desk.zine.players[player].name, address_of(desk, player)
    subject = in_language_of(desk, player, _subject(at))
    attached = [(form_name(at.name, at.turn), made[FORM])] if FORM in made else []
    content = compose(
        own, (name, address), subject, made["txt"], message_id, desk.now, made["html"], thread, attached=attached
    )
    return box.add(out_row(desk, "report", at.name, at.head.turn, at.head.id, player, address, message_id, content))


def _subject(at: Match) -> str:
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
) -> Json:
    return {
        "kind": kind, "game": game, "turn": turn, "turn_id": turn_id, "player": player, "address": address.casefold(),
        "message_id": message_id, "content": content, "made_at": desk.stamp,
    }  # fmt: skip


def message_id_of(own: Addresses, *about: str) -> str:
    """Always the same for the same message."""
    return f"<{hashlib.sha256(' '.join(about).encode()).hexdigest()[:32]}@{own.domain}>"


# Answers


Makers = Callable[[str], Maker]  # of a game's reports, by its name: however many mails come, made once


def answer(desk: Desk, letter: Letter, number: int, verdicts: Sequence[Verdict], makers: Makers) -> None:
    """One acknowledgement for a mail, if a person sent it; within the caller's transaction."""
    if not desk.zine.mail.get("from") or not letter.answerable:
        return
    own, box = addresses(desk.zine.mail), Outbox(desk.store)
    hour = datetime.fromisoformat(desk.stamp) - timedelta(hours=1)
    if box.answers_since(letter.sender, hour.isoformat(timespec="microseconds")) >= MOST_ANSWERS:
        return
    player = _player_at(desk, letter.sender)
    model = {
        "zine": desk.zine.title,
        "editor": desk.zine.editor,
        "verdicts": [_shown(desk, verdict) for verdict in verdicts],
        "pages": _open_pages(desk, player, makers) if any(v.verdict in ("empty", "refused") for v in verdicts) else [],
    }
    text = fit(fill("answer.txt", model, desk.zine.templates, desk.zine.language_of(player)))
    about = letter.subject or in_language_of(desk, player, sentence("your mail"))
    subject = about if about.casefold().startswith("re:") else f"Re: {about}"
    message_id = message_id_of(own, "answer", str(number), letter.digest)
    thread = [letter.message_id] if letter.message_id.startswith("<") and letter.message_id.isascii() else []
    name = desk.zine.players[player].name if player else ""
    content = compose(own, (name, letter.sender), subject, text, message_id, desk.now, "", thread, "auto-replied")
    box.add(
        _sealed(desk, out_row(desk, "answer", "", 0, 0, player or "", letter.sender, message_id, content), verdicts)
    )
    for verdict in verdicts:
        if verdict.verdict == "held" and verdict.player:
            _notice(desk, box, own, verdict, number, makers)


def _sealed(desk: Desk, row: Json, verdicts: Sequence[Verdict]) -> Json:
    """The answer to an order in a blind game says what was ordered: it is sent, and not shown until then."""
    blind = [verdict for verdict in verdicts if verdict.blind]
    if not blind:
        return row
    last = max(blind, key=lambda verdict: verdict.turn or 0)
    return Seals(desk.store).closed("outbox", row | {"game": last.game, "turn": last.turn or 0})


def _shown(desk: Desk, verdict: Verdict) -> Json:
    """What the sender may know: of a held page nothing but that it is held."""
    if verdict.verdict == "held":
        return {"verdict": "held"}
    keys = ("verdict", "game", "turn", "player", "receipt", "nonce", "canonical", "supersedes")
    seen: Json = {key: getattr(verdict, key) for key in keys}
    return seen | {
        "problems": verdict.problems,
        "words": verdict.words.split("\n"),
        "foreseen": verdict.foreseen,
        "on_file": _on_file(desk, verdict),
    }


def _on_file(desk: Desk, verdict: Verdict) -> str:
    """After a refusal: the order that still counts."""
    if verdict.verdict != "refused" or not verdict.game or not verdict.player or not verdict.turn:
        return ""
    orders = desk.store.orders(verdict.game, verdict.turn, verdict.player)
    return orders[0].canonical if orders else ""


def _notice(desk: Desk, box: Outbox, own: Addresses, verdict: Verdict, number: int, makers: Makers) -> None:
    """The player is told that somebody ordered in their name."""
    player = makers(str(verdict.game)).at.players[str(verdict.player)]
    address = address_of(desk, player)
    if not address:
        return
    model = {"zine": desk.zine.title, "game": verdict.game, "turn": verdict.turn, "editor": desk.zine.editor}
    text = fit(fill("notice.txt", model, desk.zine.templates, desk.zine.language_of(player)))
    message_id = message_id_of(own, "notice", str(number), verdict.page)
    name = desk.zine.players[player].name
    subject = in_language_of(desk, player, sentence("An order that waits"))
    content = compose(own, (name, address), subject, text, message_id, desk.now)
    box.add(out_row(desk, "notice", "", 0, 0, player, address, message_id, content))


def _player_at(desk: Desk, address: str) -> Seat | None:
    return desk.zine.by_address.get(address)


def _open_pages(desk: Desk, player: Seat | None, makers: Makers) -> list[str]:
    """A player's own pre-filled pages, for all games in which an order is awaited."""
    if player is None:
        return []
    of_each = [makers(name) for name in desk.store.games()]
    reports = (maker.report(seat) for maker in of_each for seat, sits in maker.at.players.items() if sits == player)
    return [report.me.page for report in reports if report.me and report.me.page]


# Sending


def waiting(desk: Desk) -> list[OutRow]:
    return Outbox(desk.store).in_state("ready")


def doubtful(desk: Desk) -> list[OutRow]:
    """Messages that were being sent when the command was stopped: they may have left."""
    return Outbox(desk.store).in_state("sending")


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
    message = _message(Outbox(desk.store), row)
    headers = [f"{name}: {message[name]}" for name in ("From", "To", "Reply-To", "Subject", "Date") if message[name]]
    return "\n".join([*headers, "", _body(message, "plain")])


def send_again(desk: Desk, number: int) -> None:
    """By name only: a message whose fate is not known, or that failed."""
    rows = [row for row in Outbox(desk.store).in_state("sending", "failed") if row.id == number]
    if not rows:
        settled = sentence("message {number} is not in doubt", number=str(number))
        raise NoSuchMail(settled, sentence("gm mail lists those that are"))
    with desk.store.writing():
        Outbox(desk.store).mark(number, "ready")


def send(
    desk: Desk, rows: Sequence[OutRow], sleep: Callable[[float], None] = time.sleep
) -> Iterator[tuple[OutRow, str]]:
    """Send them one by one; each is marked before it goes and after the server has taken it."""
    server, own, box = smtp(desk.zine.mail), addresses(desk.zine.mail), Outbox(desk.store)
    sender, postman = parseaddr(own.sender)[1], Postman(server, sleep)

    def mark(row: OutRow, state: str, error: str = "") -> None:
        with desk.store.writing():
            box.mark(row.id, state, error, desk.stamp if state == "sent" else "")

    try:
        for number, row in enumerate(rows):
            if server.rate and number:
                sleep(60 / server.rate)
            mark(row, "sending")
            error = ""
            try:
                postman.deliver(sender, row.address, box.content(row.id))
                mark(row, "sent")
            except Rejected as final:
                error = final.args[0]
                mark(row, "failed", error)
            except Uncertain as doubt:  # it stays "sending": nobody knows whether it has left
                error = sentence("it may have left, or not ({doubt})", doubt=doubt.args[0])
            except GmError:
                mark(row, "ready")  # it has certainly not left
                raise
            yield row, error
    finally:
        postman.close()


def mailed_to(desk: Desk, turn_id: int) -> list[Seat]:
    """Who has been sent the reports of that turn, or may have been."""
    box = Outbox(desk.store)
    return [row.player for row in box.of_turn(turn_id) if _carrier(box, row).state in ("sent", "sending")]


def _carrier(box: Outbox, row: OutRow) -> OutRow:
    """The message that a report goes in: its own, or one that it was joined into."""
    return box.get(int(row.error)) if row.state == "joined" else row


def recall(desk: Desk, turn_id: int) -> list[OutRow]:
    """A turn was taken back: what has not left stays here; answers with what has. In the caller's transaction."""
    box, left = Outbox(desk.store), []
    parted: list[int] = []
    for row in box.of_turn(turn_id):
        carrier = _carrier(box, row)
        if carrier.state in ("sent", "sending"):
            left.append(row)
        elif carrier is not row:
            parted.append(carrier.id)
        if carrier.state not in ("sent", "sending"):
            box.mark(row.id, "dropped")
    _part(box, parted)
    return left


def _part(box: Outbox, joined: Sequence[int]) -> None:
    """Several reports in one message go their own ways again, but for those that were dropped."""
    for number in joined:
        box.mark(number, "dropped")
    numbers = {str(number) for number in joined}
    for row in box.in_state("joined") if joined else ():
        if row.error in numbers:
            box.mark(row.id, "ready")


def write_files(desk: Desk, rows: Sequence[OutRow]) -> Path:
    """The outbox as files, for those who send by other means."""
    folder = desk.zine.folder / "outbox"
    folder.mkdir(exist_ok=True)
    box = Outbox(desk.store)
    for row in (row for row in rows if not row.sealed):
        path = folder / f"{row.id:06}-{row.player or 'answer'}.eml"
        if not path.exists():
            path.write_bytes(box.content(row.id))
    return folder
