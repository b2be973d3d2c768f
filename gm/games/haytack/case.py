"""A position on one page: for rules questions, and for the tests that answer them."""

from collections.abc import Mapping
from typing import Any

from gm.games.haytack.course import read_course
from gm.games.haytack.options import read_options
from gm.games.haytack.race import Horse, Race
from gm.names import did_you_mean, find, fold
from gm.play import Case, Entrant, Flaw, Raw, Remark

_TEXTS = ("ruling", "title", "name", "note", "about", "expect")  # for people, and for tests
_KEYS = ("rules", "course", "fence", "fences", "free", "turn", "horses", "fallen", "orders", "standing",
         "last", "options", "players")  # fmt: skip


class _Reader:
    """Reads a case, and gathers everything that is wrong with it."""

    def __init__(self, page: Mapping[str, Raw]):
        self.page = page
        self.remarks: list[Remark] = []

    def wrong(self, message: str, hint: str = "", about: Raw = None, flaw: Flaw = Flaw.NOT_ALLOWED) -> None:
        self.remarks.append(Remark(message, hint, about, flaw))

    def number(self, key: str, default: int, raw: Raw = None) -> int:
        raw = self.page.get(key) if raw is None else raw
        if raw is None:
            return default
        if not _whole(raw):
            self.wrong(f"{key} is a whole number", f"write {key}: {default}", raw)
            return default
        return int(raw)

    def map(self, key: str) -> Mapping[str, Raw]:
        raw = self.page.get(key)
        if raw is None or raw == "":
            return {}
        if not isinstance(raw, Mapping):
            self.wrong(f"{key} goes by the names of horses", f"write {key}: {{Red Rum: …}}", raw)
            return {}
        return raw

    def keys(self) -> None:
        for key in self.page:
            if key not in _KEYS and key not in _TEXTS:
                self.wrong(f"a case has no {key}", did_you_mean(key, _KEYS), key, Flaw.UNKNOWN)

    def known(self, key: str, horses: Mapping[str, Any]) -> dict[str, Raw]:
        """A map by horses' names, under their proper spelling."""
        found: dict[str, Raw] = {}
        for name, value in self.map(key).items():
            horse = find(name, horses)
            if horse is None:
                self.wrong(f"no horse here is called {name}", did_you_mean(name, horses), name, Flaw.UNKNOWN)
            elif horse in found:
                self.wrong(f"{horse} is written twice", "keep one of the two", name)
            else:
                found[horse] = value
        return found

    def horses(self) -> list[Horse]:
        running, fallen, players = self.map("horses"), self.map("fallen"), self.map("players")
        horses = [
            Horse(str(name), str(players.get(name, name)), self.number("points", 0, raw))
            for name, raw in running.items()
        ]
        horses += [
            Horse(str(name), str(players.get(name, name)), 0, out_at=max(1, self.number("fallen", 1, raw)))
            for name, raw in fallen.items()
        ]
        folded = [fold(horse.name) for horse in horses]
        for horse in horses:
            if folded.count(fold(horse.name)) > 1:  # H1
                self.wrong(f"{horse.name} is entered twice", "every name once, whatever its case")
        if not horses:
            self.wrong("a case needs horses", "write horses: {Red Rum: 100, Crisp: 98}")
        return horses

    def last(self, horse: Horse, numbers: Raw) -> tuple[int, ...]:
        if not isinstance(numbers, list) or not all(_whole(number) for number in numbers):
            self.wrong(f"last is a list of what {horse.name} played", "write last: {Red Rum: [12, 7]}", numbers)
            return ()
        return tuple(int(number) for number in numbers)


def _whole(raw: Raw) -> bool:
    return isinstance(raw, str) and raw.strip().isascii() and raw.strip().isdigit() and len(raw) < 10


def read_case(page: Mapping[str, Raw]) -> Case[Race] | list[Remark]:
    reader = _Reader(page)
    reader.keys()
    course, wrong = read_course(page.get("course"))
    options, odd = read_options(page.get("options"))
    horses = reader.horses()
    names = {horse.name: horse for horse in horses}
    last = reader.known("last", names)
    fence = reader.number("fence", 1)
    race = Race(
        course,
        options,
        tuple(_with_last(horse, reader, last) for horse in horses),
        turn=reader.number("turn", 1),
        fence=fence,
        until=min(fence + reader.number("fences", 2) - 1, len(course)),
        free=reader.number("free", 0),
    )
    if fence < 1:
        reader.wrong("fences are numbered from 1", "write fence: 1", page.get("fence"))
    orders, standing = reader.known("orders", names), reader.known("standing", names)
    parts = {horse.seat: _part(orders.get(horse.name), standing.get(horse.name)) for horse in horses}
    remarks = [*reader.remarks, *wrong, *odd]
    return remarks or Case(race, [Entrant(horse.seat, horse.name) for horse in horses], parts)


def _with_last(horse: Horse, reader: _Reader, last: Mapping[str, Raw]) -> Horse:
    if horse.name not in last:
        return horse
    return Horse(horse.name, horse.seat, horse.points, horse.out_at, last=reader.last(horse, last[horse.name]))


def _part(orders: Raw, standing: Raw) -> dict[str, Raw]:
    part = {"orders": orders, "standing": standing}
    return {key: value for key, value in part.items() if value is not None}
