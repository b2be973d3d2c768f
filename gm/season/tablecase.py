"""A table on one page: its games as they were written, and its lines for scripts."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from gm.core.casepage import CaseReader, is_whole
from gm.core.names import did_you_mean
from gm.core.options import flag, option, read_options, whole
from gm.core.play import Flaw, Json, Raw, Refusal
from gm.core.words import sentence, write
from gm.season.results import Entrant, Played, Player, Result, Season, What
from gm.season.settings import Counting, read_fraction
from gm.season.standings import Line, standings

T = TypeVar("T")
MOST_ROUNDS = 64
_ENTRANT = ("player", "from", "withdrew", "division")
_GAME = ("round", "table", "places", "scores", "running", "void", "marks")


@dataclass(frozen=True)
class _Counting(Counting):
    final: int = option(0, whole(0, MOST_ROUNDS))  # S15: its round


def read_table(reader: CaseReader) -> Callable[[], Json]:
    counting, wrong = read_options(_Counting, reader.page.get("season"))
    reader.remarks += wrong
    entrants = reader.each(_entrant, reader.items("entrants"))
    players = [entrant.player for entrant in entrants]
    reader.want(bool(entrants), sentence("nobody is entered"), "entrants", write("entrants: [ann, bob, …]"))
    for player in twice(players):
        reader.wrong(sentence("{player} is entered twice", player=player), sentence("every name once"), "entrants")
    games = [game for game in reader.each(read_game, reader.items("games"), players) if game]
    out = {
        reader.read(round_number, each, default=0): reader.each(known, names, players)
        for each, names in reader.map("out").items()
    }
    penalties: dict[Player, Fraction] = {}
    for player, points in reader.each(_penalty, reader.items("penalties"), players):
        penalties[player] = penalties.get(player, Fraction(0)) + points
    _once_a_round(reader, games, out)
    season = Season(
        entrants, games, out, penalties, counting.points, counting.best, counting.ties, counting.late == "last",
        counting.final,
    )  # fmt: skip
    return lambda: {"round": season.round, "table": [line_json(line) for line in standings(season)]}


def known(raw: Raw, players: Sequence[Player]) -> Player:
    """An id as it is entered; ids are compared letter by letter."""
    name = raw.strip() if isinstance(raw, str) else ""
    if name not in players:
        message = sentence("{player} is not entered", player=name or "…")
        raise Refusal(message, did_you_mean(name, players), raw, Flaw.UNKNOWN)
    return name


def piece(raw: Raw, keys: Sequence[str], example: str) -> Mapping[str, Raw]:
    """A map that has none but these keys."""
    if not isinstance(raw, Mapping):
        raise Refusal(sentence("this has to be names and values"), write(example), raw, Flaw.UNREADABLE)
    for key in raw:
        if key not in keys:
            raise Refusal(sentence("a case has no {key}", key=key), did_you_mean(key, keys), key, Flaw.UNKNOWN)
    return raw


def number(what: str, raw: Raw, least: int = 1) -> int:
    if not is_whole(raw) or int(raw) < least:
        raise Refusal(sentence("{key} is a whole number", key=what), write(f"{what}: {least}"), raw)
    return int(raw)


def round_number(raw: Raw) -> int:
    found = number("round", raw)
    if found > MOST_ROUNDS:
        raise Refusal(sentence("this round is not one of the season"), write(f"round: {MOST_ROUNDS}"), raw)
    return found


def _entrant(raw: Raw) -> Entrant:
    if isinstance(raw, str) and raw.strip():
        return Entrant(raw.strip())
    found = piece(raw, _ENTRANT, "{player: cy, from: 2}")
    if not str(found.get("player", "")).strip():
        raise Refusal(sentence("an entrant has a name"), write("{player: cy, from: 2}"), raw)
    withdrew = number("withdrew", found["withdrew"]) if "withdrew" in found else None
    since, division = number("from", found.get("from", "1")), number("division", found.get("division", "1"))
    return Entrant(str(found["player"]).strip(), since, withdrew, division)


def read_game(raw: Raw, players: Sequence[Player]) -> Played | None:
    """One game; none, if it is void (S9)."""
    page = piece(raw, _GAME, "{round: 1, table: 1, places: {ann: 1, bob: 2}}")
    order, absent, walk_over = _places(page.get("places"), players)
    running = page.get("running", [])
    scores = page.get("scores", {})
    game = Played(
        round_number(page.get("round", "1")),
        number("table", page.get("table", "1")),
        order,
        {known(key, players): fraction(each) for key, each in (scores if isinstance(scores, Mapping) else {}).items()},
        _running(running, order, players),
        frozenset(absent),
        walk_over,
    )
    return None if "void" in page and _flag(page["void"]) else game


def _places(raw: Raw, players: Sequence[Player]) -> tuple[dict[Player, int], list[Player], Player | None]:
    if not isinstance(raw, Mapping) or not raw:
        raise Refusal(sentence("a game has places"), write("places: {ann: 1, bob: 2}"), raw)
    order: dict[Player, int] = {}
    special: dict[str, list[Player]] = {What.NO_SHOW: [], What.WALK_OVER: []}
    for key, place in raw.items():
        player, word = known(key, players), str(place).strip().casefold()
        if word in special:
            special[word].append(player)
        else:
            order[player] = _place(place)
    winners = special[What.WALK_OVER]
    if len(winners) > 1 or (winners and order):
        hint = sentence("the others are no-shows")
        raise Refusal(sentence("a walk-over is for one, and nobody else has a place"), hint, raw)
    return order, special[What.NO_SHOW], winners[0] if winners else None


def _place(raw: Raw) -> int:
    if not is_whole(raw) or int(raw) < 1:
        hint = sentence("write 1 for the best, 2 for the next, or no-show, or walk-over")
        raise Refusal(sentence("{given} is no place", given=str(raw)), hint, raw)
    return int(raw)


def _running(raw: Raw, order: Mapping[Player, int], players: Sequence[Player]) -> frozenset[Player]:
    if isinstance(raw, list):
        return frozenset(known(each, players) for each in raw)
    return frozenset(order) if _flag(raw) else frozenset()


def _flag(raw: Raw) -> bool:
    try:
        return flag(raw)
    except ValueError as wrong:
        raise Refusal(sentence("this is yes or no"), wrong.args[0], raw) from None


def fraction(raw: Raw) -> Fraction:
    try:
        return read_fraction(raw)
    except ValueError as wrong:
        raise Refusal(sentence("{given} is no number of points", given=str(raw)), wrong.args[0], raw) from None


def _penalty(raw: Raw, players: Sequence[Player]) -> tuple[Player, Fraction]:
    page = piece(raw, ("player", "points"), "{player: bob, points: 3/2}")
    return known(page.get("player"), players), fraction(page.get("points"))


def _once_a_round(reader: CaseReader, games: Sequence[Played], out: Mapping[int, Sequence[Player]]) -> None:
    """A player is in at most one game a round, and never both in one and out."""
    there = [(game.round, player) for game in games for player in (*game.order, *game.absent)]
    there += [(game.round, game.walk_over) for game in games if game.walk_over]
    there += [(number, player) for number, players in out.items() for player in players]
    for number, player in twice(there):
        message = sentence("{player} is in two places in round {round}", player=player, round=number)
        reader.wrong(message, sentence("one game a round, or sitting out"), "games")


def twice(items: Sequence[T]) -> list[T]:
    """What is there more than once, each of it once."""
    return [item for item, count in Counter(items).items() if count > 1]


def line_json(line: Line) -> Json:
    return {
        "division": line.division,
        "place": line.place,
        "tied": line.tied,
        "player": line.player,
        "points": str(line.points),
        "decided": line.decided,
        "penalty": str(line.penalty),
        "star": line.star,
        "withdrawn": line.withdrawn,
        "results": [_result_json(result) for result in line.results],
    }


def _result_json(result: Result) -> Json:
    return {
        "round": result.round,
        "table": result.table,
        "what": str(result.what),
        "place": result.place,
        "points": str(result.points),
        "counts": result.counts,
        "star": result.star,
    }
