"""The desk: one zine, its database, and the time; and a game as it stands on it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm import games
from gm.core import codec
from gm.core.columns import column
from gm.core.deeds import Deeds
from gm.core.dice import Dice
from gm.core.each import Each
from gm.core.game import Game
from gm.core.names import find, fold, folds
from gm.core.play import Decision, Json, Seat
from gm.core.problems import GmError
from gm.core.silks import Silks, kept, worn
from gm.core.words import sentence
from gm.desk.manygames import ManyGames
from gm.desk.seating import retired, seated, told
from gm.pages.zine import Zine, find_zine, read_zine
from gm.store.database import COPY, Damaged, GameRow, Store, TurnRow
from gm.store.people import Change, People
from gm.store.roster import by_seat, seat_of, seats_of
from gm.store.seasons import Seasons

if TYPE_CHECKING:
    from gm.pages.vocabulary import Words

LEEWAY = timedelta(seconds=10)  # clocks are put right by less than that all the time


class WhichGame(GmError):
    """Several games are running, and none was named"""


@dataclass(frozen=True, slots=True)
class Desk:
    """A zine that is open for one command: its files, its database, and what time it is."""

    zine: Zine
    store: Store
    now: datetime
    started: datetime | None = None  # when the command was, by the clock on the wall

    @property
    def deeds(self) -> Deeds:
        """What has been done so far; whoever writes names it, so that what is said of a failure is true."""
        return self.store.deeds

    @property
    def stamp(self) -> str:
        return stamp_of(self.now)


@lru_cache(16)  # all that a command stores, it stores at one moment
def stamp_of(moment: datetime) -> str:
    """A moment as it is stored: of two, the later one is the greater text."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


@contextmanager
def open_desk(
    folder: Path,
    now: datetime,
    create: bool = False,
    deeds: Deeds | None = None,
    started: datetime | None = None,
    anew: bool = False,
) -> Iterator[Desk]:
    """The desk of the zine that this folder is in; `anew` even if there was a database once, and it is gone."""
    zine = read_zine(find_zine(folder))
    if not anew and (not zine.database.exists() or not zine.database.stat().st_size):
        from gm.desk.backups import refuse_gone

        refuse_gone(zine)
    store = Store.open(zine.database, create, lambda: _keep_before_migrating(zine, now))
    store.deeds = store.deeds if deeds is None else deeds
    try:
        known = replace(zine, moved=People(store).moved(), guests=Seasons(store).guests())
        yield Desk(known, store, now, started)
    finally:
        store.close()


def _keep_before_migrating(zine: Zine, now: datetime) -> Callable[[], None]:
    from gm.desk.backups import MIGRATION, keep

    return keep(zine, now, MIGRATION)


