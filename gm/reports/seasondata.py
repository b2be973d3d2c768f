"""A season's table as scripts read it: JSON, CSV, and for tables of two the report file of the chess world."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.reports.seasontable import Contest
from gm.season.points import decimal
from gm.season.results import Played, Player, Result, What
from gm.season.standings import Line
from gm.season.tablecase import line_json

_CSV = ("division", "place", "tied", "player", "name", "points", "penalty", "decided", "star", "withdrawn")


class NoReportFile(GmError):
    """The report file of the chess world cannot hold this season"""


def as_json(contest: Contest) -> Json:
    """The answer of a table, with what the season is called beside it and a name in every line."""
    about = {"season": contest.name, "title": contest.title, "format": contest.format}
    lines = [line_json(line) | {"name": contest.called(line.player)} for line in contest.table]
    return about | {"round": contest.season.round, "table": lines}


def as_csv(contest: Contest) -> str:
    rounds = range(1, contest.season.round + 1)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_CSV, *(f"{letter}{number}" for number in rounds for letter in "rc")])
    for line in contest.table:
        writer.writerow([*_about(contest, line), *_results(line, rounds)])
    return text.getvalue()


def _about(contest: Contest, line: Line) -> list[object]:
    name = contest.called(line.player)
    first = [line.division, line.place, int(line.tied), line.player, name, decimal(line.points), decimal(line.penalty)]
    return [*first, line.decided or "", int(line.star), int(line.withdrawn)]


def _results(line: Line, rounds: Sequence[int]) -> Iterator[object]:
    found = {result.round: result for result in line.results}
    for number in rounds:
        result = found.get(number)
        yield from (decimal(result.points), int(result.counts)) if result else ("", "")


# TRF, as FIDE has it since 2026: fixed columns, one opponent a round


def as_trf(contest: Contest, arbiter: str = "") -> str:
    """A line for each player, numbered as they stand in the table; a win counts 1, a draw a half."""
    _refuse(contest)
    numbers = {line.player: at for at, line in enumerate(contest.table, start=1)}
    games = {(game.round, player): game for game in contest.season.games for player in _drawn(game)}
    writer = _Trf(contest, numbers, games)
    about = [("012", contest.title or contest.name), ("062", str(len(numbers))), ("072", "0"), ("092", contest.format)]
    about += [("102", arbiter)] if arbiter else []
    about += [("142", str(max(contest.rounds, contest.season.round)))]
    head = [f"{tag} {_plain(text)}" for tag, text in about]
    lines = [*head, *map(writer.player, contest.table), *writer.abnormal()]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _refuse(contest: Contest) -> None:
    for game in contest.season.games:
        if game.drawn != 2:
            values = {"table": game.table, "round": game.round, "many": game.drawn}
            message = sentence("TRF is for tables of two; at table {table} of round {round} there are {many}", **values)
            raise NoReportFile(message, sentence("--format csv and --format json hold every season"))
        if game.running:
            values = {"table": game.table, "round": game.round}
            message = sentence(
                "TRF has no word for a game that is still running: table {table} of round {round}", **values
            )
            raise NoReportFile(message, sentence("wait until it is over, or name an earlier round: --round N"))
    if contest.season.points.worth(1, 2) <= contest.season.points.worth(2, 2):
        raise NoReportFile(sentence("TRF is for seasons in which a win is worth more than a loss"))


def _drawn(game: Played) -> list[Player]:
    return [*game.order, *game.absent, *([game.walk_over] if game.walk_over else [])]


def _plain(text: str) -> str:
    """One line of it, whatever signs it has."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


class _Trf:
    def __init__(self, contest: Contest, numbers: Mapping[Player, int], games: Mapping[tuple[int, Player], Played]):
        self.contest, self.numbers, self.games = contest, numbers, games
        self.first = {
            (draw.round, seats[0]) for draw in contest.draws for seats in draw.tables.values() if len(seats) == 2
        }
        points = contest.season.points
        self.win, self.loss = points.worth(1, 2), points.worth(2, 2)

    def player(self, line: Line) -> str:
        found = {result.round: result for result in line.results}
        total = sum((self.worth(each) for each in line.results if each.counts), Fraction(0))
        total -= line.penalty / (self.win - self.loss)
        name = _plain(self.contest.called(line.player))[:33]
        about = f"001 {self.numbers[line.player]:4} {'':4} {name:33} {'':4} {'':3} {'':11} {'':10} {_tenths(total):>4} "
        rounds = range(1, self.contest.season.round + 1)
        return f"{about}{line.place:4}" + "".join(f"  {self.round(line.player, found.get(each))}" for each in rounds)

    def round(self, player: Player, result: Result | None) -> str:
        """Whom they were to meet, on which side, and how it ended: eight columns."""
        if result is None or result.table is None:
            return "0000 - Z"
        game = self.games[result.round, player]
        other = next(each for each in _drawn(game) if each != player)
        return f"{self.numbers[other]:4} {self._side(result.round, player, other)} {_ended(result, self)}"

    def _side(self, number: int, player: Player, other: Player) -> str:
        """Whoever has the first seat plays white; of those that nobody seated, the first by id."""
        if (number, player) in self.first:
            return "w"
        return "b" if (number, other) in self.first or other < player else "w"

    def worth(self, result: Result) -> Fraction:
        if result.what is What.NO_SHOW:
            return Fraction(0)
        return (result.points - self.loss) / (self.win - self.loss)

    def abnormal(self) -> Iterator[str]:
        """What no ending of a game explains: rounds that were sat out or missed, and penalties."""
        for line in self.contest.table:
            number = self.numbers[line.player]
            for result in (each for each in line.results if each.table is None and self.worth(each)):
                yield f"299 Z  {'':4}  {_tenths(self.worth(result)):>4}  {result.round:03} {number:4}"
            if line.penalty:
                taken = _tenths(-line.penalty / (self.win - self.loss))
                yield f"299    {'':4}  {taken:>4}  000 {number:4}"


def _ended(result: Result, writer: _Trf) -> str:
    if result.what is not What.PLAYED:
        return "+" if result.what is What.WALK_OVER else "-"
    return {Fraction(1): "1", Fraction(0): "0"}.get(writer.worth(result), "=")


def _tenths(points: Fraction) -> str:
    """One decimal, halves away from zero.

    >>> _tenths(Fraction(5, 2)), _tenths(Fraction(-1, 20)), _tenths(Fraction(2, 3))
    ('2.5', '-0.1', '0.7')
    """
    tenths = (abs(points) * 20 + 1) // 2
    return f"{'-' if points < 0 and tenths else ''}{tenths // 10}.{tenths % 10}"
