"""Every sentence that a player may read is in every catalogue, and says it with the same names in it."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from gm.core.words import LANGUAGES
from gm.reports.languages import path_of

PROJECT = Path(__file__).parent.parent
OTHERS = LANGUAGES[1:]


@pytest.fixture(scope="session")
def said(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What the program says now, gathered as `make messages` does."""
    pot = tmp_path_factory.mktemp("messages") / "messages.pot"
    recipe = (PROJECT / "Makefile").read_text(encoding="utf-8")
    keywords = re.findall(r"-k ([\w:,]+)", recipe)
    command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", "-F", "pyproject.toml"]
    for keyword in keywords:
        command += ["-k", keyword]
    subprocess.run([*command, "-o", str(pot), "."], cwd=PROJECT, check=True)
    with pot.open("rb") as file:
        return read_po(file)


@cache
def catalogue(language: str) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def keys(messages: Catalog) -> set[object]:
    return {_key(message) for message in messages if message.id}


def _key(message: Message) -> object:
    return tuple(message.id) if isinstance(message.id, (list, tuple)) else message.id


def texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, (list, tuple)) else [str(value)]


def names_in(text: str) -> set[str]:
    """The places that values go to: %(name)s in templates, {name} in the rules and the commentary."""
    percent = set(re.findall(r"%\((\w+)\)", text))
    return percent or {name for _, name, _, _ in Formatter().parse(text.replace("%%", "")) if name}


def test_there_is_much_to_say(said: Catalog) -> None:
    assert len(said) > 300


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing_from_a_catalogue(said: Catalog, language: str) -> None:
    assert not keys(said) - keys(catalogue(language)), "run make messages, and translate what is new"


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_that_nobody_says_any_more(said: Catalog, language: str) -> None:
    assert not keys(catalogue(language)) - keys(said), "run make messages"


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: str) -> None:
    empty = [message.id for message in catalogue(language) if message.id and not all(texts(message.string))]
    doubtful = [message.id for message in catalogue(language) if message.id and message.fuzzy]
    assert not empty
    assert not doubtful


@pytest.mark.parametrize("language", OTHERS)
def test_translations_name_what_the_sentence_names(language: str) -> None:
    """In a form for one thing the number itself may go unsaid."""
    wrong = []
    for message in catalogue(language):
        wanted = set().union(*(names_in(text) for text in texts(message.id)))
        for translation in texts(message.string) if message.id else []:
            given = names_in(translation)
            if given - wanted or (wanted - given) - ({"n", "num"} if message.pluralizable else set()):
                wrong.append(translation)
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_ends_as_the_original_does(language: str) -> None:
    """Space at the ends belongs to the sentence's place on the page."""
    wrong = [
        (original, translation)
        for message in catalogue(language)
        if message.id
        for original, translation in zip(texts(message.id), texts(message.string), strict=False)
        if translation
        and (original[0].isspace(), original[-1].isspace()) != (translation[0].isspace(), translation[-1].isspace())
    ]
    assert not wrong
