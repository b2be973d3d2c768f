"""A second, plain draw: the whole price is reckoned anew for every swap that is tried. For small fields only."""

import hashlib
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Page = dict[str, Any]
Round = tuple[frozenset[int], ...]


class Stream:
    def __init__(self, seed: str, name: str):
        self.seed, self.name, self.used = seed, name, 0

    def next(self) -> int:
        block, word = divmod(self.used, 8)
        self.used += 1
        digest = hashlib.sha256(f"{self.seed}:{self.name}:{block}".encode()).digest()
        return int.from_bytes(digest[4 * word : 4 * word + 4], "big")

    def below(self, n: int) -> int:
        while (x := self.next()) >= 2**32 - 2**32 % n:
            pass
        return x % n

    def shuffle(self, items: list[Any]) -> list[Any]:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def roll_call(asked: Page) -> Page:
    empty = {"points": "0", "lucky_word": "", "out": 0, "short": 0, "seats": {}, "table": 0, "apart": 0}
    players = {player: empty | told for player, told in asked["players"].items()}
    for told in players.values():
        told["points"] = str(Fraction(told["points"]))
        told["seats"] = {str(seat): count for seat, count in told["seats"].items()}
    best = asked["tables"]["best"]
    call = {"format": "draw 1", "word": "", "met": {}} | asked | {"players": players}
    return call | {"tables": {"best": best, "from": best, "to": best} | asked["tables"]}


def sizes_for(many: int, tables: Page) -> list[int]:
    """Step 3; nothing, if it cannot be done."""
    found = []
    for count in range(1, many + 1):
        low, more = divmod(many, count)
        sizes = [low + 1] * more + [low] * (count - more)
        if all(tables["from"] <= size <= tables["to"] for size in sizes):
            found.append((sum((size - tables["best"]) ** 2 for size in sizes), -count, sizes))
    return min(found)[2] if found else []


