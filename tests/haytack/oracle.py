"""A slow second opinion on Haytack's Grand National, for comparison in tests.

Written from the numbered rulings alone, without a look at the program it checks.
Nothing here is clever: every question is answered by counting horses one by one.
"""

from __future__ import annotations

import random
import re
from typing import Any

Case = dict[str, Any]
Entry = dict[str, Any]
Numbers = dict[str, int]

KINDS = ("plain", "becher", "chair", "water")
# H7: how many falls a fence plans, both ends together.
PLANNED = {"plain": 1, "becher": 2, "chair": 2, "water": 1}


def same_name(one: str, other: str) -> bool:
    """H1 and the page on orders: case and outer spaces make no difference."""
    return one.strip().casefold() == other.strip().casefold()


def truth(value: Any) -> bool:
    """A yes or a no, as a bool or as one of the four words."""
    word = str(value).strip().casefold()
    assert word in ("yes", "no", "true", "false"), word
    return word in ("yes", "true")


def compares(fact: int, wanted: Any) -> bool:
    """Hold a number against a bare number or against a sign and a number."""
    found = re.fullmatch(r"\s*(<=|>=|==|!=|<|>|=|)\s*([0-9]+)\s*", str(wanted))
    assert found is not None, wanted
    sign, number = found.group(1), int(found.group(2))
    answers = {"<": fact < number, "<=": fact <= number, ">": fact > number, ">=": fact >= number, "!=": fact != number}
    return answers.get(sign, fact == number)


def contains(fact: list[str], wanted: Any, me: str) -> bool:
    """Is every wanted name among those of the fact?"""
    names = wanted if isinstance(wanted, list) else [wanted]
    for name in names:
        real = me if same_name(str(name), "me") else str(name)
        if not any(same_name(real, horse) for horse in fact):
            return False
    return True


def key_holds(key: str, wanted: Any, me: str, first: Entry, next_is_free: bool) -> bool:
    """H18: one key of a condition, asked of the turn's first fence; `not` holds if what is in it does not all hold."""
    if key == "not":
        return not all(key_holds(inner, asked, me, first, next_is_free) for inner, asked in wanted.items())
    running, numbers = first["points"], sorted(first["played"].values())
    if key == "free":
        return truth(wanted) == next_is_free
    names = {"fell": first["fell"], "stood": list(running), "stumbled": list(first["stumbled"])}
    if key in names:
        return contains(names[key], wanted, me)
    counts = {
        "fallers": len(first["fell"]),
        "running": len(running),
        "points": running[me],
        "lowest": numbers[0],
        "highest": numbers[-1],
    }
    return compares(counts[key], wanted)


def choose(alternatives: list[Any], me: str, first: Entry, next_is_free: bool) -> Any:
    """H18: the topmost alternative that holds; 0 if there is none."""
    for item in alternatives:
        if not isinstance(item, dict):
            return item
        asked = item.get("when", {})
        answers = [key_holds(k, v, me, first, next_is_free) for k, v in asked.items()]
        if all(answers):
            return item["play"]
    return 0


def find_order(case: Case, horse: str, fence: int) -> Any:
    """What the page says for this horse at this fence; H20: silence is 0."""
    for name, order in (case.get("orders") or {}).items():
        if same_name(str(name), horse):
            for key, value in (order or {}).items():
                if int(str(key)) == fence:
                    return value
    return 0


def wants(case: Case, horse: str, has: int, fence: int, done: list[Entry], free: bool) -> int:
    """H16: the number asked for, before anything is cut."""
    value = find_order(case, horse, fence)
    if isinstance(value, list):
        assert len(done) == 1, "alternatives belong to the second fence of a turn"
        value = choose(value, horse, done[0], free)
    return has if str(value).strip().casefold() == "all" else int(str(value))


def falls_from_end(horse: str, played: Numbers, unused: Numbers, places: int, high: bool) -> bool:
    """H8, H9: a horse falls unless the places are taken by others strictly more due."""
    more_due = 0
    for other in played:
        gap = played[other] - played[horse]
        nearer = gap > 0 if high else gap < 0
        richer = gap == 0 and unused[other] > unused[horse]
        more_due += nearer or richer
    return more_due < places


def due_to_fall(kind: str, played: Numbers, unused: Numbers) -> list[str]:
    """H7, H10: who falls, before last_stands has its say."""
    field = sorted(played)
    if kind == "chair" and len(set(played.values())) > 1:
        low = [h for h in field if falls_from_end(h, played, unused, 1, False)]
        high = [h for h in field if falls_from_end(h, played, unused, 1, True)]
        return sorted(set(low + high))
    return [h for h in field if falls_from_end(h, played, unused, PLANNED[kind], False)]


def spare_the_best(played: Numbers, unused: Numbers) -> list[str]:
    """H22 with last_stands: the whole field was due; who falls after all."""
    best = sorted((-played[h], unused[h]) for h in played)[0]
    return sorted(h for h in played if (-played[h], unused[h]) != best)


def stumble_cost(unused: int) -> int:
    """H11."""
    return unused // 2 if unused < 10 else 5


