"""Rulings of the game master's own: which ones a game offers to `gm correct`, how each is written, and what it does."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from gm.core.play import Event, Flaw, Refusal, S, Step
from gm.core.words import pack, sentence

if TYPE_CHECKING:
    from gm.core.game import Game

RULING = "ruling"  # the kind of the events that tell of one
BY_HAND = "GM"  # what such an event rests on
LONGEST = 200
_NUMBERS = {"POINTS": r"[+-]?[0-9]{1,6}", "NUMBER": r"[+-]?[0-9]{1,6}", "FENCE": r"[0-9]{1,4}"}


class Remedy(NamedTuple, Generic[S]):
    """One kind of ruling: it takes the turn as it was played, and answers with the turn as it is to stand."""

    forms: Sequence[str]  # how it is written; words in capitals are blanks to be filled in
    about: str  # a sentence: what it does
    example: str
    apply: Callable[..., Step[S]]  # the step, and each blank by its name; or raises a Refusal


def ruled(game: "Game[S, Any]", step: Step[S], text: str) -> Step[S]:
    """The turn with that ruling; a Refusal if there is no such ruling, or if it cannot be made here."""
    offered = game.remedies()
    for remedy in offered:
        for form in remedy.forms:
            blanks = _filled(form, text)
            if blanks is not None:
                return remedy.apply(step, **blanks)
    forms = [remedy.example for remedy in offered]
    there = sentence("such rulings there are: {examples}", examples=[f"“{form}”" for form in forms])
    none = sentence("this game offers none")
    unknown = sentence("there is no ruling “{text}”", text=text[:80])
    raise Refusal(unknown, there if offered else none, flaw=Flaw.UNKNOWN)


def _filled(form: str, text: str) -> dict[str, str] | None:
    """What is written in the blanks of a form; None if the text is not of that form.

    >>> _filled("points HORSE NUMBER", "Points Red Rum −10")
    {'horse': 'Red Rum', 'number': '-10'}
    >>> _filled("stands HORSE", "falls Red Rum")
    """
    words = [_NUMBERS.get(word, ".+?") if word.isupper() else "" for word in form.split()]
    named = zip(form.split(), words, strict=True)
    pattern = " ".join(f"(?P<{word.lower()}>{blank})" if blank else re.escape(word) for word, blank in named)
    written = " ".join(text.replace("−", "-").split())
    found = re.fullmatch(pattern, written, re.IGNORECASE) if len(written) <= LONGEST else None
    return found.groupdict() if found else None


def told(say: str, audience: frozenset[str] | None = None, /, **data: Any) -> Event:
    """The event that tells of a ruling, in a sentence."""
    return Event(RULING, {"say": pack(say), **data}, BY_HAND, audience)


def changed(game: "Game[S, Any]", state: S, options: Mapping[str, str]) -> Step[S]:
    """The position under these house rules, in force from now on."""
    if not options:
        return Step(state)
    say = [sentence("From this turn on {option} is {value}.", option=key, value=options[key]) for key in options]
    return Step(game.amended(state, options), [told(each) for each in say])
