"""One order page: for whom it is, the game's own part, and the press."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm.core.names import fold
from gm.core.play import Flaw, Raw
from gm.core.problems import Problem, printable
from gm.core.proof import canonical_json
from gm.core.words import sentence
from gm.pages.text import as_meant, cut_press, decode, refuse_turned, up_to_end
from gm.pages.tree import Entries, Unreadable, documents, folded
from gm.pages.usual import usual
from gm.pages.vocabulary import HEADS, dictionary, heads, with_heads

HOUSE_KEYS = tuple(HEADS)
LONGEST_PRESS = 6_000  # letters; the rest is cut off
_HEAD = re.compile(rf"\s*(game|turn|player|{'|'.join(dictionary(HEADS))})\s*:\s*([^\s#][^#]*)", re.IGNORECASE)
_FROM = re.compile(r"\s*\{?\s*(from|text)\s*:", re.IGNORECASE)
_TAB_WIDTHS = (4, 8, 2)  # tried in this order, where a page mixes tabs and spaces
_SAMPLE = sentence("a page starts with the lines game: …, turn: … and player: …")


class Page(NamedTuple):
    """What a page says, still unread: its keys folded, every value as text with its line."""

    file: str
    source: Sequence[str] = ()
    fields: Mapping[str, Raw] = {}
    press: str = ""
    press_name: str = ""  # the name it is to appear under; "" for the player's own
    whole_press: Raw = ""  # as it was written

    def get(self, key: str) -> str:
        value = self.fields.get(key)
        return value.strip() if isinstance(value, str) else ""

    def part(self, sections: Sequence[str]) -> dict[str, Raw]:
        """The game's own part of the page."""
        return {key: self.fields[key] for key in sections if key in self.fields}

    @property
    def without_press(self) -> "Page":
        return self._replace(press="", press_name="")


def read_page(data: bytes, file: str) -> tuple[Page, list[Problem]]:
    """The page in these bytes, and what is wrong with its form."""
    if found := usual(data):
        return _page(file, found.source, found.with_lines, found.press), []
    return read_strictly(data, file)


def page_at_a_glance(data: bytes, file: str) -> Page | None:
    """The same of a page of the usual shape, but without its lines: for whoever has nothing to say of them."""
    found = usual(data)
    return _page(file, (), found.fields, found.press) if found else None


def read_strictly(data: bytes, file: str) -> tuple[Page, list[Problem]]:
    """The same, whatever it looks like.

    Of a page that cannot be read, what is left is for whom it is, if that can be told, and the press.
    """
    source: list[str] = []
    press: Raw = None
    fields: Mapping[str, Raw] = {}
    problems: list[Problem] = []
    try:
        text = decode(data)
        source = up_to_end(text.split("\n"))
        body, press = cut_press("\n".join(source))
        refuse_turned(body)
        fields = with_heads(_fields(_one_tree(as_meant(body))), heads())
    except Unreadable as wrong:
        problems = [unreadable(wrong, file, source)]
        found = (match for line in source if (match := _HEAD.match(line)))
        fields = {heads().get(fold(match[1]), fold(match[1])): match[2].strip() for match in found}
    return _page(file, source, fields, press), problems


def _page(file: str, source: Sequence[str], fields: Mapping[str, Raw], press: Raw) -> Page:
    whole = fields.get("press", "") if press is None else press
    if not whole:
        return Page(file, source, fields, whole_press=whole)
    said, name = map(without_control, _named(whole))
    return Page(file, source, fields, said[:LONGEST_PRESS], name[:80], whole)


def unreadable(wrong: Unreadable, file: str, source: Sequence[str]) -> Problem:
    where = printable(source[wrong.line - 1]) if 0 < wrong.line <= len(source) else ""
    return Problem(file, wrong.line, where, wrong.message, wrong.hint, Flaw.UNREADABLE)


def _named(press: Raw) -> tuple[str, str]:
    """Press may stand under a name of its writer's choice: {from: The Clerk of the Course, text: …}."""
    if isinstance(press, str) and _FROM.match(press):
        try:
            press = next(documents(as_meant(press)), press)
        except Unreadable:
            return press, ""
    if isinstance(press, Mapping) and {fold(key) for key in press} == {"from", "text"}:
        said = {fold(key): str(value) for key, value in press.items()}
        return said["text"], " ".join(said["from"].split())
    return (press, "") if isinstance(press, str) else ("", "")


def _one_tree(text: str) -> Raw:
    if "\t" not in text:
        return _only(text)
    for width in _TAB_WIDTHS[:-1]:
        try:
            return _only(text.expandtabs(width))
        except Unreadable:
            continue
    return _only(text.expandtabs(_TAB_WIDTHS[-1]))


def _only(text: str) -> Raw:
    trees = [tree for tree in documents(text) if not (isinstance(tree, str) and not tree.strip())]
    if not trees:
        raise Unreadable(sentence("this page is empty"), hint=_SAMPLE)
    if len(trees) > 1:
        line = getattr(trees[1], "line", 0)
        raise Unreadable(
            sentence("there are {many} pages here", many=len(trees)), line, sentence("send one page a file")
        )
    return trees[0]


def _fields(tree: Raw) -> dict[str, Raw]:
    if not isinstance(tree, Entries):
        raise Unreadable(sentence("this is no order page"), getattr(tree, "line", 1), _SAMPLE)
    return folded(tree)


def without_control(text: str) -> str:
    """What somebody wrote, without what could upset a terminal or a mail."""
    if text.replace("\n", "").isprintable():
        return text.strip()
    return "".join(char for char in text if char == "\n" or char.isprintable() or char == "\t").strip()


def canonical(game: str, turn: int, player: str, part: Mapping[str, Raw]) -> str:
    """An order as fair play wants it: only what the rules read, always written the same way."""
    return canonical_as_it_is(game, turn, player, _stripped(part))


def canonical_as_it_is(game: str, turn: int, player: str, part: Mapping[str, Raw]) -> str:
    """The same of a part of which no piece has spaces around."""
    return canonical_json({"game": game, "turn": turn, "player": player, **part})


def _stripped(raw: Raw) -> Raw:
    if isinstance(raw, str):
        return raw.strip()
    if isinstance(raw, (dict, Mapping)):  # most are a dict, which is told quickly
        return {str(key): value.strip() if isinstance(value, str) else _stripped(value) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_stripped(value) for value in raw]
    return str(raw).strip()
