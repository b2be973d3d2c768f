"""What a game master may rule by hand: counters and bets put right; and whom a correction concerns."""

from collections.abc import Sequence
from dataclasses import replace

from gm.core.play import Event, Json, Refusal, Seat, Step, View, put
from gm.core.remedies import Remedy, told
from gm.core.sections import one_of
from gm.core.words import sentence
from gm.games.knizia.table import BETTING_FENCES, Bet, Player, Table

MOST_COUNTERS = 5  # K4


def remedies() -> list[Remedy[Table]]:
    return [
        Remedy(
            ("counters PLAYER NUMBER",),
            sentence("a player is given betting counters back after this turn, or loses some"),
            "counters alice +1",
            counters,
        ),
        Remedy(
            ("take back the bet of PLAYER on HORSE at fence FENCE",),
            sentence("a bet that lies on the table is taken back, and its counter with it"),
            "take back the bet of alice on red at fence 2",
            taken_back,
        ),
        Remedy(
            ("bet of PLAYER on HORSE at fence FENCE",),
            sentence("a bet is put on a horse that still stands, and costs a counter"),
            "bet of alice on red at fence 2",
            put_down,
        ),
    ]


def counters(step: Step[Table], player: str, number: str) -> Step[Table]:
    found = _player(step.state, player)
    left = found.counters + int(number)
    on_table = sum(bet.seat == found.seat for bet in step.state.bets)
    if not 0 <= left <= MOST_COUNTERS - on_table:
        has = sentence("{player} has {many} counters", player=found.seat, many=found.counters)
        raise Refusal(sentence("{player} cannot have {many} counters", player=found.seat, many=left), has)
    say = sentence("{player} has {many} counters, by a ruling.", player=found.seat, many=left)
    return _after(step, found._replace(counters=left), step.state.bets, say)


def taken_back(step: Step[Table], player: str, horse: str, fence: str) -> Step[Table]:
    found, row = _player(step.state, player), _row(step.state, horse)
    bet = Bet(found.seat, row, int(fence))
    values = {"player": found.seat, "horse": step.state.horses[row], "fence": bet.fence}
    if bet not in step.state.bets:
        raise Refusal(sentence("{player} has no bet on {horse} at fence {fence}", **values))
    say = sentence("The bet of {player} on {horse} at fence {fence} is taken back, by a ruling.", **values)
    bets = tuple(each for each in step.state.bets if each != bet)
    return _after(step, found._replace(counters=found.counters + 1), bets, say)


def put_down(step: Step[Table], player: str, horse: str, fence: str) -> Step[Table]:
    """K6, at any fence that the race has come to."""
    table, found, row = step.state, _player(step.state, player), _row(step.state, horse)
    at = int(fence)
    values = {"player": found.seat, "horse": table.horses[row], "fence": at}
    if not found.counters:
        raise Refusal(sentence("{player} has no counter left", player=found.seat))
    if not 1 <= at <= min(table.fence, BETTING_FENCES):
        raise Refusal(sentence("nobody can have bet at fence {fence}", fence=at))
    if row not in table.standing or any((bet.row, bet.fence) == (row, at) for bet in table.bets):
        raise Refusal(sentence("there is no room for a bet on {horse} at fence {fence}", **values))
    say = sentence("{player} has a bet on {horse} at fence {fence}, by a ruling.", **values)
    bets = (*table.bets, Bet(found.seat, row, at))
    return _after(step, found._replace(counters=found.counters - 1), bets, say)


def _after(step: Step[Table], player: Player, bets: tuple[Bet, ...], say: str) -> Step[Table]:
    at = next(n for n, each in enumerate(step.state.players) if each.seat == player.seat)
    table = replace(step.state, players=put(step.state.players, at, player), bets=bets)
    kept = [event for event in step.events if event.kind != "end"]
    end = Event("end", table.outcome, "K11")
    return Step(table, [*kept, told(say, player=player.seat), *([end] if table.over else [])])


def _player(table: Table, written: str) -> Player:
    seats = {player.seat: player for player in table.players}
    nobody = sentence("nobody here is called {name}", name=written[:50])
    return seats[one_of(written, list(seats), nobody, sentence("there are {names}", names=list(seats)))]


def _row(table: Table, written: str) -> int:
    nobody = sentence("there is no horse called {name}", name=written[:50])
    hint = sentence("there are {names}", names=list(table.horses))
    return table.horses.index(one_of(written, table.horses, nobody, hint))


_OWN = {"bet": "horse", "play": "card", "discard": "cards", "drew": "cards"}


def fates(table: Table, seats: Sequence[Seat], events: Sequence[Event]) -> dict[Seat, View]:
    """What each did, and what that left in hand and on the table; not what others left to choose from."""
    found = {player.seat: _fate(table, player) for player in table.players}
    for event in events:
        if event.kind in _OWN:
            mine = found[event.data["player"]]
            mine[event.kind] = [*mine.get(event.kind, []), event.data[_OWN[event.kind]]]
    return {seat: found[seat] for seat in seats}


def _fate(table: Table, player: Player) -> Json:
    bets = [f"{table.horses[bet.row]} ({bet.fence})" for bet in table.bets if bet.seat == player.seat]
    won = table.payouts[player.seat] if table.over else None
    return {"hand": table.cards(player.hand), "counters": player.counters, "bets": bets, "won": won}
