"""Checking a record: what it says is compared with what follows from it, and the first that does not agree is named."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from gm.core.dice import commitment, make_seed
from gm.core.play import Event, Json, Refusal, Seat
from gm.core.problems import GmError, printable
from gm.core.proof import canonical_json, receipt, seal
from gm.core.shape import ANY, Either, Map, NotThat, check_shape, read_json
from gm.core.words import sentence
from gm.desk.record import Replay, event_json
from gm.desk.replay import Slip, receipts, standing_slips, with_used, words_of

# What rules may do with a position that no game ever had: the record is at fault then, whatever they stumble over.
_STUMBLES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    GmError,
    LookupError,
    RecursionError,
    Refusal,
    TypeError,
    ValueError,
)


class Untrue(GmError):
    """Something of a record does not agree with the rest of it"""


class Agreed(NamedTuple):
    """A turn of which all agrees."""

    turn: int
    receipts: int
    events: int
    hash: str
    bare: int  # standing orders whose receipts an earlier version did not keep


def verified(record: Json, running: bool = False) -> Iterator[Agreed]:
    """Turn by turn, what agrees; or an Untrue that names the first that does not."""
    _check_deal(record)
    replay = Replay(record)
    for number, turn in enumerate(record["turns"]):
        _check_place(replay, number, turn)
        _check_slips(record, turn)
        events = _replayed(replay, turn)
        _check_receipts(record, turn, events)
        _check_events(turn, events)
        _demand(turn["hash"] == replay.hash, turn, sentence("the hash is not that of the position"))
        _check_notices(record, turn)
        _check_seal(turn)
        kept = _slips(turn)
        bare = sum("nonce" not in slip for slip in kept)
        yield Agreed(number, len(kept) - bare, len(events), replay.hash, bare)
    _check_end(record, replay, running)


# The deal


def _check_deal(record: Json) -> None:
    """Fair play, points 1 to 3."""
    if commitment(record["secret"]) != record["commitment"]:
        raise Untrue(sentence("the commitment is not that of the secret"))
    own = all(record["words"].get(row["player"]) == row["word"] for row in record["roster"])
    if not own or words_of(record["roster"]) != record["words"]:
        raise Untrue(sentence("the lucky words are not those of the roster"))
    if make_seed(record["secret"], record["words"]) != record["seed"]:
        raise Untrue(sentence("the seed is not that of the secret and the lucky words"))
    seats = [row["seat"] for row in record["roster"]]
    if len(set(seats)) < len(seats):
        raise Untrue(sentence("a seat is on the roster twice"))


# The turns


def _check_place(replay: Replay, number: int, turn: Json) -> None:
    if turn["turn"] != number:
        missing = sentence("turn {turn} is missing: turn {other} stands in its place", turn=number, other=turn["turn"])
        raise Untrue(missing)
    _demand(not replay.over, turn, sentence("the game was over before it"))
    latest = replay.game.version
    if turn["version"] > latest:
        later = sentence("turn {turn} was played by rules of a later version", turn=number)
        raise Untrue(later, sentence("update Under Orders, then try again"))
    _demand(turn["version"] >= replay.version, turn, sentence("the version of the rules goes back"))


def _replayed(replay: Replay, turn: Json) -> Sequence[Event]:
    try:
        return replay.play(turn).events
    except _STUMBLES as wrong:
        said = str(wrong) if isinstance(wrong, (GmError, Refusal)) else type(wrong).__name__
        raise _untrue(turn, sentence("it cannot be played as it stands here ({reason})", reason=said)) from None


def _check_events(turn: Json, events: Sequence[Event]) -> None:
    for number, (told, event) in enumerate(zip_longest(turn["events"], events), start=1):
        if event is None:
            raise _untrue(turn, sentence("event {number} is one too many", number=number))
        if told is None:
            raise _untrue(turn, sentence("event {number} is missing", number=number))
        if canonical_json(told) != canonical_json(event_json(event)):
            values = {"number": number, "kind": printable(told["kind"])[:60]}
            raise _untrue(turn, sentence("event {number} ({kind}) is not what happened by the rules", **values))


# The orders


def _slips(turn: Json) -> list[Slip]:
    return [*turn["inputs"].get("orders", {}).values(), *standing_slips(turn["inputs"]).values()]


def _check_slips(record: Json, turn: Json) -> None:
    """Fair play, point 6."""
    seats = {row["seat"] for row in record["roster"]}
    for key in ("orders", "standing"):
        for seat, slip in turn["inputs"].get(key, {}).items():
            _demand(seat in seats, turn, sentence("{seat} is not on the roster", seat=_shown(seat)))
            _check_order(record, turn, seat, slip)
            if "nonce" in slip or "receipt" in slip or key == "orders":
                fits = receipt(slip.get("nonce", ""), slip["canonical"]) == slip.get("receipt")
                wrong = sentence("the receipt of {seat} is not that of nonce and order", seat=_shown(seat))
                _demand(fits, turn, wrong)


def _check_order(record: Json, turn: Json, seat: Seat, slip: Slip) -> None:
    """Is it an order of this seat, for this game and turn, written in the one way?"""
    try:
        order = read_json(slip["canonical"].encode())
        check_shape(order, Map(Either((str, int, [ANY], Map(ANY)))))
        _demand_text({key: value for key, value in order.items() if key != "turn"})
    except NotThat:
        order = {}
    own = order.get("game") == record["game"] and order.get("player") == seat
    due = type(order.get("turn")) is int and 0 < order["turn"] <= turn["turn"]
    good = own and due and canonical_json(order) == slip["canonical"]
    _demand(good, turn, sentence("what {seat} ordered is no order for this turn", seat=_shown(seat)))


def _demand_text(value: Any) -> None:
    """An order is text, whatever it is made of."""
    if isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            _demand_text(each)
    elif not isinstance(value, str):
        raise NotThat(sentence("an order is made of text"))


def _check_receipts(record: Json, turn: Json, events: Sequence[Event]) -> None:
    """Fair play, point 7: which were used, and which were published."""
    inputs = turn["inputs"]
    used = with_used(inputs, events)["standing"]
    for seat, slip in standing_slips(inputs).items():
        agrees = "used" not in slip or slip["used"] == used[seat]["used"]
        _demand(
            agrees, turn, sentence("it says wrongly whether the standing order of {seat} was used", seat=_shown(seat))
        )
    expected = receipts(inputs, [row["seat"] for row in record["roster"]])
    for seat in {**expected, **turn["receipts"]}:
        told = seat in expected and seat in turn["receipts"] and turn["receipts"][seat] == expected[seat]
        wrong = sentence("the receipt published for {seat} is not that of the order played", seat=_shown(seat))
        _demand(told, turn, wrong)


def _check_notices(record: Json, turn: Json) -> None:
    """What it says of corrections is what the record lists, in the same order."""
    listed = iter([(each["turn"], each["because"]) for each in record["corrections"]])
    for notice in turn["inputs"].get("corrected", []):
        wrong = sentence("it was corrected from turn {first} on, and that is not listed so", first=notice["turn"])
        _demand((notice["turn"], notice["because"]) in listed, turn, wrong)


# The whole


def _check_end(record: Json, replay: Replay, running: bool) -> None:
    if not record["turns"]:
        raise Untrue(sentence("there is no turn in it, not even the deal"))
    if not (replay.over or running):
        last = record["turns"][-1]["turn"]
        raise Untrue(sentence("the game is not over after turn {turn}: what came after it is missing", turn=last))
    if not _sealed(record):
        raise Untrue(
            sentence(
                "the seal of the record is not its own: the title, a setting, a correction or the like was changed"
            )
        )


def _check_seal(turn: Json) -> None:
    wrong = sentence("its seal is not its own: a reason, a fallen order or the like was changed")
    _demand(_sealed(turn), turn, wrong)


def _sealed(part: Json) -> bool:
    return bool(part["seal"] == seal({key: value for key, value in part.items() if key != "seal"}))


def _demand(holds: bool, turn: Json, otherwise: str) -> None:
    if not holds:
        raise _untrue(turn, otherwise)


def _untrue(turn: Json, what: str) -> Untrue:
    return Untrue(sentence("turn {turn}: {what}", turn=turn["turn"], what=what))


def _shown(name: str) -> str:
    return printable(name)[:60]
