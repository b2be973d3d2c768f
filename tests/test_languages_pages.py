"""Nothing was forgotten: whatever is said of a player's page can be said in that player's language."""

import ast
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm import games
from gm.core.play import Case, Remark
from gm.core.problems import Problem
from gm.core.when import read_when
from gm.core.words import Sentence
from gm.desk.desk import open_desk
from gm.desk.enclosed import pages_of
from gm.desk.intake import Clerk, Source
from gm.mail.letter import read_letter
from gm.pages.book import check_part
from gm.pages.files import read_map
from gm.pages.page import read_page
from tests import rulecases, test_intake, test_mails, test_pages, test_when
from tests.conftest import NOW, Desk
from tests.test_languages_mail import BAD
from tests.test_languages_mail import translated as translated  # the fixtures
from tests.test_languages_mail import zine as zine
from tests.test_mails import started as sample  # noqa: F401

ROOT = Path(__file__).parent.parent
READERS = [
    path
    for pattern in (
        "core/*.py",
        "cli/shared.py",
        "desk/**/*.py",
        "games/**/*.py",
        "mail/*.py",
        "pages/*.py",
        "print/*.py",
        "reports/*.py",
        "store/*.py",
    )
    for path in sorted((ROOT / "gm").glob(pattern))
]  # whatever can remark on somebody's page or file, or refuse what somebody asked for
TELLING = (  # beside all that is raised
    "Remark", "Refusal", "Problem", "GmError", "NotReady", "Unreadable", "warning", "unknown", "wrong", "did_you_mean",
    "Misuse", "NothingNew", "Note", "doing", "progress", "complain", "advise",
)  # fmt: skip
FOR_AUTHORS = ("TypeError", "NoCodec", "AssertionError", "NotImplementedError")  # only whoever writes a game meets them


def plain(remarks: Iterable[Remark | Problem]) -> list[str]:
    """Whatever could not be said in another language."""
    said = (text for remark in remarks for text in (remark.message, remark.hint))
    return [text for text in said if text and not isinstance(text, Sentence)]


def cases_of(test: Callable[..., None]) -> list[Any]:
    """The table that a test goes through."""
    table: list[Any] = test.pytestmark[0].args[1]  # type: ignore[attr-defined]
    return table


def checked(folder: Path, pages: Iterable[bytes | str], now: datetime = NOW) -> list[Problem]:
    with open_desk(folder, now) as at:
        clerk = Clerk.at(at)
        data = (each if isinstance(each, bytes) else each.encode() for each in pages)
        return [problem for each in data for problem in clerk.read(Source("x.yaml", each, now))[0].problems]


def test_what_is_said_of_a_hostile_page_can_be_translated() -> None:
    problems = [problem for text in test_pages.HOSTILE.values() for problem in test_pages.read(text)[1]]
    assert len(problems) == len(test_pages.HOSTILE)
    assert not plain(problems)


@given(st.text(alphabet="game:turn player alice\n\t -[]{}&*!|>'\"#%@,?0123456789", max_size=120))
def test_what_is_said_of_any_page_can_be_translated(text: str) -> None:
    assert not plain(read_page(f"game: race\n{text}".encode(), "x.yaml")[1])


def test_what_is_said_of_a_condition_can_be_translated() -> None:
    bad = [when for when, _ in cases_of(test_when.test_a_bad_condition_says_what_to_write)]
    bad += [{"fallers": ""}, {"free": ""}, {"free": ["yes"]}]
    remarks = [remark for when in bad for remark in read_when(when, test_when.TERMS)[1]]
    assert len(remarks) == len(bad)
    assert not plain(remarks)


def test_what_is_said_of_a_bad_page_can_be_translated(zine: Desk) -> None:
    bad = [case[0] for case in cases_of(test_intake.test_unknown_and_unallowed_say_so_with_the_line)]
    bad += [BAD, "turn: 1\nplayer: alice\nhorse: Horse bob\norders: {1: 9999, 2: x}\nstanding: {plain: -1}\n"]
    bad += ["game: race\nturn: 1\nplayer: alice\norders: {1: [{when: {free: yes}, play: 2}], 2: [1, 2]}\n"]
    bad += ["game: race\nturn: 1\nplayer: alice\norders: {1: 300, 2: 300}\n", "game: race\nturn: 2\nplayer: bob\n"]
    bad += ["game: race\nturn: 1\nplayer: alice\norders: {2: [{when: {fallers: 2}, play: 300}]}\n"]
    problems = checked(zine.folder, bad) + checked(zine.folder, bad, datetime(2026, 12, 24, tzinfo=UTC))
    assert len(problems) > 2 * len(bad)
    assert not plain(problems)
    zine.gm("run", "--now")
    zine.write("games/second.yaml", (zine.folder / "games/race.yaml").read_text())
    zine.gm("start", "second")
    assert not plain(checked(zine.folder, [*bad, "turn: 1\nplayer: alice\n", "game: sceond\n", "game: x\n"]))
    for _ in range(2):
        zine.gm("run", "race", "--now", code=None)
    assert not plain(checked(zine.folder, bad))


