"""What any game can ask and order by itself: a form and a simple player, made from what is legal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gm.core.play import Decision, Facts, Json, Raw, Seat
from gm.core.words import sentence

if TYPE_CHECKING:
    from gm.core.dice import Dice
    from gm.core.game import Game


def open_turn(game: "Game[Any, Any]", state: Any) -> int:
    """The deadline that the next decision falls under; 0 once the game is over."""
    return min((decision.turn for decision in game.pending(state)), default=0)


def owed(game: "Game[Any, Any]", state: Any, seat: Seat) -> Sequence[Decision]:
    """What this seat has to order now."""
    return game.agenda(state, seat, open_turn(game, state))


def plain_form(game: "Game[Any, Any]", state: Any, seat: Seat) -> Json:
    """A field for each decision: a number, a choice, or whatever one writes."""
    sections = [_section(game, state, seat, decision) for decision in owed(game, state, seat)]
    return {"position": {}, "groups": [{"title": sentence("Your orders"), "sections": sections}]}


def _section(game: "Game[Any, Any]", state: Any, seat: Seat, decision: Decision) -> Json:
    facts = game.facts(state, seat)
    return {
        "key": decision.key,
        "into": into(game, decision.key),
        "title": decision.key,
        "bare": "play",
        "rows": "otherwise" if facts.facts else "one",
        "add": sentence("Add an alternative"),
        "fields": [_field(game.legal(state, decision))],
        "terms": terms(facts),
        "names": [{"value": name, "label": name} for name in facts.names],
    }


def into(game: "Game[Any, Any]", key: str) -> list[str]:
    """Where on the page an answer stands: in the section that is called so, or by its key in the first one."""
    names = [section.name for section in game.page]
    return [key] if key in names else [names[0], key]


def _field(legal: Sequence[Raw]) -> Json:
    field: Json = {"name": "play", "label": sentence("play")}
    if isinstance(legal, range):
        hint = sentence("from {least} to {most}", least=legal[0], most=legal[-1]) if legal else ""
        return field | {"kind": "number", "all": False, "note": hint}
    if legal:
        choices = [{"value": str(each), "label": str(each)} for each in legal]
        return field | {"kind": "choice", "none": sentence("choose one"), "choices": choices}
    return field | {"kind": "number", "all": False}


def terms(facts: Facts) -> list[Json]:
    """The facts as the form lists them."""
    return [{"key": key, "kind": str(fact.kind), "label": fact.label} for key, fact in facts.facts.items()]


def plain_orders(game: "Game[Any, Any]", state: Any, seat: Seat, dice: "Dice") -> Json:
    """Something legal at every decision, as a page has it; the same position and dice always give the same page."""
    page: Json = {}
    for decision in owed(game, state, seat):
        legal = game.legal(state, decision)
        if legal:
            chosen = legal[dice.stream(f"{seat}:{decision.turn}:{decision.key}").below(len(legal))]
            place = page
            *outer, last = into(game, decision.key)
            for name in outer:
                place = place.setdefault(name, {})
            place[last] = str(chosen)
    return page or {game.page[0].name: "none"}
