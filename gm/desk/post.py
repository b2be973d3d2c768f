"""Mail in: which pages a letter holds, who may order, and what is held for the game master's word."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache

from gm.core.play import Flaw
from gm.core.problems import GmError, Problem
from gm.core.words import sentence, unpack
from gm.desk.answers import Makers, answer, tell
from gm.desk.asking import STRANGER, Errand, accept, errand_for
from gm.desk.bounced import note_bounces
from gm.desk.counting import Rank, clock_of, flaws_now, rank_of
from gm.desk.desk import Desk, Match, match_of
from gm.desk.enclosed import FoundPage, pages_of, still_meant
from gm.desk.intake import Clerk, Reading, Source, Verdict, store_page, unchanged
from gm.desk.letters import blind_game_of
from gm.desk.publish import maker_of
from gm.mail.letter import Letter, read_letter
from gm.mail.mime import Tangled
from gm.mail.requests import NOTHING, asked_in
from gm.mail.settings import is_own
from gm.store.database import PageRow
from gm.store.letters import Letters
from gm.store.pages import Pages
from gm.store.people import People
from gm.store.seals import Seals

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that looks like something else
_LETTERS = 10
_PLAINLY = sentence("send the order page alone, as plain text")


class NothingHeld(GmError):
    """No page of that number is held"""


class TooLate(GmError):
    """Its turn has been run"""


def make_tokens(desk: Desk, *players: str) -> None:
    """The word that lets a player order from any address; made once for each, within the caller's transaction."""
    have = People(desk.store).with_tokens()
    People(desk.store).add_tokens((each, new_token()) for each in dict.fromkeys(players) if each not in have)


def new_token() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))


def take_letters(desk: Desk, clerk: Clerk, mails: Iterable[tuple[str, bytes, datetime]]) -> Iterator[Verdict]:
    """Every mail once: its pages judged and stored, and itself kept as it came; within the caller's transaction.

    Each is on its own: over whatever gm stumbles in one of them, that one is kept and told, and the next is taken.
    """
    makers = _makers(desk)
    for came in mails:
        try:
            with desk.store.all_or_none():
                verdicts = _take(desk, clerk, makers, *came)
        except (GmError, OSError, MemoryError):  # not for anything in the mail
            raise
        except Exception as fault:
            desk.zine.learn(People(desk.store).moved())  # whatever that mail had changed is as it was
            verdicts = [_keep_unread(desk, fault, *came)]
        yield from verdicts


def _makers(desk: Desk) -> Makers:
    return cache(lambda name: maker_of(desk, name))


def _take(desk: Desk, clerk: Clerk, makers: Makers, name: str, data: bytes, arrived: datetime) -> list[Verdict]:
    letter = read_letter(data, arrived, desk.zine.trusted)
    clock = clock_of(desk)
    letter = replace(letter, received=clock) if letter.received > clock else letter  # it has come, whatever it says
    if desk.store.has_letter(letter.digest):
        late = late_again(desk, letter.digest, clerk.aloud) if clerk.count_late else []
        return late or [Verdict(name, "unchanged")]
    number, verdicts = _take_letter(desk, clerk, name, letter)
    if any(verdict.blind for verdict in verdicts) or (_is_prose(verdicts) and blind_game_of(desk, letter.sender)):
        Seals(desk.store).close_letter(number)
    judged = [verdict for verdict in verdicts if verdict.verdict != "asked"]
    if judged:
        answer(desk, letter, number, judged, makers)
    return verdicts


def _keep_unread(desk: Desk, fault: Exception, name: str, data: bytes, arrived: datetime) -> Verdict:
    """A mail that gm stumbles over is kept as it came, and told."""
    digest = hashlib.sha256(data).hexdigest()
    if desk.store.has_letter(digest):
        return Verdict(name, "unchanged")
    desk.store.add_letter({
        "digest": digest, "message_id": "", "sender": "", "subject": "", "source": name, "content": data,
        "sent_at": "", "received_at": min(arrived, desk.now).isoformat(), "taken_at": desk.stamp, "outcome": "unread",
    })  # fmt: skip
    what = type(fault).__name__
    return _unread(name, sentence("gm stumbles over something in it ({what}); it is kept as it came", what=what))


def not_read(name: str, why: str) -> Verdict:
    """Of a mail that is put together as nobody's is."""
    return _unread(name, sentence("this mail cannot be read: {why}", why=why))


