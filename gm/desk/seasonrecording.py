"""The record of a season of this zine, taken out of the database."""

from collections.abc import Iterable
from typing import Any

from gm.core.dice import commitment
from gm.core.play import Json
from gm.core.proof import plain, seal
from gm.desk.desk import Desk
from gm.desk.seasonrecord import FORMAT, VERSION, seed_of
from gm.desk.seasons import Place, Tournament, game_secret
from gm.season.lots import LONGEST
from gm.season.points import Points
from gm.season.results import Entrant, Played, What
from gm.season.tablecase import line_json
from gm.store.seasons import DrawRow, EntryRow, RulingRow, Seasons


def season_record(desk: Desk, at: Tournament) -> Json:
    """All that is public of a season by now; and the secret of its deals, once it is over."""
    seasons = Seasons(desk.store)
    record = {
        "format": FORMAT,
        "version": VERSION,
        "season": at.name,
        "title": at.file.title,
        "kind": at.file.format,
        "names": dict(at.names),
        "commitment": at.secret(0),
        "deals": {"commitment": commitment(at.row.deals), "secret": at.row.deals if at.over else None},
        "entries": [_entry(row) for row in at.comings],
        "draws": [*_draws(seasons, at)],
        "games": [*_games(at)],
        "rulings": [_ruling(row) for row in seasons.rulings(at.name)],
        "results": results_page(at),
        "round": at.season.round,
        "table": [line_json(line) for line in at.table],
    }
    told: Json = plain(record)
    return told | {"seal": seal(told)}


def _entry(row: EntryRow) -> Json:
    return {
        "player": row.player, "what": row.what, "round": row.round, "table": row.seat_at,
        "lucky_word": row.lucky_word or "",
    }  # fmt: skip


def _draws(seasons: Seasons, at: Tournament) -> Iterable[Json]:
    """Every attempt at every round, those too that were taken back."""
    standing = {row.id for row in at.draws}
    for number in range(1, LONGEST + 1):
        for row in seasons.attempts(at.name, number):
            yield _draw(row, row.id in standing)


def _draw(row: DrawRow, stands: bool) -> Json:
    seed = seed_of(row.rests_on, row.secret)
    return {
        "round": row.round, "attempt": row.attempt, "stands": stands, "secret": row.secret, "seed": seed,
        "word": row.word, "rests_on": row.rests_on, "answer": row.answer, "by_hand": row.by_hand,
        "insisted": bool(row.insisted),
    }  # fmt: skip


def _games(at: Tournament) -> Iterable[Json]:
    """Those that gm runs, with the commitments to their deals that stand in their reports."""
    running = {(each.round, each.number) for each in at.running}
    for place, name in sorted(at.games.items()):
        if place[0] in at.rounds:  # a league may have games of its own, with secrets of their own
            number, table = place
            sealed = commitment(game_secret(at.row.deals, name))
            yield {
                "round": number, "table": table, "game": name, "commitment": sealed, "over": place not in running,
            }  # fmt: skip


def _ruling(row: RulingRow) -> Json:
    because = row.reason if row.printed else ""
    return {
        "kind": row.kind, "round": row.round, "table": row.number, "player": row.player, "points": row.points,
        "because": because,
    }  # fmt: skip


def results_page(at: Tournament) -> Json:
    """What the table is made of, as a question to gm adjudicate has it."""
    season, counting = at.season, at.file.counting
    return {
        "season": {
            "points": _points(counting.points), "best": counting.best, "ties": list(counting.ties),
            "late": counting.late, **({"final": season.final} if season.final else {}),
        },
        "entrants": [_entrant(each) for each in season.entrants],
        "games": [_played(game) for game in sorted(season.games, key=_place)],
        "out": {str(number): list(who) for number, who in season.out.items() if who},
        "penalties": [{"player": each, "points": str(points)} for each, points in sorted(season.penalties.items())],
    }  # fmt: skip


def _place(game: Played) -> Place:
    return game.round, game.table


def _points(points: Points) -> Any:
    lists = {str(size): [str(each) for each in worth] for size, worth in points.lists.items()}
    return lists.get("0", lists) or "beaten"


def _entrant(each: Entrant) -> Json:
    told: Json = {"player": each.player, "from": each.since, "division": each.division}
    return told | ({"withdrew": each.withdrew} if each.withdrew is not None else {})


def _played(game: Played) -> Json:
    places: Json = dict(game.order) | dict.fromkeys(sorted(game.absent), str(What.NO_SHOW))
    places |= {game.walk_over: str(What.WALK_OVER)} if game.walk_over else {}
    scores = {player: str(score) for player, score in game.scores.items()}
    return {
        "round": game.round, "table": game.table, "places": dict(sorted(places.items())),
        "scores": dict(sorted(scores.items())), "running": sorted(game.running),
    }  # fmt: skip
