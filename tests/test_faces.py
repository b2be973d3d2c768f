"""A face of the desk decides nothing: it makes a value, hands it over, and shows the outcome, in any language."""

import ast
import dataclasses
import importlib
import pkgutil
import re
from pathlib import Path

import click
import pytest

import gm
from gm import cli
from gm.desk import commands
from gm.desk.commands import Command, command_called
from gm.desk.outcome import Outcome
from tests.conftest import Desk
from tests.examples import CARDS, RACE
from tests.test_languages_mail import translated as translated  # fixtures
from tests.test_languages_mail import unsaid
from tests.test_languages_mail import zine as zine
from tests.test_post import mail, page
from tests.test_rooms import imports

ROOT = Path(gm.__file__).parent
FACE = sorted(path for path in (ROOT / "cli").glob("*.py") if path.name not in ("__init__.py", "shared.py"))
JSON = ("as_json",)  # how an outcome is shown is the face's own


def _all_of(kind: type) -> set[type]:
    """Every class of that kind that the modules of commands have."""
    for module in pkgutil.iter_modules(commands.__path__):
        importlib.import_module(f"{commands.__name__}.{module.name}")
    found = {kind}
    while more := {each for known in found for each in known.__subclasses__()} - found:
        found |= more
    return {each for each in found if each.__module__.startswith(commands.__name__ + ".")}


def test_every_command_that_can_be_typed_is_a_value_and_every_value_can_be_typed() -> None:
    assert set(cli.COMMANDS) == set(commands.COMMANDS)
    assert {command_called(name) for name in commands.COMMANDS} == _all_of(Command)


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_all_that_can_be_typed_has_its_place_in_the_value(name: str) -> None:
    typed = cli.cli.get_command(click.Context(cli.cli), name)
    assert typed is not None
    asked = [option.name for option in typed.params if option.name not in JSON]
    assert len(asked) == len(dataclasses.fields(command_called(name)))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [Command, Outcome])
def test_commands_and_outcomes_are_frozen(kind: type) -> None:
    values = [each for each in _all_of(kind) if dataclasses.is_dataclass(each)]
    assert len(values) >= len(commands.COMMANDS)
    assert all(each.__dataclass_params__.frozen for each in values)  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", FACE, ids=lambda path: path.name)
def test_a_command_of_the_command_line_does_nothing_but_ask(path: Path) -> None:
    functions = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)]
    assert functions
    for function in functions:
        _, *body = function.body
        assert [ast.unparse(each).partition("(")[0] for each in body] == ["ask"], function.name


@pytest.mark.parametrize("path", [*FACE, ROOT / "cli/shared.py"], ids=lambda path: path.name)
def test_the_command_line_knows_the_desk_only_by_its_commands_and_outcomes(path: Path) -> None:
    known = {each for each in imports(path) if each.startswith("gm.desk.")}
    assert all(each.startswith(("gm.desk.commands", "gm.desk.outcome")) for each in known), known


# Languages


NAMES = rf"alice|bob|carol|dave|race|The Race|{RACE}|nope|zed|issues/\S*|inbox/\S*|outbox/?|site/?|games/\S*|gm:|m\.eml"


def left_in_english(text: str) -> list[str]:
    """Words that no translation had a hand in, but for names."""
    rest = re.sub(rf"\b(?:{NAMES})(?:\b|$)|gm:", "", unsaid(text))
    return re.findall(r"[A-Za-z]{2,}", rest)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("status", 0), ("status nope", 1), ("run", 1), ("run --now", 0), ("run --turn 2", 1), ("undo", 1), ("redo", 1),
        ("extend --to 3\xa0days", 0), ("extend --to someday", 1), ("extend --to 2020-01-01", 1), ("report --for zed", 1),
        ("mail", 0), ("mail --send", 1), ("mail --show zed", 1), ("mail --resend 7", 1), ("remind", 0),
        ("away bob --until 2026-12-24", 0), ("away zed --until 2026-12-24", 1), ("away bob --until x", 1),
        ("held", 0), ("held --accept 7", 1), ("issue", 0), ("issue --preview", 0), ("issue --number 7", 1), ("site", 0),
        ("take", 0), ("take nofile", 1), ("start race", 1), (f"new race --rules {RACE}", 1), ("course 40", 0),
        (f"course 40 --rules {CARDS}", 1),
    ],
    ids=lambda value: str(value),
)  # fmt: skip
def test_the_game_master_is_spoken_to_in_the_language_that_was_asked_for(zine: Desk, typed: str, code: int) -> None:
    words = [word.replace("\xa0", " ") for word in typed.split(" ")]
    ran = zine.gm("--language", "de", *words, code=code)
    assert "«de·" in ran.out + ran.err
    assert not left_in_english(re.sub(r"course: .*|nofile", "", ran.out + ran.err)), ran.out + ran.err


def test_what_becomes_of_pages_is_told_in_the_language_that_was_asked_for(
    zine: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_LANGUAGE", "fr")
    zine.order("alice", 1, "{1: 2, 2: 2}")
    first, second = (zine.gm("take").out, zine.gm("status").out)
    zine.order("alice", 1, "{1: 3, 2: 3}")
    again = zine.gm("take").out
    zine.write("m.eml", mail("mallory@example.net", page("alice", 20)))
    held = zine.gm("take", zine.folder / "m.eml").out + zine.gm("held").out + zine.gm("undo", code=1).err
    for told in (first, second, again, held):
        assert "«fr·" in told
        assert not left_in_english(re.sub(r"[0-9a-f]{20}|\S*m\.eml|mallory@example\.net", "", told)), told
    assert "«fr·it came from mallory@example.net, which is no address of alice»" in held


def test_without_a_language_the_game_master_reads_english(zine: Desk) -> None:
    assert "«" not in zine.gm("status").out
    assert "«" not in zine.gm("--language", "en", "status").out


def test_scripts_read_the_same_whatever_language_the_game_master_speaks(zine: Desk) -> None:
    zine.order("alice", 1, "{1: x, 2: 2}")
    assert zine.gm("--language", "it", "take", "--json", code=1).lines == zine.gm("take", "--json", code=1).lines
    assert zine.gm("--language", "it", "status", "--json").lines == zine.gm("status", "--json").lines


@pytest.mark.parametrize(("language", "code"), [("de-AT", 0), ("FR", 0), ("tlh", 2)])
def test_an_unknown_language_is_misuse(zine: Desk, monkeypatch: pytest.MonkeyPatch, language: str, code: int) -> None:
    assert ("write one of" in zine.gm("--language", language, "status", code=code).err) == bool(code)
    monkeypatch.setenv("GM_LANGUAGE", language)
    zine.gm("status", code=code)


def test_misuse_that_the_desk_finds_is_shown_as_misuse(zine: Desk) -> None:
    err = zine.gm("held", "--accept", 1, "--drop", 2, code=2).err
    assert err.startswith("Usage: gm held [OPTIONS]\n")
    assert err.endswith("Error: accept one page or drop one, not both at once\n")
