"""Those without e-mail: who they are, and what is printed for them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from gm.core.play import Seat
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk import onefile
from gm.desk.desk import Desk, Match, match_of, season_called, the_game
from gm.desk.going import going_on, of_last_round, some_of
from gm.desk.mailbag import subject_of
from gm.desk.placing import Placed
from gm.desk.publish import Kept, Maker, maker_of
from gm.print.packets import Packet, Piece, Post, paper_called, pdf, sheet_called
from gm.reports.forms import awaits
from gm.reports.languages import speaker_of
from gm.reports.slips import order_slip
from gm.store.files import PRIVATE
from gm.store.outbox import Outbox

FOLDER = "post"


class Wanted(NamedTuple):
    """How it is to be printed."""

    labels: str = ""  # the name of a sheet
    used: int = 0  # labels that are gone from the first sheet
    paper: str = ""
    duplex: bool = False

    def checked(self) -> "Wanted":
        """With the paper that the labels are on, if none is named; refused if there is none of such a name."""
        sheet = sheet_called(self.labels) if self.labels else None
        if self.used and (sheet is None or not 0 <= self.used < sheet.labels):
            most = sheet.labels - 1 if sheet else 0
            raise GmError(sentence("{n} labels cannot be gone from a sheet", n=str(self.used)), _used(most))
        return self._replace(paper=paper_called(self.paper) if self.paper else sheet.paper if sheet else "a4")


def _used(most: int) -> str:
    return (
        sentence("write a number from 0 to {most}", most=str(most)) if most else sentence("name a sheet: --labels 3x7")
    )


@dataclass(frozen=True)
class Slip:
    """One that is in the post."""

    game: str
    turn: int
    player: str
    tag: str


class Gathered(NamedTuple):
    post: Post
    players: list[str]
    slips: list[Slip]
    unaddressed: list[str]  # names of those of whom nobody says where they live


# Who


def is_on_paper(desk: Desk, player: str) -> bool:
    known = desk.zine.players.get(player)
    return known is None or known.by_post or not known.mail


def seats_on_paper(desk: Desk, at: Match) -> list[Seat]:
    return [seat for seat, player in at.players.items() if seat not in at.retired and is_on_paper(desk, player)]


def readers_on_paper(desk: Desk, games: Iterable[str]) -> dict[str, str]:
    """The names of those who have to be sent what these games bring, by their ids."""
    readers: dict[str, str] = {}
    for at in (match_of(desk, name) for name in games):
        readers |= {at.players[seat]: at.names[seat] for seat in seats_on_paper(desk, at)}
    return readers


def games_meant(desk: Desk, name: str | None) -> list[str]:
    """The one that is named, those of a season, or the only one; else all that go on, a packet for each player."""
    started = desk.store.games()
    if name or len(started) < 2:
        season = season_called(desk, name)
        return some_of(season, of_last_round(desk, season)) if season else [the_game(desk, name)]
    return going_on(desk) or [the_game(desk, None)]


def being_mailed(desk: Desk) -> list[str]:
    """The games that go on, and those of which mail waits in the outbox."""
    waiting = [row.game for row in Outbox(desk.store).in_state("ready") if row.game]
    return [*dict.fromkeys([*waiting, *going_on(desk)])]


# What


def gather(desk: Desk, games: list[str], wanted: Wanted) -> Gathered:
    """All that is to be printed, player after player."""
    pieces: dict[str, list[Piece]] = {}
    slips: list[Slip] = []
    for name in games:
        maker = maker_of(desk, name)
        with Kept(desk, maker.at) as kept:
            for seat in seats_on_paper(desk, maker.at):
                piece, slip = _piece(desk, maker, kept, seat)
                pieces.setdefault(maker.at.players[seat], []).append(piece)
                slips += [slip] if slip else []
    readers = readers_on_paper(desk, games)
    packets = [_packet(desk, player, readers[player], own) for player, own in pieces.items()]
    day = desk.now.astimezone(desk.zine.zone).date()
    post = Post(desk.zine.title, _home(desk), packets, day, wanted.paper, wanted.labels, wanted.used, wanted.duplex)
    return Gathered(post, list(pieces), slips, [each.name for each in packets if not each.address])


def _home(desk: Desk) -> tuple[str, ...]:
    """Where slips go; whose letterbox that is stands first, unless the address says so."""
    zine = desk.zine
    return (zine.editor, *zine.post) if zine.post and zine.editor and zine.editor not in zine.post else zine.post


def _packet(desk: Desk, player: str, name: str, pieces: list[Piece]) -> Packet:
    known, language = desk.zine.players.get(player), desk.zine.language_of(player)
    if known is None:
        return Packet(speaker_of(language).say(name), (), language, pieces)
    return Packet(known.name, known.post, language, pieces)


def _piece(desk: Desk, maker: Maker, kept: Kept, seat: Seat) -> tuple[Piece, Slip | None]:
    """A report as it was published, and the slip for the next order, if one is awaited."""
    at, report, made = maker.at, maker.report(seat), kept.read(seat)
    about, page = speaker_of(report.language).say(subject_of(at)), json.loads(made["json"])["private"].get("page", "")
    piece = Piece(at.row.title, about, made["html"], page)
    if not awaits(report):
        return piece, None
    slip = order_slip(report, number_of(at, seat), widths(at, seat), _home(desk))
    return replace(piece, slip=slip), Slip(at.name, at.turn, at.players[seat], slip["tag"])


def number_of(at: Match, seat: Seat) -> int:
    """The entrant's number in the game's file."""
    return list(at.seats).index(seat) + 1


def widths(at: Match, seat: Seat) -> Mapping[str, int]:
    """How many digits a number can have, by the key of what is asked, where the rules say which are possible."""
    found: dict[str, int] = {}
    for decision in at.game.agenda(at.state, seat, at.turn):
        legal = at.game.legal(at.state, decision)
        if isinstance(legal, range) and legal:
            found |= dict.fromkeys(decision.keys, len(str(max(legal[0], legal[-1]))))
    return found


# Writing


def write(desk: Desk, gathered: Gathered, path: Path) -> Placed:
    """Whole or not at all, for nobody else on the machine to read."""
    return onefile.write(desk, path, pdf(gathered.post), FOLDER, PRIVATE)


def place_of(desk: Desk, games: list[str], to: Path | None) -> Path:
    """The file that was named, or one in a folder of its own; over nothing that gm did not write."""
    at = match_of(desk, games[0])
    name = f"{at.name}-turn-{at.head.turn:02}" if len(games) == 1 else f"{desk.now.astimezone(desk.zine.zone):%Y-%m-%d}"
    return onefile.place_for(desk, to, FOLDER, f"{name}.pdf", "gm post")
