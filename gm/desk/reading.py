"""Order pages read at the desk: whose each is, for which game and turn, and what the rules say of the rest."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property
from typing import Literal

from gm.core.asking import into
from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Raw, Remark, Seat
from gm.core.problems import Problem, blocking, locate
from gm.core.sections import names_of
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, WhichGame, deadline, match_of, the_game
from gm.desk.manygames import ManyGames
from gm.desk.stable import taken_apart
from gm.pages.book import Checked, check_part, read_part
from gm.pages.page import HOUSE_KEYS, Page, read_page, unreadable
from gm.pages.press import misnamed, orders_in_press, press_of, same_name
from gm.pages.tree import Unreadable
from gm.pages.vocabulary import as_written
from gm.store.database import NoSuchGame

Fate = Literal["taken", "unchanged", "refused", "held", "empty", "automatic", "asked"]  # the last three: of mail
INSIST = "gm take --late"


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
    whose: str = ""  # the address it came from, if it names nobody

    @property
    def digest(self) -> str:
        """Pages that read the same are the same; those that name nobody, only from the same sender."""
        return hashlib.sha256(self.data + self.whose.encode()).hexdigest()


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
    past: int = 0  # the turn that it is for, if that has been run
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
    def read_back(self) -> list[str]:
        """In words, what is taken; in a blind game nothing."""
        at = self.match
        if self.verdict != "taken" or at is None or self.seat is None or self.turn is None or self.blind:
            return []
        from gm.desk.aloud import read_back

        return read_back(at, self.seat, self.turn, self.checked)

    @property
    def standing(self) -> bool:
        """Does it bring an order for all turns, if only to take back the one before?"""
        sections = self.match.game.page if self.match else ()
        return any(section.standing and section.name in self.part for section in sections)


class Clerk:
    """Reads pages; knows where to look up a game and its deadline."""

    def __init__(
        self,
        look_up: Callable[[str | None], Match],
        due: Callable[[Match, int], datetime | None],
        count_late: bool = False,
        people: Callable[[], Mapping[str, str]] = dict,  # those of the zine, by id; the editor by none
        insist: str = INSIST,
        aloud: bool = False,
        addresses: Callable[[str], Sequence[str]] = lambda player: (),  # of each of them
    ):
        self.look_up, self.due, self.count_late = look_up, due, count_late
        self._people = people  # asked for where somebody signs press
        self.insist = insist  # how the game master counts what came too late
        self.aloud = aloud  # what is taken is read back in words
        self.addresses = addresses

    @classmethod
    def at(
        cls, desk: Desk, count_late: bool = False, insist: str = INSIST, aloud: bool = False, match: Match | None = None
    ) -> "Clerk":
        """A clerk at the game master's own desk, for all games or for the one that is at hand."""
        look_up = cache(lambda name: match or match_of(desk, the_game(desk, name)))

        def people() -> Mapping[str, str]:
            return {player.id: player.name for player in desk.zine.players.values()} | {"": desk.zine.editor}

        def addresses(player: str) -> Sequence[str]:
            return [each.casefold() for each in desk.zine.players[player].mail] if player in desk.zine.players else ()

        return cls(
            look_up, lambda at, turn: deadline(desk, at.name, turn), count_late, people, insist, aloud, addresses
        )

    @cached_property
    def people(self) -> Mapping[str, str]:
        return self._people()

    def names_but(self, at: Match, seat: Seat) -> Sequence[str]:
        """Everybody's names, ids and horses, but for those of that seat's player."""
        player = at.players[seat]
        seats = at.seats_of.get(player, [])
        own = [player, self.people.get(player, ""), *(name for each in seats for name in _called(at, each))]
        names = [*self.people, *self.people.values(), *(name for each in at.seats for name in _called(at, each))]
        return [name for name in names if not same_name(name, own)]

    def player_at(self, at: Match, address: str) -> str:
        """Who plays there and writes from that address; "" if nobody does, or more than one."""
        playing = {player for player in at.players.values() if address and address in self.addresses(player)}
        return playing.pop() if len(playing) == 1 else ""

    def read(self, source: Source) -> list[Reading]:
        """Everything that can be said of a page, without storing anything: of one for several seats, seat by seat."""
        page, problems = source.parsed or read_page(source.data, source.name)
        reader = _Reader(self, page, source.arrived, source.whose)
        return [reader.whose(problems)] if problems else reader.read()


