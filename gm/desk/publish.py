"""Reports: what each reader may know of a turn, shown or written to the zine's issues folder."""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path

from gm.core import codec
from gm.core.dice import commitment
from gm.core.play import Event, Json, Seat
from gm.core.problems import GmError
from gm.core.words import unpack
from gm.desk.desk import Desk, Match, deadline, match_after
from gm.desk.drafts import written
from gm.desk.turns import Ran
from gm.mail.settings import orders_to
from gm.reports.call import bank, call
from gm.reports.forms import awaits, order_form
from gm.reports.languages import speaker_of
from gm.reports.render import FORMATS, Report, fill, own_orders, render, story
from gm.store.database import GameRow, TurnRow


class NoSuchPlayer(GmError):
    """Nobody of that name plays in this game"""


def stored_report(desk: Desk, name: str, turn: int | None, reader: str | None) -> Report:
    """Any report again, from what was stored."""
    row = desk.store.game(name)
    at = match_after(desk, name, desk.store.turn_at(row.head).turn if turn is None else turn)
    events = desk.store.events(at.head.id)
    seat = _seat(at, reader) if reader else None
    return _Press(desk, at, events).report(seat)


def _seat(at: Match, reader: str) -> Seat:
    seat = at.seat_called(reader)
    if seat is None:
        raise NoSuchPlayer(f"nobody called {reader} plays in {at.name}", "there are " + ", ".join(at.seats))
    return seat


def all_reports(desk: Desk, name: str, turn: int) -> list[Report]:
    """The public report of a turn, and one for each player."""
    at = match_after(desk, name, turn)
    press = _Press(desk, at, desk.store.events(at.head.id))
    return [press.report(seat) for seat in (None, *at.seats)]


def preview(desk: Desk, ran: Ran) -> Report:
    """The public report of a turn that has not been stored."""
    before = ran.before
    head = TurnRow(0, before.name, before.turn, before.head.id, ran.inputs, codec.dump(ran.step.state))
    at = Match(before.row, before.game, head, ran.step.state)
    return _Press(desk, at, ran.step.events, ran.deadline).report(None)


