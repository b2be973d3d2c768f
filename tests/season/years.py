"""A second, plain answer to what comes after a season, from the rulings alone: the final, divisions, the ladder (S15, S16, S19)."""

import hashlib
from fractions import Fraction
from typing import Any

from tests.season.oracle import rank, shared


def lot(player: str, secret: str, word: str, words: dict[str, str]) -> str:
    """S14."""
    return hashlib.sha256(f"{secret}\nlot:{word}\n{player}={words.get(player, '')}".encode()).hexdigest()


def by_place(table: dict[str, int], secret: str, word: str, words: dict[str, str]) -> list[str]:
    return [player for _, _, player in sorted((table[each], lot(each, secret, word, words), each) for each in table)]


def finalists(table: dict[str, int], top: int, secret: str, word: str, words: dict[str, str]) -> list[str]:
    """S15: who is in stands in the table; lots are for those at the edge alone, but where would one see the others?"""
    return by_place(table, secret, word, words)[:top]


def final_places(table: dict[str, int], final: dict[str, int]) -> dict[str, int]:
    """S15: the places of the final, ties shared; all others behind them, as they stand to each other."""
    found = {player: rank(final, player) for player in final}
    others = {player: place for player, place in table.items() if player not in final}
    return found | {player: len(final) + rank(others, player) for player in others}


def next_year(
    tables: list[dict[str, int]], entered: set[str], of: int, up: int, down: int, secret: str, words: dict[str, str]
) -> list[list[str]]:
    """S16, a border at a time: each player is in a division, and came down, stayed or came up."""
    ranked = [by_place(table, secret, "", words) for table in tables]
    now = {player: (number, "stayed") for number, people in enumerate(ranked) for player in people}
    for border in range(len(ranked) - 1):
        now |= dict.fromkeys(ranked[border][len(ranked[border]) - down :], (border + 1, "down"))
        now |= dict.fromkeys(ranked[border + 1][:up], (border, "up"))
    everybody = [player for people in ranked for player in people]
    line: list[str] = []
    for number in range(len(ranked)):
        for what in ("down", "stayed", "up"):
            line += [player for player in everybody if now[player] == (number, what)]
    return cut_up([player for player in line if player in entered] + sorted(entered - set(line)), of)


def cut_up(line: list[str], of: int) -> list[list[str]]:
    cut = []
    while line:
        cut.append(line[:of])
        line = line[of:]
    if len(cut) > 1 and len(cut[-1]) < Fraction(of, 2):
        last = cut.pop()
        cut[-1] += last
    return cut


def ladder(years: list[dict[str, int]], points: Any, fade: Fraction) -> list[tuple[int, str, Fraction]]:
    """S19: place, player, points; the newest year is the last."""
    everybody = {player for year in years for player in year}
    total, tally = {}, {}
    for player in everybody:
        mine = Fraction(0)
        for number, year in enumerate(years):
            if player in year:
                mine += shared(points, year, player) * fade ** (len(years) - 1 - number)
        total[player] = mine
        tally[player] = [
            sum(player in year and rank(year, player) == place for year in years)
            for place in range(1, 1 + max(len(year) for year in years))
        ]
    found = []
    for player in everybody:
        better = sum((total[each], tally[each]) > (total[player], tally[player]) for each in everybody)
        found.append((better + 1, player, total[player]))
    return sorted(found)