def _called(at: Match, seat: Seat) -> tuple[str, ...]:
    return seat, at.seats[seat], at.names[seat]


class _Reader:
    """Looks up whom a page is from, for which game and turn, and asks the rules about the rest."""

    def __init__(self, clerk: Clerk, page: Page, arrived: datetime, sender: str = ""):
        self.clerk, self.page, self.arrived, self.sender = clerk, page, arrived, sender
        self.written = page.fields  # in whatever language
        self.remarks: list[Remark] = []
        self.past = 0

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
        self._sign(at)
        apart, self.remarks = taken_apart(at, self.page)
        readings = [self._of(page)._read(at) for page in apart]
        return _all_or_none(readings, self._problems()) if readings else [self._read(at)]

    def _of(self, page: Page) -> "_Reader":
        """For a piece of this page."""
        reader = _Reader(self.clerk, page, self.arrived)
        reader.written = self.written
        return reader

    def _sign(self, at: Match) -> None:
        """A page that names nobody, from the address of somebody who plays there: who else can it be?"""
        if not any(self.page.get(key) for key in ("player", at.game.entry) if key):
            signed = self.clerk.player_at(at, self.sender)
            self.page = replace(self.page, fields={**self.page.fields, "player": signed}) if signed else self.page

    def _read(self, at: Match) -> Reading:
        seat, turn = self._seat(at), self._turn(at)
        self._keys(at)
        part = self.page.part(names_of(at.game.page))
        late = False
        if seat is not None and turn is not None:
            checked = self._part(at, seat, turn, part)
            late = self._late(at, turn)
        else:  # at least what cannot be read in any case
            checked = self._in_their_words(at, read_part(at.game, at.state, seat or "", part))
            self.remarks += checked.remarks
        self._press(at, seat)
        return Reading(self.page, self._problems(), at, seat, turn, part, checked, late, self.past)

    def _in_their_words(self, at: Match, checked: Checked) -> Checked:
        """What is said of a page names its words as they stand on it, in whatever language."""
        written = at.words.written(self.written) if checked.remarks else {}
        if not written:
            return checked
        said = [
            replace(each, message=as_written(each.message, written), hint=as_written(each.hint, written))
            for each in checked.remarks
        ]
        return replace(checked, remarks=said)

    def whose(self, problems: list[Problem]) -> Reading:
        """Of a page that cannot be read: whose it is, so that its press is not lost."""
        at = self._match() if self.page.get("game") else None
        if at:
            self._sign(at)
        seat = at.seat_called(self.page.get("player")) if at and self.page.get("player") else None
        turn = self._turn(at) if at else None
        self.remarks = []  # whatever else is wrong will be said of a page that can be read
        if at:
            self._press(at, seat)
        return Reading(self.page, [*problems, *self._problems()], at, seat, turn)

    def _problems(self) -> list[Problem]:
        return locate(self.remarks, self.page.file, self.page.source)

    def _match(self) -> Match | None:
        name = self.page.get("game")
        try:
            return self.clerk.look_up(name or None)
        except ManyGames as many:
            return self._of_season(many)
        except NoSuchGame as missing:
            self.unknown(missing.message, missing.hint, self.page.fields.get("game"))
        except WhichGame as unsaid:
            self.unknown(sentence("the page does not say for which game it is"), unsaid.hint)
        return None

    def _of_season(self, many: ManyGames) -> Match | None:
        """Whoever plays at one table need not know what it is called."""
        open_ones = [at for at in map(self.clerk.look_up, many.games) if not at.over]
        who = self.page.get("player")
        theirs = [at for at in open_ones if who and at.seat_called(who)]
        if len(theirs) == 1:
            return theirs[0]
        self.unknown(many.message, many.hint, self.page.fields.get("game"))
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
            self.past = int(text)
            self.unknown(sentence("turn {turn} has been run", turn=int(text)), open_now, about)
            return None
        if not at.comes(int(text)):
            self.unknown(sentence("there will be no turn {turn}", turn=int(text)), open_now, about)
            return None
        return int(text)

    def _known(self, at: Match) -> list[str]:
        return [*HOUSE_KEYS, *names_of(at.game.page), *([at.game.entry] if at.game.entry else [])]

    def _keys(self, at: Match) -> None:
        known = self._known(at)
        for key in self.page.fields:
            if key not in known:
                self.unknown(sentence("an order page has no {key}", key=key), did_you_mean(key, known), key)

    def _part(self, at: Match, seat: Seat, turn: int, part: Mapping[str, Raw]) -> Checked:
        checked = self._in_their_words(at, check_part(at.game, at.state, seat, turn, part))
        self.remarks += checked.remarks
        if not part and not self.page.press:
            asked = [into(at.game, due.key)[0] for due in at.game.agenda(at.state, seat, turn)]
            section = next(iter(asked), at.game.page[0].name)
            self.unknown(
                sentence("there is no order on this page"),
                sentence("add {section}: and what you order", section=section),
            )
        elif not any(remark.level == "error" for remark in self.remarks):
            self._empty(at, checked, part)
        return checked

    def _empty(self, at: Match, checked: Checked, part: Mapping[str, Raw]) -> None:
        """A page sent back as it was pre-filled orders nothing; better to say so than to take it."""
        sections = [each.name for each in at.game.page if each.name in part and not each.standing]
        if sections and not checked.own:
            message = sentence("nothing is filled in under {section}", section=sections[0])
            about = next(key for key in self.page.fields if key == sections[0])
            self.remarks.append(Remark(message, sentence("write your orders there"), about))

    def _press(self, at: Match, seat: Seat | None) -> None:
        """Orders that slipped under the press are not printed, nor what is signed with somebody else's name."""
        orders, name = orders_in_press(at.game, at.state, seat or "", at.words, self.page), self.page.press_name
        signed = at.row.settings.get("press") == "signed"
        if orders is not None:
            ask = sentence("what stands under press reads as orders; are these yours, or is it for everybody to read?")
            hint = sentence("for orders, write {section}: at the margin; for press, write it in other words",
                            section=at.game.page[0].name)  # fmt: skip
            self.remarks.append(Remark(ask, hint, orders, Flaw.UNREADABLE))
        elif misnamed(self.page, self._known(at)):
            message = sentence("press under another name has to say from whom it is, and its text")
            hint = sentence("write {example}", example='press: {from: The Clerk of the Course, text: "He bites."}')
            self.remarks.append(Remark(message, hint, press_of(self.page), Flaw.UNREADABLE))
        elif seat and name and not signed and same_name(name, self.clerk.names_but(at, seat)):
            message = sentence("press cannot be signed with the name of somebody else: {name}", name=name)
            self.remarks.append(Remark(message, sentence("choose a name that nobody has"), press_of(self.page)))
        else:
            return
        self.page = self.page.without_press

    def _late(self, at: Match, turn: int) -> bool:
        due = self.clerk.due(at, turn)
        if due is None or self.arrived <= due:
            return False
        if not self.clerk.count_late:
            message = sentence("too late: turn {turn} was due on {due}", turn=turn, due=due)
            hint = sentence("the game master can count it all the same: {command}", command=self.clerk.insist)
            self.remarks.append(Remark(message, hint))
        return True


def _all_or_none(readings: list[Reading], wrong: list[Problem]) -> list[Reading]:
    """If anything is wrong with a page for several seats, nothing of it is taken, and all of it is told at once."""
    told = {(problem.line, problem.message): problem for each in readings for problem in each.problems}
    problems = [*wrong, *told.values()]
    return [replace(readings[0], problems=problems)] if blocking(problems) else readings
