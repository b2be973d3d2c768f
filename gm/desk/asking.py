"""What players ask for by mail: who asks, what is done about it, and the answer. Strangers are told nothing.

What changes something is done before the pages in the same mail are judged, so that of an order and a withdrawal in one
mail the order counts; what is only told is told after, as things stand then.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from gm.core.days import NoDay, read_day
from gm.core.words import pack, sentence
from gm.desk import selfhelp, withdrawing
from gm.desk.absences import note_absence
from gm.desk.answers import enough
from gm.desk.counting import counts_from, orders_for
from gm.desk.desk import Desk, Match
from gm.desk.enclosed import FoundPage
from gm.desk.intake import Verdict
from gm.desk.mailbag import address_of, in_language_of, message_id_of, out_row
from gm.desk.moving import Answered, ask, confirm
from gm.desk.selfhelp import Part, Place, text
from gm.mail.addressing import can_be_written_to
from gm.mail.compose import compose
from gm.mail.letter import Letter
from gm.mail.requests import Asked, Request, asks
from gm.mail.settings import addresses
from gm.reports.layout import fit
from gm.reports.render import fill
from gm.store.database import PageRow
from gm.store.outbox import Outbox
from gm.store.pages import WITHDRAWAL
from gm.store.seals import Seals

STRANGER = sentence(
    "What begins with gm: is for players, from the address that the game master knows, or with their token."
)
_MESSAGE_ID = re.compile(r"<[\x21-\x7e]+>")


@dataclass(frozen=True)
class Asker:
    """Who asks, when, and where the answer goes."""

    player: str  # "" if nobody knows
    address: str
    received: datetime
    doubt: str = ""  # why it has to wait: a sentence
    letter: int = 0
    name: str = ""  # what the game master calls the mail
    digest: str = ""
    thread: Sequence[str] = ()
    subject: str = ""


@dataclass(frozen=True)
class Done:
    """What came of a request: what the player is told, and the game master."""

    request: Request
    parts: Sequence[Part] = ()
    said: str = ""
    place: Place | None = None  # of a withdrawal
    sealed: str = ""  # the blind game of which it tells an order
    turn: int = 0


# Who asks


def who_asks(desk: Desk, letter: Letter, name: str, asked: Asked, pages: Iterable[FoundPage]) -> Asker:
    """By the token, or by the address as orders are."""
    tokens = [asked.token, *(page.page.get("token") for page in pages if not page.depth)]
    known = next((player for each in tokens if (player := desk.store.player_with(each.casefold()))), "")
    thread = [letter.message_id] if _MESSAGE_ID.fullmatch(letter.message_id) else []
    asker = Asker(known, letter.sender, letter.received, "", 0, name, letter.digest, thread, letter.subject)
    if known in desk.zine.players:
        return asker
    at_home = [each.id for each in desk.zine.players.values() if letter.sender in map(str.casefold, each.mail)]
    if not letter.sender or len(at_home) != 1:  # of two at one address nobody knows who asks
        return replace(asker, player="")
    unsigned = sentence("it does not bear the token of {player}, which this zine demands", player=at_home[0])
    return replace(asker, player=at_home[0], doubt=unsigned if desk.zine.demands_token else letter.doubt)


def errand_for(desk: Desk, letter: Letter, name: str, asked: Asked, pages: Iterable[FoundPage]) -> "Errand | None":
    """What is to be done about a mail's requests; None if nobody asks for anything who may.

    A code is proof enough by itself. Whatever else is asked for waits if its sender is in doubt.
    """
    codes = [each for each in asked.requests if each.kind == "confirm"]
    asker = who_asks(desk, letter, name, asked, pages) if asked.requests else None
    if asker is None or not (codes or asker.player):
        return None
    if not asker.player:
        return Errand(desk, asker, codes, prose=asked.prose)
    waiting = [each for each in asked.requests if asker.doubt and each not in codes]
    now = [each for each in asked.requests if each not in waiting]
    return Errand(desk, asker, now, waiting, asked.prose)


# Carrying it out


@dataclass
class Errand:
    """The requests of one mail, carried out for one player; within the caller's transaction."""

    desk: Desk
    asker: Asker
    requests: Sequence[Request]
    waiting: Sequence[Request] = ()  # for the game master's word
    prose: bool = False  # has the mail words for a person, too?
    done: list[Done] = field(default_factory=list)
    held: list[Verdict] = field(default_factory=list)

    def begin(self, letter: int) -> None:
        """Before the pages of the mail are judged: what is held, and what changes something."""
        self.asker = replace(self.asker, letter=letter)
        self.held = hold(self.desk, self.asker, self.waiting)
        self.change()

    def finish(self) -> None:
        """And after: what is told, and the answer."""
        self.tell()
        if self.prose and self.done:
            person = text(sentence("What else you wrote, a person will read."))
            self.done[-1] = replace(self.done[-1], parts=[*self.done[-1].parts, person])
        self.answer()

    def change(self) -> None:
        """Whatever changes something."""
        self.done += [self._one(each, _CHANGES[each.kind]) for each in self.requests if each.kind in _CHANGES]

    def tell(self) -> None:
        """Whatever is only told, as things stand by now."""
        self.done = [self._still(each) for each in self.done]
        for each in self.requests:
            if each.kind == "order":
                self.done += self._orders(each)
            elif each.kind not in _CHANGES:
                self.done.append(self._one(each, _TELLS[each.kind]))

    def _one(self, request: Request, carry_out: "Callable[[Desk, Asker, Request], Done]") -> Done:
        try:
            return carry_out(self.desk, self.asker, request)
        except Answered as why:
            return Done(request, [text(said) for said in why.told])

    def _orders(self, request: Request) -> list[Done]:
        try:
            found = selfhelp.my_order(self.desk, self.asker.player, request)
        except Answered as why:
            return [Done(request, [text(said) for said in why.told])]
        return [Done(request, parts, sealed=game, turn=turn) for game, turn, parts in found]

    def _still(self, done: Done) -> Done:
        """A page that came later, or with it, counts in spite of a withdrawal."""
        if done.place is None:
            return done
        at, seats = done.place
        later = any(orders_for(self.desk, at, at.turn, seat).orders for seat in seats)
        return replace(done, parts=[*done.parts, text(_LATER)]) if later else done

    @property
    def verdicts(self) -> list[Verdict]:
        """What the game master is told: a line for each."""
        found: dict[Request, Verdict] = {}
        for each in self.done:
            at = each.place.at if each.place else None
            said = each.said or asks(self._called, each.request.kind)
            verdict = Verdict(self.asker.name, "asked", at.name if at else None, at.turn if at else None,
                              self.asker.player or None, request=each.request.kind, done=said)  # fmt: skip
            found.setdefault(each.request, verdict)
        return [*found.values(), *self.held]

    @property
    def _called(self) -> str:
        return self.asker.player or sentence("somebody")

    # The answer

    def answer(self, again: str = "") -> None:
        """One mail, and one for each blind game of which it tells an order; unless there were too many already."""
        box, mail = Outbox(self.desk.store), self.desk.zine.mail
        withdrawn = any(each.place for each in self.done)  # that always gets its answer, as an order does
        if not mail.get("from") or not can_be_written_to(self.asker.address):
            return
        if not withdrawn and enough(self.desk, box, self.asker.address.casefold(), "answer"):
            return
        open_ones = [each for each in self.done if not each.sealed]
        if open_ones:
            box.add(self._message(open_ones, "", again))
        for each in self.done:
            if each.sealed:
                row = self._message([each], each.sealed, again) | {"game": each.sealed, "turn": each.turn}
                box.add(Seals(self.desk.store).closed("outbox", row))

    def _message(self, done: Sequence[Done], game: str, again: str) -> dict[str, object]:
        desk, asker = self.desk, self.asker
        own, language = addresses(desk.zine.mail), desk.zine.language_of(asker.player or None)
        model = {
            "zine": desk.zine.title,
            "editor": desk.zine.editor,
            "items": [each.parts for each in done],
        }
        message = fit(fill("asked.txt", model, desk.zine.templates, language))
        about = asker.subject or in_language_of(desk, asker.player or None, sentence("your mail"))
        subject = about if about.casefold().startswith("re:") else f"Re: {about}"
        message_id = message_id_of(own, "asked", str(asker.letter), asker.digest, game, again)
        name = desk.zine.players[asker.player].name if asker.player in desk.zine.players else ""
        content = compose(
            own, (name, asker.address), subject, message, message_id, desk.now, "", asker.thread, "auto-replied"
        )
        return out_row(desk, "answer", "", 0, 0, asker.player, asker.address, message_id, content)


