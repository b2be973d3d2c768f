"""Orders that the game master types: each line is an ordinary page, taken in as any other."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from gm.core.asking import into
from gm.core.names import find, fold
from gm.core.play import Json, Raw, Refusal, Seat
from gm.core.problems import GmError
from gm.core.sections import names_of
from gm.core.words import sentence
from gm.desk.calling import Entrants, Listed
from gm.desk.counting import orders_for, standing_for
from gm.desk.desk import Desk, Match
from gm.desk.intake import Clerk, Source, Verdict, take_page
from gm.desk.turns import in_force
from gm.pages.vocabulary import heads, in_english
from gm.store.database import PageRow
from gm.store.pages import Pages

SOURCE = "keyed"
INSIST = "gm key --late"
_PRESS = "press"
_OWN_WORDS = re.compile(r"\s*([^\s:{\[\"'][^:{\[\"']*?)\s*:\s*(.*)", re.DOTALL)  # orders: …, 5: …
Wish = Literal["order", "again", "back", "missing", "nothing"]
_COMMANDS: Mapping[str, Wish] = {"u": "back", "?": "missing"}
_AGAIN = "="
_TABLE = re.compile(r"t[0-9]+", re.ASCII)


class NotKeyed(GmError):
    """A line that becomes no page"""


def understood(typed: str) -> tuple[Wish, str]:
    """What a line wants, and what it says beside that. Commands go before names; after a full stop there are names.

    >>> understood("u"), understood(".u 22 15"), understood("= 12n 22 15")
    (('back', ''), ('order', 'u 22 15'), ('again', '12n 22 15'))
    """
    text = typed.strip()
    if text.startswith("."):
        return "order", text[1:].strip() or "."
    if text.startswith(_AGAIN):
        return "again", text[1:].strip()
    word, _, rest = text.partition(" ")
    _refuse_later(fold(word))
    wish = _COMMANDS.get(fold(word))
    if wish and rest:
        alone = sentence("{command} stands alone on its line", command=word)
        raise NotKeyed(alone, sentence("for the player called {command} write .{command}", command=word))
    return (wish, "") if wish else ("order" if text else "nothing", text)


def _refuse_later(word: str) -> None:
    """What is kept for evenings with guests and tables: until there are such, it is nobody's name either."""
    if word.startswith("+"):
        hint = sentence("who enters stands in the game's file before gm start; gm replace puts somebody into a seat")
        raise NotKeyed(sentence("gm key enters nobody"), hint)
    if word.startswith("-"):
        raise NotKeyed(sentence("gm key takes nobody out"), sentence("gm retire does, for good"))
    if _TABLE.fullmatch(word):
        hint = sentence("for the player called {command} write .{command}", command=word)
        raise NotKeyed(sentence("gm key takes no results of tables, only orders"), hint)


class Keyed(NamedTuple):
    """What became of a line."""

    who: Listed
    verdicts: Sequence[Verdict]  # one, unless it orders for several horses of one owner


def key_line(desk: Desk, at: Match, late: bool, typed: str) -> Keyed:
    """Take in the order that a line says; within the caller's transaction."""
    who, source = the_page(desk, at, typed)
    verdicts = take_page(desk, Clerk.at(desk, late, INSIST, aloud=True, match=at), source)
    taken = any(each.verdict == "taken" for each in verdicts)
    desk.deeds.will(sentence("the order of {who} is stored", who=who.called) if taken else "")
    return Keyed(who, verdicts)


def the_page(desk: Desk, at: Match, typed: str) -> tuple[Listed, Source]:
    """Who orders, and the page that the line becomes."""
    who, words = Entrants.of(at).meant(typed)
    if not words:
        raise NotKeyed(sentence("there is no order after {who}", who=who.called), _asked(at, who.seat))
    return who, Source(SOURCE, page_text(at, who.seat, words).encode(), desk.now)


def _asked(at: Match, seat: Seat) -> str:
    keys = [decision.key for decision in at.game.agenda(at.state, seat, at.turn)]
    return sentence("turn {turn} asks for {keys}", turn=at.turn, keys=list(dict.fromkeys(keys))) if keys else ""


def missing(desk: Desk, at: Match) -> list[Listed]:
    """From whom an order is still wanted."""
    silent = {*in_force(desk, at).missing}
    return [each for each in Entrants.of(at).listed if each.seat in silent]


