"""Order pages in: judged, stored; every one of them is kept as it came."""

import json
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from gm.core.play import Json, Seat
from gm.core.problems import Problem
from gm.core.proof import receipt
from gm.core.words import counted, pack
from gm.desk.counting import Before, Rank, counts_from, current, part_of, rank_of
from gm.desk.desk import Desk, Match
from gm.desk.reading import Clerk as Clerk
from gm.desk.readings import Fate as Fate
from gm.desk.readings import Reading as Reading
from gm.desk.readings import Source as Source
from gm.pages.book import read_part
from gm.pages.page import canonical, canonical_as_it_is
from gm.store.database import PageRow
from gm.store.pages import Pages
from gm.store.seals import Seals

_NONCE = 32  # letters of a nonce


class Verdict(NamedTuple):
    """What became of a page."""

    page: str
    verdict: Fate
    game: str | None = None
    turn: int | None = None
    player: str | None = None
    receipt: str | None = None
    nonce: str | None = None
    canonical: str | None = None
    problems: Sequence[Problem] = ()
    supersedes: bool = False  # it counts instead of the one before
    overtaken: bool = False  # another counts, which was received later
    held: str = ""
    words: str = ""  # the page as it was written
    blind: bool = False  # what it orders is told to its player alone
    told: Sequence[Problem] | None = None  # what the game master is told of the problems; None: all
    foreseen: Sequence[str] = ()  # sentences: what each line would do, for an answer by mail
    aloud: Sequence[str] = ()  # sentences: the order in words, for a game master who asked
    before: str = ""  # from when the order counted that it counts instead of
    late: bool = False  # it came after the deadline, and nothing else is wrong with it
    past: int = 0  # its turn, if that has been run
    withdrawn: bool = False  # its player has withdrawn it since
    request: str = ""  # what was asked for by mail, in one word
    done: str = ""  # a sentence: what came of that

    def as_json(self) -> Json:
        shown = ("page", "game", "turn", "player", "verdict", "receipt", "nonce", "canonical")
        values: Json = {key: getattr(self, key) for key in shown}
        sealed = {"nonce": None, "canonical": None} if self.blind else {}
        shown_too = {"order": [str(each) for each in self.aloud]} if self.aloud else {}
        asked = {"request": self.request, "done": str(self.done)} if self.request else {}
        return values | sealed | shown_too | asked | {"problems": [problem.as_json() for problem in self.remarks]}

    @property
    def remarks(self) -> Sequence[Problem]:
        """The problems as the game master may read them."""
        return self.problems if self.told is None else self.told


def take_page(desk: Desk, clerk: Clerk, source: Source, readings: Sequence[Reading] = ()) -> list[Verdict]:
    """Judge and store a page, if it has not been read before; within the caller's transaction.

    One for several seats has a verdict for each.
    """
    return unchanged(desk, clerk, source) or [
        store_page(desk, source, reading, clerk.aloud) for reading in readings or clerk.read(source)
    ]


class Ledger:
    """Stores many files' pages of which nothing is to be said, some at a time, within the caller's transaction.

    Each counts from now, and so instead of whatever its seat had sent before.
    """

    def __init__(self, desk: Desk):
        self.desk, self.moment = desk, counts_from(desk, None)
        self._before = Before(desk)

    def fresh(self, sources: Sequence[Source]) -> set[str]:
        """The digests of those pages that nobody sent before, and nobody else here."""
        many = Counter([source.digest for source in sources])
        known = Pages(self.desk.store).known(list(many))
        return {digest for digest, times in many.items() if times == 1 and digest not in known}

    def store(self, pages: Sequence[tuple[Source, Reading]]) -> list[Verdict]:
        lots = groupby(pages, key=lambda page: page[1].match)
        return [verdict for at, lot in lots if at for verdict in self._store_for(at, *zip(*lot, strict=True))]

    def _store_for(self, at: Match, sources: Sequence[Source], readings: Sequence[Reading]) -> Iterator[Verdict]:
        """Those for the open turn of one game. Column by column: half of what is kept of them is the same of all."""
        names, seats = [source.name for source in sources], [reading.seat or "" for reading in readings]
        parts = [reading.part for reading in readings]  # numbers alone, or else they would be read word by word
        orders = [canonical_as_it_is(at.name, at.turn, *each) for each in zip(seats, parts, strict=True)]
        nonces = _drawn(len(orders))
        receipts = list(map(receipt, nonces, orders))
        before = self._before.of(at, seats, self.moment)
        columns: dict[str, Sequence[Any]] = {
            "digest": [source.digest for source in sources],
            "source": names,
            "content": [source.data for source in sources],
            "arrived_at": [source.arrived.isoformat() for source in sources],
            "player": seats,
            "standing": [int(reading.standing) for reading in readings],
            "canonical": orders,
            "nonce": nonces,
            "receipt": receipts,
            "press": [reading.page.press for reading in readings],
            "press_name": [reading.page.press_name for reading in readings],
            "file": [source.file for source in sources],
        }
        Pages(self.desk.store).add(columns, self._shared(at))
        told = zip(names, seats, receipts, nonces, orders, before, strict=True)
        for name, seat, proof, nonce, order, earlier in told:
            yield Verdict(name, "taken", at.name, at.turn, seat, proof, nonce, order, (), bool(earlier), before=earlier)

    def _shared(self, at: Match) -> Json:
        """What is kept of each of them, as `page_row` has it."""
        return {
            "taken_at": self.desk.stamp, "counts_at": self.moment, "game": at.name, "turn": at.turn,
            "checked_at": at.head.id, "verdict": "taken", "orders": 1, "late": 0, "problems": "[]", "held": "",
            "letter": 0, "sender": "",
        }  # fmt: skip

    def forget(self, readings: Sequence[Reading]) -> None:
        """Pages were stored in between; where nobody knows whose, all is forgotten."""
        for each in readings:
            if each.match and each.seat:
                self._before.forget(each.match.name, each.seat)
        if not readings:
            self._before = Before(self.desk)


