"""Pieces of HTML that were made to stand alone, put together on one page."""

import re

from markupsafe import Markup

_TAG = re.compile(r"<[a-zA-Z/][^>]*>")  # no text that a person wrote can be mistaken for one: it is escaped
_HEADING = re.compile(r"(</?h)([1-6])\b")
_NAMED = re.compile(r"(?<=\s)(id|for|headers|aria-(?:labelledby|describedby|controls|owns|details))=\"([^\"]+)\"")
_POINTED = re.compile(r"((?:\shref=\"|\burl\()#)([^\")]+)")
_DEEPEST = 6


def nested(html: str, down: int, prefix: str) -> Markup:
    """The same with its headings so much further down, and no name that another piece could have.

    >>> str(nested('<h2 id="a">A</h2><a href="#a">id="a"</a>', 2, "race-3"))
    '<h4 id="race-3-a">A</h4><a href="#race-3-a">id="a"</a>'
    """
    return Markup(_TAG.sub(lambda tag: _renamed(_lowered(tag[0], down), prefix), str(html)))


def _lowered(tag: str, down: int) -> str:
    return _HEADING.sub(lambda found: f"{found[1]}{min(int(found[2]) + down, _DEEPEST)}", tag, count=1)


def _renamed(tag: str, prefix: str) -> str:
    def all_of(found: re.Match[str]) -> str:
        return f'{found[1]}="{" ".join(f"{prefix}-{name}" for name in found[2].split())}"'

    return _POINTED.sub(rf"\g<1>{prefix}-\g<2>", _NAMED.sub(all_of, tag))
