"""Zines of a race, of a table and of a meeting, at every step that a command starts from: made once, and copied for each try."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from gm.core.dice import Dice
from tests.examples import CARDS, MEETING, RACE, cards_file, meeting_file, race_file
from tests.storm.process import NOW, Ran, Yard
from tests.storm.servers import USER, Mailbox, PostOffice

KINDS = {"race": RACE, "table": CARDS, "meeting": MEETING}  # of zines of a game, and its rules
GAME, OTHER = "spring", "autumn"
HELD = 7  # the number of the page that waits for a word
PLAYERS = ("alice", "bob", "carol", "dave", "erin")  # enough for three turns, though somebody falls in each
HORSES = dict(zip(PLAYERS, ("Red Rum", "Crisp", "Foinavon", "Aldaniti", "Gregalach"), strict=True))
ASKED = "gm: withdraw\ngm: away until 3 May\ngm: report\ngm: my order\ngm: status\n"  # by mail
DEADLINES = "deadlines: {first: 2026-12-01 20:00, every: 1 week}\n"


class Zines:
    """A zine at every step that a command starts from, made once and copied for each try."""

    def __init__(self, kind: str, yard: Yard, box: Mailbox, office: PostOffice, home: Path):
        self.kind, self.yard, self.box, self.office, self.home = kind, yard, box, office, home
        self.mails: dict[str, list[bytes]] = {}
        shutil.rmtree(yard.folder, ignore_errors=True)
        for name, step in self._steps():
            step()
            shutil.copytree(yard.folder, home / kind / name)

    def _steps(self) -> Sequence[tuple[str, Callable[[], None]]]:
        return (
            ("called", self._call), ("started", self._start), ("posted", self._post), ("paged", self._page),
            ("ordered", self._order), ("run", self._run), ("written", self._write), ("busy", self._hurry),
            ("undone", self._undo), ("unfiled", self._lose_files), ("restorable", self._go_on), ("moving", self._move),
        )  # fmt: skip

    def put(self, name: str, sends: bool = False, fetches: bool = False) -> None:
        """The zine as it was at that step; if it matters, with nothing sent, and all mail in the mailbox."""
        shutil.rmtree(self.yard.folder, ignore_errors=True)
        shutil.copytree(self.home / self.kind / name, self.yard.folder)
        if sends:
            self.office.empty()
        if fetches:
            self._settings(f"  imap: {{host: localhost, port: {self.box.port}, user: {USER}, tls: no}}\n")
            self.box.fill(self.mails[name], NOW - timedelta(hours=1))

    def _gm(self, *args: str) -> Ran:
        ran = self.yard.gm(*args)
        assert ran.code == 0, f"gm {' '.join(args)} exited {ran.code}\n{ran.said}"
        return ran

    def _file(self, name: str, text: str) -> None:
        path = self.yard.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, ((NOW - timedelta(hours=1)).timestamp(),) * 2)

    def _settings(self, more: str = "") -> None:
        smtp = f"smtp: {{host: localhost, port: {self.office.port}, tls: no, rate: 0}}"
        self._file("zine.yaml", f"title: Storm\nmail:\n  from: Storm <gm@example.org>\n  {smtp}\n{more}")

    def _call(self) -> None:
        self._settings()
        self._people((*PLAYERS, "zoe"))
        self._file("next/editorial.md", "# Hello\n\nHere we are.\n")
        (self.yard.folder / "inbox").mkdir()
        self._game(GAME)

    def _people(self, ids: Sequence[str]) -> None:
        people = (f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in ids)
        self._file("players.yaml", "".join(people))

    def _game(self, name: str) -> None:
        self._gm("new", name, "--rules", KINDS[self.kind])
        files = {
            "race": race_file(HORSES, "8 plain", "The Race", DEADLINES),
            "table": cards_file(PLAYERS, "The Table", DEADLINES),
            "meeting": meeting_file(PLAYERS, "The Meeting", DEADLINES),
        }
        self._file(f"games/{name}.yaml", files[self.kind])

    def _start(self) -> None:
        self._gm("start", GAME)

    def _post(self) -> None:
        self.mails["posted"] = [_mail(player, page) for player, page in self._pages().items()]
        self.mails["posted"].insert(1, _mail("stranger", "Hello there, what is this?"))
        self.mails["posted"].insert(1, _mail("carol", ASKED, 2))

    def _page(self) -> None:
        """Good pages, as files and by mail, and one that nobody can read."""
        pages = self._pages()
        for player in PLAYERS[1:]:
            self._file(f"inbox/{player}.yaml", pages[player])
        self._file("inbox/alice.eml", _mail("alice", pages["alice"]).decode())
        self._file("inbox/asks.eml", _mail("erin", ASKED, 2).decode())
        self._file("inbox/broken.yaml", f"game: {GAME}\nturn: 1\nplayer: alice\norders: {{zz: 3\n")

    def _order(self) -> None:
        (self.yard.folder / "inbox/broken.yaml").unlink()
        self._gm("take")

    def _run(self) -> None:
        self._gm("run")

    def _write(self) -> None:
        self._gm("mail")

    def _hurry(self) -> None:
        """Turn 2 was run and taken back; there are new pages for it, one that is held, and a game to be started."""
        self._game(OTHER)
        pages = self._pages()
        one, *_, other = pages
        self._file("inbox/held.eml", _mail("stranger", pages[one]).decode())
        self._gm("take")
        for player, page in pages.items():
            self._file(f"inbox/{player}-2.yaml", page)
        self._gm("take")
        self._gm("backup")
        self._gm("run", GAME, "--now")
        self._gm("undo", GAME)
        self._file(f"inbox/{one}-3.yaml", pages[one] + "press: Once more.\n")
        self.mails["busy"] = [_mail(other, pages[other] + "press: By mail.\n"), _mail(one, ASKED, 5)]

    def _undo(self) -> None:
        self.put("written")
        self._gm("undo")

    def _lose_files(self) -> None:
        self.put("run")
        shutil.rmtree(self.yard.folder / "issues" / GAME / "turn-01")

    def _go_on(self) -> None:
        """There is a backup from before the last turn."""
        self.put("ordered")
        self._gm("backup")
        self._gm("run")

    def _move(self) -> None:
        """Bob has asked for a new address, reports wait for him, and both ends have answered."""
        self.put("written")
        self._file("inbox/bob.eml", _mail("bob", "gm: address bob@new.example\n", 2).decode())
        self._gm("take")
        self._gm("mail", "--files")
        with closing(sqlite3.connect(self.yard.folder / "zine.db")) as db:
            ((new, old),) = db.execute("SELECT code, old_code FROM moves").fetchall()
        self._file("inbox/new.eml", _mail("stranger", f"gm: confirm {new}\n", 3).decode())
        self._file("inbox/old.eml", _mail("bob", f"gm: confirm {old}\ngm: my order\n", 4).decode())

    def _pages(self, game: str = GAME) -> dict[str, str]:
        """Everybody's order for the open turn, as the game itself would make it up."""
        from gm.desk.desk import match_of, open_desk

        with open_desk(self.yard.folder, NOW) as desk:
            at = match_of(desk, game)
            turn = at.turn
            awaited = [seat for seat in at.seats if at.game.agenda(at.state, seat, turn)]
            parts = {seat: at.game.improvise(at.state, seat, Dice(f"{seat} {turn}")) for seat in awaited}
        pages = {seat: {"game": game, "turn": turn, "player": seat, **part} for seat, part in parts.items()}
        return {
            seat: "".join(f"{key}: {json.dumps(said)}\n" for key, said in page.items()) for seat, page in pages.items()
        }


def _mail(player: str, page: str, number: int = 1) -> bytes:
    head = (
        f"From: {player}@example.org\nTo: gm@example.org\nSubject: My orders\n"
        f"Message-ID: <{player}-{number}@example.org>\nDate: Mon, 16 Nov 2026 10:00:00 +0000\n\n"
    )
    return (head + page).replace("\n", "\r\n").encode()
