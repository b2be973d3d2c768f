"""A season's standings in the format that is wanted, shown or written to a file."""

import json
from pathlib import Path

from gm.core.play import Json
from gm.desk import onefile
from gm.desk.desk import Desk
from gm.desk.placing import Placed
from gm.desk.standings import champions, contest_of, names
from gm.reports import seasondata, seasonpages
from gm.reports.languages import speaker_of
from gm.reports.seasontable import Contest, told
from gm.store.files import READABLE

FOLDER = "standings"
_ENDINGS = {"text": "txt"}
LATEST = 1  # so many draws stand on a page of paper


def scripted(contest: Contest) -> Json:
    return seasondata.as_json(contest)


def shown(desk: Desk, contest: Contest, format: str, full: bool = False) -> str:
    """As text of some kind."""
    zine, language = desk.zine, desk.zine.language_of(None)
    if format == "csv":
        return seasondata.as_csv(contest)
    if format == "trf":
        return seasondata.as_trf(contest, zine.editor)
    if format == "json":
        return json.dumps(seasondata.as_json(contest), ensure_ascii=False) + "\n"
    if format == "text" and not full:
        return seasonpages.table(told(contest), zine.templates, language)
    kind = "html" if format == "html" else "txt"
    return seasonpages.page(whole(desk, contest), kind, zine.templates, language, zine.title)


def whole(desk: Desk, contest: Contest) -> Json:
    """The season with those who won the others."""
    others = (contest_of(desk, name) for name in names(desk) if name != contest.name)
    return told(contest) | {"champions": champions(others)}


def as_pdf(desk: Desk, contest: Contest) -> bytes:
    from gm.print.seasonsheet import pdf

    zine, language = desk.zine, desk.zine.language_of(None)
    model = whole(desk, contest)
    html = seasonpages.body(model | {"draws": model["draws"][:LATEST]}, "html", zine.templates, language)
    day = desk.now.astimezone(zine.zone).date()
    return pdf(model["title"], zine.title, str(html), day, language, speaker_of(language).day(day))


def place_of(desk: Desk, contest: Contest, format: str, to: Path | None) -> Path:
    name = f"{contest.name}-round-{contest.season.round:02}.{_ENDINGS.get(format, format)}"
    return onefile.place_for(desk, to, FOLDER, name, "gm standings")


def write(desk: Desk, contest: Contest, format: str, path: Path) -> Placed:
    content = as_pdf(desk, contest) if format == "pdf" else _bytes(shown(desk, contest, format, full=True), format)
    return onefile.write(desk, path, content, FOLDER, READABLE)


def _bytes(text: str, format: str) -> bytes:
    """Lines of a TRF end as that world has them."""
    return (text.replace("\n", "\r\n") if format == "trf" else text).encode()
