"""A zine to play in, and the command as a game master types it."""

import json
import os
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from gm import cli
from tests.browser import browser as browser  # fixtures for every test
from tests.examples import race_file
from tests.gallery import gallery as gallery

settings.register_profile("house", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("house")

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
SLOW = {"browser", "gallery"}  # fixtures: whoever wants one of them is slow by nature
HORSES = ["Red Rum", "Crisp", "Foinavon", "Aldaniti", "Golden Miller", "Tipperary Tim"]
PLAYERS = ["alice", "bob", "carol", "dave", "erin", "frank"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What `make quick` leaves to `make test`, beside the tests that are marked one by one."""
    for item in items:
        if SLOW & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def same_lots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards of a test fall alike in every run, so that it fails always or never; `GM_TEST_LOTS=new` shuffles."""
    if os.environ.get("GM_TEST_LOTS") == "new":
        return
    lots, here, anew = random.Random(request.node.nodeid), os.getpid(), secrets.token_hex

    def token_hex(size: int) -> str:  # a process that was forked from the test would repeat what its parent drew
        return lots.randbytes(size).hex() if os.getpid() == here else anew(size)

    monkeypatch.setattr(secrets, "token_hex", token_hex)


@pytest.fixture(autouse=True, scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a user's commands keep for the next ones is none of the tests' business."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("caches"))


@dataclass
class Ran:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@dataclass
class Desk:
    """One zine folder, and commands typed in it."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    now: datetime = NOW
    pages: int = field(default=0)

    def gm(self, *args: object, code: int | None = 0) -> Ran:
        self.capsys.readouterr()
        got = cli.run(["-C", str(self.folder), *map(str, args)], now=self.now)
        out, err = self.capsys.readouterr()
        assert code is None or got == code, f"gm {' '.join(map(str, args))} exited {got}\n{out}\n{err}"
        return Ran(got, out, err)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def order(self, player: str, turn: int, orders: str, more: str = "", game: str = "race") -> Path:
        """A page in the inbox, under a name of its own."""
        self.pages += 1
        text = f"game: {game}\nturn: {turn}\nplayer: {player}\norders: {orders}\n{more}"
        return self.write(f"inbox/{self.pages:04}-{player}.yaml", text)

    def others(self, turn: int, fence: int, but: str = "alice") -> None:
        """Everybody else of a field of four orders low and different numbers for two fences."""
        for number, player in enumerate(each for each in PLAYERS[:4] if each != but):
            self.order(player, turn, f"{{{fence}: {number + 1}, {fence + 1}: {number + 1}}}")

    def result(self, game: str = "race", turn: int | None = None) -> Any:
        args = ["--turn", turn] if turn is not None else []
        return json.loads(self.gm("report", game, "--format", "json", *args).out)["result"]

    def files(self) -> dict[str, bytes]:
        """Everything in the zine but SQLite's own scratch files."""
        found = (
            path for path in self.folder.rglob("*") if path.is_file() and path.suffix not in (".db-wal", ".db-shm")
        )
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in found if path.name != "zine.db"}


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A zine with six players and no game."""
    new = Desk(tmp_path / "zine", capsys)
    new.write("zine.yaml", "title: Test Zine\neditor: The Editor\ntime_zone: Europe/London\n")
    new.write("players.yaml", "".join(f"{player}: {{name: {player.title()} Grey}}\n" for player in PLAYERS))
    (new.folder / "inbox").mkdir()
    return new


@pytest.fixture
def start(desk: Desk) -> Callable[..., Desk]:
    """Start a race of so many horses."""

    def started(many: int = 4, course: str = "4 plain, becher, plain", options: str = "", deadlines: str = "") -> Desk:
        field = dict(list(zip(PLAYERS, HORSES, strict=True))[:many])
        more = f"options: {{{options}}}\n" + (f"deadlines: {{{deadlines}}}\n" if deadlines else "")
        desk.write("games/race.yaml", race_file(field, course, "The Race", more))
        desk.gm("start", "race")
        return desk

    return started
