"""Results of tables and entries at the door, keyed in: the line machine of a season."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gm.core.words import counted, sentence
from gm.desk.commands import Place
from gm.desk.commands.echoes import NOTHING_LEFT, Left, Session, Tick
from gm.desk.commands.entering import People
from gm.desk.commands.tableechoes import (
    EntryBack,
    TableAgain,
    TableBack,
    TableEcho,
    TablesLeft,
    TablesTwice,
    TablesWanted,
)
from gm.desk.outcome import Outcome

if TYPE_CHECKING:
    from gm.desk.commands.key import Machine
    from gm.desk.desk import Desk
    from gm.desk.seasons import Tournament
    from gm.desk.tablekeying import KeyedTable, Table

HOW = sentence(
    "A line is a table and its places (t3 dan 1 zoe 2= bob 2= ann 4), or + or - and a name; ? says which tables are "
    "missing, u takes back, = compares, Ctrl-D ends."
)


@dataclass
class SeasonMachine:
    """Fed a line, it answers with what became of it; between two lines others may be at work in the zine."""

    season: str
    late: bool = False
    twice: bool = False
    blind: bool = False
    round: int = 0  # the one that whoever types has in mind
    left: Left = NOTHING_LEFT
    told: bool = False  # how things stand has been said
    stored: int = 0
    done: "list[Any]" = field(
        default_factory=list
    )  # a result's number, rows of entries, or an order's game; last one last
    games: "dict[str, Machine]" = field(default_factory=dict)  # those for which orders were keyed here
    differs: "dict[tuple[int, int], KeyedTable]" = field(default_factory=dict)  # second passes that are not settled

    how = HOW

    def look(self, at: Place) -> None:
        """How things stand."""
        from gm.desk.seasons import open_season

        with at.desk(mind_the_clock=False) as desk:
            self._begin(desk, open_season(desk, self.season))

    def _begin(self, desk: "Desk", season: "Tournament") -> None:
        from gm.desk.tablekeying import open_round

        self.round, self.told = open_round(season), False
        self._count_left(desk, season)

    def _count_left(self, desk: "Desk", season: "Tournament") -> None:
        from gm.desk.tablekeying import orders_wanted, wanted

        once = len(self._once(desk, season)) if self.twice else None
        orders = sum(len(people) for people in orders_wanted(desk, season).values())
        self.left = TablesLeft(len(wanted(season)), once) if wanted(season) or not orders else Left(orders)

    def _once(self, desk: "Desk", season: "Tournament") -> "list[Table]":
        """Tables of the round that were keyed in one pass only."""
        from gm.desk.tablekeying import table_of
        from gm.store.seasons import Seasons

        rows = Seasons(desk.store).results(season.name)
        single = [row for row in rows if row.round == self.round and not row.result.get("again")]
        return [table_of(season, row.round, row.number) for row in sorted(single, key=lambda row: row.number)]

    @property
    def prompt(self) -> str:
        """In full at first, and when another round has begun."""
        if self.told:
            return "> "
        self.told = True
        values = {"season": self.season, "round": self.round, "wanted": self.left.told}
        return sentence("{season} round {round}, {wanted} > ", **values)

    def feed(self, at: Place, typed: str, alone: bool = False) -> Outcome:
        """Carry a line out, in a transaction of its own."""
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import understood

        wish, text = understood(typed)
        if wish == "nothing":
            return Session(True)
        if wish == "order" or (wish == "back" and self.done and isinstance(self.done[-1], str)):
            return self._order(at, "u" if wish == "back" else text, alone)
        with at.desk(mind_the_clock=False) as desk:
            if wish == "missing":
                return self._missing(desk, open_season(desk, self.season))
            with desk.store.writing():
                echo = self._done(desk, self._season(desk, text), wish, text)
        self._count(at)
        return Tick(echo.good, self.left) if self.blind else echo

    def _season(self, desk: "Desk", text: str) -> "Tournament":
        """As it is by now; a line that was meant for another round is not taken for this one."""
        from gm.desk.keying import NotKeyed
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import names_round, open_round

        season = open_season(desk, self.season)
        if open_round(season) == self.round or names_round(text):
            return season
        before = self.round
        self._begin(desk, season)
        hint = sentence("this line is not taken; key it again if it is meant for round {round}", round=self.round)
        raise NotKeyed(sentence("round {round} of {season} is no longer open", round=before, season=self.season), hint)

    def _done(self, desk: "Desk", season: "Tournament", wish: str, text: str) -> Outcome:
        from gm.desk.calling import WhoIsThat
        from gm.desk.keying import NotKeyed

        try:
            if wish in ("result", "again"):
                return self._result(desk, season, text, wish == "again")
            if wish in ("enter", "leave"):
                return self._entry(desk, season, text, wish == "enter")
        except (WhoIsThat, NotKeyed) as wrong:  # what is said of it repeats what was typed
            raise NotKeyed(sentence("this line cannot be taken")) if self.blind else wrong from None
        return self._back(desk, season)

    def _look_again(self, desk: "Desk") -> None:
        """What is left; if another round is open by now, the next prompt says so."""
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import open_round

        season = open_season(desk, self.season)
        if open_round(season) != self.round:
            self._begin(desk, season)
        else:
            self._count_left(desk, season)

    def _missing(self, desk: "Desk", season: "Tournament") -> Outcome:
        from gm.desk.tablekeying import open_round, orders_wanted, wanted

        if open_round(season) != self.round:
            self._begin(desk, season)
        once = self._once(desk, season) if self.twice else ()
        return TablesWanted(season.name, self.round, wanted(season), once, orders_wanted(desk, season))

    def _order(self, at: Place, text: str, alone: bool) -> Outcome:
        """For the game of this season in which its player sits."""
        from gm.desk.commands.key import Machine
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import game_of_line

        with at.desk(mind_the_clock=False) as desk:
            game = self.done[-1] if text == "u" else game_of_line(desk, open_season(desk, self.season), text)
        machine = self.games.get(game) or Machine(game, self.late, self.twice, self.blind)
        if game not in self.games:
            machine.look(at)
            self.games[game] = machine
        before = machine.stored
        echo = machine.feed(at, text, alone)
        if text == "u":
            self.done.pop()
        elif machine.stored > before:
            self.done.append(game)
        self.stored += machine.stored - before
        return echo

    # Results

    def _result(self, desk: "Desk", season: "Tournament", text: str, compares: bool) -> Outcome:
        from gm.desk.keying import NotKeyed
        from gm.desk.tablekeying import read_result

        keyed = read_result(desk, season, text)
        place = keyed.table.round, keyed.table.number
        if compares and keyed.before is None:
            none = sentence("no result of table {table} counts that this could be compared with", table=place[1])
            raise NotKeyed(none)
        second = self.twice and keyed.before is not None and not self._settles(keyed)
        if compares or second:
            return self._compared(desk, keyed)
        if not keyed.same:
            self._store(desk, season, keyed)
        else:
            desk.deeds.will("")
        self._look_again(desk)
        return TableEcho(season.name, keyed, self.left)

    def _settles(self, keyed: "KeyedTable") -> bool:
        """Was it keyed so before, while something else counts? What is keyed twice in the same way counts."""
        other = self.differs.get((keyed.table.round, keyed.table.number))
        return other is not None and other.result == keyed.result and not keyed.same

    def _store(self, desk: "Desk", season: "Tournament", keyed: "KeyedTable") -> None:
        from gm.desk.tablekeying import store_result

        settled = self.twice and self.differs.pop((keyed.table.round, keyed.table.number), None) is not None
        self.done.append(store_result(desk, season, keyed, settled))
        self.stored += 1

    def _compared(self, desk: "Desk", keyed: "KeyedTable") -> Outcome:
        from gm.store.seasons import Seasons

        place = keyed.table.round, keyed.table.number
        desk.deeds.will("")
        if self.twice and keyed.same and keyed.before:
            Seasons(desk.store).was_keyed_again(keyed.before)
            self.differs.pop(place, None)
        elif self.twice:
            self.differs[place] = keyed
        self._look_again(desk)
        return TableAgain(self.season, keyed, self.left, self.twice)

    # Who comes and goes

    def _entry(self, desk: "Desk", season: "Tournament", text: str, comes: bool) -> Outcome:
        from gm.desk.tablekeying import entered
        from gm.store.seasons import Seasons

        before = Seasons(desk.store).entries(season.name)
        found = entered(desk, season, text, comes)
        after = Seasons(desk.store).entries(season.name)
        added, gone = [row for row in after if row not in before], [row for row in before if row not in after]
        if added or gone:
            self.done.append((added, gone))
            self.stored += 1
        self._look_again(desk)
        return People(season.name, found)

    # Back

    def _back(self, desk: "Desk", season: "Tournament") -> Outcome:
        from gm.desk.tablekeying import take_entries_back, take_result_back

        last = self.done[-1] if self.done else None
        if isinstance(last, tuple):
            player = take_entries_back(desk, season, *last)
            self.done.pop()
            self._look_again(desk)
            return EntryBack(season.name, player, season.names.get(player, player), self.left)
        back = take_result_back(desk, season, last)
        self.done = self.done[:-1]
        self.differs.pop((back.table.round, back.table.number), None)
        self.stored += 1
        self._look_again(desk)
        return TableBack(season.name, back.table, back.again, self.left)

    def _count(self, at: Place) -> None:
        """For whoever has to explain a failure later on: how many lines are stored by now."""
        if at.deeds and self.stored:
            at.deeds.taken_back()
            at.deeds.did(counted("{n} line has been keyed", "{n} lines have been keyed", self.stored))

    def two_passes(self, at: Place) -> Outcome:
        """What the two passes left open."""
        from gm.desk.seasons import open_season

        with at.desk(mind_the_clock=False) as desk:
            season = open_season(desk, self.season)
            differ = [number for round, number in self.differs if round == self.round]
            return TablesTwice(season.name, self.round, self._once(desk, season), sorted(differ))
