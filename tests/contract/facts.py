"""What a page tells, block by block, and whether a text tells the same."""

import re
from collections.abc import Collection
from html.parser import HTMLParser

BLOCKS = ("h2", "p", "li", "tr", "footer")  # headings of columns and the like tell no facts


class Blocks(HTMLParser):
    """What stands on a page, block by block; pictures are compared elsewhere (test_pictures_*.py)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[list[str]] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kinds = (dict(attrs).get("class") or "").split()
        apart = tag in ("figure", "style", "title", "nav", "header", "th", "h3") or {"screen-only", "soft"} & set(kinds)
        self._hidden += bool(self._hidden or apart) and tag not in ("br", "meta", "link", "img", "hr")
        if tag in BLOCKS and not self._hidden:
            self._open.append([])
        if tag == "td" and self._open:
            self._open[-1].append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            self._hidden -= 1
        elif tag in BLOCKS and self._open:
            self.found.append(" ".join("".join(self._open.pop()).split()))

    def handle_data(self, data: str) -> None:
        if self._open and not self._hidden:
            self._open[-1].append(data)


def blocks(page: str) -> list[str]:
    reader = Blocks()
    reader.feed(page)
    return [block for block in reader.found if bare(block)]


def missing(facts: list[str], text: str, labels: Collection[str] = ()) -> list[str]:
    """What is not told there: in the same words, or all of it on one line; only labels may be told otherwise.

    A text may say a name once, for several lines below it: with labels, what stands together counts as one line.
    """
    told, lines = bare(text), text.split("\n\n") if labels else text.splitlines()
    found = [set(words(line)) for line in lines]
    return [
        fact
        for fact in facts
        if bare(fact) not in told and not any(set(words(fact)) - set(labels) <= line for line in found)
    ]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def bare(text: str) -> str:
    """Letters and digits alone: formats differ in rules, spaces, capitals and hyphens."""
    return "".join(char for char in text.casefold() if char.isalnum())
