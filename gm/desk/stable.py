"""A page for all horses of one owner: under each section the orders by what was entered, taken apart seat by seat."""

from collections.abc import Mapping

from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Json, Raw, Remark, Seat
from gm.core.problems import line_of
from gm.core.sections import names_of
from gm.core.words import sentence
from gm.desk.desk import Match
from gm.pages.page import Page
from gm.pages.tree import text_at


def taken_apart(at: Match, page: Page) -> tuple[list[Page], list[Remark]]:
    """A page for each seat that its orders name, and what is wrong with that; nothing if they name none."""
    part = page.part(at.words.sections)
    if not any(isinstance(said, Mapping) and any(isinstance(each, Mapping) for each in said.values())
               for said in part.values()):  # fmt: skip
        return [], []
    own = _own(at, page)
    named = [section for section, said in part.items() if _names(said, own)]
    if not named:
        return [], []
    seats: dict[Seat, Json] = {}
    remarks = [_for_whom(at, key) for key in page.fields if key in part and key not in named]
    for section in named:
        remarks += _sort(at, own, section, part[section], seats)
    pages = [_page_of(at, page, seat, said) for seat, said in seats.items()]
    return [pages[0], *(each.without_press for each in pages[1:])], remarks


def _own(at: Match, page: Page) -> dict[str, Seat]:
    """The seats of whoever signs the page, by all that they are called; none if they have only one."""
    signed = page.get("player")
    seat = at.seat_called(signed) if signed else at.seat_that_entered(page.get(at.game.entry) if at.game.entry else "")
    seats = at.seats_of[at.players[seat]] if seat else []
    return {fold(name): each for each in seats for name in (each, at.seats[each])} if len(seats) > 1 else {}


def _names(said: Raw, own: Mapping[str, Seat]) -> bool:
    """Are orders sorted by horse? A horse may be called as a fence is: then it has a map of its own."""
    return isinstance(said, Mapping) and any(fold(key) in own and isinstance(said[key], Mapping) for key in said)


def _sort(
    at: Match, own: Mapping[str, Seat], section: str, said: Mapping[str, Raw], seats: dict[Seat, Json]
) -> list[Remark]:
    """What is said of each seat, to where it belongs; and what belongs nowhere."""
    remarks: list[Remark] = []
    for name, orders in said.items():
        seat = own.get(fold(name))
        if seat is None:
            theirs = [at.seats[each] for each in dict.fromkeys(own.values())]
            message = sentence("{name} is none of yours in {game}", name=name, game=at.name)
            hint = did_you_mean(name, theirs, sentence("you have {names}", names=theirs))
            remarks.append(Remark(message, hint, name, Flaw.UNKNOWN))
        elif section in seats.setdefault(seat, {}):
            twice = sentence("{name} stands here twice", name=at.seats[seat])
            remarks.append(Remark(twice, sentence("keep one"), name, Flaw.UNREADABLE))
        else:
            seats[seat][section] = orders
    return remarks


def _for_whom(at: Match, key: str) -> Remark:
    message = sentence("{section} does not say for which {entry}", section=key, entry=at.game.entry or "seat")
    return Remark(message, sentence("sort it by name, as the other orders are"), key, Flaw.UNKNOWN)


def _page_of(at: Match, page: Page, seat: Seat, said: Json) -> Page:
    """The same page, as if it had been sent for this seat alone."""
    sections = names_of(at.game.page)
    fields: Json = {key: value for key, value in page.fields.items() if key not in sections and key != at.game.entry}
    signed = next((page.fields[key] for key in ("player", at.game.entry) if page.get(key)), "")
    fields["player"] = text_at(seat, line_of(signed))
    return page._replace(fields=fields | {key: said[key] for key in page.fields if key in said})
