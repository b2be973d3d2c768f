"""Corrections: all that follows from one in the database, taken back and brought again as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gm.core import clock
from gm.core.play import Json, Seat
from gm.core.words import sentence
from gm.desk import errata
from gm.desk.amending import Amendment, kept_page, pages_for, played_before, struck
from gm.desk.deadlines import following
from gm.desk.desk import Desk, Match, deadline, match_of
from gm.desk.intake import Source
from gm.desk.publish import keep_reports, maker_of
from gm.desk.replay import Slip
from gm.desk.replaying import Aside, Replayed, line_from, replayed, stored
from gm.store.corrections import Correction, Corrections


@dataclass(frozen=True)
class Asked:
    """What the game master wants changed, as it came."""

    turn: int
    because: str
    orders: Sequence[Source] = ()
    strikes: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    rulings: Sequence[str] = ()


class TurnChanged(NamedTuple):
    """What a correction does to one turn."""

    turn: int
    changed: Mapping[Seat, Json]  # whose own numbers or fate differ: was, and is
    public: bool  # does the public report read differently, apart from the notice?
    unlike: Sequence[Seat]  # whose own report does
    aside: Sequence[Aside]


@dataclass(frozen=True)
class Corrected:
    """A correction, made or tried."""

    game: str
    turn: int
    because: str
    turns: Sequence[TurnChanged]
    void: Sequence[int]  # turns that were run, and come after the end by now
    open: int | None  # the turn that is open now, although the game had been over
    errata: Sequence[Seat]
    versions: Sequence[tuple[int, int]] = ()  # every turn that it concerns, as it was before
    posted: Sequence[Seat] = ()  # those of them for whom there is a message in the outbox
    blind: bool = False  # what the seats have is not for the game master's eyes

    def as_json(self) -> Json:
        turns = [{"turn": each.turn, "changed": list(each.changed)} for each in self.turns]
        keys = ("game", "turn", "because")
        return {key: getattr(self, key) for key in keys} | {"turns": turns, "errata": list(self.errata)}


class _OnlyTried(Exception):
    """Nothing of it is to be stored"""


def tried(desk: Desk, name: str, asked: Asked) -> Corrected:
    """What would become of it; nothing is stored."""
    done: list[Corrected] = []
    try:
        with desk.store.writing():
            done.append(correct(desk, name, asked, only_try=True))
            raise _OnlyTried
    except _OnlyTried:
        return done[0]


def correct(desk: Desk, name: str, asked: Asked, only_try: bool = False) -> Corrected:
    """Play, keep and tell the turns anew; within the caller's transaction."""
    line = line_from(desk, name, asked.turn)
    change, pages = _amendment(desk, line[0], line[1], asked)
    turns = replayed(desk, line, change)
    made = stored(desk, name, turns)
    told = [_told(desk, was, new) for was, new in zip(turns, made, strict=True)]
    seats = [seat for seat in line[0].seats if any(seat in each.unlike for each in told)]
    void = [each.head.turn for each in line[1 + len(turns) :]]
    open_now = made[-1].turn if line[-1].over and not made[-1].over else None
    before = [(each.head.turn, each.head.id) for each in line[1:]]
    result = Corrected(name, asked.turn, asked.because, told, void, open_now, seats, before, blind=line[0].blind)
    if only_try:
        return result
    for old in line[1:]:
        desk.store.mark_undone(old.head.id, desk.stamp)
    if open_now:
        _open(desk, made[-1])
    for each in made:
        keep_reports(desk, maker_of(desk, name, each.head.turn))
    number = _note(desk, line, made, change, result, pages)
    return _posted(desk, result, number)


def _posted(desk: Desk, result: Corrected, number: int) -> Corrected:
    posted = errata.post(desk, Corrections(desk.store).get(number))
    return Corrected(**{**vars(result), "posted": posted})


