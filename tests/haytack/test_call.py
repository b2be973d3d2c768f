"""The call: the same turn reads the same, and sixteen turns do not repeat themselves."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_file

from gm import games
from gm.core.dice import Dice
from gm.core.play import Entrant, Event, Json
from gm.games.haytack import GAME as RACE
from gm.games.haytack.course import propose
from gm.pages.book import read_book
from gm.reports import assets
from gm.reports.call import BadPhrases, Bank, _built_in, bank, call, chosen
from gm.reports.languages import speaker_of
from gm.reports.render import fill
from tests.conftest import HORSES, PLAYERS, Desk
from tests.telling import play_turn, story
from tests.test_languages_files import refused

GAMES = games.names()
COMMON = ("approach_plain", "onward", "fall", "fall_low", "fell_by_one", "tie")


def whole_game(seed: str, entrants: int = 40, reveal: str = "all") -> Iterator[Json]:
    """The public story of every turn, ridden by simple jockeys."""
    seats = [f"p{n}" for n in range(entrants)]
    settings = {"course": propose(entrants), "options": {"reveal": reveal}}
    race = RACE.setup([Entrant(seat, f"Horse {seat}") for seat in seats], settings, Dice(seed)).state
    past: list[Event] = []
    while RACE.pending(race):
        due = [seat for seat in seats if RACE.agenda(race, seat, race.turn)]
        parts = {seat: RACE.improvise(race, seat, Dice(seed)) for seat in due}
        books = {seat: read_book(RACE, race, seat, part) for seat, part in parts.items()}
        step = play_turn(RACE, race, books, Dice(seed))
        yield story(RACE, step.state, step.events, None, past)
        race, past = step.state, [*past, *step.events]


def wording(turn: Json, phrases: Bank, seed: str = "s", language: str = "en") -> list[str]:
    return call(turn["beats"], turn["beats_before"], phrases, seed, speaker_of(language), {})


def text_of(paragraphs: list[str]) -> str:
    return "\n".join(paragraphs)


@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("reveal", ["all", "fallers"])
def test_no_phrase_comes_twice_until_all_of_its_kind_have_come(seed: str, reveal: str) -> None:
    real = bank("haytack", None, "en")
    numbered = Bank({kind: [f"<{kind}/{n}>" for n in range(len(some))] for kind, some in real.phrases.items()})
    said = defaultdict(list)
    for turn in whole_game(seed, reveal=reveal):
        for kind, number in re.findall(r"<(\w+)/(\d+)>", text_of(wording(turn, numbered, seed))):
            said[kind].append(number)
    for kind, numbers in said.items():
        many = len(real.phrases[kind])
        for start in range(len(numbers)):
            window = numbers[start : start + many]
            assert len(set(window)) == len(window), kind


def test_no_two_turns_of_a_game_are_told_alike() -> None:
    calls = [text_of(wording(turn, bank("haytack", None, "en"))) for turn in whole_game("three")]
    assert len(calls) == 16
    sentences = [sentence for each in calls for sentence in re.split(r"(?<=[.!?]) ", each)]
    assert len(set(sentences)) > 0.97 * len(sentences)
    assert len(set(calls)) == 16


def test_a_turn_is_told_in_a_handful_of_sentences_and_a_paragraph_for_each_fence() -> None:
    for turn in whole_game("four"):
        assert 3 <= len(turn["beats"]) <= 10
        paragraphs = wording(turn, bank("haytack", None, "en"))
        assert len(paragraphs) == len({beat["part"] for beat in turn["beats"]})


def test_two_games_are_told_in_other_words() -> None:
    turn = next(whole_game("five"))
    phrases = bank("haytack", None, "en")
    assert len({text_of(wording(turn, phrases, seed)) for seed in "abcdefgh"}) == 8


@pytest.mark.slow
def test_the_same_turn_reads_the_same_in_another_process() -> None:
    script = (
        "from tests.haytack.test_call import *\n"
        "print([wording(turn, bank('haytack', None, 'en')) for turn in whole_game('six', 12)])\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True,
            cwd=Path(__file__).parents[2],
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


def test_the_call_of_a_turn_stays_the_same_after_later_turns(start: Callable[..., Desk]) -> None:
    desk = start(4, course="8 plain")
    desk.others(1, 1, but="")
    desk.gm("take")
    desk.gm("run", "--now")
    first = desk.gm("report", "--turn", 1).out
    desk.gm("run", "--now")
    assert "THE CALL" in first
    assert desk.gm("report", "--turn", 1).out == first


def test_everybody_reads_the_same_call_and_the_page_has_it_too(start: Callable[..., Desk]) -> None:
    desk = start(4)
    desk.others(1, 1)
    desk.gm("take")
    desk.gm("run", "--now")
    wanted = re.search(r"THE CALL\n-+\n(.+?)\n\n[A-Z]{3}", desk.gm("report").out, re.DOTALL)
    assert wanted
    assert wanted[1] in desk.gm("report", "--for", "bob").out
    page = " ".join(desk.gm("report", "--format", "html").out.split())
    sentence = wanted[1].split(".")[0].split()
    assert " ".join(sentence).replace("'", "&#39;") in page


def test_a_start_packet_has_no_call(start: Callable[..., Desk]) -> None:
    assert "THE CALL" not in start(4).gm("report", "--turn", 0).out
    assert fill("call.txt", {}).strip() == fill("call.html", {"call": []}).strip() == ""


def test_names_of_players_are_told_and_not_their_ids() -> None:
    beats = [
        {"kind": "k", "weight": 1, "part": 1, "player": "ann", "players": ["ann", "bob"], "horse": "bob", "n": 1500}
    ]
    phrases = Bank({"k": ["{player}, {players}, {horse}, {n}"]})
    names = {"ann": "Ann Grey", "bob": "Bob Stone"}
    assert call(beats, {}, phrases, "", speaker_of("en"), names) == ["Ann Grey, Ann Grey and Bob Stone, bob, 1,500"]
    assert call(beats, {}, phrases, "", speaker_of("de"), names) == ["Ann Grey, Ann Grey und Bob Stone, bob, 1.500"]


def test_a_horse_may_be_called_anything() -> None:
    beats = [{"kind": "k", "weight": 1, "part": 1, "horse": "{jockey} <b>%s"}]
    assert call(beats, {}, Bank({"k": ["Down goes {horse}."]}), "", speaker_of("en"), {}) == [
        "Down goes {jockey} <b>%s."
    ]
    assert "&lt;b&gt;" in fill("call.html", {"call": ["Down goes <b>."]})


def hidden_turn(**numbers: int) -> list[Json]:
    """Six horses, of which Crisp falls and Foinavon stumbles; only the lowest number that fell is told."""
    played = {"Crisp": 10, "Foinavon": 10, "Red Rum": 30, "Aldaniti": 31, "Battleship": 32, "Corbiere": 33} | numbers
    points = dict.fromkeys(played, "600") | {"Foinavon": "500"}
    page = {"course": ["plain", "water", "plain"], "options": {"reveal": "fallers"}, "horses": points, "fences": "1"}
    case = RACE.case(page)
    assert not isinstance(case, list)
    parts = {name: {"orders": {"1": str(number)}} for name, number in played.items()}
    books = {name: read_book(RACE, case.state, name, part) for name, part in parts.items()}
    step = play_turn(RACE, case.state, books, Dice(""))
    beats: list[Json] = story(RACE, step.state, step.events, None)["beats"]
    return beats


@pytest.mark.parametrize("name", ["Red Rum", "Aldaniti", "Battleship", "Corbiere"])
@pytest.mark.parametrize("number", [11, 77, 599])
def test_hidden_numbers_never_reach_the_call(name: str, number: int) -> None:
    assert hidden_turn(**{name: number}) == hidden_turn()
    assert [beat["kind"] for beat in hidden_turn()] == ["start", "fall", "first_faller", "stumbled"]


def test_the_order_of_two_fallers_does_not_tell_who_played_less() -> None:
    def becher(crisp: int, foinavon: int) -> list[Json]:
        page = {"course": ["becher", "plain"], "options": {"reveal": "fallers"}, "fences": "1"}
        case = RACE.case(page | {"horses": {"Crisp": "90", "Foinavon": "90", "Red Rum": "90", "Corbiere": "90"}})
        assert not isinstance(case, list)
        numbers = {"Crisp": crisp, "Foinavon": foinavon, "Red Rum": 50, "Corbiere": 51}
        books = {name: read_book(RACE, case.state, name, {"orders": {"1": str(n)}}) for name, n in numbers.items()}
        step = play_turn(RACE, case.state, books, Dice(""))
        beats: list[Json] = story(RACE, step.state, step.events, None)["beats"]
        return beats

    assert becher(3, 9) == becher(9, 3)


def test_a_private_story_has_no_call_of_its_own() -> None:
    race = RACE.setup(
        [Entrant(p, h) for p, h in zip(PLAYERS, HORSES, strict=True)], {"course": ["plain"]}, Dice("")
    ).state
    step = play_turn(RACE, replace(race, until=1), {}, Dice(""))
    assert story(RACE, step.state, step.events, None)["beats"] != []


# --- the built-in banks


def names_in(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


@pytest.mark.parametrize("rules", GAMES)
def test_every_kind_has_phrases_that_name_only_what_it_gives(rules: str) -> None:
    built_in = _built_in(assets.templates() / rules / "call.yaml")
    assert set(built_in.phrases) == set(built_in.gives)
    for kind, phrases in built_in.phrases.items():
        assert len(set(phrases)) == len(phrases) >= 2, kind
        assert all(names_in(phrase) <= set(built_in.gives[kind]) for phrase in phrases), kind


@pytest.mark.parametrize("rules", GAMES)
def test_phrases_are_whole_sentences_without_traps_for_translators(rules: str) -> None:
    """No article before a number (a 8), no ending glued to a name, nobody's sex."""
    for phrases in bank(rules, None, "en").phrases.values():
        for phrase in phrases:
            assert re.search(r"[.!?]$", phrase), phrase
            assert not re.search(r"\ban? \{(played|card|covers|points)\}|\}'s|\}s\b|%", phrase), phrase
            assert not re.search(r"\b(he|she|his|her|hers|him)\b", phrase, re.IGNORECASE), phrase


