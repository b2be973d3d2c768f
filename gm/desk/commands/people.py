"""People change, asked for: a stand-in, a player who leaves, a game given up, a new address, a new token."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line

if TYPE_CHECKING:
    from gm.desk.desk import Desk
    from gm.desk.people import HandedOver
    from gm.desk.publish import Maker
    from gm.desk.standins import Waiting


def _seat(desk: "Desk", given: Sequence[str]) -> tuple[str, str]:
    """The game that is meant, and the seat: its id, who sits there, or what was entered."""
    from gm.desk.desk import the_game

    if not 1 <= len(given) <= 2:
        raise Misuse(sentence("name a player, and before that the game if there are several"))
    return the_game(desk, given[0] if len(given) == 2 else None), given[-1]


@dataclass(frozen=True)
class Replace(Command):
    """Somebody else takes over a seat; or, if nobody is named, who could."""

    seat: Sequence[str]  # of which game, where there are several, and which seat
    by: str | None = None
    because: str = ""

    @property
    def about(self) -> str:
        return self.seat[-1]

    def for_game(self, name: str) -> "Replace":
        return replace(self, seat=(name, self.about))

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import filing, people, publish

        with at.desk() as desk:
            name, who = _seat(desk, self.seat)
            if self.by is None:
                return _offered(desk, name, who)
            done: list[HandedOver] = []

            def change() -> "Maker":
                done.append(people.hand_over(desk, name, who, self.by or "", self.because))
                return publish.maker_of(desk, name, done[0].turn)

            folder = at.shown(desk, publish.publish(desk, change, anew=False))
            filing.clear_away(desk)
            return SeatHandedOver(name, done[0], folder, bool(desk.zine.players[done[0].after].mail))


def _offered(desk: "Desk", name: str, who: str) -> "Offered":
    from gm.desk.desk import match_of
    from gm.desk.publish import seat_of_reader
    from gm.desk.standins import stand_ins

    match = match_of(desk, name)
    seat = seat_of_reader(match, who)
    return Offered(name, seat, match.players[seat], stand_ins(desk, match, seat))


@dataclass(frozen=True)
class Offered(Outcome):
    """Who could take over; nothing was changed."""

    game: str
    seat: str
    player: str
    waiting: "Sequence[Waiting]"

    @property
    def good(self) -> bool:
        return False

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("Say who takes over from {player} in {game}: --by OTHER", **vars(self)), "odd")
        yield from _waiting(self.game, self.seat, self.waiting)

    def as_json(self) -> Json:
        return {**vars(self), "waiting": [each.as_json() for each in self.waiting]}


def _waiting(game: str, seat: str, waiting: "Sequence[Waiting]") -> Iterator[Note]:
    """The waiting list, with what is to be typed."""
    for each in waiting:
        values = {"name": each.name, "list": each.waits_for, "player": each.player}
        yield Note(sentence("{name} waits ({list})", **values), under=1)
        if each.player:
            yield Note(line("gm replace {game} {seat} --by {player}", game=game, seat=seat, **values), "quiet", under=2)
        else:
            yield Note(sentence("not in players.yaml yet: add them there first"), "quiet", under=2)
    if not waiting:
        nobody = sentence("Nobody waits; zine.yaml can name those who would: {example}",
                          example="waiting: {stand-ins: [dora, hilde]}")  # fmt: skip
        yield Note(nobody, "quiet", under=1)


@dataclass(frozen=True)
class SeatHandedOver(Outcome):
    game: str
    done: "HandedOver"
    folder: str
    reachable: bool  # has the new player an address?

    def notes(self) -> Iterator[Note]:
        values = {**self.done._asdict(), "game": self.game, "open": self.done.turn + 1, "folder": self.folder}
        taken = sentence("{after} has the seat {seat} in {game} from turn {open} on, instead of {before}.", **values)
        yield Note(taken, "good")
        dead = sentence("For that seat, {before}'s token and addresses are dead; {after}'s count.", **values)
        yield Note(dead)
        if self.done.inherits:
            inherits = sentence(
                "The order on file for turn {open} stays in force until {after} sends another; it is theirs now.",
                **values,
            )
            yield Note(inherits)
        yield Note(self._report(values))
        if self.done.left:
            yield Note(sentence("The report of turn {turn} had gone to {before} already.", **values), "odd")

    def _report(self, values: Json) -> str:
        if not self.reachable:
            return sentence("{after} gets no mail. To print the last report for them: gm post {game}", **values)
        if self.done.written:
            return sentence("The last report is in the outbox for {after}. To send it: gm mail --send", **values)
        return sentence("The last report is made anew for {after}, and goes to them with: gm mail {game}", **values)

    def as_json(self) -> Json:
        done = self.done._asdict() | {"turn": self.done.turn + 1, "left": list(self.done.left)}
        return {"game": self.game, **done, "folder": self.folder}


@dataclass(frozen=True)
class Retire(Command):
    """A player leaves, and nobody takes over: the rules play the seat from the open turn on."""

    seat: Sequence[str]  # as above
    because: str = ""
    back: bool = False  # they are back

    @property
    def about(self) -> str:
        return self.seat[-1]

    def for_game(self, name: str) -> "Retire":
        return replace(self, seat=(name, self.about))

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import people
        from gm.desk.desk import match_of
        from gm.desk.standins import stand_ins

        with at.desk() as desk:
            name, who = _seat(desk, self.seat)
            with desk.store.writing():
                leave = people.come_back if self.back else people.retire
                seat, turn = leave(desk, name, who, self.because)
            offers = [] if self.back else stand_ins(desk, match_of(desk, name), seat)
            return SeatLeft(name, seat, turn, self.back, offers)


@dataclass(frozen=True)
class SeatLeft(Outcome):
    game: str
    seat: str
    turn: int
    back: bool
    waiting: "Sequence[Waiting]"

    def notes(self) -> Iterator[Note]:
        if self.back:
            yield Note(sentence("{seat} is awaited again in {game} from turn {turn} on.", **vars(self)), "good")
            return
        left = sentence("From turn {turn} on, nobody is awaited for {seat} in {game}; the rules play it.", **vars(self))
        yield Note(left, "good")
        back = line("gm retire {game} {seat} --back", **vars(self))
        yield Note(sentence("To take that back: {command}", command=back), "quiet")
        if self.waiting:
            yield Note(sentence("Or somebody takes over:"))
            yield from _waiting(self.game, self.seat, self.waiting)

    def as_json(self) -> Json:
        return {**vars(self), "waiting": [each.as_json() for each in self.waiting]}


@dataclass(frozen=True)
class Close(Command):
    """A game is given up: no further turns, and everybody is told why."""

    because: str
    game: str | None = None

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import people, publish
        from gm.desk.desk import match_of, the_game

        if not self.because.strip():
            raise Misuse(sentence("say why: --because TEXT; it is printed"))
        with at.desk() as desk:
            name = the_game(desk, self.game)
            placed = publish.publish(desk, lambda: publish.maker_of(desk, name, people.close(desk, name, self.because)))
            closed = match_of(desk, name)
            return GameClosed(name, closed.head.turn, closed.closed or "", at.shown(desk, placed))


@dataclass(frozen=True)
class GameClosed(Outcome):
    game: str
    turn: int
    because: str
    folder: str

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("{game} is given up: {because}", **vars(self)), "good")
        yield Note(sentence("A last report says so, and opens the secret: {folder}/public.txt", **vars(self)))
        yield Note(sentence("To tell everybody: gm mail {game} --send", **vars(self)))
        yield Note(sentence("To take that back: gm undo {game}", **vars(self)), "quiet")

    def in_short(self) -> Iterator[Note]:
        yield from islice(self.notes(), 1)


@dataclass(frozen=True)
class Address(Command):
    """A player's new address, kept in the database: players.yaml stays as it is."""

    player: str
    address: str

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import filing, people

        with at.desk(create=True) as desk:
            with desk.store.writing():
                moved = people.move(desk, self.player, self.address.strip())
                address, *others = moved.counting
                shared = people.others_at(desk, moved.player, address)
                filing.outdated(desk, moved.forwarded)
            filing.take_down(desk)
            return AddressNoted(moved.player, address, moved.old, others, shared, len(moved.forwarded))


