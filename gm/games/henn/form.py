"""What the order form asks of a player: moves to be tried in turn, exchanges, and the same as a standing order."""

from gm.core.asking import choice, conditions, field, horses
from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.games.henn.cards import HORSES
from gm.games.henn.facts import facts as known
from gm.games.henn.pages import position
from gm.games.henn.table import EXCHANGE, MOVES, Table
from gm.games.henn.validity import HEAVIEST

_MOVES = sentence("When your move comes, they are tried from the top: the first that is possible then is made.")
_EXCHANGE = sentence("When your horses have run, these are tried in the same way; if none fits, you keep your tickets.")
_STANDING = sentence("It is used on every turn for which you send no list of your own, until you send another.")


def form(table: Table, seat: Seat) -> Json:
    """D15 to D18."""
    return {
        "art": "cards",
        "position": position(table, seat, table.turn),
        "rephrased": {"add card: left, or favour: and a horse": sentence("choose a card, or give horses weights")},
        "groups": [
            {"title": sentence("Your moves"), "note": _MOVES, "sections": [_moves(table, seat, "")]},
            {"title": sentence("Your exchange"), "note": _EXCHANGE, "sections": [_exchange(table, seat, "")]},
            {"title": sentence("A standing order"), "note": _STANDING, "folded": True,
             "sections": [_moves(table, seat, "standing"), _exchange(table, seat, "standing")]},
        ],
    }  # fmt: skip


def _moves(table: Table, seat: Seat, standing: str) -> Json:
    how = [choice("wish", sentence("what I want")), choice("card", sentence("a certain card"))]
    silks = [each | {"symbol": f"silk-{silk}"} for each, silk in zip(horses(table.horses), HORSES, strict=True)]
    places = [choice("left", sentence("the left one")), choice("right", sentence("the right one"))]
    words, wish = [*places, choice("blind", sentence("the top of the deck, unseen"))], {"shows": {"how": ["wish"]}}
    weight = sentence("what a space of each horse is worth to me")
    least = sentence("only if the card is worth at least")
    span, better = {"least": -HEAVIEST, "most": HEAVIEST}, sentence("whichever is better")
    other, gone = {"other": sentence("the one with the number"), "compares": False}, sentence("or, if that is gone,")
    turn = [choice("next", sentence("turn over the next one"))]
    fields = [
        field("how", "choice", sentence("I say"), choices=how, steers=True),
        field("favour", "weights", weight, choices=silks, **span, **wish),
        field("least", "number", least, all=False, **wish),
        field("card", "worded", sentence("card"), words=words, none=better, more=gone, **other),
        field("number", "choice", sentence("number card"), none=sentence("my open one"), choices=turn),
    ]
    title, add = sentence("Move"), sentence("Add a move, in case this one is not possible")
    return _section(table, seat, standing, MOVES) | {"title": title, "add": add, "fields": fields}


def _exchange(table: Table, seat: Seat, standing: str) -> Json:
    alone = [choice("any", sentence("any horse")), choice("none", sentence("nothing: I keep my tickets"))]
    swaps = [each | {"alone": True} for each in alone] + horses(table.horses)
    words = [
        choice("open", sentence("the open ticket, whatever it is")),
        choice("blind", sentence("the next one, unseen")),
        choice("better", sentence("the open one, if it would pay more now")),
    ]
    place, keeps = sentence("the open one, if its place is"), {"hides": {"swap": ["none"]}}
    choose, more = sentence("choose a horse"), sentence("or, if that is not possible,")
    fields = [
        field("swap", "several", sentence("exchange"), choices=swaps, none=choose, more=more),
        field(
            "for", "worded", sentence("for"), words=words, none=sentence("choose"), other=place, compares=True, **keeps
        ),
        field("least", "number", sentence("more by at least"), all=False, shows={"for": ["better"]}, **keeps),
    ]
    title, add = sentence("Exchange"), sentence("Add an exchange, in case this one is not possible")
    return _section(table, seat, standing, EXCHANGE) | {"title": title, "add": add, "fields": fields}


def _section(table: Table, seat: Seat, standing: str, key: str) -> Json:
    into = [standing, key] if standing else [key]
    return {"key": " ".join(into), "into": into, "rows": "any", **conditions(known(table, seat), horses(table.horses))}