def test_the_frequent_moments_have_the_most_phrases() -> None:
    phrases = bank("haytack", None, "en").phrases
    assert min(len(phrases[kind]) for kind in COMMON) >= 10


@pytest.mark.parametrize("rules", GAMES)
def test_translators_are_given_every_phrase(rules: str) -> None:
    path = assets.templates() / rules / "call.yaml"
    found = list(extract_from_file("gm.reports.call:extract", str(path)))
    lines = path.read_text(encoding="utf-8").split("\n")
    built_in = _built_in(path)
    assert [each[1] for each in found] == [phrase for some in built_in.phrases.values() for phrase in some]
    assert all(str(message) in lines[line - 1] for line, message, _, _ in found)


# --- a game master's own phrases

REPLACED = "replace: yes\nonward: ['On to {fence}!']\napproach_plain: ['On to {fence}!']\n"


def own(folder: Path, text: str, language: str = "en", home: str = "en") -> Bank:
    path = folder / "haytack" / "call.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return bank("haytack", folder, language, home)


def test_own_phrases_are_added_for_readers_of_their_language(tmp_path: Path) -> None:
    text = 'left:\n  - "Nur noch {left}!"\n  - {fr: "Plus que {left} !", en: "Down to {left}!"}\n'
    before = {language: list(bank("haytack", None, language).phrases["left"]) for language in ("de", "fr", "en", "it")}
    for language, more in {
        "de": ["Nur noch {left}!"],
        "fr": ["Plus que {left} !"],
        "en": ["Down to {left}!"],
        "it": [],
    }.items():
        assert own(tmp_path, text, language, home="de").phrases["left"] == before[language] + more


