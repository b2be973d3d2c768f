"""The call of a race: moments that a game found worth telling, in phrases that do not come back too soon.

A phrase bank is data: kinds of moments, and sentences for each. The one that is built in is translated like all that
the program says; a game master adds sentences in any of the languages.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, BinaryIO

from gm.core.dice import Dice
from gm.core.moments import Scene, Weighing, worth_telling
from gm.core.names import did_you_mean
from gm.core.options import flag
from gm.core.play import Flaw, Json, Raw, Remark
from gm.core.problems import NotReady, locate
from gm.core.words import LANGUAGES, known_language, sentence, write
from gm.pages.files import read_map, read_settings, source_lines
from gm.reports import assets
from gm.reports.languages import ENGLISH, Speaker, speaker_of
from gm.reports.numerals import capital

FILE = "call.yaml"
GIVES, WEIGHS, TELLS, REPLACE = "gives", "weighs", "tells", "replace"  # the keys of a bank that are no kinds
_DATA = (GIVES, WEIGHS, TELLS)
_PEOPLE = ("player", "players", "jockey")  # values that are players' ids, and are told by name
_QUOTES = sentence("put every phrase in quotes")

Phrase = Mapping[str, str]  # one sentence, by language


class BadPhrases(NotReady):
    """The game master's own phrases cannot be used as they are"""


@dataclass(frozen=True)
class Bank:
    """The patterns of each kind, in one reader's language."""

    phrases: Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class _BuiltIn:
    phrases: Mapping[str, Sequence[str]]
    gives: Mapping[str, Sequence[str]]  # what the phrases of each kind may name
    weighing: Weighing


def bank(rules: str, own_templates: Path | None, language: str, home: str = ENGLISH) -> Bank:
    """The built-in phrases as this language has them, and the zine's own; `home` is the zine's first language."""
    built_in = _built_in(assets.templates() / rules / FILE)
    translate = speaker_of(language).gettext
    phrases = {kind: [translate(each) for each in some] for kind, some in built_in.phrases.items()}
    path = own_templates / rules / FILE if own_templates else None
    if path is None or not path.is_file():
        return Bank(phrases)
    return Bank(phrases | _Own(path, f"templates/{rules}/{FILE}", built_in, home).added_to(phrases, language))


@cache
def _built_in(path: Path) -> _BuiltIn:
    """A game that has no phrases has no call."""
    entries = read_map(path) if path.is_file() else {}
    phrases = {kind: list(some) for kind, some in entries.items() if kind not in _DATA}
    weights = {kind: int(weight) for weight, kinds in entries.get(WEIGHS, {}).items() for kind in kinds}
    numbers = {key: int(number) for key, number in entries.get(TELLS, {}).items()}
    return _BuiltIn(phrases, entries.get(GIVES, {}), Weighing(weights, **numbers))


def chosen(rules: str, scenes: Sequence[Scene], earlier: Sequence[Scene]) -> tuple[list[Json], dict[str, int]]:
    """What is told of this turn, and how often each kind of moment was told before it."""
    how = _built_in(assets.templates() / rules / FILE).weighing
    return worth_telling(scenes, how), dict(Counter(each["kind"] for each in worth_telling(earlier, how)))


