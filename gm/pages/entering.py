"""What a game's file and a season's have in common: who is entered, their lucky words, and by when."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from gm.core import clock
from gm.core.names import did_you_mean, find
from gm.core.play import Flaw, Raw, Remark
from gm.core.sections import Gatherer
from gm.core.words import sentence, write
from gm.pages.files import read_table
from gm.pages.silks import EXAMPLE
from gm.pages.zine import Zine

_DEADLINES = ("first", "every", "grace")
_LONGEST_WORD = 64  # fair play, point 2


class EntryReader(Gatherer):
    """Reads a file with entrants and deadlines, and gathers everything that is wrong with it."""

    def __init__(self, zine: Zine, path: Path, fields: Mapping[str, Raw]):
        super().__init__()
        self.zine, self.path, self.fields = zine, path, fields
        self.words: dict[str, str] = {}  # lucky words by player
        self.table: Path | None = None  # the CSV file with the entrants, if there is one
        self.grace = ""  # how long orders are in time after each deadline

    def rows(self) -> list[Raw]:
        raw = self.fields.get("entrants")
        if isinstance(raw, str) and raw.strip().endswith(".csv"):
            self.table = self.path.parent / raw.strip()
            return read_table(self.table)
        if isinstance(raw, list) and raw:
            return raw
        self.remarks.append(Remark(sentence("there are no entrants"), sentence("list them under entrants:"), raw))
        return []

    def row_keys(self, row: Mapping[str, Raw], known: tuple[str, ...]) -> None:
        for key in row:
            if key not in known:
                there = sentence("it has {keys}", keys=[each for each in known if each])
                if row.get("silks") and not row[key]:  # what stands after a comma in braces is a key of its own
                    there = sentence("put all of the silks in quotation marks: {example}", example=EXAMPLE)
                message = sentence("an entrant has no {key}", key=key)
                self.remarks.append(Remark(message, did_you_mean(key, known, there), key, Flaw.UNKNOWN))

    def player(self, row: Mapping[str, Raw]) -> str:
        written = row.get("player", "")
        player = find(written, self.zine.ids) if isinstance(written, str) and written else None
        if player is None:
            add = sentence("add the player to players.yaml first")
            name = str(written) if written else sentence("(nobody)")
            message = sentence("there is no player called {name}", name=name)
            hint = did_you_mean(str(written), self.zine.players, add)
            self.remarks.append(Remark(message, hint, written or row, Flaw.UNKNOWN))
            return str(written)
        return player

    def word(self, row: Mapping[str, Raw], player: str) -> None:
        """Fair play, point 3: each player's word once, however many horses they have."""
        word = row.get("lucky_word", "")
        before = self.words.setdefault(player, "")
        if not isinstance(word, str) or len(word) > _LONGEST_WORD or "\n" in word:
            message = sentence("a lucky word is one line of at most {most} letters", most=_LONGEST_WORD)
            self.remarks.append(Remark(message, sentence("shorten it"), word))
        elif before and word and word != before:
            message = sentence("{player} has two lucky words", player=player)
            self.remarks.append(Remark(message, sentence("keep one: the deal takes each player's word once"), word))
        else:
            self.words[player] = str(word) or before

    def deadlines(self) -> tuple[datetime | None, str]:
        raw = self.fields.get("deadlines")
        if raw is None or raw == "":
            return None, ""
        if not isinstance(raw, Mapping):
            hint = write("deadlines: {first: 2026-12-01 20:00, every: 3 weeks}")
            self.remarks.append(Remark(sentence("deadlines has a first and an every"), hint, raw))
            return None, ""
        for key in raw:
            if key not in _DEADLINES:
                known = did_you_mean(key, _DEADLINES, sentence("it has {keys}", keys=_DEADLINES))
                self.remarks.append(Remark(sentence("deadlines has no {key}", key=key), known, key, Flaw.UNKNOWN))
        first, every = raw.get("first"), raw.get("every")
        self.grace = self._span(raw.get("grace"))
        return self._with_grace(self._moment(first)), self._span(every)

    def _with_grace(self, first: datetime | None) -> datetime | None:
        """A turn is due at the end of its days of grace: orders in them are in time."""
        if not first or not self.grace:
            return first
        try:
            return clock.later(first, clock.read_span(self.grace), self.zine.zone)
        except ValueError as wrong:
            message = sentence("{written} is no length of time", written=self.grace)
            self.remarks.append(Remark(message, wrong.args[0], self.fields["deadlines"], Flaw.UNREADABLE))
            return None

    def _moment(self, raw: Raw) -> datetime | None:
        try:
            return None if raw is None else clock.read_when(str(raw), self.zine.zone)
        except ValueError as wrong:
            message = sentence("{written} is no date", written=str(raw))
            self.remarks.append(Remark(message, wrong.args[0], raw, Flaw.UNREADABLE))
            return None

    def _span(self, raw: Raw) -> str:
        try:
            if raw is not None:
                clock.read_span(str(raw))
            return str(raw or "").strip()
        except ValueError as wrong:
            message = sentence("{written} is no length of time", written=str(raw))
            self.remarks.append(Remark(message, wrong.args[0], raw, Flaw.UNREADABLE))
            return ""
