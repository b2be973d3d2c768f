"""A turn from what is kept of it: running it, running it again, and checking a record are all done here.

What is kept are the inputs of a turn. `orders` has each seat's page for that turn, `standing` each seat's standing
order, as slips: page, receipt, nonce, canonical; a standing one also says whether it was used. `retired` has the
seats that nobody sits in any more, `owed` says how many orders were wanted, and how many
were missing, and `notes` has what the game master had to say. A game that
was given up has one turn more, with nothing but `closed`: the reason. What a correction brings is among them: `options`
that are in force from this turn on, `rulings` of the game master's own, and under `corrected` why, for the report.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from gm.core import plain
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Book, Entrant, Event, Json, Seat, Step
from gm.core.remedies import changed, ruled
from gm.core.series import Events
from gm.core.shape import ANY, Map, May
from gm.core.turn import run_turn
from gm.pages.book import BookReader, Part, read_book
from gm.store.roster import seat_of

Slip = Json  # an order as it was played: page, receipt, nonce, canonical
NOT_THE_RULES = ("press", "owed", "notes")  # inputs that no turn is played from: they are in no record
_ORDER = {"receipt": str, "nonce": str, "canonical": str}
_STANDING = {"receipt": May(str), "nonce": May(str), "canonical": str, "used": May(bool)}  # the least is an old one
INPUTS = {  # what a record has of a turn's inputs: whatever else a turn is played from has its line here
    "orders": May(Map(_ORDER)),
    "standing": May(Map(_STANDING)),
    "fallen": May(Map([ANY])),
    "retired": May([str]),
    "closed": May(str),
    "options": May(Map(ANY)),
    "rulings": May([str]),
    "corrected": May([{"turn": int, "because": str}]),
    "opened": May(ANY),
}


def dealt(game: Game[Any, Any], roster: Sequence[Json], settings: Json, dice: Dice) -> Step[Any]:
    """The first position."""
    return game.setup([Entrant(seat_of(row), row["entry"]) for row in roster], settings, dice)


def words_of(roster: Sequence[Json]) -> dict[str, str]:
    """Fair play, point 3: each player's lucky word."""
    return {row["player"]: row["word"] for row in roster}


def resolved(game: Game[Any, Any], state: Any, turn: int, inputs: Json, dice: Dice) -> Step[Any]:
    """The turn, played from its inputs: house rules that change, who has left, the orders, and rulings by hand."""
    if "closed" in inputs:
        return Step(state)
    under = changed(game, state, inputs.get("options", {}))
    left = game.retire(under.state, inputs.get("retired", []))
    played = run_turn(game, left.state, turn, _books(game, left.state, turn, inputs), dice)
    step = Step(played.state, Events(under.events, left.events, played.events))
    for text in inputs.get("rulings", ()):
        step = ruled(game, step, text)
    return step


def _books(game: Game[Any, Any], state: Any, turn: int, inputs: Json) -> Mapping[Seat, Book]:
    own, standing, left = inputs.get("orders", {}), standing_slips(inputs), frozenset(inputs.get("retired", ()))
    reader, books = BookReader(game, state), dict[Seat, Book]()
    for seat in own | standing:
        if seat not in left:
            slips = own.get(seat), standing.get(seat)
            words = _unsigned(seat, slips[0]), _unsigned(seat, slips[1])
            books[seat] = reader.known(words) or reader.read(seat, words, _parts(game, turn, *slips))
    return books


def _unsigned(seat: Seat, slip: Slip | None) -> Hashable:
    """What a seat wrote, but for who wrote it: of a large field many wrote the same."""
    if slip is None:
        return None
    unsigned: str = slip["canonical"].replace(f'"player":"{seat}"', "?", 1)
    return slip["canonical"] if '"player":' in unsigned else unsigned


def ordered(game: Game[Any, Any], state: Any, turn: int, inputs: Json, seat: Seat) -> Book:
    """What one seat had ordered on a turn that was played from these inputs."""
    own, standing = inputs.get("orders", {}).get(seat), standing_slips(_of(seat, inputs)).get(seat)
    return read_book(game, state, seat, *_parts(game, turn, own, standing))


def _parts(game: Game[Any, Any], turn: int, own: Slip | None, standing: Slip | None) -> tuple[Part, Part]:
    """Of this turn's page what is for this turn; what stands until it is replaced comes from the standing order."""
    order, stays = _own_order(own, turn), plain.read(standing["canonical"]) if standing else {}
    return (
        {each.name: order[each.name] for each in game.page if each.name in order and not each.standing},
        {each.name: stays[each.name] for each in game.page if each.name in stays and each.standing},
    )


def _own_order(slip: Slip | None, turn: int) -> Json:
    """What a seat wrote for this turn. Of turns that an earlier version ran, some are a standing order's page."""
    order: Json = plain.read(slip["canonical"]) if slip else {}
    return order if order and order["turn"] == turn else {}


def own_slips(inputs: Json, turn: int) -> dict[Seat, Slip]:
    return {seat: slip for seat, slip in inputs.get("orders", {}).items() if _own_order(slip, turn)}


def standing_slips(inputs: Json) -> dict[Seat, Slip]:
    """Each seat's standing order; an earlier version kept nothing but its words."""
    kept = inputs.get("standing", {})
    return {seat: {"canonical": slip} if isinstance(slip, str) else slip for seat, slip in kept.items()}


def _of(seat: Seat, inputs: Json) -> Json:
    """One seat's part of what every seat has: in a large field nobody else's is looked at for it."""
    mine = ((part, inputs.get(part, {})) for part in ("orders", "standing"))
    return {part: {seat: slips[seat]} for part, slips in mine if seat in slips}


def used_slips(inputs: Json, seat: Seat) -> list[Slip]:
    """Fair play, point 7: this turn's page if there was one, and the standing order if any of it was used.

    Where this turn's page is the one that brought the standing order, it is one order with one receipt.
    """
    own = inputs.get("orders", {}).get(seat)
    standing = standing_slips(_of(seat, inputs)).get(seat, {})
    again = own is not None and own["receipt"] == standing.get("receipt")
    return [slip for slip in (own, standing if standing.get("used") and not again else None) if slip]


def shown(slip: Slip) -> Slip:
    """What its own player is told of it."""
    return {key: slip[key] for key in ("receipt", "nonce", "canonical")}


def with_used(inputs: Json, events: Sequence[Event]) -> Json:
    """The inputs, and which standing orders the turn came to need."""
    slips = standing_slips(inputs)
    needed = {e.data["seat"] for e in events if e.kind == "order" and e.data["by"] == "standing"} if slips else ()
    return inputs | {"standing": {seat: slip | {"used": seat in needed} for seat, slip in slips.items()}}


def receipts(inputs: Json, seats: Iterable[Seat]) -> dict[Seat, Any]:
    """What the public report says of every seat's order: its receipt, nothing, or both receipts."""
    orders, standing = inputs.get("orders", {}), standing_slips(inputs)
    own: dict[Seat, Any] = dict.fromkeys(seats)
    own |= {seat: slip["receipt"] for seat, slip in orders.items()}
    return own | {seat: _published(used_slips(inputs, seat)) for seat in own if seat in standing}


def _published(slips: Sequence[Slip]) -> Any:
    receipts = [slip["receipt"] for slip in slips]
    return receipts if len(receipts) > 1 else next(iter(receipts), None)
