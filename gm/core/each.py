"""A mapping of which few values are ever asked for: each is made then."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
A = TypeVar("A")
B = TypeVar("B")


class Each(Mapping[K, B]):
    """The keys of another mapping, and what is made of them and of its values.

    >>> Each({"one": 1, "two": 2}, lambda key, value: key * value)["two"]
    'twotwo'
    """

    def __init__(self, source: Mapping[K, A], make: Callable[[K, A], B]):
        self.source, self.make = source, make

    def __getitem__(self, key: K) -> B:
        return self.make(key, self.source[key])

    def __contains__(self, key: object) -> bool:
        return key in self.source

    def __iter__(self) -> Iterator[K]:
        return iter(self.source)

    def __len__(self) -> int:
        return len(self.source)
