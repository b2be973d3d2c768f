"""Who rides in which division of a league (S16)."""

from collections.abc import Mapping, Sequence

from gm.core.play import Json
from gm.pages.seasonfile import Entry, SeasonFile
from gm.season.progress import is_staged
from gm.season.results import Entrant, Player
from gm.season.years import filled
from gm.store.seasons import DrawRow, EntryRow


def divisions_of(
    file: SeasonFile,
    draws: Sequence[DrawRow],
    comings: Sequence[EntryRow],
    entries: Mapping[Player, Entry],
    entrants: Sequence[Entrant],
) -> dict[Player, int]:
    """Where they have ridden, once they have; before, what the file says; latecomers are in the last one.

    Without a season before it, all are newcomers, in order of id, so the order of the file decides nothing. With one,
    the divisions are not known before the first race is drawn, because its secret is not open yet.
    """
    if not file.divisions:
        return dict.fromkeys((each.player for each in entrants), 1)
    said = {who: entry.division for who, entry in entries.items() if entry.division}
    ridden = _ridden(draws)
    if ridden:
        late = {each.player: each.seat_at for each in comings if each.seat_at}
        known = late | said | ridden
    elif file.after:
        known = said | {each.player: 1 for each in entrants if each.player not in said}
    else:
        known = filled(_newcomers(entrants), said, file.divisions.of)
    return {each.player: known.get(each.player, max(known.values(), default=1)) for each in entrants}


def _ridden(draws: Sequence[DrawRow]) -> dict[Player, int]:
    """By the draws as they fell: a final is everybody's, and who changed places by hand did so for one race."""
    return {
        who: table["table"]
        for draw in draws
        if not is_staged(draw.rests_on)
        for table in _tables(draw.answer)
        for who in table["seats"]
    }


def _tables(answer: Json) -> Sequence[Json]:
    found: Sequence[Json] = answer["tables"]
    return found


def _newcomers(entrants: Sequence[Entrant]) -> list[Player]:
    """Those who have not left, by id."""
    return sorted(each.player for each in entrants if each.withdrew is None)
