"""What a viewer may know of a meeting (N42), and what is told of a turn. The story knows no more than that view."""

from collections.abc import Mapping, Sequence
from typing import Any

from gm.core import codec
from gm.core.chapters import pick
from gm.core.play import Event, Finish, Json, Seat, Standing, Standings, View, ranked
from gm.core.words import sentence
from gm.games.national.betting import told_bet, told_off
from gm.games.national.field import MONEY, name_of
from gm.games.national.landings import landings
from gm.games.national.meeting import ANTE_POST, BETTING, RACE, SALE, Meeting, settlement, winners
from gm.games.national.options import Options


def public(meeting: Meeting) -> View:
    """N42; when the race is over all bets are told. Of the decks a report counts the cards."""
    return _view(meeting) | (_told(meeting) if meeting.over else {})


def whole(meeting: Meeting) -> View:
    return _view(meeting) | _told(meeting) | {"decks": {deck: list(cards) for deck, cards in meeting.decks.items()}}


def _told(meeting: Meeting) -> Json:
    return {"money": _by_seat(meeting, meeting.money), "bets": _by_seat(meeting, map(_bets, meeting.bets))}


def _by_seat(meeting: Meeting, values: Any) -> Json:
    return dict(zip(meeting.players, values, strict=True))


def _bets(bets: Sequence[Any]) -> list[Json]:
    return [told_bet(bet) for bet in bets]


def mine(meeting: Meeting, seat: Seat) -> View:
    """One's purse, bets and horses; and in the race where each speed would land (N43)."""
    at = meeting.seat(seat)
    if at is None:
        return {}
    own = meeting.stables[at]
    running = [lot for lot in own if lot in meeting.runners and meeting.runners[lot].running and not meeting.over]
    return {
        "player": seat,
        "money": meeting.money[at],
        "limit": meeting.limit(at) if meeting.phase == SALE and at in meeting.bidders else None,
        "horses": [name_of(lot) for lot in own],
        "bets": _bets(meeting.bets[at]),
        "landings": {name_of(lot): landings(meeting, lot) for lot in running},
    }


def _view(meeting: Meeting) -> Json:
    known = meeting.phase == SALE or meeting.phase == (ANTE_POST if meeting.options.ante_post else BETTING)
    return {
        "options": codec.dump(Options, meeting.options),
        "players": list(meeting.players),
        "phase": meeting.phase,
        "turn": meeting.turn,
        "sale": meeting.sale,
        "lots": [name_of(lot) for lot in meeting.lots],
        "stables": {
            name: [name_of(lot) for lot in lots] for name, lots in zip(meeting.names, meeting.stables, strict=True)
        },
        "money": _by_seat(meeting, meeting.money) if known else {},
        "bets": {},
        "off": told_off(meeting) if meeting.runners else None,
        "round": meeting.round,
        "horses": {name_of(lot): _horse(each) for lot, each in meeting.runners.items()},
        "handicaps": {name_of(lot): meeting.handicap(lot) for lot in meeting.runners},
        "running": [name_of(lot) for lot in meeting.running],
        "home": meeting.home,
        "decks": {deck: len(cards) for deck, cards in meeting.decks.items()},
        "shuffles": dict(meeting.shuffles),
        "finishers": [name_of(lot) for lot in meeting.finishers],
        "over": meeting.over,
        "settled": _by_seat(meeting, settlement(meeting)) if meeting.over else None,
        "winners": winners(meeting),
    }


def _horse(runner: Any) -> Json:
    keys = ("square", "lane", "points", "stamina", "lead", "hold", "miss", "out", "place")
    return {key: getattr(runner, key) for key in keys}


