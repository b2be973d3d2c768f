"""Names as people write them: the same whatever the case, the spaces or the apostrophe."""

import re
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
    if name.isascii():
        return " ".join(name.replace("`", "'").lower().split())
    text = unicodedata.normalize("NFC", name).translate(_APOSTROPHES)
    return " ".join(text.casefold().split())


def folds(names: Iterable[str]) -> dict[str, str]:
    """Many names, and each as it is folded."""
    return {name: _fold(name) for name in {*names}}


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


_WORDS = re.compile("[a-z0-9]+(?: [a-z0-9]+)*")
_LONGEST, _SEAL = 40, 10
_SEALED = re.compile(f"(?:.* )?[0-9a-f]{{{_SEAL}}}")
_TAKEN = re.compile(
    "index|con|prn|aux|nul|(?:com|lpt)[0-9]"
)  # by our own pages, or by a system that makes devices of them


def address(name: str) -> str:
    """A name as a piece of an address or of a file's name: safe everywhere, the same for ever, and no other name's.

    Plain words stand as they are. Of any other name those letters are left that do, and a digest tells it apart.

    >>> address("Red Rum"), address("alice"), address("Épinard"), address("🐎/..")
    ('red-rum', 'alice', 'epinard-f20d5475ec', '5f9b1bb364')
    """
    import hashlib  # only the site pays for it

    known = fold(name)
    if len(known) <= _LONGEST and _WORDS.fullmatch(known) and not (_SEALED.fullmatch(known) or _TAKEN.fullmatch(known)):
        return known.replace(" ", "-")
    letters = unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()
    kept = re.sub("[^a-z0-9]+", "-", letters)[:_LONGEST].strip("-")
    seal = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:_SEAL]
    return f"{kept}-{seal}" if kept else seal
