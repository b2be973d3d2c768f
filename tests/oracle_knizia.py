"""A slow second opinion on Knizia's Grand National Derby, for comparison in tests.

Written from the numbered rulings alone, without a look at the program it checks.
Nothing here is clever: cards are pairs of a name and a number, and every question goes through all of them.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Case = dict[str, Any]
Entry = dict[str, Any]
Card = tuple[str, int]

BLACK = "black"
COLOURS = ["red", "orange", "yellow", "green", "blue", "purple", "white", "pink"]  # K1


@dataclass
class Table:
    """All that lies on the table, and what the players hold."""

    horses: list[str]
    nmr: str
    fence: int
    fallen: dict[int, str]
    column: dict[str, int]
    bets: list[Entry]
    counters: dict[str, int]
    hands: dict[str, list[Card]]
    deck: list[Card]


def same_name(one: str, other: str) -> bool:
    """The page on orders: neither case nor outer spaces matter."""
    return one.strip().casefold() == other.strip().casefold()


def real_name(horses: list[str], written: Any) -> str:
    """The horse that is meant (or black), spelt as on the page."""
    found = [horse for horse in [*horses, BLACK] if same_name(horse, str(written))]
    assert len(found) == 1, written
    return found[0]


def as_list(value: Any) -> list[Any]:
    """One name alone is a list of one."""
    return value if isinstance(value, list) else [value]


def read_card(horses: list[str], text: Any) -> Card:
    """K2: the last word is the number, all before it the name."""
    name, number = str(text).strip().rsplit(None, 1)
    return real_name(horses, name), int(number)


def read_play(horses: list[str], text: Any) -> tuple[Card, str]:
    """K2: a card, and the horse that it goes on."""
    black = re.fullmatch(r"\s*black\s+([0-9])\s+on\s+(.+)", str(text), re.IGNORECASE)
    if black is not None:
        return (BLACK, int(black.group(1))), real_name(horses, black.group(2))
    card = read_card(horses, text)
    return card, card[0]


def show(cards: list[Card]) -> list[str]:
    """Cards as they are written."""
    return [f"{name} {number}" for name, number in cards]


def in_order(horses: list[str], cards: list[Card]) -> list[Card]:
    """By row, then number, black behind the eighth row."""
    return [(name, n) for name in [*horses, BLACK] for n in range(10) if (name, n) in cards]


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


def empty(table: Table) -> list[str]:
    """Standing horses without a card at this fence."""
    return [horse for horse in standing(table) if horse not in table.column]


def playable(table: Table, player: str) -> list[Card]:
    """K7: black goes anywhere, a colour only on its own standing horse."""
    return [card for card in table.hands[player] if card[0] in [*standing(table), BLACK]]


def may_bet(table: Table, player: str, horse: str) -> bool:
    """K6, and a counter to do it with."""
    taken = [bet for bet in table.bets if bet["horse"] == horse and bet["fence"] == table.fence]
    return table.fence <= 4 and horse in standing(table) and not taken and table.counters[player] > 0


def key_holds(table: Table, player: str, key: str, wanted: Any) -> bool:
    """K13: one key of a condition."""
    if key in ("fence", "gaps"):
        return compares(table.fence if key == "fence" else len(empty(table)), wanted)
    if key == "top":
        tops = [(real_name(table.horses, name), comparison) for name, comparison in wanted.items()]
        return all(horse in table.column and compares(table.column[horse], asked) for horse, asked in tops)
    facts = {
        "standing": standing(table),
        "fallen": list(table.fallen.values()),
        "empty": empty(table),
        "free": [horse for horse in table.horses if may_bet(table, player, horse)],
    }
    return all(real_name(table.horses, name) in facts[key] for name in as_list(wanted))


def fits(table: Table, player: str, move: Entry) -> bool:
    """K13: is this move possible, and does its condition hold?"""
    if not all(key_holds(table, player, key, wanted) for key, wanted in move.get("when", {}).items()):
        return False
    if "play" not in move:
        return not playable(table, player)  # K10
    card, horse = read_play(table.horses, move["play"])
    return card in table.hands[player] and horse in standing(table)


def tool_play(table: Table, player: str) -> tuple[Card, str] | None:
    """K15: what the tool lays for a silent player, if anything can be laid."""
    cards = in_order(table.horses, playable(table, player))
    for number in range(9, -1, -1) if table.nmr == "highest" else range(10):
        for name, value in cards:
            if value == number:
                return (name, value), (standing(table)[0] if name == BLACK else name)
    return None


def place_bet(table: Table, player: str, wishes: list[Any]) -> str | None:
    """K6: the first wish that is allowed."""
    for wish in wishes:
        horse = real_name(table.horses, wish)
        if may_bet(table, player, horse):
            table.bets.append({"player": player, "horse": horse, "fence": table.fence})
            table.counters[player] -= 1
            return horse
    return None


def score(table: Table) -> Entry | None:
    """K8: if the column is full a horse falls, and the next fence begins."""
    if empty(table):
        return None
    lowest = min(table.column.values())
    faller = [horse for horse in table.horses if table.column.get(horse) == lowest][-1]  # K1: the lowest row
    entry = {"fence": table.fence, "fell": faller, "card": lowest}
    table.fallen[table.fence] = faller
    table.bets = [bet for bet in table.bets if bet["horse"] != faller]
    table.column = {}
    table.fence += 1
    return entry


def throw_away(table: Table, player: str, wish: Any) -> list[str]:
    """K9: only cards of fallen horses can go; whatever else is listed stays."""
    dead = [card for card in table.hands[player] if card[0] in table.fallen.values()]
    if wish == "none":
        dead = []
    elif wish != "all":
        listed = [read_card(table.horses, text) for text in wish]
        dead = [card for card in dead if card in listed]
    table.hands[player] = [card for card in table.hands[player] if card not in dead]
    return show(in_order(table.horses, dead))


def draw(table: Table, player: str) -> list[str]:
    """K5: back to eight, as far as the deck goes."""
    drawn = []
    while table.deck and len(table.hands[player]) < 8:
        drawn.append(table.deck.pop(0))
        table.hands[player].append(drawn[-1])
    return show(drawn)


def make_move(table: Table, player: str, order: Entry) -> Entry:
    """K5: a whole move, by order or (K15) by the tool."""
    chosen = [move for move in order.get("moves", []) if fits(table, player, move)][:1]
    if chosen:
        bet = place_bet(table, player, as_list(chosen[0].get("bet", [])))
        laid = read_play(table.horses, chosen[0]["play"]) if "play" in chosen[0] else None
    else:
        bet, laid = None, tool_play(table, player)
    scored = None
    if laid is not None:
        card, horse = laid
        table.hands[player].remove(card)
        table.column[horse] = card[1]
        scored = score(table)
    goes_on = table.fence <= 5  # K11
    return {
        "player": player,
        "bet": bet,
        "card": show([laid[0]])[0] if laid else None,
        "on": laid[1] if laid else None,
        "passed": laid is None,
        "auto": not chosen,
        "scored": scored,
        "discarded": throw_away(table, player, order.get("discard", "all") if chosen else "all") if goes_on else [],
        "drew": draw(table, player) if goes_on else [],
    }


def is_over(table: Table) -> bool:
    """K11: five fences, or nothing left for anybody to play."""
    return table.fence > 5 or not (table.deck or any(playable(table, player) for player in table.hands))


def set_up(case: Case) -> Table:
    """Read the page, with what it leaves unsaid."""
    horses, players, bets = case.get("horses", COLOURS), case["players"], case.get("bets", [])
    counters = {p: (5 if len(players) <= 3 else 4) - sum(b["player"] == p for b in bets) for p in players}  # K4
    hands = case.get("hands", {})
    return Table(
        horses=horses,
        nmr=case.get("options", {}).get("nmr", "lowest"),
        fence=case.get("fence", 1),
        fallen={int(fence): horse for fence, horse in case.get("fallen", {}).items()},
        column=dict(case.get("column", {})),
        bets=[dict(bet) for bet in bets],
        counters={p: case.get("counters", {}).get(p, counters[p]) for p in players},
        hands={p: [read_card(horses, text) for text in hands.get(p, [])] for p in players},
        deck=[read_card(horses, text) for text in case.get("deck", [])],
    )


def adjudicate(case: Case) -> dict[str, Any]:
    """Resolve one case page and give the result in the shape of the rulings."""
    table, players = set_up(case), case["players"]
    first = players.index(case.get("next", players[0]))
    done: list[Entry] = []
    while len(done) < case.get("moves", len(players)) and not is_over(table):
        player = players[(first + len(done)) % len(players)]
        done.append(make_move(table, player, case.get("orders", {}).get(player, {})))
    over = is_over(table)
    # K11: 4, 3, 2, 1; the bets on fallen horses have left already.
    totals = {p: sum(5 - bet["fence"] for bet in table.bets if bet["player"] == p) for p in players}
    return {
        "moves": done,
        "fence": table.fence,
        "fallen": {str(fence): horse for fence, horse in sorted(table.fallen.items())},
        "column": table.column,
        "bets": sorted(table.bets, key=lambda bet: (bet["fence"], table.horses.index(bet["horse"]))),
        "counters": table.counters,
        "hands": {p: show(in_order(table.horses, table.hands[p])) for p in players},
        "deck": show(table.deck),
        "over": over,
        "payouts": totals if over else None,
        "winners": sorted(p for p in players if totals[p] == max(totals.values())) if over else [],
    }


def numbers(seed: str, stream: str) -> Iterator[int]:
    """Fair play, point 4: eight numbers of 32 bits from each block."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{seed}:{stream}:{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def deal(seed: str, players: list[str], horses: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """K3: the hands as dealt, and what is left of the deck."""
    deck, stream = show([(name, n) for name in [*horses, BLACK] for n in range(10)]), numbers(seed, "deck")
    for last in range(len(deck) - 1, 0, -1):
        size = last + 1
        x = next(x for x in stream if x < 2**32 - 2**32 % size)
        deck[last], deck[x % size] = deck[x % size], deck[last]
    dealt = 8 * len(players)
    return {p: deck[seat : dealt : len(players)] for seat, p in enumerate(players)}, deck[dealt:]


NASTY = "No|7|1e3|Red Rum|red|Horse 2|Horse 22|Black Beauty|Black 7|Right on Time|Weiße Rose|O'Leary|Fly, By Night|on|Übermut|all"
SIGNS = ("<", "<=", "=", "==", "!=", ">=", ">")
WHEN_KEYS = ["fence", "standing", "fallen", "gaps", "empty", "top", "free"]


def odd_name(rng: random.Random, name: str) -> str:
    """The same name in another spelling that still has to match."""
    spelt = rng.choice([name, name, name, name.upper(), name.lower(), name.swapcase()])
    return rng.choice(["", "", "", " ", "  "]) + spelt + rng.choice(["", "", "", " "])


def odd_card(rng: random.Random, card: Card, on: str | None = None) -> str:
    """A card as players write it."""
    text = odd_name(rng, card[0]) + " " + odd_name(rng, str(card[1]))
    return text if on is None else f"{text} {odd_name(rng, 'on')} {odd_name(rng, on)}"


def odd_names(rng: random.Random, likely: list[str], horses: list[str]) -> Any:
    """One name, or a list of one to three, mostly from the likely ones."""
    source = likely if likely and rng.random() < 0.8 else horses
    picked = [odd_name(rng, rng.choice(source)) for _ in range(rng.choice([1, 1, 2, 3]))]
    return picked[0] if rng.random() < 0.5 else picked


def random_comparison(rng: random.Random, near: int) -> Any:
    """A comparison with a number close to one that may come true."""
    number = max(0, near + rng.choice([-1, 0, 0, 1]))
    if rng.random() < 0.25:
        return rng.choice([number, str(number)])
    return rng.choice(SIGNS) + rng.choice(["", " "]) + str(number)


def random_when(rng: random.Random, table: Table, player: str) -> Entry:
    """One to three keys of K13, near the truth at the start of the turn."""
    likely = {
        "standing": standing(table),
        "fallen": list(table.fallen.values()),
        "empty": empty(table),
        "free": [horse for horse in table.horses if may_bet(table, player, horse)],
    }
    when: Entry = {}
    for key in rng.sample(WHEN_KEYS, rng.choice([1, 1, 1, 2, 3])):
        if key == "top":
            source = list(table.column) if table.column and rng.random() < 0.8 else table.horses
            names = rng.sample(source, min(len(source), rng.choice([1, 1, 2])))
            when[key] = {odd_name(rng, h): random_comparison(rng, table.column.get(h, 4)) for h in names}
        elif key in likely:
            when[key] = odd_names(rng, likely[key], table.horses)
        else:
            when[key] = random_comparison(rng, table.fence if key == "fence" else len(empty(table)))
    return when


def random_move(rng: random.Random, table: Table, player: str) -> Entry:
    """K13: a condition or none, a bet or none, a card of the hand or a pass."""
    move: Entry = {"when": random_when(rng, table, player)} if rng.random() < 0.45 else {}
    if rng.random() < 0.5:
        move["bet"] = odd_names(rng, standing(table), table.horses)
    hand, good = table.hands[player], playable(table, player)
    if not hand or rng.random() < (0.1 if good else 0.6):
        return move
    card = rng.choice(good if good and rng.random() < 0.75 else hand)
    likely = rng.choice([empty(table), standing(table), standing(table), table.horses])
    move["play"] = odd_card(rng, card, rng.choice(likely) if card[0] == BLACK else None)
    return move


def random_order(rng: random.Random, table: Table, player: str) -> Entry:
    """An order that K14 takes for the hand at the start of the turn."""
    order: Entry = {"moves": [random_move(rng, table, player) for _ in range(rng.randint(1, 5))]}
    coloured = [card for card in table.hands[player] if card[0] != BLACK]
    dice = rng.random()
    if dice < 0.35:
        order["discard"] = rng.choice(["all", "none", "none"])
    elif dice < 0.7 and coloured:
        order["discard"] = [odd_card(rng, c) for c in rng.sample(coloured, rng.randint(1, len(coloured)))]
    return order


def take(rng: random.Random, pool: list[Card], names: list[str], count: int) -> list[Card]:
    """Draw cards at random from the pool, those with these names first, and sometimes no others."""
    first = [card for card in pool if card[0] in names]
    rest = [card for card in pool if card not in first] if rng.random() < 0.6 else []
    taken = (rng.sample(first, len(first)) + rng.sample(rest, len(rest)))[:count]
    for card in taken:
        pool.remove(card)
    return taken


def fill_column(rng: random.Random, table: Table, pool: list[Card]) -> None:
    """Leave a gap or more; low numbers come often, so that ties do."""
    still = standing(table)
    gaps = min(len(still), rng.choice([1, 1, 1, 1, 2, 2, 3, 5, 8]))
    low = rng.randint(0, 8)
    for horse in rng.sample(still, len(still) - gaps):
        near = [c for c in pool if c[0] in (horse, BLACK) and low <= c[1] <= low + rng.choice([0, 1, 9])]
        card = rng.choice(near or [c for c in pool if c[0] == horse])
        pool.remove(card)
        table.column[horse] = card[1]


def random_table(rng: random.Random, horses: list[str], players: list[str]) -> Table:
    """A position that a game can come to, or nearly."""
    fence, most = rng.choice([1, 2, 3, 4, 4, 5, 5]), 5 if len(players) <= 3 else 4
    fallen = dict(enumerate(rng.sample(horses, fence - 1), 1))
    few = rng.choice([0, 1, 2, 5, 5])
    table = Table(horses, "", fence, fallen, {}, [], {}, {}, [])
    pool = [(name, n) for name in [*horses, BLACK] for n in range(10)]
    fill_column(rng, table, pool)
    spaces = [(f, h) for f in range(1, min(fence, 4) + 1) for h in standing(table)]
    for f, horse in rng.sample(spaces, rng.randint(0, len(spaces))):
        player = rng.choice(players)
        if sum(bet["player"] == player for bet in table.bets) < most:
            table.bets.append({"player": player, "horse": horse, "fence": f})
    bleak = rng.random() < 0.3  # hardly anything left to play
    for p in players:
        table.counters[p] = min(few, most - sum(bet["player"] == p for bet in table.bets))
        names = rng.choice([list(fallen.values()), [*empty(table), BLACK], standing(table)])
        names = list(fallen.values()) if bleak and rng.random() < 0.8 else names
        table.hands[p] = take(rng, pool, names, rng.choice([rng.randint(0, 8), 8, 8]))
    size = rng.choice([0, 0, 1]) if bleak else rng.choice([0, 1, 2, 5, 15, 90])
    table.deck = rng.sample(pool, min(size, len(pool)))
    return table


def random_case(rng: random.Random) -> Case:
    """A position of any stage, with orders that may go wrong in every way a mail can."""
    horses = rng.sample(NASTY.split("|"), 8) if rng.random() < 0.3 else COLOURS
    players = rng.sample(["ann", "bob", "cy", "dora", "eve"], rng.randint(2, 5))
    table = random_table(rng, horses, players)
    text_keys = rng.random() < 0.5
    options = {"nmr": rng.choice(["lowest", "highest"]), "pace": rng.choice(["round", "move"])}
    said = {
        "horses": (horses, COLOURS),
        "next": (rng.choice(players), players[0]),
        "moves": (rng.randint(1, 2 * len(players)), len(players)),
        "fence": (table.fence, 1),
        "fallen": ({str(f) if text_keys else f: horse for f, horse in table.fallen.items()}, {}),
        "column": (table.column, {}),
        "bets": (table.bets, []),
        "counters": (table.counters, None),
        "hands": ({p: show(cards) for p, cards in table.hands.items() if cards or rng.random() < 0.5}, {}),
        "deck": (show(table.deck), []),
        "orders": ({p: random_order(rng, table, p) for p in players if rng.random() < 0.85}, {}),
        "options": ({key: value for key, value in options.items() if rng.random() < 0.5}, {}),
    }
    case: Case = {"rules": "knizia", "players": players}
    case |= {key: value for key, (value, default) in said.items() if value != default or rng.random() < 0.6}
    if rng.random() < 0.2:
        del case["counters"]  # K4 says them
    return case


def tally_order(move: Entry, order: Entry, horses: list[str], seen: Counter[str]) -> None:
    """What can be told of an order from the move it became."""
    played = (None, None) if move["passed"] else (read_card(horses, move["card"]), move["on"])
    plays = [read_play(horses, m["play"]) if "play" in m else (None, None) for m in order["moves"]]
    seen["a later alternative made"] += plays[0] != played
    made = [m for m, play in zip(order["moves"], plays, strict=True) if play == played]
    if len(made) == 1:
        seen.update(f"when {key} held" for key in made[0].get("when", {}))
        wishes = [real_name(horses, wish) for wish in as_list(made[0].get("bet", []))]
        seen["bet wished, none possible"] += bool(wishes) and move["bet"] is None
        seen["preference bet skipped"] += move["bet"] is not None and move["bet"] != wishes[0]
    if isinstance(order.get("discard"), list):
        seen["discard list partly kept"] += 0 < len(move["discarded"]) < len(order["discard"])


def tally_move(move: Entry, column: dict[str, int], bets: list[Entry], seen: Counter[str]) -> None:
    """Count one move, and carry column and bets along."""
    seen["bet"] += move["bet"] is not None
    seen["pass" if not move["auto"] else "auto pass"] += move["passed"]
    seen["auto"] += move["auto"] and not move["passed"]
    seen["bet with a pass"] += move["passed"] and move["bet"] is not None
    seen["covering"] += move["on"] in column
    if not move["passed"]:
        column[move["on"]] = int(move["card"].rsplit(None, 1)[1])
        seen["black card on a horse"] += move["card"].rsplit(None, 1)[0] == BLACK
    bets += [{"horse": move["bet"]}] if move["bet"] is not None else []
    if move["scored"] is not None:
        fell = move["scored"]["fell"]
        seen["score inside a move"] += 1
        seen["tie at the low end"] += list(column.values()).count(move["scored"]["card"]) > 1
        seen["bet on the faller lost"] += any(bet["horse"] == fell for bet in bets)
        seen["bet just placed lost"] += move["bet"] == fell
        seen["card of the new faller discarded"] += any(c.rsplit(None, 1)[0] == fell for c in move["discarded"])
        bets[:] = [bet for bet in bets if bet["horse"] != fell]
        column.clear()


def tally(result: dict[str, Any], case: Case, seen: Counter[str]) -> None:
    """Count the rarities of one case."""
    moves, column, bets = result["moves"], dict(case.get("column", {})), list(case.get("bets", []))
    for move in moves:
        tally_move(move, column, bets, seen)
        if not move["auto"]:
            tally_order(move, case["orders"][move["player"]], case.get("horses", COLOURS), seen)
    seen["moves"] += len(moves)
    seen["two scores in a turn"] += sum(move["scored"] is not None for move in moves) > 1
    seen["deck ran out"] += bool(case.get("deck")) and not result["deck"]
    seen["fence 5 end"] += result["fence"] == 6
    seen["stalemate end"] += result["over"] and result["fence"] < 6 and bool(moves)
    seen["stalemate from the start"] += result["over"] and not moves
    seen["shared win"] += len(result["winners"]) > 1
    seen["shared win above nothing"] += len(result["winners"]) > 1 and max(result["payouts"].values()) > 0
