"""The turn: which orders are in force, running it, taking it back, moving its deadline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from gm.core import codec
from gm.core.play import Decision, Json, Seat, Step
from gm.core.problems import GmError
from gm.core.words import few, pack, sentence
from gm.desk.absences import away_until
from gm.desk.counting import AnyOrder, Fallen, orders_to_play, part_of, press_for, standing_for
from gm.desk.deadlines import following
from gm.desk.desk import Desk, Match, deadline, file_has_changed, match_of
from gm.desk.outcome import line
from gm.desk.standins import Waiting, silent, stand_ins
from gm.store.database import PageRow, TurnRow
from gm.store.pages import Pages
from gm.store.rows import OrderRow
from gm.store.seals import Seals
from gm.store.seasons import Seasons

_OPTIONAL = attrgetter("optional")


class NotYet(GmError):
    """The turn had better wait"""


class NotDue(NotYet):
    """The turn is not due, and orders are missing"""


class AlreadyRun(GmError):
    """That turn has been run"""


class Overtaken(GmError):
    """Another command has changed the game just now"""


class NothingToUndo(GmError):
    """There is no turn to take back, or to bring again"""


@dataclass(frozen=True)
class InForce:
    """What counts for every seat that owes something: this turn's order, a standing one, or both."""

    at: Match
    owed: Mapping[Seat, Sequence[Decision]]
    orders: Mapping[Seat, OrderRow]
    standing: Mapping[Seat, PageRow]
    fallen: Sequence[Fallen[OrderRow]]

    @cached_property
    def missing(self) -> list[Seat]:
        """Whose orders do not answer everything that they owe."""
        if len(self.orders) == len(self.owed):
            return []
        return [seat for seat in self.owed if seat not in self.orders and not self._stands(seat)]

    def _stands(self, seat: Seat) -> bool:
        """Does a standing order answer all of it?"""
        if seat not in self.standing:
            return False
        from gm.pages.book import covers, read_book

        stays = [each.name for each in self.at.game.page if each.standing]
        part = part_of(self.at, self.standing[seat])
        own = {key: value for key, value in part.items() if key in stays}
        return covers(self.owed[seat], read_book(self.at.game, self.at.state, seat, own))

    @cached_property
    def needed(self) -> list[Seat]:
        """Whose orders would be missed after the deadline. Nobody has to bet."""
        if not self.at.game.optional:
            return list(self.owed)
        return [seat for seat, owed in self.owed.items() if not all(map(_OPTIONAL, owed))]

    @property
    def wanted(self) -> tuple[int, int]:
        """How many orders are missing of those that would be missed, and how many these are."""
        missing = {*self.missing}
        return len(missing.intersection(self.needed) if missing else ()), len(self.needed)


def in_force(desk: Desk, at: Match) -> InForce:
    """What counts for every seat that owes something."""
    chosen, standing, owed = orders_to_play(desk, at), standing_for(desk, at, at.turn), at.owed()
    orders = {seat: order for seat, order in zip(owed, map(chosen.orders.get, owed), strict=True) if order}
    stays = {seat: standing[seat] for seat in owed if seat in standing} if standing else {}
    return InForce(at, owed, orders, stays, [each for each in chosen.fallen if each.page.player in owed])