def page_text(at: Match, seat: Seat, words: str) -> str:
    """The page that a line stands for: the game's own reading of the words, and what has its key with it as it is."""
    words, press = _press_cut(words)
    pieces = [piece.strip() for piece in words.split(";") if piece.strip()]
    typed = [found for piece in pieces if (found := _OWN_WORDS.fullmatch(piece))]
    answers = [in_english(piece, at.words) for piece in pieces if not _OWN_WORDS.fullmatch(piece)]
    head: Json = {"game": at.name, "turn": at.turn, "player": seat}
    asked = _whom_to_ask(at, seat)
    part = _part(at, asked, "; ".join(answers)) if answers else {}
    own = [Placed(_section_of(at, asked, found[1]), found[1], found[2]) for found in typed]
    written = _written(part, own)
    return "\n".join(
        [*(_field(*each) for each in head.items()), *written, *([_field("press", press)] if press else []), ""]
    )


class Placed(NamedTuple):
    """An answer that was typed with its key."""

    section: str | None  # where it belongs; None: it is a section itself, or none of the game's
    key: str
    said: str


def _whom_to_ask(at: Match, seat: Seat) -> Seat:
    """Of whom nothing is asked is told so as ever: by the refusal of a page as the others write it."""
    return seat if at.owes(seat) else next(iter(at.awaited()), seat)


def _section_of(at: Match, seat: Seat, key: str) -> str | None:
    """Where an answer belongs that was typed with its key: the number of a fence, the name of a horse."""
    asked = [decision.key for decision in at.game.agenda(at.state, seat, at.turn)]
    if find(key, names_of(at.game.page)):
        return None
    known = find(key, asked) or (asked[0] if asked and find(key, at.game.facts(at.state, seat).names) else None)
    return into(at.game, known)[0] if known else None


def _written(part: Mapping[str, Raw], own: Sequence[Placed]) -> Iterator[str]:
    """The lines of the game's part: what was typed with its key stays as it was typed, in the place of that key."""
    sections = list(dict.fromkeys(each.section for each in own if each.section))
    yield from (_field(key, value) for key, value in part.items() if key not in sections)
    for section in sections:
        yield f"{section}:"
        said = part.get(section, {})
        yield from (f"  {_field(key, value)}" for key, value in (said.items() if isinstance(said, Mapping) else ()))
        yield from (f"  {_quoted(each.key)}: {each.said}" for each in own if each.section == section)
        yield from () if isinstance(said, Mapping) else (_field(section, said),)  # written twice, and refused for it
    yield from (f"{_quoted(each.key)}: {each.said}" for each in own if not each.section)


def _field(key: str, value: Raw) -> str:
    return f"{_quoted(key)}: {_quoted(value)}"


def _quoted(value: Raw) -> str:
    return json.dumps(value, ensure_ascii=False)


def _part(at: Match, seat: Seat, answers: str) -> Mapping[str, Raw]:
    try:
        return at.game.keyed(at.state, seat, at.turn, answers)
    except Refusal as refusal:
        raise NotKeyed(refusal.remark.message, refusal.remark.hint) from None


def _press_cut(words: str) -> tuple[str, str]:
    """Press is the rest of the line, whatever stands in it."""
    for found in re.finditer(r"(?:^|;)\s*(\w+)\s*:", words):
        if heads().get(fold(found[1]), fold(found[1])) == _PRESS:
            return words[: found.start()], words[found.end() :].strip()
    return words, ""


class TakenBack(NamedTuple):
    """An order that was keyed and does not count any more."""

    who: Listed
    page: PageRow
    other: PageRow | None  # the order that is in force instead

    @property
    def again(self) -> bool:
        """Does what was there before count again? If not, something later was in force all the time, or nothing is."""
        return self.other is not None and self.other.id < self.page.id


def take_back(desk: Desk, at: Match, keyed: Sequence[str]) -> TakenBack:
    """The last of these receipts, or else the last order that was keyed for the open turn; in the caller's transaction.

    It is kept; what was in force before counts again.
    """
    found = {page.receipt: page for page in Pages(desk.store).by_source(SOURCE, at.name, at.turn)}
    last = next((each for each in [*reversed(keyed), *found] if each in found), None)
    if last is None:
        raise NotKeyed(sentence("nothing that was keyed for turn {turn} is there to take back", turn=at.turn))
    page = found[last]
    desk.store.settle(page.id, "withdrawn")
    desk.store.note(desk.stamp, "key", at.name, f"turn {at.turn}: page {page.id} taken back")
    who = next(each for each in Entrants.of(at).listed if each.seat == page.player)
    desk.deeds.will(sentence("the keyed order of {who} is taken back", who=who.called))
    orders, standing = orders_for(desk, at, at.turn, who.seat).orders, standing_for(desk, at, at.turn, who.seat)
    return TakenBack(who, page, orders.get(who.seat) or standing.get(who.seat))
