"""The map of the house, docs/architecture.md, held against the house: its rooms, its walk, and the places it names."""

import importlib
import re
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.conftest import Desk
from tests.examples import race_file
from tests.test_mailing import handler
from tests.test_mailing import server as server  # a fixture
from tests.test_rooms import LAYERS, ONLY_IN, inside, room_of

ROOT = Path(__file__).parent.parent
MAP = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
DRAWING = runpy.run_path(str(ROOT / "docs/pictures/rooms.py"))
WALK = DRAWING["walk"](MAP)
CODE = re.compile(r"`([^`\n]+)`")
FIELD = {"bob": "Crisp", "alice": "Red Rum", "dave": "Foinavon", "erin": "Aldaniti"}

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")


# Rooms


def test_the_rooms_are_the_layers_in_their_order() -> None:
    assert tuple(DRAWING["rooms"](MAP)) == LAYERS


def test_a_library_is_where_the_map_says() -> None:
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", MAP, re.MULTILINE)
    named = {library: room for room, cell in rows for library in CODE.findall(cell)}
    assert named
    for library, room in named.items():
        assert all(inside(module, f"gm.{room}") for module in ONLY_IN[library]), library


def test_the_picture_is_drawn_from_the_page() -> None:
    drawn = (ROOT / "docs/pictures/rooms.svg").read_text(encoding="utf-8")
    assert drawn == DRAWING["picture"](MAP), "draw it again: python docs/pictures/rooms.py"


# The walk


@contextmanager
def traced() -> Iterator[list[str]]:
    """The functions of ours that are called meanwhile in this thread, in the order of their first calls."""
    called: dict[str, None] = {}

    def note(frame: FrameType, event: str, arg: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("gm."):
            called.setdefault(f"{module}.{frame.f_code.co_qualname}")

    found: list[str] = []
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)
        found += called


@pytest.fixture
def spring(desk: Desk, server: Controller) -> Desk:
    """The race that the page on the map is for, where everybody but Alice has ordered."""
    people = "".join(f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in FIELD)
    desk.write("players.yaml", people)
    smtp = f"{{host: localhost, port: {server.port}, user: zine, tls: yes, rate: 0}}"
    desk.write("zine.yaml", f"title: Test Zine\nmail:\n  from: Test Zine <zine@example.org>\n  smtp: {smtp}\n")
    desk.write("games/spring.yaml", race_file(FIELD, "8 plain", "Spring"))
    desk.gm("start", "spring")
    for number, player in enumerate(each for each in FIELD if each != "alice"):
        desk.order(player, 1, f"{{1: {number + 1}, 2: {number + 1}}}", game="spring")
    desk.gm("take")
    return desk


def test_a_page_walks_as_the_map_says(spring: Desk, server: Controller) -> None:
    (page,) = re.findall(r"```yaml\n(.*?)```", MAP, re.DOTALL)
    spring.write("inbox/alice.yaml", page)
    for command, steps in WALK.items():
        with traced() as called:
            spring.gm(*command.split()[1:])
        named = [step.function for step in steps]
        assert [each for each in named if each not in called] == [], f"{command} does not call these"
        assert sorted(named, key=called.index) == named, f"{command} calls them in another order"
    assert len(handler(server).taken) == len(FIELD)
    (report,) = (message for message in handler(server).taken if "alice" in str(message["To"]))
    assert "Keep to the left of him." in report.get_body(("plain",)).get_content()  # type: ignore[union-attr]


def test_every_step_is_in_the_room_that_the_map_says() -> None:
    steps = [step for part in WALK.values() for step in part]
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert len(WALK) == 3
    for step in steps:
        assert room_of(step.function) == step.room, step.function


# The places it names


def found(name: str) -> Any:
    """What a dotted name stands for: a module, or something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            value = getattr(value, part)
        return value
    raise LookupError(name)


@pytest.mark.parametrize("name", sorted({name for name in CODE.findall(MAP) if re.fullmatch(r"gm(\.\w+)+", name)}))
def test_a_name_on_the_map_is_a_name_in_the_code(name: str) -> None:
    assert found(name) is not None


@pytest.mark.parametrize("path", sorted({name for name in CODE.findall(MAP) if re.fullmatch(r"[\w.]+/[\w./-]*", name)}))
def test_a_path_on_the_map_leads_somewhere(path: str) -> None:
    assert (ROOT / path).exists()


def test_there_is_a_place_for_a_dozen_wishes() -> None:
    wishes = MAP.split("## Where do I change")[-1]
    rows = [row for row in wishes.splitlines() if row.startswith("| ")][1:]
    assert len(rows) >= 12
    assert all(CODE.search(row.split("|")[2]) for row in rows)