class Status(NamedTuple):
    game: str
    rules: str
    title: str
    turn: int
    deadline: datetime | None
    over: bool
    ordered: list[Seat]
    missing: list[Seat]
    standing: list[Seat]  # those of `ordered` who rely on a standing order
    fallen: Sequence[Fallen[OrderRow]]
    changed: bool  # the file was edited since the start
    closed: str | None = None  # why it was given up
    retired: Sequence[Seat] = ()  # those that were left, and are played by the rules
    silent: Sequence[Seat] = ()  # those of `missing` from whom the last turns brought nothing either
    stand_ins: Sequence[Waiting] = ()  # who could take over from them
    newer: Sequence[str] = ()  # what was published, and is not known to the database
    away: Sequence[tuple[Seat, datetime]] = ()  # those of `missing` who are, and until when
    place: tuple[str, int, int] | None = None  # the season that it belongs to, its round and its table

    def as_json(self) -> Json:
        due = self.deadline.isoformat() if self.deadline else None
        keys = ("game", "rules", "turn", "over", "ordered", "missing")
        people = {key: getattr(self, key) for key in ("closed", "retired", "silent") if getattr(self, key)}
        away = {"away": {seat: until.isoformat() for seat, until in self.away}} if self.away else {}
        of = dict(zip(("season", "round", "table"), self.place, strict=True)) if self.place else {}
        return {key: getattr(self, key) for key in keys} | {"deadline": due} | people | away | of


def status(desk: Desk, name: str) -> Status:
    from gm.desk.guards import newer_files

    at = match_of(desk, name)
    force = in_force(desk, at)
    missing, silence = force.missing, {*force.missing}
    ordered = [seat for seat in force.owed if seat not in silence]
    unheard = silent(desk, at, missing)
    return Status(
        at.name,
        at.row.rules,
        at.row.title,
        at.turn,
        deadline(desk, at.name, at.turn) if not at.over else None,
        at.over,
        ordered,
        missing,
        [seat for seat in ordered if seat not in force.orders],
        force.fallen,
        file_has_changed(desk, at.name),
        at.closed,
        at.retired if not at.over else [],
        unheard,
        stand_ins(desk, at) if unheard else [],
        newer_files(desk, at),
        _away(desk, at, missing),
        Seasons(desk.store).of_game(at.name),
    )


def _away(desk: Desk, at: Match, seats: Sequence[Seat]) -> list[tuple[Seat, datetime]]:
    found = ((seat, away_until(desk, at.players[seat])) for seat in seats)
    return [(seat, until.astimezone(desk.zine.zone)) for seat, until in found if until and until >= desk.now]


class Ran(NamedTuple):
    """A turn that has been played, before anybody is told."""

    before: Match
    step: Step[Any]
    inputs: Json
    position: Json  # after it, as it is stored
    deadline: datetime | None  # of the next turn

    def head(self, number: int) -> TurnRow:
        """The turn as it is stored under that number."""
        at = self.before
        return TurnRow(number, at.name, at.turn, at.head.id, self.inputs, self.position, at.game.version)


def play(desk: Desk, name: str, turn: int | None, now_insisted: bool) -> Ran:
    """Resolve the open turn; nothing is stored yet."""
    at = match_of(desk, name)
    _refuse_to_run(at, turn)
    inputs = _gathered(desk, at, now_insisted)
    from gm.desk.replay import resolved, with_used  # gm status never gets this far

    step = resolved(at.game, at.state, at.turn, inputs, at.dice)
    position = codec.by_column(at.game.state, step.state)
    return Ran(at, step, with_used(inputs, step.events), position, _next_deadline(desk, at, step))


def _gathered(desk: Desk, at: Match, now_insisted: bool) -> Json:
    """What the turn is played from. The pages themselves are not kept in mind: there may be a hundred thousand."""
    from gm.desk.speaking import inputs_with_notes

    force = in_force(desk, at)
    if not now_insisted:
        _refuse_what_looks_wrong(desk, at, force)
    return _inputs(desk, at, force) | _opening(desk, at, force) | inputs_with_notes(desk, at)


def _refuse_to_run(at: Match, turn: int | None) -> None:
    if turn is not None and turn < at.turn:
        has_been = sentence("turn {turn} of {game} has been run", turn=turn, game=at.name)
        raise AlreadyRun(has_been, sentence("to take it back: gm undo {game}", game=at.name))
    if at.closed is not None:
        given_up = sentence("{game} was given up; there is no turn to run", game=at.name)
        raise AlreadyRun(given_up, sentence("to take that back: gm undo {game}", game=at.name))
    if at.over:
        raise AlreadyRun(sentence("{game} is over; there is no turn to run", game=at.name))
    if turn is not None and turn > at.turn:
        first = sentence("turn {turn} of {game} comes first", turn=at.turn, game=at.name)
        raise NotYet(first, line("gm run {game}", game=at.name))


