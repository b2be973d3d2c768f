"""What players are told about their own games when they ask by mail; never anything of another's."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gm.core.names import did_you_mean, fold
from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.desk.absences import away_until
from gm.desk.aloud import plainly
from gm.desk.counting import Chosen, orders_for, part_of, standing_for
from gm.desk.desk import Desk, Match, deadline, match_of, match_with
from gm.desk.mailbag import Mailbag, address_of
from gm.desk.mailing import AGAIN, served
from gm.desk.moving import Answered
from gm.desk.publish import FORM, Kept
from gm.mail.requests import Request
from gm.pages.book import read_part
from gm.reports.forms import form_name
from gm.store.database import PageRow
from gm.store.outbox import Outbox

Part = Json  # of an answer: a text, the title of a game, an order with its proof, or a command


class Place(NamedTuple):
    """A player's seats in one game."""

    at: Match
    seats: Sequence[Seat]


def text(said: str, under: bool = False) -> Part:
    """`under`: the title of a game stands above it."""
    return {"kind": "text", "text": said, "under": under}


# Which game


def places_of(desk: Desk, player: str, about: str = "", over: bool = False) -> list[Place]:
    """All the games that a player is in and that go on, or the one that is named; with one that is over, if asked."""
    every = [place for name in desk.store.games() if (place := _place(match_of(desk, name), player)).seats]
    if about:
        return [_named(every, about)]
    running = [each for each in every if not each.at.over]
    found = running or (every[-1:] if over else [])
    if not found:
        raise Answered(sentence("You are in no game that is under way."))
    return found


def _place(at: Match, player: str) -> Place:
    return Place(at, [seat for seat in at.seats_of.get(player, []) if seat not in at.retired])


def _named(places: Sequence[Place], about: str) -> Place:
    """By the game's name or title, what was entered, or both."""
    for each in places:
        called = [fold(each.at.name), fold(each.at.row.title)]
        entries = {fold(name): seat for seat in each.seats for name in (each.at.seats[seat], seat)}
        if about in called:
            return each
        wanted = next((about.removeprefix(f"{name} ") for name in called if about.startswith(f"{name} ")), about)
        if wanted in entries:
            return Place(each.at, [entries[wanted]])
    names = [each.at.name for each in places if not each.at.over]
    unknown = sentence("You are in no game called {name}.", name=about)
    yours = sentence("Yours are: {games}", games=names) if names else ""
    raise Answered(*(said for said in (unknown, did_you_mean(about, names, yours)) if said))


# What is told


def status(desk: Desk, player: str, request: Request) -> list[Part]:
    told = [part for place in places_of(desk, player, request.about) for part in _status(desk, place)]
    until, address = away_until(desk, player), address_of(desk, player)
    if address or until:
        told.append({"kind": "gap"})
    if until and until >= desk.now:
        told.append(text(sentence("You are away until {moment}.", moment=until.astimezone(desk.zine.zone))))
    return [*told, text(sentence("Your mail goes to {address}.", address=address))] if address else told


def _status(desk: Desk, place: Place) -> Iterator[Part]:
    at = place.at
    yield {"kind": "title", "title": at.row.title}
    if at.over:
        yield text(sentence("It is over."), under=True)
        return
    due = deadline(desk, at.name, at.turn)
    if due:
        yield text(sentence("Turn {turn} is open, and due {due}.", turn=at.turn, due=due), under=True)
    else:
        yield text(sentence("Turn {turn} is open.", turn=at.turn), under=True)
    for seat in place.seats:
        said = _on_file(at, seat, orders_for(desk, at, at.turn, seat), standing_for(desk, at, at.turn, seat).get(seat))
        yield text(_of_seat(place, seat, said), under=True)


def _of_seat(place: Place, seat: Seat, said: str) -> str:
    """Whoever has several is told which one is meant."""
    called = place.at.seats[seat] or seat
    return (
        sentence("{seat}: {said}", seat=called, said=said)
        if len(place.at.seats_of[place.at.players[seat]]) > 1
        else said
    )


