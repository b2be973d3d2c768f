"""Checking a page away from the zine: against a report that everybody was sent as JSON."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from gm import games
from gm.core.names import fold
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.desk import Match
from gm.desk.intake import Clerk
from gm.desk.stable import taken_apart
from gm.pages.page import read_page
from gm.pages.zine import NoZine, find_zine
from gm.store.database import GameRow, TurnRow


def in_a_zine(folder: Path) -> bool:
    try:
        find_zine(folder)
    except NoZine:
        return False
    return True


def clerk(page: Path, public: Path | None, aloud: bool = False) -> Clerk:
    """A clerk who knows one game, from a report."""
    path = public or _beside(page)
    report = _load(path)
    try:
        at = _match(report, path)
        moment = datetime.fromisoformat(report["deadline"]).astimezone() if report["deadline"] else None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise _no_report(path) from None
    _refuse_others(report, at, page)
    return Clerk(lambda name: _only(at, name), lambda _, turn: moment if turn == at.turn else None, aloud=aloud)


def _refuse_others(report: Json, at: Match, page: Path) -> None:
    """A private report knows one position only."""
    reader = report.get("player")
    fields = read_page(page.read_bytes(), page.name)[0] if page.is_file() and reader else None
    if fields is None:
        return
    own = taken_apart(at, fields)[0] or [fields]
    signed = [each.get(at.game.entry) or each.get("player") for each in own]
    if any(at.seat_called(name) not in (reader, None) for name in signed if name):
        raise GmError(
            sentence("the report to check with was made for {player}", player=reader), sentence("use your own")
        )


def _only(at: Match, name: str | None) -> Match:
    from gm.store.database import NoSuchGame

    if name and fold(name) != fold(at.name):
        message = sentence("the report beside this page is of {game}, not of {other}", game=at.name, other=name)
        raise NoSuchGame(message)
    return at


def _beside(page: Path) -> Path:
    """A report of the page's game in the same folder, the latest turn first."""
    wanted = read_page(page.read_bytes(), page.name)[0].get("game") if page.is_file() else ""
    reports = [path for path in sorted(page.parent.glob("*.json")) if path != page and _is_report(path, wanted)]
    if not reports:
        message = sentence("this is no zine, and there is no report of the game beside the page")
        raise GmError(message, sentence("name one: --with FILE"))
    return max(reports, key=lambda path: (_load(path)["turn"], path.name != "public.json"))


def _is_report(path: Path, game: str) -> bool:
    try:
        report = _load(path)
    except GmError:
        return False
    return not game or fold(str(report["game"])) == fold(game)


def _load(path: Path) -> Json:
    try:
        report = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None  # a pipe would hang us
    except (OSError, ValueError, RecursionError):
        report = None
    if not isinstance(report, dict) or not {"game", "turn", "deadline", "case"} <= set(report):
        raise _no_report(path)
    if not isinstance(report["turn"], int) or not isinstance(report["game"], str):
        raise _no_report(path)
    return report


def _no_report(path: Path) -> GmError:
    return GmError(
        sentence("{file} is no report of a game", file=str(path)), sentence("use the .json file of the last turn")
    )


def _match(report: Json, path: Path) -> Match:
    if not report["case"]:
        message = sentence("{file} does not tell your position", file=str(path))
        raise GmError(message, sentence("use the private report that was made for you"))
    game = games.load(report["case"]["rules"])
    case = game.case(_as_text(report["case"]))
    if isinstance(case, list):
        raise GmError(sentence("{file} cannot be used: {problem}", file=str(path), problem=case[0].message))
    owners = report.get("players", {})
    roster = [
        {"seat": each.seat, "player": owners.get(each.seat, each.seat), "entry": each.name, "name": each.seat}
        for each in case.entrants
    ]
    row = GameRow(report["game"], game.name, "", "", {}, roster, "", "", "", 0)
    return Match(row, game, TurnRow(0, row.name, report["turn"], None, {}, {}), case.state)


def _as_text(value: Any) -> Any:
    """JSON as the page reader would give it: everything is text."""
    if isinstance(value, dict):
        return {str(key): _as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_as_text(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)