def finish(view: View) -> list[Finish]:
    """N37; before the end nobody can tell."""
    money = view["money"] if view["over"] else dict.fromkeys(view["players"], 0)
    by_merit = ranked(money, lambda seat: -money[seat])
    return [
        Finish(seat, place, money[seat], (money[seat] // (MONEY // 1000),), view["over"]) for place, seat in by_merit
    ]


_FATES = {
    "fell": sentence("fell"),
    "lapped": sentence("lapped"),
    "spent": sentence("spent"),
    "retired": sentence("retired"),
}


def standings(view: View) -> Standings:
    """What everybody may know: money while it is public, prices in the ring, and in the race who is where."""
    if view["over"] or view["money"]:
        by_money = ranked(view["money"], lambda seat: -view["money"][seat])
        return Standings([Standing(place, view["money"][seat], seat) for place, seat in by_money], sentence("Money"))
    if view["phase"] == BETTING:
        win = {name: price["win"] for name, price in view["off"]["prices"].items()}
        prices = [Standing(place, win[name], horse=name) for place, name in ranked(win, lambda name: win[name])]
        return Standings(prices, sentence("Price to win"))
    horses, home = view["horses"], [*view["finishers"], *view["running"]]
    rows = [Standing(place, horses[name]["square"], horse=name) for place, name in enumerate(home, start=1)]
    out = [
        Standing(None, each["square"], horse=name, fate=_FATES[each["out"]])
        for name, each in horses.items()
        if each["out"]
    ]
    return Standings([*rows, *out], sentence("Square"))


# The turn


def played(events: Sequence[Event]) -> str | None:
    """The phase of the turn that these events are of."""
    kinds = {"lot": SALE, "move": RACE}
    for event in events:
        if event.kind in kinds:
            return kinds[event.kind]
        if event.kind == "bets":
            return str(event.data["phase"])
    return None


def result(view: View, events: Sequence[Event]) -> Json:
    """The shapes that the rulings page gives for scripts."""
    me, phase = view.get("me"), played(events)
    known = dict(view)
    if me and not view["over"]:
        known["bets"] = {me["player"]: me["bets"]}
        known["money"] = view["money"] or {me["player"]: me["money"]}
    tells = {SALE: _sale, ANTE_POST: _betting, BETTING: _betting, RACE: _race}
    return {"phase": phase, **(tells[phase](known, events) if phase else _start(known))}


def _start(view: View) -> Json:
    return pick(view, "stables", "money") | {"next": view["phase"]}


def _sale(view: View, events: Sequence[Event]) -> Json:
    limits: dict[int, Json] = {}
    for event in events:
        if event.kind == "limit":
            limits.setdefault(event.data["lot"], {})[event.data["player"]] = event.data["limit"]
    lots = [event.data for event in events if event.kind == "lot"]
    return {
        "lots": [
            {**pick(lot, "lot", "horse"), "limits": limits.get(lot["lot"], {}), **pick(lot, "to", "price")}
            for lot in lots
        ],
        "given": [event.data for event in events if event.kind == "given"],
        **pick(view, "stables", "money"),
        "next": view["phase"],
        "off": _off(view, events),
    }


def _off(view: View, events: Sequence[Event]) -> Json | None:
    drawn = [event.data for event in events if event.kind == "off"]
    return {**drawn[0], "decks": view["decks"]} if drawn else None


def _betting(view: View, events: Sequence[Event]) -> Json:
    told = {**pick(view, "money", "bets"), "next": view["phase"]}
    drawn = _off(view, events)
    return told | ({"off": drawn} if drawn else {})


_MOVE = ("horse", "auto", "speed", "handicap", "paid", "from", "did", "to", "log")
_RACE = ("round", "horses", "home", "decks", "shuffles", "finishers", "over", "settled", "money", "winners")


def _race(view: View, events: Sequence[Event]) -> Json:
    keys = _MOVE if view["options"]["rounds"] == 1 else (*_MOVE, "round")
    return {
        "moves": [pick(event.data, *keys) for event in events if event.kind == "move"],
        "led": [event.data["horse"] for event in events if event.kind == "free"],
        **pick(view, *_RACE),
    }


def case_of(view: View) -> Json | None:
    """The position as its player knows it, to check orders with; of the decks nobody knows the order."""
    me = view.get("me")
    if not me or view["over"]:
        return None
    common = {
        "rules": "national",
        "phase": view["phase"],
        "turn": view["turn"],
        "options": view["options"],
        **pick(view, "players", "stables"),
        "money": view["money"] or {me["player"]: me["money"]},
    }
    if view["phase"] == SALE:
        return common | {"sale": view["sale"]}
    known = common | {"bets": {me["player"]: me["bets"]}}
    return known | (_raced(view) if view["off"] else {})


def _raced(view: View) -> Json:
    off: Mapping[str, Any] = view["off"]
    return {**pick(off, "going", "start"), **pick(view, "round", "home", "horses")}
