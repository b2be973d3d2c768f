"""The chain of secrets, and what is drawn from it where one must go on and another not (S14; the draw, step 1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from gm.season.results import Player

LONGEST = 64  # rounds in a season, and links in the chain


def link(secret: str, back: int = 1) -> str:
    """The secret of so many rounds before: anybody can go back along the chain, and nobody forward.

    >>> link("0" * 64, 64)[:8], link("0" * 64, 62)[:8]
    ('6d2474f4', '73fd775a')
    """
    for _ in range(back):
        secret = sha256(secret.encode()).hexdigest()
    return secret


@dataclass(frozen=True)
class Lots:
    """The lots of one round: of its secret, the word that was called out, and everybody's lucky word."""

    secret: str
    word: str = ""
    words: Mapping[Player, str] = field(default_factory=dict)

    def lot(self, player: Player) -> str:
        """The lowest goes first."""
        text = f"{self.secret}\nlot:{self.word}\n{player}={self.words.get(player, '')}"
        return sha256(text.encode()).hexdigest()

    def drawn(self, players: Iterable[Player]) -> list[Player]:
        return sorted(players, key=self.lot)
