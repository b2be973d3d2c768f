"""No order this turn: which game is meant, and until when it can be said."""

from datetime import datetime

from gm.core.words import sentence
from gm.desk import selfhelp
from gm.desk.counting import orders_for
from gm.desk.desk import Desk, Match, deadline
from gm.desk.moving import Answered
from gm.desk.selfhelp import Place
from gm.store.corrections import Corrections


def place_of(desk: Desk, player: str, about: str) -> Place:
    """One game: if none is named, the only one, or the only one with an order on file."""
    places = [each for each in selfhelp.places_of(desk, player, about) if not each.at.over]
    if not places:
        raise Answered(sentence("It is over."))
    if len(places) > 1:
        places = [each for each in places if _has_order(desk, each)] or places
    if len(places) > 1:
        names = [each.at.name for each in places]
        say = sentence("Say for which game, such as: {example}", example=f"gm: withdraw {names[0]}")
        raise Answered(sentence("You are in several games: {games}.", games=names), say)
    return places[0]


def _has_order(desk: Desk, place: Place) -> bool:
    at = place.at
    return any(orders_for(desk, at, at.turn, seat).orders for seat in place.seats)


def in_time(desk: Desk, place: Place, received: datetime) -> Place:
    """Those of the seats that owe an order; refused if what was written then cannot be for the open turn any more.

    It names no turn, as a page does: what came before the last turn was run was meant for that.
    """
    at = place.at
    values = {"title": at.row.title, "turn": at.turn}
    seats = [seat for seat in place.seats if at.owes(seat)]
    if not seats:
        raise Answered(sentence("{title}: nothing is asked of you this turn.", **values))
    due = deadline(desk, at.name, at.turn)
    if due and received > due:
        raise Answered(sentence("{title}: that came too late. Turn {turn} was due {due}.", due=due, **values))
    if at.head.turn and received < _opened(desk, at):
        run = sentence("{title}: that came too late. Turn {turn} has been run.", title=at.row.title, turn=at.head.turn)
        raise Answered(run, sentence("If you mean turn {turn}, write once more.", turn=at.turn))
    return Place(at, seats)


def _opened(desk: Desk, at: Match) -> datetime:
    """When the turn before the open one was run; not when it was corrected."""
    first = Corrections(desk.store).first_version(at.name, at.head.id)
    return datetime.fromisoformat(desk.store.ran_at(first))
