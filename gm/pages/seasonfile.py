"""A season's file, seasons/NAME.yaml: who plays in it, in which format, and how it counts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from gm import games
from gm.core.game import Game
from gm.core.names import did_you_mean, fold
from gm.core.options import read_options, whole
from gm.core.play import Entrant, Flaw, Json, Raw
from gm.core.problems import GmError, Problem, locate
from gm.core.words import both, either, sentence, write
from gm.pages.files import read_settings, source_lines
from gm.pages.gamefile import check_name
from gm.pages.pastresults import PastTable, read_past
from gm.pages.seasonformat import MOST_TABLES, OWN, Divisions, Final, FormatReader, Heat
from gm.pages.zine import Zine, refuse
from gm.season.rollcall import Tables
from gm.season.settings import Counting

FORMATS = ("league", "heats", "tables", "knockout")
_KEYS = ("season", "title", "game", "played", "entrants", "results", "points", "best", "ties", "late", "deadlines")
_ENTRY = ("player", "lucky_word", "apart", "table", "horse", "division")
_COUNTING = ("points", "best", "ties", "late")
_BY_HAND = "played: at the table"
LONGEST_NAME = 30  # its games are called after it: cup-r12-t100


@dataclass(frozen=True)
class Entry:
    """One who is entered, as the file has it."""

    player: str
    lucky_word: str = ""
    apart: str = ""  # people with the same word are not put together, if it can be helped
    table: int = 0  # of their own, where they never have to move; 0: none
    horse: str = ""
    division: int = 0  # 0: unsaid


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
    after: str = ""  # last year's season, which its divisions follow from
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
            "league": {"divisions": list(self.divisions or ()), "after": self.after},
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


class _Reader(FormatReader):
    """Reads a season's file, and gathers everything that is wrong with it."""

    def file(self, name: str) -> SeasonFile:
        format = self._format()
        self._keys(format)
        game, settings = self._game()
        entrants = self._entrants(game)
        if self.table:  # all that was said so far of entrants belongs to their own file
            refuse(self.remarks, self.table, self.zine.show(self.table))
        found = self.own(format)
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
        known = (*_KEYS, *OWN[format])
        for key in self.fields:
            if key not in known:
                hint = did_you_mean(key, known, sentence("it has {keys}", keys=known))
                self.wrong(
                    sentence("a season of {format} has no {key}", format=format, key=key), hint, key, Flaw.UNKNOWN
                )

    # What is played

    def _game(self) -> tuple[Game[Any, Any] | None, dict[str, Raw]]:
        raw, by_hand = self.fields.get("game"), self.fields.get("played")
        if by_hand is None and isinstance(raw, Mapping) and "played" in raw:  # said there, it means the same
            by_hand, raw = raw["played"], None
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
        table = self.number(row, "table", whole(1, MOST_TABLES), 0)
        division = self.number(row, "division", whole(1, MOST_TABLES), 0)
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


def proposed(game: Game[Any, Any], many: int) -> dict[str, Raw]:
    """What the rules propose for so many, as keys of a game's file."""
    lines = game.propose(many).get("lines", [])[:1]
    return dict(str(line).split(": ", 1) for line in lines)
