"""The silks of an entry, in words that people write, in any language of the house: `green, white hoops, red cap`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from unicodedata import combining, normalize

from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Raw, Refusal
from gm.core.silks import DYES, PATTERNS, PLAIN, Silks
from gm.core.words import sentence, write

# A star stands for an ending: of gender, number and case
COLOURS = {
    "white": "white, weiss*, blanc*, blanche*, bianc*",
    "yellow": "yellow, gold, gelb*, jaune*, giall*",
    "orange": "orange*, arancio*, arancion*",
    "pink": "pink, rosa, rose*",
    "red": "red, scarlet, rot*, rouge*, ross*",
    "maroon": "maroon, claret, burgundy, weinrot*, dunkelrot*, bordeaux, grenat, granata",
    "brown": "brown, chocolate, braun*, brun*, marron*",
    "purple": "purple, violet*, mauve, lila, violett*, viola",
    "light blue": "light blue, pale blue, sky blue, hellblau*, himmelblau*, bleu* clair*, bleu* ciel, azzurr*, celest*",
    "blue": "blue, royal blue, blau*, konigsblau*, bleu*, blu",
    "dark blue": "dark blue, navy, navy blue, dunkelblau*, marineblau*, bleu* fonce*, bleu* marine, blu scur*",
    "light green": "light green, lime, hellgrun*, vert* clair*, verd* chiar*",
    "green": "green, emerald green, emerald, grun*, vert*, verd*",
    "dark green": "dark green, dunkelgrun*, vert* fonce*, verd* scur*",
    "grey": "grey, gray, silver, grau*, silber*, gris*, grig*",
    "black": "black, schwarz*, noir*, ner*",
}
SHAPES = {
    "plain": "plain, einfarbig*, uni*, tinta unita",
    "hoops": "hoops, hooped, reifen, ringe, ringel, geringelt*, cerceaux, cercle*, cerchi, cerchiat*",
    "stripes": "stripe*, striped, streifen, gestreift*, raies, raye*, rayures, righe, rigat*, strisce",
    "band": "hoop, band, gurtel, ceinture, fascia",
    "chevron": "chevron*, winkel, sparren, scaglion*",
    "diamond": "diamond, raute, losange, rombo",
    "diamonds": "diamonds, rauten, losanges, rombi",
    "spots": "spot*, dots, punkte, gepunktet*, tupfen, pois, points, punti, pallin*",
    "cross belts": "cross belts, cross sashes, crossbelts, kreuzbander, bretelles croisees, croix, fasce incrociate",
    "quarters": "quarters, quartered, geviert*, viertel, ecartele*, quartiers, inquartat*, quarti",
    "halves": "halves, halved, halfte*, halbiert*, geteilt*, mi parti*, moitie*, meta",
    "sash": "sash, scharpe, echarpe, sciarpa, banda",
    "star": "star*, stern*, etoile*, stell*",
    "checks": "check*, checked, karo*, kariert*, damier, carreaux, scacch*, quadri",
}
PARTS = {
    "cap": "cap, kappe, mutze, toque, casquette, berrett*",
    "sleeves": "sleeve*, armel, manche*, manich*",
    "ground": "on, auf, sur, su",
    "": "and, with, the, jacket, und, mit, jacke, et, avec, a, aux, casaque, e, con, giubba",
}
LONGEST = 120  # letters
_GAPS = str.maketrans("-:", "  ")
EXAMPLE = 'silks: "green, white hoops, red cap"'
_HINT = write(EXAMPLE)


def read_silks(raw: Raw) -> Silks:
    """What an entry says; or a refusal that says what is wrong with it."""
    text = ", ".join(raw) if isinstance(raw, list) and all(isinstance(each, str) for each in raw) else raw
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise Refusal(sentence("silks are colours in a few words"), _HINT, raw, Flaw.UNREADABLE)
    patterns: list[str] = []
    colours: dict[str, list[str]] = {"ground": [], "jacket": [], "cap": [], "sleeves": []}
    for piece in re.split("[,;./+]", text):
        _sort(piece, colours, patterns, raw)
    colours["jacket"] = colours["ground"] + colours["jacket"]
    for part, dyes in colours.items():
        if len(dyes) > (2 if part == "jacket" else 1):
            values = {"silks": text, "colours": [DYES[dye] for dye in dyes]}
            raise Refusal(
                sentence("the silks {silks} have too many colours in one place: {colours}", **values), _HINT, raw
            )
    if len(patterns) > 1:
        named = [PATTERNS[each] for each in patterns]
        raise Refusal(sentence("a jacket has one pattern, not several: {patterns}", patterns=named), _HINT, raw)
    return _made(text, colours, patterns[0] if patterns else PLAIN, raw)


def _made(text: str, colours: Mapping[str, Sequence[str]], pattern: str, raw: Raw) -> Silks:
    jacket = colours["jacket"]
    if not jacket:
        raise Refusal(sentence("the silks {silks} do not say the jacket's colour", silks=text), _HINT, raw)
    if pattern != PLAIN and len({*jacket}) == 1:
        values = {"pattern": PATTERNS[pattern], "silks": text}
        raise Refusal(sentence("{pattern} want a colour of their own: {silks}", **values), _HINT, raw)
    if pattern == PLAIN and len(jacket) > 1:
        values = {"silks": text, "ground": DYES[jacket[0]], "colour": DYES[jacket[1]]}
        hint = sentence("write what is {colour}: hoops, stripes, halves …", **values)
        raise Refusal(
            sentence("the silks {silks} do not say how {ground} and {colour} go together", **values), hint, raw
        )
    second = jacket[1] if pattern != PLAIN else ""
    return Silks(
        jacket[0], pattern, second, *(colours["sleeves"] or [jacket[0]]), *(colours["cap"] or [second or jacket[0]])
    )


def _sort(piece: str, colours: dict[str, list[str]], patterns: list[str], raw: Raw) -> None:
    """A cap has the colour before it, `red cap`, or else the one behind it, `Kappe rot`; what is left is the jacket's.

    What comes after `on` lies beneath the rest: `white hoops on green`. A word such as `and` parts like a comma.
    """
    waiting: list[str] = []
    after = ""
    for kind, word in _words(piece, raw):
        if kind == "colour" and after:
            colours[after].append(word)
            after = ""
        elif kind == "colour":
            waiting.append(word)
        elif kind == "shape":
            patterns.append(word)
        elif word and word != "ground" and waiting:
            colours[word].append(waiting.pop())
        elif word:
            after = word
        else:
            colours["jacket"] += waiting
            waiting.clear()
    colours["jacket"] += waiting


def _words(piece: str, raw: Raw) -> Iterator[tuple[str, str]]:
    words = _plain(piece).split()
    at = 0
    while at < len(words):
        for many in range(min(3, len(words) - at), 0, -1):
            found = _known(" ".join(words[at : at + many]))
            if found:
                break
        else:
            message = sentence("{word} is no colour and no pattern of silks", word=words[at])
            there = sentence("the colours are {colours}", colours=list(DYES.values()))
            hint = did_you_mean(words[at], [*DYES, *PATTERNS], there)
            raise Refusal(message, hint, raw, Flaw.UNKNOWN)
        yield found
        at += many


def _plain(text: str) -> str:
    """Without accents: some keyboards have none."""
    return "".join(char for char in normalize("NFD", fold(text)) if not combining(char)).translate(_GAPS)


def _known(words: str) -> tuple[str, str] | None:
    return next((meant for pattern, meant in _dictionary() if pattern.fullmatch(words)), None)


@cache
def _dictionary() -> list[tuple[re.Pattern[str], tuple[str, str]]]:
    tables = {"colour": COLOURS, "shape": SHAPES, "part": PARTS}
    return [
        (re.compile(word.strip().replace("*", "[a-z]{0,3}")), (kind, meant))
        for kind, table in tables.items()
        for meant, words in table.items()
        for word in words.split(",")
    ]
