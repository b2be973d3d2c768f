"""Who comes and goes in a season: late entries, withdrawals, returns, and strangers at the door."""

from collections.abc import Sequence
from typing import NamedTuple

from gm.core.names import address, did_you_mean, find, fold, nearest
from gm.core.problems import GmError, printable
from gm.core.words import sentence
from gm.desk.desk import Desk
from gm.desk.seasons import Tournament, open_season
from gm.pages.zine import RESERVED
from gm.store.seasons import Entering, EntryRow, Seasons

LONGEST_NAME, LONGEST_ID, LONGEST_WORD = 60, 30, 64


class NotEntered(GmError):
    """It cannot be so"""


class Wish(NamedTuple):
    """What is asked for, for everybody alike."""

    what: Entering = "in"
    now: bool = False  # at a table that is drawn, and has not begun
    horse: str = ""
    lucky_word: str = ""


class Entered(NamedTuple):
    """What became of one of them."""

    player: str
    name: str
    what: str  # in, out, back; "" if nothing was changed
    round: int  # from which on
    table: int | None = None
    guest: bool = False  # players.yaml does not know them
    like: str = ""  # somebody whose name looks much like theirs
    standing: str = ""  # as they are already, if nothing was changed


def enter(desk: Desk, season: str, names: Sequence[str], wish: Wish) -> list[Entered]:
    """All of them or nobody; within the caller's transaction."""
    done: list[Entered] = []
    for name in names:
        at = open_season(desk, season)  # anew each time: a name may be there twice, and tables fill
        done.append(_one(desk, at, name, wish))
    told = [each for each in done if each.what]
    for each in told:
        desk.store.note(desk.stamp, "enter", at.name, _noted(each))
    if told:
        desk.deeds.will(sentence("the entries of {season} have been changed", season=at.name))
    else:
        desk.deeds.will("")
    return done


def _noted(each: Entered) -> str:
    seat = f" table {each.table}" if each.table else ""
    return f"{each.player} {each.what} from round {each.round}{seat}"


def _one(desk: Desk, at: Tournament, given: str, wish: Wish) -> Entered:
    player, name = _known(desk, at, given)
    if player is None:
        if wish.what != "in":
            nobody = sentence("nobody called {name} is entered in {season}", name=name, season=at.name)
            raise NotEntered(nobody, did_you_mean(name, at.entries))
        return _add(desk, at, _new_id(desk, name), name, wish, nearest(name, [*at.entries, *desk.zine.players]) or "")
    is_in = at.is_in(player, at.next_round)
    if wish.what == "out":
        return _leave(desk, at, player, is_in)
    ever = player in at.entries
    if wish.what == "back" and not ever:
        never = sentence("{player} was never entered in {season}", player=player, season=at.name)
        raise NotEntered(never, sentence("enter them: gm enter {season} {player}", season=at.name, player=player))
    if is_in:
        return _again(desk, at, player, wish)
    return _add(desk, at, player, None, wish, "", back=ever)


def _known(desk: Desk, at: Tournament, given: str) -> tuple[str | None, str]:
    """The player who is meant: by id, or by name."""
    name = " ".join(printable(given).split())
    if not fold(name) or len(name) > LONGEST_NAME:
        raise NotEntered(sentence("{name} is no name", name=repr(given[:LONGEST_NAME])), "")
    found = find(name, desk.zine.ids) or find(name, at.entries)
    if found is None:
        called = [each.id for each in desk.zine.players.values() if fold(each.name) == fold(name)]
        if len(called) > 1:
            many = sentence("several players are called {name}", name=name)
            raise NotEntered(many, sentence("say which: {names}", names=called))
        found = called[0] if called else None
    return found, name


def _new_id(desk: Desk, name: str) -> str:
    """A guest's, made from the name; never somebody else's, nor a word that means something else."""
    first = address(name)[:LONGEST_ID]
    first = first if fold(first) not in RESERVED else f"{first}-guest"
    taken = {fold(each) for each in desk.zine.ids}
    return next(each for n in range(1, 1000) if fold(each := first if n == 1 else f"{first}-{n}") not in taken)


def _leave(desk: Desk, at: Tournament, player: str, is_in: bool) -> Entered:
    name = at.names.get(player, player)
    if not is_in:
        standing = sentence("{player} is not in {season}; nothing was changed.", player=player, season=at.name)
        return Entered(player, name, "", at.next_round, standing=standing)
    Seasons(desk.store).add_entry(at.name, EntryRow(player, "out", at.next_round), desk.stamp)
    return Entered(player, name, "out", at.next_round)


