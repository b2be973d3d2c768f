"""Every sentence that a player may read is in every catalogue, and says it with the same names in it."""

import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from gm.core.words import LANGUAGES
from gm.reports.languages import LOCALES, catalogue, parts_of
from tests import messages

OTHERS = LANGUAGES[1:]


@pytest.fixture(scope="session")
def said() -> Catalog:
    """What the program says now, gathered as `make messages` does."""
    return messages.gathered()


@cache
def translations(language: str) -> list[Message]:
    """Of all parts together."""
    return [message for part in parts_of(language) for message in messages.catalogue_in(part) if message.id]


def keys(said: Iterable[Message]) -> set[object]:
    return {_key(message) for message in said if message.id}


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


def test_there_is_a_folder_for_every_language_and_no_other() -> None:
    assert {path.name for path in LOCALES.iterdir()} == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing_from_a_catalogue(said: Catalog, language: str) -> None:
    assert not keys(said) - keys(translations(language)), "run make messages, and translate what is new"


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_that_nobody_says_any_more(said: Catalog, language: str) -> None:
    assert not keys(translations(language)) - keys(said), "run make messages"


def test_every_sentence_stands_in_the_part_that_it_belongs_to(tmp_path: Path) -> None:
    shutil.copytree(LOCALES, tmp_path / "locale")
    messages.bring_in_step(locales=tmp_path / "locale")
    assert sentences(LOCALES) == sentences(tmp_path / "locale"), "run make messages"


def sentences(locales: Path) -> dict[str, set[object]]:
    parts = locales.glob("*/*.po")
    return {path.relative_to(locales).as_posix(): keys(messages.catalogue_in(path)) for path in parts}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: str) -> None:
    empty = [message.id for message in translations(language) if not all(texts(message.string))]
    doubtful = [message.id for message in translations(language) if message.fuzzy]
    assert not empty
    assert not doubtful


@pytest.mark.parametrize("language", OTHERS)
def test_the_program_finds_every_translation_in_whichever_part(language: str) -> None:
    found = catalogue(language)
    for message in (each for each in translations(language) if all(texts(each.string))):
        if message.pluralizable:
            assert {found.ngettext(*message.id, n) for n in range(12)} <= set(message.string)
        else:
            assert found.gettext(message.id) == message.string


@pytest.mark.parametrize("language", OTHERS)
def test_translations_name_what_the_sentence_names(language: str) -> None:
    """In a form for one thing the number itself may go unsaid."""
    wrong = []
    for message in translations(language):
        wanted = set().union(*(names_in(text) for text in texts(message.id)))
        for translation in filter(None, texts(message.string)):
            given = names_in(translation)
            if given - wanted or (wanted - given) - ({"n", "num"} if message.pluralizable else set()):
                wrong.append(translation)
    assert not wrong


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_ends_as_the_original_does(language: str) -> None:
    """Space at the ends belongs to the sentence's place on the page."""
    wrong = [
        (original, translation)
        for message in translations(language)
        for original, translation in zip(texts(message.id), texts(message.string), strict=False)
        if translation
        and (original[0].isspace(), original[-1].isspace()) != (translation[0].isspace(), translation[-1].isspace())
    ]
    assert not wrong
