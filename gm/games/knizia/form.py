"""What the order form asks of a player: moves to be tried in turn, each a bet and a card, and what to discard."""

from gm.core.play import Json
from gm.core.words import sentence
from gm.games.knizia.pages import TERMS
from gm.games.knizia.table import BETTING_FENCES

MOVES = sentence("When your move comes, they are tried from the top: the first that is possible then is made.")
DISCARD = sentence("After your card, cards of fallen horses can go; then you draw back to eight.")


def form(view: Json) -> Json:
    """K13, K14."""
    return {
        "position": position(view),
        "rephrased": {"add play:": sentence("choose a card")},
        "facts": _facts(view),
        "groups": [
            {"title": sentence("Your moves"), "note": MOVES, "sections": [_moves(view)]},
            {"title": sentence("Discards"), "note": DISCARD, "sections": [_discards(view)]},
        ],
    }


def position(view: Json) -> Json:
    """As `pages.position` has it for the open turn, but of a viewer who may know less."""
    me = view["me"]
    return {
        "seated": True,
        "turn": view["turn"],
        "open": True,
        "moves": True,
        "hand": me["hand"],
        "can_play": bool(me["playable"]),
        "fallen": list(view["fallen"].values()),
        "betting": view["fence"] <= BETTING_FENCES,
        "counters": me["counters"],
    }


def _facts(view: Json) -> list[str]:
    """The hand and the table, for a player who has nothing else at hand."""
    hand, column, fallen = view["me"]["hand"], view["columns"][-1], list(view["fallen"].values())
    tops = [f"{horse} {top}" for horse, top in column.items()]
    empty = [horse for horse in _standing(view) if horse not in column]
    return [
        sentence("Your hand: {cards}.", cards=hand) if hand else sentence("Your hand is empty."),
        sentence("Top cards at fence {fence}: {cards}.", fence=view["fence"], cards=tops)
        if tops
        else sentence("Fence {fence} has no cards yet.", fence=view["fence"]),
        *([sentence("No card yet: {horses}.", horses=empty)] if tops and empty else []),
        *([sentence("Fallen: {horses}.", horses=fallen)] if fallen else []),
    ]


def _moves(view: Json) -> Json:
    bets, cards = _bets(view), _cards(view)
    fields = [*([bets] if bets["choices"] else []), *([cards] if cards["choices"] else [])]
    notes = [sentence("You can play no card, so you pass.")] if not cards["choices"] else []
    return {
        "key": "move", "into": ["moves"], "title": sentence("Move"), "notes": notes, "rows": "any",
        "add": sentence("Add a move, in case this one is not possible"), "fields": fields, "terms": _terms(),
        "names": [{"value": horse, "label": horse} for horse in _standing(view)],
        "blank": None if cards["choices"] else {"bet": "none"},
    }  # fmt: skip


def _standing(view: Json) -> list[str]:
    return [horse for horse in view["horses"] if horse not in view["fallen"].values()]


def _bets(view: Json) -> Json:
    """K6: what is taken now may be free at the next fence, if the move comes that late."""
    possible = view["fence"] <= BETTING_FENCES and view["me"]["counters"] > 0
    free = view["me"]["free"]
    taken = [horse for horse in _standing(view) if horse not in free] if possible else []
    choices = [{"value": horse, "label": horse} for horse in free]
    choices += [{"value": horse, "label": sentence("{horse} (taken at this fence)", horse=horse)} for horse in taken]
    return {
        "name": "bet", "kind": "several", "label": sentence("bet on"), "more": sentence("or, if that is taken, on"),
        "none": sentence("no horse"), "choices": choices,
    }  # fmt: skip


def _cards(view: Json) -> Json:
    """K7: a black card goes on any horse that stands."""
    choices: list[Json] = []
    for card in view["me"]["playable"]:
        horse = card.rpartition(" ")[0]
        if horse != "black":
            choices.append(_card(card, card, horse))
            continue
        targets = [_card(f"{card} on {on}", card, on) for on in _standing(view)]
        choices.append({"label": card, "choices": targets})
    return {
        "name": "play", "kind": "choice", "label": sentence("play"), "none": sentence("choose a card"),
        "choices": choices,
    }  # fmt: skip


def _card(written: str, card: str, on: str) -> Json:
    return {"value": written, "label": written, "means": {"card": card, "on": on}}


def _discards(view: Json) -> Json:
    """K9: black cards belong to no horse that could fall."""
    cards = [card for card in view["me"]["hand"] if card.rpartition(" ")[0] != "black"]
    field = {
        "name": "discard", "kind": "some", "label": sentence("discard"),
        "chosen": sentence("only these, if their horses have fallen"),
        "words": [
            {"value": "all", "label": sentence("every card of a fallen horse")},
            {"value": "none", "label": sentence("no card")},
        ],
        "choices": [{"value": card, "label": card} for card in cards],
    }  # fmt: skip
    return {
        "key": "discard", "into": ["discard"], "title": sentence("What you discard"), "bare": "discard",
        "fields": [field], "along": True,
    }  # fmt: skip


def _terms() -> list[Json]:
    labels = {
        "fence": sentence("the number of the fence:"),
        "standing": sentence("still standing:"),
        "fallen": sentence("has fallen:"),
        "gaps": sentence("how many horses have no card at this fence:"),
        "empty": sentence("has no card at this fence:"),
        "top": sentence("the top card at this fence of"),
        "free": sentence("I can bet on:"),
    }
    return [{"key": key, "kind": str(kind), "label": labels[key]} for key, kind in TERMS.items()]
