"""A move as the game master types it: `bet red green; red 7`, and what to discard."""

import re
from collections.abc import Iterator, Sequence

from gm.core.names import find, fold
from gm.core.play import Json, Raw, Seat
from gm.games.knizia.table import Table


def keyed(table: Table, seat: Seat, turn: int, words: str) -> Json:
    """K13: moves are tried from the top; a bet belongs to the card after it."""
    moves: list[Json] = []
    part: Json = {"moves": moves}
    for piece in (each.strip() for each in words.split(";")):
        word, _, rest = piece.partition(" ")
        key = "" if rest.isdigit() else fold(word)  # a horse may be called Bet
        if key == "bet":
            moves.append({"bet": bets(rest, table.horses)})
        elif key == "discard":
            part["discard"] = discards(rest)
        elif moves and "play" not in moves[-1]:
            moves[-1]["play"] = piece
        else:
            moves.append({"play": piece})
    return part


def bets(text: str, horses: Sequence[str]) -> Raw:
    """
    >>> bets("red green", ["red", "green"]), bets("Old Tom red", ["red", "Old Tom"]), bets("none", ["red"])
    (['red', 'green'], ['Old Tom', 'red'], 'none')
    """
    if fold(text) == "none":
        return text
    return [each.strip() for each in text.split(",")] if "," in text else list(_names(text.split(), horses))


def _names(words: Sequence[str], horses: Sequence[str]) -> Iterator[str]:
    """The longest name first; a word that is none is told by whoever reads the page."""
    at = 0
    while at < len(words):
        many = next((n for n in range(len(words) - at, 1, -1) if find(" ".join(words[at : at + n]), horses)), 1)
        yield " ".join(words[at : at + many])
        at += many


def discards(text: str) -> Raw:
    """
    >>> discards("red 3 black 4"), discards("red 3, blue 2"), discards("none")
    (['red 3', 'black 4'], ['red 3', 'blue 2'], 'none')
    """
    return text if fold(text) in ("", "all", "none") else re.split(r"(?<=\s[0-9])[\s,]+", text.strip())
