"""Pages that differ from one before only in who sends them, in their numbers and in their press: most for a turn do.

A mould is a page of the usual shape (gm/pages/usual.py) in which these places stand open. What fits into it is of the
usual shape, too, and says the same but for what stands in these places.
"""

import re
from collections.abc import Mapping
from functools import cached_property

from gm.core.play import Raw
from gm.pages.usual import LONGEST, WORDS

_WHO = "player: "
_NUMBER = "[0-9]{1,9}"
_SET_IN = re.compile(rf"( [^:]+: ){_NUMBER}")
_PRESS = r"(?:\npress: ([A-Za-z](?:[\w ,.;!?'()-]*[\w.!?])?))?"  # on its line, and nobody could take it for orders
Cast = tuple[dict[str, Raw], str, dict[str, Raw], str]  # a page's fields, its player, the game's own part, its press


class Mould:
    """Takes every page that has some player and some numbers in these places, and perhaps some press at the end."""

    def __init__(self, text: str, fields: Mapping[str, Raw], section: str, keys: tuple[str, ...]):
        self._text, self._fields, self._section, self._keys = text, fields, section, keys

    @classmethod
    def of(cls, data: bytes, fields: Mapping[str, Raw], part: Mapping[str, Raw]) -> "Mould | None":
        """Of a page without press that names its player, and then numbers alone, in one section."""
        text = plain_text(data).rstrip("\n")
        above = text.partition(_WHO)[0]
        ((section, said), *more) = part.items() or [("", "")]
        if more or not isinstance(said, dict) or len(above) == len(text) or ":\n" in above or text.endswith("\nend"):
            return None
        numbers = all(isinstance(say, str) and re.fullmatch(_NUMBER, say) for say in said.values())
        return cls(text, fields, section, tuple(said)) if numbers else None

    @cached_property
    def _places(self) -> re.Pattern[str]:
        lines = "\n".join(map(_opened, self._text.split("\n")))
        return re.compile(rf"{lines}{_PRESS}\n?", re.ASCII)

    def cast(self, text: str) -> Cast | None:
        """What the page says, if it fits."""
        found = self._places.fullmatch(text)
        if not found:
            return None
        player, *numbers, press = found.groups("")
        part: dict[str, Raw] = {self._section: dict(zip(self._keys, numbers, strict=True))}
        return {**self._fields, "player": player, **part}, player, part, press


def _opened(line: str) -> str:
    if line.startswith(_WHO):
        return f"{_WHO}({WORDS})"
    number = _SET_IN.fullmatch(line)
    return f"{re.escape(number[1])}({_NUMBER})" if number else re.escape(line)


def plain_text(data: bytes) -> str:
    """What may fit: nothing that is long, or has more than plain letters."""
    return data.decode() if len(data) <= LONGEST and data.isascii() else ""