@dataclass(frozen=True)
class Match:
    """One game after its last turn."""

    row: GameRow
    game: Game[Any, Any]
    head: TurnRow
    state: Any
    changes: Sequence[Change] = ()  # of its people, as far as they hold

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def turn(self) -> int:
        """The turn that is open."""
        return self.head.turn + 1

    @cached_property
    def over(self) -> bool:
        return self.closed is not None or self.ended

    @cached_property
    def ended(self) -> bool:
        """Has it come to its end by its rules?"""
        return not self.game.pending(self.state)

    @property
    def closed(self) -> str | None:
        """Why it was given up; None if it was not."""
        return self.head.inputs.get("closed")

    @property
    def blind(self) -> bool:
        """Does the game master play, too? Then nothing says what is ordered before it is played."""
        return "blind" in self.row.settings

    @property
    def dice(self) -> Dice:
        return Dice(self.row.seed)

    @cached_property
    def rows(self) -> Mapping[Seat, Json]:
        """The roster by seat, in its order, with whoever sits there by now."""
        return seated(by_seat(self.row.roster), self.changes)

    @cached_property
    def retired(self) -> list[Seat]:
        """Seats that were left, and that nobody took over."""
        return retired(self.changes)

    @cached_property
    def seats(self) -> Mapping[Seat, str]:
        """Every seat and what was entered for it."""
        return self._told("entry")

    @cached_property
    def silks(self) -> Mapping[str, Silks]:
        """What runs in which colours, by its name; nothing where players sit there in person."""
        entered = dict(zip(self.seats.values(), self.seats, strict=True)) if self.game.entry else {}
        return worn(Each(entered, lambda _, seat: kept(self.rows[seat].get("silks"))))

    @cached_property
    def players(self) -> Mapping[Seat, str]:
        """Who sits there."""
        return self._told("player")

    @cached_property
    def seats_of(self) -> Mapping[str, Sequence[Seat]]:
        """The seats of each player, in their order."""
        found: dict[str, list[Seat]] = {}
        for seat, player in self.players.items():
            found.setdefault(player, []).append(seat)
        return found

    @cached_property
    def names(self) -> Mapping[Seat, str]:
        """Their names."""
        return self._told("name")

    def _told(self, key: str) -> dict[Seat, str]:
        """One thing of every row: of a large field no row is made for it, but of those who came later."""
        first = dict(zip(seats_of(self.row.roster), column(self.row.roster, key), strict=True))
        first |= {seat: self.rows[seat][key] for seat in {each.seat for each in self.changes} if seat in first}
        return first

    def moved_on(self, row: GameRow, head: TurnRow, state: Any) -> "Match":
        """After a turn more; who sits where need not be found out again."""
        after = replace(self, row=row, head=head, state=state)
        vars(after).update({each: vars(self)[each] for each in ("rows", "seats", "players") if each in vars(self)})
        return after

    def told_of_people(self) -> list[str]:
        """Who took over a seat, or left: a sentence each."""
        return told({seat_of(each): each for each in self.row.roster}, self.changes) if self.changes else []

    def sat_when(self, seat: Seat, moment: datetime) -> str:
        """The name of whoever sat there at that moment."""
        by_then = [each for each in self.changes if datetime.fromisoformat(each.at) < moment]
        roster = {seat_of(each): each for each in self.row.roster if seat_of(each) == seat}
        return str(seated(roster, by_then)[seat]["name"])

    @cached_property
    def _called(self) -> dict[str, Seat]:
        """Seats by any name that a page may bear: what was entered, before that the player or the seat itself."""
        known = folds([*self.players.values(), *self.seats])
        players = {known[player]: seat for seat, player in reversed([*self.players.items()])}
        return self._entered | players | {known[seat]: seat for seat in self.seats}

    @cached_property
    def _entered(self) -> dict[str, Seat]:
        known = folds(self.seats.values())
        return {known[entry]: seat for seat, entry in reversed([*self.seats.items()])}

    @cached_property
    def words(self) -> "Words":
        """What a page may say in other languages, and whose names are left as they are."""
        from gm.pages.vocabulary import Words

        seat = next(iter(self.seats), "")
        names = chain(self.seats, self.seats.values(), self.game.facts(self.state, seat).names)
        return Words.of(self.game, self.state, names)

    def seat_called(self, name: str) -> Seat | None:
        """A seat by its id or the player's, or by the name of what was entered."""
        return name if name in self.seats else self._called.get(fold(name))  # most write their own id as it is

    def seat_that_entered(self, name: str) -> Seat | None:
        return self._entered.get(fold(name))

    def comes(self, turn: int) -> bool:
        """Will anybody owe something on that turn, as things stand? Every page of it asks."""
        if turn not in self._turns:
            self._turns[turn] = any(self.game.agenda(self.state, seat, turn) for seat in self.seats)
        return self._turns[turn]

    @cached_property
    def _turns(self) -> dict[int, bool]:
        return {}

    def awaited(self) -> list[Seat]:
        """Who owes something this turn."""
        return list(self.owed())

    def owed(self) -> Mapping[Seat, Sequence[Decision]]:
        """What everybody owes this turn who owes something."""
        left = {*self.retired}
        asked = [seat for seat in self.seats if seat not in left] if left else self.seats
        return self.game.owing(self.state, asked if not self.over else (), self.turn)

    def owes(self, seat: Seat) -> bool:
        asked = not self.over and seat not in self.retired
        return asked and bool(self.game.agenda(self.state, seat, self.turn))


