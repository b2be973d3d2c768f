"""What trials came to, as charts: one model, for the terminal and for a picture."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gm.core.game import Game
from gm.core.play import Json
from gm.core.trials import Tally
from gm.core.words import sentence

_FEW = 0.005  # of all games: what is rarer has no line of its own
_BAR = 30  # characters of the longest
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Row(NamedTuple):
    label: str
    value: float  # how long its bar is
    shown: int  # the figure beside it


class Chart(NamedTuple):
    title: str
    rows: Sequence[Row]

    @property
    def most(self) -> float:
        return max((row.value for row in self.rows), default=0) or 1

    def as_json(self) -> Json:
        return {"title": self.title, "rows": [row._asdict() | {"part": row.value / self.most} for row in self.rows]}


def charts(game: Game[Any, Any], tally: Tally) -> Iterator[Chart]:
    """Whatever was counted."""
    titles = {
        "finishers": sentence("How many finish (% of races)"),
        "turns": sentence("How many turns it takes (% of races)"),
        "free": sentence("How many fences are free (% of races)"),
    }
    yield from (Chart(title, _spread(tally, what)) for what, title in titles.items() if tally.of(what))
    yield Chart(sentence("Who wins (% of their rides)"), _winners(game, tally))
    if tally.of("jumped"):
        yield Chart(sentence("Falls at a hundred fences of a kind"), _falls(tally))


def _spread(tally: Tally, what: str) -> list[Row]:
    """How often each number came about."""
    found = {number: many for number, many in tally.of(what).items() if isinstance(number, int)}
    often = {number: many / tally.games for number, many in found.items() if many >= _FEW * tally.games}
    return [Row(str(number), often[number], round(100 * often[number])) for number in sorted(often)]


def _winners(game: Game[Any, Any], tally: Tally) -> list[Row]:
    rode, won = tally.of("rode"), tally.of("won")
    shares = {str(who): won[who] / rode[who] for who in rode}
    names: Mapping[str, str] = {who: game.tempers.get(who) or sentence("seat {number}", number=who) for who in shares}
    if game.tempers:  # the best first; seats in their order
        shares = dict(sorted(shares.items(), key=lambda item: -item[1]))
    return [Row(names[who], share, round(100 * share)) for who, share in shares.items()]


def _falls(tally: Tally) -> list[Row]:
    fell, jumped = tally.of("fell"), tally.of("jumped")
    return [Row(str(kind), fell[kind] / jumped[kind], round(100 * fell[kind] / jumped[kind])) for kind in jumped]


def bar(part: float) -> str:
    """So much of the longest bar, to an eighth of a character.

    >>> bar(0.51), bar(0)
    ('███████████████▎', '')
    """
    whole, eighth = divmod(round(part * _BAR * 8), 8)
    return ("█" * whole + _EIGHTHS[eighth]).rstrip()
