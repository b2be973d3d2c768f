"""A second, plain answer to what is asked about seasons' tables and stages, from the rulings alone (S1 to S9, S12 to S14, S17, S18)."""

import hashlib
from fractions import Fraction
from typing import Any

Page = dict[str, Any]


# Tables


def worth(points: Any, size: int, place: int) -> Fraction:
    """S3: a place of a table of that many."""
    if points == "beaten":
        return Fraction(100) if size == 1 else Fraction(100 * (size - place), size - 1)
    if isinstance(points, dict):
        fitting = [given for given in points if given <= size]
        points = points[max(fitting) if fitting else min(points)]
    return Fraction(points[place - 1]) if place <= len(points) else Fraction(0)


def rank(places: dict[str, int], player: str) -> int:
    return 1 + sum(place < places[player] for place in places.values())


def shared(points: Any, places: dict[str, int], player: str) -> Fraction:
    """S2: those who tie share the sum of the places that they fill."""
    first = rank(places, player)
    many = sum(place == places[player] for place in places.values())
    return sum((worth(points, len(places), first + each) for each in range(many)), Fraction(0)) / many


def result(round_: int, table: Any, what: str, points: Fraction, **more: Any) -> Page:
    plain = {"place": None, "star": False, "counts": False, "score": Fraction(0), "with": []}
    return {"round": round_, "table": table, "what": what, "points": points} | plain | more


def of_game(game: Page, player: str, points: Any) -> Page:
    """S9, S12: what one who was drawn has from a game."""
    came = {each: place for each, place in game["places"].items() if isinstance(place, int)}
    where = (game["round"], game["table"])
    if game["places"][player] == "no-show":
        return result(*where, "no-show", Fraction(0))
    if game["places"][player] == "walk-over" or len(came) == 1:
        return result(*where, "walk-over", worth(points, len(game["places"]), 1))
    running = game.get("running", [])
    return result(
        *where,
        "played",
        shared(points, came, player),
        place=rank(came, player),
        star=running == "yes" or player in running,
        score=Fraction(game.get("scores", {}).get(player, 0)),
        **{"with": [each for each in came if each != player]},
    )


def late(games: list[Page], points: Any, round_: int) -> list[Page]:
    """S6: the last place of the largest game of an earlier round."""
    sizes = [
        sum(isinstance(place, int) for place in game["places"].values()) for game in games if game["round"] == round_
    ]
    largest = max(sizes, default=0)
    return [result(round_, None, "late", worth(points, largest, largest))] if largest > 1 else []


def results_of(page: Page, entrant: Page, points: Any) -> list[Page]:
    player, house = entrant["player"], page.get("season", {})
    games = [game for game in page["games"] if game.get("void") != "yes"]
    found = [of_game(game, player, points) for game in games if player in game["places"]]
    mean = sum((each["points"] for each in found), Fraction(0)) / len(found) if found else Fraction(0)
    uncertain = any(each["star"] for each in found)
    outs = [number for number, who in page.get("out", {}).items() if player in who]
    found += [result(number, None, "out", mean, star=uncertain) for number in outs]  # S8
    if house.get("late") == "last":
        for number in range(1, entrant.get("from", 1)):
            found += late(games, points, number)
    best = house.get("best", 0) or len(found)
    for each in sorted(found, key=lambda each: (-each["points"], each["round"]))[:best]:  # S4
        each["counts"] = True
    return sorted(found, key=lambda each: each["round"])


def key_of(name: str, player: str, group: list[str], results: dict[str, Any], totals: dict[str, Fraction]) -> Any:
    """S5: what is compared, the higher first."""
    own = results[player]
    if name == "countback":
        counting = [each["place"] for each in own if each["counts"]]
        every = [each["place"] for each in own]
        return [counting.count(place) for place in range(1, 99)] + [every.count(place) for place in range(1, 99)]
    if name == "met":
        if not all(any(b in each["with"] for each in results[a]) for a in group for b in group if a != b):
            return 0
        games = [each["points"] for each in own if set(each["with"]) & set(group)]
        return sum(games, Fraction(0)) / len(games) if games else 0
    if name == "opposition":
        met = sorted(totals[other] for each in own for other in each["with"])
        met = met[1:] if len(met) > 1 else met
        return (1, sum(met) / len(met)) if met else (0, 0)
    if name == "score":
        return sum(each["score"] for each in own if each["counts"])
    rounds = {each["round"]: each["points"] for each in own}
    return [rounds.get(number, 0) for number in range(64, 0, -1)]


