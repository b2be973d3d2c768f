"""`make messages`: a part for each game and one for the house, and no translation is lost on the way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gm.core.words import LANGUAGES
from tests.messages import bring_in_step, catalogue_in

PYPROJECT = """
[[tool.babel.mappings]]
method = "python"
pattern = "gm/**.py"
[[tool.babel.mappings]]
method = "jinja2"
pattern = "templates/**.txt"
"""
RACE, DERBY = "gm/games/race/rules.py", "gm/games/derby/rules.py"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A house with two games; both of them speak of turns."""
    files = {
        "pyproject.toml": PYPROJECT,
        "gm/desk.py": 'sentence("too late")',
        RACE: 'sentence("{horse} falls", horse=1)\nsentence("turn over")',
        DERBY: 'counted("{n} card", "{n} cards", 2)\nsentence("turn over")',
        "templates/race/body.txt": '{{ _("the race") }}',
        "templates/site/nav.txt": '{{ _("all games") }}',
    }
    for name, text in files.items():
        write(tmp_path / name, text)
    messages(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def messages(project: Path) -> None:
    bring_in_step(project, project / "locale")


def translate(project: Path, part: str, sentence: str, translation: str) -> None:
    path = project / "locale/de" / part
    text = path.read_text(encoding="utf-8")
    before = f'msgid "{sentence}"\nmsgstr ""'
    assert before in text
    write(path, text.replace(before, f'msgid "{sentence}"\nmsgstr "{translation}"'))


def said(project: Path, language: str = "de") -> dict[str, dict[str, object]]:
    """What stands in each part, with its translation."""
    return {
        path.name: {message.id if isinstance(message.id, str) else message.id[0]: message.string
                    for message in catalogue_in(path) if message.id}
        for path in (project / "locale" / language).iterdir()
    }  # fmt: skip


def test_what_one_game_alone_says_is_in_its_part_and_all_else_in_that_of_the_house(project: Path) -> None:
    assert {name: set(part) for name, part in said(project).items()} == {
        "house.po": {"too late", "all games", "turn over"},
        "race.po": {"{horse} falls", "the race"},
        "derby.po": {"{n} card"},
    }


def test_every_language_of_the_table_has_its_parts(project: Path) -> None:
    assert {path.name for path in (project / "locale").iterdir()} == set(LANGUAGES) - {"en"}
    assert all(set(said(project, language)) == set(said(project)) for language in LANGUAGES if language != "en")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda project: write(project / DERBY, 'sentence("{horse} falls", horse=1)'), "house.po"),
        (lambda project: write(project / RACE, ""), ""),
        (lambda project: (write(project / DERBY, 'sentence("{horse} falls", horse=1)'), write(project / RACE, "")), "derby.po"),
    ],
    ids=["said by another game, too", "said by nobody", "said by another game instead"],
)  # fmt: skip
def test_a_sentence_that_moves_takes_its_translation_along(
    project: Path, change: Callable[[Path], object], where: str
) -> None:
    translate(project, "race.po", "{horse} falls", "{horse} stürzt")
    change(project)
    messages(project)
    found = {name: part["{horse} falls"] for name, part in said(project).items() if "{horse} falls" in part}
    assert found == ({where: "{horse} stürzt"} if where else {})


def test_back_again_it_is_still_translated(project: Path) -> None:
    translate(project, "house.po", "turn over", "Zug zu Ende")
    write(project / "gm/games/derby/rules.py", "")
    messages(project)
    assert said(project)["race.po"]["turn over"] == "Zug zu Ende"
    write(project / "gm/desk.py", 'sentence("turn over")')
    messages(project)
    assert said(project)["house.po"] == {"turn over": "Zug zu Ende", "all games": ""}


def test_a_new_game_gets_its_part_and_one_that_is_gone_loses_it(project: Path) -> None:
    write(project / "gm/games/toy/__init__.py", 'sentence("your number")')
    write(project / RACE, "")
    (project / "templates/race/body.txt").unlink()
    messages(project)
    assert set(said(project)) == {"house.po", "derby.po", "toy.po"}
    assert said(project, "fr")["toy.po"] == {"your number": ""}


def test_a_second_time_changes_nothing(project: Path) -> None:
    translate(project, "house.po", "too late", "zu spät, „leider“")
    messages(project)
    before = {path: path.read_bytes() for path in project.rglob("*.po")}
    messages(project)
    assert {path: path.read_bytes() for path in project.rglob("*.po")} == before


def test_what_a_translator_noted_stays(project: Path) -> None:
    part = project / "locale/de/house.po"
    text = part.read_text(encoding="utf-8")
    text = text.replace('msgid "too late"\nmsgstr ""', '# as in the post\n#, fuzzy\nmsgid "too late"\nmsgstr "zu spät"')
    write(part, "# Hilde Krug, 2027\n" + text)
    messages(project)
    text = part.read_text(encoding="utf-8")
    assert text.startswith("# Hilde Krug, 2027\nmsgid")
    assert '# as in the post\n#, fuzzy\nmsgid "too late"\nmsgstr "zu spät"' in text
