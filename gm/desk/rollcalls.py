"""The roll call of a season's next round: who is in, with how many points, and whom each has met."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from gm.desk.seasons import Tournament
from gm.season.draw import Pair
from gm.season.league import sizes_of
from gm.season.results import Player
from gm.season.review import as_of
from gm.season.rollcall import Caller, LastYear, RollCall, Tables
from gm.season.standings import standings


class Past(NamedTuple):
    """What earlier rounds have left behind; void games and those who did not come have left nothing."""

    met: Counter[tuple[Player, Player]]  # the lower id first
    seats: Counter[tuple[Player, int]]
    short: Counter[Player]
    out: Counter[Player]


def past_of(at: Tournament) -> Past:
    past = Past(Counter(), Counter(), Counter(), Counter())
    absent = {(game.round, game.table): game.absent for game in at.season.games}
    best = {draw.round: draw.rests_on["tables"]["best"] for draw in at.draws if "tables" in draw.rests_on}
    for number, each in at.rounds.items():
        past.out.update(each.out)
        for table, seats in each.tables.items():
            if (number, table) in at.void:
                continue
            there = [
                (seat, who) for seat, who in enumerate(seats, start=1) if who not in absent.get((number, table), ())
            ]
            past.met.update(combinations(sorted(who for _, who in there), 2))
            past.seats.update((who, seat) for seat, who in there)
            past.short.update(who for _, who in there if len(seats) < best.get(number, 0))
    return past


def roll_call(
    at: Tournament, round: int, points: Mapping[Player, Fraction], by_lot: bool, tables: Tables, word: str = ""
) -> RollCall:
    """Of all who are in for that round; whoever has no points there has none."""
    past, inside = past_of(at), at.who_is_in(round)
    groups = _groups({player: at.entries[player].apart for player in inside})
    callers = {
        player: Caller(
            points=points.get(player, Fraction(0)),
            lucky_word=at.entries[player].lucky_word,
            out=past.out[player],
            short=past.short[player],
            seats={seat: many for (who, seat), many in sorted(past.seats.items()) if who == player},
            table=at.entries[player].table,
            apart=groups.get(at.entries[player].apart, 0),
        )
        for player in inside
    }
    met = {pair: many for pair, many in past.met.items() if set(pair) <= set(inside)}
    return RollCall(at.name, round, at.file.rounds, by_lot, tables, callers, met, word)


def league_call(at: Tournament, round: int, word: str, last_year: LastYear | None) -> RollCall:
    """The same for a league: everybody's table is their division, if it is known by now."""
    divisions = {each.player: each.division for each in at.entrants if at.is_in(each.player, round)}
    if last_year:
        divisions = {player: at.entries[player].division for player in divisions}
    many = last_year.of if last_year else sizes_of(divisions)
    call = roll_call(at, round, {}, True, Tables(many, many, many), word)
    players = {
        who: Caller(lucky_word=each.lucky_word, seats=each.seats, table=divisions[who])
        for who, each in call.players.items()
    }
    return RollCall(at.name, round, call.rounds, True, call.tables, players, {}, word, last_year)


def _groups(words: Mapping[Player, str]) -> dict[str, int]:
    """The words that two or more share, numbered in the order of the lowest id that has them; so they stay private."""
    shared = [word for word, many in Counter(words.values()).items() if word and many > 1]
    first = {word: min(player for player, own in words.items() if own == word) for word in shared}
    return {word: number for number, word in enumerate(sorted(shared, key=lambda word: first[word]), start=1)}


class Moved(NamedTuple):
    """Somebody who stood elsewhere when a round was drawn."""

    round: int
    player: Player
    then: int
    now: int


def moved_since(at: Tournament) -> list[Moved]:
    """Draws by score are kept when what they rested on changes; whom that moved is to be said.

    One that was insisted on while games were running says so itself.
    """
    found = []
    for draw in at.draws:
        if draw.round == 1 or draw.insisted or draw.rests_on.get("by") != "score":
            continue
        then = {player: Fraction(caller["points"]) for player, caller in draw.rests_on["players"].items()}
        lines = standings(as_of(at.season, draw.round - 1))
        now = {line.player: line.points for line in lines}
        now = {player: now.get(player, Fraction(0)) for player in then}
        before, after = _places(then), _places(now)
        found += [Moved(draw.round, who, before[who], after[who]) for who in sorted(then) if before[who] != after[who]]
    return found


def _places(points: Mapping[Player, Fraction]) -> dict[Player, int]:
    """S11: by points alone."""
    ranked = sorted(points.values(), reverse=True)
    return {player: ranked.index(each) + 1 for player, each in points.items()}


def flaws_of(call: RollCall, tables: Mapping[int, Sequence[Player]]) -> tuple[list[Pair], list[Pair]]:
    """Of a round that was changed by hand: who meets again, and who was to be kept apart."""
    pairs = sorted(pair for seats in tables.values() for pair in combinations(sorted(seats), 2))
    group = {player: caller.apart for player, caller in call.players.items()}
    again = [pair for pair in pairs if call.met.get(pair)]
    return again, [(one, other) for one, other in pairs if group[one] and group[one] == group[other]]
