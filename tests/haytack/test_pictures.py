"""The race in pictures: text and SVG tell the same, nothing covers anything, and nothing hidden is drawn."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, pairwise, repeat
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.core.play import Case, Json
from gm.core.words import LANGUAGES, say_again
from gm.desk.cases import resolve_case
from gm.games.haytack import GAME
from gm.games.haytack.race import Race
from gm.reports import render as reports
from gm.reports.languages import Speaker
from gm.reports.layout import WIDTH, columns, fit
from gm.reports.pictures import standalone
from gm.reports.render import fill
from tests.haytack.pictured import NAMES, SVG, Facts, field, in_picture, in_text, picture, places, turns, words

MARKS = {"stumbled": "sS", "won": "*SP", "spared": "pP"}


@st.composite
def races(draw: st.DrawFn) -> tuple[Race, list[dict[str, Any]]]:
    """A race where ties are common, and everybody's numbers for turn after turn; some forget to order."""
    chance = random.Random(draw(st.integers(0, 10**6)))
    many = chance.randint(2, 12)
    course = [
        chance.choice(["plain", "plain", "plain", "becher", "chair", "water"]) for _ in range(chance.randint(1, 40))
    ]
    options = {
        "points": chance.choice(["0", "9", "40", "500", "500", "3000"]),
        "free_fences": chance.choice(["excess", "literal", "none"]),
        "last_stands": chance.choice(["true", "false"]),
        "nmr": chance.choice(["zero", "repeat", "retire", "retire"]),
        "nmr_limit": "1",
        "reveal": draw(st.sampled_from(["all", "fallers"])),
    }
    numbers = [{f"p{n}": _bids(chance) for n in range(many) if chance.random() > 0.1} for _ in course]
    return field(many, course, **options), numbers


def _bids(chance: random.Random) -> tuple[str, str]:
    return str(chance.randint(0, 7)), str(chance.choice([1, 2, 2, 3, 4, 5, 6, "all" if chance.random() < 0.1 else 7]))


