"""Press that is none: orders that slipped under it, and names that are somebody else's, or not written as such."""

import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from gm.core.game import Game
from gm.core.names import fold
from gm.core.play import C, Raw, S, Seat
from gm.core.sections import names_of
from gm.pages.book import read_part
from gm.pages.page import LONGEST_PRESS, Page, without_control
from gm.pages.text import as_meant, dedented
from gm.pages.tree import Text, Unreadable, documents, text_at
from gm.pages.vocabulary import BARE, Words, heads, in_english

_KEY = re.compile(r"(\s*)(?:- )?[\"']?(\w[\w ]*?)[\"']?\s*(?:([:=])|(?=\s\d)|$)(.*)")
_ANSWER = re.compile(r"\s*\d+\s*:\s+\S")  # a number for a fence, say
_NUMBERS = re.compile(r"\s*\d+\s*:\s+\d+\s*(?:#.*)?")
_ADORNED = re.compile(r"^[ \t]*>[> \t]*|[*`]", re.MULTILINE)  # quoted, or set off
_PAIR = re.compile(r"\b\d+\s*(:\s|=)\s*\d")
# Words by which people would sign, and say what they say, where `from` and `text` are meant
_SIGNING = "from|as|by|name|signed|author|writer|sender|signature|alias|von|als|unter|par|nom|comme|da|nome|come"
_SAYING = "text|texts|message|words|body|says|said|content|texte|testo|nachricht"
_SIGNED = re.compile(rf"\s*\{{?\s*[\"']?({_SIGNING})[\"']?\s*[:=]", re.IGNORECASE)
_SPOKEN = re.compile(rf"\s*[\"']?({_SAYING})[\"']?\s*[:=]", re.IGNORECASE)
_SIGNS = re.compile("[:={]")
_MOST = 50  # places that are looked at
Piece = tuple[str, Raw]  # a word for a section, and what stands under it


def says_nothing_else(press: Raw) -> bool:
    """Is it press beyond doubt? Orders, and names to sign with, have a colon, an equals sign or a brace in them.

    >>> says_nothing_else("He bites. Keep to the left of him."), says_nothing_else("orders: 3")
    (True, False)
    """
    return isinstance(press, str) and press.isascii() and not _SIGNS.search(press)


def orders_in_press(game: Game[S, C], state: S, seat: Seat, words: Words, page: Page) -> Raw:
    """The first place in a page's press that reads as orders, in whatever language; nothing, if it is press alone."""
    sections, names = words.sections, words.in_press
    for number, (word, value) in enumerate(_pieces(page.whole_press, names, sections[0])):
        if number < _MOST and _reads_as_orders(game, state, seat, names[word], _english(value, words), word == BARE):
            return text_at(word, _line_of(page, word))
    return None


def _english(value: Raw, words: Words) -> Raw:
    try:
        return in_english(value, words)
    except Unreadable:
        return value


def _pieces(press: Raw, names: Mapping[str, str], first: str) -> Iterator[Piece]:
    """What stands under the name of a section, wherever in the press that is."""
    if isinstance(press, Mapping):
        for key, value in press.items():
            if fold(key) in names:
                yield fold(key), value
            else:
                yield from _pieces(value, names, first)
    elif isinstance(press, list):
        for each in press:
            yield from _pieces(each, names, first)
    elif isinstance(press, str):
        yield from _in_text(press, names, first)


def _in_text(text: str, names: Mapping[str, str], first: str) -> Iterator[Piece]:
    lines = dedented(_plain(text).split("\n"))
    written = [line for line in lines if line.strip()]
    if written and all(map(_ANSWER.match, written)):
        yield first, _parsed(text)
    elif text.lstrip().startswith("{"):
        tree = _parsed(text)
        yield from () if isinstance(tree, str) else _pieces(tree, names, first)
    for number, line in enumerate(lines):
        key = _KEY.match(line)
        if key and fold(key[2]) in names and (key[3] or _answered(key[4], lines[number + 1 :])):
            under = list(_under(lines[number + 1 :], len(key[1]), bool(key[4].strip())))
            tree = _parsed("\n".join([f"{key[2]}: {key[4].strip()}", *under]))
            yield fold(key[2]), next(iter(tree.values()), "") if isinstance(tree, Mapping) else tree
    for numbers, run in groupby(lines, key=lambda line: bool(_NUMBERS.fullmatch(line))):
        if numbers and len(answers := list(run)) > 1:
            yield BARE, _parsed("\n".join(dedented(answers)))


