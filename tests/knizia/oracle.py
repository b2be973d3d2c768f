"""A slow second opinion on Knizia's Grand National Derby, for comparison in tests.

Written from the numbered rulings alone, without a look at the program it checks; nothing in it is clever.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from dataclasses import dataclass
from typing import Any

Entry = dict[str, Any]
Card = tuple[str, int]

BLACK = "black"
LOWEST = "lowest"  # K18: it may stand for a horse
COLOURS = ["red", "orange", "yellow", "green", "blue", "purple", "white", "pink"]  # K1


@dataclass
class Table:
    horses: list[str]
    fence: int
    fallen: dict[int, str]
    column: dict[str, int]
    bets: list[Entry]
    counters: dict[str, int]
    hands: dict[str, list[Card]]
    deck: list[Card]


def real_names(horses: list[str], written: Any) -> list[str]:
    """The horses (or black) that one name or a list means; neither case nor outer spaces matter."""
    known = {name.casefold(): name for name in [*horses, BLACK]}
    return [known[str(name).strip().casefold()] for name in (written if isinstance(written, list) else [written])]


def read_card(horses: list[str], text: str) -> Card:
    """K2: the last word is the number, all before it the name."""
    name, number = text.rsplit(None, 1)
    return real_names(horses, name)[0], int(number)


def read_play(horses: list[str], text: str) -> tuple[Card, str]:
    """K2, K18: a card, and the horse that it goes on, or the word for one."""
    black = re.fullmatch(r"\s*black\s+([0-9])\s+on\s+(.+)", text, re.IGNORECASE)
    if black is not None:
        return (BLACK, int(black.group(1))), target(horses, black.group(2))
    card = read_card(horses, text)
    return card, card[0]


def target(horses: list[str], name: str) -> str:
    """K18: a horse goes before the word."""
    word = name.strip().casefold()
    return (
        LOWEST if word == LOWEST and word not in [horse.casefold() for horse in horses] else real_names(horses, name)[0]
    )


def would_fall(table: Table) -> str | None:
    """K17: who lies lowest at this fence, by K1 and K8."""
    lying = [horse for horse in standing(table) if horse in table.column]
    return (
        [horse for horse in lying if table.column[horse] == min(table.column[each] for each in lying)][-1]
        if lying
        else None
    )


def meant(table: Table, name: str) -> str | None:
    """K18: the horse that a target is at this moment."""
    return would_fall(table) if name == LOWEST and LOWEST not in [h.casefold() for h in table.horses] else name


def pack(horses: list[str]) -> list[Card]:
    """K2, K3: all the cards by row and number, black behind the eighth row."""
    return [(name, number) for name in [*horses, BLACK] for number in range(10)]


def show(cards: list[Card]) -> list[str]:
    """Cards as they are written."""
    return [f"{name} {number}" for name, number in cards]


def compares(fact: int, wanted: Any) -> bool:
    """Hold a number against a bare number or against a sign and a number."""
    found = re.fullmatch(r"\s*(<=|>=|==|!=|<|>|=|)\s*([0-9]+)\s*", str(wanted))
    assert found is not None, wanted
    sign, number = found.group(1), int(found.group(2))
    answers = {"<": fact < number, "<=": fact <= number, ">": fact > number, ">=": fact >= number, "!=": fact != number}
    return answers.get(sign, fact == number)


def standing(table: Table) -> list[str]:
    """The horses still in the race, top row first."""
    return [horse for horse in table.horses if horse not in table.fallen.values()]


def playable(table: Table, player: str) -> list[Card]:
    """K7: black goes anywhere, a colour only on its own standing horse."""
    return [card for card in table.hands[player] if card[0] not in table.fallen.values()]


def may_bet(table: Table, player: str, horse: str) -> bool:
    """K6, and a counter to do it with."""
    taken = [bet for bet in table.bets if bet["horse"] == horse and bet["fence"] == table.fence]
    return table.fence <= 4 and horse in standing(table) and not taken and table.counters[player] > 0


def name_facts(table: Table, player: str) -> dict[str, list[str]]:
    """K13: the facts that are lists of horses."""
    free = [horse for horse in table.horses if may_bet(table, player, horse)]
    empty = [horse for horse in standing(table) if horse not in table.column]
    lying = {horse: table.column[horse] for horse in standing(table) if horse in table.column}
    falls = would_fall(table)
    return {
        "standing": standing(table),
        "fallen": list(table.fallen.values()),
        "empty": empty,
        "free": free,
        "lowest": [] if falls is None else [falls],  # from here on K17
        "highest": [horse for horse, number in lying.items() if number == max(lying.values())],
        "backed": [bet["horse"] for bet in table.bets if bet["player"] != player],
        "mine": [bet["horse"] for bet in table.bets if bet["player"] == player],
    }


def key_holds(table: Table, player: str, key: str, wanted: Any) -> bool:
    """K13: one key of a condition; of every game: `not`, which holds if what is in it does not all hold."""
    if key == "not":
        return not all_hold(table, player, wanted)
    facts = name_facts(table, player)
    if key in ("fence", "gaps"):
        return compares(table.fence if key == "fence" else len(facts["empty"]), wanted)
    if key == "top":
        return all(top_holds(table, real_names(table.horses, name)[0], asked) for name, asked in wanted.items())
    return all(horse in facts[key] for horse in real_names(table.horses, wanted))


def all_hold(table: Table, player: str, when: Entry) -> bool:
    return all(key_holds(table, player, key, wanted) for key, wanted in when.items())


def top_holds(table: Table, horse: str, asked: Any) -> bool:
    """K13, K17: this horse has a card here that compares so with a number, or with the card of another."""
    than = str(asked).strip().lstrip("<>=!").strip()
    if than.isdigit():
        return horse in table.column and compares(table.column[horse], asked)
    other, sign = real_names(table.horses, than)[0], str(asked).strip().removesuffix(than).strip()
    return {horse, other} <= table.column.keys() and compares(table.column[horse], f"{sign}{table.column[other]}")


def fits(table: Table, player: str, move: Entry) -> bool:
    """K13: is this move possible, and does its condition hold?"""
    if not all_hold(table, player, move.get("when", {})):
        return False
    if "play" not in move:
        return not playable(table, player)  # K10
    card, horse = read_play(table.horses, move["play"])
    return card in table.hands[player] and meant(table, horse) in standing(table)  # K18: without one it is not possible


def bet_of(table: Table, player: str, wishes: Any) -> str | None:
    """K6, K18, K19: the first wish whose own condition holds and that can be had."""
    for wish in wishes if isinstance(wishes, list) else [wishes]:
        plain = wish if isinstance(wish, dict) else {"on": wish}
        horse = meant(table, target(table.horses, plain["on"]))
        if horse is not None and all_hold(table, player, plain.get("when", {})) and may_bet(table, player, horse):
            return horse
    return None


def tool_move(table: Table, player: str, nmr: str) -> Entry:
    """K15, K20: what the tool does for a silent player; a pass if nothing can be played."""
    own = [bet["horse"] for bet in table.bets if bet["player"] == player] if nmr == "kind" else []
    others = [horse for horse in standing(table) if horse not in own]
    harmless = [card for card in playable(table, player) if card[0] in others or (card[0] == BLACK and others)]
    for wanted in range(9, -1, -1) if nmr == "highest" else range(10):
        for name, number in harmless or playable(table, player):
            if number == wanted:
                on = (others or standing(table))[0]
                return {"play": f"{name} {number}" + (f" on {on}" if name == BLACK else "")}
    return {}


def score(table: Table) -> Entry | None:
    """K8: if the column is full a horse falls, and the next fence begins."""
    if any(horse not in table.column for horse in standing(table)):
        return None
    lowest = min(table.column.values())
    faller = [horse for horse in table.horses if table.column.get(horse) == lowest][-1]  # K1: the lowest row
    entry = {"fence": table.fence, "fell": faller, "card": lowest}
    table.fallen[table.fence] = faller
    table.bets = [bet for bet in table.bets if bet["horse"] != faller]
    table.column, table.fence = {}, table.fence + 1
    return entry


def throw_away(table: Table, player: str, wish: Any) -> list[Card]:
    """K9: only cards of fallen horses can go; whatever else is listed stays."""
    dead = [card for card in table.hands[player] if card[0] in table.fallen.values()]
    if wish != "all":
        listed = [] if wish == "none" else [read_card(table.horses, text) for text in wish]
        dead = [card for card in dead if card in listed]
    table.hands[player] = [card for card in table.hands[player] if card not in dead]
    return dead


def make_move(table: Table, player: str, order: Entry, nmr: str) -> Entry:
    """K5: a whole move, by order or (K15) by the tool."""
    possible = [move for move in order.get("moves", []) if fits(table, player, move)]
    move = possible[0] if possible else tool_move(table, player, nmr)
    entry: Entry = {"player": player, "bet": None, "card": None, "on": None, "passed": True, "auto": not possible}
    card, on = read_play(table.horses, move["play"]) if "play" in move else (("", 0), "")
    falls_on = meant(table, on)  # K18: when the move comes
    horse = bet_of(table, player, move.get("bet", []))
    if horse is not None:
        table.bets.append({"player": player, "horse": horse, "fence": table.fence})
        table.counters[player] -= 1
        entry["bet"] = horse
    if "play" in move:
        table.hands[player].remove(card)
        table.column[str(falls_on)] = card[1]
        entry |= {"card": show([card])[0], "on": falls_on, "passed": False}
    entry |= {"scored": score(table), "discarded": [], "drew": []}
    if table.fence <= 5:  # K11: after the fifth score nobody discards or draws
        entry["discarded"] = show(throw_away(table, player, order.get("discard", "all") if possible else "all"))
        lacking = max(0, 8 - len(table.hands[player]))
        drawn, table.deck = table.deck[:lacking], table.deck[lacking:]
        table.hands[player] = sorted(table.hands[player] + drawn, key=pack(table.horses).index)
        entry["drew"] = show(drawn)
    return entry


def is_over(table: Table) -> bool:
    """K11: five fences, or nothing left for anybody to play."""
    return table.fence > 5 or not (table.deck or any(playable(table, player) for player in table.hands))


def set_up(case: Entry) -> Table:
    """Read the page, with what it leaves unsaid."""
    horses, players, bets = case.get("horses", COLOURS), case["players"], case.get("bets", [])
    fallen = {int(fence): horse for fence, horse in case.get("fallen", {}).items()}
    hands = {p: [read_card(horses, text) for text in case.get("hands", {}).get(p, [])] for p in players}
    hands = {p: sorted(cards, key=pack(horses).index) for p, cards in hands.items()}
    deck = [read_card(horses, text) for text in case.get("deck", [])]
    counters = {p: (5 if len(players) <= 3 else 4) - sum(b["player"] == p for b in bets) for p in players}  # K4
    counters |= case.get("counters", {})
    return Table(horses, case.get("fence", 1), fallen, dict(case.get("column", {})), list(bets), counters, hands, deck)


def adjudicate(case: Entry) -> Entry:
    """Resolve one case page and give the result in the shape of the rulings."""
    table, players = set_up(case), case["players"]
    seat, nmr = players.index(case.get("next", players[0])), case.get("options", {}).get("nmr", "lowest")
    done: list[Entry] = []
    while len(done) < case.get("moves", len(players)) and not is_over(table):
        player = players[(seat + len(done)) % len(players)]
        done.append(make_move(table, player, case.get("orders", {}).get(player, {}), nmr))
    over = is_over(table)
    totals = {p: sum(5 - bet["fence"] for bet in table.bets if bet["player"] == p) for p in players}  # K11
    return {
        "moves": done,
        "fence": table.fence,
        "fallen": {str(fence): horse for fence, horse in sorted(table.fallen.items())},
        "column": table.column,
        "bets": sorted(table.bets, key=lambda bet: (bet["fence"], table.horses.index(bet["horse"]))),
        "counters": table.counters,
        "hands": {p: show(table.hands[p]) for p in players},
        "deck": show(table.deck),
        "over": over,
        "payouts": totals if over else None,
        "winners": sorted(p for p in players if totals[p] == max(totals.values())) if over else [],
    }


def deal(seed: str, players: list[str], horses: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """K3 with fair play, point 4: the hands as dealt, and what is left of the deck."""
    blocks = (hashlib.sha256(f"{seed}:deck:{i}".encode()).digest() for i in itertools.count())
    numbers = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    deck = show(pack(horses))
    for last in range(len(deck) - 1, 0, -1):
        other = next(x for x in numbers if x < 2**32 - 2**32 % (last + 1)) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    dealt = 8 * len(players)
    return {p: deck[seat : dealt : len(players)] for seat, p in enumerate(players)}, deck[dealt:]