def test_own_phrases_may_replace_the_others_or_silence_a_kind(tmp_path: Path) -> None:
    phrases = own(tmp_path, REPLACED + "left: []\n").phrases
    assert (phrases["onward"], phrases["left"]) == (["On to {fence}!"], [])
    assert phrases["tie"] == bank("haytack", None, "en").phrases["tie"], "what the file does not name stays"
    french = own(tmp_path, REPLACED, "fr").phrases
    assert french["onward"] == bank("haytack", None, "fr").phrases["onward"], "who reads French still has a call"


def test_a_copy_of_the_whole_bank_adds_nothing(tmp_path: Path) -> None:
    text = (assets.templates() / "haytack" / "call.yaml").read_text(encoding="utf-8")
    assert own(tmp_path, text).phrases == bank("haytack", None, "en").phrases


def test_own_phrases_are_read_out(start: Callable[..., Desk]) -> None:
    desk = start(4, course="8 plain")
    desk.write(
        "templates/haytack/call.yaml", 'replace: yes\nstart: "Gentlemen, {horses} of you, over {fences} hedges."\n'
    )
    desk.gm("run", "--now")
    assert "Gentlemen, 4 of you, over 8 hedges." in " ".join(desk.gm("report").out.split())


BAD = [
    ("fell_by_won: ['Oh.']", 1, "there is no kind of moment called fell_by_won", "did you mean fell_by_one?"),
    ("left:\n  - Good\n  - 'Only {lefft}.'", 3, "the phrase cannot be filled in at {lefft}", "did you mean {left}?"),
    ("fall:\n  - '{played} by {horse}.'", 2, "cannot be filled in at {played}", "with fall there is {horse}, {jockey}, {fence}"),
    ("left: ['{left.real}']", 1, "cannot be filled in at {left.real}", ""),
    ("left: ['{left!r:>9}']", 1, "cannot be filled in at {left!r:>9}", ""),
    ("left: ['Only {left']", 1, "cannot be filled in at {…}", ""),
    ("left: ['{}']", 1, "cannot be filled in at {}", ""),
    ("left:\n  - {tlh: Hab}", 2, "there is no language tlh here", "en, fr, it, de"),
    ("left:\n  - {left}", 2, "there is no language left here", "in quotes"),
    ("left:\n  - ''", 2, "a phrase is missing here", ""),
    ("left:", 1, "a phrase is missing here", ""),
    ("left:\n  - [one, two]", 2, "a phrase is missing here", ""),
    ("replace: perhaps", 1, "replace is yes or no", "replace: yes"),
    ("left:\n  - {horse} is gone", 2, "", ""),
    ("left: [one]\nLEFT: [two]", 2, "LEFT is written twice", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "message", "hint"), BAD)