_LATER = sentence("But a page that came later, or in the same mail, counts.")


def _withdraw(desk: Desk, asker: Asker, request: Request) -> Done:
    place = withdrawing.in_time(desk, withdrawing.place_of(desk, asker.player, request.about), asker.received)
    at = place.at
    for seat in place.seats:
        _keep_withdrawal(desk, asker, at, seat)
    values = {"title": at.row.title, "turn": at.turn, "game": at.name, "player": asker.player}
    none = sentence(
        "{title}: no order of yours counts for turn {turn}; those that you sent before do not come back.", **values
    )
    stays = sentence("If you send another page in time, that one counts. A standing order stays what it is.")
    said = sentence("{player} withdraws the order for turn {turn} of {game}", **values)
    desk.deeds.will(said)
    return Done(request, [text(none), text(stays)], said, place)


def _keep_withdrawal(desk: Desk, asker: Asker, at: Match, seat: str) -> None:
    row = _row(desk, asker, Request("withdraw")) | {
        "digest": hashlib.sha256(f"{asker.digest} {at.name} {at.turn} {seat}".encode()).hexdigest(),
        "game": at.name, "turn": at.turn, "player": seat, "verdict": WITHDRAWAL, "orders": 1, "checked_at": at.head.id,
    }  # fmt: skip
    desk.store.add_page(row)


