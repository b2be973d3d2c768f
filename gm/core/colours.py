"""Horses that are called after their colours, and cards of them, as each reader's language names them.

A name that somebody gave is never translated: only the plain word for a colour is, as pages read it, too.
"""

from typing import Any

from gm.core.play import Json
from gm.core.words import Sentence, sentence, with_values

COLOURS = {
    str(each): each
    for each in (
        *(sentence("red"), sentence("orange"), sentence("yellow"), sentence("green"), sentence("blue")),
        *(sentence("purple"), sentence("white"), sentence("pink"), sentence("brown"), sentence("black")),
    )
}

_WORDS = {  # on pages of other languages
    "red": "rouge, rosso, rot",
    "orange": "arancione, arancio",
    "yellow": "jaune, giallo, gelb",
    "green": "vert, verde, grün",
    "blue": "bleu, blu, blau",
    "purple": "violet, violette, viola, lila, violett",
    "white": "blanc, bianco, weiß, weiss",
    "pink": "rose, rosa",
    "brown": "brun, marron, marrone, braun",
    "black": "noir, nero, schwarz",
}


def colour_words(*colours: str) -> dict[str, str]:
    """For the `words` of a game: what people who write in other languages call these."""
    return {colour: _WORDS[colour] for colour in colours}


def coloured(name: str) -> str:
    """A horse, in words that can be said again in another language.

    >>> coloured("red").pattern, coloured("Red Rum")
    ('red', 'Red Rum')
    """
    return COLOURS.get(name, name)


def carded(name: str) -> str:
    """The same of a card, which is a horse and a number.

    >>> carded("red 7"), carded("red 7").pattern, carded("Red Rum 7")
    ('red 7', '{horse} {number}', 'Red Rum 7')
    """
    horse, _, number = name.rpartition(" ")
    is_card = horse in COLOURS and number.isdigit()
    return sentence("{horse} {number}", horse=COLOURS[horse], number=number) if is_card else name


def coloured_moment(moment: Json) -> Json:
    """A moment of a call, its horses in such words."""
    named = {key: _named(moment[key]) for key in ("horse", "horses") if not isinstance(moment.get(key, 0), int)}
    return moment | named


def in_colours(text: str) -> str:
    """A sentence about horses and cards, with their names in such words.

    >>> in_colours(sentence("{card} is not in your hand", card="red 7")).values["card"].pattern
    '{horse} {number}'
    """
    if not isinstance(text, Sentence):
        return text
    return with_values(text, **{key: _named(value) for key, value in text.values.items()})


def _named(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_named(each) for each in value]
    if isinstance(value, Sentence):
        return in_colours(value)
    if not isinstance(value, str):
        return value
    return COLOURS[value] if value in COLOURS else carded(value)
