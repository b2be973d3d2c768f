"""Why somebody stands where they stand, in words: their results, and whom they stand above and below by what."""

from pathlib import Path

from gm.core.play import Json
from gm.core.words import sentence
from gm.reports.languages import ENGLISH
from gm.reports.layout import fit
from gm.reports.render import fill
from gm.reports.seasons import TIE_BREAKS
from gm.reports.seasontable import Contest, divisions
from gm.season.points import readable
from gm.season.results import Player
from gm.season.why import FINAL, POINTS, Compared, Numbers, why

NOTHING = "–"


def as_text(contest: Contest, player: Player, own_templates: Path | None = None, language: str = ENGLISH) -> str:
    lines = (line for part in divisions(contest) for line in part["lines"])
    line = next(each for each in lines if each["player"] == player)
    compared = [in_words(contest, each) for each in why(contest.season, contest.table, player)]
    counting = [result["points"] for result in line["results"] if result and result["counts"]]
    model = {"line": line, "compared": compared, "sums": " + ".join(counting) if len(counting) > 1 else ""}
    return fit(fill("season/why.txt", model, own_templates, language))


def as_json(contest: Contest, player: Player) -> Json:
    """For scripts: the numbers as they were compared."""
    return {
        "season": contest.name,
        "player": player,
        "name": contest.called(player),
        "compared": [_plain(each) for each in why(contest.season, contest.table, player)],
    }


def _plain(each: Compared) -> Json:
    mine, theirs, at, struck_too = each.numbers
    told = {"other": each.other, "above": each.above, "by": each.by or None}
    told |= {"mine": None if mine is None else str(mine), "theirs": None if theirs is None else str(theirs)}
    return told | {"at": at, "struck_too": struck_too}


def in_words(contest: Contest, each: Compared) -> str:
    other = contest.called(each.other)
    if each.by == FINAL:
        return _by_final(each, other)
    if each.above is None:
        return sentence("level with {other} in everything: they share the place", other=other)
    where = sentence("above {other}", other=other) if each.above else sentence("below {other}", other=other)
    if each.by == POINTS:
        return sentence("{where}: {mine} points to {theirs}", where=where, **_read(each.numbers))
    return sentence("{where} {by}: {numbers}", where=where, by=TIE_BREAKS[each.by], numbers=_compared(each))


def _by_final(each: Compared, other: str) -> str:
    if each.above is None:
        return sentence("level with {other} in the final: they share the place", other=other)
    if each.numbers.mine is None:
        return sentence("below {other}, who has a place in the final", other=other)
    where = sentence("above {other}", other=other) if each.above else sentence("below {other}", other=other)
    return sentence("{where} in the final: place {mine} to {theirs}", where=where, **_read(each.numbers))


def _compared(each: Compared) -> str:
    """The numbers, and what they count."""
    read, at = _read(each.numbers), each.numbers.at
    if each.by == "countback":
        told = sentence("place {place}: {mine} times to {theirs}", **read, place=at)
        return sentence("{told}, struck results too", told=told) if each.numbers.struck_too else told
    if each.by == "recent":
        return sentence("{mine} to {theirs} points in round {round}", **read, round=at)
    if each.by == "score":
        return sentence("{mine} to {theirs}", **read)
    return sentence("{mine} to {theirs} points in the mean", **read)


def _read(numbers: Numbers) -> dict[str, str]:
    mine, theirs = numbers.mine, numbers.theirs
    return {
        "mine": NOTHING if mine is None else readable(mine),
        "theirs": NOTHING if theirs is None else readable(theirs),
    }
