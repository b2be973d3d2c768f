"""A season's file, seasons/NAME.yaml: who plays in it, in which format, and how it counts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from gm import games
from gm.core.game import Game
from gm.core.names import did_you_mean, fold
from gm.core.options import Reader, choice, flag, read_options, whole
from gm.core.play import Entrant, Flaw, Json, Raw
from gm.core.problems import GmError, Problem, locate
from gm.core.words import both, either, sentence, write
from gm.pages.entering import EntryReader
from gm.pages.files import read_settings, source_lines
from gm.pages.gamefile import check_name
from gm.pages.pastresults import PastTable, read_past
from gm.pages.zine import Zine, refuse
from gm.season.lots import LONGEST
from gm.season.rollcall import Tables
from gm.season.settings import Counting

FORMATS = ("league", "heats", "tables", "knockout")
_KEYS = ("season", "title", "game", "played", "entrants", "results", "points", "best", "ties", "late", "deadlines")
_OWN = {
    "league": ("races", "divisions", "final"),
    "heats": ("heats", "plate", "seeds"),
    "tables": ("rounds", "tables", "draw", "first", "final"),
    "knockout": ("tables", "through", "seeds"),
}
_ENTRY = ("player", "lucky_word", "apart", "table", "horse", "division")
_COUNTING = ("points", "best", "ties", "late")
_HEATS = "heats: {of: 20, through: 4, losers: 4}"
_BY_HAND = "played: at the table"
LONGEST_NAME = 30  # its games are called after it: cup-r12-t100
MOST_TABLES = 999


@dataclass(frozen=True)
class Entry:
    """One who is entered, as the file has it."""

    player: str
    lucky_word: str = ""
    apart: str = ""  # people with the same word are not put together, if it can be helped
    table: int = 0  # of their own, where they never have to move; 0: none
    horse: str = ""
    division: int = 0  # 0: unsaid


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


@dataclass(frozen=True)
class SeasonFile:
    name: str
    format: str
    title: str
    text: str
    game: Game[Any, Any] | None  # None: played at the table, and gm only keeps the score
    settings: Mapping[str, Raw]  # what every game's file gets beside rules, title, entrants and deadlines
    entrants: Sequence[Entry]
    counting: Counting
    rounds: int = 0  # that are drawn, without the final; 0: it follows from how many are entered
    races: Sequence[str] = ()  # of a league of games that have names of their own
    tables: Tables | None = None
    by_lot: bool = False
    by_rating: bool = False  # the first round of tables, or the seeds
    first: datetime | None = None
    every: str = ""
    grace: str = ""
    final: Final | None = None
    heats: Sequence[Heat] = ()
    plate: bool = False
    through: int = 1
    divisions: Divisions | None = None
    past: Sequence[PastTable] = ()  # what was played before gm kept the season
    warnings: Sequence[Problem] = field(default_factory=list)

    @property
    def last_round(self) -> int:
        return self.rounds + (self.final is not None)

    @property
    def binding(self) -> Json:
        """What rounds that have been drawn rest on, key by key: it cannot be changed any more once there are some."""
        points = {str(size): list(map(str, each)) for size, each in self.counting.points.lists.items()}
        counting: Json = {"points": points, "best": self.counting.best, "ties": list(self.counting.ties)}
        game: Json = {"game": self.game.name} if self.game else {"played": True}
        format: Json = {
            "league": {"divisions": list(self.divisions or ())},
            "heats": {"heats": list(map(list, self.heats))},
            "knockout": {"through": self.through, "tables": list(self._sizes)},
        }
        own: Json = format.get(self.format, {})
        return {"season": self.format, "late": self.counting.late, **counting, **game, **own}

    @property
    def _sizes(self) -> tuple[int, ...]:
        return (self.tables.best, self.tables.least, self.tables.most) if self.tables else ()


def check_season_name(name: str) -> str:
    """It begins the names of its games, which are those of files too."""
    if len(check_name(name)) > LONGEST_NAME or re.search(r"-r[0-9]+-t[0-9]+$", fold(name)):
        message = sentence("{name} cannot be a season's name: its games are called {name}-r1-t1 and so on", name=name)
        raise GmError(message, sentence("choose one of at most {most} letters", most=LONGEST_NAME))
    return name


def read_season_file(zine: Zine, name: str) -> SeasonFile:
    """The whole file, checked; or every problem in it."""
    path = zine.season_file(check_season_name(name))
    if not path.exists():
        make = sentence("make it with: {command}", command=f"gm new {name} --season tables")
        missing = sentence("there is no file {name}", name=zine.show(path))
        raise GmError(missing, did_you_mean(name, zine.season_files(), make))
    return _Reader(zine, path, read_settings(path, zine.show(path))).file(name)


class _Reader(EntryReader):
    """Reads a season's file, and gathers everything that is wrong with it."""

    def file(self, name: str) -> SeasonFile:
        format = self._format()
        self._keys(format)
        game, settings = self._game()
        entrants = self._entrants(game)
        if self.table:  # all that was said so far of entrants belongs to their own file
            refuse(self.remarks, self.table, self.zine.show(self.table))
        found = self._own(format)
        first, every = self.deadlines()
        title = self.fields.get("title")
        counting, wrong = read_options(Counting, {key: raw for key, raw in self.fields.items() if key in _COUNTING})
        self.remarks += wrong
        if game:
            self._survey(game, settings, self._field(format, found, len(entrants)))
        past = read_past(self, self.zine, self.path.parent, self.fields.get("results"))
        refuse(self.remarks, self.path, self.zine.show(self.path))
        lines = source_lines(self.path)
        warnings = locate(self.remarks, self.zine.show(self.path), lines)
        return SeasonFile(
            name, format, " ".join(str(title).split()) if title else name, "\n".join(lines), game, settings, entrants,
            counting, first=first, every=every, grace=self.grace, past=past, warnings=warnings, **found,
        )  # fmt: skip

    def _format(self) -> str:
        raw = self.fields.get("season")
        word = fold(raw) if isinstance(raw, str) else ""
        if word not in FORMATS:
            unsaid = sentence("{file} does not say which format the season has", file=self.zine.show(self.path))
            raise GmError(unsaid, sentence("write season: and {formats}", formats=either(FORMATS)))
        return word

    def _keys(self, format: str) -> None:
        known = (*_KEYS, *_OWN[format])
        for key in self.fields:
            if key not in known:
                hint = did_you_mean(key, known, sentence("it has {keys}", keys=known))
                self.wrong(
                    sentence("a season of {format} has no {key}", format=format, key=key), hint, key, Flaw.UNKNOWN
                )

    # What is played

    def _game(self) -> tuple[Game[Any, Any] | None, dict[str, Raw]]:
        raw, by_hand = self.fields.get("game"), self.fields.get("played")
        if by_hand is not None:
            if " ".join(fold(str(by_hand)).split()) != "at the table" or raw is not None:
                self.wrong(sentence("a season has a game, or is played at the table"), write(_BY_HAND), by_hand)
            return None, {}
        rules = raw.get("rules") if isinstance(raw, Mapping) else raw
        if not isinstance(rules, str) or not rules.strip():
            hint = write(either((f"game: {{rules: {games.names()[0]}}}", _BY_HAND)))
            if isinstance(self.fields.get("races"), list):  # these games have files of their own
                return None, {}
            self.wrong(sentence("the season does not say what is played"), hint, raw)
            return None, {}
        return self._with_rules(rules, raw if isinstance(raw, Mapping) else {})

    def _with_rules(self, rules: str, raw: Mapping[str, Raw]) -> tuple[Game[Any, Any] | None, dict[str, Raw]]:
        try:
            game = games.load(rules)
        except GmError as unknown:
            self.wrong(unknown.message, unknown.hint, rules, Flaw.UNKNOWN)
            return None, {}
        known = ("rules", "press", "blind", *game.settings)
        for key in raw:
            if key not in known:
                hint = did_you_mean(key, known, sentence("it has {keys}", keys=known))
                self.wrong(sentence("a game's file has no {key}", key=key), hint, key, Flaw.UNKNOWN)
        return game, {key: value for key, value in raw.items() if key != "rules"}

    def _survey(self, game: Game[Any, Any], settings: Mapping[str, Raw], field: Sequence[int]) -> None:
        """What the rules say of such games, for the fields that there can be."""
        told = {str(remark.message) for remark in self.remarks}
        for many in field:
            entered = [Entrant(f"p{number}", f"p{number}") for number in range(1, many + 1)]
            for remark in game.survey(entered, proposed(game, many) | dict(settings)):
                if str(remark.message) not in told:
                    told.add(str(remark.message))
                    self.remarks.append(remark)

    def _field(self, format: str, found: Mapping[str, Any], entered: int) -> list[int]:
        tables = found.get("tables")
        if tables:
            return sorted({tables.least, tables.best, tables.most})
        return [entered] if format == "league" and entered > 1 and not found.get("divisions") else []

    # Who plays

    def _entrants(self, game: Game[Any, Any] | None) -> list[Entry]:
        told = isinstance(self.fields.get("races"), list) or "results" in self.fields
        if not self.fields.get("entrants") and told:
            return []  # whoever rides, or rode
        known = tuple(key for key in _ENTRY if key != "horse" or (game and game.entry))
        rows = self.rows()
        entries = [self._entry(row, known) for row in rows]
        self._once(entries, rows)
        return entries

    def _entry(self, row: Raw, known: tuple[str, ...]) -> Entry:
        row = row if isinstance(row, Mapping) else {"player": row} if isinstance(row, str) else {}
        self.row_keys(row, known)
        player = self.player(row)
        self.word(row, player)
        texts = {key: " ".join(str(row.get(key, "")).split()) for key in ("apart", "horse")}
        table = self._number(row, "table", whole(1, MOST_TABLES), 0)
        division = self._number(row, "division", whole(1, MOST_TABLES), 0)
        return Entry(player, self.words.get(player, ""), fold(texts["apart"]), table, texts["horse"], division)

    def _once(self, entries: Sequence[Entry], rows: Sequence[Raw]) -> None:
        """No player twice, and nobody at the table of somebody else's own."""
        players: set[str] = set()
        tables: dict[int, str] = {}
        for entry, row in zip(entries, rows, strict=True):
            if fold(entry.player) in players:
                message = sentence("the player {player} is entered twice", player=entry.player)
                self.wrong(message, sentence("keep one of the two"), row)
            elif entry.table in tables:
                who = both((tables[entry.table], entry.player))
                self.wrong(
                    sentence("{players} cannot both have table {table}", players=who, table=entry.table), "", row
                )
            players.add(fold(entry.player))
            tables |= {entry.table: entry.player} if entry.table else {}

    # What each format has

    def _own(self, format: str) -> dict[str, Any]:
        found: dict[str, Any] = {"final": self._final()} if "final" in _OWN[format] else {}
        most = LONGEST - (found.get("final") is not None)  # links of the chain of secrets
        if format == "league":
            found |= self._races(most) | {"divisions": self._divisions()}
        elif format == "heats":
            found |= self._heats(most)
        else:
            found["tables"] = self._tables()
        if format == "tables":
            found["rounds"] = self._number(self.fields, "rounds", whole(1, most), None)
            found["by_lot"] = self._word("draw", ("score", "lot"), "score") == "lot"
            found["by_rating"] = self._word("first", ("lot", "rating"), "lot") == "rating"
        if "seeds" in _OWN[format]:
            found["by_rating"] = self._word("seeds", ("lot", "rating"), "lot") == "rating"
        if format == "knockout":
            found["through"] = self._through(found["tables"])
        return found

    def _number(self, fields: Mapping[str, Raw], key: str, read: Reader, default: int | None) -> int:
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
        best = self._number(piece, "best", whole(2, MOST_TABLES), None) if piece else 2
        least = self._number(piece, "from", whole(2, MOST_TABLES), best)
        most = self._number(piece, "to", whole(2, MOST_TABLES), best)
        if not least <= best <= most:
            self.wrong(sentence("the best size lies between the smallest and the largest"), write(example), raw)
        return Tables(best, least, most)

    def _through(self, tables: Tables) -> int:
        """S18: so many of each table go on that the tables of the next round are full again."""
        through = self._number(self.fields, "through", whole(1, MOST_TABLES), 1)
        if tables.best % through or through == tables.best:
            message = sentence("of a table of {best}, {through} cannot go on", best=tables.best, through=through)
            self.wrong(message, sentence("through has to divide best, and be less"), self.fields.get("through"))
        return through

    def _races(self, most: int) -> dict[str, Any]:
        raw = self.fields.get("races")
        if not isinstance(raw, list):
            return {"rounds": self._number(self.fields, "races", whole(1, most), None)}
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
        of = self._number(piece, "of", whole(2), None)
        through, losers = (self._number(piece, key, whole(0), 0) for key in ("through", "losers"))
        if not through + losers > 0 or through > of:
            self.wrong(sentence("some of each heat have to go on, and not more than ride in it"), write(_HEATS), raw)
        return Heat(of, through, losers)

    def _divisions(self) -> Divisions | None:
        raw = self.fields.get("divisions")
        if raw is None or raw == "":
            return None
        piece = self._piece("divisions", raw, ("of", "up", "down"), "divisions: {of: 12, up: 2, down: 2}")
        of = self._number(piece, "of", whole(2), None) if piece else 2
        up, down = (self._number(piece, key, whole(0, of), 0) for key in ("up", "down"))
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
        return Final(self._number(piece, "top", whole(2, MOST_TABLES), None) if piece else 2, seats == "choice")


def proposed(game: Game[Any, Any], many: int) -> dict[str, Raw]:
    """What the rules propose for so many, as keys of a game's file."""
    lines = game.propose(many).get("lines", [])[:1]
    return dict(str(line).split(": ", 1) for line in lines)