def _on_file(at: Match, seat: Seat, chosen: Chosen[PageRow], standing: PageRow | None) -> str:
    if not at.owes(seat):
        return sentence("Nothing is asked of you this turn.")
    if seat in chosen.orders:
        return sentence("Your order is on file.")
    if chosen.fallen:
        return sentence("Your order came early and no longer fits the position; please send a new one.")
    if standing and seat in chosen.withdrawn:
        return sentence("You have withdrawn your order. Your standing order counts.")
    if standing:
        return sentence("Your standing order counts.")
    if seat in chosen.withdrawn:
        return sentence("You have withdrawn your order, and no other is on file.")
    return sentence("No order of yours is on file yet.")


def my_order(desk: Desk, player: str, request: Request) -> list[tuple[str, int, list[Part]]]:
    """The parts for each game, with its name and turn if what they say is sealed until that is run."""
    places = places_of(desk, player, request.about)
    return [(each.at.name if each.at.blind else "", each.at.turn, [*_orders(desk, each)]) for each in places]


def _orders(desk: Desk, place: Place) -> Iterator[Part]:
    at = place.at
    yield {"kind": "title", "title": sentence("{title}: turn {turn}", title=at.row.title, turn=at.turn)}
    if at.over:
        yield text(sentence("It is over."), under=True)
        return
    for seat in place.seats:
        chosen, standing = orders_for(desk, at, at.turn, seat), standing_for(desk, at, at.turn, seat).get(seat)
        order = chosen.orders.get(seat)
        if order is None:
            yield text(_of_seat(place, seat, _on_file(at, seat, chosen, standing)), under=True)
        elif len(place.seats) > 1:
            yield text(_of_seat(place, seat, sentence("Your order is on file.")), under=True)
        for page in dict.fromkeys(each for each in (order, standing) if each):
            yield {"kind": "order", "order": _in_words(at, seat, page, order, standing), "page": page._asdict()}


def _in_words(at: Match, seat: Seat, page: PageRow, order: PageRow | None, standing: PageRow | None) -> list[str]:
    """What of a page counts: of an older one only its standing order, which may be another's than the order's."""
    counting = [each.name for each in at.game.page if page == (standing if each.standing else order)]
    part = {key: value for key, value in part_of(at, page).items() if key in counting}
    return plainly(at, seat, read_part(at.game, at.state, seat, part))


def commands(unknown: Request | None = None) -> list[Part]:
    """What can be asked for."""
    told: list[Part] = []
    if unknown:
        told.append(text(sentence("There is no command {name}.", name=unknown.written)))
    return [*told, {"kind": "help", "meant": unknown.meant if unknown else ""}]


# The report once more


def report(desk: Desk, player: str, request: Request, address: str) -> list[Part]:
    """The last one that was sent out, as it was kept; within the caller's transaction."""
    told: list[Part] = []
    for place in places_of(desk, player, request.about, over=True):
        at = _mailed(desk, place.at)
        values = {"title": place.at.row.title, "turn": at.head.turn if at else 0}
        if at is None:
            told.append(text(sentence("{title}: no report has been sent out yet.", **values)))
            continue
        for seat in place.seats:
            _again(desk, at, seat, address)
        told.append(text(sentence("{title}: the report of turn {turn} comes to you once more.", **values)))
    return told


def _mailed(desk: Desk, at: Match) -> Match | None:
    """The game after the last turn of which reports were sent out: nobody reads one before the others."""
    while not served(desk, at):
        if at.head.parent is None:
            return None
        at = match_with(desk, at.row, desk.store.turn_at(at.head.parent))
    return at


def _again(desk: Desk, at: Match, seat: Seat, address: str) -> None:
    with Kept(desk, at) as reports:
        made = reports.texts(seat)
    attached = [(form_name(at.name, at.turn), made[FORM])] if FORM in made else []
    count = len(Outbox(desk.store).of_turn(at.head.id, AGAIN))
    Mailbag(desk, at).add(seat, made["txt"], made["html"], attached, f"again {count}", kind=AGAIN, address=address)
