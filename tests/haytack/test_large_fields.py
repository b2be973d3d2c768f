"""Fields that are too large to list on everybody's page: what a page says instead, and what does not grow with them."""

import json
import re
import sqlite3
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gm.core.words import LANGUAGES
from gm.desk import publish
from gm.desk.desk import match_of, open_desk
from gm.games.haytack import chart, form
from gm.reports import model
from gm.store.database import Store
from tests.conftest import Desk
from tests.test_same_facts import blocks, missing

NOW = datetime(2026, 11, 17, tzinfo=UTC)


def field(desk: Desk, many: int, listed: int | None = None, options: str = "", course: str = "20 plain") -> Desk:
    """A race of so many, of whom a few are not to be told apart by what they play."""
    ids = [f"p{number:03}" for number in range(many)]
    (desk.folder / "players.yaml").unlink(missing_ok=True)
    setting = "" if listed is None else f"listed: {listed}\n"
    desk.write("zine.yaml", f"title: Test Zine\nmail: {{from: gm@example.org}}\n{setting}")
    desk.write("players.csv", "id,name,mail\n" + "".join(f"{each},Rider {each},{each}@example.org\n" for each in ids))
    desk.write("games/field.csv", "player,horse\n" + "".join(f"{each},Horse {each}\n" for each in ids))
    text = f"rules: haytack\ntitle: The Race\nentrants: field.csv\ncourse: {course}\noptions: {{{options}}}\n"
    desk.write("games/race.yaml", text)
    desk.gm("start", "race")
    return desk


def ridden(desk: Desk, many: int) -> Desk:
    """Numbers from 2 to 38, but for one who falls at the first fence with 1."""
    for number in range(many):
        first = 1 if number == 1 else 2 + number * 7 % 37
        desk.order(
            f"p{number:03}", 1, f"{{1: {first}, 2: {2 + number * 5 % 31}}}", "press: Up we go!\n" * (number == 2)
        )
    desk.gm("take")
    desk.gm("run", "race")
    return desk


