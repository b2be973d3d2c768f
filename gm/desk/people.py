"""People change: a stand-in in the same seat, a player who leaves, a game given up, a new address, a new token.

All of it happens within the caller's transaction. A seat's id never changes, and what was published stays as it was.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gm.core import codec
from gm.core.names import did_you_mean, find
from gm.core.play import Seat
from gm.core.problems import GmError
from gm.core.words import sentence
from gm.desk.counting import orders_for, standing_for
from gm.desk.desk import Desk, Match, games_of, match_of
from gm.desk.mailing import keep_back, refuse_leaving, write_to
from gm.desk.outcome import line
from gm.desk.post import make_tokens, new_token
from gm.desk.publish import seat_of_reader
from gm.desk.speaking import inputs_with_notes
from gm.desk.turns import AlreadyRun
from gm.mail.compose import redirected
from gm.pages.zine import Zine
from gm.store.outbox import Outbox, OutRow
from gm.store.people import Change, Kind, People

LONGEST_REASON = 500
_ADDRESS = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[\w-]+(\.[\w-]+)+", re.ASCII)


class NoSuchPlayer(GmError):
    """Nobody of that id is in players.yaml"""


class NoChange(GmError):
    """It is so already, or it cannot be so"""


class HandedOver(NamedTuple):
    """What became of a seat that somebody else has now."""

    turn: int  # the last that was run: its report is made anew for the new player
    seat: Seat
    before: str
    after: str
    inherits: bool  # an order for the open turn is on file
    written: bool  # the last report is in the outbox for them
    left: Sequence[str]  # whom that report went to before


# Stand-ins


def hand_over(desk: Desk, name: str, who: str, by: str, because: str) -> HandedOver:
    """Somebody else sits there from now on: what is the seat's is theirs, orders on file too, and nobody else's."""
    at = _running(desk, name)
    seat, other = seat_of_reader(at, who), player_called(desk, by)
    before, messages = at.players[seat], Outbox(desk.store).about(at.name, seat)
    _refuse_seat(at, seat, other)
    refuse_leaving(desk, messages)
    _note(desk, at, seat, "replace", other, because)
    make_tokens(desk, other)
    left = [row.player for row in keep_back(desk, messages) if row.turn_id == at.head.id]
    written = write_to(desk, at.name, seat)
    inherits = seat in {**orders_for(desk, at, at.turn, seat).orders, **standing_for(desk, at, at.turn, seat)}
    return HandedOver(at.head.turn, seat, before, other, inherits, written, left)


def _refuse_seat(at: Match, seat: Seat, other: str) -> None:
    values = {"player": other, "game": at.name, "seat": seat}
    if at.players[seat] == other:
        back = line("gm retire {game} {seat} --back", **values) if seat in at.retired else ""
        raise NoChange(sentence("{player} has that seat in {game} already", **values), back)
    if not at.game.several and other in at.players.values():
        alone = sentence("by its rules everybody has one seat at most")
        raise NoChange(sentence("{player} plays in {game} already", **values), alone)


# Leaving


def retire(desk: Desk, name: str, who: str, because: str) -> tuple[Seat, int]:
    """Nobody is awaited there from the open turn on: the rules play the seat. Answers with it, and with the turn."""
    at = _running(desk, name)
    seat = seat_of_reader(at, who)
    if seat in at.retired:
        gone = sentence("{seat} has been left in {game} already", seat=seat, game=at.name)
        raise NoChange(gone, line("gm retire {game} {seat} --back", game=at.name, seat=seat))
    _note(desk, at, seat, "retire", "", because)
    return seat, at.turn


def come_back(desk: Desk, name: str, who: str, because: str) -> tuple[Seat, int]:
    """Whoever left plays on, unless the game has gone on without that seat."""
    at = _running(desk, name)
    seat = seat_of_reader(at, who)
    values = {"seat": seat, "game": at.name, "turn": at.head.turn}
    if seat not in at.retired:
        raise NoChange(sentence("{seat} has not been left in {game}", **values))
    if seat in at.head.inputs.get("retired", []) and not at.game.agenda(at.state, seat, at.turn):
        out = sentence("{seat} is out of {game}, and turn {turn} was played without", **values)
        raise NoChange(out, sentence("to take it back: gm undo {game}", game=at.name))
    _note(desk, at, seat, "return", at.players[seat], because)
    return seat, at.turn


def close(desk: Desk, name: str, because: str) -> int:
    """The game is given up: a last turn says so, in which nothing is played. Answers with its number."""
    at = _running(desk, name)
    position = codec.by_column(at.game.state, at.state)
    inputs = {"closed": _reason(because)} | inputs_with_notes(desk, at)
    desk.store.add_turn(at.name, at.turn, at.head.id, inputs, position, [], desk.stamp, at.game.version)
    desk.store.note(desk.stamp, "close", at.name, f"turn {at.turn}: {because}")
    desk.deeds.will(sentence("{game} is given up", game=at.name))
    return at.turn


def _running(desk: Desk, name: str) -> Match:
    at = match_of(desk, name)
    if at.over:
        raise AlreadyRun(sentence("{game} is over; nothing changes in it any more", game=at.name))
    return at


def _note(desk: Desk, at: Match, seat: Seat, kind: Kind, after: str, because: str) -> None:
    name = desk.zine.players[after].name if after in desk.zine.players else after
    change = Change(at.name, at.turn, seat, kind, at.players[seat], after, name, _reason(because), desk.stamp)
    People(desk.store).add(change)
    desk.store.note(desk.stamp, kind, at.name, f"turn {at.turn}, {seat}: {change.before} -> {after}")
    desk.deeds.will(_said(at.name, seat, kind, name))


def _said(game: str, seat: Seat, kind: Kind, after: str) -> str:
    if kind == "replace":
        return sentence("{player} now has the seat {seat} in {game}", player=after, seat=seat, game=game)
    if kind == "retire":
        return sentence("the seat {seat} in {game} is left", seat=seat, game=game)
    return sentence("the seat {seat} in {game} is played again", seat=seat, game=game)


def _reason(because: str) -> str:
    """A line that can be printed."""
    text = " ".join("".join(char if char.isprintable() else " " for char in because).split())
    if len(text) > LONGEST_REASON:
        long = sentence("a reason has at most {most} letters, and this has {many}", most=LONGEST_REASON, many=len(text))
        raise NoChange(long, sentence("shorten it"))
    return text


# Addresses and tokens


class Moved(NamedTuple):
    """A player's new address."""

    player: str
    old: str  # "" if there was none
    counting: Sequence[str]  # all that count from now on, the new one first
    forwarded: Sequence[tuple[OutRow, bytes]]  # messages that waited, as they were


