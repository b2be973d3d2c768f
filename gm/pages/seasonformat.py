"""What each format of a season has of its own in the season's file."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gm.core.names import did_you_mean, fold
from gm.core.options import Reader, choice, flag, whole
from gm.core.play import Flaw, Raw
from gm.core.problems import GmError
from gm.core.words import sentence, write
from gm.pages.entering import EntryReader
from gm.pages.gamefile import check_name
from gm.season.lots import LONGEST
from gm.season.rollcall import Tables

OWN = {
    "league": ("races", "divisions", "final", "after"),
    "heats": ("heats", "plate", "seeds"),
    "tables": ("rounds", "tables", "draw", "first", "final"),
    "knockout": ("tables", "through", "seeds"),
}
_HEATS = "heats: {of: 20, through: 4, losers: 4}"
MOST_TABLES = 999


class Heat(NamedTuple):
    """One stage: how many ride in a heat, how many of each go on, and how many of the rest."""

    of: int
    through: int
    losers: int = 0


class Divisions(NamedTuple):
    of: int
    up: int = 0
    down: int = 0


class Final(NamedTuple):
    top: int
    choice: bool = False  # the best placed chooses a seat first


class FormatReader(EntryReader):
    """Reads the keys of a format, and gathers everything that is wrong with them."""

    def own(self, format: str) -> dict[str, Any]:
        found: dict[str, Any] = {"final": self._final()} if "final" in OWN[format] else {}
        most = LONGEST - (found.get("final") is not None)  # links of the chain of secrets
        if format == "league":
            found |= self._races(most) | {"divisions": self._divisions(), "after": self._after()}
        elif format == "heats":
            found |= self._heats(most)
        else:
            found["tables"] = self._tables()
        if format == "tables":
            found["rounds"] = self.number(self.fields, "rounds", whole(1, most), None)
            found["by_lot"] = self._word("draw", ("score", "lot"), "score") == "lot"
            found["by_rating"] = self._word("first", ("lot", "rating"), "lot") == "rating"
        if "seeds" in OWN[format]:
            found["by_rating"] = self._word("seeds", ("lot", "rating"), "lot") == "rating"
        if format == "knockout":
            found["through"] = self._through(found["tables"])
        return found

    def number(self, fields: Mapping[str, Raw], key: str, read: Reader, default: int | None) -> int:
        """A whole number; without a default it has to be there."""
        raw = fields.get(key)
        if default is not None and (raw is None or raw == ""):
            return default
        try:
            return int(read(raw))
        except ValueError as wrong:
            self.wrong(sentence("{key} is a whole number", key=key), wrong.args[0], raw)
            return default or 1

    def _word(self, key: str, words: Sequence[str], default: str) -> str:
        raw = self.fields.get(key, default)
        try:
            return str(choice(*words)(raw))
        except ValueError as wrong:
            self.wrong(sentence("{name} cannot be {value}", name=key, value=repr(str(raw)[:40])), wrong.args[0], raw)
            return default

    def _flag(self, key: str) -> bool:
        try:
            return flag(self.fields[key]) if key in self.fields else False
        except ValueError as wrong:
            self.wrong(sentence("{key} is yes or no", key=key), wrong.args[0], self.fields[key])
            return False

    def _piece(self, key: str, raw: Raw, keys: Sequence[str], example: str) -> Mapping[str, Raw]:
        """A map with none but these keys."""
        if not isinstance(raw, Mapping):
            self.wrong(sentence("{key} has names and values", key=key), write(example), raw)
            return {}
        for each in raw:
            if each not in keys:
                hint = did_you_mean(each, keys, sentence("it has {keys}", keys=list(keys)))
                self.wrong(sentence("{key} has no {word}", key=key, word=each), hint, each, Flaw.UNKNOWN)
        return raw

    def _tables(self) -> Tables:
        example, raw = "tables: {best: 4, from: 3, to: 5}", self.fields.get("tables")
        piece = self._piece("tables", raw, ("best", "from", "to"), example)
        best = self.number(piece, "best", whole(2, MOST_TABLES), None) if piece else 2
        least = self.number(piece, "from", whole(2, MOST_TABLES), best)
        most = self.number(piece, "to", whole(2, MOST_TABLES), best)
        if not least <= best <= most:
            self.wrong(sentence("the best size lies between the smallest and the largest"), write(example), raw)
        return Tables(best, least, most)

    def _through(self, tables: Tables) -> int:
        """S18: so many of each table go on that the tables of the next round are full again."""
        through = self.number(self.fields, "through", whole(1, MOST_TABLES), 1)
        if tables.best % through or through == tables.best:
            message = sentence("of a table of {best}, {through} cannot go on", best=tables.best, through=through)
            self.wrong(message, sentence("through has to divide best, and be less"), self.fields.get("through"))
        return through

    def _races(self, most: int) -> dict[str, Any]:
        raw = self.fields.get("races")
        if not isinstance(raw, list):
            return {"rounds": self.number(self.fields, "races", whole(1, most), None)}
        names = [str(each).strip() if isinstance(each, str) else "" for each in raw]
        for name in names:
            try:
                check_name(name)
            except GmError as wrong:
                self.wrong(wrong.message, wrong.hint, raw)
        if len({fold(name) for name in names}) < len(names) or not 1 <= len(names) <= most:
            self.wrong(sentence("races is a number, or a list of games, each once"), write("races: 6"), raw)
        return {"rounds": len(names), "races": tuple(names)}

    def _heats(self, most: int) -> dict[str, Any]:
        raw = self.fields.get("heats")
        stages = [self._stage(each) for each in (raw if isinstance(raw, list) else [raw])]
        if not 1 <= len(stages) < most:
            self.wrong(sentence("heats has one stage at least"), write(_HEATS), raw)
        return {"heats": tuple(stages), "rounds": len(stages) + 1, "plate": self._flag("plate")}

    def _stage(self, raw: Raw) -> Heat:
        piece = self._piece("heats", raw, ("of", "through", "losers"), _HEATS)
        if not piece:
            return Heat(2, 1)
        of = self.number(piece, "of", whole(2), None)
        through, losers = (self.number(piece, key, whole(0), 0) for key in ("through", "losers"))
        if not through + losers > 0 or through > of:
            self.wrong(sentence("some of each heat have to go on, and not more than ride in it"), write(_HEATS), raw)
        return Heat(of, through, losers)

    def _divisions(self) -> Divisions | None:
        raw = self.fields.get("divisions")
        if raw is None or raw == "":
            return None
        piece = self._piece("divisions", raw, ("of", "up", "down"), "divisions: {of: 12, up: 2, down: 2}")
        of = self.number(piece, "of", whole(2), None) if piece else 2
        up, down = (self.number(piece, key, whole(0, of), 0) for key in ("up", "down"))
        if up + down > of:
            self.wrong(sentence("more go up and down than a division has"), "", raw)
        return Divisions(of, up, down)

    def _final(self) -> Final | None:
        raw = self.fields.get("final")
        if raw is None or raw == "":
            return None
        piece = self._piece("final", raw, ("top", "seats"), "final: {top: 4, seats: choice}")
        seats = fold(str(piece.get("seats", "")))
        if seats not in ("", "choice", "drawn"):
            self.wrong(sentence("{key} cannot be {value}", key="seats", value=seats), write("seats: choice"), raw)
        return Final(self.number(piece, "top", whole(2, MOST_TABLES), None) if piece else 2, seats == "choice")

    def _after(self) -> str:
        """The season of the year before; whether there is one is seen when the first race is drawn."""
        raw = self.fields.get("after")
        if raw is None or raw == "":
            return ""
        if not isinstance(raw, str) or fold(raw) == fold(self.path.stem):
            message = sentence("after is the name of last year's season")
            self.wrong(message, write("after: cup-2025"), raw)
            return ""
        return raw.strip()
