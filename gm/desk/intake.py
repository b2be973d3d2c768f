"""Order pages in: checked, judged, stored; every one of them is kept as it came."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Literal

from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Json, Raw, Remark, Seat
from gm.core.problems import Problem, blocking, locate
from gm.core.proof import receipt
from gm.core.sections import names_of
from gm.core.words import pack, sentence
from gm.desk.counting import Rank, counts_from, current, rank_of
from gm.desk.desk import Desk, Match, WhichGame, deadline, match_of, the_game
from gm.desk.stable import taken_apart
from gm.pages.book import Checked, check_part, read_part
from gm.pages.page import HOUSE_KEYS, Page, canonical, read_page, unreadable
from gm.pages.tree import Unreadable
from gm.store.database import NoSuchGame, PageRow
from gm.store.pages import Pages
from gm.store.seals import Seals

Fate = Literal["taken", "unchanged", "refused", "held", "empty", "automatic"]  # the last two of mail: no page in it


@dataclass(frozen=True, slots=True)
class Source:
    """A page that came: from where, when, and its bytes."""

    name: str
    data: bytes
    arrived: datetime
    letter: int = 0  # the mail it came in
    sender: str = ""
    parsed: tuple[Page, list[Problem]] | None = None  # if somebody had to look into it before
    file: str = ""  # which very file it is

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Reading:
    """A page, and all that could be made of it."""

    page: Page
    problems: list[Problem]
    match: Match | None = None
    seat: Seat | None = None
    turn: int | None = None
    part: Mapping[str, Raw] = field(default_factory=dict)
    checked: Checked = field(default_factory=Checked)
    late: bool = False
    held: str = ""  # why it waits for the game master's word

    @property
    def good(self) -> bool:
        return not blocking(self.problems)

    @property
    def verdict(self) -> Fate:
        return "held" if self.held else "taken" if self.good else "refused"

    @property
    def blind(self) -> bool:
        """Is what it says to be sealed until it is played?"""
        return self.match is not None and self.match.blind

    @property
    def told(self) -> list[Problem]:
        """What the game master is told; of a page of a blind game, of what it orders only where something is wrong."""
        if not self.blind:
            return self.problems
        ordered = {remark.message for remark in self.checked.remarks}
        errors = [problem for problem in self.problems if problem.level == "error"]
        return [each.sealed() if each.message in ordered or each.flaw is Flaw.UNREADABLE else each for each in errors]

    @property
    def player(self) -> str | None:
        """Who sits there: only they can order."""
        return self.match.players[self.seat] if self.match and self.seat else None

    @property
    def orders(self) -> bool:
        """Does it order something for its turn, and not only for all turns?"""
        return bool(self.checked.own)

    @property
    def foreseen(self) -> list[str]:
        """For an order of the open turn that is taken: what each line would do."""
        at, lines = self.match, [*self.checked.own, *self.checked.standing]
        if self.verdict != "taken" or at is None or self.seat is None or self.turn != at.turn:
            return []
        return at.game.foresee(at.state, self.seat, lines)

    @property
    def standing(self) -> bool:
        """Does it bring an order for all turns, if only to take back the one before?"""
        sections = self.match.game.page if self.match else ()
        return any(section.standing and section.name in self.part for section in sections)


@dataclass(frozen=True)
class Verdict:
    """What became of a page."""

    page: str
    verdict: Fate
    game: str | None = None
    turn: int | None = None
    player: str | None = None
    receipt: str | None = None
    nonce: str | None = None
    canonical: str | None = None
    problems: list[Problem] = field(default_factory=list)
    supersedes: bool = False  # it counts instead of the one before
    overtaken: bool = False  # another counts, which was received later
    held: str = ""
    words: str = ""  # the page as it was written
    blind: bool = False  # what it orders is told to its player alone
    told: Sequence[Problem] | None = None  # what the game master is told of the problems; None: all
    foreseen: Sequence[str] = ()  # sentences: what each line would do

    def as_json(self) -> Json:
        shown = ("page", "game", "turn", "player", "verdict", "receipt", "nonce", "canonical")
        values: Json = {key: getattr(self, key) for key in shown}
        sealed = {"nonce": None, "canonical": None} if self.blind else {}
        return values | sealed | {"problems": [problem.as_json() for problem in self.remarks]}

    @property
    def remarks(self) -> Sequence[Problem]:
        """The problems as the game master may read them."""
        return self.problems if self.told is None else self.told


class Clerk:
    """Reads pages; knows where to look up a game and its deadline."""

    def __init__(
        self,
        look_up: Callable[[str | None], Match],
        due: Callable[[Match, int], datetime | None],
        count_late: bool = False,
    ):
        self.look_up, self.due, self.count_late = look_up, due, count_late

    @classmethod
    def at(cls, desk: Desk, count_late: bool = False) -> "Clerk":
        """A clerk at the game master's own desk."""
        look_up = cache(lambda name: match_of(desk, the_game(desk, name)))
        return cls(look_up, lambda at, turn: deadline(desk, at.name, turn), count_late)

    def read(self, source: Source) -> list[Reading]:
        """Everything that can be said of a page, without storing anything: of one for several seats, seat by seat."""
        page, problems = source.parsed or read_page(source.data, source.name)
        reader = _Reader(self, page, source.arrived)
        return [reader.whose(problems)] if problems else reader.read()


