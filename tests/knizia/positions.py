"""Positions by chance for the second opinion on Knizia's Derby, orders that may go wrong in every way, and what came up."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.knizia.oracle import (
    BLACK,
    COLOURS,
    LOWEST,
    Card,
    Entry,
    Table,
    name_facts,
    pack,
    playable,
    read_card,
    read_play,
    show,
    standing,
    target,
)

NASTY = (
    "Lowest|No|7|1e3|Red Rum|red|Horse 2|Horse 22|Black Beauty|Black 7|Right on Time|Weiße Rose|Fly, By Night|on|all"
)


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


def random_bets(rng: random.Random, table: Table, player: str) -> Any:
    """K6, K18, K19: names, the word, and wishes with conditions of their own."""
    names = odd_names(rng, standing(table), table.horses)
    wishes: list[Any] = names if isinstance(names, list) else [names]
    wishes = [odd(rng, LOWEST) if rng.random() < 0.2 else wish for wish in wishes]
    full = [
        ({"when": random_when(rng, table, player)} if rng.random() < 0.8 else {}) | {"on": wish}
        if rng.random() < 0.35
        else wish
        for wish in wishes
    ]
    return full if isinstance(names, list) or rng.random() < 0.5 else full[0]


def random_top(rng: random.Random, table: Table, horse: str) -> Any:
    """What its card is compared with: a number, or another horse whose name does not read as one."""
    others = [h for h in [*table.column, *table.horses] if not h.isdigit()]
    if rng.random() < 0.6:
        return random_comparison(rng, table.column.get(horse, 4))
    return rng.choice(["", "<", "<=", "=", "==", "!=", ">=", "> "]) + odd(rng, rng.choice(others))


def random_move(rng: random.Random, table: Table, player: str) -> Entry:
    """K13: a condition or none, a bet or none, a card of the hand or a pass."""
    move: Entry = {"when": random_when(rng, table, player)} if rng.random() < 0.45 else {}
    move |= {"bet": random_bets(rng, table, player)} if rng.random() < 0.6 else {}
    hand, good = table.hands[player], playable(table, player)
    if hand and rng.random() < (0.9 if good else 0.4):
        card = rng.choice(good if good and rng.random() < 0.75 else hand)
        likely = rng.choice([name_facts(table, player)["empty"], standing(table), table.horses, [LOWEST]]) or [LOWEST]
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
    options = {"nmr": ["lowest", "highest", "kind", "kind"], "pace": ["round", "move"]}
    case["options"] = {key: rng.choice(values) for key, values in options.items() if rng.random() < 0.5}
    unsaid = {"horses": COLOURS, "next": players[0], "moves": len(players), "fence": 1, "counters": case["counters"]}
    said = {k: v for k, v in case.items() if v not in ({}, [], unsaid.get(k)) or rng.random() < 0.7}
    return {"rules": "knizia", "players": players, **said}


def tally_order(move: Entry, order: Entry, horses: list[str], seen: Counter[str]) -> None:
    """What can be told of an order from the move it became."""
    played = None if move["passed"] else (read_card(horses, move["card"]), move["on"])
    plays = [read_play(horses, m["play"]) if "play" in m else None for m in order["moves"]]
    seen["a black card on the lowest"] += any(
        p is not None and p[1] == LOWEST and played and p[0] == played[0] for p in plays
    )
    seen["later alternative made"] += plays[0] != played
    if plays.count(played) == 1:
        made = order["moves"][plays.index(played)]
        wished = made.get("bet", [])
        full = [w if isinstance(w, dict) else {"on": w} for w in (wished if isinstance(wished, list) else [wished])]
        wishes = [target(horses, wish["on"]) for wish in full]
        seen["bet with its own condition made"] += any(
            "when" in wish and move["bet"] == name for wish, name in zip(full, wishes, strict=True)
        )
        seen["bet on the lowest made"] += bool(move["bet"]) and wishes[:1] == [LOWEST]
        seen.update(f"when {key} held" for key in made.get("when", {}))
        seen["bet wished, none possible"] += bool(wishes) and move["bet"] is None
        seen["preference bet skipped"] += move["bet"] is not None and wishes[:1] not in ([move["bet"]], [LOWEST])
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
