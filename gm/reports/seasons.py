"""What a season has to say, in words: tables, draws, and who goes on."""

from fractions import Fraction

from gm.core.play import Json
from gm.core.words import sentence
from gm.reports.languages import ENGLISH
from gm.reports.render import fill
from gm.season.points import readable

TEMPLATES = {
    "games": "season/games.txt",
    "draw": "season/draw.txt",
    "stage": "season/stage.txt",
    "deal": "season/deal.txt",
}
TIE_BREAKS = {
    "countback": sentence("by better places"),
    "met": sentence("by the games against each other"),
    "opposition": sentence("by stronger opponents"),
    "score": sentence("by the games' own scores"),
    "recent": sentence("by the latest rounds"),
}


def told(question: str, found: Json, language: str = ENGLISH) -> str:
    """The answer to a question about a season, as text."""
    return fill(TEMPLATES[question], _in_words(found) | {"tie_breaks": TIE_BREAKS}, language=language)


def _in_words(found: Json) -> Json:
    """Points as people read them, wherever there are some."""
    if "table" not in found:
        return found
    lines = [_shown(line) | {"results": list(map(_shown, line["results"]))} for line in found["table"]]
    return found | {"table": lines}


def _shown(line: Json) -> Json:
    return line | {"points": readable(Fraction(line["points"]))}
