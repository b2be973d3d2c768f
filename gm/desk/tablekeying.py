"""Results of tables that are played in a room, keyed a line each; within the caller's transaction."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from gm.core.names import fold
from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.calling import Entrants, Listed, WhoIsThat
from gm.desk.desk import Desk, Match, match_of
from gm.desk.entering import Entered, Wish, enter
from gm.desk.keying import NotKeyed, missing
from gm.desk.seasons import Tournament
from gm.season.points import places
from gm.season.results import Player
from gm.season.tableline import NO_SHOW, WALK_OVER, Came, Piece, follow, number, pieces
from gm.store.seasons import EntryRow, ResultRow, Seasons

Wanted = Literal["result", "enter", "leave", "order", "again", "back", "missing", "nothing"]
_COMMANDS: Mapping[str, Wanted] = {"u": "back", "?": "missing"}
_SIGNS: Mapping[str, Wanted] = {"=": "again", "+": "enter", "-": "leave"}
_TABLE = re.compile(r"(?:r0*([1-9][0-9]{0,2})\s*)?t0*([1-9][0-9]{0,2})(?:\s+(.*))?", re.ASCII | re.IGNORECASE)


def understood(typed: str) -> tuple[Wanted, str]:
    """What a line for a season wants, and what it says beside that.

    >>> understood("t3 dan 1"), understood("r2 t3 dan 1")[0], understood("+ Zoe Quick"), understood(".t3 22 15")
    (('result', 't3 dan 1'), 'result', ('enter', 'Zoe Quick'), ('order', 't3 22 15'))
    """
    text = " ".join(typed.split())
    if text[:1] == ".":
        return "order", text[1:].strip() or "."
    if text[:1] in _SIGNS:
        said = text[1:].strip()
        return (_SIGNS[text[0]], said) if text[0] != "=" or _TABLE.fullmatch(said) else ("order", text)
    if fold(text) in _COMMANDS:
        return _COMMANDS[fold(text)], ""
    if _TABLE.fullmatch(text):
        return "result", text
    return ("order" if text else "nothing"), text


def names_round(text: str) -> bool:
    """Does a line say for itself which round it means, or none at all?"""
    found = _TABLE.fullmatch(text)
    return found is None or found[1] is not None


def game_of_line(desk: Desk, at: Tournament, text: str) -> str:
    """The game in which whoever orders sits."""
    found = [name for name in _running(at) if _names_one(match_of(desk, name), text.lstrip("= "))]
    if len(found) == 1:
        return found[0]
    if found:
        several = sentence("that could be meant for {games}", games=found)
        raise NotKeyed(several, sentence("write more of the name, or the tag"))
    message = sentence("it is not clear which table is meant")
    raise NotKeyed(message, sentence("t3 dan 1 zoe 2 is a result, + Zoe Quick comes, - bob leaves"))


def _names_one(at: Match, text: str) -> bool:
    try:
        Entrants.of(at).meant(text)
    except WhoIsThat:
        return False
    return True


def _running(at: Tournament) -> list[str]:
    """The games that gm runs."""
    return [each.game for each in at.running if each.game]


def orders_wanted(desk: Desk, at: Tournament) -> dict[str, list[Listed]]:
    """Of the games that gm runs, whose orders are missing."""
    found = {name: missing(desk, match_of(desk, name)) for name in _running(at)}
    return {name: people for name, people in found.items() if people}


class Table(NamedTuple):
    """One that was drawn, and who sits there."""

    round: int
    number: int
    people: Sequence[Listed]


class KeyedTable(NamedTuple):
    """What a line says of a table, and what counted for it before."""

    table: Table
    result: Json
    before: ResultRow | None

    @property
    def same(self) -> bool:
        """Does it say what counts? A score that is left out is not asked about."""
        return self.before is not None and _alike(self.result, self.before.result)


def _alike(typed: Json, kept: Json) -> bool:
    return bool(typed["places"] == kept["places"]) and all(
        kept.get("scores", {}).get(player) == score for player, score in typed["scores"].items()
    )


def open_round(at: Tournament) -> int:
    """The one whose tables are keyed: the first of which results are wanted, or else the last that is drawn."""
    wanted = [each.round for each in at.running if each.game is None]
    return min(wanted, default=max(at.rounds, default=0))


def wanted(at: Tournament) -> list[Table]:
    """Of which tables of that round the result is not known."""
    round = open_round(at)
    open = [each for each in at.running if each.round == round and each.game is None]
    return [table_of(at, each.round, each.number) for each in open]


def listed(at: Tournament) -> dict[Player, Listed]:
    """Everybody with a number for their tag: as the season's file has them, then as they came."""
    line = dict.fromkeys([*(entry.player for entry in at.file.entrants), *(each.player for each in at.comings)])
    line |= dict.fromkeys(sorted(at.names))
    names = {player: at.names.get(player, player) for player in line}
    return {player: Listed(player, n, player, names[player], player) for n, player in enumerate(line, start=1)}