def refuse_to_peek(desk: Desk, name: str) -> None:
    """A dry run would tell what is sealed."""
    at = match_of(desk, name)
    if at.blind and Seals(desk.store).any_closed(at.name, at.turn):
        blind = sentence("{game} is blind: a dry run would show what is sealed until the turn is run", game=at.name)
        raise NotYet(blind, line("gm run {game}", game=at.name))


def _refuse_what_looks_wrong(desk: Desk, at: Match, force: InForce) -> None:
    from gm.desk import guards
    from gm.desk.waiting import refuse_waiting

    for message, hint in guards.signs(desk, at):
        raise NotYet(message, sentence("{hint}, or insist: gm run {game} --now", hint=hint, game=at.name))
    refuse_waiting(desk, at)
    _refuse_missing(desk, at, force)


def _refuse_missing(desk: Desk, at: Match, force: InForce) -> None:
    missing = force.missing
    if not missing:
        return
    due = deadline(desk, at.name, at.turn)
    silent, all_of = len(missing), len(force.owed)
    who = sentence("{silent} of {all} have not ordered: {names}", silent=silent, all=all_of, names=few(missing))
    insist = sentence("wait, or insist: gm run {game} --now", game=at.name)
    if due is None:
        raise NotDue(sentence("turn {turn} has no deadline, and {who}", turn=at.turn, who=who), insist)
    if desk.now < due:
        not_due = sentence("turn {turn} is not due until {due}, and {who}", turn=at.turn, due=due, who=who)
        raise NotDue(not_due, insist)
    from gm.desk.guards import suspicious

    if suspicious(desk, at, force):
        many = sentence("suspiciously many orders are missing for turn {turn}; {who}", turn=at.turn, who=who)
        raise NotYet(many, sentence("look again; {insist}", insist=insist))


def _inputs(desk: Desk, at: Match, force: InForce) -> Json:
    """All that the turn is played from, kept with it (see replay.py)."""
    orders = {seat: slip_of(page) for seat, page in force.orders.items()}
    standing = {seat: slip_of(page) for seat, page in force.standing.items()}
    signed = at.row.settings.get("press") == "signed"
    press = {
        seat: {"text": page.press, "name": ("" if signed else page.press_name) or _signature(at, page)}
        for seat, page in press_for(desk, at, at.turn).items()
    }
    fallen = {each.page.player: [pack(remark.message) for remark in each.remarks] for each in reversed(force.fallen)}
    left = {"retired": at.retired} if at.retired else {}
    missing, of = force.wanted
    owed = {"missing": missing, "wanted": of}
    return {"orders": orders, "standing": standing, "press": press, "fallen": fallen, "owed": owed, **left}


def _opening(desk: Desk, at: Match, force: InForce) -> Json:
    """Of a blind game: when its orders were opened, and which came after that; kept with the turn, and told."""
    if not at.blind:
        return {}
    opened = Seals(desk.store).opened_at(at.name, at.turn) or desk.stamp
    late = Pages(desk.store).taken_after(at.name, at.turn, opened)
    after = [seat for seat, each in force.orders.items() if each.id in late]
    return {"opened": {"at": opened, "after": after}}


def _signature(at: Match, page: PageRow) -> str:
    """The name of whoever sat there when it came, if somebody else does now; else "", and the report knows."""
    if not at.changes:
        return ""
    then = at.sat_when(page.player, datetime.fromisoformat(page.arrived_at))
    return "" if then == at.names[page.player] else then


def slip_of(page: AnyOrder) -> Json:
    """An order as the inputs of a turn keep it."""
    return {"page": page.id, "receipt": page.receipt, "nonce": page.nonce, "canonical": page.canonical}


