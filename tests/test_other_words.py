"""Order pages in the words of other languages, numbers at the margin, and the end of a page."""

import json

import pytest

from tests.conftest import Desk
from tests.examples import cards_file, race_file

ENGLISH = '{"game":"race","orders":{"1":"22","2":[{"play":"10","when":{"fell":"Red Rum","free":"no"}},"all"]},"player":"bob","turn":1}'
PAGES = {
    "en": "game: race\nturn: 1\nplayer: bob\norders:\n  1: 22\n  2:\n    - {when: {fell: Red Rum, free: no}, play: 10}\n    - all\n",
    "fr": "jeu: race\ntour: 1\njoueur: bob\nordres:\n  1: 22\n  2:\n    - {si: {tombé: Red Rum, libre: non}, joue: 10}\n    - tout\n",
    "it": "gioco: race\nturno: 1\ngiocatore: bob\nordini:\n  1: 22\n  2:\n    - {se: {caduto: Red Rum, libero: no}, gioca: 10}\n    - tutto\n",
    "de": "Spiel: race\nZug: 1\nSpieler: bob\nOrder:\n  1: 22\n  2:\n    - {wenn: {gefallen: Red Rum, frei: nein}, spiele: 10}\n    - alles\n",
    "mixed": "game: race\ntour: 1\nSpielerin: bob\nordini:\n  1: 22\n  2:\n    - {wenn: {fell: Red Rum, libre: nein}, play: 10}\n    - tout\n",
}


@pytest.fixture
def race(desk: Desk) -> Desk:
    desk.write(
        "games/race.yaml", race_file({"alice": "Red Rum", "bob": "Crisp", "carol": "Rot", "dave": "Ja"}, "6 plain")
    )
    desk.gm("start", "race")
    return desk


def taken(desk: Desk, text: str, code: int = 0) -> dict[str, object]:
    desk.write("inbox/page.yaml", text)
    (line,) = desk.gm("take", "--json", code=code).lines
    return dict(line)


@pytest.mark.parametrize("language", PAGES)
def test_a_page_is_kept_in_english_whatever_it_was_written_in(race: Desk, language: str) -> None:
    assert taken(race, PAGES[language])["canonical"] == ENGLISH


def test_names_in_the_game_go_first(race: Desk) -> None:
    page = "game: race\nturn: 1\ncavallo: Crisp\norders:\n  1: alles\n  2: [{when: {fell: [rot, Ja]}, play: 3}, 4]\n"
    canonical = json.loads(str(taken(race, page)["canonical"]))
    assert canonical["orders"]["2"][0]["when"] == {"fell": ["rot", "Ja"]}
    assert canonical["player"] == "bob"


@pytest.mark.parametrize("word", ["not", "pas", "NON", "nicht", "Pas"])
def test_what_is_not_to_hold_can_be_said_in_any_language(race: Desk, word: str) -> None:
    page = f"game: race\nturn: 1\nplayer: bob\norders:\n  1: 3\n  2: [{{si: {{{word}: {{libre: non}}}}, joue: 3}}, 4]\n"
    canonical = json.loads(str(taken(race, page)["canonical"]))
    assert canonical["orders"]["2"][0] == {"when": {"not": {"free": "no"}}, "play": "3"}


def test_a_horse_that_is_called_like_a_word_goes_before_it(desk: Desk) -> None:
    horses = "options: {horses: [red, blue, Pas, Not, green, white, pink, '5']}\n"
    desk.write("games/cards.yaml", cards_file(["alice", "bob"], "D", horses))
    desk.gm("start", "cards")
    top = "{pas: '>rouge', not: > Pas, rot: > bleu, blue: ≥ 5}"
    page = f"game: cards\nturn: 1\nplayer: alice\nmoves: [{{when: {{nicht: {{oben: {top}}}}}, bet: red}}]\n"
    told = {"pas": "> red", "not": "> Pas", "red": "> blue", "blue": "≥ 5"}
    assert json.loads(str(taken(desk, page)["canonical"]))["moves"] == [{"when": {"not": {"top": told}}, "bet": "red"}]


def test_a_key_in_two_languages_is_written_twice(race: Desk) -> None:
    page = "game: race\nturn: 1\nplayer: bob\norders: {1: 3}\nordres: {2: 4}\n"
    refused = taken(race, page, code=1)
    assert refused["verdict"] == "refused"
    assert "orders is written twice" in str(refused["problems"])


@pytest.mark.parametrize("page", [
    "orders:\n1: 22\n2: 15\n",
    "orders:\n  1: 22\n2: 15\n",
    "ordres:\n1: 22\n2: 15\npress: Bob: hello\n",
    "1: 22\n2: 15\n",
])  # fmt: skip
def test_numbers_at_the_margin_belong_to_their_section(race: Desk, page: str) -> None:
    canonical = json.loads(str(taken(race, f"game: race\nturn: 1\nplayer: bob\n{page}")["canonical"]))
    assert canonical["orders"] == {"1": "22", "2": "15"}


def test_a_number_that_could_mean_two_things_is_refused(race: Desk) -> None:
    refused = taken(race, "game: race\nturn: 1\nplayer: bob\norders:\n  1: 22\n1: 15\n", code=1)
    assert refused["verdict"] == "refused"


@pytest.mark.parametrize("end", ["end", "Fin", "fine", "ENDE  "])
def test_what_stands_below_the_end_is_no_part_of_the_page(race: Desk, end: str) -> None:
    page = f"game: race\nturn: 1\nplayer: bob\norders: {{1: 3, 2: 4}}\npress: |\n  The end is near.\n{end}\nCheers: Bob\n[{{\n"
    assert taken(race, page)["verdict"] == "taken"
    race.gm("run", "--now")
    report = race.gm("report").out
    assert "The end is near." in report
    assert "Cheers" not in report


def test_a_card_is_named_in_any_language(desk: Desk) -> None:
    desk.write("games/cards.yaml", cards_file(["alice", "bob"]))
    desk.gm("start", "cards")
    hand = json.loads(desk.gm("report", "--for", "alice", "--format", "json").out)["private"]["view"]["hand"]
    colours = {"red": "rouge", "orange": "arancione", "yellow": "gelb", "green": "verde", "blue": "blau", "purple": "viola",
               "white": "weiß", "pink": "rose", "black": "noir"}  # fmt: skip
    colour, number = hand[0].split()
    card = f"{colours[colour]} {number}" + (" sur bleu" if colour == "black" else "")
    page = f"game: cards\nturn: 1\njoueur: alice\ncoups:\n  - {{pari: [rosso, blau], joue: {card}}}\ndéfausse: rien\n"
    line = taken(desk, page)
    order = json.loads(str(line["canonical"]))
    on = " on blue" if colour == "black" else ""
    assert order["moves"] == [{"bet": ["red", "blue"], "play": f"{hand[0]}{on}"}]
    assert order["discard"] == "none"
