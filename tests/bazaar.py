"""A game that nobody plays: its order form has every kind of field, and a picture on top."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from gm import games
from gm.reports import forms
from tests import make_scripts
from tests.conftest import Desk

NAME = "bazaar"
FILES = {
    "__init__.py": """
from dataclasses import dataclass, replace

from gm.core.asking import choice, choices, conditions, field
from gm.core.game import Game
from gm.core.names import fold
from gm.core.play import Decision, Fact, Facts, Flaw, Kind, Remark, Section, Step, errors
from gm.core.sections import Shape, listed, records, reviewed
from gm.core.words import sentence
from gm.games.bazaar import validity

HORSES = ["red", "blue", "white", "Castle on Hill", "constructor", "7"]
POSITION = {"left": {"red": 3, "white": 2}, "right": {"red": 1, "blue": 2}}

def shape(*fields):
    return Shape(fields, lambda key: sentence("{key} is unknown", key=key), sentence("look"), sentence("no"), sentence("do"), "", "")

MOVES, EXCHANGE = shape("favour", "least", "number", "card"), shape("swap", "for", "limit")

@dataclass(frozen=True)
class Stall:
    seats: tuple[str, ...]
    turn: int = 1

class Bazaar(Game[Stall, object]):
    name, state, page = "bazaar", Stall, (Section("moves"), Section("exchange", along=True))

    def setup(self, entrants, settings, dice):
        return Step(Stall(tuple(each.seat for each in entrants)))
    def pending(self, stall):
        keys = [("moves", False), ("exchange", True)]
        return [Decision(seat, key, stall.turn, optional=may) for seat in stall.seats for key, may in keys if stall.turn <= 3]
    def read(self, stall, decision, say):
        return say
    def default(self, stall, decision):
        return ""
    def resolve(self, stall, choices, dice):
        return Step(replace(stall, turn=stall.turn + 1))
    def public(self, stall):
        return {"turn": stall.turn}
    def facts(self, stall, seat):
        number = Fact(Kind.NUMBER, sentence("steps behind the first"), lambda: 1)
        space = Fact(Kind.NUMBERS, sentence("from {least} to {most}", least=1, most=2), lambda: {"red": 3})
        return Facts({"number": number, "space": space}, HORSES)

    def lines(self, stall, part):
        found, remarks = [], []
        for key, fields in (("moves", MOVES), ("exchange", EXCHANGE)):
            no_list = Remark(sentence("moves is a list"), "", part.get(key), Flaw.UNREADABLE)
            lines, wrong = records(key, part.get(key), fields, no_list, lambda say: [])
            found += [line._replace(say=normal(line.say)) for line in lines]
            remarks += wrong
        return found, remarks
    def review(self, stall, seat, turn, lines):
        rows = [{**line.say, "key": line.key, "at": at} for at, line in enumerate(lines)]
        return reviewed([each for each in validity.check(POSITION, rows) if each["level"] != "note"], lines)
    def improvise(self, stall, seat, dice):
        return {"moves": [{"favour": {"red": "1"}}]}

    def form(self, stall, seat):
        horses = [choice(name) | {"symbol": "bz-horse", "mark": "bz-red" if name == "red" else ""} for name in HORSES]
        places = [choice(word, label) for word, label in
                  (("left", sentence("Left")), ("right", sentence("Right")), ("blind", sentence("Lowest")))]
        moves = [
            field("how", "choice", sentence("Order"), steers=True,
                  choices=[choice("best", sentence("Lowest")), choice("card", sentence("no card"))]),
            field("favour", "weights", sentence("Points"), choices=horses, shows={"how": ["best"]}),
            field("least", "number", sentence("at least"), all=False, shows={"how": ["best"]}, hides={"favour": [""]}),
            field("number", "choice", sentence("number"), none=sentence("no card"), choices=choices(["next"])),
            field("card", "worded", sentence("play"), words=places, none=sentence("choose a card"), more=sentence("or, if that is taken, on"),
                  other=sentence("a number:"), shows={"how": ["card"]}),
        ]
        alone = [choice("any") | {"alone": True}, choice("none") | {"alone": True}]
        exchange = [
            field("swap", "several", sentence("bet on"), none=sentence("no horse"), more=sentence("or, if that is taken, on"), choices=[*alone, *choices(HORSES)]),
            field("for", "worded", sentence("discard"), none=sentence("choose"), words=choices(["open", "blind", "better"]),
                  other=sentence("Place"), compares=True, hides={"swap": ["none", ""]}),
            field("limit", "number", sentence("at least"), all=False, shows={"for": ["better"]}),
        ]
        own = conditions(self.facts(stall, seat), choices(HORSES))
        def section(key, title, fields):
            return {"key": key, "into": [key], "title": title, "rows": "any", "add": sentence("Add an alternative"), "fields": fields, **own}
        parts = [section("moves", sentence("Move"), moves), section("exchange", sentence("Discards"), exchange) | {"along": True}]
        return {"position": POSITION, "art": "cards", "groups": [{"title": each["title"], "sections": [each]} for each in parts]}

