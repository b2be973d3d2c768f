"""What a game master wants changed on a turn that has been run: orders, house rules, rulings; and why."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm.core.play import Json, Seat
from gm.core.problems import GmError, NotReady, printable
from gm.core.words import sentence
from gm.desk.desk import Desk, Match
from gm.desk.intake import Clerk, Reading, Source, page_row
from gm.desk.replay import Slip, own_slips, standing_slips
from gm.pages.page import canonical
from gm.store.corrections import Corrections

LONGEST_REASON = 200


class NoAmendment(GmError):
    """What is asked for changes nothing, or contradicts itself"""


class Amendment(NamedTuple):
    """All that a correction changes, ready to be played."""

    turn: int
    because: str
    orders: Mapping[Seat, Slip] = {}  # amended or added
    stays: frozenset[Seat] = frozenset()  # those of them that bring a standing order
    strikes: Sequence[Seat] = ()
    options: Mapping[str, str] = {}
    rulings: Sequence[str] = ()


def reason(text: str) -> str:
    """One line that can be printed, in a report and as a mail's subject."""
    because = " ".join(printable(text).split())
    if not because:
        raise NoAmendment(sentence("a correction needs a reason"), sentence("it is printed: --because TEXT"))
    if len(because) > LONGEST_REASON:
        long = sentence("a reason has at most {most} letters; it has {many}", most=LONGEST_REASON, many=len(because))
        raise NoAmendment(long, sentence("say it shorter; the rest belongs into your editorial"))
    return because


def struck(at: Match, old: Match, names: Sequence[str]) -> list[Seat]:
    """The seats whose order of that turn is struck."""
    from gm.desk.publish import seat_of_reader

    seats = list(dict.fromkeys(seat_of_reader(at, name) for name in names))
    inputs = old.head.inputs
    for seat in seats:
        if seat not in inputs.get("orders", {}) and seat not in standing_slips(inputs):
            none = sentence("{player} has no order of turn {turn} to be struck", player=seat, turn=at.turn)
            raise NoAmendment(none, sentence("it was played by the rules for missing orders"))
    return seats


class Page(NamedTuple):
    """What one seat orders, and the page that it came on."""

    source: Source
    reading: Reading


def pages_for(at: Match, sources: Sequence[Source]) -> dict[Seat, Page]:
    """Order pages for that turn, read as if it were open, late or not; or all that is wrong with them."""
    clerk = Clerk(lambda name: _that_game(at, name), lambda match, turn: None)
    pages = [Page(source, reading) for source in sources for reading in clerk.read(source)]
    wrong = [problem for page in pages if not page.reading.good for problem in page.reading.problems]
    if wrong:
        raise NotReady(sentence("such an order cannot be taken for turn {turn}", turn=at.turn), wrong)
    found: dict[Seat, Page] = {}
    for page in pages:
        _refuse_useless(at, page)
        seat = str(page.reading.seat)
        if seat in found:
            twice = sentence("there are two orders of {player}", player=seat)
            raise NoAmendment(twice, sentence("keep one of the two"))
        found[seat] = page
    return found


def _refuse_useless(at: Match, page: Page) -> None:
    name, reading = page.source.name, page.reading
    if reading.turn != at.turn:
        values = {"page": name, "turn": at.turn, "other": reading.turn}
        raise NoAmendment(sentence("{page} is for turn {other}, not for turn {turn}", **values))
    if not reading.orders and not reading.standing:
        raise NoAmendment(sentence("there is no order in {page}", page=name))


def _that_game(at: Match, name: str | None) -> Match:
    if name and name.casefold() != at.name.casefold():
        raise NoAmendment(sentence("the page is for {other}, not for {game}", other=name, game=at.name))
    return at


def options_in(words: Sequence[str]) -> dict[str, str]:
    """KEY=VALUE, each."""
    pairs = [word.partition("=") for word in words]
    for word, (key, equals, value) in zip(words, pairs, strict=True):
        if not (key.strip() and equals and value.strip()):
            wrong = sentence("{text!r} is no option with a value", text=word)
            raise NoAmendment(wrong, sentence("write it as --option KEY=VALUE"))
    return {key.strip().casefold(): value.strip() for key, _, value in pairs}


def played_before(old: Match, reading: Reading) -> Slip | None:
    """The very order that was played: it keeps its receipt."""
    slip = own_slips(old.head.inputs, old.head.turn).get(str(reading.seat))
    written = canonical(old.name, old.head.turn, str(reading.seat), reading.part)
    return slip if slip and slip["canonical"] == written else None


def kept_page(desk: Desk, page: Page, old: Match) -> tuple[int, Slip]:
    """The page of a correction, kept as those that came in time are; within the caller's transaction.

    It counts from when the order that it replaces did, so that a standing order which came later stays in force.
    """
    row = page_row(desk, page.source, page.reading)
    row |= {"counts_at": Corrections(desk.store).counted_from(old.head.id, row["player"])}
    number = desk.store.add_page(row | {"press": "", "press_name": ""})
    return number, {"page": number, **{key: row[key] for key in ("receipt", "nonce", "canonical")}}


def amended(inputs: Json, turn: int, change: Amendment) -> Json:
    """The inputs of a turn with the change: all of it on its own turn, and on later ones what stands from there on."""
    corrected = [*inputs.get("corrected", []), {"turn": change.turn, "because": change.because}]
    inputs = inputs | {"corrected": corrected}
    standing = _standing(standing_slips(inputs), change)
    if turn > change.turn:
        return inputs | {"standing": standing}
    orders = {**own_slips(inputs, turn), **change.orders}
    fallen = {seat: why for seat, why in inputs.get("fallen", {}).items() if seat not in change.orders}
    inputs = inputs | {
        "orders": {seat: slip for seat, slip in orders.items() if seat not in change.strikes},
        "standing": {seat: slip for seat, slip in standing.items() if seat not in change.strikes},
        "fallen": {seat: why for seat, why in fallen.items() if seat not in change.strikes},
    }
    options = {**inputs.get("options", {}), **change.options}
    rulings = [*inputs.get("rulings", []), *change.rulings]
    return inputs | ({"options": options} if options else {}) | ({"rulings": rulings} if rulings else {})


def _standing(slips: Mapping[Seat, Slip], change: Amendment) -> dict[Seat, Slip]:
    """A standing order that came with the change replaces those of before, not those of after."""
    later = {seat for seat, slip in slips.items() if json.loads(slip["canonical"])["turn"] > change.turn}
    new = {seat: change.orders[seat] for seat in change.stays if seat not in later}
    return {**slips, **new}
