"""What people write, read as they meant it; and what nobody should send, refused with a sentence."""

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from gm.core.problems import Problem
from gm.core.validity import signed
from gm.pages import tree
from gm.pages.page import Page, canonical, read_page
from tests.conftest import Desk

PLAIN = "game: race\nturn: 1\nplayer: alice\norders:\n  1: 22\n  2: 10\n"
MEANT = {"1": "22", "2": "10"}


def read(text: str | bytes) -> tuple[Page, list[Problem]]:
    return read_page(text if isinstance(text, bytes) else text.encode(), "alice.yaml")


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        "\ufeff" + PLAIN,
        PLAIN.encode("utf-16"),
        PLAIN.replace("22", "“22”").replace("10", "‘10’"),
        PLAIN.replace(" 22", "\u00a022").replace("  1", "\u00a0\u00a01").replace("  2", "\u00a0 2"),
        PLAIN.replace("  1", "\t1").replace("  2", "\t2"),
        PLAIN.replace("  1", "\t1").replace("  2", "    2"),
        PLAIN.replace("  1", "\t1").replace("  2", "        2"),
        PLAIN.replace("1: 22", '"1": "22"').replace("player", "Player").replace("orders", "ORDERS"),
        '{"game": "race", "turn": 1, "player": "alice", "orders": {"1": 22, "2": 10}}',
        "    " + PLAIN.replace("\n", "\n    "),
        "---\n" + PLAIN,
        "# my page\n" + PLAIN + "\n\n",
    ],
    ids=[
        "plain", "crlf", "bom", "utf-16", "smart quotes", "nbsp", "tabs", "tabs and four", "tabs and eight", "quoted",
        "json", "indented", "marked", "commented",
    ],
)  # fmt: skip
def test_form_is_forgiven(text: str | bytes) -> None:
    page, problems = read(text)
    assert not problems
    assert (page.get("game"), page.get("turn"), page.get("player")) == ("race", "1", "alice")
    assert page.fields["orders"] == MEANT


@pytest.mark.parametrize("word", ["No", "yes", "on", "1e3", "010", "1:30", "0o17", "~", "null", "1_000", "2026-01-01"])
def test_a_word_stays_what_it_is(word: str) -> None:
    page, problems = read(f"player: {word}\n")
    assert not problems
    assert page.get("player") == word


@pytest.mark.parametrize("sign", ["<", "<=", "==", "!=", ">=", ">"])
@pytest.mark.parametrize(
    "form", ["  - {{when: {{fallers: {}}}, play: 1}}", "  - when:\n      fallers: {}\n    play: 1"]
)
def test_a_comparison_needs_no_quotes(sign: str, form: str) -> None:
    page, problems = read("orders:\n" + form.format(f"{sign} 2") + "\n")
    assert not problems
    assert page.fields["orders"][0]["when"]["fallers"] == f"{sign} 2"


@pytest.mark.parametrize("than", ["blue", "Castle on Hill", "O'Leary", "-2", "− 2", "–2"])
@pytest.mark.parametrize("form", ["top: {{red: {}, pink: 3}}", "top:\n  red: {}  # a comment\n  pink: 3"])
def test_nor_does_one_with_a_name_or_with_less_than_nothing(than: str, form: str) -> None:
    page, problems = read(form.format(f"> {than}") + "\n")
    assert not problems
    assert page.fields["top"] == {"red": f"> {than}", "pink": "3"}


@pytest.mark.parametrize("minus", ["-", "- ", "–", "– ", "−", "−\u00a0", "—", "‐ ", "‑", "－ "])
def test_a_minus_is_one_however_it_is_written(minus: str) -> None:
    page, problems = read(f"least: {minus}3\nfavour: {{white: {minus}2, red: 1}}\nlist:\n  - 3\n  – 4\n")
    assert not problems
    assert signed(page.fields["least"]) == "-3"
    assert {name: signed(weight) for name, weight in page.fields["favour"].items()} == {"white": "-2", "red": "1"}
    assert page.fields["list"] == ["3", "4"]


@pytest.mark.parametrize(
    ("text", "press"),
    [
        ('press: Alice: my horse is at 5:1, "honest"!\n', 'Alice: my horse is at 5:1, "honest"!'),
        ("press: |\n  Two lines,\n  {odd: [ones\n", "Two lines,\n{odd: [ones"),
        ("press: one\n  two\n\n  four # not a comment\n", "one\ntwo\n\nfour # not a comment"),
        ('press: "quoted"\n', "quoted"),
        ("press: & * ! % @ `\n", "& * ! % @ `"),
        ("press: “smart”\n", "“smart”"),
        ("press:\n  turn: 7\n  orders: {1: 500}\n", "turn: 7\norders: {1: 500}"),
        ('{"game": "race", "press": "in JSON"}', "in JSON"),
        ("press:\n", ""),
    ],
)
def test_press_is_taken_as_it_stands(text: str, press: str) -> None:
    page, problems = read(text if text.startswith("{") else PLAIN + text)
    assert not problems
    assert page.press == press
    assert page.get("turn") in ("1", "")


