"""Seasons as people read them: how one stands, who won the others, and the ladder of years."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from gm.core.names import did_you_mean, find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.outcome import line
from gm.desk.seasons import Tournament, open_season
from gm.reports.seasontable import Contest, Drawn, Penalty
from gm.season.results import Player
from gm.season.standings import Line
from gm.store.seasons import Seasons


class NoSeason(GmError):
    """No season of that name has been made"""


class NoSuchRound(GmError):
    """The season has not come so far"""


class NotEntered(GmError):
    """Nobody of that name is in the season"""


def names(desk: Desk) -> list[str]:
    """Every season, in the order in which they were made."""
    return Seasons(desk.store).names()


def meant(desk: Desk, name: str | None) -> str | None:
    """The season that is named, or the only one; None if there are several to choose from."""
    known = names(desk)
    if name is not None:
        return Seasons(desk.store).row(name).name
    if not known:
        raise NoSeason(sentence("there are no seasons yet"), line("gm new NAME --season tables"))
    return known[0] if len(known) == 1 else None


def contest_of(desk: Desk, name: str) -> Contest:
    """All that is public of a season as it stands now."""
    at = open_season(desk, name)
    rulings = Seasons(desk.store).rulings(at.name)
    penalties = [
        Penalty(row.player, Fraction(row.points or 0), row.reason if row.printed else "")
        for row in rulings
        if row.kind == "penalty" and row.player
    ]
    return Contest(
        name=at.name,
        title=at.file.title,
        format=at.file.format,
        season=at.season,
        names=at.names,
        rounds=at.file.rounds,
        draws=_draws(at),
        penalties=penalties,
        given=at.table,
        over=at.over,
    )


def _draws(at: Tournament) -> list[Drawn]:
    """Who sits where by now; nothing of why some are kept apart."""
    rows = {row.round: row for row in at.draws}
    return [
        Drawn(
            number,
            each.tables,
            each.out,
            rows[number].answer.get("again", ()),
            rows[number].by_hand,
            rows[number].answer.get("byes", ()),
            {table: game for (played, table), game in at.games.items() if played == number},
            bool(rows[number].rests_on.get("shape", {}).get("choice")) and not rows[number].by_hand,
        )
        for number, each in sorted(at.rounds.items())
        if number in rows
    ]


def after(contest: Contest, number: int | None) -> Contest:
    """As it stood after a round that was named; as it stands, if none was."""
    if number is None:
        return contest
    last = contest.season.round
    if not 1 <= number <= last:
        message = sentence("{season} has no round {round} to show", season=contest.name, round=number)
        hint = sentence("the last that was played is {round}", round=last) if last else sentence("none was played yet")
        raise NoSuchRound(message, hint)
    return contest.after(number)


def player_in(contest: Contest, named: str) -> Player:
    """Whoever is meant: by id, or by name."""
    entered = [entry.player for entry in contest.table]
    known = {contest.called(player): player for player in entered}
    found = find(named, entered) or known.get(find(named, known) or "")
    if found is None:
        message = sentence("{player} is not in {season}", player=named, season=contest.name)
        raise NotEntered(message, did_you_mean(named, [*entered, *known]))
    return found


# The years


def champions(contests: Iterable[Contest], but: str = "") -> list[Json]:
    """Who won the seasons that are over, the latest first."""
    won = [each for each in contests if each.over and each.name != but]
    return [{"season": each.name, "title": each.title, "names": winners(each)} for each in reversed(won)]


def winners(contest: Contest) -> list[str]:
    top = min((entry.division for entry in contest.table), default=1)
    return [contest.called(entry.player) for entry in contest.table if entry.place == 1 and entry.division == top]


def places_of(table: Sequence[Line]) -> dict[Player, int]:
    """Everybody's final place; a lower division stands behind the one above it."""
    found: dict[Player, int] = {}
    behind, division = 0, 0
    for entry in table:
        if entry.division != division:
            behind, division = len(found), entry.division
        found[entry.player] = behind + entry.place
    return found