def table_of(at: Tournament, round: int, number: int) -> Table:
    known, tables = listed(at), at.rounds[round].tables if round in at.rounds else {}
    if not tables:
        values = {"round": round or 1, "season": at.name}
        hint = sentence("draw it: gm draw {season}", season=at.name)
        raise NotKeyed(sentence("round {round} of {season} is not drawn", **values), hint)
    if number not in tables:
        none = sentence("round {round} has no table {table}", round=round, table=number)
        raise NotKeyed(none, sentence("there are tables {tables}", tables=[str(each) for each in sorted(tables)]))
    return Table(round, number, [known[player] for player in tables[number]])


def read_result(desk: Desk, at: Tournament, typed: str) -> KeyedTable:
    """What a line says, checked against who sits there; or a refusal."""
    found = _TABLE.fullmatch(typed)
    if not found:
        raise NotKeyed(sentence("this names no table"), sentence("write t3, and then everybody with their place"))
    table = table_of(at, int(found[1] or 0) or open_round(at), int(found[2]))
    _refuse_settled(desk, at, table)
    said = pieces(found[3] or "")
    if not said:
        message = sentence("there is no result after t{table}", table=table.number)
        raise NotKeyed(message, sentence("there sit {people}", people=[each.called for each in table.people]))
    came = _came(at, table, said)
    order = {player: each for player, (each, _) in came.items() if isinstance(each, int)}
    _refuse_nonsense(order, [each for each, _ in came.values()])
    kept = {player: places(order)[player] if player in order else each for player, (each, _) in came.items()}
    scores = {player: number(score) for player, (_, score) in came.items() if score}
    rows = Seasons(desk.store).results(at.name)
    before = next((row for row in rows if (row.round, row.number) == (table.round, table.number)), None)
    return KeyedTable(table, {"places": dict(sorted(kept.items())), "scores": dict(sorted(scores.items()))}, before)


def _came(at: Tournament, table: Table, said: Sequence[Piece]) -> dict[Player, tuple[Came, str]]:
    """Everybody at the table, once."""
    found: dict[Player, tuple[Came, str]] = {}
    for piece in said:
        who = _meant(at, table, piece.who)
        if piece.came is None:
            raise NotKeyed(sentence("there is no place after {who}", who=who.called), _example(who))
        if who.player in found:
            raise NotKeyed(sentence("{who} is named twice", who=who.called))
        found[who.player] = piece.came, piece.score
    rest = [each for each in table.people if each.player not in found]
    if rest and any(came == WALK_OVER for came, _ in found.values()):
        return found | {each.player: (NO_SHOW, "") for each in rest}  # S9: the only one who came
    if rest:
        unsaid = sentence("nothing is said of {people}", people=[each.called for each in rest])
        raise NotKeyed(unsaid, sentence("who did not come is a no-show: {line}", line=f"{rest[0].player} -"))
    return found


def _example(who: Listed) -> str:
    return sentence("write {example}", example=f"{who.player} 1")


def _meant(at: Tournament, table: Table, word: str) -> Listed:
    """Whoever at the table is called so; initials and beginnings do, if they are nobody else's there."""
    try:
        who, rest = Entrants(at.name, table.people).meant(word)
        if not rest:
            return who
    except WhoIsThat as unclear:
        elsewhere = _elsewhere(at, table, word)
        raise elsewhere or unclear from None
    raise NotKeyed(sentence("{words} is not understood", words=word[:40]), _example(who))


def _elsewhere(at: Tournament, table: Table, word: str) -> NotKeyed | None:
    """Somebody of the season who does not sit there."""
    known = Entrants(at.name, list(listed(at).values()))
    try:
        who, _ = known.meant(word)
    except WhoIsThat:
        return None
    if who in table.people:
        return None
    wrong = sentence("{who} does not sit at table {table}", who=who.called, table=table.number)
    there = [number for number, people in at.rounds[table.round].tables.items() if who.player in people]
    values = {"round": table.round, "people": [each.called for each in table.people]}
    if there:
        return NotKeyed(wrong, sentence("in round {round} it is table {table}", table=there[0], **values))
    return NotKeyed(wrong, sentence("there sit {people}", **values))


def _refuse_nonsense(order: Mapping[Player, int], came: Sequence[Came]) -> None:
    if came.count(WALK_OVER) > 1 or (WALK_OVER in came and order):
        message = sentence("a walk-over is won by one alone, and nobody else came")
        raise NotKeyed(message, sentence("the others are no-shows, or are left out"))
    if not follow(order):
        given = [str(place) for place in sorted(order.values())]
        hint = sentence("equals share a place: 1 2= 2= 4, or 1 2= 2= 3")
        raise NotKeyed(sentence("the places {places} do not follow each other", places=given), hint)