def test_press_may_come_first_and_lines_keep_their_numbers() -> None:
    page, _ = read("press: a: b: c\n  {more\n" + PLAIN)
    assert page.fields["orders"].line == 7
    assert page.fields["orders"]["2"].line == 8


BOMB = "a: &a [x, x]\n" + "".join(f"{n}: &{n} [*{p}, *{p}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True))
HOSTILE = {
    "anchor bomb": BOMB,
    "tag": PLAIN.replace("22", "!!python/object/apply:os.system [ls]"),
    "merge by alias": "base: &b {1: 2}\norders: {<<: *b}\n",
    "20,000 brackets": "orders: " + "[" * 20_000,
    "20,000 braces": "{a: " * 20_000,
    "20,000 dashes": "- " * 20_000,
    "3 MB of press": PLAIN + "press: " + "spam " * 600_000,
    "5,000 entries": "orders:\n" + "".join(f"  {n}: 1\n" for n in range(5000)),
    "binary": bytes(range(256)) * 20,
    "NUL": PLAIN.encode() + b"\x00",
    "escape": PLAIN + "x: \x1b[2J\n",
    "twice": PLAIN + "turn: 2\n",
    "twice in other case": PLAIN + "TURN: 2\n",
    "two presses": PLAIN + "press: a\npress: b\n",
    "two pages": PLAIN + "---\n" + PLAIN,
    "empty": "",
    "only a comment": "# nothing\n",
    "a list": "- 1\n- 2\n",
    "prose": "Dear GM, please play 22 at the first.\n",
    "unclosed": PLAIN + "x: {a: 1\n",
    "unclosed quote": PLAIN + 'x: "a\n',
    "bad indent": "orders:\n  1: 2\n 2: 3\n",
    "complex key": "? [1, 2]\n: 3\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_page_is_refused_within_a_second_with_a_sentence(name: str) -> None:
    text = HOSTILE[name]
    start = time.perf_counter()
    _, problems = read(text)
    assert time.perf_counter() - start < 1
    assert len(problems) == 1
    assert problems[0].flaw == "unreadable"
    assert len(problems[0].message) > 10
    assert "\x1b" not in str(problems[0])


@pytest.mark.parametrize("name", HOSTILE)
def test_without_libyaml_the_same_pages_are_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_Loader", yaml.SafeLoader)
    assert read(HOSTILE[name])[1]


def test_without_libyaml_a_page_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    page, _ = read(PLAIN)
    monkeypatch.setattr(tree, "_Loader", yaml.SafeLoader)
    assert read(PLAIN)[0] == page


def test_5000_digits_are_refused_by_the_rules(start: "object", desk: Desk) -> None:
    start(4)  # type: ignore[operator]
    desk.order("alice", 1, "{1: 10, 2: 10}")
    desk.gm("take")
    desk.order("alice", 1, f"{{1: {'9' * 5000}, 2: 10}}")
    assert "points" in desk.gm("take", code=1).out
    assert desk.gm("status", "--json").lines[0]["ordered"] == ["alice"]


@given(st.binary(max_size=400))
def test_no_bytes_at_all_raise_an_exception(data: bytes) -> None:
    page, problems = read_page(data, "x.yaml")
    assert problems or page.fields


@given(st.text(alphabet="game:turn player alice\n\t -[]{}&*!|>'\"#%@,?0123456789", max_size=200))
def test_no_text_that_looks_like_a_page_raises_an_exception(text: str) -> None:
    page, problems = read(PLAIN + text)
    for problem in problems:
        assert problem.line <= len(page.source)
        assert str(problem)


def test_every_sample_page_reads(request: pytest.FixtureRequest) -> None:
    pages = sorted((Path(__file__).parent.parent / "sample_orders").rglob("turn-*/**/*.yaml"))
    assert len(pages) > 30
    for path in pages:
        page, problems = read_page(path.read_bytes(), path.name)
        assert not problems, path
        assert page.get("turn") == str(
            int(path.relative_to(path.parents[2] if path.parent.name == "late" else path.parents[1]).parts[0][-2:])
        )


def test_canonical_json_is_the_same_however_it_is_written() -> None:
    one, _ = read(PLAIN)
    two, _ = read('{"orders": {"2": " 10 ", "1": 22}, "player": "alice", "press": "hello"}')
    parts = [page.part(["orders"]) for page in (one, two)]
    assert canonical("race", 1, "alice", parts[0]) == canonical("race", 1, "alice", parts[1])
    assert (
        canonical("race", 1, "alice", parts[0])
        == '{"game":"race","orders":{"1":"22","2":"10"},"player":"alice","turn":1}'
    )


def test_a_smart_apostrophe_inside_quotes_is_no_quotation_mark() -> None:
    page, problems = read("player: ‘O’Leary’s Lad’\n")
    assert not problems
    assert page.get("player") == "O’Leary’s Lad"
