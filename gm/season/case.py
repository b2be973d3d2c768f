"""A question about a season on one page: a table, a draw, who goes on, heats or a bracket."""

from collections.abc import Callable, Mapping

from gm.core.casepage import CaseReader
from gm.core.play import Json, Raw, Remark
from gm.core.words import sentence, write
from gm.season.drawcase import read_draw
from gm.season.stagecase import read_deal, read_stage
from gm.season.tablecase import read_table

_KEYS = (
    "season", "entrants", "games", "out", "penalties", "secret", "draw", "stage", "deal", "seeds", "words", "word",
)  # fmt: skip
_QUESTIONS: dict[str, Callable[[CaseReader], Callable[[], Json]]] = {  # in this order: a stage has games too
    "draw": read_draw,
    "stage": read_stage,
    "deal": read_deal,
    "games": read_table,
}


def answer(page: Mapping[str, Raw]) -> tuple[str, Json] | list[Remark]:
    """Which question it is, and its answer for scripts; or everything that is wrong with the page."""
    reader = CaseReader(page, _KEYS)
    question = next((key for key in _QUESTIONS if key in page), None)
    if question is None:
        reader.wrong(
            sentence("the page does not ask anything"), write("games:, draw:, stage: or deal:"), page.get("rules")
        )
        return reader.remarks
    asked = _QUESTIONS[question](reader)
    return reader.remarks or (question, asked())