def part(group: list[str], ties: list[str], results: Any, totals: Any, why: Any) -> list[tuple[list[str], Any]]:
    """The group in its order: who share a place, and what put them below those before."""
    if not ties or len(group) == 1:
        return [(sorted(group), why)]
    keys = {player: key_of(ties[0], player, group, results, totals) for player in group}
    found = []
    different: list[Any] = []
    different += (key for key in keys.values() if key not in different)
    for number, key in enumerate(sorted(different, reverse=True)):
        smaller = [player for player in group if keys[player] == key]
        found += part(smaller, ties[1:], results, totals, ties[0] if number else why)
    return found


def table(page: Page) -> Page:
    house = page.get("season", {})
    points = house.get("points", "beaten")
    entrants = [each if isinstance(each, dict) else {"player": each} for each in page["entrants"]]
    results = {each["player"]: results_of(page, each, points) for each in entrants}
    taken = {
        player: sum(
            (Fraction(each["points"]) for each in page.get("penalties", []) if each["player"] == player), Fraction(0)
        )
        for player in results
    }
    totals = {
        player: sum((each["points"] for each in own if each["counts"]), Fraction(0)) - taken[player]
        for player, own in results.items()
    }
    lines = []
    for division in sorted({each.get("division", 1) for each in entrants}):
        place = 1
        here = {each["player"]: each for each in entrants if each.get("division", 1) == division}
        for total in sorted({totals[player] for player in here}, reverse=True):
            level = [player for player in here if totals[player] == total]
            ties = house.get("ties", ["countback", "met", "opposition"])
            for group, why in part(level, ties, results, totals, None):
                for number, player in enumerate(group):
                    line = {"division": division, "place": place, "tied": len(group) > 1, "player": player}
                    line |= {"points": str(total), "decided": None if number else why, "penalty": str(taken[player])}
                    line |= {"star": any(each["star"] for each in results[player])}
                    line |= {"withdrawn": "withdrew" in here[player], "results": [told(r) for r in results[player]]}
                    lines.append(line)
                place += len(group)
    rounds = [game["round"] for game in page["games"] if game.get("void") != "yes"]
    return {
        "round": max(rounds + [number for number, who in page.get("out", {}).items() if who], default=0),
        "table": lines,
    }


def told(found: Page) -> Page:
    plain = {key: value for key, value in found.items() if key not in ("score", "with")}
    return plain | {"points": str(found["points"])}


# Stages and deals


def lot(page: Page, player: str) -> str:
    """S14."""
    text = f"{page['secret']}\nlot:{page.get('word', '')}\n{player}={page.get('words', {}).get(player, '')}"
    return hashlib.sha256(text.encode()).hexdigest()


def down(mark: list[int]) -> list[int]:
    """A mark so that the higher is lower: what it has not counts as less than anything."""
    return [-each for each in mark] + [10**9]


def stage(page: Page) -> Page:
    """S17: who goes on."""
    through, rest = [], []
    for game in sorted(page["games"], key=lambda game: game["table"]):
        came = {each: place for each, place in game["places"].items() if isinstance(place, int)}
        home = [(rank(came, each), down(game.get("marks", {}).get(each, [])), lot(page, each), each) for each in came]
        home.sort()
        through += [each[3] for each in home[: page["stage"]["through"]]]
        rest += home[page["stage"]["through"] :]
    rest.sort(key=lambda each: (each[1], each[0], each[2]))
    lucky = [each[3] for each in rest][: page["stage"].get("losers", 0)]
    return {"through": through, "losers": lucky, "plate": sorted({each[3] for each in rest} - set(lucky))}


def deal(page: Page) -> Page:
    """S17, S18: heats in a snake, or a bracket."""
    seeds, asked = page["seeds"], page["deal"]
    order = sorted(seeds, key=lambda player: (-seeds[player], lot(page, player)))
    tables: dict[int, list[str]] = {}
    if asked["format"] == "heats":
        many = -(-len(order) // asked["of"])
    else:
        places = asked["best"]
        while places < len(order):
            places *= asked["best"] // asked["through"]
        many = places // asked["best"]
    for number, player in enumerate(order):
        lap, step = divmod(number, many)
        up = lap % 2 == 0 if asked["format"] == "heats" else lap == 0
        tables.setdefault(1 + step if up else many - step, []).append(player)
    byes: list[str] = []
    if asked["format"] == "knockout":
        byes = sorted(each for there in tables.values() if len(there) <= asked["through"] for each in there)
    return {"tables": [{"table": each, "players": tables[each]} for each in sorted(tables)], "byes": byes}
