"""What the order form asks of a player: moves to be tried in turn, each a bet and a card, and what to discard."""

from gm.core.asking import choice, choices, conditions, field
from gm.core.play import Json, Seat, View
from gm.core.words import sentence
from gm.games.knizia.facts import facts as known
from gm.games.knizia.pages import position
from gm.games.knizia.table import BETTING_FENCES, Table
from gm.games.knizia.telling import mine

MOVES = sentence("When your move comes, they are tried from the top: the first that is possible then is made.")
DISCARD = sentence("After your card, cards of fallen horses can go; then you draw back to eight.")


def form(table: Table, seat: Seat) -> Json:
    """K13, K14."""
    me = mine(table, seat)
    return {
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
    tops = [f"{horse} {top}" for horse, top in table.tops.items()]
    empty, fallen = table.names(table.gaps), table.names(fall.row for fall in table.fallen)
    return [
        sentence("Your hand: {cards}.", cards=hand) if hand else sentence("Your hand is empty."),
        sentence("Top cards at fence {fence}: {cards}.", fence=table.fence, cards=tops)
        if tops
        else sentence("Fence {fence} has no cards yet.", fence=table.fence),
        *([sentence("No card yet: {horses}.", horses=empty)] if tops and empty else []),
        *([sentence("Fallen: {horses}.", horses=fallen)] if fallen else []),
    ]


def _moves(table: Table, seat: Seat, me: View) -> Json:
    standing = table.names(table.standing)
    bets, cards = _bets(table, standing, me), _cards(standing, me["playable"])
    fields = [*([bets] if bets["choices"] else []), *([cards] if cards["choices"] else [])]
    notes = [sentence("You can play no card, so you pass.")] if not cards["choices"] else []
    return {
        "key": "move", "into": ["moves"], "title": sentence("Move"), "notes": notes, "rows": "any",
        "add": sentence("Add a move, in case this one is not possible"), "fields": fields,
        **conditions(known(table, seat), choices(standing)), "blank": None if cards["choices"] else {"bet": "none"},
    }  # fmt: skip


def _bets(table: Table, standing: list[str], me: View) -> Json:
    """K6: what is taken now may be free at the next fence, if the move comes that late."""
    possible = table.fence <= BETTING_FENCES and me["counters"] > 0
    taken = [horse for horse in standing if horse not in me["free"]] if possible else []
    late = [choice(horse, sentence("{horse} (taken at this fence)", horse=horse)) for horse in taken]
    more, none = sentence("or, if that is taken, on"), sentence("no horse")
    return field("bet", "several", sentence("bet on"), more=more, none=none, choices=[*choices(me["free"]), *late])


def _cards(standing: list[str], playable: list[str]) -> Json:
    """K7: a black card goes on any horse that stands."""
    cards: list[Json] = []
    for card in playable:
        horse = card.rpartition(" ")[0]
        if horse != "black":
            cards.append(choice(card, card=card, on=horse))
        else:
            on_each = [choice(f"{card} on {on}", card=card, on=on) for on in standing]
            cards.append({"label": card, "choices": on_each})
    return field("play", "choice", sentence("play"), none=sentence("choose a card"), choices=cards)


def _discards(hand: list[str]) -> Json:
    """K9: black cards belong to no horse that could fall."""
    cards = [card for card in hand if card.rpartition(" ")[0] != "black"]
    words = [choice("all", sentence("every card of a fallen horse")), choice("none", sentence("no card"))]
    chosen = sentence("only these, if their horses have fallen")
    discard = field("discard", "some", sentence("discard"), chosen=chosen, words=words, choices=choices(cards))
    return {
        "key": "discard", "into": ["discard"], "title": sentence("What you discard"), "bare": "discard",
        "fields": [discard], "along": True,
    }  # fmt: skip
