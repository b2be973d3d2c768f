"""Results of rounds that were played before gm kept the season: a CSV file, a line for each player and round."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from gm.core.casepage import is_whole
from gm.core.names import did_you_mean, find
from gm.core.play import Flaw, Json, Raw
from gm.core.sections import Gatherer
from gm.core.words import sentence, write
from gm.pages.files import read_table
from gm.pages.zine import Zine, refuse
from gm.season.lots import LONGEST
from gm.season.results import What
from gm.season.settings import read_fraction

_COLUMNS = ("round", "table", "player", "place", "score")
_UNPLAYED = (str(What.NO_SHOW), str(What.WALK_OVER))
_HEAD = "round,table,player,place,score"


class PastTable(NamedTuple):
    """How one table ended, as if it had been keyed."""

    round: int
    number: int
    result: Json


def read_past(gatherer: Gatherer, zine: Zine, folder: Path, raw: Raw) -> list[PastTable]:
    """The results that a season's file names, if it names any."""
    if raw is None or raw == "":
        return []
    if not isinstance(raw, str) or not raw.strip().endswith(".csv"):
        gatherer.wrong(sentence("results is a CSV file beside this one"), write("results: winter.csv"), raw)
        return []
    return read_results(zine, folder / raw.strip())


def read_results(zine: Zine, path: Path) -> list[PastTable]:
    """Every table of the file; or every problem in it."""
    reader = _Reader(zine)
    rows = read_table(path, zine.show(path))
    for row in rows:
        reader.row(row if isinstance(row, Mapping) else {})
    if not rows:
        reader.wrong(sentence("there are no results"), write(_HEAD), None)
    reader.check()
    refuse(reader.remarks, path, zine.show(path))
    return [PastTable(*place, result) for place, result in sorted(reader.tables.items())]


class _Reader(Gatherer):
    def __init__(self, zine: Zine):
        super().__init__()
        self.zine, self.there = zine, set[tuple[int, str]]()
        self.tables: dict[tuple[int, int], Json] = {}

    def row(self, row: Mapping[str, Raw]) -> None:
        for key in row:
            if key not in _COLUMNS:
                self.wrong(sentence("results have no {key}", key=key), did_you_mean(key, _COLUMNS), key, Flaw.UNKNOWN)
        round, table = self._number(row, "round", LONGEST), self._number(row, "table", 999)
        player, place = self._player(row), self._place(row)
        if (round, player) in self.there:
            message = sentence("{player} is in two places in round {round}", player=player, round=round)
            self.wrong(message, sentence("one game a round, or sitting out"), row.get("player"))
        self.there.add((round, player))
        result = self.tables.setdefault((round, table), {"places": {}, "scores": {}})
        result["places"][player] = place
        if "score" in row and isinstance(place, int):
            result["scores"][player] = self._score(row["score"])

    def _number(self, row: Mapping[str, Raw], key: str, most: int) -> int:
        raw = row.get(key, "1" if key == "table" else "")
        if not is_whole(raw) or not 1 <= int(str(raw)) <= most:
            self.wrong(sentence("{key} is a whole number", key=key), write(_HEAD), raw or row)
            return 1
        return int(str(raw))

    def _player(self, row: Mapping[str, Raw]) -> str:
        """As players.yaml has them; who has left long ago goes by what is written."""
        written = " ".join(str(row.get("player", "")).split())
        if not written:
            self.wrong(sentence("a result is somebody's"), write(_HEAD), row)
        names = {player.name: id for id, player in self.zine.players.items()}
        found = find(written, [*self.zine.players, *names])
        return names.get(found, found) if found else written

    def _place(self, row: Mapping[str, Raw]) -> int | str:
        raw = str(row.get("place", "")).strip().casefold()
        if raw in _UNPLAYED:
            return raw
        if not is_whole(raw) or not int(raw):
            hint = sentence("write 1 for the best, 2 for the next, or no-show, or walk-over")
            self.wrong(sentence("{given} is no place", given=raw or "…"), hint, row.get("place", row))
            return 1
        return int(raw)

    def _score(self, raw: Raw) -> str:
        try:
            return str(read_fraction(raw))
        except ValueError as wrong:
            self.wrong(sentence("{given} is no number of points", given=str(raw)), wrong.args[0], raw)
            return "0"

    def check(self) -> None:
        """S9: a walk-over is for one, and nobody else has a place."""
        for (round, table), result in self.tables.items():
            places = list(result["places"].values())
            if places.count(_UNPLAYED[1]) and (len(places) - places.count(_UNPLAYED[0])) > 1:
                message = sentence("a walk-over is for one, and nobody else has a place")
                where = sentence("round {round}, table {table}", round=round, table=table)
                self.wrong(message, where, _UNPLAYED[1])