class _Press:
    """Makes the reports of one turn."""

    def __init__(self, desk: Desk, at: Match, events: Sequence[Event], due: datetime | None = None):
        self.desk, self.at, self.events = desk, at, events
        self.inputs = at.head.inputs
        due = due or deadline(desk, at.name, at.turn)
        self.due = None if at.over else due
        self._public: dict[str, Report] = {}
        self._calls: dict[str, list[str]] = {}

    @cached_property
    def _story(self) -> Json:
        """What everybody may know of this turn and of all before it."""
        parent = self.at.head.parent
        past = [] if parent is None else self.desk.store.events_up_to(parent)
        return story(self.at.game, self.at.state, self.events, None, past)

    def public(self, language: str) -> Report:
        """The same for everybody who reads that language."""
        if language not in self._public:
            self._public[language] = Report(self.at.row.rules, self._model(self._story, language), language=language)
        return self._public[language]

    def report(self, seat: Seat | None) -> Report:
        language = self.desk.zine.language_of(seat)
        if seat is None:
            return self.public(language)
        tale = story(self.at.game, self.at.state, self.events, seat)
        model = self._model(tale, language)
        model["me"] = self._own(seat, tale)
        model["me"]["page"] = self._next_page(model, language)
        return Report(self.at.row.rules, model, self.public(language), language)

    def _model(self, tale: Json, language: str) -> Json:
        row = self.at.row
        orders = self.inputs.get("orders", {})
        return {
            "zine": self.desk.zine.title,
            "editor": self.desk.zine.editor,
            "game": row.name,
            "title": row.title,
            "turn": self.at.head.turn,
            "next_turn": None if self.at.over else self.at.turn,
            "deadline": self.due.isoformat() if self.due else None,
            "due": speaker_of(language).moment(self.due) if self.due else "",
            "over": self.at.over,
            "players": {each["player"]: each["name"] for each in row.roster},
            "entries": self.at.seats,
            "receipts": {seat: orders.get(seat, {}).get("receipt") for seat in self.at.seats},
            "press": self._press_lines(row),
            "commitment": commitment(row.secret),
            "revealed": self._revealed(row),
            "result": tale["result"],
            "case": tale["case"],
            "story": tale,
            "call": self._call(language),
            "mail_to": orders_to(self.desk.zine.mail),
            "me": None,
        }

    def _call(self, language: str) -> list[str]:
        """The race call, the same for everybody; its seed is what everybody may know."""
        if language not in self._calls:
            zine, row, tale = self.desk.zine, self.at.row, self._story
            phrases = bank(row.rules, zine.templates, language, zine.languages[0])
            seed = f"{commitment(row.secret)}:{row.name}"
            names = {each["player"]: each["name"] for each in row.roster}
            beats, before = tale.get("beats", []), tale.get("beats_before", {})
            self._calls[language] = call(beats, before, phrases, seed, speaker_of(language), names)
        return self._calls[language]

    def _revealed(self, row: GameRow) -> Json | None:
        """Fair play, point 5: once the game is over, everybody can check the deal."""
        if not self.at.over:
            return None
        return {"secret": row.secret, "words": {each["player"]: each["word"] for each in row.roster}, "seed": row.seed}

    def _press_lines(self, row: GameRow) -> list[Json]:
        names = {each["player"]: each["name"] for each in row.roster}
        said = self.inputs.get("press", {})
        return [{"name": each["name"] or names[player], "text": each["text"]} for player, each in said.items()]

    def _own(self, seat: Seat, tale: Json) -> Json:
        used = self.inputs.get("orders", {}).get(seat, {})
        return {
            "player": seat,
            "name": self.at.row_of(seat)["name"],
            "entry": self.at.seats[seat],
            "token": self.desk.store.token(seat),
            "view": tale["view"]["me"],
            "orders": own_orders(self.events, seat),
            "fallen": [unpack(each) for each in self.inputs.get("fallen", {}).get(seat, [])],
            "receipt": used.get("receipt"),
            "nonce": used.get("nonce"),
            "canonical": used.get("canonical"),
            "awaited": not self.at.over and bool(self.at.game.agenda(self.at.state, seat, self.at.turn)),
        }

    def _next_page(self, model: Json, language: str) -> str:
        """The order page for the coming turn, ready to be filled in."""
        if not model["me"]["awaited"]:
            return ""
        return fill(f"{self.at.row.rules}/page.yaml", model, self.desk.zine.templates, language)


def publish(desk: Desk, name: str, change: Callable[[], int]) -> Path:
    """Store a change and write the reports of the turn it answers with: all of it, or nothing.

    The files are written to a folder that nobody looks at, and take their place once the change is stored.
    """

    def write(draft: Path, turn: int) -> Path:
        _write(desk, draft, all_reports(desk, name, turn))
        return folder_of(desk, name, turn)

    return written(desk.store, desk.zine.issues / name, change, write)


def _write(desk: Desk, folder: Path, reports: Iterable[Report]) -> None:
    forms = folder / "forms"
    for report in reports:
        for kind in FORMATS:
            text = render(report, kind, desk.zine.templates)
            (folder / f"{report.name}.{kind}").write_text(text, encoding="utf-8", newline="\n")
        if awaits(report):
            forms.mkdir(exist_ok=True)
            text = order_form(report, desk.zine.templates)
            (forms / f"{report.name}.html").write_text(text, encoding="utf-8", newline="\n")


def folder_of(desk: Desk, name: str, turn: int) -> Path:
    return desk.zine.issues / name / f"turn-{turn:02}"


def set_aside(folder: Path) -> Path | None:
    """Keep the files of a turn that was taken back, under another name."""
    if not folder.exists():
        return None
    number = 1
    while (aside := folder.with_name(f"{folder.name}.undone-{number}")).exists():
        number += 1
    os.replace(folder, aside)
    return aside
