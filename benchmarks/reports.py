"""Reports, beside bare jinja filling in the same templates with the same models.

All those of one turn of forty horses; and of a field of ten thousand, in which a private one is made at first asking,
as it is then kept: text, page, JSON and order form.
"""

import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks import running
from benchmarks.table import Measurement, Round, timed
from benchmarks.zines import quiet
from gm.core.play import Seat
from gm.desk import demo
from gm.desk.desk import Desk, match_of, open_desk
from gm.desk.publish import Kept, maker_of
from gm.reports import forms
from gm.reports import render as rendering
from gm.reports.model import Report
from gm.reports.render import _environment, body, render, shared

TURN, GAME, FORMS = 5, "bloodstock", ("txt", "html")
FIELD, ASKED, ROUNDS = 10_000, 1_000, 5


def measurements() -> Iterator[Measurement]:
    yield Measurement("all reports of a turn of 40", "bare jinja, the same templates and models", 1.6, a_turn, 9)
    yield Measurement(
        f"{ASKED:,} private reports of a field of {FIELD:,}, kept", "bare jinja, the same templates", 2, asked, ROUNDS
    )


def all_reports(desk: Desk) -> list[Report]:
    """What every reader is told, from what is stored."""
    maker = maker_of(desk, GAME, TURN)
    return [maker.report(seat) for seat in (None, *maker.at.seats)]


def ours(desk: Desk) -> list[str]:
    """As gm run does it: from what is stored to every page."""
    return [render(report, form, desk.zine.templates) for report in all_reports(desk) for form in FORMS]


def bare(desk: Desk, reports: list[Report]) -> list[str]:
    """Nothing but jinja: templates that are compiled already, models that are made already."""
    own, pages, bodies = desk.zine.templates, [], {}
    for form in FORMS:
        for report in reports:
            jinja = _environment(None, form == "html", report.language)
            if (form, report.language) not in bodies:
                bodies[form, report.language] = body(report.public or report, form, own)
                jinja.get_template(f"{report.rules}/body.{form}").render((report.public or report).values)
            kind = "private" if report.private else "public"
            template = jinja.get_template(f"{report.rules}/{kind}.{form}")
            parts = shared(report.public or report, form, own)
            pages.append(template.render(report.values | parts))
    return pages


def a_turn() -> Iterator[Round]:
    with tempfile.TemporaryDirectory() as folder:
        demo.play(Path(folder) / "zine", lambda told: None)
        with open_desk(Path(folder) / "zine", datetime.now(UTC)) as desk:
            reports = all_reports(desk)
            assert len(ours(desk)) == len(bare(desk, reports)) == 2 * len(reports)
            yield timed(lambda: ours(desk), lambda: bare(desk, reports))


# At first asking

Filling = tuple[Any, Sequence[str], Any]  # an environment, the names of a template, and what it is told


def asked() -> Iterator[Round]:
    """A thousand readers a round, each for the first time."""
    folder = running.ordered(FIELD)
    if not (folder / "issues/race/turn-01").exists():
        assert quiet(folder, "run", "race", "--now", now=running.NOW) == 0
    with open_desk(folder, running.NOW) as desk, Kept(desk, match_of(desk, "race")) as kept:
        groups = [[*kept.at.seats][start : start + ASKED] for start in range(1, ROUNDS * ASKED, ASKED)]
        kept._made(next(iter(kept.at.seats)))  # what all of them share
        fillings = [filled(kept, seats) for seats in groups]
        readers, floors = iter(groups), iter(fillings)
        yield timed(lambda: keep(desk, kept, next(readers)), lambda: fill(next(floors)))


def keep(desk: Desk, kept: Kept, seats: Sequence[Seat]) -> None:
    with desk.store.writing():
        desk.deeds.will("")
        for seat in seats:
            kept.texts(seat)


def filled(kept: Kept, seats: Sequence[Seat]) -> list[Filling]:
    """What jinja is asked to fill in for these readers."""
    found: list[Filling] = []
    real = rendering.fill

    def seen(template: Any, model: Any, own: Path | None = None, language: str = "en") -> str:
        names = [template] if isinstance(template, str) else list(template)
        found.append((_environment(None, names[0].endswith((".html", ".svg")), language), names, model))
        return real(template, model, own, language)

    with patch.object(rendering, "fill", seen), patch.object(forms, "fill", seen):
        for seat in seats:
            kept._made(seat)
    return found


def fill(fillings: Sequence[Filling]) -> None:
    for jinja, names, model in fillings:
        jinja.select_template(names).render(model)
