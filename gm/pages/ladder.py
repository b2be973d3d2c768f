"""The ladder of years, as zine.yaml asks for it (S19)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Raw, Remark
from gm.core.words import sentence, write
from gm.season.points import BEATEN, Points
from gm.season.settings import read_fraction, read_points

_KEYS = ("of", "points", "fade")
_EXAMPLE = "ladder: {of: [cup-2025, cup-2026], points: [10, 6, 3, 1], fade: 1/2}"


@dataclass(frozen=True)
class Ladder:
    of: tuple[str, ...]  # seasons, the newest last
    points: Points = BEATEN
    fade: Fraction = Fraction(1)  # what a season counts beside the one after it


def read_ladder(raw: Raw, remarks: list[Remark]) -> Ladder | None:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("of"), list):
        remarks.append(Remark(sentence("the ladder says of which seasons it is"), write(_EXAMPLE), raw))
        return None
    before = len(remarks)
    for key in raw:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS, sentence("it has {keys}", keys=_KEYS))
            remarks.append(Remark(sentence("{key} has no {word}", key="ladder", word=key), hint, key, Flaw.UNKNOWN))
    seasons = tuple(str(each).strip() for each in raw["of"])
    if not all(seasons) or len({fold(each) for each in seasons}) < len(seasons):
        remarks.append(Remark(sentence("the ladder names every season once"), write(_EXAMPLE), raw["of"]))
    try:
        points = read_points(raw.get("points", "beaten"))
        fade = read_fraction(raw.get("fade", "1"))
    except ValueError as wrong:
        remarks.append(Remark(sentence("the ladder cannot be counted so"), wrong.args[0], raw))
        return None
    if not 0 <= fade <= 1:
        remarks.append(Remark(sentence("fade lies between 0 and 1"), write("fade: 1/2"), raw["fade"]))
    return Ladder(seasons, points, fade) if len(remarks) == before else None