def unchanged(desk: Desk, clerk: Clerk, source: Source) -> list[Verdict]:
    """Of a page that was taken before and is in force, or this very file, or whose turn has been run; else nothing."""
    found: dict[Seat, Verdict | None] = {}
    for page in Pages(desk.store).taken_like(source.digest):
        found[page.player] = found.get(page.player) or _as_before(desk, clerk, source, page)
    verdicts = [verdict for verdict in found.values() if verdict]
    return verdicts if len(verdicts) == len(found) else []  # where it counts for one seat only, it is taken again


def _as_before(desk: Desk, clerk: Clerk, source: Source, page: PageRow) -> Verdict | None:
    at = clerk.look_up(page.game)
    done = at.over or page.turn < at.turn
    now = current(desk, at, page)
    if not (done or now.holds(page) or _same_file(page, source)):
        return None
    return Verdict(
        source.name, "unchanged", page.game, page.turn, page.player, page.receipt, page.nonce, page.canonical,
        overtaken=not done and now.replaced(page), blind=bool(page.sealed),
        aloud=_kept_aloud(at, page) if clerk.aloud else (), withdrawn=not done and now.withdrawn,
    )  # fmt: skip


def _kept_aloud(at: Match, page: PageRow) -> list[str]:
    """An order that was taken before, in words; in a blind game nothing."""
    if at.blind or page.player not in at.seats:
        return []
    from gm.desk.aloud import read_back

    return read_back(at, page.player, page.turn, read_part(at.game, at.state, page.player, part_of(at, page)))


def _same_file(page: PageRow, source: Source) -> bool:
    """An earlier version of gm did not know files apart: there, the name has to do."""
    return bool(source.file) and (page.file == source.file or (not page.file and source.file.startswith(page.source)))


def store_page(desk: Desk, source: Source, reading: Reading, aloud: bool = False) -> Verdict:
    """Keep a page as it came, with its verdict."""
    row, rank = page_row(desk, source, reading), Rank(False, False)
    if reading.good or reading.held or desk.store.page_like(source.digest, "refused") is None:
        number = desk.store.add_page(Seals(desk.store).closed("pages", row) if reading.blind else row)
        if reading.verdict == "taken" and reading.match:
            rank = rank_of(desk, reading.match, PageRow.of(number, row))
    return Verdict(
        source.name, row["verdict"], row["game"] or None, reading.turn, reading.seat, row["receipt"] or None,
        row["nonce"] or None, row["canonical"] or None, reading.problems, *rank[:2], reading.held,
        "\n".join(reading.page.source).strip() if source.letter else "", reading.blind, reading.told,
        reading.foreseen if source.letter and desk.zine.mail.get("from") else (),
        reading.read_back if aloud else (), rank.before, _only_late(reading), reading.past, rank.withdrawn,
    )  # fmt: skip


def _only_late(reading: Reading) -> bool:
    return reading.late and sum(problem.level == "error" for problem in reading.problems) == 1


def name_taken(desk: Desk, verdicts: Sequence[Verdict]) -> None:
    """What became of pages, for whoever has to explain a failure; within the caller's transaction."""
    taken = sum(each.verdict == "taken" for each in verdicts)
    if taken:
        desk.deeds.will(counted("{n} page has been taken in", "{n} pages have been taken in", taken))
    elif all(each.verdict == "unchanged" for each in verdicts):
        desk.deeds.will("")


def _drawn(many: int) -> list[str]:
    """A nonce for each of so many pages, from one draw."""
    lots = secrets.token_hex(many * _NONCE // 2)
    return [lots[start : start + _NONCE] for start in range(0, len(lots), _NONCE)]


def page_row(desk: Desk, source: Source, reading: Reading) -> Json:
    """All that is kept of a page."""
    good, at = reading.good, reading.match
    nonce = _drawn(1)[0] if good else ""
    written = ""
    if good and at and reading.turn and reading.seat:
        written = canonical(at.name, reading.turn, reading.seat, reading.part)
    return {
        "digest": source.digest,
        "source": source.name,
        "content": source.data,
        "arrived_at": source.arrived.isoformat(),
        "taken_at": desk.stamp,
        "game": at.name if at else "",
        "turn": reading.turn or (at.turn if at and reading.page.press else 0),  # press is for the next report
        "player": reading.seat or "",
        "verdict": reading.verdict,
        "late": int(reading.late),
        "problems": _kept(reading.problems) if reading.problems else "[]",
        "orders": int(good and reading.orders),
        "standing": int(good and reading.standing),
        "canonical": written,
        "nonce": nonce,
        "receipt": receipt(nonce, written) if good else "",
        "press": reading.page.press,
        "press_name": reading.page.press_name,
        "checked_at": at.head.id if at else 0,
        "letter": source.letter,
        "sender": source.sender,
        "counts_at": counts_from(desk, source.arrived if source.letter else None),
        "file": source.file,
        "held": json.dumps(pack(reading.held), ensure_ascii=False) if reading.held else "",
    }


def _kept(problems: Sequence[Problem]) -> str:
    return json.dumps([problem.as_row() for problem in problems], ensure_ascii=False)