def told(desk: Desk, name: str, format: str = "txt", turn: int = 1) -> str:
    return (desk.folder / f"issues/race/turn-{turn:02}/{name}.{format}").read_text(encoding="utf-8")


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field of thirty is beyond everything."""
    monkeypatch.setattr(model, "PRINTED", 20)
    monkeypatch.setattr(publish, "AT_ONCE", 10)


@pytest.mark.slow
def test_a_private_page_is_brief_and_tells_its_readers_own_part_in_full(desk: Desk) -> None:
    ridden(field(desk, 30, listed=20), 30)
    text = told(desk, "p001")
    assert "Fence 1: you played 1. As you ordered." in text
    assert "Your horse fell: played 1, the lowest number." in text
    assert "Thirty numbers were played, from 1 to 38; half of them were" in text
    assert "One horse: Horse p001." in text
    assert "STILL RUNNING: 28" in text
    assert "Up we go!" in text
    assert "The public report lists everybody, with the receipts." in " ".join(text.split())
    assert "PROOF OF YOUR ORDER" in text
    assert "RECEIPTS" not in text
    assert not all(f"Horse p{number:03}" in text for number in range(30))


def test_where_all_played_the_same_number_it_is_named_once(desk: Desk) -> None:
    ridden(field(desk, 30, listed=20), 30)
    desk.gm("run", "race", "--now")
    assert "Twenty-eight numbers were played, and each was 0." in " ".join(told(desk, "p005", turn=2).split())


def test_the_public_page_lists_everybody(desk: Desk) -> None:
    ridden(field(desk, 30, listed=20), 30)
    for format in ("txt", "html", "json"):
        assert all(f"Horse p{number:03}" in told(desk, "public", format) for number in range(30)), format
    assert told(desk, "public").count("RECEIPTS") == 1


def test_a_field_that_can_be_listed_is(desk: Desk) -> None:
    ridden(field(desk, 30), 30)
    assert all(f"Horse p{number:03}" in told(desk, "p005") for number in range(30))
    assert "too large" not in told(desk, "p005")


def test_what_scripts_read_of_a_brief_report_is_ones_own(desk: Desk) -> None:
    ridden(field(desk, 30, listed=20), 30)
    mine, public = json.loads(told(desk, "p005", "json")), json.loads(told(desk, "public", "json"))
    assert mine["result"] is None
    assert mine["players"] == {"p005": "p005"}
    assert mine["receipts"] == {"p005": mine["private"]["receipt"]}
    assert mine["private"]["view"]["points"] > 0
    assert len(public["players"]) == len(public["receipts"]) == 30


@pytest.mark.parametrize("options", ["", "reveal: fallers"])
@pytest.mark.parametrize("turn", [0, 1])
def test_brief_text_and_brief_page_tell_the_same(desk: Desk, options: str, turn: int) -> None:
    ridden(field(desk, 30, 20, options, "plain, becher, water, 17 plain"), 30)
    for reader in ("p001", "p005"):
        text, page = told(desk, reader, "txt", turn), told(desk, reader, "html", turn)
        assert missing(blocks(page), text) == []


def test_a_race_that_is_over_ends_in_brief(desk: Desk) -> None:
    ridden(field(desk, 30, listed=20, course="2 plain"), 30)
    text, page = told(desk, "p005"), told(desk, "p005", "html")
    assert "wins the race." in text
    assert "of 30 finished." in text
    assert "words" not in json.loads(told(desk, "p005", "json"))["revealed"]
    assert "secret" not in told(desk, "public") + text + page  # nothing was dealt
    assert json.loads(told(desk, "public", "json"))["revealed"]["words"] is not None
    assert missing(blocks(page), text) == []


@pytest.mark.slow
def test_a_private_page_does_not_grow_with_the_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes: dict[int, dict[str, int]] = {}
    for many in (250, 500):
        desk = Desk(tmp_path / str(many), capsys)
        ridden(field(desk, many), many)
        folder = desk.folder / "issues/race/turn-01"
        names = [f"p005.{format}" for format in ("txt", "html", "json")] + ["forms/p005.html"]
        sizes[many] = {name: (folder / name).stat().st_size for name in names}
        assert all(f"Horse p{number:03}" in told(desk, "public") for number in range(many))
    for name, size in sizes[250].items():
        assert abs(sizes[500][name] - size) <= size / 20, name


# Beyond what is printed


def test_the_public_page_of_a_very_large_field_is_brief_and_its_json_whole(desk: Desk, small_limits: None) -> None:
    ridden(field(desk, 30), 30)
    text, result = told(desk, "public"), json.loads(told(desk, "public", "json"))
    assert "is in public.json" in " ".join(text.split())
    assert "Thirty numbers were played" in text
    assert "RECEIPTS" not in text
    assert missing(blocks(told(desk, "public", "html")), text) == []
    assert len(result["receipts"]) == len(result["result"]["fences"][0]["played"]) == 30


def test_a_report_of_a_very_large_field_is_made_at_first_asking_as_things_were(desk: Desk, small_limits: None) -> None:
    desk.write("templates/press.txt", "THE OLD PRESS\n")
    ridden(field(desk, 30), 30)
    assert not (desk.folder / "issues/race/turn-01/p005.txt").exists()
    desk.write("templates/press.txt", "THE NEW PRESS\n")
    text = desk.gm("report", "race", "--for", "p005").out
    assert "THE OLD PRESS" in text
    assert "Fence 1: you played 37." in text
    assert desk.gm("report", "race", "--for", "p005").out == text


@pytest.mark.slow
def test_the_page_of_a_huge_field_tells_its_story(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "PRINTED", 120)
    monkeypatch.setattr(publish, "AT_ONCE", 120)
    ridden(field(desk, 130), 130)
    page, text, whole = (told(desk, "public", format) for format in ("html", "txt", "json"))
    fences = json.loads(whole)["result"]["fences"]
    for fence in fences:
        picture = page[page.index(f'aria-labelledby="numbers-race-{fence["fence"]}-title') :].partition("</svg>")[0]
        assert sum(map(int, re.findall(r'data-out="(\d+)"', picture))) == len(fence["fell"])
        stood = [int(many) for many in re.findall(r'data-many="(\d+)"', picture)]
        assert sum(stood) + (1 if len(fence["fell"]) == 1 and fence["fence"] == 1 else 0) == len(fence["played"])
    assert page.count('<svg class="picture pic-spread"') == 3  # two fences, and the points of the field
    assert len(re.findall(r"<tr data-player=", page)) == 100
    assert len(re.findall(r"(?m)^  \d+=? +Horse p", text)) == 100
    assert "They have from" in text
    assert "x fell" in text
    assert missing(blocks(page), text) == []
    letter = desk.gm("report", "race", "--for", "p005").out
    assert len(re.findall(r"(?m)^  \d+=? +Horse p", letter)) == 10


@pytest.mark.slow
def test_many_fallers_are_counted_by_their_number_and_a_few_are_named(desk: Desk, small_limits: None) -> None:
    """Twelve of thirty play 3, and all of them have the same left."""
    field(desk, 30)
    for number in range(30):
        desk.order(f"p{number:03}", 1, f"{{1: {3 if number < 12 else 9}, 2: 9}}")
    desk.gm("take")
    desk.gm("run", "race")
    text = " ".join(told(desk, "public").split())
    named = ", ".join(f"Horse p{number:03}" for number in range(5))
    assert f"Twelve horses, among them {named} and Horse p005. All of them had played 3." in text
    assert "Horse p006" not in text.partition("All of them")[0]


@pytest.mark.slow
def test_a_huge_field_looks_back_without_what_each_horse_played(
    desk: Desk, small_limits: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ridden(field(desk, 30), 30)
    seen: set[str] = set()
    before = Store.events_up_to

    def looked(self: Store, *args: Any) -> Any:
        found = before(self, *args)
        seen.update(event.kind for event in found)
        return found

    monkeypatch.setattr(Store, "events_up_to", looked)
    desk.gm("run", "race", "--now")
    assert {"fence", "fall"} <= seen
    assert not seen & {"jump", "points", "order", "stumble"}
    assert "FENCE 3" in told(desk, "public", turn=2)


@pytest.mark.parametrize("options", ["", "reveal: fallers"])
def test_a_huge_field_is_told_in_every_language_and_within_bounds(desk: Desk, small_limits: None, options: str) -> None:
    ridden(field(desk, 30, options=options), 30)
    with open_desk(desk.folder, NOW) as opened:
        maker = publish.maker_of(opened, "race", 1)
        for language in LANGUAGES:
            made = publish.texts(maker.public(language), None)
            assert ("pic-spread" in made["html"]) == (not options)
            assert len(made["html"].encode()) < 120_000
            assert len(made["txt"].encode()) < 20_000


def test_settings_of_the_zine_are_those_of_the_run(desk: Desk, small_limits: None) -> None:
    ridden(field(desk, 30), 30)
    desk.write("zine.yaml", "title: Another Name\nlanguages: [de, en]\nmail: {from: new@example.org}\nlisted: 1000\n")
    text = desk.gm("report", "race", "--for", "p005").out
    assert text.startswith("TEST ZINE\n")
    assert "Your next order page".upper() in text
    form = desk.gm("report", "race", "--for", "p005", "--format", "form").out
    assert "gm@example.org" in form
    assert "new@example.org" not in form
    desk.write("zine.yaml", "title: A Third Name\n")
    assert desk.gm("report", "race", "--for", "p005").out == text


def test_two_who_ask_at_once_are_told_the_same_and_it_is_kept_once(desk: Desk, small_limits: None) -> None:
    """The second asks between the first one's making and keeping."""
    ridden(field(desk, 30), 30)
    with ExitStack() as both:
        one, other = (both.enter_context(open_desk(desk.folder, NOW)) for _ in range(2))
        first, second = (both.enter_context(publish.Kept(each, match_of(each, "race"))) for each in (one, other))
        made = first._made("p005")
        assert second.read("p005") == made
        with one.store.writing():
            one.deeds.will("")
            first._keep("p005", made)
        assert second.read("p005") == first.read("p005") == made
    with closing(sqlite3.connect(desk.folder / "zine.db")) as database:
        kept = database.execute("SELECT count(*) FROM reports WHERE seat = 'p005'").fetchone()
    assert kept == (4,)


