"""Whatever people send: a verdict, never a traceback."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gm import games
from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.play import Seat
from gm.pages.book import check_part
from tests.conftest import Desk
from tests.contract.samples import NAMES, SEATS, begun, file_of, played

ODD: list[Any] = [
    "", "none", "all", "-1", "0", "1e9", "9" * 400, "٣", "½", "None", "{}", "[]", "when", "play", "\u0000", "💥" * 50,
    [], {}, [[]], [{}], {"play": []}, {"play": {"play": "1"}}, {"when": "x"}, {"when": {"x": "1"}, "play": "1"},
    {"when": {"": ""}, "play": ""}, {"1": {"2": {"3": "4"}}}, [None], {"5": None}, ["1", ["2", ["3"]]],
]  # fmt: skip


def mutated(part: Any, dice: random.Random) -> Any:
    """The same, with something in it replaced, doubled, left out or put elsewhere."""
    if isinstance(part, dict) and part and dice.random() < 0.85:
        key = dice.choice(list(part))
        new = dict(part)
        value = new.pop(key)
        if dice.random() < 0.8:
            new[key if dice.random() < 0.8 else str(dice.choice(ODD))] = mutated(value, dice)
        return new
    if isinstance(part, list) and part and dice.random() < 0.85:
        at = dice.randrange(len(part))
        return [*part[:at], mutated(part[at], dice), *part[at + dice.randrange(2) :]]
    return dice.choice(ODD)


def hostile(name: str, many: int) -> Iterator[tuple[Any, Seat, Any]]:
    dice = random.Random(name)
    turns = list(played(name))
    sections = [section.name for section in games.load(name).page]
    for _ in range(many):
        state, parts, _ = dice.choice(turns)
        seat = dice.choice(list(parts))
        part = mutated(parts[seat], dice)
        yield state, seat, part if isinstance(part, dict) else {dice.choice(sections): part}


@pytest.mark.parametrize("name", NAMES)
def test_no_part_of_a_page_upsets_the_rules(name: str) -> None:
    game, refused = games.load(name), 0
    for state, seat, part in hostile(name, 400):
        remarks = check_part(game, state, seat, open_turn(game, state), _text(part)).flaws
        assert all(len(remark.message) > 4 for remark in remarks)
        refused += bool(remarks)
    assert refused > 100


@pytest.mark.parametrize("name", NAMES)
def test_where_an_order_is_sound_at_a_glance_nothing_is_said_of_it(name: str) -> None:
    game = games.load(name)
    honest = [(state, seat, part) for state, parts, _ in played(name) for seat, part in parts.items()]
    for state, seat, part in [*honest, *hostile(name, 400)]:
        turn = open_turn(game, state)
        if game.sound(state, seat, turn, _text(part)):
            checked = check_part(game, state, seat, turn, _text(part))
            assert checked.own
            assert not checked.remarks


def _text(raw: Any) -> Any:
    """As a page is read: all of it is text, in lists and maps."""
    if isinstance(raw, dict):
        return {str(key): _text(value) for key, value in raw.items()}
    return [_text(value) for value in raw] if isinstance(raw, list) else "" if raw is None else str(raw)


def pages(name: str) -> Iterator[str]:
    """Whole pages that are wrong in their form."""
    part = games.load(name).improvise(begun(name), SEATS[0], Dice(""))
    dice = random.Random(name)
    good = "".join(f"{key}: {json.dumps(value)}\n" for key, value in part.items())
    head = f"game: sample\nturn: 1\nplayer: {SEATS[0]}\n"
    yield from (good, head + good * 2, head, head.replace("1", "x") + good, head + good.replace(":", ""), "\x00" * 9)
    for _, _, odd in hostile(name, 40):
        yield head + "".join(f"{key}: {json.dumps(value)}\n" for key, value in odd.items())
    for _ in range(30):
        at = dice.randrange(len(head + good))
        yield (
            (head + good)[:at]
            + dice.choice(["\t", "\n", ":", "{", "[", "'", '"', "#", "- ", "&a ", "*a", "!!", "|", ">"])
            + (head + good)[at + dice.randrange(3) :]
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_page_upsets_gm_check_or_gm_take(desk: Desk, name: str) -> None:
    desk.write("games/sample.yaml", file_of(name))
    desk.gm("start", "sample")
    for number, text in enumerate(pages(name)):
        page = desk.write(f"odd/{number}.yaml", text.encode("utf-8", "replace"))
        for command in ("check", "take"):
            ran = desk.gm(command, page, code=None)
            assert ran.code in (0, 1), text
            assert "unforeseen" not in ran.err, text
            assert "Traceback" not in ran.out + ran.err
    desk.gm("run", "sample", "--now")
