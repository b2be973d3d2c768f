"""The course: its fences, who falls at them, and how they are shared out over the turns."""

import re
from collections.abc import Sequence
from itertools import groupby

from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Json, Raw, Remark
from gm.core.words import counted, sentence, write

# H7: places to fall from the low end and from the high end
PLACES = {"plain": (1, 0), "becher": (2, 0), "chair": (1, 1), "water": (1, 0)}
MOST_FENCES = 500
_RHYTHM = {5: "becher", 9: "water", 14: "chair"}  # H4: and again every 14 fences
_SPELT = {
    "bechers": "becher",
    "becher's": "becher",
    "the chair": "chair",
    "the water": "water",
    "water jump": "water",
}
_ITEM = re.compile(r"(?:([0-9]{1,4})\s*(?:x|×)?\s+)?(.+)", re.IGNORECASE)


def read_course(raw: Raw) -> tuple[tuple[str, ...], list[Remark]]:
    """H2: `4 plain, becher, 3 plain`, or a list of kinds.

    >>> read_course("2 plain, becher")
    (('plain', 'plain', 'becher'), [])
    """
    items = raw.split(",") if isinstance(raw, str) else raw
    if not isinstance(items, list) or not [item for item in items if not isinstance(item, str) or item.strip()]:
        return (), [Remark(sentence("the course is empty"), write("course: 4 plain, becher, 3 plain, water"), raw)]
    kinds: list[str] = []
    remarks: list[Remark] = []
    for item in items:
        try:
            kinds += _fences(item)
        except ValueError:
            hint = did_you_mean(str(item), PLACES, sentence("a fence is {kinds}", kinds=list(PLACES)))
            about = item if hasattr(item, "line") else raw
            message = sentence("there is no fence called {name}", name=str(item).strip())
            remarks.append(Remark(message, hint, about, Flaw.UNKNOWN))
        if len(kinds) > MOST_FENCES:
            break
    if len(kinds) > MOST_FENCES:
        message = sentence("a course of {many} fences is too long", many=len(kinds))
        remarks.append(Remark(message, sentence("at most {many}", many=MOST_FENCES), raw))
    return tuple(kinds), remarks


def _fences(item: Raw) -> list[str]:
    match = _ITEM.fullmatch(fold(item)) if isinstance(item, str) else None
    kind = _SPELT.get(match[2], match[2]) if match else ""
    if match is None or kind not in PLACES:
        raise ValueError(item)
    return [kind] * int(match[1] or 1)


def planned_falls(course: Sequence[str]) -> int:
    return sum(sum(PLACES[kind]) for kind in course)


def turns(entrants: int, fences: int) -> list[range]:
    """H3: two fences a turn; an odd field jumps a single one first.

    >>> [list(turn) for turn in turns(5, 4)]
    [[1], [2, 3], [4]]
    """
    first = 1 if entrants % 2 else 2
    starts = [1, *range(first + 1, fences + 1, 2)]
    ends = [*(start - 1 for start in starts[1:]), fences]
    return [range(start, end + 1) for start, end in zip(starts, ends, strict=True)]


def propose(entrants: int) -> list[str]:
    """H4: fences at the Bloodstock rhythm until about an eighth of the field is left."""
    falls = entrants - max(1, round(entrants / 8))
    course: list[str] = []
    while planned_falls(course) < falls:
        kind = _at(len(course) + 1)
        too_many = planned_falls([*course, kind]) > falls
        course.append("plain" if too_many else kind)
    return course


def longer(fences: int) -> list[str]:
    """So many fences at that rhythm, however many fall.

    >>> short_form(longer(6))
    '4 plain, becher, plain'
    """
    return [_at(number) for number in range(1, fences + 1)]


def _at(number: int) -> str:
    return _RHYTHM.get((number - 5) % 14 + 5, "plain")


def short_form(course: Sequence[str]) -> str:
    """The way a game master writes it.

    >>> short_form(["plain", "plain", "becher"])
    '2 plain, becher'
    """
    runs = [(len(list(run)), kind) for kind, run in groupby(course)]
    return ", ".join(kind if many == 1 else f"{many} {kind}" for many, kind in runs)


def proposal(entrants: int) -> Json:
    """A course, what it plans, and the lines that a game master may copy into the game's file."""
    return described(entrants, propose(entrants))


def described(entrants: int, course: list[str]) -> Json:
    planned = {
        "fences": len(course),
        "falls": planned_falls(course),
        "finishers": entrants - planned_falls(course),
        "turns": len(turns(entrants, len(course))),
    }
    plan = counted(
        "{fences} fences in {turns} turns plan {n} fall for {entrants} entrants: {finishers} should finish",
        "{fences} fences in {turns} turns plan {n} falls for {entrants} entrants: {finishers} should finish",
        planned["falls"],
        entrants=entrants,
        **planned,
    )
    written = short_form(course)
    return {
        "entrants": entrants,
        "course": course,
        "written": written,
        **planned,
        "lines": [f"course: {written}", plan],
    }