class Draw:
    def __init__(self, page: Page):
        self.call = roll_call(page["draw"])
        text = json.dumps(self.call, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        self.seed = hashlib.sha256(f"{page['secret']}\n{text}".encode()).hexdigest()
        everybody = self.call["players"]
        ids = Stream(self.seed, "lots").shuffle(sorted(everybody))
        self.ids = sorted(ids, key=lambda player: -Fraction(everybody[player]["points"]))
        self.of = [everybody[player] for player in self.ids]
        self.n = len(ids)
        self.m = next((m for m in range(self.n, 0, -1) if sizes_for(m, self.call["tables"])), 0)
        self.known: dict[Any, int] = {}

    def met(self, i: int, j: int) -> int:
        low, high = sorted((self.ids[i], self.ids[j]))
        return int(self.call["met"].get(low, {}).get(high, 0))

    def prepare(self) -> None:
        """Steps 3 and 4."""
        self.sizes = sizes_for(self.m, self.call["tables"])
        self.k = max(self.sizes)
        by_turn = sorted(range(self.n), key=lambda i: (self.of[i]["out"], -i))
        self.out = set(by_turn[: self.n - self.m])
        self.left = self.call["rounds"] - self.call["round"] + 1
        everyone = range(self.n)
        fresh = min(sum(i != j and not self.met(i, j) for j in everyone) for i in everyone)
        far = self.call["by"] == "lot" or 3 * self.left * (self.k - 1) > fresh
        self.L = self.left if far else 1
        self.N = self.n + sum(size < self.k for size in self.sizes)
        points = [Fraction(each["points"]) for each in self.of]
        self.h = [sum(p < mine for p in points) - sum(p > mine for p in points) for mine in points]

    def price(self, sheet: list[Round]) -> int:
        key = tuple(sheet)
        if key not in self.known:
            self.known[key] = self.reckon(sheet)
        return self.known[key]

    def reckon(self, sheet: list[Round]) -> int:
        """Step 5."""
        meetings: Counter[tuple[int, int]] = Counter()
        outs: Counter[int] = Counter()
        shorts: Counter[int] = Counter()
        price = 0
        for number, tables in enumerate(sheet):
            for where, table in enumerate(tables):
                people = sorted(each for each in table if each < self.n)
                if where == len(self.sizes):
                    outs.update(people)
                    continue
                if len(people) < len(table):
                    shorts.update(people)
                for i, j in combinations(people, 2):
                    meetings[i, j] += 1
                    price += self.together(i, j, number)
        for (i, j), more in meetings.items():
            price += 10**12 * again(self.met(i, j), more)
        price += sum(10**12 * again(self.of[i]["out"], more) for i, more in outs.items())
        if self.k == self.call["tables"]["best"]:
            price += sum(10**7 * again(self.of[i]["short"], more) for i, more in shorts.items())
        return price

    def together(self, i: int, j: int, number: int) -> int:
        one, other = self.of[i], self.of[j]
        price = 10**15 if one["table"] and other["table"] and one["table"] != other["table"] else 0
        price += 10**9 if one["apart"] and one["apart"] == other["apart"] else 0
        return price + ((self.h[i] - self.h[j]) ** 2 if number == 0 and self.call["by"] == "score" else 0)

    def cut(self, people: list[int], out: list[int]) -> Round:
        tables, begin, chair = [], 0, self.n
        for size in self.sizes:
            table = people[begin : begin + size]
            begin += size
            if size < self.k:
                table = [*table, chair]
                chair += 1
            tables.append(frozenset(table))
        return (*tables, frozenset(out)) if self.n > self.m else tuple(tables)

    def swapped(self, sheet: list[Round], number: int, a: int, b: int) -> list[Round] | None:
        """The sheet with a swap that is possible."""
        tables = sheet[number]
        (x,) = (each for each, table in enumerate(tables) if a in table)
        (y,) = (each for each, table in enumerate(tables) if b in table)
        if x == y or (number == 0 and len(self.sizes) in (x, y)):
            return None
        changed = list(tables)
        changed[x] = tables[x] - {a} | {b}
        changed[y] = tables[y] - {b} | {a}
        if any(sum(each >= self.n for each in changed[where]) > 1 for where in (x, y)):
            return None
        return [*sheet[:number], tuple(changed), *sheet[number + 1 :]]

    def where(self, sheet: list[Round], number: int, a: int) -> tuple[int, int]:
        return number, next(each for each, table in enumerate(sheet[number]) if a in table)

    def settle(self, sheet: list[Round], listed: set[tuple[int, int]]) -> list[Round]:
        """Step 6."""
        while listed:
            first = min(listed)
            listed = listed - {first}
            number, _ = first
            for a in sorted(sheet[number][first[1]]):
                now = self.price(sheet)
                tried = ((self.swapped(sheet, number, a, b), b) for b in range(self.N))
                better = [(self.price(s), b, s) for s, b in tried if s is not None and self.price(s) < now]
                if better:
                    _, b, after = min(better, key=lambda each: each[:2])
                    listed = listed | {first, self.where(sheet, number, b)}
                    sheet = after
                    break
        return sheet

    def start(self, s: int) -> list[Round]:
        stream = Stream(self.seed, f"tables:{s}")
        people = [each for each in range(self.n) if each not in self.out]
        sheet = [self.cut(stream.shuffle(people) if s > 1 else people, sorted(self.out))]
        for _ in range(self.L - 1):
            everybody = stream.shuffle(list(range(self.n)))
            sheet.append(self.cut(everybody[: self.m], everybody[self.m :]))
        sheet = self.settle(sheet, {(r, t) for r, tables in enumerate(sheet) for t in range(len(tables))})
        for _ in range(min(400, 12000 // self.n)):
            if self.price(sheet) == 0:
                break
            kicked, listed = sheet, set()
            for _ in range(2):
                number, a, b = stream.below(self.L), stream.below(self.N), stream.below(self.N)
                after = self.swapped(kicked, number, a, b)
                if after is not None:
                    listed |= {self.where(kicked, number, a), self.where(kicked, number, b)}
                    kicked = after
            kicked = self.settle(kicked, listed)
            if self.price(kicked) <= self.price(sheet):
                sheet = kicked
        return sheet

    def search(self) -> list[Round]:
        """Step 7."""
        found: list[Round] | None = None
        for s in range(1, 13):
            sheet = self.start(s)
            if found is None or self.price(sheet) < self.price(found):
                found = sheet
            if s > 1 and self.price(found) < 10**12:
                break
        assert found is not None
        return found

    def numbered(self, tables: Round) -> dict[int, list[int]]:
        """Step 8."""
        people = sorted(sorted(each for each in table if each < self.n) for table in tables[: len(self.sizes)])
        own = [max(self.of[each]["table"] for each in table) for table in people]
        free = iter(each for each in range(1, 999) if each not in own)
        return {number or next(free): table for number, table in zip(own, people, strict=True)}

    def answer(self) -> Page:
        if not self.m:
            return {"seed": self.seed, "refused": True}
        self.prepare()
        sheet = self.search()
        seats = {
            i: Counter({int(seat): many for seat, many in each["seats"].items()}) for i, each in enumerate(self.of)
        }
        met = Counter({(i, j): self.met(i, j) for i in range(self.n) for j in range(i + 1, self.n)})
        stream = Stream(self.seed, "seats")
        rounds = []
        for number, tables in enumerate(sheet if self.call["by"] == "lot" else sheet[:1]):
            drawn = {at: self.seated(people, seats, stream) for at, people in sorted(self.numbered(tables).items())}
            pairs = [pair for table in drawn.values() for pair in combinations(sorted(table), 2)]
            names = self.ids
            told = {"round": self.call["round"] + number}
            told |= {"tables": [{"table": at, "seats": [names[each] for each in table]} for at, table in drawn.items()]}
            told |= {"out": sorted(names[each] for each in tables[len(self.sizes)]) if self.n > self.m else []}
            told |= {"again": self.named(pair for pair in pairs if met[pair])}
            alike = [(i, j) for i, j in pairs if self.of[i]["apart"] and self.of[i]["apart"] == self.of[j]["apart"]]
            told |= {"apart": self.named(alike)}
            sat = [(each, seat) for table in drawn.values() for seat, each in enumerate(table, 1)]
            told |= {"same_seat": sorted(names[each] for each, seat in sat if seats[each][seat])}
            rounds.append(told)
            met.update(pairs)
            for each, seat in sat:
                seats[each][seat] += 1
        return {"seed": self.seed, "price": self.price(sheet), "rounds": rounds}

    def named(self, pairs: Any) -> list[list[str]]:
        return sorted(sorted((self.ids[i], self.ids[j])) for i, j in pairs)

    def seated(self, people: list[int], seats: Any, stream: Stream) -> list[int]:
        shuffled = stream.shuffle(sorted(people))
        if len(shuffled) > 6:
            return shuffled

        def cost(order: tuple[int, ...]) -> int:
            return sum(seats[shuffled[at]][seat] ** 2 for seat, at in enumerate(order, 1))

        order = min(permutations(range(len(shuffled))), key=cost)  # the first of equals
        return [shuffled[at] for at in order]


def again(before: int, more: int) -> int:
    after = before + more
    return (after * (after - 1) - before * (before - 1)) // 2