def _refuse_settled(desk: Desk, at: Tournament, table: Table) -> None:
    """A game that gm runs tells its own result, and what was ruled stands."""
    values = {"round": table.round, "table": table.number}
    game = at.games.get((table.round, table.number))
    if game and match_of(desk, game).closed is None:
        runs = sentence("table {table} is {game}, which gm runs: its result is its own", game=game, **values)
        raise NotKeyed(runs, sentence("orders are keyed for it, or it is given up: gm close {game}", game=game))
    for ruling in Seasons(desk.store).rulings(at.name):
        people = {each.player for each in table.people}
        here = ruling.number == table.number or (ruling.number is None and ruling.player in people)
        if ruling.kind != "penalty" and ruling.round == table.round and here:
            ruled = sentence("the result of table {table} in round {round} was ruled by hand", **values)
            back = {"season": at.name, "drop": f"'drop {ruling.id}'"}
            raise NotKeyed(ruled, sentence("take that back first: gm correct {season} --ruling {drop}", **back))


def store_result(desk: Desk, at: Tournament, keyed: KeyedTable, again: bool = False) -> int:
    """It counts from now on, instead of what was keyed before, which is remembered; `again` if two passes say so."""
    table, before = keyed.table, keyed.before
    result = keyed.result | ({"instead_of": before.id} if before else {}) | ({"again": True} if again else {})
    row = ResultRow(table.round, table.number, result)
    number = Seasons(desk.store).add_result(at.name, row, desk.stamp)
    what = "again" if before else "result"
    desk.store.note(desk.stamp, "key", at.name, f"round {table.round} table {table.number}: {what}")
    desk.deeds.will(sentence("the result of table {table} is stored", table=table.number))
    return number


class ResultBack(NamedTuple):
    """A result that does not count any more."""

    table: Table
    again: bool  # the one before it does


def take_result_back(desk: Desk, at: Tournament, number: int | None) -> ResultBack:
    """That one, or else the last that was keyed; what it replaced counts again."""
    kept = Seasons(desk.store)
    rows = [row for row in kept.results(at.name) if number in (None, row.id)]
    row = max(rows, key=lambda row: row.id, default=None)
    if row is None:
        raise NotKeyed(sentence("nothing that was keyed is there to take back"))
    kept.supersede_results([row], desk.stamp)
    before = kept.result(row.result.get("instead_of", 0))
    if before:
        kept.add_result(at.name, before._replace(id=0), desk.stamp)
    desk.store.note(desk.stamp, "key", at.name, f"round {row.round} table {row.number}: taken back")
    desk.deeds.will(sentence("the result of table {table} is taken back", table=row.number))
    return ResultBack(table_of(at, row.round, row.number), before is not None)


def spoken(table: Table, result: Json) -> Iterator[tuple[str, Listed, str]]:
    """Place, player and score, the best first; then who did not come."""
    came, scores = result["places"], result.get("scores", {})
    held = list(came.values())
    ranked = sorted(
        table.people, key=lambda each: (not isinstance(came.get(each.player), int), str(came.get(each.player)).zfill(3))
    )
    for each in ranked:
        place = came.get(each.player, NO_SHOW)
        shown = f"{place}{'=' if held.count(place) > 1 else ''}" if isinstance(place, int) else str(place)
        yield shown, each, str(scores.get(each.player, ""))


# Who comes and goes


def entered(desk: Desk, at: Tournament, text: str, comes: bool) -> list[Entered]:
    """A guest at the door, and what they enter after a comma; or somebody who leaves, by any name."""
    name, _, horse = (each.strip() for each in text.partition(","))
    if not name:
        raise NotKeyed(sentence("there is no name"), sentence("+ Zoe Quick comes, - bob leaves"))
    if comes:
        if horse and not (at.file.game and at.file.game.entry):
            nothing = sentence("nobody enters anything in {season}", season=at.name)
            raise NotKeyed(nothing, sentence("leave out what stands after the comma"))
        return enter(desk, at.name, [name], Wish("in", horse=horse))
    known = [each for player, each in listed(at).items() if player in at.entries]
    who, rest = Entrants(at.name, known).meant(text)
    if rest:
        raise NotKeyed(
            sentence("{words} is not understood", words=text[:40]), sentence("write - {who}", who=who.player)
        )
    return enter(desk, at.name, [who.player], Wish("out"))


def take_entries_back(desk: Desk, at: Tournament, added: Sequence[EntryRow], gone: Sequence[EntryRow]) -> Player:
    """As if it had not been keyed; unless a round has been drawn with it."""
    kept, player = Seasons(desk.store), (*added, *gone)[0].player
    late = [row for row in added if row.round < at.next_round and not row.seat_at]
    if late or any(row not in kept.entries(at.name) for row in added):
        drawn = sentence("{player} cannot be taken back: a round has been drawn since", player=player)
        raise NotKeyed(drawn, sentence("gm enter {season} {player} --out or --back", season=at.name, player=player))
    kept.supersede_entries(added, desk.stamp)
    for row in gone:
        kept.add_entry(at.name, row, desk.stamp)
    desk.store.note(desk.stamp, "key", at.name, f"{player} taken back")
    desk.deeds.will(sentence("the entries of {season} have been changed", season=at.name))
    return player
