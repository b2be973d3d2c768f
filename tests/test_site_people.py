"""gm site: a page for each player and each horse with all their games, at addresses that stay; and nothing private."""

import html
import re
from collections.abc import Mapping
from datetime import timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core.names import address, fold
from gm.desk.careers import Careers
from tests.conftest import Desk
from tests.examples import CARDS, RACE, TICKETS, cards_file, race_file
from tests.playing import MAIL, begin, one_turn, people
from tests.test_site import Files, links, site, text_of

FIELD = {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon", "dave": "Aldaniti", "erin": "Tipperary Tim"}
SAFE = re.compile("[a-z0-9]+(-[a-z0-9]+)*")


def race(desk: Desk, name: str, field: Mapping[str, str], course: str = "8 plain", more: str = "") -> str:
    desk.write(f"games/{name}.yaml", race_file(field, course, f"The {name} race", more))
    desk.gm("start", name)
    return name


def page(files: Files, name: str) -> str:
    return text_of(files[name].decode().partition("<body>")[2])


def test_a_player_has_a_page_with_all_games(desk: Desk) -> None:
    people(desk)
    spring = race(desk, "spring", FIELD)
    one_turn(desk, spring)
    table = begin(desk, CARDS, "table")
    one_turn(desk, table)
    files = site(desk)
    told = page(files, "players/alice.html")
    assert "Alice Grey" in told
    assert "The spring race" in told
    assert f"A game of {CARDS}" in told
    assert "Red Rum" in told
    best = [each for each in FIELD if re.search(r"Place 1=? of 5 · Points: \d+", page(files, f"players/{each}.html"))]
    assert best
    assert told.index(f"A game of {CARDS}") < told.index("The spring race")  # the latest first
    assert "../horses/alice/red-rum.html" in links(files["players/alice.html"].decode())
    everybody = page(files, "players/index.html")
    assert all(name in everybody for name in ("Alice Grey", "Red Rum", "Bob Grey", "Crisp"))


def test_a_horse_has_a_page_with_all_its_races_turn_by_turn(desk: Desk) -> None:
    for name in ("spring", "autumn"):
        race(
            desk,
            name,
            FIELD,
        )
    one_turn(desk, "spring")
    one_turn(desk, "spring")
    one_turn(desk, "autumn")
    files = site(desk)
    told = page(files, "horses/alice/red-rum.html")
    assert "Entered by: Alice Grey" in told
    assert "The spring race" in told
    assert "The autumn race" in told
    found = set(links(files["horses/alice/red-rum.html"].decode()))
    assert {"../../games/spring/turn-01.html", "../../games/autumn/turn-01.html"} <= found
    assert "Numbers:" in told
    dressed = re.compile(r"<svg.*?</svg>.*Red Rum", re.DOTALL)
    heading = files["horses/alice/red-rum.html"].decode().partition("<h1>")[2].partition("</h1>")[0]
    assert dressed.match(heading)
    assert dressed.search(files["players/index.html"].decode())


def test_a_horse_that_is_out_has_no_lines_after_its_fall(desk: Desk) -> None:
    race(desk, "spring", FIELD)
    while one_turn(desk, "spring"):
        pass
    files = site(desk)
    fates = {
        name: re.findall(r"fell at fence \d", page(files, name)) for name in files if name.startswith("horses/")
    }  # fmt: skip
    fallen = {name: told for name, told in fates.items() if told}
    assert fallen
    assert all(len(told) == 2 for told in fallen.values())  # as its result, and on the turn that it fell on


def test_two_horses_of_one_name_are_two_and_one_of_two_races_is_one(desk: Desk) -> None:
    race(desk, "spring", {"alice": "Red Rum", "bob": "Crisp"})
    race(desk, "autumn", {"bob": "Red Rum", "carol": "Crisp"})
    race(desk, "winter", {"alice": "RED RUM", "bob": "Crisp"})
    files = site(desk)
    horses = sorted(name for name in files if name.startswith("horses/"))
    assert horses == [
        "horses/alice/red-rum.html",
        "horses/bob/crisp.html",
        "horses/bob/red-rum.html",
        "horses/carol/crisp.html",
    ]
    alices = page(files, "horses/alice/red-rum.html")
    assert "RED RUM" in alices  # as it was published last
    assert "The spring race" in alices
    assert "The winter race" in alices
    assert "The autumn race" not in alices


ODD = [
    "Épinard",
    "Epinard",
    "A/B",
    "A B",
    "../up",
    "🐎",
    "🐴",
    "x" * 40,
    "con",
    "Index",
    "né",
    "ne",
    "-",
    "'",
    '"',
    "<b>",
]


@given(st.lists(st.text(min_size=1, max_size=300), max_size=6))
def test_addresses_are_safe_and_tell_any_two_names_apart(names: list[str]) -> None:
    everybody = [*names, *ODD, "é" * 200, "é" * 201]
    for name in everybody:
        found = address(name)
        assert SAFE.fullmatch(found)
        assert len(found) < 60
        assert found == address(name.upper()) or fold(name) != fold(name.upper())
        assert found not in ("index", "con", "nul", "com1")
    for one, other in combinations(everybody, 2):
        assert (address(one) == address(other)) == (fold(one) == fold(other)), (one, other)


@pytest.mark.parametrize("name", ["Zoe", "red rum", "red rum 0123456789", "Zoé"])
def test_no_plain_name_can_be_another_ones_address(name: str) -> None:
    assert address(address(name).replace("-", " ")) == address(name) or "-" in address(name)
    assert address(address("Zoé").replace("-", " ")) != address("Zoé")


def test_odd_names_have_pages_that_links_lead_to(desk: Desk) -> None:
    ids = [f"p{n}" for n in range(len(ODD))]
    horses = [name for name in ODD if name not in ("-", "'", '"')]
    desk.write("players.yaml", "".join(f"{id}: 'O’{id} <i>&'\n" for id in ids))
    race(desk, "odd", {id: f'"{name}"' for id, name in zip(ids, horses, strict=False)})
    files = site(desk)
    found = [name for name in files if name.startswith("horses/")]
    assert len(found) == len(horses)
    assert all(re.fullmatch(r"[a-z0-9/-]+\.html", name) for name in found)
    assert "<i>" not in "".join(files[name].decode() for name in files if name.endswith(".html"))
    titles = {html.unescape(re.findall("<h1>(.*?)</h1>", files[name].decode())[0]) for name in found}
    assert titles == set(horses)


def test_addresses_stay_when_games_and_people_come_and_go(desk: Desk) -> None:
    race(desk, "spring", FIELD)
    before = set(site(desk))
    one_turn(desk, "spring")
    desk.now += timedelta(days=1)
    desk.write("players.yaml", "alice: {name: Alicia Green}\nbob: Bob\nzed: Zed\nyan: Yan\n")
    race(desk, "autumn", {"alice": "Red Rum", "zed": "Crisp"})
    desk.gm("replace", "spring", "bob", "--by", "yan")
    desk.gm("close", "spring", "--because", "mud")
    after = site(desk)
    assert before <= set(after)
    assert "Alicia Green" in page(after, "players/alice.html")


def test_a_stand_in_and_who_they_stand_in_for_both_have_the_game(desk: Desk) -> None:
    race(desk, "spring", {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon"})
    one_turn(desk, "spring")
    desk.gm("replace", "spring", "alice", "--by", "dave")
    files = site(desk)
    said = "Red Rum: Dave Grey for Alice Grey since turn 2."
    for name in ("players/alice.html", "players/dave.html", "horses/alice/red-rum.html"):
        assert said in page(files, name)
        assert "The spring race" in page(files, name)
    assert "horses/dave/red-rum.html" not in files


def test_a_game_given_up_says_so_on_its_peoples_pages(desk: Desk) -> None:
    race(desk, "spring", FIELD)
    one_turn(desk, "spring")
    desk.gm("close", "spring", "--because", "too much mud")
    assert "Given up" in page(site(desk), "horses/alice/red-rum.html")


def test_a_zine_of_tables_has_players_and_no_horses(desk: Desk) -> None:
    name = begin(desk, TICKETS)
    one_turn(desk, name)
    files = site(desk)
    assert not [each for each in files if each.startswith("horses/")]
    assert "Players and horses" not in page(files, "index.html")
    assert "Players" in page(files, "index.html")


def test_the_pages_of_people_tell_nothing_but_what_is_published(desk: Desk) -> None:
    people(desk)
    more = "options: {reveal: fallers}\n"
    race(desk, "spring", {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon", "dave": "Tim"}, more=more)
    one_turn(desk, "spring")
    desk.write(
        "players.yaml", (desk.folder / "players.yaml").read_text().replace("}", ", away: 2027-12-24, language: en}")
    )
    files = site(desk)
    own = {name: data.decode() for name, data in files.items() if name.startswith(("players/", "horses/"))}
    assert len(own) == 9
    for name, text in own.items():
        assert not [each for each in MAIL.values() if each in text], name
        assert "2027-12" not in text
        assert "December" not in text
        assert not re.search(r"\bPoints\b|Place \d|Numbers", text_of(text.partition("<main>")[2])), name
    desk.write("players.yaml", "".join(f"{id}: {{name: Another Name}}\n" for id in MAIL))
    after = {name: data.decode() for name, data in site(desk).items() if name in own}
    assert after == own  # names as they were published


def test_of_a_field_too_large_to_print_nobody_has_a_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm.desk import careers

    monkeypatch.setattr(careers, "PRINTED", 2)
    race(desk, "spring", {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon"})
    files = site(desk)
    assert not [name for name in files if name.startswith(("players/", "horses/"))]
    assert "Players" not in page(files, "index.html")
    assert "games/spring/turn-00.html" in files


def test_each_page_is_looked_up_once_however_large_the_field(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The links of a whole game are made for the pages that list it, and not for every horse again."""
    asked: list[str] = []
    whole = Careers.hrefs
    monkeypatch.setattr(Careers, "hrefs", lambda self, game, root: asked.append(root) or whole(self, game, root))
    race(desk, "spring", {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon", "dave": "Tim"})
    site(desk)
    assert len(asked) <= 3


def test_a_table_game_is_told_turn_by_turn_on_its_players_page(desk: Desk) -> None:
    desk.write("games/table.yaml", cards_file(["{player: alice}", "{player: bob}"], "The Table"))
    desk.gm("start", "table")
    for _ in range(3):
        one_turn(desk, "table")
    files = site(desk)
    found = set(links(files["players/alice.html"].decode()))
    assert "../games/table/turn-03.html" in found
    assert RACE not in page(files, "players/alice.html")