class _Own:
    """The game master's own phrases; what is wrong with them is told all at once."""

    def __init__(self, path: Path, name: str, built_in: _BuiltIn, home: str):
        self.built_in, self.home = built_in, home
        self.remarks: list[Remark] = []
        entries = _entries(path, name)
        self.replace = self._flag(entries.pop(REPLACE, None))
        for key in _DATA:
            entries.pop(key, None)  # copied along from the built-in bank
        self.phrases = {str(kind): self._kind(kind, raw) for kind, raw in entries.items()}
        if self.remarks:
            unusable = sentence("{name} cannot be used as it is", name=name)
            raise BadPhrases(unusable, locate(self.remarks, name, source_lines(path)))

    def added_to(self, phrases: Mapping[str, Sequence[str]], language: str) -> dict[str, list[str]]:
        """What readers of this language are told at each kind of moment that the file names."""
        counts: dict[str, list[str]] = {}
        for kind, own in self.phrases.items():
            mine = [phrase[language] for phrase in own if language in phrase]
            silenced = self.replace and not own
            kept = [] if silenced or (self.replace and mine) else phrases[kind]
            counts[kind] = list(dict.fromkeys([*kept, *mine]))
        return counts

    def _flag(self, raw: Raw) -> bool:
        try:
            return raw is not None and flag(raw)
        except ValueError:
            self.remarks.append(Remark(sentence("{key} is yes or no", key=REPLACE), write(f"{REPLACE}: yes"), raw))
            return False

    def _kind(self, kind: str, raw: Raw) -> list[Phrase]:
        known = self.built_in.phrases
        if kind not in known:
            hint = did_you_mean(kind, known, sentence("there are {names}", names=list(known)))
            message = sentence("there is no kind of moment called {kind}", kind=kind)
            self.remarks.append(Remark(message, hint, kind, Flaw.UNKNOWN))
            return []
        written = raw if isinstance(raw, list) else [raw]
        return [self._phrase(kind, each) for each in written]

    def _phrase(self, kind: str, raw: Raw) -> Phrase:
        if not isinstance(raw, Mapping):
            return {self.home: self._text(kind, raw)}
        found: dict[str, str] = {}
        for name, text in raw.items():
            language = known_language(name)
            if language is None:
                hint = sentence("put every phrase in quotes, or give it by language: {languages}", languages=LANGUAGES)
                message = sentence("there is no language {name} here", name=name)
                self.remarks.append(Remark(message, hint, name, Flaw.UNKNOWN))
            else:
                found[language] = self._text(kind, text)
        return found

    def _text(self, kind: str, raw: Raw) -> str:
        text = " ".join(raw.split()) if isinstance(raw, str) else ""
        if not text:
            self.remarks.append(
                Remark(sentence("a phrase is missing here"), sentence("write a sentence in quotes"), raw)
            )
        given = [f"{{{name}}}" for name in self.built_in.gives[kind]]
        for name in (f"{{{name}}}" for name in _names(text)):
            if name not in given:
                names = given or sentence("nothing to name")
                hint = did_you_mean(name, given, sentence("with {kind} there is {names}", kind=kind, names=names))
                message = sentence("the phrase cannot be filled in at {name}", name=name)
                self.remarks.append(Remark(message, hint, raw, Flaw.UNKNOWN))
        return text


def _entries(path: Path, name: str) -> dict[str, Raw]:
    try:
        return read_settings(path, name)
    except NotReady as wrong:
        raise BadPhrases(wrong.message, wrong.problems, _QUOTES) from None


def _names(text: str) -> Iterator[str]:
    """What stands in braces; a brace without its partner, or with more than a name, is no name that anybody gives."""
    try:
        for _, name, form, conversion in Formatter().parse(text):
            if name is not None:
                yield name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")
    except ValueError:
        yield "…"


def call(
    beats: Sequence[Json],
    before: Mapping[str, int],
    phrases: Bank,
    seed: str,
    speaker: Speaker,
    names: Mapping[str, str],
) -> list[str]:
    """A paragraph for each part of the turn. `before` says how often each kind was told on earlier turns.

    Every kind has its phrases shuffled once for the whole game, so none of them comes twice until all have come.
    """
    counts = Counter(before)
    paragraphs: dict[object, list[str]] = {}
    for beat in beats:
        kind = beat["kind"]
        order = _shuffled(tuple(phrases.phrases.get(kind, ())), seed, kind)
        if order:
            pattern = order[counts[kind] % len(order)]
            values = {key: _shown(key, value, speaker, names) for key, value in beat.items()}
            values |= _in_words(pattern, beat, speaker)
            paragraphs.setdefault(beat["part"], []).append(speaker.joined(pattern.format_map(values)))
            counts[kind] += 1
    return [" ".join(sentences) for sentences in paragraphs.values()]


def _in_words(pattern: str, beat: Json, speaker: Speaker) -> dict[str, str]:
    """A number that begins a sentence is written out."""
    first = pattern[1:].partition("}")[0] if pattern.startswith("{") else ""
    number = beat.get(first)
    return {first: capital(speaker.spelt(number))} if isinstance(number, int) else {}


def _shuffled(patterns: tuple[str, ...], seed: str, kind: str) -> list[str]:
    order = list(patterns)
    Dice(seed).stream(f"call:{kind}").shuffle(order)
    return order


def _shown(key: str, value: Any, speaker: Speaker, names: Mapping[str, str]) -> str:
    """Names as they are, players by their names, numbers and lists in the reader's manner."""
    if isinstance(value, list):
        return speaker.listed(_shown(key, each, speaker, names) for each in value)
    if isinstance(value, int):
        return speaker.number(value)
    return names.get(value, value) if key in _PEOPLE else speaker.say(value)


def extract(
    fileobj: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """For Babel: every phrase of a built-in bank, with its kind for the translator to see."""
    for kind, phrases in read_map(Path(fileobj.name)).items():
        for phrase in phrases if kind not in _DATA else ():
            yield phrase.line, None, str(phrase), [f"Note: {kind}"]