def _next_deadline(desk: Desk, at: Match, step: Step[Any]) -> datetime | None:
    return following(desk, at, at.turn) if at.game.pending(step.state) else None


def keep(desk: Desk, ran: Ran) -> int:
    """Inputs, events and position of a turn that has been played, and its number in the database.

    Within the caller's transaction.
    """
    at = ran.before
    kept = (ran.inputs, ran.position, ran.step.events, desk.stamp, at.game.version)
    number = desk.store.add_turn(at.name, at.turn, at.head.id, *kept)
    if ran.deadline:
        desk.store.set_deadline(at.name, at.turn + 1, ran.deadline.isoformat(), desk.stamp)
    if at.blind:
        Seals(desk.store).open(at.name, at.turn, desk.stamp)
        desk.store.note(desk.stamp, "open", at.name, f"turn {at.turn}")
    desk.store.note(desk.stamp, "run", at.name, f"turn {at.turn}")
    desk.deeds.will(sentence("turn {turn} of {game} has been run", turn=at.turn, game=at.name))
    return number


CHANGES = ("run", "undo", "redo", "correct")  # by which a game is no longer where it was
AT_LEAST = timedelta(milliseconds=50)  # between being typed and storing anything; systems round when a command began
AT_MOST = timedelta(minutes=1)  # that a command can take to start; a clock that was set back shows more


def refuse_overtaken(desk: Desk, name: str, seen: TurnRow | None = None) -> None:
    """Nobody has seen yet what became of the game while this command was on its way, or waited."""
    head, turn = desk.store.stands(name)
    changed = desk.store.last_stored(name, CHANGES)
    meanwhile = seen is not None and head != seen.id
    if desk.started and changed:
        meanwhile = meanwhile or AT_LEAST <= datetime.fromisoformat(changed) - desk.started < AT_MOST
    if meanwhile:
        now = sentence("another gm command has just been here: {game} now stands after turn {turn}",
                       game=name, turn=turn)  # fmt: skip
        raise Overtaken(now, sentence("look, and ask again if you still mean it: gm status {game}", game=name))


def undo(desk: Desk, name: str, seen: TurnRow | None = None) -> int:
    """Take the last turn back; its orders are in force again. Returns its number."""
    refuse_overtaken(desk, name, seen)
    at = match_of(desk, name)
    if at.head.parent is None:
        raise NothingToUndo(sentence("{game} has not run a turn yet", game=at.name))
    desk.store.mark_undone(at.head.id, desk.stamp)
    desk.store.set_head(at.name, at.head.parent)
    desk.store.note(desk.stamp, "undo", at.name, f"turn {at.head.turn}")
    desk.deeds.will(sentence("turn {turn} of {game} has been taken back", turn=at.head.turn, game=at.name))
    return at.head.turn


def redo(desk: Desk, name: str, seen: TurnRow | None = None) -> int:
    """Bring back the turn that was taken back last, just as it was."""
    refuse_overtaken(desk, name, seen)
    at = match_of(desk, name)
    again = desk.store.undone_after(at.head.id)
    if again is None:
        raise NothingToUndo(
            sentence(
                "no turn of {game} has been taken back that could follow turn {turn}", game=at.name, turn=at.head.turn
            )
        )
    desk.store.mark_undone(again.id, None)
    desk.store.set_head(at.name, again.id)
    _follow_extension(desk, at)
    desk.store.note(desk.stamp, "redo", at.name, f"turn {again.turn}")
    desk.deeds.will(sentence("turn {turn} of {game} stands again", turn=again.turn, game=at.name))
    return again.turn


def _follow_extension(desk: Desk, before: Match) -> None:
    """If the turn's deadline was moved while it was taken back, the next one moves along where it has to."""
    moved, next_due = following(desk, before, before.turn), deadline(desk, before.name, before.turn + 1)
    if moved and next_due and moved > next_due:
        desk.store.set_deadline(before.name, before.turn + 1, moved.isoformat(), desk.stamp)