def _row(desk: Desk, asker: Asker, request: Request) -> dict[str, object]:
    """A request as it is kept among the pages."""
    return {
        "digest": hashlib.sha256(f"{asker.digest} {request}".encode()).hexdigest(), "source": asker.name,
        "content": b"", "arrived_at": asker.received.isoformat(), "taken_at": desk.stamp, "game": "", "turn": 0,
        "player": asker.player, "verdict": "held", "late": 0, "problems": "[]", "orders": 0, "standing": 0,
        "canonical": "", "nonce": "", "receipt": "", "press": "", "press_name": "", "checked_at": 0,
        "letter": asker.letter, "sender": asker.address, "counts_at": counts_from(desk, asker.received), "file": "",
        "held": "", "request": json.dumps([request.kind, request.about], ensure_ascii=False),
    }  # fmt: skip


def _away(desk: Desk, asker: Asker, request: Request) -> Done:
    today = asker.received.astimezone(desk.zine.zone).date()
    how = sentence("Write it as gm: away until {example}", example="2026-05-03")
    try:
        day = read_day(request.about, today)
    except NoDay:
        raise Answered(sentence("{text} is no day that can be understood.", text=request.about or "?"), how) from None
    if day < today:
        raise Answered(sentence("{text} is over already.", text=request.about), how)
    player, moment = note_absence(desk, asker.player, day.isoformat())
    told = sentence("You are away until {moment}. Until then no reminder is sent to you.", moment=moment)
    said = sentence("{player} is away until {moment}", player=player, moment=moment)
    return Done(request, [text(told), text(sentence("A turn does not wait for that: send your orders before."))], said)


def _address(desk: Desk, asker: Asker, request: Request) -> Done:
    _refuse_without_mail(desk)
    told = ask(desk, asker.player, request.about.strip("<>").removeprefix("mailto:"))
    said = sentence("{player} asks for a new address, and has to confirm it", player=asker.player)
    return Done(request, [text(each) for each in told], said)


def _confirm(desk: Desk, asker: Asker, request: Request) -> Done:
    player, told, moved = confirm(desk, request.about, asker.received)
    said = (
        sentence("{player} has a new address", player=player)
        if moved
        else sentence("{player} confirms one end of a new address", player=player)
    )
    return Done(request, [text(each) for each in told], said)


def _status(desk: Desk, asker: Asker, request: Request) -> Done:
    return Done(request, selfhelp.status(desk, asker.player, request))


def _refuse_without_mail(desk: Desk) -> None:
    if not desk.zine.mail.get("from"):
        raise Answered(sentence("No mail is sent from here."))


def _report(desk: Desk, asker: Asker, request: Request) -> Done:
    _refuse_without_mail(desk)
    if not can_be_written_to(asker.address):
        raise Answered(sentence("No address of yours is known."))
    if enough(desk, Outbox(desk.store), asker.address.casefold(), "answer"):
        raise Answered(sentence("That was asked for too often. Try again tomorrow."))
    return Done(request, selfhelp.report(desk, asker.player, request, asker.address))


def _help(desk: Desk, asker: Asker, request: Request) -> Done:
    return Done(request, selfhelp.commands(request if request.kind == "unknown" else None))


_CHANGES = {"withdraw": _withdraw, "away": _away, "address": _address, "confirm": _confirm}
_TELLS = {"status": _status, "report": _report, "help": _help, "unknown": _help}


# In doubt


def hold(desk: Desk, asker: Asker, requests: Sequence[Request]) -> list[Verdict]:
    """Nothing is done before the game master has looked at it; within the caller's transaction."""
    for request in requests:
        row = _row(desk, asker, request) | {"held": json.dumps(pack(asker.doubt), ensure_ascii=False)}
        place = _meant(desk, asker.player, request) if request.kind == "withdraw" else None
        where = {"game": place.at.name, "turn": place.at.turn} if place else {}
        desk.store.add_page(row | where)
    return [Verdict(asker.name, "held", request=each.kind) for each in requests]


def _meant(desk: Desk, player: str, request: Request) -> Place | None:
    try:
        return withdrawing.place_of(desk, player, request.about)
    except Answered:
        return None


def request_of(page: PageRow) -> Request:
    kind, about = json.loads(page.request)
    return Request(kind, about)


def accept(desk: Desk, page: PageRow) -> None:
    """What was held is carried out now, as if it had come from the player; in the caller's transaction."""
    address = address_of(desk, page.player)
    received = datetime.fromisoformat(page.arrived_at)
    asker = Asker(page.player, address, received, "", 0, page.source, page.digest)
    request = request_of(page)
    errand = Errand(desk, asker, [replace(request, about=request.about or page.game)])
    errand.change()
    errand.tell()
    errand.answer(again="accepted")
