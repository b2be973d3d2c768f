"""Ratings as people and scripts read them: a list for each game's rules, and one player's way from game to game."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from gm.core.play import Json
from gm.reports.languages import ENGLISH
from gm.reports.layout import fit
from gm.reports.render import fill

_PAGES = {"txt": "season/ratings.txt", "html": "season/ratings.html"}
_LISTED = ("rules", "place", "tied", "player", "name", "rating", "settled", "games")
_HISTORY = ("rules", "player", "name", "game", "ended", "place", "tied", "of", "rating", "settled", "change")


def page(
    lists: Sequence[Json], format: str, own_templates: Path | None = None, language: str = ENGLISH, zine: str = ""
) -> str:
    """Text, or HTML that needs no other file; each of these lists, or each player's history in one."""
    text = fill(_PAGES[format], {"lists": lists, "zine": zine}, own_templates, language)
    return fit(text) if format == "txt" else text


def as_csv(lists: Sequence[Json]) -> str:
    """Who is rated how; or, of a player, game after game."""
    if any("history" in each for each in lists):
        return _written(_HISTORY, (_plain(each | step) for each in lists for step in each["history"]))
    return _written(_LISTED, (_plain(each | row) for each in lists for row in each["players"]))


def for_scripts(lists: Sequence[Json]) -> list[Json]:
    return [_dated(each) for each in lists]


def _dated(each: Json) -> Json:
    if "history" not in each:
        return each
    return each | {"history": [step | {"ended": step["ended"].isoformat()} for step in each["history"]]}


def _plain(row: Json) -> Json:
    """A line of CSV: 1 and 0 for yes and no, and a moment that any spreadsheet reads."""
    plain = {key: int(value) if isinstance(value, bool) else value for key, value in row.items()}
    ended = {"ended": row["ended"].isoformat(timespec="seconds")} if "ended" in row else {}
    return plain | ended


def _written(columns: Sequence[str], rows: Iterable[Json]) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
