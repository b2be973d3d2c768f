"""A game's file, games/NAME.yaml: who rides what over which course, and by when."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from gm import games
from gm.core.game import Game
from gm.core.names import did_you_mean, find, fold
from gm.core.options import flag
from gm.core.play import Entrant, Flaw, Json, Raw, Refusal, Remark
from gm.core.problems import GmError, Problem, line_of, locate
from gm.core.words import sentence, write
from gm.pages.entering import EntryReader
from gm.pages.files import read_settings, source_lines
from gm.pages.silks import read_silks
from gm.pages.tree import text_at
from gm.pages.zine import Player, Zine, refuse

_KEYS = ("rules", "title", "entrants", "deadlines", "press", "blind")
_NAME = re.compile(r"[^\W_][\w.-]{0,39}")
_TAKEN = re.compile(r"preview|issue-[0-9]+", re.IGNORECASE)  # gm issue writes there
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class GameFile:
    name: str
    game: Game[Any, Any]
    title: str
    text: str
    settings: Mapping[str, Raw]
    entrants: list[Entrant]
    words: dict[str, str]  # lucky words by player
    first: datetime | None
    every: str
    warnings: list[Problem]

    owners: dict[str, Player]  # by seat
    silks: dict[str, Json]  # by seat, of those whose entry gives them

    @property
    def roster(self) -> list[Json]:
        """Who sits where. A seat is called after its first player, whoever sits there later."""
        return [self._row(each, self.owners[each.seat]) for each in self.entrants]

    def _row(self, each: Entrant, owner: Player) -> Json:
        word = self.words[owner.id]
        given = {"silks": self.silks[each.seat]} if each.seat in self.silks else {}
        return {"seat": each.seat, "player": owner.id, "name": owner.name, "entry": each.name, "word": word} | given


class _Entered(NamedTuple):
    entrant: Entrant
    player: str


def check_name(name: str) -> str:
    """A game's name is a file's name too."""
    if not _NAME.fullmatch(name):
        hint = sentence("use letters, digits, dots and dashes: {example}", example="spring-cup")
        raise GmError(sentence("{name} cannot be a game's name", name=repr(name)), hint)
    if _TAKEN.fullmatch(name):
        taken = sentence("{name} cannot be a game's name: issues/{name} is kept for gm issue", name=name)
        raise GmError(taken, sentence("choose another name"))
    return name


def read_game_file(zine: Zine, name: str) -> GameFile:
    """The whole file, checked; or every problem in it."""
    path = zine.game_file(check_name(name))
    if not path.exists():
        make = sentence("make it with: {command}", command=f"gm new {name} --rules {games.names()[0]}")
        missing = sentence("there is no file {name}", name=zine.show(path))
        raise GmError(missing, did_you_mean(name, zine.game_files(), make))
    return read_game_at(zine, name, path)


def read_game_at(zine: Zine, name: str, path: Path) -> GameFile:
    """The same of a file that is not in its place yet."""
    return _Reader(zine, path, read_settings(path, zine.show(path))).file(name)


class _Reader(EntryReader):
    """Reads a game's file, and gathers everything that is wrong with it."""

    def __init__(self, zine: Zine, path: Path, fields: Mapping[str, Raw]):
        super().__init__(zine, path, fields)
        self.silks: dict[str, Json] = {}  # by seat

    def file(self, name: str) -> GameFile:
        game = self._game()
        field = self._field(game)
        entrants = [each.entrant for each in field]
        if self.table:  # all that was said so far is of entrants, and belongs to their own file
            refuse(self.remarks, self.table, self.zine.show(self.table))
        self._keys(game)
        first, every = self.deadlines()
        settings = {key: self.fields[key] for key in (*game.settings, "press") if key in self.fields} | self._blind()
        settings |= {"grace": self.grace} if self.grace else {}
        if fold(str(settings.get("press", "any"))) not in ("any", "signed"):
            message = sentence("press is any (under any name) or signed")
            self.remarks.append(Remark(message, write("press: signed"), settings["press"]))
        self.remarks += game.survey(entrants, settings)
        refuse(self.remarks, self.path, self.zine.show(self.path))
        lines = source_lines(self.path)
        title = self.fields.get("title")
        return GameFile(
            name, game, " ".join(str(title).split()) if title else name, "\n".join(lines), settings,
            entrants, self.words, first, every, locate(self.remarks, self.zine.show(self.path), lines),
            {each.entrant.seat: self.zine.players[each.player] for each in field}, self.silks,
        )  # fmt: skip

    def _blind(self) -> dict[str, Raw]:
        """Are orders sealed until they are played? The zine may say so for all its games."""
        try:
            blind = flag(self.fields["blind"]) if "blind" in self.fields else self.zine.blind
        except ValueError as wrong:
            self.remarks.append(Remark(sentence("blind is true or false"), wrong.args[0], self.fields["blind"]))
            return {}
        return {"blind": "true"} if blind else {}

    def _game(self) -> Game[Any, Any]:
        rules = self.fields.get("rules")
        if not isinstance(rules, str) or not rules.strip():
            unsaid = sentence("{file} does not say by which rules", file=self.zine.show(self.path))
            raise GmError(unsaid, write(f"rules: {games.names()[0]}"))
        return games.load(rules)

    def _keys(self, game: Game[Any, Any]) -> None:
        known = (*_KEYS, *game.settings)
        for key in self.fields:
            if key not in known:
                hint = did_you_mean(key, known, sentence("it has {keys}", keys=known))
                self.remarks.append(Remark(sentence("a game's file has no {key}", key=key), hint, key, Flaw.UNKNOWN))

    def _field(self, game: Game[Any, Any]) -> list[_Entered]:
        field: list[_Entered] = []
        seats: set[str] = set()
        names: set[str] = set()
        for row in self.rows():
            if not isinstance(row, Mapping):
                row = {"player": row} if isinstance(row, str) else {}
            self.row_keys(row, ("player", game.entry, "lucky_word", *(["silks"] if game.entry else [])))
            player = self.player(row)
            name = self._entry(game, row, player)
            self._unique(game, seats, names, Entrant(player, name), row)
            seat = self._seat(player, seats)
            field.append(_Entered(Entrant(seat, name), player))
            seats.add(fold(seat))
            names.add(fold(name))
            self.word(row, player)
            self._silks(row, seat)
        if game.entry:
            self._confusable([each.entrant for each in field], game.entry)
        if game.several and len(field) > 1 and len({fold(each.player) for each in field}) == 1:
            message = sentence("the player {player} is entered twice, and nobody else is", player=field[0].player)
            self.remarks.append(Remark(message, sentence("it takes two players at least"), field[1].entrant.name))
        return field

    def _seat(self, player: str, taken: set[str]) -> str:
        """The player's own id; for a second horse of theirs alice.2, or the next that is nobody's id."""
        if fold(player) not in taken:
            return player
        more = (f"{player}.{number}" for number in count(2))
        return next(each for each in more if fold(each) not in taken and find(each, self.zine.ids) is None)

    def _entry(self, game: Game[Any, Any], row: Mapping[str, Raw], player: str) -> str:
        if not game.entry:
            return player
        name = row.get(game.entry, "")
        text = text_at(" ".join(name.split()) if isinstance(name, str) else "", line_of(name))
        if not text or len(text) > _LONGEST_NAME or not text.isprintable():
            unusable = sentence("the name {name} cannot be used", name=text[:50])
            message = unusable if text else sentence("{player} enters no {entry}", player=player, entry=game.entry)
            hint = sentence("write {key}: and a name of at most {most} letters", key=game.entry, most=_LONGEST_NAME)
            self.remarks.append(Remark(message, hint, name or row.get("player")))
        return text

    def _unique(self, game: Game[Any, Any], seats: set[str], names: set[str], new: Entrant, row: Raw) -> None:
        """No name twice, compared without case with those before; and no player, unless the game has owners."""
        entry = game.entry
        if fold(new.seat) in seats and not game.several:
            message = sentence("the player {player} is entered twice", player=new.seat)
            self.remarks.append(Remark(message, sentence("keep one of the two"), row))
        if entry and new.name and fold(new.name) in names:
            message = sentence("the {entry} {name} is entered twice", entry=entry, name=new.name)
            self.remarks.append(Remark(message, sentence("every name once, whatever its case"), row))

    def _confusable(self, entrants: list[Entrant], entry: str) -> None:
        """A page may be signed by either name, so neither may be somebody else's."""
        seats = Counter(fold(each.seat) for each in entrants)
        for each in entrants:
            if seats[fold(each.name)] > (fold(each.name) == fold(each.seat)):
                message = sentence("the {entry} {name} is called like another player", entry=entry, name=each.name)
                self.remarks.append(Remark(message, sentence("choose another name"), each.name))

    def _silks(self, row: Mapping[str, Raw], seat: str) -> None:
        if not row.get("silks"):  # an empty column of a table
            return
        try:
            self.silks[seat] = read_silks(row["silks"])._asdict()
        except Refusal as refused:
            self.remarks.append(refused.remark)