class _Reader:
    """Looks up whom a page is from, for which game and turn, and asks the rules about the rest."""

    def __init__(self, clerk: Clerk, page: Page, arrived: datetime):
        self.clerk, self.page, self.arrived = clerk, page, arrived
        self.remarks: list[Remark] = []

    def unknown(self, message: str, hint: str = "", about: Raw = None) -> None:
        self.remarks.append(Remark(message, hint, about, Flaw.UNKNOWN))

    def read(self) -> list[Reading]:
        at = self._match()
        if at is None:
            return [Reading(self.page, self._problems())]
        try:
            self.page = replace(self.page, fields=at.words.read(self.page.fields))
        except Unreadable as wrong:
            return [self.whose([unreadable(wrong, self.page.file, self.page.source)])]
        apart, self.remarks = taken_apart(at, self.page)
        readings = [_Reader(self.clerk, page, self.arrived)._read(at) for page in apart]
        return _all_or_none(readings, self._problems()) if readings else [self._read(at)]

    def _read(self, at: Match) -> Reading:
        seat, turn = self._seat(at), self._turn(at)
        self._keys(at)
        part = self.page.part(names_of(at.game.page))
        late = False
        if seat is not None and turn is not None:
            checked = self._part(at, seat, turn, part)
            late = self._late(at, turn)
        else:  # at least what cannot be read in any case
            checked = read_part(at.game, at.state, seat or "", part)
            self.remarks += checked.remarks
        return Reading(self.page, self._problems(), at, seat, turn, part, checked, late)

    def whose(self, problems: list[Problem]) -> Reading:
        """Of a page that cannot be read: whose it is, so that its press is not lost."""
        at = self._match() if self.page.get("game") else None
        seat = at.seat_called(self.page.get("player")) if at and self.page.get("player") else None
        return Reading(self.page, problems, at, seat, self._turn(at) if at else None)

    def _problems(self) -> list[Problem]:
        return locate(self.remarks, self.page.file, self.page.source)

    def _match(self) -> Match | None:
        name = self.page.get("game")
        try:
            return self.clerk.look_up(name or None)
        except NoSuchGame as missing:
            self.unknown(missing.message, missing.hint, self.page.fields.get("game"))
        except WhichGame as unsaid:
            self.unknown(sentence("the page does not say for which game it is"), unsaid.hint)
        return None

    def _seat(self, at: Match) -> Seat | None:
        keys = [key for key in ("player", at.game.entry) if key and self.page.get(key)]
        look_up = {"player": at.seat_called, at.game.entry: at.seat_that_entered}
        found = {key: look_up[key](self.page.get(key)) for key in keys}
        for key, seat in found.items():
            if seat is None:
                name = self.page.get(key)
                hint = did_you_mean(name, [*at.seats, *at.seats.values()])
                message = sentence("nobody called {name} plays in {game}", name=name, game=at.name)
                self.unknown(message, hint, self.page.fields[key])
        if not keys:
            self.unknown(sentence("the page does not say who orders"), sentence("write player: and your id"))
        seat = found.get(at.game.entry) or found.get("player")
        if len(set(found.values())) > 1 and None not in found.values() and not self._owns(at, seat):
            one, other = (self.page.get(key) for key in keys)
            self.unknown(sentence("{one} and {other} are not the same player", one=one, other=other))
            return None
        if seat in at.retired:
            self.unknown(sentence("nobody orders for {seat} any more: its player has left", seat=seat))
        return seat

    def _owns(self, at: Match, seat: Seat | None) -> bool:
        """Is that seat one of several that the player has who signs the page?"""
        return seat is not None and fold(self.page.get("player")) == fold(at.players[seat])

    def _turn(self, at: Match) -> int | None:
        text, about = self.page.get("turn"), self.page.fields.get("turn")
        write, open_now = sentence("write turn: {turn}", turn=at.turn), sentence("turn {turn} is open", turn=at.turn)
        if not text:
            self.unknown(sentence("the page does not say for which turn it is"), write)
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
            self.unknown(sentence("there is no turn {turn}", turn=text[:20]), write, about)
            return None
        if at.over:
            given_up = sentence("{game} was given up", game=at.name)
            over = sentence("{game} is over", game=at.name) if at.closed is None else given_up
            self.unknown(over, sentence("thank you for playing"), about)
            return None
        if int(text) < at.turn:
            self.unknown(sentence("turn {turn} has been run", turn=int(text)), open_now, about)
            return None
        if not at.comes(int(text)):
            self.unknown(sentence("there will be no turn {turn}", turn=int(text)), open_now, about)
            return None
        return int(text)

    def _keys(self, at: Match) -> None:
        known = [*HOUSE_KEYS, *names_of(at.game.page), *([at.game.entry] if at.game.entry else [])]
        for key in self.page.fields:
            if key not in known:
                self.unknown(sentence("an order page has no {key}", key=key), did_you_mean(key, known), key)

    def _part(self, at: Match, seat: Seat, turn: int, part: Mapping[str, Raw]) -> Checked:
        checked = check_part(at.game, at.state, seat, turn, part)
        self.remarks += checked.remarks
        if not part and not self.page.press:
            hint = sentence("add {section}: and what you order", section=at.game.page[0].name)
            self.unknown(sentence("there is no order on this page"), hint)
        elif not any(remark.level == "error" for remark in self.remarks):
            self._empty(at, checked, part)
        return checked

    def _empty(self, at: Match, checked: Checked, part: Mapping[str, Raw]) -> None:
        """A page sent back as it was pre-filled orders nothing; better to say so than to take it."""
        sections = [each.name for each in at.game.page if each.name in part and not each.standing]
        if sections and not checked.own:
            message = sentence("nothing is filled in under {section}", section=at.game.page[0].name)
            about = next(key for key in self.page.fields if key == sections[0])
            self.remarks.append(Remark(message, sentence("write your orders there"), about))

    def _late(self, at: Match, turn: int) -> bool:
        due = self.clerk.due(at, turn)
        if due is None or self.arrived <= due:
            return False
        if not self.clerk.count_late:
            message = sentence("too late: turn {turn} was due on {due}", turn=turn, due=due)
            hint = sentence("the game master can count it all the same: gm take --late")
            self.remarks.append(Remark(message, hint))
        return True


