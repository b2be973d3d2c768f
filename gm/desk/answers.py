"""Answers to mails: one for each that a person sent, and a word to a player in whose name somebody else ordered."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.desk.counting import orders_for
from gm.desk.desk import Desk
from gm.desk.intake import Verdict
from gm.desk.mailing import address_of, in_language_of, message_id_of, out_row
from gm.desk.publish import Maker
from gm.mail.compose import compose
from gm.mail.letter import Letter
from gm.mail.settings import Addresses, addresses, is_own
from gm.reports.layout import fit
from gm.reports.render import fill
from gm.store.outbox import Outbox
from gm.store.seals import Seals

MOST = {  # to one address: within so many hours, so many
    "answer": ((1, 5), (24, 36)),
    "notice": ((1, 3), (24, 12)),
}
_MESSAGE_ID = re.compile(r"<[\x21-\x7e]+>")
Makers = Callable[[str], Maker]  # of a game's reports, by its name: however many mails come, made once


def answer(desk: Desk, letter: Letter, number: int, verdicts: Sequence[Verdict], makers: Makers) -> None:
    """One acknowledgement for a mail, if a person sent it; within the caller's transaction."""
    if not desk.zine.mail.get("from") or not letter.answerable or is_own(desk.zine.mail, letter.sender):
        return
    own, box = addresses(desk.zine.mail), Outbox(desk.store)
    for verdict in verdicts:
        if verdict.verdict == "held" and verdict.player:
            _notice(desk, box, own, verdict, number, makers)
    ordered = any(verdict.verdict == "taken" for verdict in verdicts)  # a real order always gets its answer
    if not ordered and _enough(desk, box, letter.sender, "answer"):
        return
    player = _player_at(desk, letter.sender)
    model = {
        "zine": desk.zine.title,
        "editor": desk.zine.editor,
        "verdicts": [_shown(verdict, makers) for verdict in verdicts],
        "pages": _open_pages(desk, player, makers) if any(v.verdict in ("empty", "refused") for v in verdicts) else [],
    }
    text = fit(fill("answer.txt", model, desk.zine.templates, desk.zine.language_of(player)))
    about = letter.subject or in_language_of(desk, player, sentence("your mail"))
    subject = about if about.casefold().startswith("re:") else f"Re: {about}"
    message_id = message_id_of(own, "answer", str(number), letter.digest)
    thread = [letter.message_id] if _MESSAGE_ID.fullmatch(letter.message_id) else []
    name = desk.zine.players[player].name if player else ""
    content = compose(own, (name, letter.sender), subject, text, message_id, desk.now, "", thread, "auto-replied")
    row = out_row(desk, "answer", "", 0, 0, player or "", letter.sender, message_id, content)
    box.add(_sealed(desk, row, verdicts))


def _enough(desk: Desk, box: Outbox, address: str, kind: str) -> bool:
    """Has this address been written to as often as anybody should be, for now?"""
    now = datetime.fromisoformat(desk.stamp)
    return any(
        box.written_since(address, kind, (now - timedelta(hours=hours)).isoformat(timespec="microseconds")) >= most
        for hours, most in MOST[kind]
    )


def _sealed(desk: Desk, row: Json, verdicts: Sequence[Verdict]) -> Json:
    """The answer to an order in a blind game says what was ordered: it is sent, and not shown until then."""
    blind = [verdict for verdict in verdicts if verdict.blind]
    if not blind:
        return row
    last = max(blind, key=lambda verdict: verdict.turn or 0)
    return Seals(desk.store).closed("outbox", row | {"game": last.game, "turn": last.turn or 0})


def _shown(verdict: Verdict, makers: Makers) -> Json:
    """What the sender may know: of a held page nothing but that it is held."""
    if verdict.verdict == "held":
        return {"verdict": "held"}
    keys = ("verdict", "game", "turn", "player", "receipt", "nonce", "canonical", "supersedes", "overtaken")
    seen: Json = {key: getattr(verdict, key) for key in keys}
    return seen | {
        "problems": verdict.problems,
        "words": verdict.words.split("\n"),
        "foreseen": verdict.foreseen,
        "on_file": _on_file(verdict, makers),
    }


def _on_file(verdict: Verdict, makers: Makers) -> str:
    """After a refusal: the order that still counts."""
    if verdict.verdict != "refused" or not verdict.game or not verdict.player or not verdict.turn:
        return ""
    maker = makers(verdict.game)
    found = orders_for(maker.desk, maker.at, verdict.turn, verdict.player).orders.get(verdict.player)
    return found.canonical if found else ""


def _notice(desk: Desk, box: Outbox, own: Addresses, verdict: Verdict, number: int, makers: Makers) -> None:
    """The player is told that somebody ordered in their name."""
    player = makers(str(verdict.game)).at.players[str(verdict.player)]
    address = address_of(desk, player)
    if not address or _enough(desk, box, address.casefold(), "notice"):
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