@pytest.mark.slow
def test_the_reports_of_a_very_large_field_are_mailed(desk: Desk, small_limits: None) -> None:
    desk.write("templates/press.txt", "THE OLD PRESS\n")
    ridden(field(desk, 30), 30)
    desk.write("templates/press.txt", "THE NEW PRESS\n")
    assert "30 messages are in the outbox." in desk.gm("mail", "race").out
    shown = desk.gm("mail", "--show", "p007").out
    assert "Horse p007, ridden by Rider p007" in shown
    assert "THE OLD PRESS" in shown


@pytest.mark.slow
def test_what_many_readers_share_is_made_once(desk: Desk, small_limits: None, monkeypatch: pytest.MonkeyPatch) -> None:
    ridden(field(desk, 30), 30)
    made: list[int] = []
    before = publish.Maker.__init__

    def counted(self: publish.Maker, *args: Any, **more: Any) -> None:
        made.append(1)
        before(self, *args, **more)

    monkeypatch.setattr(publish.Maker, "__init__", counted)
    desk.gm("mail", "race")
    desk.gm("remind", "race")
    assert len(made) == 2


def test_with_fallers_revealed_a_brief_page_has_no_number_but_theirs(desk: Desk) -> None:
    ridden(field(desk, 30, 20, "reveal: fallers"), 30)
    for format in ("txt", "html"):
        page = told(desk, "p005", format)
        assert "numbers were played" not in page
        assert "leaders" not in page
        assert "The lowest number that fell was 1." in " ".join(page.split())


