"""A player's receipt, checked: is it that of nonce and order, and is it the one that was played?"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from gm.core.play import Json
from gm.core.problems import GmError, printable
from gm.core.proof import receipt
from gm.core.shape import NotThat, read_json
from gm.core.words import sentence
from gm.desk.record import FORMAT, read_record
from gm.desk.recordfile import read_bytes

LARGEST = 50_000_000  # bytes of a mail or report
_RECEIPT = re.compile(r"(?<![0-9a-f])[0-9a-f]{20}(?![0-9a-f])")
_NONCE = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
_BAR = re.compile(r"[>\s]*\|[ ]?(.*)")
_HEADER = re.compile(rb"\s*[!-9;-~]+:|From ")  # a mail begins so


class NoReceipt(GmError):
    """There is no order with nonce and receipt in it"""


class Proof(NamedTuple):
    """What somebody was told of an order."""

    receipt: str
    nonce: str
    order: str

    @property
    def expected(self) -> str:
        return receipt(self.nonce, self.order)

    @property
    def holds(self) -> bool:
        return self.receipt == self.expected

    @property
    def about(self) -> Json:
        """Whose order it is, and for which game and turn, as far as it says so."""
        try:
            said = read_json(self.order.encode())
        except NotThat:
            return {}
        kinds = {"game": str, "turn": int, "player": str}
        told = said if isinstance(said, dict) else {}
        return {key: told[key] for key, kind in kinds.items() if type(told.get(key)) is kind}


def proof_of(receipt: str, nonce: str, order: str) -> Proof:
    """The three as somebody typed them."""
    try:
        "".join((receipt, nonce, order)).encode()
    except UnicodeError:
        raise NoReceipt(sentence("this is no text that a receipt could be of")) from None
    return Proof(receipt.strip().lower(), nonce.strip().lower(), order.strip())


# Finding them


def proofs_in(path: Path, now: datetime) -> list[Proof]:
    """All in a file: what gm printed as JSON, a mail, or a text."""
    data = read_bytes(path, LARGEST)
    found = [*_in_json(data)] or [*_in_text(_text(data, now))]
    if not found:
        nothing = sentence("{file} has no order with nonce and receipt in it", file=str(path))
        raise NoReceipt(nothing, sentence("use the answer to your order, or your own report"))
    return found


def _in_json(data: bytes) -> Iterator[Proof]:
    """A private report, or the lines of gm take."""
    try:
        values = [json.loads(data)]
    except (ValueError, RecursionError):
        values = [*_lines(data)]
    for value in values:
        private = value.get("private") if isinstance(value, dict) else None
        slips = private.get("slips") or [private] if isinstance(private, dict) else [value]
        yield from (_proof(slip) for slip in slips if _is_slip(slip))


def _lines(data: bytes) -> Iterator[Any]:
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            return


def _is_slip(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in ("receipt", "nonce", "canonical"))


def _proof(slip: Json) -> Proof:
    return proof_of(slip["receipt"], slip["nonce"], slip["canonical"])


def _text(data: bytes, now: datetime) -> str:
    if _HEADER.match(data):
        from gm.mail.letter import read_letter

        return "\n\n".join(read_letter(data, now).texts)
    return data.decode(errors="replace")


def _in_text(text: str) -> Iterator[Proof]:
    """Each nonce with the order that stands nearest to it, of those that give a receipt which is there, too."""
    receipts, orders = _RECEIPT.findall(text), [*_orders(text)]
    for nonce in dict.fromkeys(_NONCE.findall(text)):
        tried = [Proof(receipt(nonce, order), nonce, order) for order in orders]
        told = [proof for proof in tried if proof.receipt in receipts]
        if told:
            yield told[0]
        elif tried and receipts:
            yield Proof(receipts[0], nonce, tried[0].order)


def _orders(text: str) -> Iterator[str]:
    """What stands behind bars, its pieces put together again."""
    block: list[str] = []
    for line in (*text.splitlines(), ""):
        bar = _BAR.fullmatch(line.rstrip())
        if bar:
            block.append(bar[1])
        elif block:
            order = "".join(block)
            if order.startswith("{"):
                yield order
            block = []


# Was it the one that was played?


class Found(NamedTuple):
    """What was published for one seat: the turns on which this very order was played, or what was instead."""

    turns: Sequence[int]
    instead: Sequence[str]  # receipts on the turn that the order is for


def look_up(proof: Proof, path: Path) -> Found:
    """In a record, or in the public report of one turn."""
    published = _published(path)
    about = proof.about
    if about.get("game") != published.game:
        values = {"file": str(path), "game": published.game}
        raise NoReceipt(sentence("{file} is of {game}, and the order is for another game", **values))
    seat = about.get("player", "")
    listed = {turn: _listed(receipts.get(seat)) for turn, receipts in published.turns.items()}
    turns = [turn for turn, receipts in listed.items() if proof.receipt in receipts]
    if not turns and about.get("turn") not in listed:
        missing = sentence("{file} does not tell of turn {turn}", file=str(path), turn=str(about.get("turn"))[:20])
        raise NoReceipt(missing, sentence("use the report of that turn"))
    return Found(turns, listed.get(about.get("turn"), []))


class _Published(NamedTuple):
    game: str
    turns: Mapping[Any, Json]  # receipts by seat


def _published(path: Path) -> _Published:
    data = read_bytes(path)
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        raise _no_report(path) from None
    if isinstance(told, dict) and told.get("format") == FORMAT:
        record = read_record(data)
        return _Published(record["game"], {turn["turn"]: turn["receipts"] for turn in record["turns"]})
    if not isinstance(told, dict) or not isinstance(told.get("receipts"), dict) or type(told.get("turn")) is not int:
        raise _no_report(path)
    return _Published(str(told.get("game")), {told["turn"]: told["receipts"]})


def _no_report(path: Path) -> GmError:
    message = sentence("{file} is neither a record nor a report", file=str(path))
    return NoReceipt(message, sentence("use the .json file of the turn, or the record of the game"))


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [each for each in value or [] if isinstance(each, str)]


def shown(text: Any) -> str:
    """What stands in somebody's file, safe on a terminal."""
    return printable(str(text))[:60]
