"""What a command has done so far, so that whoever is told that it failed is told the truth."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from gm.core.words import sentence

SOMETHING = sentence("what it had stored by then is stored")


class Deed(NamedTuple):
    what: str  # a sentence without its full stop; "" is not worth telling
    left: str = ""  # what is still to be done about it, and how


class Deeds:
    """A deed is named while it is under way; it counts once its transaction is stored."""

    def __init__(self) -> None:
        self.done: list[Deed] = []
        self._named: list[Deed] = []
        self._to_do: list[Deed] = []
        self._counting = 0

    def will(self, what: str, left: str = "") -> None:
        """What the transaction that is under way will have done."""
        self._named.append(Deed(what, left))

    def to_do(self, left: str) -> None:
        """What will still be left to do, once the transaction that is under way is stored."""
        self._to_do.append(Deed("", left))

    def did(self, what: str, left: str = "") -> None:
        """Something that no transaction keeps: files."""
        self.done.append(Deed(what, left))

    def left_over(self, left: Iterable[str]) -> None:
        """What is to be done whatever came of the command."""
        self.done += [Deed("", each) for each in left]

    @contextmanager
    def partly(self, what: str, left: str) -> Iterator[None]:
        """Something that is half done if it is stopped here; afterwards it is not worth telling."""
        half = Deed(what, left)
        self.done.append(half)
        yield
        self.done.remove(half)

    def storing(self) -> None:
        """From here on it counts, unless it is withdrawn: whatever stops the command now, it may be stored."""
        named = [*(self._named or [Deed(SOMETHING)]), *self._to_do]
        self._counting = len(named)
        self.done += named
        self._named, self._to_do = [], []

    @property
    def may_be_stored(self) -> bool:
        return self._counting > 0

    def stored(self) -> None:
        self._counting = 0

    def withdrawn(self) -> None:
        """The transaction came to nothing."""
        if self._counting:
            del self.done[-self._counting :]
        self._named, self._to_do, self._counting = [], [], 0

    def settled(self) -> None:
        """Nothing is left to be done about what was done."""
        self.done = [Deed(each.what) for each in self.done]

    def taken_back(self) -> None:
        """All that was done so far has been undone."""
        self.done = []

    @property
    def told(self) -> list[str]:
        return list(dict.fromkeys(each.what for each in self.done if each.what))

    @property
    def left(self) -> list[str]:
        return list(dict.fromkeys(each.left for each in self.done if each.left))
