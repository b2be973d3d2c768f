"""A slow second opinion on Knizia's Grand National Derby, for comparison in tests.

Written from the numbered rulings alone, without a look at the program it checks; nothing in it is clever.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

Entry = dict[str, Any]
Card = tuple[str, int]

BLACK = "black"
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
    """K2: a card, and the horse that it goes on."""
    black = re.fullmatch(r"\s*black\s+([0-9])\s+on\s+(.+)", text, re.IGNORECASE)
    if black is not None:
        return (BLACK, int(black.group(1))), real_names(horses, black.group(2))[0]
    card = read_card(horses, text)
    return card, card[0]


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
    return {"standing": standing(table), "fallen": list(table.fallen.values()), "empty": empty, "free": free}


def key_holds(table: Table, player: str, key: str, wanted: Any) -> bool:
    """K13: one key of a condition; of every game: `not`, which holds if what is in it does not all hold."""
    if key == "not":
        return not all(key_holds(table, player, inner, asked) for inner, asked in wanted.items())
    facts = name_facts(table, player)
    if key in ("fence", "gaps"):
        return compares(table.fence if key == "fence" else len(facts["empty"]), wanted)
    if key == "top":
        return all(top_holds(table, real_names(table.horses, name)[0], asked) for name, asked in wanted.items())
    return all(horse in facts[key] for horse in real_names(table.horses, wanted))


def top_holds(table: Table, horse: str, asked: Any) -> bool:
    """K13, K17: this horse has a card here that compares so with a number, or with the card of another."""
    than = str(asked).strip().lstrip("<>=!").strip()
    if than.isdigit():
        return horse in table.column and compares(table.column[horse], asked)
    other, sign = real_names(table.horses, than)[0], str(asked).strip().removesuffix(than).strip()
    return {horse, other} <= table.column.keys() and compares(table.column[horse], f"{sign}{table.column[other]}")


def fits(table: Table, player: str, move: Entry) -> bool:
    """K13: is this move possible, and does its condition hold?"""
    if not all(key_holds(table, player, key, wanted) for key, wanted in move.get("when", {}).items()):
        return False
    if "play" not in move:
        return not playable(table, player)  # K10
    card, horse = read_play(table.horses, move["play"])
    return card in table.hands[player] and horse in standing(table)


def tool_move(table: Table, player: str, nmr: str) -> Entry:
    """K15: what the tool does for a silent player; a pass if nothing can be played."""
    for wanted in range(9, -1, -1) if nmr == "highest" else range(10):
        for name, number in playable(table, player):
            if number == wanted:
                return {"play": f"{name} {number}" + (f" on {standing(table)[0]}" if name == BLACK else "")}
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
    for horse in [h for h in real_names(table.horses, move.get("bet", [])) if may_bet(table, player, h)][:1]:
        table.bets.append({"player": player, "horse": horse, "fence": table.fence})
        table.counters[player] -= 1
        entry["bet"] = horse
    if "play" in move:
        card, horse = read_play(table.horses, move["play"])
        table.hands[player].remove(card)
        table.column[horse] = card[1]
        entry |= {"card": show([card])[0], "on": horse, "passed": False}
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


NASTY = "No|7|1e3|Red Rum|red|Horse 2|Horse 22|Black Beauty|Black 7|Right on Time|Weiße Rose|Fly, By Night|on|all"


def odd(rng: random.Random, *parts: Any) -> str:
    """The same name or card in another spelling that still has to match."""
    spelt = [rng.choice([p, p, p, p.upper(), p.lower(), p.swapcase()]) for p in map(str, parts)]
    return " ".join(" " * rng.choice([0, 0, 0, 1, 2]) + p + " " * rng.choice([0, 0, 0, 1]) for p in spelt)


def odd_names(rng: random.Random, likely: list[str], horses: list[str]) -> Any:
    """One name, or a list of one to three, mostly from the likely ones."""
    source = likely if likely and rng.random() < 0.8 else horses
    picked = [odd(rng, rng.choice(source)) for _ in range(rng.choice([1, 2, 3]))]
    return picked[0] if rng.random() < 0.5 else picked


def random_comparison(rng: random.Random, near: int) -> Any:
    """A comparison with a number close to one that may come true."""
    number = max(0, near + rng.choice([-1, 0, 0, 1]))
    sign = rng.choice(["<", "<=", "=", "==", "!=", ">=", ">"]) + rng.choice(["", " "])
    return rng.choice([number, str(number)]) if rng.random() < 0.25 else sign + str(number)


def random_when(rng: random.Random, table: Table, player: str, deep: int = 0) -> Entry:
    """One to three keys of K13, near the truth at the start of the turn, or what is not to hold."""
    facts, when = name_facts(table, player), Entry()
    for key in rng.sample(["fence", "gaps", "top", *facts], rng.choice([1, 1, 1, 2, 3])):
        if key == "top":
            names = dict.fromkeys(rng.choices([*table.column, *table.column, *table.horses], k=rng.choice([1, 1, 2])))
            when[key] = {odd(rng, h): random_top(rng, table, h) for h in names}
        elif key in facts:
            when[key] = odd_names(rng, facts[key], table.horses)
        else:
            when[key] = random_comparison(rng, table.fence if key == "fence" else len(facts["empty"]))
    if deep < 3 and rng.random() < 0.2:
        return {**(when if rng.random() < 0.5 else {}), "not": random_when(rng, table, player, deep + 1)}
    return when


def random_top(rng: random.Random, table: Table, horse: str) -> Any:
    """What its card is compared with: a number, or another horse whose name does not read as one."""
    others = [h for h in [*table.column, *table.horses] if not h.isdigit()]
    if rng.random() < 0.6:
        return random_comparison(rng, table.column.get(horse, 4))
    return rng.choice(["", "<", "<=", "=", "==", "!=", ">=", "> "]) + odd(rng, rng.choice(others))


def random_move(rng: random.Random, table: Table, player: str) -> Entry:
    """K13: a condition or none, a bet or none, a card of the hand or a pass."""
    move: Entry = {"when": random_when(rng, table, player)} if rng.random() < 0.45 else {}
    move |= {"bet": odd_names(rng, standing(table), table.horses)} if rng.random() < 0.6 else {}
    hand, good = table.hands[player], playable(table, player)
    if hand and rng.random() < (0.9 if good else 0.4):
        card = rng.choice(good if good and rng.random() < 0.75 else hand)
        likely = rng.choice([name_facts(table, player)["empty"], standing(table), table.horses])
        move["play"] = odd(rng, *card, *(["on", rng.choice(likely)] if card[0] == BLACK else []))
    return move


def random_order(rng: random.Random, table: Table, player: str) -> Entry:
    """An order that K14 takes for the hand at the start of the turn."""
    order: Entry = {"moves": [random_move(rng, table, player) for _ in range(rng.randint(1, 5))]}
    coloured = [card for card in table.hands[player] if card[0] != BLACK]
    some = [odd(rng, *card) for card in rng.sample(coloured, rng.randint(0, len(coloured)))]
    discard = rng.choice([None, "all", "none", some, some])
    return order | ({"discard": discard} if discard else {})


def take(rng: random.Random, pool: list[Card], names: list[str], count: int) -> list[Card]:
    """Draw cards at random, those with these names first, and sometimes no others."""
    kept = [card for card in pool if card[0] in names] if rng.random() < 0.4 else pool
    taken = sorted(kept, key=lambda card: (card[0] not in names, rng.random()))[:count]
    pool[:] = [card for card in pool if card not in taken]
    return taken


def random_table(rng: random.Random, horses: list[str], players: list[str]) -> Table:
    """A position that a game can come to, or nearly."""
    fence, most = rng.choice([1, 2, 3, 4, 4, 5, 5]), 5 if len(players) <= 3 else 4
    fallen = rng.sample(horses, fence - 1)
    table = Table(horses, fence, dict(enumerate(fallen, 1)), {}, [], dict.fromkeys(players, most), {}, [])
    pool, few = pack(horses), rng.choice([0, 1, 3, 5, 5])
    low, gaps = rng.randint(0, 8), rng.choice([1, 1, 1, 1, 2, 2, 3, 5, 8])
    for horse in rng.sample(standing(table), max(0, 9 - fence - gaps)):  # equal low numbers come often
        card = rng.choice([c for c in pool if c[0] in (horse, BLACK) and 0 <= c[1] - low <= rng.choice([0, 0, 1, 9])])
        pool.remove(card)
        table.column[horse] = card[1]
    spaces = [(f, horse) for f in range(1, min(fence, 4) + 1) for horse in standing(table)]
    for f, horse in rng.sample(spaces, rng.randint(0, rng.randint(0, len(spaces)))):
        player = rng.choice(players)
        if table.counters[player] > 0:
            table.counters[player] -= 1
            table.bets.append({"player": player, "horse": horse, "fence": f})
    bleak = rng.random() < 0.2  # hardly anything left to play
    for p in players:
        table.counters[p] = min(few, table.counters[p])
        gappy = [BLACK, *(horse for horse in standing(table) if horse not in table.column)]
        names = fallen if rng.random() < (0.85 if bleak else 0.15) else rng.choice([gappy, gappy, standing(table)])
        table.hands[p] = take(rng, pool, names, rng.choice([rng.randint(0, 8), 8, 8]))
    table.deck = take(rng, pool, [*horses, BLACK], rng.choice([0, 0, 1] if bleak else [0, 1, 2, 5, 15, 90]))
    return table


def random_case(rng: random.Random) -> Entry:
    """A position of any stage, with orders that may go wrong in every way a mail can."""
    horses = rng.sample(NASTY.split("|"), 8) if rng.random() < 0.3 else COLOURS
    players = rng.sample(["ann", "bob", "cy", "dora", "eve"], rng.randint(2, 5))
    table, kind, full = random_table(rng, horses, players), rng.choice([int, str]), rng.random() < 0.9
    case: Entry = {"horses": horses, "next": rng.choice(players), "moves": rng.randint(1, 2 * len(players))}
    case |= {"fence": table.fence, "column": table.column, "bets": table.bets, "deck": show(table.deck)}
    case["fallen"] = {kind(fence): horse for fence, horse in table.fallen.items()}
    case["counters"] = {p: count for p, count in table.counters.items() if full or rng.random() < 0.7}
    case["hands"] = {p: show(cards) for p, cards in table.hands.items() if cards or rng.random() < 0.5}
    case["orders"] = {p: random_order(rng, table, p) for p in players if rng.random() < 0.85}
    options = {"nmr": ["lowest", "highest"], "pace": ["round", "move"]}
    case["options"] = {key: rng.choice(values) for key, values in options.items() if rng.random() < 0.5}
    unsaid = {"horses": COLOURS, "next": players[0], "moves": len(players), "fence": 1, "counters": case["counters"]}
    said = {k: v for k, v in case.items() if v not in ({}, [], unsaid.get(k)) or rng.random() < 0.7}
    return {"rules": "knizia", "players": players, **said}


def tally_order(move: Entry, order: Entry, horses: list[str], seen: Counter[str]) -> None:
    """What can be told of an order from the move it became."""
    played = None if move["passed"] else (read_card(horses, move["card"]), move["on"])
    plays = [read_play(horses, m["play"]) if "play" in m else None for m in order["moves"]]
    seen["later alternative made"] += plays[0] != played
    if plays.count(played) == 1:
        made = order["moves"][plays.index(played)]
        wishes = real_names(horses, made.get("bet", []))
        seen.update(f"when {key} held" for key in made.get("when", {}))
        seen["bet wished, none possible"] += bool(wishes) and move["bet"] is None
        seen["preference bet skipped"] += move["bet"] is not None and move["bet"] != wishes[0]
    if isinstance(order.get("discard"), list):
        seen["discard list partly kept"] += 0 < len(move["discarded"]) < len(order["discard"])


def tally(result: Entry, case: Entry, seen: Counter[str]) -> None:
    """Count the rarities of one case."""
    moves, column = result["moves"], dict(case.get("column", {}))
    betted = [bet["horse"] for bet in case.get("bets", [])]
    for move in moves:
        if not move["auto"]:
            tally_order(move, case["orders"][move["player"]], case.get("horses", COLOURS), seen)
        seen[("auto " if move["auto"] else "ordered ") + ("pass" if move["passed"] else "play")] += 1
        seen["bet with a pass" if move["passed"] else "bet with a card"] += move["bet"] is not None
        seen["covering"] += move["on"] in column
        seen["black card on a horse"] += str(move["card"]).rsplit(None, 1)[0] == BLACK
        column |= {} if move["passed"] else {move["on"]: int(move["card"].rsplit(None, 1)[1])}
        betted.append(move["bet"])
        if move["scored"] is not None:
            seen["score inside a move"] += 1
            seen["tie at the low end"] += list(column.values()).count(move["scored"]["card"]) > 1
            seen["bet on the faller lost"] += move["scored"]["fell"] in betted
            seen["bet lost in its own move"] += move["scored"]["fell"] == move["bet"]
            seen["new faller discarded"] += any(c.startswith(move["scored"]["fell"] + " ") for c in move["discarded"])
            column = {}
    seen["two scores in a turn"] += sum(move["scored"] is not None for move in moves) > 1
    seen["deck ran out"] += bool(case.get("deck")) and not result["deck"]
    seen["fence 5 end"] += result["fence"] == 6
    seen["stalemate end" if moves else "stalemate from the start"] += result["over"] and result["fence"] < 6
    seen["shared win"] += len(result["winners"]) > 1