def ordered(race: Race, orders: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Order pages for turn after turn."""
    fence = 1
    for turn, said in enumerate(orders):
        fences = [fence] if not turn and len(race.horses) % 2 else [fence, fence + 1]
        yield {
            seat: {"orders": {str(number): say for number, say in zip(fences, numbers, strict=False)}}
            for seat, numbers in said.items()
        }
        fence = fences[-1] + 1
    yield from repeat({})


def told_by_the_rules(models: list[Json]) -> Facts:
    """The facts again, from the bare results of all turns, which owe nothing to the chart."""
    points: dict[str, list[int]] = {}
    marks: set[tuple[str, int, str | None]] = set()
    free: set[int] = set()
    start = models[0]["story"]["view"]["options"]["points"]
    for fence in (fence for model in models for fence in model["result"]["fences"]):
        number = fence["fence"]
        free |= {number} if fence["free"] else set()
        for horse, left in fence["points"].items():
            points.setdefault(horse, [start]).append(left)
        for horse in fence["fell"]:
            points.setdefault(horse, [start])
            marks.add((horse, number, "fell"))
        marks |= {(horse, number, "stumbled") for horse in fence["stumbled"]}
        marks |= {(horse, number, "won") for horse in fence["bonus"]}
    return {"points": points, "marks": marks, "free": free}


@pytest.mark.slow
@given(races())
@settings(max_examples=60)
def test_picture_text_and_rules_tell_the_same_race(played: tuple[Race, list[dict[str, Any]]]) -> None:
    race, orders = played
    models: list[Json] = []
    for model in turns(race, ordered(race, orders)):
        models.append(model)
        if model["turn"]:
            _compare(model, told_by_the_rules(models), hidden=race.options.reveal != "all")


def _compare(model: Json, facts: Facts, hidden: bool) -> None:
    chart, drawn = model["story"]["chart"], in_picture(model)
    known = {mark for mark in drawn["marks"] if mark[2] not in ("spared", "retired")}
    assert known == facts["marks"]
    assert drawn["free"] == facts["free"]
    if not hidden:
        assert drawn["points"] == facts["points"]
    _compare_text(model, drawn, hidden)
    gone = {horse["horse"]: horse for horse in model["story"]["view"]["horses"]}
    out = {horse["horse"]: horse["fell"] or horse["retired"] for horse in chart["horses"]}
    assert out == {horse: gone[horse]["out_at"] for horse in out}


def _compare_text(model: Json, drawn: Facts, hidden: bool) -> None:
    """Names are cut in the text, so rows are found by their order."""
    chart, said = model["story"]["chart"], in_text(model)
    assert {fence for fence, kind in said["kinds"].items() if kind == "o"} == drawn["free"]
    for horse, (cut, cells) in zip(chart["horses"], said["cells"].items(), strict=True):
        name, points = horse["horse"], drawn["points"][horse["horse"]]
        leads = [] if hidden else horse["against"]
        for place, (fence, cell) in enumerate((f, c) for f, c in cells.items() if c.strip()):
            assert (cell == "F ") == ((name, fence, "fell") in drawn["marks"])
            for mark, letters in MARKS.items():
                assert (cell[1] in letters) == ((name, fence, mark) in drawn["marks"])
            if cell != "F ":
                assert cell[0] == ("." if hidden else str(5 + max(-4, min(4, round(leads[place + 1] / chart["unit"])))))
        running = not horse["fell"] and not horse["retired"]
        end = "R" if horse["retired"] else f"{points[-1]:,}" if running and not hidden else ""
        assert said["ends"][cut] == end


@pytest.mark.parametrize("many", [2, 3, 12, 40])
@pytest.mark.parametrize("reveal", ["all", "fallers"])
def test_no_word_covers_another_and_nothing_leaves_the_picture(many: int, reveal: str) -> None:
    models = list(turns(field(many, reveal=reveal)))
    for model in models[:: max(1, len(models) // 4)] + models[-1:]:
        for name in ("course", "chart") if model["turn"] else ("course",):
            _neat(name, model)


@pytest.mark.parametrize("fences", [1, 2, 7, 31, 44, 60, 120])
def test_a_course_of_any_length_fits_on_the_map(fences: int) -> None:
    course = (["plain"] * 3 + ["becher", "water", "chair", "plain"]) * 20
    for model in islice(turns(field(40, course[:fences])), 3):
        _neat("course", model)


def test_a_field_that_falls_whole_fits_too() -> None:
    for name in ("chart", "course"):
        _neat(name, list(turns(field(40, ["plain", "plain"], points="0")))[-1])


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_other_languages_find_room_too(language: str) -> None:
    for model in islice(turns(field(12)), 1, None):
        for name in ("chart", "course"):
            _neat(name, model, language)


def _neat(name: str, model: Json, language: str = "en") -> None:
    root = picture(name, model, language)
    _, _, wide, high = (float(each) for each in root.get("viewBox", "").split())
    said = words(root)
    assert said
    covered = [(one.said, other.said) for one, other in combinations(said, 2) if one.covers(other)]
    assert not covered
    assert not [box for box in said if box.left < 0 or box.top < -1 or box.right > wide or box.bottom > high]
    assert not [(x, y) for x, y in places(root) if not (0 <= x <= wide and 0 <= y <= high)]


def test_labels_carry_name_and_points_in_the_order_of_the_standings() -> None:
    model = next(islice(turns(field(12)), 2, None))
    texts = [(box.top, box.said) for box in words(picture("chart", model)) if box.left > 160]
    labels = [said for _, said in sorted(texts)]
    for row in (row for row in model["story"]["standings"] if not row["out_at"]):
        shown = [said for said in labels if said.rstrip("…") and row["horse"].startswith(said.rstrip("…"))]
        assert shown, row["horse"]
        assert str(row["points"]) in labels
    best = [row["horse"] for row in model["story"]["standings"] if not row["out_at"]]
    named = [
        said.rstrip("…") for said in labels if not said.isdigit() and any(n.startswith(said.rstrip("…")) for n in best)
    ]
    assert all(best[n].startswith(name) for n, name in enumerate(named))


@pytest.mark.parametrize("many", [3, 12, 40])
def test_words_on_the_chart_are_as_large_on_a_telephone_as_they_must_be(many: int) -> None:
    """360 points wide, with a margin of 1.2rem: what is 12 in a picture of 320 is 12 there."""
    for model in islice(turns(field(many)), 1, None):
        root = picture("chart", model)
        wide = float(root.get("viewBox", "").split()[2])
        assert wide <= 320
        assert min(float(each.get("font-size", 12)) for each in root.iter()) >= 12


def test_every_line_that_runs_on_ends_at_its_horse_s_silks() -> None:
    model = next(islice(turns(field(12)), 2, None))
    for group in picture("chart", model).iter(f"{SVG}g"):
        if group.get("data-horse") and group.find(f"{SVG}text") is not None:
            used = group.find(f"{SVG}use")
            assert used is not None
            assert used.get("href") == "#" + model["silks"][group.get("data-horse")].id


def test_the_map_has_every_fence_the_field_and_how_many_fell() -> None:
    for model in turns(field(12)):
        chart, root = model["story"]["chart"], picture("course", model)
        fences = root.findall(".//*[@data-kind]")
        assert [int(each.get("data-fence", "")) for each in fences] == list(range(1, len(chart["course"]) + 1))
        fell = {
            int(g.get("data-fence", "")): int(t.get("data-fell", "")) for g in fences for t in g if t.get("data-fell")
        }
        assert fell == Counter(h["out_at"] for h in model["story"]["view"]["horses"] if h["out_at"])
        running = [each.get("data-horse") for each in root.findall(".//*[@data-horse]")]
        assert running == [row["horse"] for row in model["story"]["standings"] if not row["out_at"]]
        coming = [int(each.get("data-fence", "")) for each in fences if each.get("data-state") == "next"]
        assert coming == [each["fence"] for each in model["story"]["view"]["next"]]


def test_the_strip_of_characters_tells_what_the_map_tells() -> None:
    for model in turns(field(40)):
        strip = fill("haytack/course.txt", model)
        signs, beneath = next((one, two) for one, two in pairwise(strip.split("\n")) if re.search(r"[|BCW] .*#", one))
        course = model["story"]["chart"]["course"]
        assert re.findall(r"[|BCW]", signs) == ["BCW|"["bcwp".index(each["kind"][0])] for each in course]
        assert signs[2:].index(">") == 2 * model["story"]["chart"]["place"]
        row = beneath.ljust(3 + 2 * len(course))
        said = {each["fence"]: row[1 + 2 * each["fence"]] for each in course}
        assert {f for f, mark in said.items() if mark == "^"} == {
            each["fence"] for each in model["story"]["view"]["next"]
        }
        assert {f: int(mark) for f, mark in said.items() if mark.isdigit()} == {
            e["fence"]: e["fell"] for e in course if e["fell"]
        }


def test_with_fallers_revealed_no_picture_depends_on_a_hidden_number() -> None:
    """H24: the same falls by other numbers are the same picture, byte for byte."""

    def told(rich: str) -> list[str]:
        race = field(4, ["plain", "water", "plain", "plain"], reveal="fallers", points="9000")
        pages = [
            {"p0": ("1", rich), "p1": (rich, "50"), "p2": ("30", "2"), "p3": ("40", "60")},
            {"p1": ("1", "1"), "p3": ("2", "2")},
        ]
        models = list(turns(race, ordered(race, pages)))
        assert models[1]["story"]["chart"]["horses"][0]["points"] == [None, None, None]
        return [
            fill(f"haytack/{name}", model) for model in models[1:] for name in ("chart.svg", "chart.txt", "course.svg")
        ]

    assert told("4731") == told("3829")


def test_text_is_plain_characters_within_the_width() -> None:
    """The horses' own names may have other letters."""
    for model in turns(field(40)):
        names = ["chart.txt", "course.txt"] if model["turn"] else ["course.txt"]
        for text in (fill(f"haytack/{name}", model) for name in names):
            assert text.isascii()
            assert all(columns(line.rstrip()) <= WIDTH for line in text.split("\n"))
            assert [line.rstrip() for line in text.split("\n") if line.strip()] == [
                line for line in fit(text).split("\n") if line
            ]


def test_at_the_start_there_is_a_course_and_no_chart() -> None:
    start = next(turns(field(3)))
    for form in ("html", "txt"):
        assert "The race so far".casefold() not in fill(f"haytack/body.{form}", start).casefold()
        assert "the course" in fill(f"haytack/body.{form}", start).casefold()
    assert fill("haytack/chart.svg", start).strip() == ""


def test_pictures_of_two_turns_share_no_name_and_are_told_in_words() -> None:
    models = list(turns(field(12)))[1:3]
    texts = [fill("haytack/body.html", model) for model in models]
    ids = [name for text in texts for name in re.findall(r'\sid="([^"]+)"', text)]
    assert len(ids) == len(set(ids)) == 8
    for text in texts:
        assert all(set(named.split()) <= set(ids) for named in re.findall(r'aria-labelledby="([^"]+)"', text))
    first = models[0]["story"]["chart"]["fences"][0]
    described = " ".join(re.findall(r"<desc.*?</desc>", texts[0], re.DOTALL)[0].split())
    assert f"Fence 1, plain: {first['fell'][0]}" in described


def test_names_cannot_break_a_picture() -> None:
    models = list(turns(field(5)))
    assert "<Golden> & Miller" in NAMES
    for model in models[1:]:
        assert "<Golden>" not in fill("haytack/body.html", model)
        assert "<Golden> & Miller" in in_picture(model)["points"]


def test_a_case_without_a_past_draws_what_it_knows() -> None:
    page = {
        "course": ["plain"] * 6, "fence": "5", "fences": "2", "horses": {"Red Rum": "100", "Crisp": "98", "No": "40"},
        "fallen": {"1e3": "2", "Crispin": "6"}, "orders": {"Red Rum": {"5": "3"}, "Crisp": {"5": "2"}, "No": {"5": "1"}},
    }  # fmt: skip
    case = GAME.case(page)
    assert isinstance(case, Case)
    model = resolve_case(GAME, case).values
    assert in_picture(model)["points"] == {"Red Rum": [100, 97], "Crisp": [98, 96, 91], "No": [40]}
    assert in_text(model)["cells"]["Crisp"] == {5: "5 ", 6: "5s"}
    assert [each["fell"] for each in model["story"]["chart"]["course"]] == [0, 1, 0, 0, 1, 2]


def test_a_horse_may_stumble_and_win_at_once() -> None:
    """H9, H14: all play the same at the Water; the richest falls, the others stumble and share."""
    horses = {"Red Rum": "100", "Crisp": "90", "No": "80"}
    page = {
        "course": ["water", "plain"],
        "fences": "1",
        "horses": horses,
        "orders": {name: {"1": "9"} for name in horses},
    }
    case = GAME.case(page)
    assert isinstance(case, Case)
    model = resolve_case(GAME, case).values
    both = {(name, 1, mark) for name in ("Crisp", "No") for mark in ("stumbled", "won")}
    assert in_picture(model)["marks"] == both | {("Red Rum", 1, "fell")}
    assert {name: cells[1] for name, cells in in_text(model)["cells"].items()} == {
        "Crisp": "9S",
        "No": "5S",
        "Red Rum": "F ",
    }


def test_alone_a_picture_brings_its_colours_along() -> None:
    model = list(turns(field(12)))[2]
    for name in ("chart", "course"):
        svg = standalone(fill(f"haytack/{name}.svg", model))
        assert "var(" not in svg
        assert svg.count("xmlns=") == 1
        assert "stroke: #211f1a" in svg
        assert standalone(svg.replace("<svg ", "<svg ")).count("xmlns=") == 1
        used = {
            each for text in re.findall(r'class="([^"]+)"', svg) for each in text.split() if each.startswith("pic-")
        }
        assert not {each for each in used if f".{each} " not in svg} - {"pic-coming", "pic-never"}
    assert standalone("no picture") == "no picture"


def test_alone_a_picture_can_be_printed() -> None:
    import typst

    model = list(turns(field(12)))[2]
    for name in ("chart", "course"):
        svg = standalone(fill(f"haytack/{name}.svg", model))
        made = typst.compile(b'#image(bytes(sys.inputs.svg), format: "svg", width: 100%)', sys_inputs={"svg": svg})
        assert made.startswith(b"%PDF")


class _Elsewhere(Speaker):
    """A language in which every letter is an x."""

    def __init__(self) -> None:
        super().__init__("en")
        self.gettext = lambda text: re.sub(r"(%\(\w+\)s|\{\w+\})|[A-Za-z]", lambda found: found[1] or "x", text)
        self.ngettext = lambda one, many, n: self.gettext(one if n == 1 else many)
        self.listed, self.ordinal = " xx ".join, "{}.".format
        self.spelt = str
        self.say = lambda text: say_again(text, self.gettext, self.ngettext, self.moment, self.number)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(reports, "speaker_of", lambda language: _Elsewhere())
    reports._environment.cache_clear()
    yield
    reports._environment.cache_clear()


@pytest.mark.parametrize(
    "options", [{}, {"reveal": "fallers"}, {"last_stands": "true", "points": "9"}, {"nmr": "retire"}]
)
@pytest.mark.usefixtures("elsewhere")
def test_every_word_of_a_race_can_be_translated(options: dict[str, str]) -> None:
    """The horses have numbers for names, so that all letters are words."""
    course = ["plain", "plain", "becher", "water", "chair", "plain", "plain", "plain"]
    race = field(8, course, names=[str(n) for n in range(100, 108)], **options)
    numbers = [("2", "2"), ("2", "8"), ("7", "800"), ("3", "3")]
    tied = [{f"p{n}": numbers[n % 4] for n in range(8) if turn < 2 or n % 4} for turn in range(9)]
    for model in [*turns(race), *turns(race, ordered(race, tied))]:
        for name in ("body.txt", "body.html", "headline.txt", "lead.txt"):
            text = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", fill(f"haytack/{name}", model))
            assert not re.findall(r"[A-WYZa-wyz]{3,}", text), name


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("name", ["private.txt", "page.yaml"])
@pytest.mark.parametrize("by", ["order", "standing", "default", "implied"])
@pytest.mark.parametrize("passed", [[], [{"number": 1, "unmet": "9 > 10"}]])
def test_every_word_of_a_private_report_can_be_translated(name: str, by: str, passed: list[Json]) -> None:
    race = field(4, ["plain", "water", "plain", "plain"], names=["101", "102", "103", "104"])
    model = list(turns(race))[1]
    for horse in model["story"]["view"]["horses"]:
        blank = {"name": "N", "token": "", "player": "p", "receipt": None, "fallen": [], "page": ""}
        orders = [{"key": "1", "by": by, "kind": "plain", "passed": passed, "number": 2, "when": []}]
        view = {"points": 5, "running": not horse["out_at"], "retired": False, "out_at": horse["out_at"]}
        chapters = GAME.own_chapters(model["story"], {"horse": horse["horse"]}, [])
        own = blank | {"entry": horse["horse"], "orders": orders, "played": orders, "view": view, "chapters": chapters}
        text = fill(f"haytack/{name}", model | {"body": "", "me": own})
        assert not set(re.findall(r"[A-WYZa-wyz]{3,}", text)) - {"game", "race", "turn", "player", "orders"}