def _plain(text: str) -> str:
    """As it is seen: without signs that nobody sees, quotation marks of mails, and stars."""
    seen = text
    if not text.isascii():
        seen = "".join(sign for sign in unicodedata.normalize("NFKC", text) if unicodedata.category(sign) != "Cf")
    return _ADORNED.sub("", seen)


def _answered(rest: str, lines: Sequence[str]) -> bool:
    """Without a colon a name is a word like any other, unless numbers follow as they do in orders."""
    return bool(_PAIR.search(rest)) or (not rest.strip() and bool(lines) and bool(_ANSWER.match(lines[0])))


def _under(lines: Sequence[str], margin: int, answered: bool) -> Iterator[str]:
    """The lines that belong to a key: those further in, or at its own margin where it would else have none."""
    deeper = answered or bool(lines and lines[0].strip() and _margin(lines[0]) > margin)
    for line in lines:
        if not line.strip() or _margin(line) < margin + deeper:
            return
        yield f"  {line[margin:]}"


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _parsed(text: str) -> Raw:
    """As a page would be read; as it stands, if it cannot be."""
    try:
        return next(documents(as_meant(text).expandtabs(4)), "")
    except Unreadable:
        return text


def _reads_as_orders(game: Game[S, C], state: S, seat: Seat, name: str, value: Raw, bare: bool) -> bool:
    """Could anything be played of it, or does it, under that name, look as if it were meant so?"""
    part = read_part(game, state, seat, {name: value} if name in names_of(game.page) else {})
    if bare:
        return bool(part.own)
    numbers = any(char.isdigit() for char in str(value))
    if isinstance(value, str):
        short, pairs = len(value.split()) <= 2, "\n" in value or _PAIR.search(value) is not None
        return bool(value.strip()) and (bool(part.own or part.standing) or (numbers and (short or pairs)))
    return bool(part.own or part.standing) or numbers


def _line_of(page: Page, word: str) -> int:
    start = press_of(page).line
    lines = enumerate(page.source[max(start - 1, 0) :], start=max(start, 1))
    return next((number for number, line in lines if word in fold(line)), start)


def press_of(page: Page) -> Text:
    """Where the press of a page begins."""
    words = ["press", *(word for word, english in heads().items() if english == "press")]
    starts = (number for number, line in enumerate(page.source, start=1) if any(word in fold(line) for word in words))
    return text_at("press", next(starts, 0))


def misnamed(page: Page, known: Container[str]) -> bool:
    """Was press under another name meant, and not written as {from: …, text: …}? Then it is nobody's to print."""
    whole, signing = page.whole_press, _SIGNING.split("|")
    if page.press and any(key not in known and (key in signing or key.startswith("press")) for key in page.fields):
        return True
    if not isinstance(whole, str):
        return bool(whole) and not page.press
    as_it_stands = page.press in ("", without_control(whole)[:LONGEST_PRESS])
    return as_it_stands and (bool(_SIGNED.match(whole)) or _is_a_map(whole))


def _is_a_map(press: str) -> bool:
    """In braces, or with nothing but such words for its keys."""
    braces = press.lstrip().startswith("{")
    tree = _parsed(press) if braces or _SPOKEN.match(press) else press
    keys = f"{_SIGNING}|{_SAYING}".split("|")
    return isinstance(tree, Mapping) and (braces or all(fold(key) in keys for key in tree))


def same_name(name: str, names: Iterable[str]) -> bool:
    """Would anybody take it for one of these? Only letters and digits tell names apart."""
    return bool(_letters(name)) and _letters(name) in map(_letters, names)


def _letters(name: str) -> str:
    text = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in text if char.isalnum())