def _again(desk: Desk, at: Tournament, player: str, wish: Wish) -> Entered:
    """Who is in already can have a horse or a lucky word of another name, if it was said at the door."""
    entry, name = at.entries[player], at.names.get(player, player)
    new = {key: value for key, value in (("horse", wish.horse), ("lucky_word", wish.lucky_word)) if value}
    if all(getattr(entry, key) == value for key, value in new.items()):
        standing = sentence("{player} is in {season} already; nothing was changed.", player=player, season=at.name)
        return Entered(player, name, "", at.next_round, standing=standing)
    rows = [row for row in at.comings if row.player == player and row.what == "in"]
    if any(each.player == player for each in at.file.entrants) or not rows:
        listed = sentence("{player} is entered in seasons/{season}.yaml", player=player, season=at.name)
        raise NotEntered(listed, sentence("write {keys} there", keys=[*new]))
    kept = Seasons(desk.store)
    kept.supersede_entries(rows[-1:], desk.stamp)
    kept.add_entry(at.name, EntryRow(**(rows[-1]._asdict() | new)), desk.stamp)
    return Entered(player, name, "in", rows[-1].round, rows[-1].seat_at)


def _add(
    desk: Desk, at: Tournament, player: str, guest: str | None, wish: Wish, like: str, back: bool = False
) -> Entered:
    _refuse_wishes(at, wish)
    what: Entering = "back" if back else "in"
    round, table = (at.next_round - 1, _table_now(at)) if wish.now else (_round(at, back), None)
    row = EntryRow(player, what, round, guest, table, wish.horse or None, wish.lucky_word or None)
    Seasons(desk.store).add_entry(at.name, row, desk.stamp)
    known = guest or (desk.zine.players[player].name if player in desk.zine.players else player)
    return Entered(player, known, what, round, table, bool(guest), like if fold(like) != fold(player) else "")


def _refuse_wishes(at: Tournament, wish: Wish) -> None:
    if wish.horse and not (at.file.game and at.file.game.entry):
        raise NotEntered(sentence("nobody enters anything in {season}", season=at.name), sentence("leave --horse out"))
    if len(wish.lucky_word) > LONGEST_WORD or "\n" in wish.lucky_word:
        long = sentence("a lucky word is one line of at most {most} letters", most=LONGEST_WORD)
        raise NotEntered(long, sentence("shorten it"))


def _round(at: Tournament, back: bool) -> int:
    """The next that is drawn; unless there is none, or only those who go on play in it.

    Who comes back before a final has their place in the table still, and may be in it.
    """
    round = at.next_round
    if back and round == at.season.final:
        return round
    drawn = round > 1 and at.file.format in ("heats", "knockout")
    if drawn or (at.file.rounds and round > at.file.rounds):
        message = sentence("nobody can come into {season} any more: its rounds are drawn", season=at.name)
        if drawn:
            message = sentence("nobody can come into {season} any more: only those who go on play in the next round",
                               season=at.name)  # fmt: skip
        hint = sentence("--now seats them in the round that is drawn, at a table that has not begun")
        raise NotEntered(message, _drawn_again(at) if at.file.game else hint)
    return round


def _drawn_again(at: Tournament) -> str:
    """Games that are dealt have their players; but the draw can be taken back, and next time they are in it."""
    back = sentence("until a turn has been run, gm undo {season} takes the draw back: then enter them and draw again",
                    season=at.name)  # fmt: skip
    if at.all_drawn or at.file.format in ("heats", "knockout"):
        return back
    return sentence("leave --now out: they are in from the next round on; {or_else}", or_else=back)


def _table_now(at: Tournament) -> int:
    """S6: the smallest table that has not begun and has room, of equals the one with the lowest number."""
    last = at.rounds.get(at.next_round - 1)
    if last is None:
        none = sentence("no round of {season} is drawn", season=at.name)
        raise NotEntered(none, sentence("leave --now out: they are in from the first round on"))
    if last.number == at.season.final:
        raise NotEntered(sentence("only those who are drawn for it play in the final of {season}", season=at.name))
    if at.file.game:
        dealt = sentence("the games of round {round} are dealt already", round=last.number)
        raise NotEntered(dealt, _drawn_again(at))
    most = at.file.tables.most if at.file.tables else at.file.heats[last.number - 1].of if at.file.heats else 0
    waiting = {each.number for each in at.running if each.round == last.number and each.game is None}
    room = {table: len(last.tables[table]) for table in waiting if table in last.tables}
    free = {table: many for table, many in room.items() if not most or many < most}
    if not free:
        none = sentence("no table of round {round} has room and has not begun", round=last.number)
        raise NotEntered(none, sentence("leave --now out: they are in from the next round on"))
    return min(free, key=lambda table: (free[table], table))