def move(desk: Desk, who: str, address: str) -> Moved:
    """A new address in the first one's place; what waits in the outbox goes there, too."""
    player = player_called(desk, who)
    if not is_address(address):
        no_address = sentence("{address} is no address for mail", address=repr(address))
        raise NoChange(no_address, sentence("write one such as {example}", example="alice@example.org"))
    in_file = replace(desk.zine, moved={}).players[player].mail
    old = next(iter(_now(desk).players[player].mail), "")
    if old == address:
        raise NoChange(sentence("{address} is the address of {player} already", address=address, player=player))
    People(desk.store).move(player, address, in_file, desk.stamp)
    desk.store.note(desk.stamp, "address", "", player)
    for game in games_of(desk, player):
        desk.store.note(desk.stamp, "address", game, player)
    desk.deeds.will(sentence("the address of {player} is now {address}", player=player, address=address))
    return Moved(player, old, _now(desk).players[player].mail, _forward(desk, player, old, address))


def is_address(text: str) -> bool:
    return bool(_ADDRESS.fullmatch(text)) and len(text) <= 254


def _now(desk: Desk) -> Zine:
    """With all addresses that are noted by now, also by another command."""
    return replace(desk.zine, moved=People(desk.store).moved())


def _forward(desk: Desk, player: str, old: str, new: str) -> list[tuple[OutRow, bytes]]:
    """What waits in the outbox goes to the new address; of what is sealed, only the envelope says so."""
    box = Outbox(desk.store)
    rows = [row for row in box.in_state("ready") if row.player == player and row.address == old.casefold()]
    before = [(row, box.content(row.id)) for row in rows]
    for row, content in before:
        box.redirect(row.id, new.casefold(), None if row.sealed else redirected(content, new))
    return [(row, content) for row, content in before if not row.sealed]


def renew_token(desk: Desk, who: str) -> tuple[str, str]:
    """The old one is dead at once; answers with the player, and the new one."""
    player = player_called(desk, who)
    People(desk.store).renew_token(player, new_token())
    desk.store.note(desk.stamp, "token", "", player)
    desk.deeds.will(sentence("{player} has a new token, and the old one is dead", player=player))
    return player, desk.store.token(player)


def player_called(desk: Desk, who: str) -> str:
    player = find(who, desk.zine.ids)
    if player is None:
        nobody = sentence("there is no player called {name}", name=who)
        add = sentence("add the player to players.yaml first")
        raise NoSuchPlayer(nobody, did_you_mean(who, desk.zine.players, add))
    return player


def others_at(desk: Desk, player: str, address: str) -> list[str]:
    """Who else has that address."""
    theirs = ((each.id, [mail.casefold() for mail in each.mail]) for each in _now(desk).players.values())
    return [other for other, mails in theirs if other != player and address.casefold() in mails]
