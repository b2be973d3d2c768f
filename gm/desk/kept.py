"""Reports as they were kept, each for whoever it was made for."""

import json
from dataclasses import replace
from pathlib import Path

from gm.core.play import Json, Seat
from gm.desk.desk import Match
from gm.desk.turnfolder import FORM
from gm.mail.settings import orders_to
from gm.pages.zine import Zine
from gm.reports.render import FORMATS
from gm.store.reports import PUBLIC, Reports


def kept_texts(reports: Reports, at: Match, seat: Seat | None) -> dict[str, str]:
    """A report as it was kept; none if it was made for somebody who does not sit there any more."""
    if seat and for_another(reports, at, seat):
        return {}
    found = {format: reports.get(at.head.id, seat or PUBLIC, format) for format in (*FORMATS, FORM)}
    return {format: text for format, text in found.items() if text is not None}


def for_another(reports: Reports, at: Match, seat: Seat) -> bool:
    """It bears the token of whoever it was made for: nobody else may have it."""
    if all(change.seat != seat for change in at.changes):
        return False
    kept = reports.get(at.head.id, seat, "json")
    players = json.loads(kept).get("players", {}) if kept else {seat: at.players[seat]}
    return bool(players.get(seat, seat) != at.players[seat])


def settings_now(zine: Zine) -> Json:
    """What reports tell of zine.yaml."""
    told = {"title": zine.title, "editor": zine.editor, "languages": list(zine.languages), "listed": zine.listed}
    return told | {"mail": {"from": orders_to(zine.mail)}}


def as_then(zine: Zine, settings: Json) -> Zine:
    """A zine with its settings of another day; of a day from which none were kept, with those of now."""
    return replace(zine, **settings | {"languages": tuple(settings["languages"])}) if settings else zine


def templates_now(home: Path) -> dict[str, str]:
    """A zine's own templates, by their paths."""
    files = [path for path in sorted(home.rglob("*")) if path.is_file() and not path.is_symlink()]
    return {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8", errors="replace") for path in files}
