"""The standings of a game after a turn: places, scores, and how many each has moved since the turn before."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from gm.core.play import Json, Standing, View
from gm.desk.desk import Desk, Match, state_after
from gm.reports.languages import Speaker
from gm.reports.model import is_printed


@dataclass(frozen=True)
class Ranking:
    desk: Desk
    at: Match

    def told(self, view: View, speaker: Speaker) -> Json:
        """As templates find it: from public views alone; nothing of a field that is too large to be printed."""
        if not self.at.head.turn or not is_printed(len(self.at.seats)):
            return {}
        table = self.at.game.standings(view)
        held = Counter(row.place for row in table.rows)
        if len(held) < 2 and not any(row.score or row.fate for row in table.rows):
            return {}  # nobody is before anybody
        rows = [self._row(row, held[row.place] > 1, speaker) for row in table.rows]
        return {"counts": speaker.say(table.counts), "rows": rows}

    def _row(self, row: Standing, shared: bool, speaker: Speaker) -> Json:
        place, before = row.place, self._before.get(_key(row))
        names, entries, worn = self.at.names, self.at.seats, self.at.silks.get(self.at.seats.get(row.seat, ""))
        return {
            "place": place,
            "shared": shared,
            "moved": before - place if before and place else None,
            "score": row.score,
            "seat": row.seat,
            "horse": speaker.say(entries[row.seat] if row.seat and self.at.game.entry else row.horse),
            "player": speaker.say(names[row.seat]) if row.seat else "",
            "fate": speaker.say(row.fate),
            "silks": worn._asdict() if worn else {},
        }

    @cached_property
    def _before(self) -> dict[tuple[str, str], int]:
        """The places after the turn before; at the start there is none."""
        game, parent = self.at.game, self.at.head.parent
        turn = self.desk.store.turn_at(parent) if parent is not None else None
        if turn is None or not turn.turn or turn.turn == self.at.head.turn:
            return {}
        rows = game.standings(game.public(state_after(game, turn))).rows
        return {_key(row): row.place for row in rows if row.place}


def _key(row: Standing) -> tuple[str, str]:
    return row.seat, row.horse
