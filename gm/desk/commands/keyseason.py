"""Results of tables and entries at the door, keyed in: the line machine of a season."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gm.core.words import sentence
from gm.desk.commands import Place
from gm.desk.commands.echoes import Left
from gm.desk.commands.entering import People
from gm.desk.commands.key import Machine
from gm.desk.commands.linemachine import LineMachine
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
    from gm.desk.desk import Desk
    from gm.desk.seasons import Tournament
    from gm.desk.tablekeying import KeyedTable, Table

HOW = sentence(
    "A line is a table and its places (t3 dan 1 zoe 2= bob 2= ann 4), or + or - and a name; ? says which tables are "
    "missing, u takes back, = compares, Ctrl-D ends."
)


@dataclass
class SeasonMachine(LineMachine):
    """The line machine of a season."""

    round: int = 0  # the one that whoever types has in mind
    deeds: list[Any] = field(default_factory=list)  # results' numbers, rows of entries, orders' games; last one last
    games: dict[str, Machine] = field(default_factory=dict)  # those for which orders were keyed here
    differs: "dict[tuple[int, int], KeyedTable]" = field(default_factory=dict)  # second passes that are not settled

    how = HOW

    def look(self, at: Place) -> None:
        from gm.desk.seasons import open_season

        with at.desk(mind_the_clock=False) as desk:
            self._begin(desk, open_season(desk, self.name))

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

    def standing(self) -> str:
        values = {"season": self.name, "round": self.round, "wanted": self.left.told}
        return sentence("{season} round {round}, {wanted} > ", **values)

    def understood(self, typed: str) -> tuple[str, str]:
        from gm.desk.tablekeying import understood

        return understood(typed)

    def fed(self, at: Place, wish: str, text: str, alone: bool) -> Outcome:
        if wish == "order" or (wish == "back" and self.deeds and isinstance(self.deeds[-1], str)):
            return self._order(at, "u" if wish == "back" else text, alone)
        return super().fed(at, wish, text, alone)

    def _season(self, desk: "Desk", text: str) -> "Tournament":
        """As it is by now; a line that was meant for another round is not taken for this one."""
        from gm.desk.keying import NotKeyed
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import names_round, open_round

        season = open_season(desk, self.name)
        if open_round(season) == self.round or names_round(text):
            return season
        before = self.round
        self._begin(desk, season)
        hint = sentence("this line is not taken; key it again if it is meant for round {round}", round=self.round)
        raise NotKeyed(sentence("round {round} of {season} is no longer open", round=before, season=self.name), hint)

    def done(self, desk: "Desk", wish: str, text: str, alone: bool) -> Outcome:
        from gm.desk.calling import WhoIsThat
        from gm.desk.keying import NotKeyed

        season = self._season(desk, text)
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

        season = open_season(desk, self.name)
        if open_round(season) != self.round:
            self._begin(desk, season)
        else:
            self._count_left(desk, season)

    def asked(self, desk: "Desk", alone: bool) -> Outcome:
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import open_round, orders_wanted, wanted

        season = open_season(desk, self.name)
        if open_round(season) != self.round:
            self._begin(desk, season)
        once = self._once(desk, season) if self.twice else ()
        return TablesWanted(season.name, self.round, wanted(season), once, orders_wanted(desk, season))

    def _order(self, at: Place, text: str, alone: bool) -> Outcome:
        """For the game of this season in which its player sits."""
        from gm.desk.seasons import open_season
        from gm.desk.tablekeying import game_of_line

        with at.desk(mind_the_clock=False) as desk:
            game = self.deeds[-1] if text == "u" else game_of_line(desk, open_season(desk, self.name), text)
        machine = self.games.get(game) or Machine(game, self.late, self.twice, self.blind)
        if game not in self.games:
            machine.look(at)
            self.games[game] = machine
        before = machine.stored
        echo = machine.feed(at, text, alone)
        if text == "u":
            self.deeds.pop()
        elif machine.stored > before:
            self.deeds.append(game)
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
        self.deeds.append(store_result(desk, season, keyed, settled))
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
        return TableAgain(self.name, keyed, self.left, self.twice)

    # Who comes and goes

    def _entry(self, desk: "Desk", season: "Tournament", text: str, comes: bool) -> Outcome:
        from gm.desk.tablekeying import entered
        from gm.store.seasons import Seasons

        before = Seasons(desk.store).entries(season.name)
        found = entered(desk, season, text, comes)
        after = Seasons(desk.store).entries(season.name)
        added, gone = [row for row in after if row not in before], [row for row in before if row not in after]
        if added or gone:
            self.deeds.append((added, gone))
            self.stored += 1
        self._look_again(desk)
        return People(season.name, found)

    # Back

    def _back(self, desk: "Desk", season: "Tournament") -> Outcome:
        from gm.desk.tablekeying import take_entries_back, take_result_back

        last = self.deeds[-1] if self.deeds else None
        if isinstance(last, tuple):
            player = take_entries_back(desk, season, *last)
            self.deeds.pop()
            self._look_again(desk)
            return EntryBack(season.name, player, season.names.get(player, player), self.left)
        back = take_result_back(desk, season, last)
        self.deeds = self.deeds[:-1]
        self.differs.pop((back.table.round, back.table.number), None)
        self.stored += 1
        self._look_again(desk)
        return TableBack(season.name, back.table, back.again, self.left)

    def two_passes(self, at: Place) -> Outcome:
        from gm.desk.seasons import open_season

        with at.desk(mind_the_clock=False) as desk:
            season = open_season(desk, self.name)
            differ = [number for round, number in self.differs if round == self.round]
            return TablesTwice(season.name, self.round, self._once(desk, season), sorted(differ))
