"""A draw on one page: the roll call and the secret of its round."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from gm.core.casepage import CaseReader
from gm.core.options import choice
from gm.core.play import Json, Raw, Refusal
from gm.core.words import both, sentence, write
from gm.season.draw import draw
from gm.season.results import Player
from gm.season.rollcall import FORMAT, Caller, RollCall, Tables
from gm.season.tablecase import MOST_ROUNDS, fraction, known, number, piece, twice

_CALL = ("format", "season", "round", "rounds", "by", "tables", "word", "players", "met")
_CALLER = ("points", "lucky_word", "out", "short", "seats", "table", "apart")


def read_draw(reader: CaseReader) -> Callable[[], Json]:
    secret = read_secret(reader)
    call: RollCall | None = reader.read(roll_call, reader.page["draw"], default=None)
    return lambda: draw(call, secret).as_json() if call else {}


def read_secret(reader: CaseReader) -> str:
    secret = reader.page.get("secret", "")
    text = secret.strip() if isinstance(secret, str) else ""
    reader.want(bool(text), sentence("the page has no secret"), "secret", write("secret: 7d1a…"))
    return text


def roll_call(raw: Raw) -> RollCall:
    """What a draw rests on, from text; or a Refusal."""
    page = piece(raw, _CALL, "draw: {season: cup, round: 1, …}")
    if page.get("format", FORMAT) != FORMAT:
        raise Refusal(sentence("this is a draw of another format"), write(f"format: {FORMAT}"), page["format"])
    entered = page.get("players")
    if not isinstance(entered, Mapping) or not entered:
        raise Refusal(sentence("nobody answers to the roll call"), write("players: {ann: {points: 100}}"), raw)
    round, rounds = number("round", page.get("round", "1")), number("rounds", page.get("rounds", "1"))
    if not round <= rounds <= MOST_ROUNDS:
        raise Refusal(sentence("this round is not one of the season"), write(f"rounds: {max(round, 1)}"), raw)
    return RollCall(
        season=str(page.get("season", "")).strip(),
        round=round,
        rounds=rounds,
        by_lot=_by(page.get("by", "score")) == "lot",
        tables=_tables(page.get("tables")),
        players=_callers(entered),
        met=_met(page.get("met"), list(map(str, entered))),
        word=str(page.get("word", "")),
    )


def _by(raw: Raw) -> str:
    try:
        return str(choice("score", "lot")(raw))
    except ValueError as wrong:
        raise Refusal(sentence("a round is drawn by score or by lot"), wrong.args[0], raw) from None


def _tables(raw: Raw) -> Tables:
    example = "tables: {best: 4, from: 3, to: 5}"
    page = piece(raw, ("best", "from", "to"), example)
    best = number("best", page.get("best"), 2)
    least, most = number("from", page.get("from", str(best)), 2), number("to", page.get("to", str(best)), 2)
    if not least <= best <= most:
        raise Refusal(sentence("the best size lies between the smallest and the largest"), write(example), raw)
    return Tables(best, least, most)


def _callers(raw: Mapping[str, Raw]) -> dict[Player, Caller]:
    callers = {str(player): _caller(caller) for player, caller in raw.items()}
    for table in twice([caller.table for caller in callers.values() if caller.table]):
        who = both(player for player, caller in callers.items() if caller.table == table)
        raise Refusal(sentence("{players} cannot both have table {table}", players=who, table=table), "", raw)
    return callers


def _caller(raw: Raw) -> Caller:
    page = piece(raw, _CALLER, "ann: {points: 100}") if raw not in (None, "") else {}
    counts = {key: number(key, page[key], 0) for key in ("out", "short", "table", "apart") if key in page}
    seats = page.get("seats", {})
    return Caller(
        points=fraction(page["points"]) if "points" in page else Fraction(0),
        lucky_word=str(page.get("lucky_word", "")),
        seats={number("seats", seat): number("seats", many, 0) for seat, many in piece_of(seats).items()},
        **counts,
    )


def piece_of(raw: Raw) -> Mapping[str, Raw]:
    return piece(raw, list(raw) if isinstance(raw, Mapping) else (), "{1: 2}") if raw not in (None, "") else {}


def _met(raw: Raw, players: list[Player]) -> dict[tuple[Player, Player], int]:
    found: dict[tuple[Player, Player], int] = {}
    for one, others in piece_of(raw).items():
        for other, many in piece_of(others).items():
            low, high = sorted((known(one, players), known(other, players)))
            if low == high or (low, high) in found:
                raise Refusal(sentence("who has met whom is written once for each two"), "", other)
            found[low, high] = number("met", many, 0)
    return found
