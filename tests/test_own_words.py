"""Whoever reads German, French or Italian is told of colours, cards and conditions in that language, whatever the page said."""

import re

import pytest

from gm import games
from gm.core.colours import COLOURS
from gm.core.names import fold
from gm.core.words import LANGUAGES, Sentence
from gm.pages.vocabulary import KEYS, VALUES, dictionary
from gm.reports.languages import speaker_of
from tests.conftest import Desk
from tests.contract.samples import SEATS, begun, file_of
from tests.examples import cards_file, race_file, tickets_file
from tests.playing import one_turn
from tests.test_answers import said
from tests.test_post import mail, take

SPEAKS = {"alice": "de", "bob": "fr", "carol": "it", "dave": "en", "erin": "en", "frank": "en"}


@pytest.fixture
def zine(desk: Desk) -> Desk:
    """A reader of each language."""
    desk.write(
        "players.yaml",
        "".join(
            f"{who}: {{name: {who.title()}, mail: {who}@example.org, language: {speaks}}}\n"
            for who, speaks in SPEAKS.items()
        ),
    )
    desk.write("zine.yaml", "title: Z\ntime_zone: Europe/London\nmail: {from: Z <zine@example.org>}\n")
    return desk


def began(desk: Desk, text: str) -> Desk:
    deadlines = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/g.yaml", text + deadlines)
    desk.gm("start", "g")
    return desk


def ordered(desk: Desk, *players: str, part: str) -> None:
    for player in players:
        desk.write(f"inbox/{player}.yaml", f"game: g\nturn: 1\nplayer: {player}\n{part}")
    desk.gm("take")


def told(desk: Desk, player: str) -> str:
    return " ".join(desk.gm("report", "g", "--for", player).out.split())


def test_a_condition_of_the_race_is_told_in_the_readers_language(zine: Desk) -> None:
    began(zine, race_file({who: f"Horse {who}" for who in SPEAKS}, "6 plain"))
    first, second = "{when: {fell: [Horse bob, Horse carol]}, play: 1}", '{when: {fallers: "<= 9", free: no}, play: 2}'
    for number, who in enumerate(SPEAKS):
        ordered(zine, who, part=f"orders: {{1: {20 - number}, 2: [{first}, {second}, 3]}}\n")
    zine.gm("run", "g", "--now")
    assert "(wenn Horse bob und Horse carol gestürzt sind)" in told(zine, "alice")
    assert "(wenn die Zahl der Stürze höchstens 9 ist, wenn das zweite Hindernis nicht frei ist)" in told(zine, "alice")
    assert "(si Horse bob et Horse carol sont tombés)" in told(zine, "bob")
    assert "(se il numero di cadute è al massimo 9, se il secondo ostacolo non è libero)" in told(zine, "carol")


def test_a_condition_of_the_table_is_told_in_the_readers_language(zine: Desk) -> None:
    began(zine, cards_file(["{player: alice}", "{player: bob}", "{player: carol}"]))
    for who in ("alice", "bob", "carol"):
        card = zine.gm("report", "g", "--for", who, "--format", "json").lines[0]["private"]["view"]["playable"][0]
        lines = f"- {{when: {{fallen: red}}, play: {card}}}\n- {{when: {{not: {{standing: red}}}}, play: {card}}}"
        lines += f"\n- {{when: {{standing: [red, blue]}}, play: {card}}}"
        ordered(zine, who, part=f"moves:\n{lines}\n")
    zine.gm("run", "g", "--now")
    assert "(wenn rot gestürzt ist)" in told(zine, "alice")
    assert "(außer wenn rot noch im Rennen ist)" in told(zine, "alice")
    assert "(si rouge et bleu sont encore debout)" in told(zine, "bob")
    assert "(se rosso è caduto)" in told(zine, "carol")


def test_what_scripts_read_of_a_condition_is_what_the_page_said(zine: Desk) -> None:
    began(zine, race_file({who: f"Horse {who}" for who in SPEAKS}, "6 plain"))
    ordered(zine, "bob", part="orders: {1: 10, 2: 10}\n")
    ordered(zine, "alice", part='orders: {1: 20, 2: [{when: {fallers: "> 9"}, play: 1}, 3]}\n')
    zine.gm("run", "g", "--now")
    own = zine.gm("report", "g", "--for", "alice", "--format", "json").lines[0]["private"]
    assert own["orders"][1]["passed"] == [{"number": 1, "unmet": "fallers > 9"}]
    assert "said" not in own


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_an_order_is_read_back_in_words_that_can_be_written_on_a_page(name: str, language: str) -> None:
    game, gettext = games.load(name), speaker_of(language).gettext
    read = dictionary(KEYS, VALUES, game.words)
    shown = [word for word in (*KEYS, *VALUES, *game.words) if isinstance(word, Sentence) or word in COLOURS]
    assert {word: read.get(fold(gettext(word)), gettext(word)) for word in shown} == {word: word for word in shown}


