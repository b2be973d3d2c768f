"""Text, page and JSON tell the same facts; every template can be filled in, in every language."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gm import games
from gm.core.play import Event, Finish, Step
from gm.core.words import LANGUAGES, pack, sentence
from gm.reports.forms import order_form
from gm.reports.languages import speaker_of
from gm.reports.layout import WIDTH, columns
from gm.reports.model import Report
from gm.reports.plainly import NOTHING, Plainly, in_columns
from gm.reports.render import FORMATS, body, fill, render, tell, told_by
from tests.contract.facts import blocks, missing, words
from tests.contract.samples import NAMES, begun, entrants, played, sample
from tests.telling import report_of


def steps(name: str) -> list[Step[Any]]:
    """The start, some turns on the way, and the end."""
    all_of = [Step(begun(name)), *(step for _, _, step in played(name))]
    return [all_of[0], all_of[1], all_of[len(all_of) // 2], all_of[-1]]


def readers(name: str, step: Step[Any]) -> list[Report]:
    """The public's report, and two players'."""
    names = {each.seat: f"{each.seat.title()} Grey" for each in entrants(name)}
    return [report_of(games.load(name), step, names, seat) for seat in (None, *list(names)[:2])]


def spoken(report: Report, language: str) -> Report:
    public = report.public and replace(report.public, language=language, bodies={})
    return replace(report, language=language, public=public, bodies={})


@pytest.mark.parametrize("name", NAMES)
def test_the_text_has_every_fact_of_the_page(name: str) -> None:
    labels = getattr(sample(name), "LABELS", ())
    for step in steps(name):
        for report in readers(name, step):
            page, text = render(report, "html"), render(report, "txt")
            assert len(blocks(page)) > 2
            assert missing(blocks(page), text, labels) == []


@pytest.mark.parametrize("name", NAMES)
def test_all_formats_name_everybody_who_has_a_place(name: str) -> None:
    game, end = games.load(name), steps(name)[-1]
    told = [set(words(render(readers(name, end)[0], format))) for format in FORMATS]
    for each in game.finish(game.public(end.state)):
        assert all(each.seat in said for said in told)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_template_is_filled_in_in_every_language(name: str, language: str) -> None:
    for step in steps(name):
        for report in (spoken(each, language) for each in readers(name, step)):
            made = [render(report, format) for format in FORMATS]
            made += [body(report.public or report, format, None, brief=True) for format in ("txt", "html")]
            made += [order_form(report)] if report.form and report.me and report.me.awaited else []
            assert all(made)
            tell(report, "headline.txt", None)  # it may have nothing to say
            assert max(map(columns, made[0].splitlines())) <= WIDTH


@pytest.mark.parametrize("name", NAMES)
def test_a_brief_page_of_a_small_field_is_no_longer_than_the_whole(name: str) -> None:
    report = readers(name, steps(name)[1])[0]
    for format in ("txt", "html"):
        assert len(body(report, format, None, brief=True)) <= len(body(report, format, None)) * 1.2


# Plain words for any data


PEOPLE = {"ann": "Ann Grey", "bob": "Bob Stone", "cy": "Cy"}


def plainly(entries: dict[str, str] | None = None, language: str = "en") -> Plainly:
    return Plainly(speaker_of(language), PEOPLE, entries or {seat: seat for seat in PEOPLE})


def test_a_view_is_lines_a_row_for_each_seat_and_lists() -> None:
    view = {
        "lead_by": "bob", "open": True, "nobody": None, "cards": ["red 7", "blue 3"], "piles": {"red": 4, "blue": 0},
        "points": {"ann": 1200, "bob": 3, "cy": 0}, "hand": {"ann": ["a", "b"], "bob": [], "cy": None},
        "horses": [{"horse": "Crisp", "lane": 1, "owner": "bob"}, {"horse": "Red Rum", "lane": 12}],
    }  # fmt: skip
    told = plainly().view(view)
    assert list(told.lines) == [
        ("Lead by", "Bob Stone"), ("Open", "yes"), ("Nobody", NOTHING), ("Cards", "red 7, blue 3"), ("Piles", "red 4, blue 0"),
    ]  # fmt: skip
    assert told.field
    assert told.field.heads == ["Player", "Points", "Hand"]
    assert told.field.numeric == [False, True, False]
    assert [row.cells for row in told.field.rows] == [
        ["Ann Grey", "1,200", "a, b"], ["Bob Stone", "3", NOTHING], ["Cy", "0", NOTHING],
    ]  # fmt: skip
    (horses,) = told.lists
    assert (horses.title, horses.heads) == ("Horses", ["Horse", "Lane", "Owner"])
    assert [(row.cells, row.seat) for row in horses.rows] == [
        (["Crisp", "1", "Bob Stone"], "bob"), (["Red Rum", "12", ""], ""),
    ]  # fmt: skip


def test_places_come_first_and_a_score_is_told_once() -> None:
    def told(score: Sequence[int]) -> list[str]:
        places = [Finish(seat, place, each) for seat, place, each in zip(PEOPLE, (2, 1, 3), score, strict=True)]
        field = plainly().view({"at": {"ann": 4, "bob": 9, "cy": 0}}, places).field
        assert field
        assert [row.seat for row in field.rows] == ["bob", "ann", "cy"]
        return list(field.heads)

    assert told((4, 9, 0)) == ["Player", "Place", "At"]
    assert told((0, 0, 0)) == ["Player", "Place", "At"]
    assert told((7, 8, 1)) == ["Player", "Place", "At", "Score"]


def test_whoever_entered_something_is_told_by_it() -> None:
    tells = plainly({"ann": "Crisp", "bob": "Foinavon", "cy": "No"})
    assert tells.event(Event("fall", {"say": pack(sentence("{who} falls.", who="ann"))})) == "Crisp falls."
    field = tells.view({"at": {"ann": 1}}).field
    assert field
    assert field.rows[0].cells == ["Crisp (Ann Grey)", "1"]


def test_an_event_is_told_by_its_sentence_or_by_what_it_is_made_of() -> None:
    tells = plainly()
    assert tells.event(
        Event("move", {"say": pack(sentence("{who} meets {others}.", who="ann", others=["bob", "cy"]))})
    ) == ("Ann Grey meets Bob Stone, Cy.")
    assert (
        tells.event(Event("photo_finish", {"first": "bob", "by_a": "nose"}))
        == "Photo finish: first Bob Stone, by a nose."
    )
    assert tells.event(Event("pace", {"pace": 4})) == "Pace: 4."
    assert tells.event(Event("thaw", {})) == "Thaw."
    assert tells.event(Event("note", {"say": "just words"})) == "just words"


def test_columns_stay_within_the_width_and_lose_nothing() -> None:
    long = "a long story about a horse that would not jump " * 3
    told = plainly().view({"rows": [{"name": "x" * 20, "what": long, "why": long, "many": 12345}]}).lists[0]
    text = in_columns(told)
    assert max(map(columns, text.splitlines())) <= WIDTH
    assert text.count("horse") == 6
    assert "12,345" in text


def test_a_new_games_file_shows_the_house_rules_of_any_game() -> None:
    """As `gm new` writes it for a game that has no such template of its own."""
    for name in NAMES:
        game = games.load(name)
        model = {"name": "cup", "players": [], "proposal": {}, "year": 2026, "commitment": "c" * 64, "rules": game}
        text = fill(told_by("", "game.yaml"), model | {"options": {"points": 500}})
        assert f"rules: {name}" in text
        assert '"points": 500' in text
