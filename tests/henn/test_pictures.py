"""The pictures of Henn's Derby: the same facts as the table and the text, and every one in a place of its own."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from gm.core.words import LANGUAGES
from gm.games.henn.cards import HORSES, exchangeable, lines_of
from gm.games.henn.table import FIELD, LEFT, RIGHT
from gm.reports.pictures import standalone, text_width
from gm.reports.render import fill
from tests.henn.looking import LONG, Moment, moments, some

SVG = "{http://www.w3.org/2000/svg}"
GAMES: list[Any] = [
    (3, "one", {}),
    (4, "two", {"lead": "pass"}),
    (5, "three", {"horses": LONG}),
    (4, "four", {"pace": "move"}),
]
games = pytest.mark.parametrize(("many", "seed", "options"), GAMES, ids=["three", "four", "renamed", "by moves"])


def drawn(svg: str, kind: str) -> list[Xml.Element]:
    return Xml.fromstring(svg).findall(f".//*[@class='{kind}']")


def texts(element: Xml.Element, kind: str = "") -> list[str]:
    return [each.text or "" for each in element.iter(f"{SVG}text") if kind in str(each.get("class"))]


def shared(place: int, places: list[int]) -> str:
    return f"{place}=" if places.count(place) > 1 else str(place)


# The course


@games
def test_the_course_shows_where_every_horse_is_and_the_open_tickets(many: int, seed: str, options: Any) -> None:
    for moment in some(many, seed, **options):
        table, lanes = moment.table, drawn(moment.shown("course.svg"), "derby-lane")
        every = list(table.places)
        for horse, lane in zip(FIELD, lanes, strict=True):
            home = horse in table.home
            assert lane.attrib["data-horse"] == table.horses[horse]
            assert texts(lane, "derby-space") == (["home"] if home else [str(table.spaces[horse])])
            assert texts(lane, "derby-place")[0] == shared(table.places[horse], every)
            assert (lane.find(f"{SVG}circle[@class='derby-rosette']") is not None) == (home or table.over)
            place, pays = texts(lane, "derby-ticket")
            assert place == str(table.stock[horse][0])
            assert pays == f"{table.options.payouts[table.stock[horse][0] - 1]:,}"


@games
def test_a_horse_stands_as_far_along_as_it_has_run(many: int, seed: str, options: Any) -> None:
    for moment in some(many, seed, **options):
        table = moment.table
        lanes = drawn(moment.shown("course.svg"), "derby-lane")
        cloths = [next(each for each in lane if each.get("class") == "derby-worn") for lane in lanes]
        at = [float(re.findall(r"[\d.]+", cloth.attrib["transform"])[0]) for cloth in cloths]
        for one, two in combinations(table.running, 2):
            gap = (at[one] - at[two]) - (table.spaces[one] - table.spaces[two]) * (344 - 36 - 32) / table.options.track
            assert abs(gap) < 0.2
        assert all(at[one] > at[two] for one in table.home for two in table.running)


@games
def test_one_sees_ones_own_tickets_and_which_would_pay(many: int, seed: str, options: Any) -> None:
    for moment in some(many, seed, **options):
        table = moment.table
        for player in table.players[:2]:
            lanes = drawn(moment.shown("course.svg", player.seat), "derby-lane")
            for horse, lane in zip(FIELD, lanes, strict=True):
                mine = lane.find(f"{SVG}g[@class='derby-mine']")
                assert mine is not None
                assert texts(mine)[0] == str(player.tickets[horse])
                good = bool(mine.findall(f"{SVG}path[@class='derby-tick']"))
                assert good == (table.places[horse] <= player.tickets[horse]) == (lane.attrib["data-pays"] != "0")
        assert "derby-mine" not in moment.shown("course.svg").partition("</style>")[2]


@games
def test_the_text_of_the_course_says_the_same(many: int, seed: str, options: Any) -> None:
    for moment in some(many, seed, **options):
        table, lines = moment.table, moment.shown("course.txt").splitlines()[1:10]
        every = list(table.places)
        for horse, line in zip(FIELD, lines, strict=True):
            run, _, numbers = line.rpartition("|")
            words = numbers.lstrip(">").split()
            where, place = words[0], next(word for word in words[1:] if not word.startswith("+"))
            taken = "." if horse in table.home or table.over else ""
            assert where == ("home" if horse in table.home else str(table.spaces[horse]))
            assert place == shared(table.places[horse], every) + taken
            assert words[-2:] == [str(table.stock[horse][0]), f"{table.options.payouts[table.stock[horse][0] - 1]:,}"]
            assert (">" in run) == (horse not in table.home)


@pytest.mark.parametrize("track", [20, 62, 200])
def test_a_short_course_and_a_long_one_fit(track: int) -> None:
    for moment in some(3, "long way", track=track):
        check_room(moment.shown("course.svg"))
        assert all(line.count("|") == 1 for line in moment.shown("course.txt").splitlines()[1:10])


# The cards


@games
def test_the_open_cards_are_drawn_line_by_line(many: int, seed: str, options: Any) -> None:
    for moment in some(many, seed, **options):
        table = moment.table
        for reader in (None, *moment.seats[:2]):
            player = reader and table.player(reader)
            number = player.numbers[0] if player and player.numbers else None
            for card, element in zip(table.row, drawn(moment.shown("cards.svg", reader), "derby-card"), strict=True):
                assert card
                assert texts(element, "derby-number") == [str(card)]
                kinds = []
                for at, (line, row) in enumerate(
                    zip(lines_of(card), element.iterfind(f"{SVG}g[@class='derby-line']"), strict=True)
                ):
                    assert (row.attrib["data-horse"], texts(row)[-1]) == (table.horses[line.horse], str(line.spaces))
                    stays = line.horse in table.home or (number is not None and at >= number)
                    kinds.append("stays" if stays else "may" if number is None else "runs")
                    crossed = row.find(f"{SVG}path[@class='derby-stays']") is not None
                    assert crossed == stays
                    assert row.attrib["data-kind"] == kinds[-1]
                free = [each.attrib["data-horse"] for each in element.iterfind(f"{SVG}g[@class='derby-free']")]
                assert free == [table.horses[horse] for horse in exchangeable(card)]


@games
def test_the_cards_in_characters_are_the_same_cards(many: int, seed: str, options: Any) -> None:
    for moment in some(many, seed, **options):
        table, seat = moment.table, moment.seats[0]
        number = table.players[0].numbers[0] if table.players[0].numbers else 6
        lines = moment.shown("cards.txt", seat).splitlines()
        assert re.findall(r"CARD (\d+)", lines[0]) == [str(card) for card in table.row]
        for at, line in enumerate(lines[1:7]):
            marks = re.findall(r"(-->|x  ) (\d)", line)
            for card, (mark, spaces) in zip(table.row, marks, strict=True):
                run = lines_of(card or 0)[at]
                assert spaces == str(run.spaces)
                assert (mark == "-->") == (at < number and run.horse not in table.home)


def test_a_gap_beside_the_deck_is_drawn_and_told() -> None:
    moment = list(moments(3, "gap"))[2]
    bare = replace(moment, table=replace(moment.table, row=(None, moment.table.row[1]), deck=()))
    left, right = drawn(bare.shown("cards.svg"), "derby-card")
    assert (left.attrib["data-card"], texts(left)) == ("", ["no card"])
    assert right.attrib["data-card"] == str(moment.table.row[1])
    assert "On the left there is no card." in bare.shown("cards.txt")
    assert "On the left there is no card." in bare.shown("cards.svg")


def test_the_order_form_finds_its_silks_and_where_to_tell_what_a_card_is_worth() -> None:
    moment = next(moments(3, "form"))
    svg = fill("henn/cards.svg", moment.model("p0") | {"form": {}})
    root = Xml.fromstring(svg)
    assert [each.attrib["id"] for each in root.iter(f"{SVG}symbol")] == [f"silk-{colour}" for colour in HORSES]
    assert [each.attrib["data-told"] for each in root.iterfind(".//*[@data-told]")] == [LEFT, RIGHT]
    assert "silk-" not in moment.shown("cards.svg", "p0")


def test_every_horse_has_a_colour_a_symbol_and_a_pattern_of_its_own() -> None:
    svg = fill("henn/cards.svg", next(moments(3, "silks")).model() | {"form": {}})
    worn = [list(symbol) for symbol in Xml.fromstring(svg).iter(f"{SVG}symbol")]
    assert len({cloth.get("class") for cloth, _, _ in worn}) == len(HORSES)
    assert len({bands.get("d") for _, bands, _ in worn}) == len(HORSES)
    assert len({symbol.get("d") for _, _, symbol in worn}) == len(HORSES)


# The race by rounds


@games
def test_the_chart_of_places_has_every_round_and_nobody_on_anybody_else(many: int, seed: str, options: Any) -> None:
    for moment in list(moments(many, seed, **options))[2 * many :: 3]:
        table = moment.table
        forms = drawn(moment.shown("places.svg"), "derby-form")
        heights = [
            [disc.attrib["transform"].split(")")[0].split()[1] for disc in form if disc.tag == f"{SVG}g"]
            for form in forms
        ]
        for round_, column in zip(table.rounds[1:], zip(*heights, strict=True), strict=True):
            places = table.placed(round_.spaces)
            assert len(set(column)) == len(HORSES)
            for one, two in combinations(FIELD, 2):
                if places[one] != places[two]:
                    assert (float(column[one]) < float(column[two])) == (places[one] < places[two])
        rows = moment.shown("guide.txt").split("\n\n")[1].splitlines()[2:]
        for number, (round_, row) in enumerate(zip(table.rounds[1:], rows, strict=True), start=1):
            came = [table.placed(round_.spaces)[horse] for horse in FIELD]
            assert row.split() == [str(number), *(shared(place, came) for place in came)]


@games
def test_the_form_guide_adds_up(many: int, seed: str, options: Any) -> None:
    moment = list(moments(many, seed, **options))[-1]
    table = moment.table
    rows = [row.split() for row in moment.shown("guide.txt").split("\n\n")[-1].splitlines()[2:]]
    cards = [int(word) for row in rows for word in row[1:-9]]
    assert cards == list(table.out)
    ran = [sum(int(row[horse - 9]) for row in rows if row[horse - 9] != "–") for horse in FIELD]
    assert ran == [table.spaces[horse] for horse in FIELD]


@games
def test_the_totals_of_all_rounds_are_told_when_it_is_over(many: int, seed: str, options: Any) -> None:
    moment = list(moments(many, seed, **options))[-1]
    table = moment.table
    lines = drawn(moment.shown("totals.svg"), "derby-total")
    assert [line.attrib["data-player"] for line in lines] == moment.seats
    text = [row.split() for row in moment.shown("result.txt").split("\n\n")[-1].splitlines()]
    for at, line in enumerate(lines):
        totals = [table.total(table.placed(each.spaces), each.tickets[at]) for each in table.rounds[1:]]
        assert line.attrib["data-totals"].split() == [str(each) for each in totals]
        points = str(next(line.iter(f"{SVG}polyline")).get("points")).split()
        for (one, first), (two, second) in pairwise(zip(points, totals, strict=True)):
            rise = float(one.split(",")[1]) - float(two.split(",")[1])
            assert (rise > 0.05, rise < -0.05) == (second > first, second < first) or abs(second - first) < 50
        assert [row[1 + at] for row in text] == [f"{each:,}" for each in totals]


def test_before_the_end_one_sees_ones_own_total_alone() -> None:
    moment = list(moments(3, "mine"))[6]
    (line,) = drawn(moment.shown("totals.svg", "p1"), "derby-total")
    assert line.attrib["data-player"] == "p1"
    assert moment.model()["story"]["view"]["own"] == {}


# Room, names and languages

SIZES = {
    "derby-ticket-place": 17,
    "derby-spaces": 18,
    "derby-number": 30,
    "derby-name": 16,
    "derby-place": 16,
    "derby-side": 16,
}
Box = tuple[float, float, float, float]


def words(svg: str) -> Iterator[tuple[str, Box]]:
    """Every word of a picture and the room that it takes, in the large letters that a phone gets."""
    for element in Xml.fromstring(svg).iter(f"{SVG}text"):
        classes = element.get("class", "").split()
        size = next((SIZES[each] for each in SIZES if each in classes), 15)
        wide = text_width(element.text or "", size)
        middle = {"derby-middle", "derby-ticket-place", "derby-ticket-pays"} & set(classes)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        left = x - wide if "derby-right" in classes else x - wide / 2 if middle else x
        yield str(element.text), (left, y - 0.68 * size, left + wide, y + 0.1 * size)


def check_room(svg: str) -> None:
    wide, high = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups())  # type: ignore[union-attr]
    found = [each for each in words(svg) if each[0]]
    for word, (left, top, right, bottom) in found:
        assert -1 <= left <= right <= wide + 1, word
        assert 0 <= top <= bottom <= high, word
    for (word, one), (other, two) in combinations(found, 2):
        apart = one[2] <= two[0] + 1 or two[2] <= one[0] + 1 or one[3] <= two[1] or two[3] <= one[1]
        assert apart, (word, one, other, two)


@pytest.mark.parametrize("language", LANGUAGES)
@games
def test_no_word_lies_on_another_or_leaves_its_picture(many: int, seed: str, options: Any, language: str) -> None:
    for moment in some(many, seed, **options):
        for reader in (None, "p0"):
            for name in ["course.svg", "cards.svg", *(["places.svg"] if moment.turn > 2 * many else [])]:
                check_room(moment.shown(name, reader, language))
    check_room(moment.shown("totals.svg", None, language))


def test_colours_are_told_in_the_readers_language_and_names_stay() -> None:
    plain, renamed = list(moments(3, "de"))[4], list(moments(3, "de", horses=LONG))[4]
    german = plain.shown("course.txt", None, "de")
    assert re.findall(r"^  (\S+) +-*>", german, re.MULTILINE) == [
        "rot", "blau", "gelb", "grün", "weiß", "schwarz", "lila", "orange", "braun",
    ]  # fmt: skip
    assert "  blue " in renamed.shown("course.txt", None, "de")
    assert ">black beauty<" in renamed.shown("course.svg", None, "de")


def test_two_turns_and_two_readers_on_a_page_share_no_name() -> None:
    some_turns = list(moments(3, "ids"))[4:6]
    ids = [
        each
        for moment in some_turns
        for reader in (None, "p0")
        for name in ("course.svg", "cards.svg")
        for each in re.findall(r'\bid="([^"]+)"', moment.shown(name, reader))
    ]
    assert len(set(ids)) == len(ids) == 16


def test_those_who_cannot_see_the_course_are_told_it() -> None:
    moment = list(moments(3, "told"))[-1]
    desc = Xml.fromstring(moment.shown("course.svg", "p0")).findtext(f"{SVG}desc") or ""
    table = moment.table
    for horse in FIELD:
        said = next(each for each in desc.split(". ") if each.strip().startswith(f"{table.horses[horse]}:"))
        where = (
            f"home in place {table.places[horse]}"
            if horse in table.home
            else f"space {table.spaces[horse]}, place {table.places[horse]}"
        )
        assert where in said
        assert f"your ticket: place {table.players[0].tickets[horse]}," in said


@pytest.mark.parametrize("name", ["course.svg", "cards.svg", "places.svg", "totals.svg"])
def test_printed_alone_a_picture_needs_no_page_to_lend_it_colours(name: str) -> None:
    moment: Moment = list(moments(3, "print"))[-1]
    svg = standalone(moment.shown(name))
    css = re.findall(r"<style>(.*?)</style>", svg, re.DOTALL)[-1]
    used = {each for element in Xml.fromstring(svg).iter() for each in element.get("class", "").split()}
    assert "var(" not in css
    assert {each for each in used if f".{each} " not in css and f".{each}," not in css} <= {
        "derby-lane", "derby-worn", "derby-disc", "derby-open", "derby-card", "derby-line", "derby-free", "derby-form",
        "derby-total", "derby-small", "derby-text", "derby-money-1", "derby-ticket-open",
    }  # fmt: skip
