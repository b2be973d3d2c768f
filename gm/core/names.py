"""Names as people write them: the same whatever the case, the spaces or the apostrophe."""

import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache

from gm.core.words import sentence

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"'})
_SHORT = 64


def fold(name: str) -> str:
    """What two spellings of one name have in common.

    >>> fold("  RED  Rum ") == fold("red rum"), fold("O’Leary") == fold("O'Leary")
    (True, True)
    """
    return _folded(name) if len(name) < _SHORT else _fold(name)


def _fold(name: str) -> str:
    text = unicodedata.normalize("NFC", name).translate(_APOSTROPHES)
    return " ".join(text.casefold().split())


_folded = lru_cache(4096)(_fold)  # the same few words stand on every page


class Roll(tuple[str, ...]):
    """Names of which many are looked up: each is folded once."""

    @cached_property
    def by_fold(self) -> dict[str, str]:
        return {fold(name): name for name in reversed(self)}  # the first of two that are one


def find(name: str, among: Iterable[str]) -> str | None:
    """The one of these names that is meant, as it is properly spelt."""
    wanted = fold(name)
    if isinstance(among, Roll):
        return among.by_fold.get(wanted)
    return next((known for known in among if fold(known) == wanted), None)


def nearest(name: str, among: Iterable[str]) -> str | None:
    """The known name that looks most like this one, if any looks like it at all."""
    import difflib  # only a slip of the pen pays for it

    known = {fold(each): each for each in among}
    begun = [each for start, each in known.items() if start.startswith(fold(name))]
    if len(name) > 1 and len(begun) == 1:
        return begun[0]
    close = difflib.get_close_matches(fold(name), known, n=1, cutoff=0.6)
    return known[close[0]] if close else None


def did_you_mean(name: str, among: Iterable[str], otherwise: str = "") -> str:
    """A hint for a name that nobody knows."""
    close = nearest(name, among)
    return sentence("did you mean {name}?", name=close) if close else otherwise
