"""Answers to mails: one for each that a person sent, and a word to a player in whose name somebody else ordered."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from gm.core.names import fold
from gm.core.play import Json, Seat
from gm.core.problems import Problem
from gm.core.words import Sentence, sentence
from gm.desk.aloud import plainly
from gm.desk.counting import orders_for, part_of, standing_for
from gm.desk.desk import Desk, Match, deadline
from gm.desk.intake import Verdict
from gm.desk.mailbag import address_of, in_language_of, message_id_of, out_row
from gm.desk.publish import Maker
from gm.mail.compose import compose
from gm.mail.letter import Letter
from gm.mail.settings import Addresses, addresses, is_own
from gm.pages.book import Checked, read_part
from gm.reports.layout import fit
from gm.reports.render import fill
from gm.store.database import PageRow
from gm.store.outbox import Outbox
from gm.store.seals import Seals

MOST = {  # to one address: within so many hours, so many
    "answer": ((1, 5), (24, 36)),
    "notice": ((1, 3), (24, 12)),
}
_NO_GAME: Json = {"game": "", "open": None, "due": None, "counts": [], "on_file": "", "orders": False}
_MESSAGE_ID = re.compile(r"<[\x21-\x7e]+>")
Makers = Callable[[str], Maker]  # of a game's reports, by its name: however many mails come, made once


def answer(
    desk: Desk, letter: Letter, number: int, verdicts: Sequence[Verdict], makers: Makers, again: bool = False
) -> None:
    """One acknowledgement for a mail, if a person sent it; within the caller's transaction.

    `again`: what became of it by the game master's word.
    """
    if not desk.zine.mail.get("from") or not letter.answerable or is_own(desk.zine.mail, letter.sender):
        return
    own, box = addresses(desk.zine.mail), Outbox(desk.store)
    ordered = any(verdict.verdict == "taken" for verdict in verdicts)  # a real order always gets its answer
    if ordered or not enough(desk, box, letter.sender, "answer"):
        row = _answer(desk, own, letter, number, verdicts, makers, again)
        box.add(_sealed(desk, row, verdicts))
    for verdict in verdicts:
        if verdict.verdict == "held" and verdict.player:
            _notice(desk, box, own, verdict, number, makers)


def _answer(
    desk: Desk, own: Addresses, letter: Letter, number: int, verdicts: Sequence[Verdict], makers: Makers, again: bool
) -> Json:
    player = _player_at(desk, letter.sender)
    blank = any(v.verdict in ("empty", "refused") and not v.late for v in verdicts)  # of what is due nobody asks again
    pages = _open_pages(desk, player, makers, _meant(letter, verdicts, makers, desk)) if blank else []
    about = letter.subject or in_language_of(desk, player, sentence("your mail"))
    subject = about if about.casefold().startswith("re:") else f"Re: {about}"
    message_id = message_id_of(own, "answer", str(number), letter.digest, *(["again"] if again else []))
    thread = [letter.message_id] if _MESSAGE_ID.fullmatch(letter.message_id) else []
    text = _text(desk, player, verdicts, makers, pages)
    name = desk.zine.players[player].name if player else ""
    content = compose(own, (name, letter.sender), subject, text, message_id, desk.now, "", thread, "auto-replied")
    return out_row(desk, "answer", "", 0, 0, player or "", letter.sender, message_id, content)


def tell(desk: Desk, verdict: Verdict, number: int, makers: Makers) -> bool:
    """A player is told what counts by the game master's word, if by mail; within the caller's transaction."""
    at = makers(str(verdict.game)).at
    player = at.players[str(verdict.player)]
    address = address_of(desk, player)
    if not desk.zine.mail.get("from") or not address:
        return False
    own = addresses(desk.zine.mail)
    message_id = message_id_of(own, "settled", str(number), str(verdict.receipt))
    subject = in_language_of(desk, player, sentence("{title}: your order", title=at.row.title))
    text = _text(desk, player, [verdict], makers, [])
    to = (desk.zine.players[player].name, address)
    content = compose(own, to, subject, text, message_id, desk.now)
    row = out_row(desk, "answer", "", 0, 0, player, address, message_id, content)
    Outbox(desk.store).add(_sealed(desk, row, [verdict]))
    return True


def _text(desk: Desk, player: Seat | None, verdicts: Sequence[Verdict], makers: Makers, pages: Sequence[str]) -> str:
    model = {
        "zine": desk.zine.title,
        "editor": desk.zine.editor,
        "verdicts": [_shown(desk, verdict, makers) for verdict in verdicts],
        "pages": pages,
        "known": player is not None,
    }
    return fit(fill("answer.txt", model, desk.zine.templates, desk.zine.language_of(player)))


def enough(desk: Desk, box: Outbox, address: str, kind: str) -> bool:
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


def _shown(desk: Desk, verdict: Verdict, makers: Makers) -> Json:
    """What the sender may know: of a held page nothing but that it is held."""
    if verdict.verdict == "held":
        return {"verdict": "held"}
    keys = ("verdict", "turn", "player", "receipt", "nonce", "canonical", "overtaken", "withdrawn", "foreseen", "late",
            "past", "done")  # fmt: skip
    seen: Json = {key: getattr(verdict, key) for key in keys}
    return seen | {
        "problems": [] if verdict.past or verdict.late else [_for_players(each) for each in verdict.problems],
        "words": verdict.words.split("\n"),
        "before": _moment(desk, verdict.before),
        **(_of_game(verdict, makers(verdict.game)) if verdict.game else _NO_GAME),
    }


def _moment(desk: Desk, stamp: str) -> datetime | None:
    return datetime.fromisoformat(stamp).astimezone(desk.zine.zone) if stamp else None


def _for_players(problem: Problem) -> Problem:
    """Without a command that only the game master can give."""
    commands = isinstance(problem.hint, Sentence) and "command" in problem.hint.values
    return replace(problem, hint="") if commands else problem


def _of_game(verdict: Verdict, maker: Maker) -> Json:
    """The game by its title, its deadlines, and what counts now."""
    desk, at = maker.desk, maker.at
    counts = _in_force(maker, verdict)
    return {
        "game": at.row.title,
        "open": None if at.over else at.turn,
        "due": deadline(desk, at.name, verdict.turn or at.turn),
        "counts": plainly(at, counts.player, _read(at, counts)) if counts else [],
        "on_file": counts.canonical if counts and verdict.verdict == "refused" else "",
        "orders": bool(counts and counts.orders),
    }


def _in_force(maker: Maker, verdict: Verdict) -> PageRow | None:
    """The order that counts for that seat and turn by now; for want of one, its standing order."""
    desk, at, seat, turn = maker.desk, maker.at, verdict.player, verdict.turn
    if at.over or seat is None or turn is None or turn < at.turn:
        return None
    return orders_for(desk, at, turn, seat).orders.get(seat) or standing_for(desk, at, turn, seat).get(seat)


def _read(at: Match, page: PageRow) -> Checked:
    return read_part(at.game, at.state, page.player, part_of(at, page))


def _notice(desk: Desk, box: Outbox, own: Addresses, verdict: Verdict, number: int, makers: Makers) -> None:
    """The player is told that somebody ordered in their name."""
    player = makers(str(verdict.game)).at.players[str(verdict.player)]
    address = address_of(desk, player)
    if not address or enough(desk, box, address.casefold(), "notice"):
        return
    title = makers(str(verdict.game)).at.row.title
    model = {"zine": desk.zine.title, "game": title, "turn": verdict.turn, "editor": desk.zine.editor}
    text = fit(fill("notice.txt", model, desk.zine.templates, desk.zine.language_of(player)))
    message_id = message_id_of(own, "notice", str(number), verdict.page)
    name = desk.zine.players[player].name
    subject = in_language_of(desk, player, sentence("An order that waits"))
    content = compose(own, (name, address), subject, text, message_id, desk.now)
    box.add(out_row(desk, "notice", "", 0, 0, player, address, message_id, content))


def _player_at(desk: Desk, address: str) -> Seat | None:
    return desk.zine.by_address.get(address)


def _meant(letter: Letter, verdicts: Sequence[Verdict], makers: Makers, desk: Desk) -> list[str]:
    """The games that a mail is about: those of its pages, or those that its subject names; else all."""
    games, about = desk.store.games(), fold(letter.subject)
    named = {verdict.game for verdict in verdicts if verdict.game}
    named = named or {name for name in games if fold(makers(name).at.row.title) in about}
    return [name for name in games if name in named] or games


def _open_pages(desk: Desk, player: Seat | None, makers: Makers, names: Sequence[str]) -> list[str]:
    """A player's own pre-filled pages, for those of these games in which an order is awaited."""
    if player is None:
        return []
    of_each = [makers(name) for name in names]
    reports = (maker.report(seat) for maker in of_each for seat, sits in maker.at.players.items() if sits == player)
    return [report.me.page for report in reports if report.me and report.me.page]
