"""What the order form asks of a player: moves to be tried in turn, each a bet and a card, and what to discard."""

from gm.core.asking import choice, conditions, field, horses
from gm.core.colours import carded, coloured
from gm.core.names import find
from gm.core.play import Json, Seat, View
from gm.core.words import sentence
from gm.games.knizia.cards import LOWEST
from gm.games.knizia.facts import facts as known
from gm.games.knizia.pages import position
from gm.games.knizia.table import BETTING_FENCES, Table
from gm.games.knizia.telling import mine
from gm.games.knizia.wagers import ON

MOVES = sentence("When your move comes, they are tried from the top: the first that is possible then is made.")
_THE_LOWEST = sentence("whoever lies lowest then")
DISCARD = sentence("After your card, cards of fallen horses can go; then you draw back to eight.")


def form(table: Table, seat: Seat) -> Json:
    """K13, K14."""
    me = mine(table, seat)
    return {
        "art": "table",
        "position": position(table, seat, table.turn),
        "rephrased": {"add play:": sentence("choose a card")},
        "facts": _facts(table, me["hand"]),
        "groups": [
            {"title": sentence("Your moves"), "note": MOVES, "sections": [_moves(table, seat, me)]},
            {"title": sentence("Discards"), "note": DISCARD, "sections": [_discards(me["hand"])]},
        ],
    }


def _facts(table: Table, hand: list[str]) -> list[str]:
    """The hand and the table, for a player who has nothing else at hand."""
    tops = [carded(f"{horse} {top}") for horse, top in table.tops.items()]
    empty, fallen = ([coloured(horse) for horse in table.names(rows)] for rows in (table.gaps, _down(table)))
    return [
        sentence("Your hand: {cards}.", cards=list(map(carded, hand))) if hand else sentence("Your hand is empty."),
        sentence("Top cards at fence {fence}: {cards}.", fence=table.fence, cards=tops)
        if tops
        else sentence("Fence {fence} has no cards yet.", fence=table.fence),
        *([sentence("No card yet: {horses}.", horses=empty)] if tops and empty else []),
        *([sentence("Fallen: {horses}.", horses=fallen)] if fallen else []),
    ]


def _down(table: Table) -> list[int]:
    return [fall.row for fall in table.fallen]


def _moves(table: Table, seat: Seat, me: View) -> Json:
    standing = table.names(table.standing)
    bets, cards = _bets(table, standing, me), _cards(table, standing, me)
    fields = [*([bets] if bets["choices"] else []), *([cards] if cards["choices"] else [])]
    notes = [sentence("You can play no card, so you pass.")] if not cards["choices"] else []
    return {
        "key": "move", "into": ["moves"], "title": sentence("Move"), "notes": notes, "rows": "any",
        "add": sentence("Add a move, in case this one is not possible"), "fields": fields,
        **conditions(known(table, seat), horses(standing)), "blank": None if cards["choices"] else {"bet": "none"},
    }  # fmt: skip


def _bets(table: Table, standing: list[str], me: View) -> Json:
    """K6: what is taken now may be free at the next fence, if the move comes that late."""
    possible = table.fence <= BETTING_FENCES and me["counters"] > 0
    taken = [horse for horse in standing if horse not in me["free"]] if possible else []
    late = [choice(horse, sentence("{horse} (taken at this fence)", horse=coloured(horse))) for horse in taken]
    word = [choice(LOWEST, _THE_LOWEST)] if possible and _has_word(table, me) else []  # K18
    more, none = sentence("or, if that is taken, on"), sentence("no horse")
    some = [*horses(me["free"]), *late, *word] if possible else []
    return field("bet", "several", sentence("bet on"), more=more, none=none, choices=some, each_if=ON)  # K19


def _has_word(table: Table, me: View) -> bool:
    """K18: a horse of that name goes before it; and whoever moves next, at an empty fence, can mean nobody by it."""
    nobody = not table.tops and table.moving.seat == me["player"]
    return find(LOWEST, table.horses) is None and not nobody


def _cards(table: Table, standing: list[str], me: View) -> Json:
    """K7: a black card goes on any horse that stands."""
    cards: list[Json] = []
    for card in me["playable"]:
        horse = card.rpartition(" ")[0]
        if horse != "black":
            cards.append(choice(card, carded(card), card=card, on=horse))
        else:
            targets = [(on, coloured(on)) for on in standing] + (
                [(LOWEST, _THE_LOWEST)] if _has_word(table, me) else []
            )
            on_each = [choice(f"{card} on {on}", _placed(card, said), card=card, on=on) for on, said in targets]
            cards.append({"label": carded(card), "choices": on_each})
    return field("play", "choice", sentence("play"), none=sentence("choose a card"), choices=cards)


def _placed(card: str, on: str) -> str:
    return sentence("{card} on {horse}", card=carded(card), horse=on)


def _discards(hand: list[str]) -> Json:
    """K9: black cards belong to no horse that could fall."""
    cards = [card for card in hand if card.rpartition(" ")[0] != "black"]
    words = [choice("all", sentence("every card of a fallen horse")), choice("none", sentence("no card"))]
    chosen = sentence("only these, if their horses have fallen")
    discard = field(
        "discard",
        "some",
        sentence("discard"),
        chosen=chosen,
        words=words,
        choices=[choice(card, carded(card)) for card in cards],
    )
    return {
        "key": "discard", "into": ["discard"], "title": sentence("What you discard"), "bare": "discard",
        "fields": [discard], "along": True,
    }  # fmt: skip
