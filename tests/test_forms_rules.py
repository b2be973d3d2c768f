"""The form's rules are gm's own: in JavaScript they say the same, and of a page the form says what gm check says."""

import importlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gm.core import validity
from gm.core.names import fold
from gm.desk.desk import open_desk
from gm.desk.intake import Clerk, Source
from gm.mail.find import find_pages
from gm.pages.page import HOUSE_KEYS, read_page
from gm.reports.forms import javascript
from tests import make_scripts
from tests.conftest import HORSES, PLAYERS, Desk
from tests.contract.samples import NUMBERS, Call, sample
from tests.engine import Engine, form_in_engine
from tests.examples import cards_file, race_file

CASES = 400
SIGNED = [
    "-2",
    "−2",
    "– 7",
    "— 007",
    "‐1",
    "‑1",
    "－３",
    "＋ ４",
    "-\u00a05",
    "--2",
    "-0",
    "- ",
    "-99",
    "-100",
    "2-",
    "١",
]
NAMES = ["red", "orange", "green", "Castle on Hill"]
PRESS = ["", "", "Hello: > 5,\n\n  world", "from: me", '"quoted"', "-----\nx", "On 5 May 2026 a@b.c wrote:\n> no", "turn: 7\nplayer: bob",
         "“curly” ‘quotes’", "— a dash\nodds: >= 5, or so", "C:\\x \\u0041 %@`!", "press: |\n  more", "word:next\n\ttabbed", "🐎 é"]  # fmt: skip


def of_the_house(draw: random.Random) -> Iterator[Call]:
    text = draw.choice(["", ">= 2", "<3", "=4", "== 5", "!=6", "x", "> ", ">= 1234567890", "7 8", " <= 9 ", "=> 3", "≤ −2", "> blue",
                        ">=- 07", "≠x"])  # fmt: skip
    number = draw.choice(["", "+"]) + draw.choice([*NUMBERS, *SIGNED])
    value = draw.choice([text, ["a"], {"b": "c"}, None])
    yield "comparison", [text.strip()]
    yield "against", [text.strip()]
    yield "whole", [draw.choice(NUMBERS)]
    yield "signed", [number]
    yield "bad_number", ["red", draw.choice([number, value]), draw.choice([-99, 1]), draw.choice([2, 99]), "here"]
    yield "bad_comparison", [draw.choice(["fallers", "top"]), value, "here"]
    yield "bad_match", [draw.choice(["fallers", "top"]), value, "here"]
    yield "both", [draw.sample(NAMES, draw.randint(1, 4))]


def in_python(rules: str, call: Call) -> Any:
    own = importlib.import_module(f"gm.games.{rules}.validity")
    name, given = call
    return json.loads(json.dumps(getattr(own if hasattr(own, name) else validity, name)(*given)))


def rules_in_engine(script: str) -> Engine:
    """Rules as a form has them; each call is a function's name, and what it is given."""
    return Engine(
        f"const rules = {script};", "const run = (calls) => calls.map(([name, given]) => rules[name](...given));"
    )


@pytest.mark.parametrize("rules", make_scripts.GAMES)
def test_in_javascript_the_rules_say_the_same(rules: str) -> None:
    draw = random.Random(f"the same {rules}")
    calls = [call for _ in range(CASES) for call in (*of_the_house(draw), *sample(rules).calls(draw))]
    answers = rules_in_engine(javascript(rules)).ask("run", calls)
    for call, answer in zip(calls, answers, strict=True):
        assert answer == in_python(rules, call), call
    said = [remark for (name, _), answer in zip(calls, answers, strict=True) if name == "check" for remark in answer]
    assert {remark["level"] for remark in said} >= {"error", "warning"}


def test_names_are_compared_alike() -> None:
    names = [
        "  RED  Rum ",
        "O’Leary`s ‘Lad’",
        "„Épinard“ “2”",
        "E\u0301pinard",
        "Straße",
        "ΣΊΣΥΦΟΣ",
        "a\u00a0b\u3000c\u2028d",
        "",
    ]
    assert rules_in_engine(javascript("")).ask("run", [["fold", [name]] for name in names]) == [
        fold(name) for name in names
    ]


