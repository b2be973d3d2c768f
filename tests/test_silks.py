"""Silks: given with the entry, or drawn from the name; told apart by everybody; shown wherever a list names a horse."""

import hashlib
import json
import re
from itertools import combinations, product

import pytest

from gm.core import silks as dealing
from gm.core.play import Refusal
from gm.core.silks import DARK, DYES, LIGHT, MANY, PATTERNS, PLAIN, Silks, drawn, kept, worn
from gm.pages.silks import read_silks
from gm.print import htmltree
from gm.reports.languages import speaker_of
from gm.reports.silks import INKS, SHAPES, SIGNS, Worn, ready, with_symbols
from tests.conftest import Desk
from tests.examples import RACE

PLAYERS = "".join(f"{each}: {{name: {each.title()} Grey}}\n" for each in ("alice", "bob", "carol"))
FIELD = """entrants:
  - {player: alice, horse: Red Rum, silks: "green, white hoops, red cap"}
  - {player: bob, horse: Crisp}
  - {player: carol, horse: Foinavon, silks: [maroon, yellow star]}
"""
GREEN = Silks("green", "hoops", "white", "green", "red")
NAMES = [f"Horse {number}" for number in range(200)]


def started(desk: Desk, field: str = FIELD, players: str = PLAYERS) -> Desk:
    desk.write("zine.yaml", "title: Z\n")
    desk.write("players.yaml", players)
    desk.write("games/race.yaml", f"rules: {RACE}\n{field}course: 6 plain\n")
    desk.gm("start", "race")
    return desk


# Drawn from a name


def test_a_name_is_dressed_the_same_on_every_machine_for_ever() -> None:
    assert next(drawn("Red Rum")) == Silks("pink", "spots", "blue", "pink", "blue")
    assert next(drawn("Foinavon")) == Silks("blue", "stripes", "white", "blue", "white")
    assert next(drawn("  foinavon ")) == next(drawn("Foinavon"))


@pytest.mark.parametrize("many", [12, 40, 200])
def test_no_two_of_a_field_wear_the_same_jacket(many: int) -> None:
    field = worn(dict.fromkeys(NAMES[:many]))
    assert len({silks.jacket for silks in field.values()}) == many


def test_whoever_comes_late_gives_way_and_nobody_changes() -> None:
    before = worn(dict.fromkeys(NAMES[:40]))
    late = worn(dict.fromkeys(NAMES))
    assert {name: late[name] for name in NAMES[:40]} == before
    assert any(late[name] != next(drawn(name)) for name in NAMES)  # there are clashes to settle


def test_nobody_is_drawn_in_the_colours_that_an_earlier_entry_gave() -> None:
    first = next(drawn("Crisp"))
    assert worn({"Red Rum": first, "Crisp": None})["Crisp"].jacket != first.jacket


def test_fields_under_way_wear_what_they_always_wore() -> None:
    """Recorded when the deal was made another way: whoever came first has the colours of then, up to that many."""
    given = Silks("red", "hoops", "white", "red", "white")
    field = {f"Horse {number}": given if number % 50 == 8 else None for number in range(1, MANY + 1)}
    dressed = [tuple(silks) for silks in worn(field).values()]
    digests = [hashlib.sha256(repr(dressed[:many]).encode()).hexdigest()[:16] for many in (2, 40, 200, 1000, 2000)]
    assert digests == [
        "8599adac27121068",
        "3fab0e1271c581d1",
        "36fe48559f3a77ae",
        "0c39ce737f9a75d7",
        "b04de7670f38b936",
    ]


def test_of_a_crowd_only_those_are_dressed_whom_somebody_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    drew = []
    monkeypatch.setattr(dealing, "drawn", lambda name: drew.append(name) or drawn(name))
    crowd = worn({"Red Rum": GREEN} | dict.fromkeys(f"No {number}" for number in range(MANY)))
    assert len(crowd) == MANY + 1
    assert [crowd["Red Rum"], crowd["No 7"]] == [GREEN, next(drawn("No 7"))]
    assert drew == ["No 7"]


SEEN = {  # Machado and others, 2009: what is left of red, green and blue of those who see two of them
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


def light(ink: str) -> list[float]:
    parts = [int(ink[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(ink: str) -> float:
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), light(ink), strict=True))


def lab(ink: str, eyes: str) -> tuple[float, float, float]:
    """As the eye has it: lightness, red or green, yellow or blue."""
    raw = light(ink)
    r, g, b = (min(1.0, max(0.0, sum(a * c for a, c in zip(row, raw, strict=True)))) for row in SEEN[eyes])
    x, y, z = (
        0.4124 * r + 0.3576 * g + 0.1805 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0193 * r + 0.1192 * g + 0.95 * b,
    )
    u, v, w = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x / 0.9505, y, z / 1.089))
    return 116 * v - 16, 500 * (u - v), 200 * (v - w)