def test_an_answer_reads_the_order_back_in_the_readers_language(zine: Desk) -> None:
    began(zine, tickets_file(["{player: alice}", "{player: bob}", "{player: carol}"]))
    moves = "moves:\n  - favour: {red: 3, white: -2}\n    least: 8\n  - {when: {home: '> 0'}, card: left}\nexchange: better\n"
    take(zine, *(mail(f"{who}@example.org", f"game: g\nturn: 1\nplayer: {who}\n{moves}", number=at)
                 for at, who in enumerate(("alice", "bob", "carol"), start=1)))  # fmt: skip
    assert "begünstige rot 3, weiß -2, mindestens 8" in said(zine, "alice@example.org")
    assert "favoriser rouge 3, blanc -2, au moins 8" in said(zine, "bob@example.org")
    assert "favorisci rosso 3, bianco -2, almeno 8" in said(zine, "carol@example.org")


# No English word in a foreign sentence

ALSO = {  # English words of the games that are words of these languages, too
    "de": {"orange", "hand", "position", "fallen", "orders", "chair"},
    "fr": {"on", "place", "points", "orange", "ticket", "simple", "position", "me", "case", "retire", "or", "chair"},
    "it": {"no", "in", "me", "chair"},
}


def english_words(name: str) -> set[str]:
    """What pages of a game say in English."""
    game = games.load(name)
    words = {*game.words, *COLOURS, "when", "not", "play", "none", "orders", "unmet", "refused", "default"}
    return {str(word) for word in words if len(word) > 1}


def foreign(text: str) -> str:
    """A report without what is to be typed: the page, and the order as it was sealed."""
    prose = re.sub(r"(?ms)^game: g$.*?^end$|(?i:fair[ -]play)", "", text)
    return re.sub(r"(?m)^ *\| [^|]*$", "", prose)


def nameless(name: str, text: str) -> str:
    """Without the names that horses of the game have in every language."""
    for each in set(games.load(name).facts(begun(name), SEATS[0]).names) - {*COLOURS}:
        text = re.sub(r"\s+".join(map(re.escape, each.split())), "", text)
    return text


@pytest.mark.parametrize("name", games.names())
def test_no_english_word_of_a_game_stands_in_a_foreign_report(zine: Desk, name: str) -> None:
    zine.write("games/g.yaml", re.sub(r"(?m)^title:.*$", "title: G", file_of(name)).replace("Horse ", "Ross-"))
    zine.gm("start", "g")
    wrong = []
    for _ in range(3):
        one_turn(zine, "g")
        for who, language in list(SPEAKS.items())[:3]:
            text = nameless(name, foreign(zine.gm("report", "g", "--for", who, code=None).out))
            words = english_words(name) - ALSO[language]
            wrong += [
                (language, line) for line in text.splitlines() if words & set(re.findall(r"[^\W\d_]+", line.casefold()))
            ]
    assert not wrong


@pytest.mark.parametrize("who", ["alice", "bob", "carol"])
def test_a_refusal_names_the_words_that_were_written(zine: Desk, who: str) -> None:
    began(zine, race_file({each: f"Horse {each}" for each in SPEAKS}, "6 plain"))
    words = {"alice": ("wenn", "stürze", "spiele"), "bob": ("si", "chutes", "joue"), "carol": ("se", "cadute", "gioca")}
    when, fallers, play = words[who]
    take(
        zine,
        mail(
            f"{who}@example.org",
            f"game: g\nturn: 1\nplayer: {who}\norders:\n  1: 20\n  2: [{{{when}: {{{fallers}: viele}}, {play}: 3}}, 4]\n",
        ),
    )
    answer = said(zine, f"{who}@example.org")
    assert fallers in answer
    assert "fallers" not in answer.partition("game: g")[0]


def test_a_refusal_names_cards_and_horses_in_the_readers_language(zine: Desk) -> None:
    began(zine, cards_file(["{player: alice}", "{player: bob}", "{player: carol}"]))
    page = "game: g\nturn: 1\nplayer: bob\nmoves:\n  - play: bleu 12\n  - play: reed 3\n"
    take(zine, mail("bob@example.org", page))
    answer = said(zine, "bob@example.org").partition("game: g")[0]
    assert "bleu 12 n’est pas une carte" in answer
    assert "voulais-tu dire rouge" in answer