def _unread(name: str, why: str) -> Verdict:
    return Verdict(name, "refused", problems=[Problem(name, 0, "", why, _PLAINLY, Flaw.UNREADABLE)])


def late_again(desk: Desk, digest: str = "", aloud: bool = False) -> list[Verdict]:
    """The game master counts what came too late: those mails (or that one) are judged once more, from the store."""
    clerk, makers = Clerk.at(desk, count_late=True, aloud=aloud), _makers(desk)
    verdicts: list[Verdict] = []
    for number, known, name, content, received in Letters(desk.store).late():
        if not digest or known == digest:
            letter = read_letter(desk.store.readable(content), datetime.fromisoformat(received), desk.zine.trusted)
            judged = _judge_pages(desk, clerk, name, letter, number, still_meant(clerk, pages_of(letter)))
            if any(verdict.verdict == "taken" for verdict in judged):
                answer(desk, letter, number, judged, makers, again=True)
            verdicts += judged
    return verdicts


def _take_letter(desk: Desk, clerk: Clerk, name: str, letter: Letter) -> tuple[int, list[Verdict]]:
    found, trouble = _looked_into(letter)
    pages = still_meant(clerk, found)
    asked = NOTHING if is_own(desk.zine.mail, letter.sender) else asked_in(letter)
    errand = errand_for(desk, letter, name, asked, found)
    number = desk.store.add_letter({
        "digest": letter.digest, "message_id": letter.message_id, "sender": letter.sender, "subject": letter.subject,
        "source": name, "content": letter.data, "sent_at": letter.sent.isoformat() if letter.sent else "",
        "received_at": letter.received.isoformat(), "taken_at": desk.stamp,
        "outcome": "unread" if trouble else _outcome(desk, letter, len(pages), errand),
    })  # fmt: skip
    if trouble:
        return number, [not_read(name, trouble)]
    if errand:
        errand.begin(number)
    verdicts = _judge_pages(desk, clerk, name, letter, number, pages)
    if errand:
        errand.finish()
        verdicts = [*errand.verdicts, *verdicts]
    return number, verdicts or [_of_no_page(desk, name, letter, bool(asked.requests))]


def _of_no_page(desk: Desk, name: str, letter: Letter, asks: bool) -> Verdict:
    """Of a mail in which nothing is ordered or asked for; `asks`: but by nobody who may."""
    if letter.automatic:
        return Verdict(name, "automatic", held=note_bounces(desk, letter))
    return Verdict(name, "empty", done=STRANGER if asks else "")


def _is_prose(verdicts: Sequence[Verdict]) -> bool:
    return all(verdict.verdict in ("empty", "asked") for verdict in verdicts)


def _outcome(desk: Desk, letter: Letter, pages: int, errand: Errand | None) -> str:
    """What was in it; what was asked of gm is for nobody else to read, unless there are words for a person, too."""
    if pages:
        return f"{pages} pages"
    return "asked" if errand and not errand.prose else _without_pages(desk, letter)


def _without_pages(desk: Desk, letter: Letter) -> str:
    """Is there something for a person to read, or did a machine send it? Players may write by way of a list."""
    if letter.automatic or is_own(desk.zine.mail, letter.sender):
        return "automatic"
    return "list" if letter.bulk and letter.sender not in desk.zine.by_address else "0 pages"


def _looked_into(letter: Letter) -> tuple[list[FoundPage], str]:
    """The pages in it; or why they cannot be found."""
    if letter.automatic:
        return [], ""
    try:
        return ([], letter.trouble) if letter.trouble else (pages_of(letter), "")
    except Tangled as tangled:
        return [], tangled.why


def _judge_pages(
    desk: Desk, clerk: Clerk, name: str, letter: Letter, number: int, pages: Sequence[FoundPage]
) -> list[Verdict]:
    names = [f"{name} ({n})" if len(pages) > 1 else name for n in range(1, len(pages) + 1)]
    sources = [page.source(each, letter, number) for each, page in zip(names, pages, strict=True)]
    return [verdict for source in sources for verdict in _judge(desk, clerk, letter, source)]