@dataclass(frozen=True)
class AddressNoted(Outcome):
    player: str
    address: str
    instead_of: str  # "" if there was none
    others: Sequence[str]  # that go on counting
    shared: Sequence[str]  # players who have it, too
    forwarded: int  # messages that waited in the outbox

    def notes(self) -> Iterator[Note]:
        yield Note(sentence("Mail to {player} goes to {address} from now on.", **vars(self)), "good")
        if self.instead_of:
            yield Note(sentence("Orders from {instead_of} count only with {player}'s token.", **vars(self)))
        if self.forwarded:
            waited = counted(
                "{n} message that waits in the outbox goes there, too.",
                "{n} messages that wait in the outbox go there, too.",
                self.forwarded,
            )
            yield Note(waited)
        yield Note(sentence("players.yaml stays as it is; if you change the addresses there, they count."), "quiet")
        if self.shared:
            yield Note(sentence("It is an address of {shared}, too.", **vars(self)), "odd")

    def as_json(self) -> Json:
        return {**vars(self), "others": list(self.others), "shared": list(self.shared)}


@dataclass(frozen=True)
class Token(Command):
    """The word that lets a player order from any address: a new one, or the one there is."""

    player: str
    new: bool = False
    show: bool = False

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import people

        if not self.new and not self.show:
            raise Misuse(sentence("say what about it: --new makes a new one, --show shows the one there is"))
        with at.desk() as desk:
            if self.new:
                with desk.store.writing():
                    player, token = people.renew_token(desk, self.player)
            else:
                player = people.player_called(desk, self.player)
                token = desk.store.token(player)
        if not token:
            never = sentence("{player} has no token: they have not played yet", player=player)
            raise GmError(never, sentence("the first game that they start in gives them one"))
        return TokenTold(player, token, self.new, self.show)


@dataclass(frozen=True)
class TokenTold(Outcome):
    player: str
    token: str
    new: bool
    show: bool

    def notes(self) -> Iterator[Note]:
        if self.new:
            yield Note(sentence("{player} has a new token; the old one is dead.", **vars(self)), "good")
        if self.show:
            yield Note(self.token)
        if self.new:
            yield Note(sentence("Reports that are written already bear the old one; the next one bears the new."))
            if not self.show:
                yield Note(sentence("To tell it before: gm token {player} --show", **vars(self)), "quiet")

    def as_json(self) -> Json:
        return {"player": self.player, "token": self.token, "new": self.new}