@pytest.mark.parametrize("eyes", SEEN)
def test_the_colours_that_are_drawn_are_told_apart_by_those_who_see_few(eyes: str) -> None:
    for one, other in combinations((*LIGHT, *DARK), 2):
        pairs = zip(lab(INKS[one], eyes), lab(INKS[other], eyes), strict=True)
        assert sum((a - b) ** 2 for a, b in pairs) ** 0.5 > 14, (one, other)


def test_what_is_on_a_jacket_is_seen_in_black_and_white() -> None:
    for name in NAMES:
        for silks in drawn(name):
            if silks.pattern != PLAIN:
                dark, bright = sorted(luminance(INKS[dye]) for dye in (silks.ground, silks.colour))
                assert (bright + 0.05) / (dark + 0.05) > 2.9, silks


def test_every_colour_and_pattern_can_be_shown() -> None:
    assert set(INKS) == set(DYES)
    assert set(SHAPES) == set(SIGNS) == set(PATTERNS)
    assert len(set(SHAPES.values())) == len(set(SIGNS.values())) == len(PATTERNS)


# Given with the entry


@pytest.mark.parametrize(
    "words",
    [
        "green, white hoops, red cap", "Green; White Hoops; Red Cap", "green white hoops red cap",
        "white hoops on green, red cap", "grün, weiße Reifen, rote Kappe", "Grün, Reifen weiß, Kappe rot",
        "vert, cerceaux blancs, toque rouge", "casaque verte à cerceaux blancs, toque rouge",
        "verde, cerchi bianchi, berretto rosso", "verde con cerchi bianchi e berretto rosso",
    ],
)  # fmt: skip
def test_silks_are_read_as_people_write_them(words: str) -> None:
    assert read_silks(words) == GREEN


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_what_the_house_says_of_silks_can_be_written_into_an_entry(language: str) -> None:
    say = speaker_of(language).say
    for ground, pattern in product(DYES, PATTERNS):
        colour = "" if pattern == PLAIN else "white" if ground != "white" else "maroon"
        for sleeves, cap in ((ground, "light blue"), ("grey", ground)):
            silks = Silks(ground, pattern, colour, sleeves, cap)
            assert read_silks(say(silks.said)) == silks, say(silks.said)


