"""Races played for their pictures, and the pictures read back into facts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as Xml

from gm.core.dice import Dice
from gm.core.play import Entrant, Event, Json, Seat
from gm.core.silks import worn
from gm.games.haytack import GAME
from gm.games.haytack.course import propose
from gm.games.haytack.race import Race
from gm.pages.book import read_book
from gm.reports.pictures import text_width
from gm.reports.render import fill
from gm.reports.silks import ready
from tests.telling import play_turn, story

Facts = dict[str, Any]
NAMES = [
    "Red Rum",
    "Crisp",
    "Foinavon",
    "L'Escargot",
    "<Golden> & Miller",
    "Overdue Library Book for the Second Time",
    "No",
    "1e3",
]
SVG = "{http://www.w3.org/2000/svg}"


def field(many: int, course: Sequence[str] = (), names: Sequence[str] = NAMES, **options: str) -> Race:
    named = [*names, *(f"Horse Number {n}" for n in range(many))][:many]
    entrants = [Entrant(f"p{n}", name) for n, name in enumerate(named)]
    settings = {"course": list(course) or propose(many), "options": options}
    return GAME.setup(entrants, settings, Dice("")).state


def by_jockeys(race: Race, seed: str = "a race") -> dict[Seat, Any]:
    return {horse.seat: GAME.improvise(race, horse.seat, Dice(seed)) for horse in race.running}


def model(race: Race, events: Sequence[Event], past: Sequence[Event], turn: int) -> Json:
    """A public report's."""
    told = story(GAME, race, events, None, past)
    seats = {horse.seat: horse.seat.title() for horse in race.horses}
    silks = ready(worn(dict.fromkeys(horse.name for horse in race.horses)))
    return {
        "zine": "Z", "editor": "E", "game": "race", "title": "T", "turn": turn, "next_turn": None if race.over else race.turn,
        "deadline": None, "due": "", "over": race.over, "players": seats, "entries": seats, "silks": silks, "receipts": {}, "press": [],
        "commitment": "", "revealed": None, "result": told["result"], "case": told["case"], "story": told, "me": None,
    }  # fmt: skip


def turns(race: Race, parts: Iterator[Mapping[Seat, Any]] | None = None) -> Iterator[Json]:
    """The model of every turn, from the start packet to the end."""
    past: list[Event] = []
    yield model(race, [], past, 0)
    turn = 0
    while not race.over:
        turn += 1
        orders = next(parts) if parts else by_jockeys(race)
        books = {seat: read_book(GAME, race, seat, part) for seat, part in orders.items()}
        step = play_turn(GAME, race, books, Dice(""))
        race = step.state
        yield model(race, step.events, past, turn)
        past += step.events


def picture(name: str, given: Json, language: str = "en") -> Xml.Element:
    return Xml.fromstring(
        fill(f"haytack/{name}.svg", given, None, language).replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1)
    )


def in_picture(given: Json) -> Facts:
    """What the chart shows: each horse's points, what befell it at which fence, and the free fences."""
    root = picture("chart", given)
    seats = {horse["player"]: horse["horse"] for horse in given["story"]["chart"]["horses"]}
    points = {g.get("data-horse"): g.get("data-points") for g in root.iter(f"{SVG}g") if g.get("data-horse")}
    marks = {
        (seats[g.get("data-player", "")], int(mark.get("data-fence", "")), mark.get("data-mark"))
        for g in root.iter(f"{SVG}g")
        for mark in g.findall(f"{SVG}path[@data-mark]")
    }
    free = {int(each.get("data-free", "")) for each in root.iter(f"{SVG}rect") if each.get("data-free")}
    return {"points": {horse: _numbers(said) for horse, said in points.items()}, "marks": marks, "free": free}


def _numbers(said: str | None) -> list[int] | None:
    return None if said is None else [int(each) for each in said.split()]


def in_text(given: Json) -> Facts:
    """The same from the chart of characters: of each horse its cells by fence, and what stands at the end of its row."""
    cells: dict[str, dict[int, str]] = {}
    ends: dict[str, str] = {}
    kinds: dict[int, str] = {}
    for block in fill("haytack/chart.txt", given).rstrip().split("\n\n")[:-1]:
        lines = block.split("\n")
        digits = next(n for n, line in enumerate(lines) if re.search(r"[^ \d]", line))
        start = min(len(line) - len(line.lstrip()) for line in lines[:digits])
        fences = _fences([line[start:] for line in lines[:digits]])
        kinds |= {fence: lines[digits][start + 2 * n] for n, fence in enumerate(fences)}
        for line in lines[digits + 1 :]:
            name, row = line[2:start].strip(), line[start:].ljust(2 * len(fences))
            cells.setdefault(name, {}).update({fence: row[2 * n : 2 * n + 2] for n, fence in enumerate(fences)})
            ends[name] = row[2 * len(fences) :].strip()
    return {"cells": cells, "ends": ends, "kinds": kinds}


def _fences(lines: Sequence[str]) -> list[int]:
    """Numbers that stand upright, a digit a line."""
    wide = max(len(line) for line in lines)
    upright = ("".join(line.ljust(wide)[at] for line in lines).strip() for at in range(0, wide, 2))
    return [int(number) for number in upright if number]


@dataclass(frozen=True)
class Box:
    """The room that a word takes in a picture."""

    said: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: "Box") -> bool:
        across = self.left < other.right - 0.2 and other.left < self.right - 0.2
        return across and self.top < other.bottom - 0.2 and other.top < self.bottom - 0.2


def words(root: Xml.Element) -> list[Box]:
    anchors = {id(text): g.get("text-anchor", "") for g in root.iter(f"{SVG}g") for text in g if g.get("text-anchor")}
    return [_word(text, anchors.get(id(text), "start")) for text in root.iter(f"{SVG}text")]


def _word(text: Xml.Element, anchor: str) -> Box:
    """The height is that of capitals, the width what the estimate says."""
    said, size = "".join(text.itertext()), float(text.get("font-size", 0))
    wide = text_width(said, size)
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[text.get("text-anchor", anchor)]
    turned = re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)rotate\(-90\)", text.get("transform", ""))
    if turned:
        x, y = float(turned[1]), float(turned[2])
        return Box(said, x - 0.7 * size, y + back - wide, x, y + back)
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    return Box(said, x - back, y - 0.7 * size, x - back + wide, y)


def places(root: Xml.Element) -> Iterator[tuple[float, float]]:
    """The points that lines and marks are drawn through, as far as they are not relative to another."""
    for element in root.iter():
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", element.get("points", ""))]
        yield from zip(numbers[::2], numbers[1::2], strict=True)
        if element.get("transform") is None:
            yield from ((float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", element.get("d", "")))
        if element.get("cx"):
            yield float(element.get("cx", 0)), float(element.get("cy", 0))
        if element.get("width"):
            yield float(element.get("x", 0)), float(element.get("y", 0))
            yield (
                float(element.get("x", 0)) + float(element.get("width", 0)),
                float(element.get("y", 0)) + float(element.get("height", 0)),
            )
