"""Whatever is said of a game master's own files can be said in the game master's language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from gm import games
from gm.core.problems import GmError, NotReady
from gm.core.words import Sentence, either, sentence, write
from gm.mail import settings
from gm.pages.gamefile import read_game_file
from gm.pages.zine import read_zine
from gm.reports.languages import speaker_of
from tests import test_bad_input
from tests.conftest import Desk
from tests.examples import RACE, cards_file
from tests.test_languages_mail import translated as translated  # the fixture
from tests.test_languages_pages import cases_of, plain

MORE = ["press: x", "deadlines: {frist: 2026-12-01}", "deadlines: {x: 1}", "options: 3", "options: {x: 3}", "x: 1"]
ZINES = ["mail: x", "waiting: x", "waiting: {A: [[1], a@b.org, x, X]}", "first_issue: x", "site: x", "languages: tlh", "x: 1"]  # fmt: skip
PLAYERS = ["alice: {name: A, langauge: de}", "alice: {language: tlh}", "me: M"]
MAIL: list[Mapping[str, Any]] = [
    {"form": "x"}, {"x": "x"}, {}, {"smtp": {"host": "h", "x": "y"}}, {"smtp": {"host": "h", "tls": "x"}},
    {"smtp": {"host": "h", "tls": "no"}}, {"smtp": {"host": "h", "port": "x"}}, {"smtp": {"host": "h", "user": "u"}},
]  # fmt: skip


def refused(ask: Callable[..., object], *of: object) -> list[str]:
    """All that a refusal says and that could not be said in another language."""
    with pytest.raises(GmError) as found:
        ask(*of)
    error = found.value
    assert str(error) == error.message == error.args[0]
    assert type(str(error)) is str
    texts = [text for text in (error.message, error.hint) if text and not isinstance(text, Sentence)]
    return texts + plain(error.problems if isinstance(error, NotReady) else [])


def written(desk: Desk, name: str, texts: Iterable[str | bytes], ask: Callable[[], object]) -> list[str]:
    """What is said of each of these files."""
    return [said for text in texts if desk.write(name, text) for said in refused(ask)]


def test_what_is_said_of_a_game_file_can_be_translated(desk: Desk) -> None:
    bad = [text for text, *_ in cases_of(test_bad_input.test_a_bad_game_file_is_told_line_by_line_and_starts_nothing)]
    bad += [f"{test_bad_input.GOOD}{more}\n" for more in MORE]
    bad += [test_bad_input.GOOD.replace("player: bob", each) for each in ("x: bob", "player: ''", "player: Crisp")]
    bad += [cards_file(["alice", "bob"], more=f"options: {{horses: {each}}}") for each in ("x", "[red, Red]")]
    assert not written(desk, "games/race.yaml", bad, lambda: read_game_file(read_zine(desk.folder), "race"))
    names = ("a b", "issue-3", "none")
    assert not [said for name in names for said in refused(read_game_file, read_zine(desk.folder), name)]


def test_what_is_said_of_the_zines_files_can_be_translated(desk: Desk) -> None:
    bad = [text for text, _ in cases_of(test_bad_input.test_a_broken_zine_yaml)]
    assert not written(desk, "zine.yaml", [*bad, *ZINES], lambda: read_zine(desk.folder))
    desk.write("zine.yaml", "")
    bad = [*cases_of(test_bad_input.test_a_broken_players_yaml), *PLAYERS]
    assert not written(desk, "players.yaml", bad, lambda: read_zine(desk.folder).players)


@pytest.mark.parametrize("mail", MAIL, ids=str)
def test_what_is_said_of_mail_settings_can_be_translated(mail: Mapping[str, Any]) -> None:
    assert not refused(settings.smtp if "smtp" in mail else settings.addresses, mail)


def test_rules_that_do_not_exist_are_told_in_words_that_can_be_translated() -> None:
    assert not refused(games.load, "chess")
    assert not refused(games.load, f"{RACE}s")


def test_what_is_to_be_typed_stays_as_it_is(translated: None) -> None:
    say = speaker_of("fr").say
    assert say(write("turn: 3")) == "«fr·write turn: 3»"
    assert say(sentence("a or b: {words}", words=either(["a", "b", "c"]))) == "«fr·a or b: «fr·«fr·a or b» or c»»"
