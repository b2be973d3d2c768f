"""Rounds of those who go on: what the next one rests on, from the games as they stand (S14 to S18)."""

from collections.abc import Mapping
from fractions import Fraction

from gm.desk.desk import Desk, match_of
from gm.desk.rollcalls import past_of
from gm.desk.seasons import Tournament, people_at
from gm.reports.model import view_of
from gm.season.progress import Before, Comer, StageCall
from gm.season.results import Played, Player
from gm.season.stages import Mark
from gm.store.seasons import Seasons

STAGES = ("heats", "knockout")


def is_final(at: Tournament) -> bool:
    """Is the next round the last table, which decides the first places?"""
    return at.file.final is not None and at.next_round == at.file.rounds + 1


def stage_call(desk: Desk, at: Tournament, word: str, ratings: Mapping[Player, Fraction]) -> StageCall:
    """Of the next round; of heats and brackets it is the first one that knows seeds."""
    if at.file.format not in STAGES:
        return _final(at, word)
    number = at.next_round
    players = {
        player: Comer(at.entries[player].lucky_word, (int(ratings.get(player, 0)),) if number == 1 else ())
        for player in at.who_is_in(number)
    }
    before = _before(desk, at) if number > 1 else ()
    return StageCall(at.file.format, at.name, number, players, _shape(at, number), before, word)


def _shape(at: Tournament, number: int) -> dict[str, int]:
    """How it is dealt, and who goes on to it from the stage before."""
    if at.file.format == "knockout":
        assert at.file.tables
        return {"best": at.file.tables.best, "through": at.file.through}
    stages = at.file.heats
    from_before = stages[number - 2] if number > 1 else None
    return {
        "of": stages[number - 1].of if number <= len(stages) else 0,
        "through": from_before.through if from_before else 0,
        "losers": from_before.losers if from_before else 0,
        "plate": int(at.file.plate),
    }


def _before(desk: Desk, at: Tournament) -> tuple[Before, ...]:
    """The tables of the last round without its plate, and of their people those who are still in."""
    last, answer = at.rounds[at.next_round - 1], at.draws[-1].answer
    games = {game.table: game for game in at.season.games if game.round == last.number}
    keyed = {row.number: row.result for row in Seasons(desk.store).results(at.name) if row.round == last.number}
    found = []
    for table in answer["tables"]:
        number = table["table"]
        if number == last.plate:
            continue
        if number not in last.tables:
            byes = tuple(player for player in people_at(table) if at.is_in(player, at.next_round))
            found.append(Before(number, {}, {}, byes))
            continue
        name = at.games.get((last.number, number))
        marks = _marks_of_game(desk, name) if name else marks_of_result(keyed.get(number, {}))
        found.append(_table(at, number, games.get(number), marks))
    return tuple(found)


def _table(at: Tournament, number: int, game: Played | None, marks: Mapping[Player, Mark]) -> Before:
    """Whoever came, and is still in; the winner of a walk-over is its first. A void game sends nobody on."""
    order = {game.walk_over: 1} if game and game.walk_over else dict(game.order) if game else {}
    still = {player: place for player, place in order.items() if at.is_in(player, at.next_round)}
    return Before(number, still, {player: marks[player] for player in still if player in marks})


def _marks_of_game(desk: Desk, name: str) -> dict[Player, Mark]:
    """Of two horses of one player the better one counts."""
    at = match_of(desk, name)
    found: dict[Player, tuple[int, Mark]] = {}
    for each in at.game.finish(view_of(at.game, at.state, None)):
        player = at.players[each.seat]
        if player not in found or each.place < found[player][0]:
            found[player] = each.place, tuple(each.mark)
    return {player: mark for player, (_, mark) in found.items()}


def marks_of_result(result: Mapping[str, Mapping[Player, str | int]]) -> dict[Player, Mark]:
    """Of a table whose result was keyed: its scores as thousandths of them all, rounded down.

    >>> marks_of_result({"scores": {"ann": "12", "bob": "6", "cy": "0"}})
    {'ann': (666,), 'bob': (333,), 'cy': (0,)}
    """
    scores = {player: Fraction(score) for player, score in result.get("scores", {}).items()}
    total = sum(scores.values(), Fraction(0))
    return {player: (1000 * score // total if total > 0 else 0,) for player, score in scores.items()}


def _final(at: Tournament, word: str) -> StageCall:
    """S15: those of the table who are in; of a league with divisions, those of the first.

    Where the file enters nobody, those are in who rode, and have not left.
    """
    assert at.file.final
    past, number = past_of(at), at.next_round
    players = {
        line.player: Comer(
            at.entries[line.player].lucky_word if line.player in at.entries else "",
            place=line.place,
            seats={seat: many for (who, seat), many in sorted(past.seats.items()) if who == line.player},
        )
        for line in at.table
        if line.division == 1 and (at.is_in(line.player, number) if at.file.entrants else not line.withdrawn)
    }
    shape = {"top": at.file.final.top, "choice": int(at.file.final.choice)}
    return StageCall("final", at.name, number, players, shape, (), word)
