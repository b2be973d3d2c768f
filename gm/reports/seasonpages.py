"""A season's standings, draws and meetings as text and as web pages."""

from collections.abc import Sequence
from pathlib import Path

from gm.core.play import Json
from gm.core.words import sentence
from gm.reports.fragments import nested
from gm.reports.languages import ENGLISH, Speaker, speaker_of
from gm.reports.layout import WIDTH, columns, fit
from gm.reports.plainly import Columns, Row
from gm.reports.render import fill
from gm.reports.seasons import TIE_BREAKS
from gm.reports.seasontable import MARKS

_PAGES = {"txt": "season/page.txt", "html": "season/page.html"}
_BODIES = {"txt": "season/body.txt", "html": "season/body.html"}
_GAP = 2  # spaces before each column
_NAME = 16  # a name has at least so many columns


def page(told: Json, format: str, own_templates: Path | None = None, language: str = ENGLISH, zine: str = "") -> str:
    """A page of its own: text, or HTML that needs no other file."""
    parts = {"body": body(told, format, own_templates, language), "zine": zine}
    text = fill(_PAGES[format], told | parts, own_templates, language)
    return fit(text) if format == "txt" else text


def body(told: Json, format: str, own_templates: Path | None = None, language: str = ENGLISH) -> str:
    """All that there is to tell, for whoever puts it on a page."""
    text = fill(_BODIES[format], told | words(told, language), own_templates, language)
    return nested(text, 0, f"season-{told['season']}") if format == "html" else fit(text)


def table(told: Json, own_templates: Path | None = None, language: str = ENGLISH) -> str:
    """The table alone, as text."""
    return page(told | {"draws": [], "crossed": [], "champions": []}, "txt", own_templates, language)


def words(told: Json, language: str) -> Json:
    """What the templates of a season want besides: words, and columns of text."""
    speaker = speaker_of(language)
    return {
        "tie_breaks": TIE_BREAKS,
        "marks": [(mark, str(what)) for what, mark in MARKS.items() if str(what) in told["marks"]],
        "divisions": [part | {"grids": _grids(part["lines"], told, speaker)} for part in told["divisions"]],
        "draws": [drawn | {"grid": _seats(drawn["listed"], speaker)} for drawn in told["draws"]],
    }


def _grids(lines: Sequence[Json], told: Json, speaker: Speaker) -> list[Columns]:
    """The table in columns; where the rounds find no room beside it, they follow, some at a time."""
    first = _about(lines, speaker)
    results = [_round(lines, number, speaker, told.get("final", 0)) for number in told["rounds"]]
    if _wide(first) + sum(map(_width, results)) <= WIDTH:
        return [_grid([*first, *results])]
    short = [first[0], first[-2]]
    room = WIDTH - _wide(short)
    return [_grid(first), *(_grid([*short, *some]) for some in _portioned(results, room))]


Column = tuple[str, bool, list[str]]  # its heading, whether it is of numbers, and what stands in it


def _about(lines: Sequence[Json], speaker: Speaker) -> list[Column]:
    place = (speaker.gettext("Place"), False, [f"{line['place']}{'=' if line['shared'] else ''}" for line in lines])
    moved = (speaker.gettext("Moved"), True, [f"{line['moved']:+}" if line["moved"] else "" for line in lines])
    name = (speaker.gettext("Player"), False, [line["name"] for line in lines])
    points = (speaker.gettext("Points"), True, [f"{line['points']}{'*' if line['star'] else ''}" for line in lines])
    return [place, *([moved] if any(moved[2]) else []), name, points]


def _round(lines: Sequence[Json], number: int, speaker: Speaker, final: int) -> Column:
    head = speaker.gettext("Final") if number == final else speaker.say(sentence("R{round}", round=number))
    return head, True, [_result(line["results"][number - 1]) for line in lines]


def _result(result: Json | None) -> str:
    if result is None:
        return "–"
    final = result.get("final")  # places are what it gives
    text = f"{result['place'] or '' if final else result['points']}{result['mark']}{'*' if result['star'] else ''}"
    return text if result["counts"] or final else f"({text})"


def _width(column: Column) -> int:
    return _GAP + max(map(columns, [column[0], *column[2]]), default=0)


def _wide(some: Sequence[Column]) -> int:
    """How wide they are at least: names can be written on two lines."""
    return sum(min(_width(each), _width(each) if each[1] else _GAP + _NAME) for each in some)


def _portioned(results: Sequence[Column], room: int) -> list[list[Column]]:
    portions: list[list[Column]] = [[]]
    for each in results:
        if portions[-1] and sum(map(_width, portions[-1])) + _width(each) > room:
            portions.append([])
        portions[-1].append(each)
    return portions


def _grid(some: Sequence[Column]) -> Columns:
    heads, numeric, cells = [each[0] for each in some], [each[1] for each in some], [each[2] for each in some]
    return Columns("", heads, numeric, [Row(row) for row in zip(*cells, strict=True)])


def _seats(listed: Sequence[Json], speaker: Speaker) -> Columns:
    """By name, for whoever looks for a seat."""
    name = (speaker.gettext("Player"), False, [each["name"] for each in listed])
    table = (speaker.gettext("Table"), True, [str(each["table"]) for each in listed])
    seat = (speaker.gettext("Seat"), True, [str(each["seat"]) for each in listed])
    return _grid([name, table, seat])
