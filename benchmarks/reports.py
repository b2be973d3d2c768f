"""All reports of one turn of forty horses, beside bare jinja filling in the same templates with the same models."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.table import Measurement, Round, timed
from gm.desk import demo
from gm.desk.desk import Desk, open_desk
from gm.desk.publish import maker_of
from gm.reports.model import Report
from gm.reports.render import _environment, body, render, shared

TURN, GAME, FORMS = 5, "bloodstock", ("txt", "html")


def measurements() -> Iterator[Measurement]:
    yield Measurement("all reports of a turn of 40", "bare jinja, the same templates and models", 1.6, a_turn, 9)


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
