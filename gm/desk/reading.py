"""Order pages read at the desk: whose each is, for which game and turn, and what the rules say of the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, cached_property

from gm.core.asking import into
from gm.core.names import did_you_mean, fold
from gm.core.play import Flaw, Raw, Remark, Seat
from gm.core.problems import Problem, blocking, locate
from gm.core.words import sentence
from gm.desk.desk import Desk, Match, WhichGame, deadline, match_of, the_game
from gm.desk.glancing import Glance
from gm.desk.manygames import ManyGames
from gm.desk.readings import Reading, Source
from gm.desk.stable import taken_apart
from gm.pages.book import Checked, check_part, read_part
from gm.pages.page import Page, read_page, unreadable
from gm.pages.press import misnamed, orders_in_press, press_of, same_name
from gm.pages.tree import Unreadable
from gm.pages.vocabulary import as_written
from gm.store.database import NoSuchGame

INSIST = "gm take --late"


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
        self.glance = Glance(look_up, due)

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

        due = cache(lambda name, turn: deadline(desk, name, turn))
        return cls(look_up, lambda at, turn: due(at.name, turn), count_late, people, insist, aloud, addresses)

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
        if source.parsed is None and (seen := self.glance.look(source.data, source.name, source.arrived)):
            return [seen]
        page, problems = source.parsed or read_page(source.data, source.name)
        if problems:
            return [_Reader(self, page, source.arrived, source.whose).whose(problems)]
        seen = self.glance.read(page, source.arrived)
        return [seen] if seen else word_by_word(self, page, source.arrived, source.whose)


def word_by_word(clerk: Clerk, page: Page, arrived: datetime, sender: str = "") -> list[Reading]:
    """All that can be said of a page whose form is right."""
    return _Reader(clerk, page, arrived, sender).read()


def _write_turn(at: Match) -> str:
    return sentence("write turn: {turn}", turn=at.turn)


def _open_now(at: Match) -> str:
    return sentence("turn {turn} is open", turn=at.turn)


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
            fields = at.words.read(self.page.fields)
            self.page = self.page if fields is self.page.fields else self.page._replace(fields=fields)
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
            self.page = self.page._replace(fields={**self.page.fields, "player": signed}) if signed else self.page

    def _read(self, at: Match) -> Reading:
        seat, turn = self._seat(at), self._turn(at)
        self._keys(at)
        part = self.page.part(at.words.sections)
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

    def whose(self, problems: Sequence[Problem]) -> Reading:
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
        for key in keys:
            if found[key] is None:
                name = self.page.get(key)
                hint = did_you_mean(name, [*at.seats, *at.seats.values()])
                message = sentence("nobody called {name} plays in {game}", name=name, game=at.name)
                self.unknown(message, hint, self.page.fields[key])
        if not keys:
            self.unknown(sentence("the page does not say who orders"), sentence("write player: and your id"))
        seat = found.get(at.game.entry) or found.get("player")
        if len(found) > 1 and len(set(found.values())) > 1 and None not in found.values() and not self._owns(at, seat):
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
        if not text:
            self.unknown(sentence("the page does not say for which turn it is"), _write_turn(at))
            return None
        if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text)):
            self.unknown(sentence("there is no turn {turn}", turn=text[:20]), _write_turn(at), about)
            return None
        if at.over:
            given_up = sentence("{game} was given up", game=at.name)
            over = sentence("{game} is over", game=at.name) if at.closed is None else given_up
            self.unknown(over, sentence("thank you for playing"), about)
            return None
        if int(text) < at.turn:
            self.past = int(text)
            self.unknown(sentence("turn {turn} has been run", turn=int(text)), _open_now(at), about)
            return None
        if not at.comes(int(text)):
            self.unknown(sentence("there will be no turn {turn}", turn=int(text)), _open_now(at), about)
            return None
        return int(text)

    def _keys(self, at: Match) -> None:
        known = at.words.known
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
        if not self.page.whole_press:
            return
        orders, name = orders_in_press(at.game, at.state, seat or "", at.words, self.page), self.page.press_name
        signed = at.row.settings.get("press") == "signed"
        if orders is not None:
            ask = sentence("what stands under press reads as orders; are these yours, or is it for everybody to read?")
            hint = sentence("for orders, write {section}: at the margin; for press, write it in other words",
                            section=at.game.page[0].name)  # fmt: skip
            self.remarks.append(Remark(ask, hint, orders, Flaw.UNREADABLE))
        elif misnamed(self.page, at.words.known):
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
    return [readings[0]._replace(problems=problems)] if blocking(problems) else readings
