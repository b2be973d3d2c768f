"""Style sheets written into the elements themselves, for readers who drop the sheets: no variables, no rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

DARK = "prefers-color-scheme: dark"
_SHOWN = re.compile(r"(?:only )?(?:all|screen)?")  # the media whose rules count: a screen, of any width
_COMPOUND = re.compile(
    r"(?P<tag>\w+|\*)?(?P<classes>(?:\.[\w-]+)*)(?P<attributes>(?:\[[\w-]+=\"[^\"]*\"\])*)"
    r"(?::(?P<place>first-child|nth-child\(\d+\)))?"
)
_VARIABLE = re.compile(r"var\(\s*--([\w-]+)\s*(?:,\s*([^()]*))?\)")


Mark = tuple[str, str]  # an attribute, and what it says
_ASKED = re.compile(r"\[([\w-]+)=\"([^\"]*)\"\]")


def asked_of(css: str) -> tuple[str, list[Mark]]:
    """A style sheet with numbers in place of the marks that it asks for, and the marks.

    >>> asked_of('tr[data-player="alice"] { color: red; }')
    ('tr[data-player="#0"] { color: red; }', [('data-player', 'alice')])
    """
    marks = [*dict.fromkeys(_ASKED.findall(css))]
    return _ASKED.sub(lambda found: f'[{found[1]}="#{marks.index((found[1], found[2]))}"]', css), marks


class Part(NamedTuple):
    """One element as a selector sees it."""

    tag: str
    classes: frozenset[str]
    attributes: Mapping[str, str | None]
    place: int = 1  # among its parent's children


@dataclass(frozen=True)
class Compound:
    """What a selector asks of one element."""

    tag: str
    classes: frozenset[str]
    attributes: tuple[tuple[str, str], ...]
    place: int
    direct: bool  # it must be the parent of the one after it

    def asking(self, marks: Sequence[Mark]) -> "Compound":
        return replace(self, attributes=tuple(marks[int(number[1:])] for _, number in self.attributes))

    def fits(self, part: Part) -> bool:
        return (
            self.tag in ("", part.tag)
            and self.classes <= part.classes
            and (not self.place or self.place == part.place)
            and all(part.attributes.get(name) == value for name, value in self.attributes)
        )


@dataclass(frozen=True)
class Rule:
    """A selector, from its last element outwards, and what it says."""

    selector: tuple[Compound, ...]
    declarations: Mapping[str, str]
    rank: tuple[int, int, int]  # the higher wins

    def asking(self, marks: Sequence[Mark]) -> "Rule":
        if not any(each.attributes for each in self.selector):
            return self
        return replace(self, selector=tuple(each.asking(marks) for each in self.selector))

    def fits(self, path: Sequence[Part]) -> bool:
        return self.selector[0].fits(path[-1]) and _around(self.selector[1:], path[:-1])


def _around(selector: Sequence[Compound], path: Sequence[Part]) -> bool:
    if not selector:
        return True
    for end in range(len(path), 0, -1):
        if selector[0].fits(path[end - 1]) and _around(selector[1:], path[: end - 1]):
            return True
        if selector[0].direct:
            return False
    return False


class Sheet:
    """The rules of a style sheet that can be written into elements; what cannot be is left out."""

    def __init__(self, css: str, variables: Mapping[str, str], kept: frozenset[str] | None = None):
        self._by_name: dict[str, list[Rule]] = {}
        for number, (selectors, body) in enumerate(blocks(css)):
            said = {key: value for key, value in declared(body, variables).items() if kept is None or key in kept}
            for selector in selectors.split(",") if said else ():
                self._add(selector, said, number)

    def asking(self, marks: Sequence[Mark]) -> "Sheet":
        """The rules with these marks in place of their numbers."""
        filled = copy(self)
        filled._by_name = {name: [rule.asking(marks) for rule in rules] for name, rules in self._by_name.items()}
        return filled

    def _add(self, text: str, said: Mapping[str, str], number: int) -> None:
        selector = _selector(text)
        if not selector:
            return
        named = sum(len(each.classes) + len(each.attributes) + bool(each.place) for each in selector)
        rule = Rule(selector, said, (named, sum(bool(each.tag) for each in selector), number))
        last = selector[0]
        name = "." + min(last.classes) if last.classes else last.tag
        self._by_name.setdefault(name, []).append(rule)

    def of(self, path: Sequence[Part]) -> dict[str, str]:
        """What it says of the last element of a path from the root."""
        part = path[-1]
        names = ["", part.tag, *("." + each for each in part.classes)]
        rules = [rule for name in names for rule in self._by_name.get(name, ()) if rule.fits(path)]
        said: dict[str, str] = {}
        for rule in sorted(rules, key=lambda rule: rule.rank):
            said |= rule.declarations
        return said


def _selector(text: str) -> tuple[Compound, ...]:
    """From the last element outwards; none if it asks for what is not known here, such as a:hover."""
    found: list[Compound] = []
    direct = False
    for word in text.replace(">", " > ").split():
        if word == ">":
            direct = True
            continue
        if direct and found:
            found[-1] = _with_direct(found[-1])
        compound = _COMPOUND.fullmatch(word)
        if compound is None:
            return ()
        found.append(_compound(compound))
        direct = False
    return tuple(reversed(found))


def _with_direct(compound: Compound) -> Compound:
    return Compound(compound.tag, compound.classes, compound.attributes, compound.place, True)


def _compound(found: re.Match[str]) -> Compound:
    classes = frozenset(filter(None, found["classes"].split(".")))
    attributes = tuple(re.findall(r"\[([\w-]+)=\"([^\"]*)\"\]", found["attributes"]))
    number = re.search(r"\d+", found["place"] or "")
    place = int(number[0]) if number else int(bool(found["place"]))
    return Compound((found["tag"] or "").replace("*", ""), classes, attributes, place, False)


def declared(body: str, variables: Mapping[str, str]) -> dict[str, str]:
    """Properties and values, with the variables filled in; a value with one that nobody knows is left out."""
    said: dict[str, str] = {}
    for line in body.split(";"):
        key, colon, value = line.partition(":")
        known = filled_in(" ".join(value.split()), variables)
        if colon and known and "var(" not in known:
            said[key.strip().lower()] = known.removesuffix("!important").strip()
    return said


def filled_in(value: str, variables: Mapping[str, str]) -> str:
    before = ""
    while value != before:  # one fallback may hold another
        before, value = value, _VARIABLE.sub(lambda found: variables.get(found[1]) or found[2] or found[0], value)
    return value


def variables_of(css: str, dark: bool = False) -> dict[str, str]:
    """The custom properties of the root, by day or as they are by night."""
    rules = blocks(css, DARK) if dark else blocks(css)
    bodies = [body for selectors, body in rules if ":root" in selectors]
    return {
        key.strip()[2:]: " ".join(value.split())
        for body in bodies
        for key, _, value in (line.partition(":") for line in body.split(";"))
        if key.strip().startswith("--")
    }


@lru_cache(maxsize=16)  # the sheets of a turn's pages are much the same
def _blocks(css: str) -> tuple[tuple[str, str, str], ...]:
    """Selectors, what is said of them, and in which medium ("" for all)."""
    return tuple(_walk(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL), ""))


def blocks(css: str, medium: str = "") -> list[tuple[str, str]]:
    """The rules for a screen of any width, or those for one medium alone."""
    if medium:
        return [(selectors, body) for selectors, body, within in _blocks(css) if medium in within]
    return [(selectors, body) for selectors, body, within in _blocks(css) if _SHOWN.fullmatch(within)]


def _walk(css: str, medium: str) -> Iterator[tuple[str, str, str]]:
    place = 0
    while (start := css.find("{", place)) >= 0:
        head, end = css[place:start].strip().rpartition(";")[2].strip(), _closing(css, start)
        body = css[start + 1 : end]
        if head.startswith("@media"):
            yield from _walk(body, head.removeprefix("@media").strip())
        elif not head.startswith("@"):
            yield head, body, medium
        place = end + 1


def _closing(css: str, start: int) -> int:
    depth = 0
    for brace in re.finditer("[{}]", css[start:]):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return start + brace.start()
    return len(css)
