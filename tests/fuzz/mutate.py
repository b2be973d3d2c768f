"""Samples made odd: what fits the formats nearly, and now and then not at all."""

from collections.abc import Callable, Sequence
from random import Random

_WORDS = [
    b": ", b"\n", b"\n  ", b"- ", b"{", b"}", b"[", b"]", b"[" * 200, b"{a: " * 100, b"'", b'"', b"&a ", b"*a", b"!!", b"|\n", b">-\n", b"---\n",
    b"...\n", b"#", b"? ", b"<<: ", b"\t", b"\r", b"\r\n", b"\0", b"\x1b[2J", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xcd\xa9",
    "٣".encode(), "١٢".encode(), "ﬁ".encode(), "🐎".encode(), "\u2028".encode(), b"orders:", b"press:", b"standing:", b"when:", b"not:", b"> blue", "−2".encode(), b"all", b"null", b"~",
    b"true", b"1e9", b"-1", b"0", b"99999999999999999999", b"0x1f", b"1_000", b"nan", b"2026-02-30", b"every: 9999999 years", b"first: 9999-12-31 23:59",
    b"9000 plain", b"game:", b"player:", b"turn:", b"=?utf-8?q?=00?=", b"=?x?b?////?=", b"Content-Type: multipart/mixed; boundary=a\n", b"\n--a\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Type: text/plain; charset=utf-7\n", b"From: \"(((((\" <a@b>\n", b"From: spam..bot@x\n", b"@",
    b"Date: Mon, 99 Foo 99999 99:99:99 +9999\n", b"Authentication-Results: x; dmarc=pass\n", b"\n\n", b"> ", b",", b"\\u0000", b"\\ud800", b"1" * 5000,
]  # fmt: skip


def mutated(seeds: Sequence[bytes], chance: Random) -> bytes:
    """One of them, changed in a few places."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 2, 3, 5, 8))):
        chance.choice(_WAYS)(data, chance, seeds)
    return bytes(data)


def _place(data: bytearray, chance: Random) -> int:
    return chance.randint(0, len(data))


def _piece(data: bytes | bytearray, chance: Random) -> bytes:
    start = chance.randint(0, len(data))
    return bytes(data[start : start + chance.choice((1, 4, 20, 200, 2000))])


def _put_word(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    place = _place(data, chance)
    data[place:place] = chance.choice(_WORDS)


def _put_over(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    place, word = _place(data, chance), chance.choice(_WORDS)
    data[place : place + len(word)] = word


def _flip(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    if data:
        data[chance.randrange(len(data))] = chance.randrange(256)


def _drop(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    place = _place(data, chance)
    del data[place : place + chance.choice((1, 1, 2, 5, 40, 400))]


def _repeat(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    place = _place(data, chance)
    data[place:place] = _piece(data, chance) * chance.choice((1, 2, 10, 300))


def _graft(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    place = _place(data, chance)
    data[place:place] = _piece(chance.choice(seeds), chance)


def _swap_lines(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    lines = bytes(data).split(b"\n")
    chance.shuffle(lines)
    data[:] = b"\n".join(lines)


def _number(data: bytearray, chance: Random, seeds: Sequence[bytes]) -> None:
    """Another number where there is one."""
    digits = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    if digits:
        place = chance.choice(digits)
        data[place : place + 1] = chance.choice((b"0", b"-1", b"9" * 30, b"1.5", b"", b"1e5", b"007", b"256"))


_WAYS: tuple[Callable[[bytearray, Random, Sequence[bytes]], None], ...] = (
    _put_word, _put_word, _put_over, _flip, _drop, _drop, _repeat, _graft, _swap_lines, _number, _number,
)  # fmt: skip
