"""From one year to the next: a season's file after last year's, and the divisions that follow from its table (S16)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gm.core.names import find, fold
from gm.core.play import Json, Raw
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.seasons import Tournament, open_season
from gm.pages.files import read_settings
from gm.season.results import Player
from gm.season.rollcall import LastYear

_NEW = ("season", "title", "after", "entrants", "results", "deadlines")  # what is not taken as it stands
_PLAIN = re.compile(r"[A-Za-z0-9][\w./-]*([ :][\w./-]+)*")  # a colon only within a word


class NoSuccessor(GmError):
    """A season cannot come after that one"""


def year_before(desk: Desk, name: str, format: str) -> Tournament:
    """Last year's season, which has to be over."""
    at = open_season(desk, name)
    if at.file.format != format:
        values = {"season": at.name, "format": at.file.format}
        hint = sentence("a season comes after one of its own format")
        raise NoSuccessor(sentence("{season} is a season of the format {format}", **values), hint)
    if not at.over:
        hint = sentence("how it stands: gm standings {season}", season=at.name)
        raise NoSuccessor(sentence("{season} is not over yet", season=at.name), hint)
    return at


def last_year(desk: Desk, at: Tournament) -> LastYear | None:
    """What this year's divisions rest on, if they are still to be made; later races keep them."""
    if at.draws or not at.file.divisions or not at.file.after:
        return None
    earlier = year_before(desk, at.file.after, at.file.format)
    tables: dict[int, dict[Player, int]] = {}
    for line in earlier.table:
        tables.setdefault(line.division, {})[line.player] = line.place
    return LastYear(earlier.name, *at.file.divisions, [tables[number] for number in sorted(tables)])


# The new file


@dataclass(frozen=True)
class Carried:
    """What the new season has from last year's."""

    earlier: str
    entered: Mapping[Player, str]  # as they stand in the file
    guests: tuple[Player, ...]  # of these
    left: tuple[Player, ...]  # who is not entered: they had withdrawn, or only stood in
    unknown: tuple[Player, ...]  # nor are those whom the zine does not know


def carried(desk: Desk, at: Tournament) -> Carried:
    """Whoever was in at its end, in the order of its file. Lucky words have to come after the new commitment."""
    listed = [entry.player for entry in at.file.entrants]
    there = [*listed, *(each.player for each in at.entrants if each.player not in listed)]
    left = {each.player for each in at.entrants if each.withdrew is not None}
    known = {player for player in there if find(player, desk.zine.ids)}
    entered = {player: _row(at, player) for player in there if player in known - left}
    return Carried(
        at.name,
        entered,
        tuple(player for player in entered if player in desk.zine.guests),
        tuple(player for player in there if player in known & left),
        tuple(player for player in there if player not in known),
    )


def _row(at: Tournament, player: Player) -> str:
    entry = at.entries.get(player)
    if entry is None:
        return flow(player)
    more = {"horse": entry.horse, "apart": entry.apart, "table": str(entry.table or "")}
    row = {"player": player} | {key: value for key, value in more.items() if value}
    return flow(row) if len(row) > 1 else flow(player)


def settings_of(desk: Desk, at: Tournament, rules: str) -> Iterator[tuple[str, str]]:
    """The other keys of last year's file, as they stand there; races with names of their own were last year's."""
    fields = read_settings(desk.zine.season_file(at.name))
    if not {"game", "played"} & set(fields):
        yield "game", flow({"rules": rules})
    for key, raw in fields.items():
        if key == "races" and isinstance(raw, list):
            yield key, str(len(raw))
        elif key not in _NEW and raw not in (None, ""):
            yield key, flow(raw)


def title_of(at: Tournament, name: str) -> str:
    """Last year's, unless that only tells the season's name."""
    unsaid = (at.name, called(at.name))
    return flow(called(name) if fold(at.file.title) in map(fold, unsaid) else at.file.title)


def called(name: str) -> str:
    return f"The {name.replace('-', ' ').title()}"


def rhythm_of(at: Tournament) -> Json:
    return {"every": at.file.every, "grace": at.file.grace}


def flow(raw: Raw | Any) -> str:
    """A value of a file on one line.

    >>> flow({"best": "4", "ties": ["met", "a: b"]})
    '{best: 4, ties: [met, "a: b"]}'
    """
    if isinstance(raw, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(value)}" for key, value in raw.items()) + "}"
    if isinstance(raw, list):
        return "[" + ", ".join(map(flow, raw)) + "]"
    return str(raw) if _PLAIN.fullmatch(str(raw)) else json.dumps(str(raw), ensure_ascii=False)