def match_of(desk: Desk, name: str) -> Match:
    row = desk.store.game(name)
    return match_with(desk, row, desk.store.turn_at(row.head))


def games_of(desk: Desk, player: str) -> list[str]:
    """Those that go on, and in which they have a seat."""
    found = (match_of(desk, name) for name in desk.store.games())
    return [at.name for at in found if not at.over and player in at.players.values()]


def match_after(desk: Desk, name: str, turn: int) -> Match:
    """The game as it stood after that turn."""
    row = desk.store.game(name)
    return match_with(desk, row, desk.store.turn(row, turn))


def match_with(desk: Desk, row: GameRow, head: TurnRow) -> Match:
    """The game as it stood after any version of any turn."""
    game = games.load(row.rules)
    changes = [each for each in People(desk.store).changes(row.name) if head.id == row.head or each.turn <= head.turn]
    return Match(row, game, head, state_after(game, head), changes)


def state_after(game: Game[Any, Any], turn: TurnRow) -> Any:
    """The position after a turn, as these rules read it."""
    try:
        position = turn.position
        if turn.version != game.version:
            position = game.upgrade(codec.row_by_row(position), turn.version)
        return codec.load(game.state, position)
    except (KeyError, TypeError, ValueError, AttributeError):
        unreadable = sentence("the position of {game} cannot be read", game=turn.game)
        raise Damaged(unreadable, COPY) from None


def the_game(desk: Desk, name: str | None) -> str:
    """The game that is meant, where it was left out; a season's name stands for many, and whoever asked knows of it."""
    if name:
        _refuse_season(desk, name)
        return desk.store.known(name)
    started = desk.store.games()
    if len(started) == 1:
        return started[0]
    if not started:
        raise WhichGame(sentence("no game has been started in this zine"), sentence("start one with: gm start GAME"))
    raise WhichGame(sentence("say which game"), sentence("there are {games}", games=started))


def season_called(desk: Desk, name: str | None) -> str | None:
    """The season of that name, if that is what it is; games and seasons share one list of names."""
    seasons = Seasons(desk.store).names() if name else []
    return find(name, seasons) if name and seasons and not find(name, desk.store.games()) else None


def _refuse_season(desk: Desk, name: str) -> None:
    if season := season_called(desk, name):
        games = [each.game for each in Seasons(desk.store).games_of(season)]
        none = sentence("draw a round: gm draw {season}", season=season)
        hint = sentence("there are {games}", games=games) if games else none
        raise ManyGames(sentence("{season} is a season; say which of its games", season=season), hint).of(season, games)


def deadline(desk: Desk, name: str, turn: int) -> datetime | None:
    at = desk.store.deadline(name, turn)
    return datetime.fromisoformat(at).astimezone(desk.zine.zone) if at else None


def behind(desk: Desk) -> datetime | None:
    """If the clock is earlier than the last thing stored: when that was."""
    from gm.store.witness import Witness

    last = Witness(desk.store).last_stored()
    if not last or desk.stamp >= last:
        return None
    moment = datetime.fromisoformat(last).astimezone(desk.zine.zone)
    return moment if moment - desk.now > LEEWAY else None


def file_has_changed(desk: Desk, name: str) -> bool:
    """Has somebody edited the game's file since the start? What counts is the database."""
    from gm.pages.files import source_lines

    path = desk.zine.game_file(name)
    try:
        return "\n".join(source_lines(path)) != desk.store.file_of(name)
    except OSError:
        return False