def normal(say):
    lists = {key: listed(say[key]) for key in ("card", "swap") if key in say}
    return {**say, **lists, **({"favour": say["favour"] or {}} if "favour" in say else {})}

GAME = Bazaar()
""",
    "validity.py": """
from typing import Any

from gm.core.play import Json
from gm.core.validity import NOT_ALLOWED, UNREADABLE, bad_number, comparison, error, note, phrase, signed

PLACES = ("left", "right", "blind")
WORDS = ("open", "blind", "better")


def check(position: Json, rows: list[Json]) -> list[Json]:
    remarks: list[Json] = []
    first = True
    for row in rows:
        if row["key"] == "moves":
            remarks += move(position, row, first)
            first = False
        else:
            remarks += exchange(row)
    return remarks


def move(position: Json, row: Json, first: bool) -> list[Json]:
    remarks: list[Json] = []
    for name in row["favour"]:
        remarks += bad_number(name, row["favour"][name], -99, 99, [row["at"], "favour", name])
    if row["least"].strip():
        remarks += bad_number("least", row["least"], -999, 999, [row["at"], "least"])
    for card in row["card"]:
        if card not in PLACES:
            remarks += bad_number("card", card, 1, 63, [row["at"], "card"])
    if remarks or not row["favour"]:
        return remarks
    values = {"left": worth(position["left"], row["favour"]), "right": worth(position["right"], row["favour"])}
    remarks.append(note(phrase("left {left}, right {right}", values), row["at"]))
    if first:
        remarks.append(note(phrase("worth {left}", values), ["art", "left"]))
    return remarks


def worth(card: Json, favour: Json) -> int:
    total = 0
    for name in favour:
        if name in card:
            total += card[name] * int(signed(favour[name]))
    return total


def exchange(row: Json) -> list[Json]:
    remarks: list[Json] = []
    if row["for"] and row["for"] not in WORDS and not comparison(row["for"]):
        message = phrase("{value} is no exchange", {"value": row["for"]})
        remarks.append(error(UNREADABLE, message, "", [row["at"], "for"]))
    if row["swap"] and row["swap"][0] != "none" and not row["for"]:
        remarks.append(error(NOT_ALLOWED, phrase("for is missing", {}), "", row["at"]))
    if row["limit"].strip():
        remarks += bad_number("limit", row["limit"], 1, 999, [row["at"], "limit"])
    return remarks
""",
}
CARDS = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 90" role="img" aria-labelledby="bz-title">
<title id="bz-title">The left card runs {{ form.position.left|length }} horses</title>
<style>.bz-card { fill: var(--card, #fff); stroke: var(--ink, #000); } .bz-text { fill: var(--ink, #000); font: 16px serif; } .bz-red { background: #c22; color: #c22; }</style>
<symbol id="bz-horse" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="currentColor" stroke="#888" /></symbol>
<rect class="bz-card" x="10" y="5" width="130" height="80" rx="6" /><text class="bz-text" x="20" y="30">left</text>
<text class="bz-text" x="20" y="60" data-told="left"></text>
</svg>
"""


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """As if it were one of the packages in gm/games, with its script beside those in templates."""
    own = folder / NAME
    own.mkdir(parents=True)
    for name, text in FILES.items():
        (own / name).write_text(text.lstrip(), encoding="utf-8")
    scripts = {
        f"{NAME}/{make_scripts.SCRIPT}": make_scripts.of_a_game(own / "validity.py"),
        f"{NAME}/{make_scripts.SENTENCES}": make_scripts.sentences(own / "validity.py"),
    }
    kept = forms._kept
    before = list(games.__path__)
    games.__path__[:] = [*before, str(folder)]
    _forget()
    try:
        with patch.object(forms, "_kept", lambda name: scripts.get(name) or kept(name)):
            yield
    finally:
        games.__path__[:] = before
        _forget()


def _forget() -> None:
    for cached in (games.names, games.load, forms.javascript, forms._patterns):
        cached.cache_clear()
    for module in [module for module in sys.modules if module.startswith(f"gm.games.{NAME}")]:
        del sys.modules[module]


def begin(desk: Desk) -> str:
    """A game of it, with its picture among the zine's own templates."""
    desk.write(f"templates/{NAME}/cards.svg", CARDS)
    desk.write("games/stall.yaml", f"rules: {NAME}\ntitle: The Stall\nentrants: [alice, bob]\n")
    desk.gm("start", "stall")
    return "stall"