def test_a_game_without_rules_of_its_own_is_checked_by_those_of_the_house() -> None:
    calls: list[Call] = [
        ("check", [{}, [{"key": "move"}]]),
        ("whole", ["12"]),
        ("bad_comparison", ["top", "x", "here"]),
    ]
    answers = rules_in_engine(javascript("a game that has none")).ask("run", calls)
    assert answers == [[], True, validity.bad_comparison("top", "x", "here")]


# What is kept is what the rules make


def test_the_kept_scripts_are_what_the_rules_make() -> None:
    made = {path: text.encode() for path, text in make_scripts.made().items()}
    kept = {path: path.read_bytes() for path in make_scripts.kept()}
    behind = [path for path in sorted(made.keys() | kept.keys()) if made.get(path) != kept.get(path)]
    names = ", ".join(path.relative_to(make_scripts.ROOT).as_posix() for path in behind)
    assert not behind, f"the rules of validity have changed, and these have not: {names}. Run `make scripts`."


def test_a_rule_that_the_form_cannot_run_is_not_made_into_a_script(tmp_path: Path) -> None:
    source = tmp_path / "hush" / "validity.py"
    source.parent.mkdir()
    source.write_text("from math import isqrt\n\n\ndef check(position, rows):\n    return [isqrt(len(rows))]\n")
    with pytest.raises(make_scripts.NotInTheForm, match=r"gm/games/hush/validity\.py uses isqrt, which the order form"):
        make_scripts.of_a_game(source)


# What the form says of a page, and what gm says of the page that comes out


def a_race(desk: Desk) -> str:
    horses = [*HORSES[:2], "No", "O’Leary’s “Lad”: [5]", "yes", "Épinard # 2"]
    field = dict(zip(PLAYERS, map(json.dumps, horses), strict=True))
    desk.write("games/race.yaml", race_file(field, "4 plain", "R", "options: {points: 478}\n"))
    desk.gm("start", "race")
    return "race"


def a_derby(desk: Desk) -> str:
    colours = "[red, No, 'a: b', Castle on Hill, on, '5', 'O’Leary', pink]"
    desk.write("games/derby.yaml", cards_file(["alice", "bob"], "D", f"options: {{horses: {colours}}}\n"))
    desk.gm("start", "derby")
    for _ in range(5):
        desk.gm("run", "--now")
    return "derby"


def form_of(desk: Desk, game: str) -> Path:
    return sorted((desk.folder / f"issues/{game}").iterdir())[-1] / "forms/alice.html"


def filled_in(draw: random.Random, data: Any, wrong: bool) -> Any:
    """Something that a person may have done to the form."""
    sections = [section for group in data["groups"] for section in group["sections"]]
    press = draw.choice(PRESS)
    rows = {section["key"]: _rows(draw, section, wrong) for section in sections}
    return {"rows": rows, "press": press, "name": draw.choice(["", "", "The 'Clerk': “X”"])}


def _rows(draw: random.Random, section: Any, wrong: bool) -> list[Any]:
    many = 1 if section["rows"] == "one" else draw.randint(1, 3)
    rows = [{"when": _tests(draw, section, wrong), "say": _say(draw, section)} for _ in range(many)]
    for row in rows if section["rows"] == "otherwise" else []:
        row["when"] = [] if row is rows[-1] else row["when"] or [_test(draw, section, "fell", wrong)]
    return rows


def _tests(draw: random.Random, section: Any, wrong: bool) -> list[Any]:
    terms = (
        draw.sample([term["key"] for term in section["terms"]], draw.choice([0, 0, 1, 2])) if section["terms"] else []
    )
    return [_test(draw, section, key, wrong) for key in terms]


def _test(draw: random.Random, section: Any, key: str, wrong: bool) -> Any:
    number = draw.choice(["x", "--1", "1" * 12]) if wrong else draw.choice([str(draw.randint(0, 99)), "-1", "− 2"])
    name = draw.choice(section["names"])["value"]
    others = [each["value"] for each in section["names"] if not validity.comparison(each["value"])]
    return {
        "not": draw.random() < 0.3,
        "than": draw.choice(["", "", *others]),
        "key": key,
        "sign": draw.choice([">=", "<=", "=", ">", "<", "!="]),
        "number": number,
        "name": name,
        "flag": "no",
    }


