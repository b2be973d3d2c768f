"""The catalogues have one word for one thing, and write as their languages are printed."""

import re
from pathlib import Path

import pytest

from gm.core.words import LANGUAGES, MANNERS
from tests.messages import printed
from tests.test_catalogues import texts, translations

PAGE = Path(__file__).parent.parent / "docs/adding-a-language.md"
TABLE = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").partition("## One word for one thing")[2].splitlines()
    if line.startswith("|")
]
STRUCK = {
    (language, word)
    for row in TABLE[2:]
    for language, cell in zip(TABLE[0][1:], row[1:], strict=True)
    for word in re.findall(r"~~(.+?)~~", cell)
}
CODES = {manner.name: code for code, manner in MANNERS.items()}


def said(language: str) -> list[str]:
    return [text for message in translations(language) for text in texts(message.string)]


def test_the_glossary_has_every_language_and_strikes_words_out() -> None:
    assert {CODES[name] for name in TABLE[0][1:]} == set(LANGUAGES[1:])
    assert len(STRUCK) > 15


@pytest.mark.parametrize(("name", "word"), sorted(STRUCK))
def test_no_word_comes_back_that_the_glossary_struck_out(name: str, word: str) -> None:
    struck = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    assert [text for text in said(CODES[name]) if struck.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_apostrophes_and_narrow_spaces_are_set_as_the_language_is_printed(language: str) -> None:
    assert [text for text in said(language) if text != printed(text, language)] == [], "run make messages"


@pytest.mark.parametrize(("language", "pair"), [("de", "„“"), ("it", "«»"), ("fr", "«»")])
def test_quotation_marks_are_those_of_the_language(language: str, pair: str) -> None:
    others = set("„“”«»") - set(pair)
    assert [text for text in said(language) if others & set(text)] == []
