"""The guide's chapter on a season in an evening, done to the letter, with whatever the draw brings."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Desk
from tests.test_help_and_docs import chapter

TOLD = chapter("A season, in an evening")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TOLD, re.MULTILINE | re.DOTALL)
TYPED = [line[2:] for kind, block in BLOCKS if not kind for line in block.splitlines() if line.startswith("$ ")]


def lines(desk: Desk) -> list[str]:
    """What is keyed of the round that is open: everybody in order of seat, but for two who share the second place."""
    draws = json.loads(desk.gm("record", "cup").out)["draws"]
    places = ("1", "2=", "2=", "4", "5")
    return [
        f"t{table['table']} " + " ".join(f"{who} {place}" for who, place in zip(table["seats"], places, strict=False))
        for table in draws[-1]["answer"]["tables"]
    ]


def test_the_chapter_can_be_done_to_the_letter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path / "club", capsys)
    (people,) = [block for kind, block in BLOCKS if kind == "yaml"]
    for typed in TYPED:
        command, *args = shlex.split(typed)
        if typed == "gm init club":
            desk.gm("init", desk.folder)
            desk.write("players.yaml", people)
        elif typed == "gm key cup":
            for line in lines(desk):
                assert "wanted" in desk.gm("key", "cup", line).out
        elif command == "gm":
            desk.gm(*args[:-1], desk.folder / args[-1]) if args[-1].endswith(".json") else desk.gm(*args)
        if "new" in args:
            file = desk.folder / "seasons/cup.yaml"
            text = re.sub("^game: .*$", "played: at the table", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
            file.write_text(text.replace("rounds: 5", "rounds: 3"), encoding="utf-8")
    told = desk.gm("standings", "cup").out
    assert "Final table after round 3" in told
    assert "Zoe Quick" in told
    assert "all of it agrees" in desk.gm("verify", desk.folder / "cup.json").out