def _judge(desk: Desk, clerk: Clerk, letter: Letter, source: Source) -> list[Verdict]:
    """Who may order comes before what is ordered: a stranger learns nothing from a refusal."""
    readings = clerk.read(source)
    doubt = _doubt(desk, letter, readings[0])  # all seats of one page are one player's
    if doubt:
        return [store_page(desk, source, reading._replace(held=doubt)) for reading in readings]
    return unchanged(desk, clerk, source) or [store_page(desk, source, reading, clerk.aloud) for reading in readings]


def _doubt(desk: Desk, letter: Letter, reading: Reading) -> str:
    """Why this page has to wait; "" if its sender may order for that player."""
    if reading.player is None:
        return ""  # nobody's page: it is refused anyway
    token, written = desk.store.token(reading.player), reading.page.get("token")
    if token and hmac.compare_digest(token.encode(), written.casefold().encode()):  # phones write capitals
        return ""
    player = desk.zine.players.get(reading.player)
    if not letter.sender or player is None or letter.sender not in [each.casefold() for each in player.mail]:
        values = {"sender": letter.sender, "player": reading.player}
        return (
            sentence("it came from {sender}, which is no address of {player}", **values)
            if letter.sender
            else sentence("it does not say from whom it came")
        )
    if desk.zine.demands_token:
        return sentence("it does not bear the token of {player}, which this zine demands", player=reading.player)
    return letter.doubt


def held_pages(desk: Desk) -> list[PageRow]:
    return Pages(desk.store).held()


def why_held(page: PageRow) -> str:
    """Why a page waits: a sentence; of a page from before it could be said in every language, its English text."""
    return unpack(json.loads(page.held)) if page.held.startswith("{") else page.held


def settle(desk: Desk, number: int, accepted: bool) -> tuple[PageRow, Rank, bool]:
    """Let a held page count as if it had come from the player, or drop it; within the caller's transaction.

    Answers with the page, where it stands, and whether its player still has to be told.
    """
    page = next((page for page in Pages(desk.store).held() if page.id == number), None)
    if page is None:
        nothing = sentence("no page number {number} is held", number=str(number))
        raise NothingHeld(nothing, sentence("gm held lists them"))
    at = _refuse_to_accept(desk, page) if accepted and not page.request else None
    desk.store.settle(page.id, "dropped" if not accepted else "asked" if page.request else "taken")
    desk.store.note(desk.stamp, "held", page.game, f"page {number} {'accepted' if accepted else 'dropped'}")
    named = {"number": str(number)}
    said = sentence("page {number} counts now", **named) if accepted else sentence("page {number} is dropped", **named)
    desk.deeds.will(said)
    if accepted and page.request:
        if page.game:
            _refuse_run(desk, page)
        accept(desk, page)
    if at is None:
        return page, Rank(False, False), False
    rank = rank_of(desk, at, page)
    told = tell(desk, _as_taken(page, rank), page.id, _makers(desk))
    return page, rank, bool(desk.zine.mail.get("from")) and not told


def _as_taken(page: PageRow, rank: Rank) -> Verdict:
    """A page that was held, as its player is told of it."""
    whose = (page.game, page.turn, page.player)
    proof = (page.receipt, page.nonce, page.canonical)
    return Verdict(page.source, "taken", *whose, *proof, [], *rank[:2], blind=bool(page.sealed), before=rank.before,
                   withdrawn=rank.withdrawn)  # fmt: skip


def _refuse_to_accept(desk: Desk, page: PageRow) -> Match:
    """A page that cannot count any more is not said to; answers with the game as it stands."""
    number = str(page.id)
    if not page.receipt:
        against = sentence("page {number} could not be taken in any case: it is against the rules", number=number)
        raise NothingHeld(against, sentence("drop it"))
    at = _refuse_run(desk, page)
    if page.turn == at.turn and page.orders and flaws_now(at, page):
        fell = sentence("page {number} can no longer be taken: it does not fit the position any more", number=number)
        raise NothingHeld(fell, sentence("drop it"))
    return at


def _refuse_run(desk: Desk, page: PageRow) -> Match:
    at, number = match_of(desk, page.game), str(page.id)
    if at.over or page.turn < at.turn:
        late = sentence("too late for page {number}: turn {turn} of {game} has been run",
                        number=number, turn=page.turn, game=at.name)  # fmt: skip
        mend = sentence("take the turn back first (gm undo {game}), or correct it (gm correct {game} --turn {turn})",
                        turn=page.turn, game=at.name)  # fmt: skip
        raise TooLate(late, mend)
    return at