def _all_or_none(readings: list[Reading], wrong: list[Problem]) -> list[Reading]:
    """If anything is wrong with a page for several seats, nothing of it is taken, and all of it is told at once."""
    told = {(problem.line, problem.message): problem for each in readings for problem in each.problems}
    problems = [*wrong, *told.values()]
    return [replace(readings[0], problems=problems)] if blocking(problems) else readings


def take_page(desk: Desk, clerk: Clerk, source: Source) -> list[Verdict]:
    """Judge and store a page; within the caller's transaction. One for several seats has a verdict for each."""
    return unchanged(desk, clerk, source) or [store_page(desk, source, reading) for reading in clerk.read(source)]


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
    )  # fmt: skip


def _same_file(page: PageRow, source: Source) -> bool:
    """An earlier version of gm did not know files apart: there, the name has to do."""
    return bool(source.file) and (page.file == source.file or (not page.file and source.file.startswith(page.source)))


def store_page(desk: Desk, source: Source, reading: Reading) -> Verdict:
    """Keep a page as it came, with its verdict."""
    row, rank = page_row(desk, source, reading), Rank(False, False)
    if reading.good or reading.held or desk.store.page_like(source.digest, "refused") is None:
        number = desk.store.add_page(Seals(desk.store).closed("pages", row) if reading.blind else row)
        if reading.verdict == "taken" and reading.match:
            rank = rank_of(desk, reading.match, Pages(desk.store).get(number))
    return Verdict(
        source.name, row["verdict"], row["game"] or None, reading.turn, reading.seat, row["receipt"] or None,
        row["nonce"] or None, row["canonical"] or None, reading.problems, *rank, reading.held,
        "\n".join(reading.page.source).strip(), reading.blind, reading.told, reading.foreseen if source.letter else (),
    )  # fmt: skip


def page_row(desk: Desk, source: Source, reading: Reading) -> Json:
    """All that is kept of a page."""
    good, at = reading.good, reading.match
    nonce = secrets.token_hex(16) if good else ""
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
        "problems": json.dumps([problem.as_row() for problem in reading.problems], ensure_ascii=False),
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