# What does not grow


def test_a_field_that_is_too_large_to_draw_has_no_chart(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart, "DRAWN", 20)
    ridden(field(desk, 30), 30)
    for name in ("public", "p005"):
        assert "THE RACE SO FAR" not in told(desk, name)
        assert told(desk, name, "html").count('<svg class="picture') == 1  # the course


@pytest.mark.slow
def test_of_a_very_large_field_only_the_first_are_drawn_on_the_map(desk: Desk) -> None:
    field(desk, 250)
    page = told(desk, "public", "html", 0)
    assert page.count("pic-steed") < 70
    assert "250 running" in page


def test_the_form_of_a_very_large_field_names_ones_own_horse_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "NAMED", 20)
    field(desk, 30)
    page = (desk.folder / "issues/race/turn-00/forms/p005.html").read_text(encoding="utf-8")
    assert "Horse p005" in page
    assert "Horse p006" not in page
    assert "an order written by hand may name others" in page


@pytest.mark.parametrize(("last", "said"), [(5, "the most unused points fall"), (9, "so all fall")])
def test_a_tie_of_many_is_told_by_its_number(desk: Desk, last: int, said: str) -> None:
    """Thirteen play 9 at the second fence; one of them has more left than the others, or nobody has."""
    field(desk, 14)
    for number in range(14):
        first, second = (1, 1) if not number else (last if number == 13 else 9, 9)
        desk.order(f"p{number:03}", 1, f"{{1: {first}, 2: {second}}}")
    desk.gm("take")
    desk.gm("run", "race")
    text = " ".join(told(desk, "public").split())
    assert "tied on 9 with 12 others" in text
    assert said in text


def test_a_tie_of_thousands_is_counted_as_its_reader_writes_numbers(desk: Desk) -> None:
    field(desk, 1_012, course="2 plain").gm("run", "race", "--now")
    assert "with 1,011 others" in " ".join(desk.gm("report", "race", "--for", "p003").out.split())