def free_won(kind: str, fallers: int, way: str) -> int:
    """H12: free fences that these falls bring."""
    if way == "none":
        return 0
    planned = 1 if way == "literal" else PLANNED[kind]
    return max(0, fallers - planned)


def jump(case: Case, horses: Numbers, fence: int, free: int, done: list[Entry]) -> Entry:
    """Resolve one fence for the horses still running."""
    options = case.get("options") or {}
    kind = str(case["course"][fence - 1])
    is_free = kind == "plain" and free > 0  # H13
    wanted = {h: wants(case, h, horses[h], fence, done, is_free) for h in horses}
    cut = sorted(h for h in horses if wanted[h] > horses[h])  # H6
    played = {h: min(wanted[h], horses[h]) for h in horses}
    unused = {h: horses[h] - played[h] for h in horses}  # H5

    fell: list[str] = []
    stumbled: Numbers = {}
    if not is_free:
        fell = due_to_fall(kind, played, unused)
        # H9: left standing beside a faller of the same number is a stumble.
        hit = [played[h] for h in fell]
        shaken = [h for h in horses if h not in fell and played[h] in hit]
        stumbled = {h: stumble_cost(unused[h]) for h in shaken}
        if len(fell) == len(horses) and truth(options.get("last_stands", False)):
            fell = spare_the_best(played, unused)  # spared horses do not stumble

    points = {h: unused[h] - stumbled.get(h, 0) for h in horses if h not in fell}  # H15
    bonus: Numbers = {}
    if kind == "water":  # H14
        top = sorted(played.values())[-1]
        sharers = [h for h in points if played[h] == top]
        bonus = {h: int(options.get("water_bonus", 50)) // len(sharers) for h in sharers}
    points = {h: points[h] + bonus.get(h, 0) for h in points}

    left = free - 1 if is_free else free
    left += free_won(kind, len(fell), str(options.get("free_fences", "excess")))
    return {
        "fence": fence,
        "kind": kind,
        "free": is_free,
        "played": played,
        "cut": cut,
        "fell": fell,
        "stumbled": stumbled,
        "bonus": bonus,
        "points": points,
        "free_left": left,
    }


def rank(points: Numbers, done: list[Entry]) -> list[Entry]:
    """H23: a place is one more than the number of horses strictly ahead."""
    rows = [(1, p, h) for h, p in points.items()]  # finishers beat every faller
    rows += [(0, e["fence"], h) for e in done for h in e["fell"]]
    places = []
    for finished, merit, horse in rows:
        ahead = sum(1 for f, m, _ in rows if (f, m) > (finished, merit))
        places.append(
            {
                "place": ahead + 1,
                "horse": horse,
                "points": merit if finished else 0,
                "fell_at": None if finished else merit,
            }
        )
    return sorted(places, key=lambda row: (row["place"], row["horse"]))


def adjudicate(case: Case) -> dict[str, Any]:
    """Resolve one case page and give the result in the shape of the rulings."""
    fence = int(case.get("fence", 1))
    free = int(case.get("free", 0))
    points = {str(h): int(p) for h, p in case["horses"].items()}
    length = len(case["course"])
    done: list[Entry] = []
    for _ in range(int(case.get("fences", 2))):
        if len(points) <= 1 or fence > length:  # H21
            break
        entry = jump(case, points, fence, free, done)
        done.append(entry)
        points, free, fence = dict(entry["points"]), entry["free_left"], fence + 1
    over = len(points) <= 1 or fence > length
    # H21, H22: a dead heat has several winners, an empty field has none.
    winners = sorted(h for h in points if points[h] == max(points.values())) if over else []
    return {
        "fences": done,
        "points": points,
        "free_left": free,
        "over": over,
        "winners": winners,
        "places": rank(points, done) if over else [],
    }


NASTY = (
    "No",
    "Yes",
    "1e3",
    "O'Leary",
    "Übermut",
    "null",
    "on",
    "7",
    "0o17",
    "Weiße Rose",
    "Red Rum",
    "red",
    "Fly, By Night",
    "Oh: Really?",
    'Say "Hay"',
    "# Hash",
    "all",
    "- Dash",
)
SIGNS = ("<", "<=", "=", "==", "!=", ">=", ">")
WHEN_KEYS = ["fell", "stood", "stumbled", "fallers", "running", "points", "lowest", "highest", "free"]


def random_points(rng: random.Random, names: list[str]) -> Numbers:
    """Points that are often equal, often close together, often under 20."""
    base = rng.choice([0, 1, 5, 9, 10, 14, 30, 100, 500])
    near, split = [base, base + 1, base + 2], [base, base + 1, base + 40]
    style = rng.choice([[base], near, split, list(range(20)), list(range(501))])
    return {n: rng.choice(style) for n in names}


def random_play(rng: random.Random, pool: list[int], has: int) -> Any:
    """One number as players write it: from the pool, all, or more than there is."""
    dice = rng.random()
    if dice < 0.06:
        return "all"
    number = has + rng.randrange(1, 60) if dice < 0.12 else rng.choice(pool)
    return str(number) if rng.random() < 0.15 else number


def odd_name(rng: random.Random, name: str) -> str:
    """The same name in another spelling that still has to match."""
    spelt = rng.choice([name, name, name, name.upper(), name.lower(), name.swapcase()])
    return rng.choice(["", "", "", " ", "  "]) + spelt + rng.choice(["", "", "", " "])


def random_names(rng: random.Random, names: list[str]) -> Any:
    """One name, or a list of one to three; sometimes the jockey's own."""
    picked = [odd_name(rng, rng.choice([*names, "me", "me"])) for _ in range(rng.randint(1, 3))]
    return picked[0] if rng.random() < 0.6 else picked


def random_comparison(rng: random.Random, near: int) -> Any:
    """A comparison with a number close to one that may come true."""
    number = max(0, near + rng.randint(-1, 1))
    if rng.random() < 0.2:
        return rng.choice([number, str(number)])
    return rng.choice(SIGNS) + rng.choice(["", " "]) + str(number)


def random_when(rng: random.Random, names: list[str], pool: list[int], has: int) -> Entry:
    """One to three keys of H18; the pool is that of the turn's first fence."""
    near = {
        "fallers": rng.choice([0, 1, 1, 2]),
        "running": len(names) - 1,
        "points": max(0, has - rng.choice(pool) - rng.choice([0, 0, 5])),
        "lowest": min(pool),
        "highest": max(pool),
    }
    when: Entry = {}
    if rng.random() < 0.15:
        when["not"] = random_when(rng, names, pool, has)
        if rng.random() < 0.5:
            return when
    for key in rng.sample(WHEN_KEYS, rng.choice([1, 1, 1, 2, 3])):
        if key == "free":
            when[key] = rng.choice(["yes", "no", "true", "false", True, False])
        elif key in near:
            when[key] = random_comparison(rng, near[key])
        else:
            when[key] = random_names(rng, names)
    return when


def random_list(rng: random.Random, names: list[str], pools: list[list[int]], has: int) -> Any:
    """Alternatives, with a last word or without."""
    items: list[Any] = []
    for _ in range(rng.randint(1, 4)):
        when = random_when(rng, names, pools[0], has)
        items.append({"when": when, "play": random_play(rng, pools[1], has)})
    last = random_play(rng, pools[1], has)
    if rng.random() < 0.6:
        items.append(last if rng.random() < 0.7 else {"play": last})
    return items


def random_order(rng: random.Random, turn: list[int], names: list[str], pools: list[list[int]], has: int) -> Entry:
    """One jockey's order; now and then a fence is left out."""
    order: Entry = {}
    for nth, fence in enumerate(turn):
        key: Any = str(fence) if rng.random() < 0.1 else fence
        if nth == 1 and rng.random() < 0.4:
            order[key] = random_list(rng, names, pools, has)
        elif rng.random() < 0.95:
            order[key] = random_play(rng, pools[nth], has)
    return order


def random_options(rng: random.Random) -> Entry:
    """House rules: each one set about half the time."""
    every = {
        "points": rng.choice([100, 500]),
        "water_bonus": rng.choice([0, 1, 7, 50, 51]),
        "free_fences": rng.choice(["excess", "literal", "none"]),
        "last_stands": rng.choice([True, False]),
    }
    return {key: value for key, value in every.items() if rng.random() < 0.5}


def random_case(rng: random.Random) -> Case:
    """A position in which ties of all kinds are common."""
    size = rng.choices([1, rng.randint(2, 9), rng.randint(10, 41)], [1, 85, 14])[0]
    names = rng.sample([*NASTY, *(f"Horse {i}" for i in range(1, 30))], size)
    course = [rng.choice(["plain", *KINDS]) for _ in range(rng.randint(1, 8))]
    fence = rng.randint(1, len(course) + (rng.random() < 0.1))
    fences = rng.choice([1, 2, 2, 2])
    turn = [f for f in range(fence, fence + fences) if f <= len(course)]
    horses = random_points(rng, names)
    pools = [[rng.randrange(13) for _ in range(rng.choice([1, 2, 3, 6]))] for _ in range(2)]
    obedient = rng.random() < 0.3  # nobody strays from the pool, so that all may be equal
    orders: Entry = {}
    for name in names:
        order = random_order(rng, turn, names, pools, horses[name])
        if obedient:
            order = {f: rng.choice(pools[nth]) for nth, f in enumerate(turn)}
        if order and (obedient or rng.random() > 0.07):
            orders[name] = order
    case: Case = {"rules": "haytack", "course": course, "horses": horses, "orders": orders}
    owed = rng.choice([0, 0, 0, 1, 2, 3])
    settings = {"fence": (fence, 1), "fences": (fences, 2), "free": (owed, 0)}
    for key, (value, default) in settings.items():
        if value != default or rng.random() < 0.7:  # a default may go unsaid
            case[key] = value
    if rng.random() < 0.9:
        case["options"] = random_options(rng)
    return case
