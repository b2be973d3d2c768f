"""The order form: one HTML file that works offline and checks an order by the rules themselves.

A game says in `form` what there is to ask, as plain data, which one script (templates/form.js) shows for every
game. The rules it checks by are gm/core/validity.py and the game's own module `validity`, in JavaScript: that is made
by `make scripts` and kept in templates/, so that here it is only read.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from gm.core import validity
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.sections import ENDS
from gm.core.words import sentence
from gm.reports import assets
from gm.reports.languages import ENGLISH, Speaker, speaker_of
from gm.reports.model import Report
from gm.reports.render import fill, once

# A form has menus and buttons where a page has words and signs: what it says instead of a sentence about those.
_WRITE = sentence("write a whole number such as 2, with no more than {most} digits", most=validity.LONGEST_NUMBER)
_REPHRASED = {
    "{key} compares a number, and {value} is none": sentence("the comparison needs a number"),
    "{key} compares with a number or a name, and {value} is neither": sentence("the comparison needs a number"),
    'write a number, or a comparison such as ">= 2"': _WRITE,
    'write a number, a name, or a comparison such as ">= 2"': _WRITE,
}
_GROUP = {"note": "", "folded": False, "sheet": None, "none": None}
_SECTION: Json = {
    "notes": [], "rows": "one", "bare": "", "plain": False, "terms": [], "names": [], "add": "", "blank": None,
    "along": False, "badge": "", "aside": "", "cells": [], "sorts": {},
}  # fmt: skip
_FIELDS: dict[str, Json] = {
    "number": {"all": False, "by": 0, "least": 0, "most": 0, "unit": "", "word": ""},
    "text": {"taps": [], "strip": False},
    "weights": {"least": -99, "most": 99},
    "worded": {"none": "", "other": "", "compares": False, "more": ""},
}


class NoForm(GmError):
    """There is nothing that this reader could order"""


def order_form(report: Report, own_templates: Path | None = None) -> str:
    """The order form that goes with a private report."""
    if not awaits(report):
        raise no_form(report.me.name if report.me else None)
    own = {"rules": report.rules, "art": _art(report, own_templates), "form": _data(report)}
    model = report.values | own | _shared(report.public or report, own_templates)
    return fill("form.html", model, own_templates, report.language)


def _shared(report: Report, own_templates: Path | None) -> Json:
    """The greater part of every form, filled in once for all who read that language: looks, words and scripts."""
    own = {"validity": javascript(report.rules)}
    parts = {"looks": "form_looks.html", "scripts": "form_scripts.html"}
    return own | {part: once(report, name, [name], own_templates, **own) for part, name in parts.items()}


def _art(report: Report, own_templates: Path | None) -> str:
    """The picture on top of the form, if the game has one for it: a template of its own, told what the form is told."""
    asked = report.form or {}
    if not asked.get("art"):
        return ""
    values = report.values | {"rules": report.rules, "form": asked}
    return fill(f"{report.rules}/{asked['art']}.svg", values, own_templates, report.language)


def no_form(reader: str | None) -> NoForm:
    """For a player who owes nothing, or for the public (None)."""
    message = sentence("there is no order form for {reader}", reader=reader or sentence("the public"))
    return NoForm(message, sentence("it goes with the report of a player who is to order"))


def awaits(report: Report) -> bool:
    return report.me is not None and report.me.awaited


def form_name(game: str, turn: int) -> str:
    """What the form for that turn is called where it is sent."""
    return f"{game}-turn-{turn}.html"


def _data(report: Report) -> Json:
    """All that the script knows: what to ask, by which words, and for whom."""
    model, speaker, asked = report.model, speaker_of(report.language), report.form or {}
    return {
        "position": asked["position"],
        "facts": spoken(asked.get("facts", []), speaker),
        "groups": spoken([whole(group) for group in asked["groups"]], speaker),
        "head": _head(report),
        "to": model.mail_to,
        "title": model.title,
        "deadline": model.deadline,
        "rephrased": spoken(_REPHRASED | asked.get("rephrased", {}), speaker),
        "said": _said(report.rules, report.language),
    }


@cache
def _said(rules: str, language: str) -> Json:
    translate = speaker_of(language).gettext
    return {pattern: translate(pattern) for pattern in _patterns(rules)}


def whole(group: Json) -> Json:
    """With all that the game left unsaid."""
    return _GROUP | group | {"sections": [_SECTION | section | _fields(section) for section in group["sections"]]}


def _fields(section: Json) -> Json:
    return {"fields": [_FIELDS.get(field["kind"], {}) | field for field in section["fields"]]}


def _head(report: Report) -> list[list[str]]:
    """The first lines of the page, in their order."""
    model, me = report.model, report.me
    head = [["game", model.game], ["turn", str(model.next_turn)], ["player", me.player if me else ""]]
    return [*head, *([["token", me.token]] if me and me.token else [])]


def spoken(value: Any, speaker: Speaker) -> Any:
    """The same with every sentence in the reader's language; in English it is said already."""
    if speaker.language == ENGLISH:
        return value
    if isinstance(value, dict):
        return {key: spoken(each, speaker) for key, each in value.items()}
    if isinstance(value, list):
        return [spoken(each, speaker) for each in value]
    return speaker.say(value) if isinstance(value, str) else value


@cache
def javascript(rules: str) -> str:
    """The rules of validity, the house's and a game's own, as one JavaScript expression: an object of functions."""
    own = _kept(f"{rules}/validity.js") or "(house) => house"  # a game need not have any
    return f"(\n{own})(\n{_kept('validity.js')})"


@cache
def _patterns(rules: str) -> tuple[str, ...]:
    """Every sentence that the rules of validity may say."""
    kept = (_kept("validity.json"), _kept(f"{rules}/validity.json"))
    return tuple(pattern for each in kept if each for pattern in json.loads(each)["says"])


def _kept(name: str) -> str:
    """What `make scripts` made of the rules, if anything; never a zine's own copy, which would fall behind them."""
    path = assets.templates() / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def ended(page: str) -> str:
    """A page to be filled in says where it ends: signatures and quotations cannot get in the way."""
    return f"{page.rstrip()}\n{ENDS[0]}\n"