def test_what_is_said_of_the_mails_of_the_corpus_can_be_translated(sample: Path) -> None:  # noqa: F811
    letters = [read_letter(path.read_bytes(), test_mails.NOW) for path in test_mails.MAILS]
    problems = checked(sample, [each.text for letter in letters for each in pages_of(letter)], test_mails.NOW)
    assert len(problems) > 10
    assert not plain(problems)


@pytest.mark.parametrize("name", games.names())
def test_what_is_said_of_the_orders_in_the_rule_cases_can_be_translated(name: str) -> None:
    game = games.load(name)
    read = [game.case(read_map(path)) for path in rulecases.pages(name)]
    remarks = [
        remark
        for case in read
        if isinstance(case, Case)
        for seat, part in case.parts.items()
        for decision in list(game.pending(case.state))[:1]
        for remark in check_part(game, case.state, seat, decision.turn, part or {}).remarks
    ]
    assert not plain(remarks)


@pytest.mark.parametrize("path", READERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nobody_remarks_or_refuses_in_words_that_cannot_be_translated(path: Path) -> None:
    """A literal, an f-string or glued text where a sentence belongs, at the call itself or in a name that it uses."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    untold = {name: value for node in nodes for name, value in _named(node) if _untold(value)}
    said = [each for node in nodes if isinstance(node, ast.Call) for each in _said(node)]
    said += [each for node in nodes if isinstance(node, ast.Raise) for each in _said(node.exc, raised=True)]
    wrong = [untold.get(each.id, each) if isinstance(each, ast.Name) else each for each in said]
    assert not [ast.unparse(each) for each in wrong if _untold(each)]


def test_every_pattern_stands_at_its_call_where_translators_tools_find_it() -> None:
    wrong = []
    for path in sorted((ROOT / "gm").rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        for call in (call for call in calls if _name(call.func) in ("sentence", "counted", "phrase")):
            patterns = call.args[:2] if _name(call.func) == "counted" else call.args[:1]
            wrong += [ast.unparse(call) for each in patterns if not isinstance(each, ast.Constant)]
    assert not wrong


def _said(call: ast.expr | None, raised: bool = False) -> list[ast.expr]:
    """What such a call says: all that it is given but for what is no message and no hint."""
    if not isinstance(call, ast.Call) or _name(call.func) in FOR_AUTHORS:
        return []
    if not raised and _name(call.func) not in TELLING:
        return []
    return [*call.args, *(each.value for each in call.keywords if each.arg in ("message", "hint"))]


def _name(function: ast.expr) -> str:
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _named(node: ast.AST) -> list[tuple[str, ast.expr]]:
    """The names that an assignment gives, and to what."""
    if not isinstance(node, ast.Assign):
        return []
    target, value = node.targets[0], node.value
    pairs = (
        zip(target.elts, value.elts, strict=True)
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        else [(target, value)]
    )
    return [(each.id, given) for each, given in pairs if isinstance(each, ast.Name)]


def _untold(node: ast.expr) -> bool:
    """Is this text with words in it? What has no two words beside each other is a name, or something to be typed."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            return _untold(one) or _untold(other)
        case ast.BoolOp(values=values):
            return any(_untold(each) for each in values)
        case ast.BinOp(left=left, right=right):
            return _wordy(left) or _wordy(right)
        case ast.JoinedStr(values=values):
            return any(_wordy(each) for each in values)
        case ast.Constant(value=str(text)):
            return bool(re.search(r"\w \w", text))
    return False


def _wordy(part: ast.expr) -> bool:
    """Has this piece of text letters of its own?"""
    if isinstance(part, ast.Constant):
        return isinstance(part.value, str) and bool(re.search(r"[^\W\d_]", part.value))
    return _untold(part)
