"""The draw of a season's next round: made from what is stored, looked at, and then stored with the games it begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from gm.core.names import did_you_mean, find
from gm.core.play import Json
from gm.core.problems import GmError
from gm.core.words import counted, sentence
from gm.desk.desk import Desk
from gm.desk.rollcalls import flaws_of, league_call, roll_call
from gm.desk.seasons import Round, Running, Tournament, open_season, seated
from gm.desk.staging import STAGES, is_final, stage_call
from gm.desk.succession import last_year
from gm.season.draw import Draw, Pair, draw
from gm.season.league import Moves, moves, ride
from gm.season.progress import StageCall, is_staged, staged
from gm.season.results import Player
from gm.season.rollcall import RollCall
from gm.season.search import Watch
from gm.store.seasons import DrawRow, Seasons

LONGEST_WORD = 64
_LISTED = 12  # games that are named one by one


class CannotDraw(GmError):
    """The next round cannot be drawn as things are"""


class Wish(NamedTuple):
    """What was asked for beside the next round."""

    word: str = ""  # what somebody called out after the roll call was read
    ahead: bool = False  # all rounds that are left
    swaps: Sequence[tuple[str, str]] = ()
    now: bool = False  # while games are running


class Flaws(NamedTuple):
    """What is not ideal in a round."""

    again: Sequence[Pair]  # who meets again
    apart: Sequence[Pair]  # who was to be kept apart
    same_seat: Sequence[Player]  # who sits where they sat


@dataclass(frozen=True)
class Drawing:
    """A draw that does not stand yet; or one that does, of which the next round is to begin."""

    at: Tournament
    call: RollCall | StageCall
    drawn: Draw
    attempt: int
    secret: str
    by_hand: Sequence[tuple[Player, Player]] = ()
    insisted: bool = False
    stands: bool = False
    begins: int = 0  # the round whose games are started with it

    @cached_property
    def rounds(self) -> list[Round]:
        """Who sits where, after all swaps: those are of the first round."""
        swaps = [self.by_hand, *([()] * len(self.drawn.rounds))]
        return [seated(each.as_json(), swap) for each, swap in zip(self.drawn.rounds, swaps, strict=False)]

    @property
    def chosen(self) -> bool:
        """S15: do people choose their seats themselves, and have not yet?"""
        return isinstance(self.call, StageCall) and bool(self.call.shape.get("choice")) and not self.by_hand

    @property
    def rows(self) -> list[DrawRow]:
        """To be kept, a round each."""
        binding, swaps = self.at.file.binding, [list(pair) for pair in self.by_hand]
        return [
            DrawRow(
                each.round, self.attempt, self.secret, self.call.word, self.call.as_json(), each.as_json(),
                swaps if each.round == self.call.round else [], int(self.insisted), binding,
            )
            for each in self.drawn.rounds
        ]  # fmt: skip

    def flaws(self, position: int) -> Flaws:
        """Of one of its rounds."""
        each = self.drawn.rounds[position]
        if position or not self.by_hand or isinstance(self.call, StageCall):
            return Flaws(each.again, each.apart, each.same_seat)
        tables = self.rounds[0].tables
        had = {player: caller.seats for player, caller in self.call.players.items()}
        same = [who for seats in tables.values() for seat, who in enumerate(seats, start=1) if had[who].get(seat)]
        again, apart = flaws_of(self.call, tables)
        return Flaws(again, apart, sorted(same))

    @property
    def moves(self) -> Moves | None:
        """Who changed divisions since last year, if this draw decides it."""
        call = self.call
        return moves(call, self.secret) if isinstance(call, RollCall) and call.divisions else None

    def as_json(self) -> Json:
        """As scripts read it: the draw as it fell, what it rests on, and what was done to it by hand."""
        return {
            **self.drawn.as_json(),
            "secret": self.secret,
            "rests_on": self.call.as_json(),
            "attempt": self.attempt,
            "by_hand": [list(pair) for pair in self.by_hand],
        }


def propose(desk: Desk, name: str, wish: Wish, watch: Watch) -> Drawing:
    """The next round, drawn; nothing is stored. One that was drawn ahead begins as it is."""
    at = open_season(desk, name)
    refuse_changed(at)
    known = to_begin(at)
    if known:
        _refuse_wishes(at, wish, known)
        return _drawn_ahead(at, known, watch)
    _refuse_none_left(at)
    waits = is_final(at) or not (at.file.by_lot or wish.ahead or at.file.format == "league")
    if waits and not wish.now:
        refuse_running(at)
    call = call_of(desk, at, wish)
    secret = at.secret(call.round)
    drawn = _made(at, call, secret, watch)
    if not drawn.rounds:
        raise CannotDraw(
            counted(
                "{n} is in, and there is no table for so few",
                "{n} are in, and there are no tables for so many",
                len(call.players),
            ),
            sentence(
                "change tables in the season's file, or let others enter: gm enter {season} PLAYER", season=at.name
            ),
        )
    attempt = _next_attempt(desk, at, drawn)
    there = Drawing(at, call, drawn, attempt, secret).rounds[0]
    insisted = bool(wish.now and at.running and waits)
    return Drawing(at, call, drawn, attempt, secret, _swaps(at, there, wish.swaps), insisted, begins=call.round)


def _next_attempt(desk: Desk, at: Tournament, drawn: Draw) -> int:
    """A number that none of these rounds had: some of them may have been drawn more often than others."""
    kept = Seasons(desk.store)
    before = (row.attempt for each in drawn.rounds for row in kept.attempts(at.name, each.round))
    return max(before, default=0) + 1


def _made(at: Tournament, call: RollCall | StageCall, secret: str, watch: Watch) -> Draw:
    if isinstance(call, StageCall):
        return staged(call, secret)
    return ride(call, secret) if at.file.format == "league" else draw(call, secret, watch)


def call_of(desk: Desk, at: Tournament, wish: Wish) -> RollCall | StageCall:
    """All that the draw rests on, as things are now."""
    number, word = at.next_round, _word(wish.word)
    if at.file.format in STAGES or is_final(at):
        if wish.ahead:
            raise CannotDraw(sentence("who plays in the next rounds is not known yet: there is nothing to draw ahead"))
        return stage_call(desk, at, word, _ratings(desk, at, number) if at.file.by_rating and number == 1 else {})
    if at.file.format == "league":
        if wish.ahead:
            raise CannotDraw(sentence("in a league everybody rides every race: there is nothing to draw ahead"))
        return league_call(at, number, word, last_year(desk, at))
    assert at.file.tables
    by_lot = at.file.by_lot or wish.ahead
    points = {} if by_lot else {line.player: line.points for line in at.table}
    if number == 1 and at.file.by_rating and not by_lot:
        points = _ratings(desk, at, number)
    return roll_call(at, number, points, by_lot, at.file.tables, word)


def _ratings(desk: Desk, at: Tournament, number: int) -> dict[Player, Fraction]:
    from gm.desk.ratings import AT_THE_TABLE, seeds

    rules = at.file.game.name if at.file.game else AT_THE_TABLE
    return {player: Fraction(rating) for player, rating in seeds(desk, rules, at.who_is_in(number)).items()}


def to_begin(at: Tournament) -> int:
    """The first round that is drawn, and whose games have not been started; 0 if there is none."""
    if at.file.game is None:
        return 0
    begun = {number for number, _ in at.games}
    return next((number for number in sorted(at.rounds) if number not in begun), 0)


def _drawn_ahead(at: Tournament, number: int, watch: Watch) -> Drawing:
    """The draw that a round belongs to, made again from what it rests on."""
    row = next(row for row in at.draws if row.round == number)
    call = StageCall.of(row.rests_on) if is_staged(row.rests_on) else RollCall.of(row.rests_on)
    drawn = _made(at, call, row.secret, watch)
    one = Draw(drawn.seed, drawn.price, [each for each in drawn.rounds if each.round == number])
    pairs = [(str(one), str(other)) for one, other in row.by_hand]
    return Drawing(at, call, one, row.attempt, row.secret, pairs, bool(row.insisted), stands=True, begins=number)


# What speaks against it


def refuse_changed(at: Tournament) -> None:
    """What rounds rest on that are drawn cannot be changed any more."""
    now, file = at.file.binding, f"seasons/{at.name}.yaml"
    hint = sentence("put it back as it was, or take the draw back: gm undo {season}", season=at.name)
    for row in at.draws:
        changed = [key for key, value in (row.file or {}).items() if now.get(key) != value]
        if changed:
            values = {"key": changed[0], "round": row.round, "file": file}
            message = sentence("{key} has been changed in {file}, and round {round} is drawn already", **values)
            raise CannotDraw(message, hint)
    _refuse_moved(at, hint)
    last = max(at.rounds, default=0)
    if last > at.file.last_round > 0:
        values = {"last": at.file.last_round, "round": last, "file": file}
        message = sentence("{file} has {last} rounds, and round {round} is drawn already", **values)
        raise CannotDraw(message, hint)


def _refuse_moved(at: Tournament, hint: str) -> None:
    """Nobody changes divisions between two races."""
    riding = {each.player: each.division for each in at.entrants} if at.file.divisions and at.draws else {}
    for entry in at.file.entrants:
        if entry.division and riding.get(entry.player, entry.division) != entry.division:
            values = {"player": entry.player, "division": riding[entry.player], "file": f"seasons/{at.name}.yaml"}
            message = sentence("{file} moves {player}, who has ridden in division {division}", **values)
            raise CannotDraw(message, hint)


def _refuse_none_left(at: Tournament) -> None:
    left = [name for number, name in enumerate(at.file.races, start=1) if (number, 1) not in at.games]
    if at.file.races and (left or not at.file.final):
        message = sentence("the races of {season} are games of their own, and nothing is drawn", season=at.name)
        raise CannotDraw(message, sentence("start the next one: gm start {game}", game=left[0]) if left else "")
    if at.all_drawn:
        raise CannotDraw(
            counted(
                "the one round of {season} is drawn",
                "all {n} rounds of {season} are drawn",
                at.next_round - 1,
                season=at.name,
            )
        )


def refuse_running(at: Tournament) -> None:
    """S12: by score a round waits until all before it are played."""
    if not at.running:
        return
    games = [each.game for each in at.running if each.game]
    hint = sentence("run them: gm run {season}; or draw all the same, with --now", season=at.name)
    if games:
        shown = games[:_LISTED] + (["…"] if len(games) > _LISTED else [])
        running = counted(
            "a game of {season} is still running: {games}",
            "{n} games of {season} are still running: {games}",
            len(games),
            season=at.name,
            games=shown,
        )
        raise CannotDraw(running, hint)
    tables = [_table(each) for each in at.running[:_LISTED]]
    waiting = counted(
        "a table of {season} has no result yet: {tables}",
        "{n} tables of {season} have no result yet: {tables}",
        len(at.running),
        season=at.name,
        tables=tables,
    )
    raise CannotDraw(waiting, sentence("key them: gm key {season}; or draw all the same, with --now", season=at.name))


def _table(each: Running) -> str:
    return sentence("round {round}, table {table}", round=each.round, table=each.number)


def _refuse_wishes(at: Tournament, wish: Wish, number: int) -> None:
    """A round that was drawn ahead begins as it was drawn."""
    if wish.swaps or wish.word or wish.ahead:
        message = sentence(
            "round {round} of {season} is drawn already, and begins as it was drawn", round=number, season=at.name
        )
        raise CannotDraw(message, sentence("to draw again, take the draw back first: gm undo {season}", season=at.name))


# What was wished


def _word(raw: str) -> str:
    word = " ".join(raw.split())
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise CannotDraw(sentence("a word is one line of at most {most} letters", most=LONGEST_WORD))
    return word


def _swaps(at: Tournament, there: Round, swaps: Sequence[tuple[str, str]]) -> list[tuple[Player, Player]]:
    drawn = [*(player for seats in there.tables.values() for player in seats), *there.out]
    called = {at.names[player]: player for player in drawn} | {player: player for player in drawn}
    found = []
    for pair in swaps:
        one, other = (_called(name, called) for name in pair)
        if one == other:
            raise CannotDraw(sentence("{player} cannot be swapped with the same player", player=one))
        found.append((one, other))
    return found


def _called(name: str, called: Mapping[str, Player]) -> Player:
    found = find(name, called)
    if found is None:
        raise CannotDraw(sentence("{name} is not in this round", name=name), did_you_mean(name, called))
    return called[found]