def _say(draw: random.Random, section: Any) -> Any:
    said: dict[str, Any] = {}
    for field in section["fields"]:
        choices = [each["value"] for choice in field.get("choices", []) for each in choice.get("choices", [choice])]
        some = draw.sample(choices, min(len(choices), draw.randint(0, 2)))
        words = [word["value"] for word in field.get("words", [])]
        entries = [*words, {"sign": draw.choice(["<=", "="]), "number": draw.choice([*NUMBERS, *SIGNED])}]
        made = {
            "weights": {name: draw.choice([*NUMBERS, *SIGNED]) for name in some},
            "worded": draw.sample(entries, min(2, len(entries))) if field.get("more") else draw.choice(entries),
            "number": draw.choice(NUMBERS),
            "choice": draw.choice([*choices, ""]),
            "several": some,
            "some": draw.choice([*words, some]),
        }
        said[field["name"]] = made[field["kind"]]
    return said


def said_by_gm(clerk: Clerk, desk: Desk, page: str) -> set[tuple[str, str, str]]:
    problems = clerk.read(Source("x.yaml", page.encode(), desk.now))[0].problems
    return {(each.level, str(each.message), str(each.hint)) for each in problems}


ASK = """states => states.map((each) => {
  state = each;
  const said = remarks().filter((remark) => remark.level !== 'note');
  const page = writtenPage(head, part(), state.press, state.name);
  return [page, part(), said.map((remark) => [remark.level, spoken(remark.message), spoken(remark.hint)])];
})"""
ASKED = ("a card is missing", "this order could only be passed over")  # a form asks for more than a page needs
BEGINNINGS = pytest.mark.parametrize("begin", [a_race, a_derby], ids=["race", "derby"])


def answers_to(form: str, draw: random.Random, wrong: bool = False) -> tuple[list[Any], list[Any]]:
    """What a form is filled in with, time and again; and the page, the orders and the remarks that come of it."""
    engine = form_in_engine(form)
    data = engine.ask("() => data")
    states = [filled_in(draw, data, wrong) for _ in range(150)]
    return states, engine.ask(ASK, states)


@BEGINNINGS
@pytest.mark.parametrize("wrong", [False, True], ids=["", "wrong conditions"])
def test_of_any_page_the_form_says_what_gm_check_says(desk: Desk, begin: Any, wrong: bool) -> None:
    form = form_of(desk, begin(desk)).read_text(encoding="utf-8")
    _, answers = answers_to(form, random.Random(f"{begin.__name__} {wrong}"), wrong)
    with open_desk(desk.folder, desk.now) as at:
        clerk, compared = Clerk.at(at), 0
        for text, orders, remarks in answers:
            told, said = {tuple(remark) for remark in remarks}, said_by_gm(clerk, desk, text)
            if wrong:  # a line whose condition cannot be read is not looked at any further
                told, said = ({each for each in every if each[0] == "error"} for every in (told, said))
            told = {each for each in told if each[1] not in ASKED}
            assert told == said or not orders, text
            compared += bool(told)
        assert compared > 30


@BEGINNINGS
def test_any_page_reads_as_it_was_filled_in_also_out_of_a_mail(desk: Desk, begin: Any) -> None:
    form = form_of(desk, begin(desk)).read_text(encoding="utf-8")
    states, answers = answers_to(form, random.Random("pages"))
    for state, (text, orders, _) in zip(states, answers, strict=True):
        (mailed,) = find_pages(f"{text}\n-- \nAlice\n", {key: key for key in (*HOUSE_KEYS, *orders)})
        for each in (text, mailed.text):
            read, _ = read_page(each.encode(), "x.yaml")
            assert read.part(list(orders)) == orders, text
            assert (read.press, read.press_name) == (state["press"], state["name"] if state["press"] else ""), text
