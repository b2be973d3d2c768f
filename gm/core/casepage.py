"""Reading a case page: what every game's cases have in common."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from gm.core.names import did_you_mean, find, fold
from gm.core.options import Reader, read_options
from gm.core.play import Case, Entrant, Flaw, Json, Raw, Remark, S
from gm.core.sections import Gatherer, attempt, read_horse
from gm.core.words import Sentence, sentence, write

T = TypeVar("T")
_TEXTS = ("rules", "ruling", "title", "name", "note", "about", "expect", "seed")  # for people, tests and the dice


def is_whole(raw: Raw) -> bool:
    return isinstance(raw, str) and raw.strip().isascii() and raw.strip().isdigit() and len(raw) < 10


class CaseReader(Gatherer):
    """Reads a case, and gathers everything that is wrong with it."""

    def __init__(self, page: Mapping[str, Raw], keys: Sequence[str]):
        super().__init__()
        self.page = page
        for key in page:
            if key not in keys and key not in _TEXTS:
                self.wrong(sentence("a case has no {key}", key=key), did_you_mean(key, keys), key, Flaw.UNKNOWN)

    def want(self, holds: bool, message: str, key: str, hint: str = "") -> None:
        """Something that a position has to be; what is wrong with it is said of that key."""
        if not holds:
            self.wrong(message, hint, self.page.get(key))

    def each(self, reader: Callable[..., T], raws: Raw, *more: Any) -> tuple[T, ...]:
        """The same for all of a list, or for one thing alone; what is refused is left out."""
        found = [attempt(reader, raw, *more) for raw in (raws if isinstance(raws, list) else [raws])]
        self.remarks += [remark for _, wrong in found for remark in wrong]
        return tuple(value for value, _ in found if value is not None)

    def options(self, kind: type[T]) -> T:
        """The house rules of the case."""
        options, wrong = read_options(kind, self.page.get("options"))
        self.remarks += wrong
        return options

    def once(self, items: Iterable[Any], message: str, key: str, hint: str = "") -> None:
        """None of them may be there twice."""
        every = list(items)
        self.want(len(set(every)) == len(every), message, key, hint)

    def number(self, key: str, default: int) -> int:
        raw = self.page.get(key)
        return default if raw is None else self.whole(key, raw, default)

    def whole(self, what: str, raw: Raw, default: int = 0) -> int:
        if not is_whole(raw):
            self.wrong(sentence("{key} is a whole number", key=what), write(f"{what}: {default}"), raw)
            return default
        return int(raw)

    def map(self, key: str) -> Mapping[str, Raw]:
        return self.mapped(key, self.page.get(key))

    def mapped(self, key: str, raw: Raw) -> Mapping[str, Raw]:
        """What stands there by names, if it does."""
        if raw is None or raw == "":
            return {}
        if not isinstance(raw, Mapping):
            self.wrong(sentence("{key} goes by names", key=key), write(f"{key}: {{name: …}}"), raw)
            return {}
        return raw

    def items(self, key: str) -> list[Raw]:
        raw = self.page.get(key)
        if raw is None or raw == "":
            return []
        return raw if isinstance(raw, list) else [raw]

    def known(self, key: str, names: Sequence[str]) -> dict[str, Any]:
        """A map by names that have to be known, under their proper spelling."""
        found: dict[str, Any] = {}
        for written, value in self.map(key).items():
            name = find(written, names)
            if name is None:
                message = sentence("nobody here is called {name}", name=written)
                self.wrong(message, did_you_mean(written, names), written, Flaw.UNKNOWN)
            elif name in found:
                self.wrong(sentence("{key} is written twice", key=name), sentence("keep one of the two"), written)
            else:
                found[name] = value
        return found


class SeatedReader(CaseReader):
    """The same where players sit in an order: who they are, and what they have ordered."""

    def __init__(self, page: Mapping[str, Raw], keys: Sequence[str], seats: tuple[int, int]):
        super().__init__(page, keys)
        self.seats = self._seated(*seats)

    def _seated(self, fewest: int, most: int) -> list[str]:
        seats = [str(name).strip() for name in self.items("players")]
        many = sentence("a table for {many} players cannot be played", many=len(seats))
        takes = sentence("it takes {fewest} to {most}", fewest=fewest, most=most)
        self.want(fewest <= len(seats) <= most, many, "players", takes)
        self.once(map(fold, seats), sentence("a player sits here twice"), "players", sentence("every name once"))
        return seats

    def case(self, state: S, example: str) -> Case[S] | list[Remark]:
        """That position, and what everybody has ordered, which is written as in the example; or all that is wrong."""
        orders = self.known("orders", self.seats)
        for order in orders.values():
            if not isinstance(order, Mapping):
                self.wrong(sentence("an order has moves"), write(f"{self.seats[0]}: {example}"), order)
        return self.remarks or Case(state, [Entrant(seat, seat) for seat in self.seats], orders)


class TableReader(SeatedReader, Generic[T]):
    """The same for games at a table: its house rules, its horses, whose move it is."""

    keys = ("horses", "players", "next", "moves", "turn", "orders", "options")  # and those of the game

    def __init__(
        self, page: Mapping[str, Raw], own: Sequence[str], kind: type[T], horses: Reader, seats: tuple[int, int]
    ):
        super().__init__(page, (*self.keys, *own), seats)
        self.house = self._with_horses(self.options(kind), horses)
        self.horses: tuple[str, ...] = getattr(self.house, "horses", ())

    def _with_horses(self, options: T, read: Reader) -> T:
        """The house rules with the horses of the page, if it names them."""
        raw = self.page.get("horses")
        try:
            return options if raw is None else replace(options, horses=read(raw))  # type: ignore[type-var]
        except ValueError as wrong:
            self.wrong(sentence("these cannot be the horses"), wrong.args[0], raw)
            return options

    def horse(self, name: Raw) -> int:
        """Which of the horses is meant, counted from 0."""
        return self.read(read_horse, name, self.horses, default=0)

    def seat(self, key: str, default: int = 0) -> int:
        """Where the player sits whom the page names there."""
        raw = self.page.get(key)
        seat = None if raw is None else find(str(raw), self.seats)
        hint = sentence("write {key}: and a player", key=key)
        self.want(raw is None or seat is not None, nobody(raw), key, hint)
        return self.seats.index(seat) if seat else default

    def moving(self) -> Json:
        """Whose move it is, and how many are left on which turn."""
        turn = {"left": self.number("moves", len(self.seats)), "turn": self.number("turn", 1)}
        return {"mover": self.seat("next"), **turn}


def nobody(name: Raw) -> Sentence:
    return sentence("nobody called {name} sits here", name=str(name))