@pytest.mark.parametrize(
    ("words", "says", "helps"),
    [
        ("turquoise, red cap", "turquoise is no colour and no pattern of silks", "the colours are red, orange"),
        ("gren, red cap", "gren is no colour", "did you mean green?"),
        ("green and white", "do not say how green and white go together", "write what is white: hoops"),
        ("red cap", "do not say the jacket's colour", "green, white hoops, red cap"),
        ("white hoops", "hoops want a colour of their own", "green, white hoops, red cap"),
        ("red, white, blue hoops", "too many colours in one place: red, white, blue", "green, white hoops"),
        ("red, white hoops, star", "one pattern, not several: hoops, star", "green, white hoops"),
        ("x" * 200, "silks are colours in a few words", "green, white hoops"),
        ({"jacket": "red"}, "silks are colours in a few words", "green, white hoops"),
    ],
)
def test_silks_that_cannot_be_worn_are_refused_with_a_reason(words: object, says: str, helps: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_silks(words)
    assert says in refused.value.remark.message
    assert helps in refused.value.remark.hint


def test_a_bad_entry_is_told_with_its_line_and_nothing_is_started(desk: Desk) -> None:
    desk.write("zine.yaml", "title: Z\n")
    desk.write("players.yaml", PLAYERS)
    desk.write("games/race.yaml", f"rules: {RACE}\n{FIELD.replace('white hoops', 'white hops')}course: 6 plain\n")
    ran = desk.gm("start", "race", code=1)
    assert "games/race.yaml:3" in ran.err
    assert "hops is no colour and no pattern of silks" in ran.err
    assert "did you mean hoops?" in ran.err
    assert not (desk.folder / "issues/race").exists()


def test_colours_without_quotation_marks_in_braces_are_explained(desk: Desk) -> None:
    desk.write("zine.yaml", "title: Z\n")
    desk.write("players.yaml", PLAYERS)
    desk.write("games/race.yaml", f"rules: {RACE}\n{FIELD.replace(chr(34), '')}course: 6 plain\n")
    ran = desk.gm("start", "race", code=1)
    assert "an entrant has no white hoops" in ran.err
    assert 'put all of the silks in quotation marks: silks: "green, white hoops, red cap"' in ran.err


def test_silks_may_stand_in_a_table_and_be_left_out_there(desk: Desk) -> None:
    desk.write("games/field.csv", 'player,horse,silks\nalice,Red Rum,\nbob,Crisp,"red, black sash"\n')
    started(desk, "entrants: field.csv\n")
    text = desk.gm("report", "race").out
    assert "red, black sash, black cap" in text
    assert str(next(drawn("Red Rum")).said) in text


def test_silks_are_kept_with_the_record_and_it_holds(desk: Desk) -> None:
    started(desk)
    desk.gm("run", "race", "--now")  # nobody orders anything, so all fall
    record = json.loads(desk.gm("record", "race").out)
    given = [kept(row.get("silks")) for row in record["roster"]]
    assert given == [GREEN, None, Silks("maroon", "star", "yellow", "maroon", "yellow")]
    desk.gm("verify", desk.write("record.json", json.dumps(record)))


@pytest.mark.parametrize("row", [None, {}, {"ground": "green"}, dict(GREEN._asdict(), cap="no such"), "green"])
def test_what_is_kept_and_cannot_be_worn_is_as_if_it_were_not_there(row: object) -> None:
    assert kept(row) is None  # type: ignore[arg-type]


# On pages


def test_the_field_is_dressed_in_an_issue_and_on_the_site(desk: Desk) -> None:
    started(desk)
    for player, number in (("alice", 20), ("bob", 10), ("carol", 15)):
        desk.order(player, 1, f"{{1: {number}}}")
    desk.gm("take")
    desk.gm("run", "race", "--now")
    desk.gm("issue")
    desk.gm("site")
    for name in ("issues/issue-001/issue.html", "site/games/race/turn-01.html", "site/index.html"):
        page = (desk.folder / name).read_text()
        used = set(re.findall(r'<use href="#([\w-]+)"', page))
        assert used
        assert used <= set(re.findall(r'<symbol id="([\w-]+)"', page))
        assert INKS["green"] in page


def test_a_list_shows_silks_beside_every_name_and_each_is_drawn_once(desk: Desk) -> None:
    started(desk)
    page = desk.gm("report", "race", "--format", "html").out
    for name in ("Red Rum", "Crisp", "Foinavon"):
        assert re.search(
            rf'<td class="silked"><svg class="silks" aria-hidden="true"><use href="#[\w-]+"/></svg>{name}', page
        )
    used = set(re.findall(r'<use href="#([\w-]+)"', page))
    assert len(used) == 3
    assert sorted(re.findall(r'<symbol id="([\w-]+)"', page)) == sorted(used)
    assert page.count(f'<use href="#{Worn(GREEN).id}"') == 2  # in the field, and on the course


def test_the_start_says_silks_in_the_reader_s_words(desk: Desk) -> None:
    started(desk, players=PLAYERS.replace("Alice Grey", "Alice Grey, language: de"))
    assert "grün, Reifen weiß, Kappe rot" in desk.gm("report", "race", "--for", "alice").out
    assert "green, white hoops, red cap" in desk.gm("report", "race", "--for", "bob").out


def test_an_own_page_and_a_form_show_the_reader_s_silks(desk: Desk) -> None:
    started(desk)
    for form in ("html", "form"):
        page = desk.gm("report", "race", "--for", "alice", "--format", form).out
        assert Worn(GREEN).picture + "Red Rum" in page


def test_silks_of_a_name_that_is_markup_do_no_harm() -> None:
    field = ready(worn({"<script>": None}))
    html = with_symbols(f"<p>{field['<script>'].icon}&lt;script&gt;</p>")
    assert "<script" not in html


def test_paper_gets_every_picture_whole() -> None:
    field = ready({"Red Rum": GREEN})
    course = f'<svg viewBox="0 0 9 9"><use href="#{field["Red Rum"].id}" x="1"/></svg>'
    nodes = htmltree.read(with_symbols(f"<p>Out: {field['Red Rum'].icon}Red Rum</p>{course}"))
    line, picture = nodes
    assert isinstance(line, dict)
    assert isinstance(picture, dict)
    said, icon, name = line["children"]
    assert (said, icon["tag"], name) == ("Out: ", "icon", "Red Rum")
    for svg in (icon["svg"], picture["svg"]):
        assert svg.count("<symbol") == 1
        assert INKS["red"] in svg
    assert ' viewBox="0 0 24 24"' in icon["svg"].split(">")[0]