def test_a_wrong_phrase_is_refused_with_its_line(tmp_path: Path, text: str, line: int, message: str, hint: str) -> None:
    with pytest.raises(BadPhrases) as refused:
        own(tmp_path, text)
    problem = refused.value.problems[0]
    assert (problem.file, problem.line) == ("templates/haytack/call.yaml", line)
    assert message in problem.message
    assert hint in problem.hint


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadPhrases) as refused:
        own(tmp_path, "left: ['{a}', '{b}']\nnonsense: []\n")
    assert len(refused.value.problems) == 3


def test_a_wrong_phrase_stops_the_turn_and_nothing_is_stored(start: Callable[..., Desk]) -> None:
    desk = start(4)
    desk.write("templates/haytack/call.yaml", "left: ['{lefft}']\n")
    before = desk.files()
    ran = desk.gm("run", "--now", code=1)
    assert "templates/haytack/call.yaml:1" in ran.err
    assert desk.files() == before
    assert '"turn": 1' in desk.gm("status", "--json").out


@pytest.mark.parametrize("rules", GAMES)
def test_the_guide_names_what_a_game_master_writes(rules: str) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "gm-guide.md").read_text(encoding="utf-8")
    assert f"templates/{rules}/call.yaml" in guide
    assert "replace: yes" in guide


def test_retirements_are_counted_turn_by_turn() -> None:
    """No phrase comes again too soon because a few were left untold."""
    gone = [Event("retired", {"horse": name, "missed": 2}) for name in "ABCDE"]
    seen = {"horses": [{"horse": name, "player": name.lower(), "points": 5, "out_at": None} for name in "ABCDEF"]}
    told = [beat["kind"] for turn in (gone, gone[:2]) for beat in chosen(RACE.name, *RACE.call(seen, turn, []))[0]]
    past = [*gone, Event("mark", {}), *gone[:2]]
    assert chosen(RACE.name, *RACE.call(seen, [], past))[1]["retired"] == told.count("retired") == 5


def test_what_is_said_of_phrases_can_be_translated(tmp_path: Path) -> None:
    bad = [text for text, *_ in BAD]
    assert not [said for text in bad for said in refused(own, tmp_path, text)]
