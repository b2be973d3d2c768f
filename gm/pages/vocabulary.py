"""Order pages as people write them in other languages: their words are read as the English ones, which always work.

The words of all languages are known on every page, whoever writes. What is stored and sealed is the English form; names
in the game go first, and a name that somebody gave is never translated.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from gm.core.game import ORDERS, Game
from gm.core.names import fold, folds
from gm.core.play import C, Raw, S
from gm.core.sections import names_of
from gm.core.validity import against
from gm.core.words import Sentence, sentence, with_values
from gm.pages.tree import Entries, Items, renamed, text_at

Dictionary = Mapping[str, str]  # the English word for each

# An English word that is a sentence is one that orders are read back with: the catalogues have it for every language.

HEADS = {  # what every page has
    "game": "jeu, partie, gioco, partita, spiel",
    "turn": "tour, turno, zug, runde",
    "player": "joueur, joueuse, giocatore, giocatrice, spieler, spielerin",
    "token": "jeton, gettone, marke, kennwort",
    "press": "presse, stampa",
}
KEYS = {  # what stands before a colon in any game
    "when": "si, quand, se, quando, wenn, falls",
    "not": "non, pas, nicht",
    sentence("play"): "joue, jouer, gioca, giocare, spiele, spielt, setze",
}
VALUES = {  # and behind it
    "yes": "oui, sì, si, ja",
    "no": "non, nein",
    "me": "moi, io, ich, mich",
    sentence("none"): "rien, aucun, aucune, niente, nessuno, nessuna, nichts, keine, keiner, keines",
    sentence("all"): "tout, tous, toutes, tutto, tutti, tutte, alles, alle",
}


def dictionary(*words: Mapping[str, str]) -> Dictionary:
    """
    >>> dictionary(HEADS)["spielerin"]
    'player'
    """
    return {fold(word): english for each in words for english, others in each.items() for word in others.split(",")}


BARE = ""  # what has no name, and is asked about only if it could be played

heads = cache(lambda: dictionary(HEADS))


class Names:
    """What was named in a game: such names are what they are. Few pages ask for any, so they are folded for those."""

    def __init__(self, names: Iterable[str]):
        self._names = names

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(folds(self._names).values())

    def __contains__(self, folded: object) -> bool:
        return folded in self._folded

    @cached_property
    def longest(self) -> int:
        """How many words a name has at most."""
        return longest_of(self._folded)


class Words(NamedTuple):
    """What a page of one game may say in other words."""

    keys: Dictionary
    values: Dictionary
    names: Names
    sections: Sequence[str]
    tops: Dictionary  # sections, and what is entered
    numbered: bool  # is anything asked by number?
    known: Sequence[str]  # all that a page may have at its margin
    standing: Sequence[str]  # sections that stay in force
    in_press: Dictionary  # what orders would be called that slipped under the press, and for which section they are

    @classmethod
    def of(cls, game: Game[S, C], state: S, names: Iterable[str]) -> "Words":
        sections, own = names_of(game.page), dictionary(game.words)
        tops = {word: english for word, english in own.items() if english in (*sections, game.entry)}
        numbered = any(decision.key.isdigit() for decision in game.pending(state))
        return cls(
            {**dictionary(KEYS), **own},
            {**dictionary(VALUES), **own},
            Names(names),
            sections,
            tops,
            numbered,
            (*HEADS, *sections, *([game.entry] if game.entry else [])),
            names_of(section for section in game.page if section.standing),
            {word: english for word, english in tops.items() if english in sections}
            | {name: name for name in (ORDERS, *sections)}
            | {BARE: sections[0]},
        )

    def read(self, fields: Mapping[str, Raw]) -> Mapping[str, Raw]:
        """All of a page as it was meant: in English, and every number in its section."""
        known = with_heads(fields, self.tops)
        told = gathered(known, self.sections) if self.numbered else known
        english = {key: in_english(told[key], self) for key in self.sections if key in told}
        if all(english[key] is told[key] for key in english):
            return told
        return {key: english.get(key, value) for key, value in told.items()}

    def written(self, fields: Mapping[str, Raw]) -> dict[str, str]:
        """The words of a page that are not English, by those that they are read as."""
        found: dict[str, str] = {}
        for key, value in fields.items():
            english = self.tops.get(fold(key), key)
            found |= {english: key} if english != key else {}
            found |= dict(_others(value, self)) if english in self.sections or key.isdigit() else {}
        return found


def as_written(text: str, written: Mapping[str, str]) -> str:
    """What is said of a page, its words as they stand on it; what is to be typed stays as it is.

    >>> as_written(sentence("{key} wants names", key="fell"), {"fell": "gestürzt"})
    'gestürzt wants names'
    """
    if not isinstance(text, Sentence):
        return written.get(text, text)
    return with_values(text, **{key: _spelt(value, written) for key, value in text.values.items()})


def _spelt(value: Any, written: Mapping[str, str]) -> Any:
    if isinstance(value, (list, tuple)):
        return [_spelt(each, written) for each in value]
    return as_written(value, written) if isinstance(value, str) else value


def _others(raw: Raw, words: Words) -> Iterator[tuple[str, str]]:
    """Each word that is not English: what it is read as, and how it is written."""
    if isinstance(raw, Mapping):
        for key, value in raw.items():
            yield from _other(key, words.keys, words.names)
            yield from _others(value, words)
    elif isinstance(raw, list):
        for each in raw:
            yield from _others(each, words)
    elif isinstance(raw, str):
        whole = fold(raw) in words.values
        for each in [raw] if whole else pieces(raw.split(), words.names, words.names.longest):
            yield from _other(each, words.values, words.names)


def _other(word: str, known: Dictionary, names: Container[str]) -> Iterator[tuple[str, str]]:
    english = _word(word, known, names)
    if english != word:
        yield english, word


def with_heads(fields: Mapping[str, Raw], known: Dictionary) -> Mapping[str, Raw]:
    """The top of a page in English, each key with its line; no key twice, whatever the language."""
    if known.keys().isdisjoint(fields):
        return fields
    return renamed(fields, lambda key: known.get(key, key))


def in_english(raw: Raw, words: Words) -> Raw:
    """What a section says, its names as they are."""
    if isinstance(raw, (dict, Mapping)):  # most are a dict, which is told quickly
        if only_numbers(raw):
            return raw
        told = {key: in_english(value, words) for key, value in raw.items()}
        return _entries(renamed(told, lambda key: _word(key, words.keys, words.names)), raw)
    if isinstance(raw, list):
        return _items([in_english(each, words) for each in raw], raw)
    if not isinstance(raw, str) or raw.isdigit():  # a number is the same in all languages
        return raw
    return text_at(_said(raw, words), getattr(raw, "line", 0))


def only_numbers(section: Mapping[str, Raw]) -> bool:
    """They are the same in all languages; and most sections have nothing else.

    >>> only_numbers({"1": "22", "2": "20"}), only_numbers({"1": "alles"}), only_numbers({"1": ["22"]})
    (True, False, False)
    """
    try:
        return "".join([*section, *section.values()]).isdigit()
    except TypeError:
        return False


def _word(word: str, known: Dictionary, names: Container[str]) -> str:
    if word.isdigit():
        return word
    folded = fold(word)
    if folded in names or folded in known:
        return word if folded in names else known[folded]
    bare = word.rstrip(",;")
    return known.get(fold(bare), bare) + word[len(bare) :]  # `bleu, rouge`


def _said(text: str, words: Words) -> str:
    """All of it, if that is a word (`à l'aveugle`); else word by word, but for names: `noir 3 sur bleu`."""
    if fold(text) in words.names:
        return text
    if fold(text) in words.values:
        return words.values[fold(text)]
    sign, rest = against(text.strip())
    written = [sign, *rest.split()] if sign else text.split()
    said = " ".join(
        _word(each, words.values, words.names) for each in pieces(written, words.names, words.names.longest)
    )
    return text if said == " ".join(written) else said


def longest_of(names: Iterable[str]) -> int:
    """How many words a name may have."""
    return max((len(name.split()) for name in names), default=0)


def pieces(words: Sequence[str], names: Container[str], longest: int) -> Iterator[str]:
    """What is written, word by word; but a name, however many words it has, is one piece.

    >>> list(pieces("black 3 on Red Rum".split(), {"red rum"}, 2))
    ['black', '3', 'on', 'Red Rum']
    """
    at = 0
    while at < len(words):
        some = (words[at : at + many] for many in range(longest, 1, -1))
        piece = next((each for each in some if fold(" ".join(each)) in names), words[at : at + 1])
        yield " ".join(piece)
        at += len(piece)


def _entries(fields: Mapping[str, Raw], like: Raw) -> Entries:
    entries = Entries(fields)
    entries.line = getattr(like, "line", 0)
    return entries


def _items(values: Iterable[Raw], like: Raw) -> Items:
    items = Items(values)
    items.line = getattr(like, "line", 0)
    return items


def gathered(fields: Mapping[str, Raw], sections: Sequence[str]) -> Mapping[str, Raw]:
    """Numbers at the margin belong to the section above them, or to the first one if the page has none at all."""
    if not any(key.isdigit() for key in fields):
        return fields
    found: dict[str, Raw] = {}
    home = None if any(key in sections for key in fields) else sections[0]
    for key, value in fields.items():
        if key.isascii() and key.isdigit() and home is not None and _has_room(found.get(home), key):
            found[home] = _entries({**(found.get(home) or {}), key: value}, key)
            continue
        found[key] = value
        home = key if key in sections else home
    return found


def _has_room(section: Raw, key: str) -> bool:
    """Can a number go there, and is there only one way to mean it?"""
    blank = section is None or (isinstance(section, str) and not section.strip())
    return blank or (isinstance(section, Mapping) and key not in section)
