"""A season as it stands now: its file, who is in it, what was drawn, and the games and rulings that its table is of.

Whoever tells or draws anything of a season asks `open_season`, and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from gm.core.names import find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, WhichGame, match_of
from gm.desk.divisions import divisions_of
from gm.pages.seasonfile import Entry, SeasonFile, read_season_file
from gm.reports.model import view_of
from gm.season.lots import LONGEST, link
from gm.season.progress import ends, final_of, is_staged
from gm.season.results import Entrant, Played, Player, Season, What
from gm.season.standings import Line, standings
from gm.store.seasons import DrawRow, EntryRow, ResultRow, RulingRow, SeasonRow, Seasons

Place = tuple[int, int]  # a round, and a table


@dataclass(frozen=True)
class Round:
    """Who sits where in a round, with all that was changed by hand since it was drawn."""

    number: int
    tables: Mapping[int, Sequence[Player]]  # by number, in order of seat; those that are played
    out: Sequence[Player] = ()
    byes: Sequence[Player] = ()  # who goes on unplayed
    plate: int = 0  # the table of those who do not go on, if they ride one


class Running(NamedTuple):
    """A table of which the end is not known yet."""

    round: int
    number: int
    game: str | None  # None: it is played at the table, and its result has not been keyed


@dataclass(frozen=True)
class Tournament:
    name: str
    file: SeasonFile
    row: SeasonRow
    entries: Mapping[Player, Entry]  # of all who were ever entered: lucky word, apart, table, horse
    entrants: Sequence[Entrant]
    draws: Sequence[DrawRow]
    rounds: Mapping[int, Round]  # as far as they are drawn
    names: Mapping[Player, str]
    season: Season
    running: Sequence[Running]
    games: Mapping[Place, str]  # those that gm runs, by round and table
    comings: Sequence[EntryRow]  # and goings, in their order
    void: frozenset[Place] = frozenset()  # tables that never were

    @cached_property
    def table(self) -> list[Line]:
        return standings(self.season)

    @property
    def next_round(self) -> int:
        """The first that is neither drawn, nor a race that has been started, nor played before gm kept the season."""
        begun = (number for number, _ in self.games)
        return max((*self.rounds, *begun, *(each.round for each in self.file.past)), default=0) + 1

    @property
    def all_drawn(self) -> bool:
        """Does no round come after those that are drawn? A bracket ends when one table is left."""
        if self.draws and is_staged(self.draws[-1].rests_on):
            return ends(self.draws[-1].rests_on, self.draws[-1].answer)
        return len(self.rounds) >= self.file.last_round > 0

    @property
    def over(self) -> bool:
        """Has its last round been played? Rounds that were drawn ahead are not played yet."""
        last = max([*self.rounds, self.file.last_round])
        drawn = self.all_drawn or not self.draws
        void = last in self.rounds and all((last, table) in self.void for table in self.rounds[last].tables)
        return drawn and (self.season.round >= last > 0 or void) and not self.running

    def secret(self, round: int) -> str:
        """What that round opens of the chain; round 0 is the commitment."""
        return link(self.row.secret, LONGEST - round)

    def is_in(self, player: Player, round: int) -> bool:
        """Is that player to be drawn for that round?"""
        mine = [each for each in self.comings if each.player == player and each.round <= round]
        entered = any(entry.player == player for entry in self.file.entrants)
        return (entered or any(each.what == "in" for each in mine)) and (not mine or mine[-1].what != "out")

    def who_is_in(self, round: int) -> list[Player]:
        return sorted(player for player in self.entries if self.is_in(player, round))


def game_name(season: str, round: int, table: int) -> str:
    return f"{season}-r{round}-t{table}"


def game_secret(deals: str, name: str) -> str:
    """Of a season's game: it follows from what was committed to before the season, and from the game's name."""
    return sha256(f"{deals}\n{name}".encode()).hexdigest()


def open_season(desk: Desk, name: str) -> Tournament:
    seasons = Seasons(desk.store)
    _refuse_uncalled(desk, seasons, name)
    row = seasons.row(name)
    file = read_season_file(desk.zine, row.name)
    comings, draws = seasons.entries(row.name), seasons.draws(row.name)
    entries = _entries(file, comings)
    games = _games(desk, file, seasons)
    rounds = _rounds(draws, comings)
    past = [ResultRow(*each) for each in file.past]  # what has been keyed since goes before it
    book = _Book(rounds, [*past, *seasons.results(row.name)], seasons.rulings(row.name))
    book.play({place: match_of(desk, game) for place, game in games.items()})
    entrants = _entrants(file, comings, draws, book.played, entries)
    counting = file.counting
    season = Season(
        entrants=entrants,
        games=book.played,
        out={number: each.out for number, each in rounds.items() if number <= book.current},
        penalties=book.penalties,
        points=counting.points,
        best=counting.best,
        ties=counting.ties,
        late_is_last=counting.late == "last",
        final=final_of(draw.rests_on for draw in draws) or (file.last_round if file.final else 0),
    )
    return Tournament(
        row.name, file, row, entries, entrants, draws, rounds, _names(desk, entrants, comings), season, book.running,
        games, comings, frozenset(book.void),
    )  # fmt: skip


def season_under_way(desk: Desk) -> str | None:
    """Where nothing is named: the only season that is not over, if no game goes on that is in none."""
    kept = Seasons(desk.store)
    within = {each.game for name in kept.names() for each in kept.games_of(name)}
    if any(name not in within and not match_of(desk, name).over for name in desk.store.games()):
        return None
    found = [name for name in kept.names() if not open_season(desk, name).over]
    if len(found) > 1:
        raise WhichGame(sentence("there are several seasons: name one of {seasons}", seasons=found))
    return found[0] if found else None


def _refuse_uncalled(desk: Desk, seasons: Seasons, name: str) -> None:
    """A file that was written by hand, or copied: nothing has been committed to."""
    found = find(name, desk.zine.season_files())
    if found and find(name, seasons.names()) is None:
        message = sentence("seasons/{name}.yaml was not begun by gm new, so its secrets are not drawn", name=found)
        raise GmError(message, sentence("move it away, run gm new {name} --season FORMAT, and put it back", name=found))


def _games(desk: Desk, file: SeasonFile, seasons: Seasons) -> dict[Place, str]:
    """Those that were drawn, and of a league those that its file names, as far as they have been started."""
    started = desk.store.games() if file.races else []
    named = {(number, 1): find(name, started) for number, name in enumerate(file.races, start=1)}
    drawn = {(each.round, each.number): each.game for each in seasons.games_of(file.name)}
    return {place: name for place, name in named.items() if name} | drawn


def _names(desk: Desk, entrants: Iterable[Entrant], comings: Sequence[EntryRow]) -> dict[Player, str]:
    guests = {each.player: each.name for each in comings if each.name}
    known = desk.zine.players
    return {
        each.player: known[each.player].name if each.player in known else guests.get(each.player, each.player)
        for each in entrants
    }


# Who is entered


def _entries(file: SeasonFile, comings: Sequence[EntryRow]) -> dict[Player, Entry]:
    """What the file says of a player comes before what was said at the door."""
    at_the_door = {
        each.player: Entry(each.player, each.lucky_word or "", horse=each.horse or "")
        for each in comings
        if each.what == "in"
    }
    return at_the_door | {entry.player: entry for entry in file.entrants}


def _entrants(
    file: SeasonFile,
    comings: Sequence[EntryRow],
    draws: Sequence[DrawRow],
    games: Sequence[Played],
    entries: Mapping[Player, Entry],
) -> list[Entrant]:
    """All who ever had to do with it, stand-ins too; whoever is not in any more has withdrawn."""
    called = {draw.round: set(draw.rests_on["players"]) for draw in draws}
    for game in games:
        called.setdefault(game.round, set()).update(_there(game))
    coming = max(called, default=0) + 1
    listed = {entry.player for entry in file.entrants}
    found = []
    for player in sorted({*entries, *(each for players in called.values() for each in players)}):
        mine = [each for each in comings if each.player == player]
        in_rounds = [number for number, players in called.items() if player in players]
        since = _since(mine, in_rounds, coming, bool(draws))
        left = mine[-1].round if mine and mine[-1].what == "out" else None
        if left is None and not mine and player not in listed and file.entrants:  # struck from the file, or a stand-in
            left = max(in_rounds) + 1
        found.append(Entrant(player, since, left))
    divisions = divisions_of(file, draws, comings, entries, found)
    return [replace(each, division=divisions[each.player]) for each in found]


def _since(mine: Sequence[EntryRow], in_rounds: Sequence[int], coming: int, drawn: bool) -> int:
    entered = [each.round for each in mine if each.what == "in"]
    if entered:
        return entered[0]
    return min(in_rounds, default=coming if drawn else 1)


def _there(game: Played) -> set[Player]:
    return {*game.order, *game.absent, *([game.walk_over] if game.walk_over else [])}


# Who sits where


def _rounds(draws: Sequence[DrawRow], comings: Sequence[EntryRow]) -> dict[int, Round]:
    late = [each for each in comings if each.what != "out" and each.seat_at]
    return {draw.round: seated(draw.answer, draw.by_hand, [e for e in late if e.round == draw.round]) for draw in draws}


def seated(answer: Json, by_hand: Sequence[Sequence[Player]], late: Sequence[EntryRow] = ()) -> Round:
    """A round as it was drawn, then swapped by hand, then with those who came late in the last seats."""
    swapped = {player: player for table in answer["tables"] for player in people_at(table)}
    swapped |= {player: player for player in answer.get("out", ())}
    at = dict(swapped)  # whose place it was: who has it now
    for one, other in by_hand:
        where = {now: place for place, now in at.items()}
        at[where[one]], at[where[other]] = other, one
    everybody = {table["table"]: [at[player] for player in people_at(table)] for table in answer["tables"]}
    for each in late:
        everybody[each.seat_at or 0].append(each.player)
    byes = sorted(at[player] for player in answer.get("byes", ()))
    tables = {
        table: people for table, people in everybody.items() if "byes" not in answer or not set(people) <= set(byes)
    }
    plate = [
        table["table"] for table in answer["tables"] if answer.get("plate") and people_at(table) == answer["plate"]
    ]
    out = sorted(at[player] for player in answer.get("out", ()))
    return Round(answer["round"], tables, out, byes, plate[0] if plate else 0)


def people_at(table: Json) -> list[Player]:
    """In order of seat; of heats and brackets, in the order of their seeds."""
    found: list[Player] = table["seats"] if "seats" in table else table["players"]
    return found


# How the games stand


class _Book:
    """The games as they count: those that gm runs as they stand, others as they were keyed, and what was ruled."""

    def __init__(self, rounds: Mapping[int, Round], keyed: Sequence[ResultRow], rulings: Sequence[RulingRow]):
        self.rounds, self.rulings = rounds, rulings
        self.keyed = {(row.round, row.number): row.result for row in keyed}
        self.void = {(row.round or 0, row.number or 0) for row in rulings if row.kind == "void"}
        self.walk_overs = {self._table_of(row): row.player for row in rulings if row.kind == "walk-over" and row.player}
        self.played: list[Played] = []
        self.running: list[Running] = []
        self.current = 0  # the last round that has begun

    @property
    def penalties(self) -> dict[Player, Fraction]:
        found: dict[Player, Fraction] = {}
        for row in self.rulings:
            if row.kind == "penalty" and row.player:
                found[row.player] = found.get(row.player, Fraction(0)) + Fraction(row.points or 0)
        return found

    def play(self, games: Mapping[Place, Match]) -> None:
        drawn = {(number, table) for number, each in self.rounds.items() for table in each.tables}
        settled = {*self.keyed, *self.void, *self.walk_overs}
        begun = [number for number, _ in (*games, *settled)]
        waiting = [number for number, table in drawn - settled if (number, table) not in games]
        whole = not games  # all of it is played at the table: the first round that waits for results is under way
        self.current = max([*begun, *([min(waiting)] if waiting and whole else [])], default=0)
        for place in sorted({*drawn, *games, *self.keyed}):
            if place not in self.void:
                self._one(place, games.get(place), place in settled)

    def _one(self, place: Place, at: Match | None, settled: bool) -> None:
        number, table = place
        if place in self.walk_overs:
            winner = self.walk_overs[place]
            people = [each for each in self._people(place, at) if each != winner]
            self.played.append(Played(number, table, {}, absent=frozenset(people), walk_over=winner))
        elif place in self.keyed:
            self.played.append(of_result(number, table, self.keyed[place]))
        elif at:
            self.played.append(of_game(number, table, at))
        if not settled and number <= self.current and not (at and at.over):
            self.running.append(Running(number, table, at.name if at else None))

    def _people(self, place: Place, at: Match | None) -> list[Player]:
        drawn = self.rounds[place[0]].tables.get(place[1], ()) if place[0] in self.rounds else ()
        return list(drawn) or ([*dict.fromkeys(at.players.values())] if at else [])

    def _table_of(self, row: RulingRow) -> Place:
        """Where that player sits in that round, if the ruling does not say."""
        round = row.round or 0
        tables = self.rounds[round].tables if round in self.rounds else {}
        there = next((table for table, people in tables.items() if row.player in people), 1)
        return round, row.number or there


def of_game(round: int, table: int, at: Match) -> Played:
    """A game that gm runs, as it stands by what is public. Of two horses of one player the better one counts."""
    places: dict[Player, int] = {}
    scores: dict[Player, Fraction] = {}
    running: set[Player] = set()
    for each in at.game.finish(view_of(at.game, at.state, None)):
        player = at.players[each.seat]
        if each.place < places.get(player, each.place + 1):
            places[player], scores[player] = each.place, Fraction(each.score)
        if not each.certain and not at.over:
            running.add(player)
    return Played(round, table, places, scores, frozenset(running))


def of_result(round: int, table: int, result: Json) -> Played:
    """A game that was played at the table, as it was keyed."""
    order = {player: place for player, place in result["places"].items() if isinstance(place, int)}
    absent = frozenset(player for player, place in result["places"].items() if place == What.NO_SHOW)
    winner = next((player for player, place in result["places"].items() if place == What.WALK_OVER), None)
    scores = {player: Fraction(score) for player, score in result.get("scores", {}).items()}
    return Played(round, table, order, scores, absent=absent, walk_over=winner)
