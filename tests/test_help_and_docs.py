"""Every command and option explains itself, and stands in the game master's guide."""

import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import click
import pytest

from gm import games
from gm.cli import COMMANDS, cli
from gm.core.words import LANGUAGES
from gm.mail import settings
from gm.pages import entering, gamefile, zine
from tests.conftest import Desk
from tests.examples import race_file

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "gm-guide.md").read_text(encoding="utf-8")
DESK = click.Context(cli)


def command(name: str) -> click.Command:
    found = cli.get_command(DESK, name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_and_documentation(name: str) -> None:
    told = command(name)
    assert told.name == name
    assert told.get_short_help_str(200) == COMMANDS[name][1], "the list in gm --help is out of step"
    assert f"gm {name}" in GUIDE


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help_and_documentation(name: str) -> None:
    for option in command(name).params:
        if isinstance(option, click.Option):
            assert option.help, f"gm {name} {option.opts}"
            assert option.opts[-1] in GUIDE, f"gm {name} {option.opts}"


def test_the_options_of_gm_itself_are_documented() -> None:
    assert all(option.help for option in cli.params if isinstance(option, click.Option))
    assert all(name in GUIDE for name in ("-C", "--language", "GM_LANGUAGE"))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal_and_can_be_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from gm.cli import run

    assert run([name, "--help"]) == 0
    assert max(len(line) for line in capsys.readouterr().out.splitlines()) <= 100


@pytest.mark.parametrize("game", games.names())
def test_every_house_rule_is_in_the_rulings_and_in_the_new_games_file(game: str) -> None:
    rulings = (ROOT / f"docs/rulings/{game}.md").read_text(encoding="utf-8")
    template = (ROOT / f"templates/{game}/game.yaml").read_text(encoding="utf-8")
    for option in fields(games.load(game).options):
        assert option.name in rulings
        assert option.name in template


@pytest.mark.parametrize("game", games.names())
def test_every_ruling_is_in_the_docs_and_names_real_cases(game: str) -> None:
    rulings = (ROOT / f"docs/rulings/{game}.md").read_text(encoding="utf-8")
    pages = list((ROOT / "tests/rules" / game).glob("*.yaml"))
    named = {
        ruling
        for page in pages
        for ruling in re.findall(r"\b[A-Z]\d+\b", page.read_text(encoding="utf-8").split("\n")[0])
    }
    assert all(re.search(rf"\b{ruling}\b", rulings) for ruling in named)
    for mentioned in re.findall(r"[\w-]+\.yaml", rulings):
        if re.match(r"[a-z]\d\d-", mentioned):
            assert (ROOT / "tests/rules" / game / mentioned).exists(), mentioned


def chapter(title: str) -> str:
    """A chapter of the guide, or a part of one."""
    head = re.search(rf"^(#+) {re.escape(title)}$", GUIDE, re.MULTILINE)
    assert head, title
    return re.split(rf"^#{{1,{len(head[1])}}} ", GUIDE[head.end() :], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize(
    ("title", "keys"),
    [
        ("zine.yaml", zine._KEYS),
        ("players.yaml or players.csv", [key for key in zine._OF_A_PLAYER if key != "id"]),
        ("A game's file", [*gamefile._KEYS, *entering._DEADLINES]),
        ("Mail settings", [*settings._KEYS, *settings._SERVER_KEYS]),
    ],
)
def test_every_key_that_a_file_can_hold_is_in_the_guide(title: str, keys: Sequence[str]) -> None:
    assert [key for key in keys if f"`{key}`" not in chapter(title)] == []


@pytest.mark.parametrize("game", games.names())
def test_every_key_of_a_games_own_is_in_the_guide(game: str) -> None:
    rules, told = games.load(game), chapter("A game's file")
    own = [*rules.settings, *(option.name for option in fields(rules.options)), *([rules.entry] if rules.entry else [])]
    assert [key for key in own if f"`{key}`" not in told] == []


def test_every_key_of_an_entrant_is_in_the_guide(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Crisp", "bob": "Foinavon"}).replace("horse:", "zzz: 1, horse:"))
    (hint,) = {line for line in desk.gm("start", "race", code=1).err.splitlines() if "it has player" in line}
    keys = re.findall(r"[a-z_]+", hint.partition("it has ")[2].replace(" and ", ", "))
    assert {"player", "horse", "lucky_word"} <= set(keys)
    assert [key for key in keys if f"`{key}`" not in chapter("A game's file")] == []


def test_mail_settings_stand_in_one_place() -> None:
    elsewhere = GUIDE.replace(chapter("Mail settings"), "")
    assert [word for word in ("smtp: {", "imap: {", "trusted: ", "reply_to: ") if word in elsewhere] == []


def test_chapters_that_the_guide_points_to_are_there() -> None:
    there = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", GUIDE, re.M)}
    assert set(re.findall(r"\]\(#([^)]+)\)", GUIDE)) <= there


def test_gm_check_lists_every_language() -> None:
    (told,) = (
        option.help
        for option in command("check").params
        if isinstance(option, click.Option) and option.name == "language"
    )
    assert ", ".join(LANGUAGES) in str(told)


def test_links_between_the_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        text = re.sub(
            r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL
        )  # what is quoted is none
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_readme_names_both_commands_of_a_newcomer() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make demo" in readme
    assert "make test" in readme
