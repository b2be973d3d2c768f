"""Who is away: as the game master noted it, as the player wrote it in a mail, or as it stands in the players' file."""

from datetime import datetime

from gm.core import clock
from gm.core.names import did_you_mean, find
from gm.core.play import Seat
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, games_of
from gm.store.outbox import Outbox


class NoSuchPlayer(GmError):
    """Nobody of that id is in players.yaml"""


def is_away(desk: Desk, player: Seat) -> bool:
    until = away_until(desk, player)
    return until is not None and until >= desk.now


def away_until(desk: Desk, player: Seat) -> datetime | None:
    """What was noted last counts, until the player's line in the file says something else than it did then."""
    known = desk.zine.players.get(player)
    in_file = known.away if known else ""
    until, instead_of = Outbox(desk.store).away_until(player)
    if until and instead_of == in_file:
        return datetime.fromisoformat(until)
    return clock.read_when(in_file, desk.zine.zone) if in_file else None


def note_absence(desk: Desk, name: str, until: str) -> tuple[Seat, datetime]:
    """A player is away until then; within the caller's transaction."""
    player = find(name, desk.zine.players)
    if player is None:
        raise NoSuchPlayer(
            sentence("there is no player called {name}", name=name), did_you_mean(name, desk.zine.players)
        )
    try:
        moment = clock.read_when(until, desk.zine.zone)
    except ValueError as wrong:
        raise GmError(sentence("{text} is no date", text=until), wrong.args[0]) from None
    Outbox(desk.store).note_absence(player, moment.isoformat(), desk.zine.players[player].away, desk.stamp)
    for game in games_of(desk, player):
        desk.store.note(desk.stamp, "away", game, f"{player} until {moment.isoformat()}")
    desk.deeds.will(sentence("{player} is away until {moment}", player=player, moment=moment))
    return player, moment
