"""Questions about seasons by chance: tables, stages, deals and small draws."""

import random
from typing import Any

Page = dict[str, Any]
NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "Ida", "joé", "k2")
TIES = ("countback", "met", "opposition", "score", "recent")
POINTS = ("beaten", [10, 6, 3, 1], [3, 1], {3: [5, 2, 1], 5: [9, 7, 5, 3, 1]}, [-1, 4, 4, 0])


def a_table(dice: random.Random) -> Page:
    players = dice.sample(NAMES, dice.randint(2, 9))
    rounds = dice.randint(1, 4)
    entrants = [an_entrant(player, rounds, dice) for player in players]
    since = {each["player"]: each.get("from", 1) for each in entrants}
    games: list[Page] = []
    out: dict[int, list[str]] = {}
    for number in range(1, rounds + 1):
        there = [player for player in players if since[player] <= number and dice.random() < 0.9]
        dice.shuffle(there)
        while len(there) > 1 and dice.random() < 0.9:
            size = dice.randint(2, min(5, len(there)))
            games.append(a_game(number, len(games) + 1, there[:size], dice))
            there = there[size:]
        out[number] = [player for player in there if dice.random() < 0.5]
    page = {"rules": "season", "entrants": entrants, "games": games, "out": {at: who for at, who in out.items() if who}}
    house = {
        "points": dice.choice(POINTS),
        "best": dice.choice((0, 0, 1, 2, 3)),
        "late": dice.choice(("nothing", "last")),
    }
    house["ties"] = dice.sample(TIES, dice.randint(1, 5))
    fined = [{"player": dice.choice(players), "points": dice.choice(("1", "-3", "9/2", "100/3"))} for _ in range(2)]
    return page | {"season": house, "penalties": fined[: dice.randint(0, 2)]}


def an_entrant(player: str, rounds: int, dice: random.Random) -> Page:
    entrant: Page = {"player": player}
    if dice.random() < 0.2:
        entrant["from"] = dice.randint(1, rounds)
    if dice.random() < 0.1:
        entrant["withdrew"] = rounds
    return entrant


def a_game(number: int, table: int, players: list[str], dice: random.Random) -> Page:
    places: Page = {player: dice.randint(1, len(players)) for player in players}
    game: Page = {"round": number, "table": table, "places": places}
    chance = dice.random()
    if chance < 0.1:
        game["places"] = dict.fromkeys(players, "no-show") | {players[0]: "walk-over"}
        return game
    if chance < 0.25:
        places[players[-1]] = "no-show"
    if chance > 0.92:
        game["void"] = "yes"
    came = [player for player in players if places[player] != "no-show"]
    game["scores"] = {player: dice.randint(0, 3) for player in came}
    game["running"] = dice.choice(([], [], "yes", came[:1]))
    return game


def a_stage(dice: random.Random) -> Page:
    heats = []
    names = [f"{name}{number}" for number in range(3) for name in NAMES]
    dice.shuffle(names)
    for table in dice.sample(range(1, 9), dice.randint(1, 5)):
        there = [names.pop() for _ in range(dice.randint(1, 6))]
        places: Page = {player: dice.choice((1, 2, 2, 3, 4, "no-show")) for player in there}
        marks = {
            player: [dice.randint(0, 1) for _ in range(dice.randint(1, 3))] for player in there if dice.random() < 0.9
        }
        heats.append(
            {
                "table": table,
                "places": places,
                "marks": {each: marks[each] for each in marks if places[each] != "no-show"},
            }
        )
    words = {player: dice.choice(("gin", "it’s rum", "")) for heat in heats for player in heat["places"]}
    asked = {"through": dice.randint(1, 3), "losers": dice.randint(0, 4)}
    return {
        "rules": "season",
        "secret": secret(dice),
        "stage": asked,
        "games": heats,
        "words": words,
        "word": dice.choice(("", "ho")),
    }


def a_deal(dice: random.Random) -> Page:
    names = [f"{name}{number}" for number in range(6) for name in NAMES][: dice.randint(1, 60)]
    seeds = {name: dice.choice((0, 0, 1500, 1555, 1610)) for name in names}
    best, through = dice.choice(((2, 1), (4, 2), (4, 1), (3, 1), (6, 2), (6, 3)))
    knockout = {"format": "knockout", "best": best, "through": through}
    asked = dice.choice((knockout, {"format": "heats", "of": dice.randint(2, 7)}))
    words = {name: "gin" for name in names if dice.random() < 0.3}
    return {
        "rules": "season",
        "secret": secret(dice),
        "deal": asked,
        "seeds": seeds,
        "words": words,
        "word": dice.choice(("", "ho")),
    }


def a_draw(dice: random.Random, most: int) -> Page:
    players = sorted(dice.sample(NAMES, dice.randint(3, most)))
    by = dice.choice(("score", "lot"))
    best = dice.choice((2, 3, 4))
    tables = dice.choice(
        (
            {"best": best},
            {"best": best, "from": max(2, best - 1), "to": best + 1},
            {"best": best, "from": 2, "to": best},
        )
    )
    left = dice.randint(1, 3)
    own = dice.sample((1, 2, 3, 5), 4)
    told: dict[str, Page] = {}
    for player in players:
        one: Page = {"out": dice.choice((0, 0, 1)), "short": dice.choice((0, 0, 1))}
        one["seats"] = {seat: dice.randint(1, 2) for seat in range(1, 5) if dice.random() < 0.3}
        one["points"] = dice.choice(("0", "50", "100/3", "100", "-3")) if by == "score" else "0"
        one["table"] = own.pop() if own and dice.random() < 0.15 else 0
        one["apart"] = dice.choice((0, 0, 0, 1, 2))
        one["lucky_word"] = dice.choice(("", "", "gin", '„é“ "q"\\'))
        told[player] = one
    met = {
        one: {other: dice.randint(1, 2) for other in players if other > one and dice.random() < 0.3} for one in players
    }
    asked = {
        "season": "cup",
        "round": 2,
        "rounds": 1 + left,
        "by": by,
        "tables": tables,
        "players": told,
        "word": dice.choice(("", "ho")),
    }
    return {
        "rules": "season",
        "secret": secret(dice),
        "draw": asked | {"met": {one: others for one, others in met.items() if others}},
    }


def secret(dice: random.Random) -> str:
    return "".join(dice.choice("0123456789abcdef") for _ in range(64))
