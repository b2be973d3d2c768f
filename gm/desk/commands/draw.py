"""The draw, asked for: the next round of a season."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from gm.core.names import fold
from gm.core.play import Json
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Place
from gm.desk.outcome import AnyNote, Note, Outcome, problem_notes

if TYPE_CHECKING:
    from gm.desk.beginning import Began
    from gm.desk.drawing import Drawing
    from gm.desk.rollcalls import Moved
    from gm.desk.seasons import Round

FORMATS = ("txt", "csv")
COLUMNS = ("round", "table", "seat", "player", "name")


@dataclass(frozen=True)
class Draw(Command):
    """Draw the next round of a season, show it, and let it stand."""

    season: str
    dry_run: bool = False
    ahead: bool = False
    swaps: Sequence[tuple[str, str]] = ()
    word: str = ""
    now: bool = False
    format: str = "txt"  # or csv, or json

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk.beginning import stand
        from gm.desk.drawing import Wish, propose
        from gm.desk.rollcalls import moved_since

        wish = Wish(self.word, self.ahead, self.swaps, self.now)
        with at.desk() as desk:
            with at.watch.working(sentence("drawing")) as watch:
                drawing = propose(desk, self.season, wish, watch)
            shown = Shown(drawing, moved_since(drawing.at), self.format)
            if self.dry_run:
                return shown
            began = stand(desk, drawing, wish)
            if self.format == "txt":  # told once it stands: whoever reads only the first lines has been told the truth
                at.watch.tell(shown)
            for each in began.said:
                at.watch.warn(Note(each, "odd"))
            return Stands(drawing, began, desk.zine.show(began.folder)) if self.format == "txt" else shown


@dataclass(frozen=True)
class Shown(Outcome):
    """A round, or all that are left, as it was drawn."""

    drawing: "Drawing"
    moved: "Sequence[Moved]" = ()
    format: str = "txt"

    def notes(self) -> Iterator[AnyNote]:
        if self.format == "csv":
            yield Note(self.as_csv(), whole=True)
            return
        for position, each in enumerate(self.drawing.rounds):
            yield from self._round(position, each)
        yield from self._beside()

    def _round(self, position: int, each: "Round") -> Iterator[Note]:
        names, title = self.drawing.at.names, self.drawing.at.file.title
        final = each.number == self.drawing.at.season.final
        said = sentence("{title}, round {round}", title=title, round=each.number)
        yield Note(sentence("{title}, final", title=title) if final else said, "title")
        for table, seats in sorted(each.tables.items()):
            people = [names[player] for player in seats]
            plate = sentence("The plate: {names}", names=people)
            yield Note(plate if table == each.plate else self._table(table, people, len(each.tables)), under=1)
        if final and self.drawing.chosen:
            yield Note(sentence("They choose their seats in this order; --swap seats them as they chose."), under=1)
        if each.byes:
            yield Note(sentence("going on unplayed: {names}", names=[names[player] for player in each.byes]), under=1)
        if each.out:
            yield Note(sentence("sitting out: {names}", names=[names[player] for player in each.out]), under=1)
        yield from self._alphabetical(each)
        yield from self._moves()
        yield from self._flaws(position)

    def _table(self, number: int, people: Sequence[str], many: int) -> str:
        if self.drawing.at.file.format != "league" or self.drawing.begins == self.drawing.at.season.final:
            return sentence("Table {number}: {names}", number=number, names=people)
        if many == 1:
            return sentence("Everybody rides: {names}", names=sorted(people, key=fold))
        return sentence("Division {number}: {names}", number=number, names=sorted(people, key=fold))

    def _moves(self) -> Iterator[Note]:
        """Of a league's first race after last year's season."""
        moves, names = self.drawing.moves, self.drawing.at.names
        if moves is None:
            return
        up, down, new = ([names[player] for player in each] for each in moves)
        if up:
            yield Note(sentence("up: {names}", names=up), under=1)
        if down:
            yield Note(sentence("down: {names}", names=down), under=1)
        if new:
            yield Note(sentence("new: {names}", names=new), under=1)

    def _alphabetical(self, each: "Round") -> Iterator[Note]:
        """Where everybody finds their seat, if there is more than one table."""
        if len(each.tables) < 2:
            return
        names = self.drawing.at.names
        found = {player: (table, seat) for table, seats in each.tables.items() for seat, player in enumerate(seats, 1)}
        for player in sorted(found, key=lambda who: (fold(names[who]), who)):
            table, seat = found[player]
            said = sentence("{name}: table {table}, seat {seat}", name=names[player], table=table, seat=seat)
            yield Note(said, "quiet", under=2)

    def _flaws(self, position: int) -> Iterator[Note]:
        names, flaws = self.drawing.at.names, self.drawing.flaws(position)
        for one, other in flaws.again:
            said = sentence("{one} and {other} meet again", one=names[one], other=names[other])
            yield Note(said, "odd", under=1)
        for one, other in flaws.apart:
            said = sentence("{one} and {other} were to be kept apart", one=names[one], other=names[other])
            yield Note(said, "odd", under=1)
        game = self.drawing.at.file.game
        for player in flaws.same_seat if not game or not game.entry else ():
            yield Note(sentence("{name} sits where they sat before", name=names[player]), "odd", under=1)

    def _beside(self) -> Iterator[Note]:
        """What the published draw says besides."""
        names = self.drawing.at.names
        for one, other in self.drawing.by_hand:
            said = sentence("by hand: {one} and {other} have changed places", one=names[one], other=names[other])
            yield Note(said, "odd")
        if self.drawing.insisted:
            yield Note(sentence("drawn while games were still running"), "odd")
        if self.drawing.attempt > 1:
            yield Note(sentence("this is attempt {number}", number=self.drawing.attempt), "odd")
        for each in self.moved:
            values = {"round": each.round, "name": names[each.player], "then": each.then, "now": each.now}
            said = sentence("round {round} was drawn when {name} was in place {then}; it is place {now} now", **values)
            yield Note(said, "odd")
        seed, secret = self.drawing.drawn.seed, self.drawing.secret
        yield Note(sentence("The secret of the round: {secret}", secret=secret), "quiet")
        yield Note(sentence("The seed: {seed}", seed=seed), "quiet")

    def as_csv(self) -> str:
        """Who sits out has table 0, and no seat."""
        text, names = io.StringIO(), self.drawing.at.names
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(COLUMNS)
        for each in self.drawing.rounds:
            for table, seats in sorted(each.tables.items()):
                rows.writerows((each.number, table, seat, who, names[who]) for seat, who in enumerate(seats, 1))
            rows.writerows((each.number, 0, "", who, names[who]) for who in each.out)
        return text.getvalue()

    def as_json(self) -> Json:
        return self.drawing.as_json()


@dataclass(frozen=True)
class Stands(Outcome):
    """The draw counts, and its games have begun."""

    drawing: "Drawing"
    began: "Began"
    folder: str

    def notes(self) -> Iterator[AnyNote]:
        season, began, number = self.drawing.at.name, self.began, self.drawing.begins
        yield from problem_notes(began.warnings)
        for table in began.left:
            said = sentence("Table {number} is too small to be played now: a walk-over, or void?", number=table)
            yield Note(said, "odd")
        if not self.drawing.stands:
            said = sentence("Round {round} of {season} is drawn.", round=number, season=season)
            final = number == self.drawing.at.season.final
            yield Note(sentence("The final of {season} is drawn.", season=season) if final else said, "good")
        if began.games:
            yield Note(_begun(began.games, self.folder, began.due), "good")
            yield Note(sentence("Next: gm mail {season} sends the start packets.", season=season))
        else:
            yield Note(sentence("Next: gm key {season} takes the results.", season=season))


def _begun(games: Sequence[str], folder: str, due: datetime | None) -> str:
    said = counted(
        "{n} game has begun: {folder}/{first}.yaml",
        "{n} games have begun: {folder}/{first}.yaml and so on",
        len(games),
        folder=folder,
        first=games[0],
    )
    return sentence("{begun}; turn 1 is due {moment}", begun=said, moment=due) if due else said