def _amendment(desk: Desk, before: Match, old: Match, asked: Asked) -> tuple[Amendment, list[int]]:
    """What is asked for, checked against the position before that turn; the pages in it are kept."""
    pages = pages_for(before, asked.orders)
    strikes = struck(before, old, asked.strikes)
    slips: dict[Seat, Slip] = {}
    kept: list[int] = []
    for seat, page in pages.items():
        same = played_before(old, page.reading)
        number, slips[seat] = (0, same) if same else kept_page(desk, page, old)
        kept += [number] if number else []
    stays = frozenset(seat for seat, page in pages.items() if page.reading.standing)
    return Amendment(asked.turn, asked.because, slips, stays, strikes, asked.options, asked.rulings), kept


def _told(desk: Desk, was: Replayed, new: Match) -> TurnChanged:
    return TurnChanged(was.turn, was.changed(desk), *errata.compared(desk, was.old, new), was.aside)


def _open(desk: Desk, at: Match) -> None:
    """A game that goes on longer: its next turn is due when it would have been, or as long from now."""
    later = following(desk, at, at.head.turn)
    if later and not deadline(desk, at.name, at.turn):
        span = clock.read_span(at.row.every)
        moment = later if later > desk.now else clock.later(desk.now, span, desk.zine.zone)
        desk.store.set_deadline(at.name, at.turn, moment.isoformat(), desk.stamp)


def _note(
    desk: Desk, line: Sequence[Match], made: Sequence[Match], change: Amendment, result: Corrected, pages: list[int]
) -> int:
    """What was done, for those who take it back, mail it, or tell the story; orders by whose they were alone."""
    what: dict[str, Any] = {
        "orders": list(change.orders),
        "strikes": list(change.strikes),
        "options": dict(change.options),
        "rulings": list(change.rulings),
        "pages": pages,
        "versions": [[new.head.turn, old.head.id, new.head.id] for old, new in zip(line[1:], made, strict=False)],
        "void": [[old.head.turn, old.head.id] for old in line[1 + len(made) :]],
        "unlike": {str(each.turn): list(each.unlike) for each in result.turns},
        "told": [each.turn for each in result.turns if each.public],
        "errata": list(result.errata),
    }
    heads = line[-1].head.id, made[-1].head.id
    number = Corrections(desk.store).add(result.game, result.turn, result.because, what, desk.stamp, heads)
    desk.store.note(desk.stamp, "correct", result.game, f"turn {result.turn}")
    desk.deeds.will(sentence("turn {turn} of {game} has been corrected", turn=result.turn, game=result.game))
    return number


# Taking it back


def made_last(desk: Desk, name: str) -> Correction | None:
    """The correction that was the last thing to happen to this game, if one was."""
    return Corrections(desk.store).made(match_of(desk, name).head.id)


def undone_last(desk: Desk, name: str) -> Correction | None:
    """The correction that was taken back last, if it could be brought again."""
    return Corrections(desk.store).undone(match_of(desk, name).head.id)


def take_back(desk: Desk, correction: Correction) -> list[str]:
    """All of it: the versions of before stand again. Answers with those who have been mailed meanwhile, or may have."""
    _switch(desk, correction, correction.old_head, undone=True)
    desk.store.note(desk.stamp, "undo", correction.game, f"correction of turn {correction.turn}")
    values = {"turn": correction.turn, "game": correction.game}
    desk.deeds.will(sentence("the correction of turn {turn} of {game} has been taken back", **values))
    return errata.recall(desk, correction)


def bring_again(desk: Desk, correction: Correction) -> list[Seat]:
    """As it was, with its errata."""
    _switch(desk, correction, correction.new_head, undone=False)
    desk.store.note(desk.stamp, "redo", correction.game, f"correction of turn {correction.turn}")
    values = {"turn": correction.turn, "game": correction.game}
    desk.deeds.will(sentence("the correction of turn {turn} of {game} stands again", **values))
    return errata.post(desk, correction)


def _switch(desk: Desk, correction: Correction, head: int, undone: bool) -> None:
    what, store = correction.what, desk.store
    for _, old, new in what["versions"]:
        store.mark_undone(old, None if undone else desk.stamp)
        store.mark_undone(new, desk.stamp if undone else None)
    for _, old in what["void"]:
        store.mark_undone(old, None if undone else desk.stamp)
    for page in what["pages"]:
        store.settle(page, "withdrawn" if undone else "taken")
    store.set_head(correction.game, head)
    Corrections(store).mark(correction.id, desk.stamp if undone else None)
