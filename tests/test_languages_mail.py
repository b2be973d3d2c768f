"""Every refusal, hint, warning and mail that reaches a player is in that player's language."""

import email
import email.policy
import gettext
import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core.play import Event
from gm.core.words import LANGUAGES, Sentence, counted, pack, say_again, sentence, unpack
from gm.reports import forms, languages
from gm.reports import render as reports
from gm.reports.languages import speaker_of
from gm.reports.model import own_orders
from tests.conftest import Desk
from tests.examples import RACE, race_file
from tests.test_post import mail, page, take


class Marked(gettext.NullTranslations):
    """A catalogue that has everything: each sentence between marks, with its language."""

    def __init__(self, language: str):
        super().__init__()
        self.language = language

    def gettext(self, message: str) -> str:
        words = re.sub(r"\{.*?\}", "", message)  # a pattern without any leaves nothing to translate
        return f"«{self.language}·{message}»" if re.search(r"[^\W\d_]", words) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if every sentence had been translated."""

    def fresh() -> None:
        for each in (speaker_of, reports._environment, forms._said):
            each.cache_clear()

    catalogue = languages.catalogue
    monkeypatch.setattr(languages, "catalogue", lambda name: catalogue(name) if name == "en" else Marked(name))
    fresh()
    yield
    monkeypatch.undo()
    fresh()


PLAYERS = {"alice": "fr", "bob": "de", "carol": "en", "dave": ""}


@pytest.fixture
def zine(desk: Desk, translated: None) -> Desk:
    """Four players, three languages, and an Italian zine."""
    desk.write(
        "players.yaml",
        "".join(f"{who}: {{name: {who.title()}, mail: {who}@example.org, language: {speaks}}}\n" if speaks
                else f"{who}: {{name: {who.title()}, mail: {who}@example.org}}\n" for who, speaks in PLAYERS.items()),
    )  # fmt: skip
    desk.write("zine.yaml", "title: Z\ntime_zone: Europe/London\nlanguages: [it]\nmail: {from: Z <zine@example.org>}\n")
    deadlines = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/race.yaml", race_file({who: f"Horse {who}" for who in PLAYERS}, "6 plain", "The Race", deadlines))
    desk.gm("start", "race")
    return desk


def outbox(desk: Desk) -> dict[str, EmailMessage]:
    """The last message to each address."""
    rows = sqlite3.connect(desk.folder / "zine.db").execute("SELECT address, content FROM outbox ORDER BY id")
    return {to: email.message_from_bytes(content, policy=email.policy.default) for to, content in rows}


def body(message: EmailMessage) -> str:
    return " ".join(str(message.get_body(("plain",)).get_content()).split())  # type: ignore[union-attr]


def unsaid(text: str) -> str:
    """What is left of a text without the sentences that were translated."""
    while (shorter := re.sub(r"«[^«»]*»", "", text)) != text:
        text = shorter
    return text


BAD = """game: race
turn: 1
player: alice
ordrs: {1: 2}
orders:
  1: 2
  2: [{when: {fallen: 2, fell: Horse Bob and Ann}, play: 3}, {when: {free: maybe}, play: 4}, 1]
"""
MAILED = BAD.replace("ordrs: {1: 2}\n", "")  # in a mail, an unknown word ends the page


def test_a_refusal_mailed_to_a_french_player_is_french_from_its_first_word_to_its_last_hint(zine: Desk) -> None:
    zine.now = datetime(2026, 12, 3, tzinfo=UTC)
    assert take(zine, mail("alice@example.org", MAILED, zine.now)) == ["refused"]
    text = body(outbox(zine)["alice@example.org"])
    assert "«fr·too late: turn 1 was due on mardi 1 décembre 2026 à 20:00 (GMT)»" in text
    assert "«fr·there is no condition called fallen here»" in text
    assert "«fr·did you mean fallers?»" in text
    assert "«fr·free is yes or no, not maybe»" in text
    assert "«fr·Refused: your order for The Race cannot be taken." in text
    refusal = unsaid(text.partition("«fr·This is how an order page looks")[0])
    for line in MAILED.splitlines():
        refusal = refusal.replace(line.strip(), "")
    assert not re.search("[a-z]", refusal), refusal


def test_a_taken_order_is_acknowledged_in_german(zine: Desk) -> None:
    order = "game: race\nturn: 1\nplayer: bob\norders:\n  1: 20\n  2: [{when: {fallers: 2}, play: 3}, 4]\n"
    take(zine, mail("bob@example.org", order), mail("bob@example.org", order.replace("20", "21"), number=2))
    text = body(outbox(zine)["bob@example.org"])
    assert "«de·Taken: your order for The Race, turn 1.»" in text
    assert "«de·1: 21 leaves 479» «de·2: 3 (if «de·the number of fallers is 2») leaves 476»" in text
    assert "«de·You wrote:» | game: race" in text


def test_who_has_no_language_and_who_is_nobodys_reads_the_zines(zine: Desk) -> None:
    stranger = mail("mallory@example.net", page("alice", 5))
    assert take(zine, stranger, mail("dave@example.org", "Dear editor!", number=2)) == ["held", "empty"]
    sent = outbox(zine)
    assert "«it·Thank you. The game master will look at this mail before it counts.»" in body(
        sent["mallory@example.net"]
    )
    assert "«it·There is no order page in this mail.»" in body(sent["dave@example.org"])
    assert sent["alice@example.org"]["Subject"] == "«fr·An order that waits»"
    assert "«fr·A mail came in with an order in your name (The Race, turn 1)," in body(sent["alice@example.org"])


def test_a_mail_without_a_subject_gets_one_in_its_senders_language(zine: Desk) -> None:
    take(zine, mail("alice@example.org", "hello").replace(b"Subject: orders\n", b""))
    assert outbox(zine)["alice@example.org"]["Subject"] == "Re: «fr·your mail»"


def test_a_german_reminder_has_a_german_subject_and_a_german_date(zine: Desk) -> None:
    zine.gm("remind")
    sent = outbox(zine)
    assert sent["bob@example.org"]["Subject"] == "«de·The Race: your order is awaited»"
    due = speaker_of("de").moment(datetime(2026, 12, 1, 20, tzinfo=ZoneInfo("Europe/London")))
    assert due.startswith("Dienstag, 1. Dezember 2026, 20:00 Uhr")
    assert f"«de·Your order for The Race, turn 1, has not come yet. It is due {due}.»" in body(sent["bob@example.org"])
    assert "«de·Write it into this page and send it back:»" in body(sent["bob@example.org"])
    assert sent["carol@example.org"]["Subject"] == "The Race: your order is awaited"
    assert "«" not in body(sent["carol@example.org"])


def test_the_subject_of_a_report_is_in_its_readers_language_alone_or_joined(zine: Desk) -> None:
    zine.write("games/second.yaml", (zine.folder / "games/race.yaml").read_text().replace("The Race", "The Cup"))
    zine.gm("start", "second")
    zine.gm("run", "race", "--now")
    zine.gm("mail", "race")
    subjects = {to.partition("@")[0]: str(message["Subject"]) for to, message in outbox(zine).items()}
    assert subjects["alice"] == "«fr·The Race: turn 1»"
    assert subjects["carol"] == "The Race: turn 1"
    assert subjects["dave"] == "«it·The Race: turn 1»"
    zine.gm("mail", "second")
    zine.gm("mail", "--together")
    assert outbox(zine)["bob@example.org"]["Subject"] == "«de·The Race: turn 1»; «de·The Cup: the start»"


# What is stored, and said a turn later

OWN = "{% for problem in me.fallen %}{{ problem|say }}{% endfor %}{% for o in me.orders %}{% for p in o.passed %}{{ p.refused|say }}{% endfor %}{% endfor %}"
FALLEN = "you play 300 at fence 3, and you have 241"


@pytest.fixture
def fallen(zine: Desk) -> Desk:
    """Bob's early order came to nothing, since he has not the points any more."""
    zine.write(f"templates/{RACE}/private.txt", OWN)
    reports._environment.cache_clear()  # it knew the built-in one
    zine.order("bob", 2, "{3: 300, 4: 10}")
    for who in PLAYERS:
        zine.order(who, 1, {"alice": "{1: 9, 2: 9}", "bob": "{1: 250, 2: 9}"}.get(who, "{1: 1, 2: 1}"))
    zine.gm("take")
    zine.gm("run", "--now")
    zine.gm("run", "--now")
    return zine


def test_a_stored_refusal_is_said_in_german_a_turn_later(fallen: Desk) -> None:
    assert fallen.gm("report", "--for", "bob").out.strip() == f"«de·{FALLEN}»"


def test_the_json_report_tells_it_in_english_as_before(fallen: Desk) -> None:
    told_bob = json.loads(fallen.gm("report", "--for", "bob", "--format", "json").out)
    assert told_bob["private"]["fallen"] == [FALLEN]


def test_a_refusal_that_was_stored_as_text_still_reads(fallen: Desk) -> None:
    with sqlite3.connect(fallen.folder / "zine.db") as db:
        number, inputs = db.execute("SELECT id, inputs FROM turns WHERE turn = 2").fetchone()
        old = json.loads(inputs) | {"fallen": {"bob": [FALLEN]}}
        db.execute("UPDATE turns SET inputs = ? WHERE id = ?", (json.dumps(old), number))
        db.execute("DELETE FROM reports")  # as in a zine that was written before reports were kept
    assert fallen.gm("report", "--for", "bob").out.strip() == FALLEN


def test_why_a_line_was_passed_over_can_be_said_again() -> None:
    refused = sentence("{card} is not in your hand", card="red 7")
    for stored, said in ((pack(refused), "«fr·red 7 is not in your hand»"), ("red 7 is gone", "red 7 is gone")):
        data = {"seat": "ann", "passed": [{"number": 1, "refused": stored}, {"number": 2, "unmet": "gaps > 2"}]}
        (order,) = own_orders([Event("order", json.loads(json.dumps(data)))], "ann")
        assert say_again(order["passed"][0]["refused"], Marked("fr").gettext, Marked("fr").ngettext) == said
        assert order["passed"][1] == {"number": 2, "unmet": "gaps > 2"}
        assert json.loads(json.dumps(order)) == data | {
            "passed": [{"number": 1, "refused": str(unpack(stored))}, data["passed"][1]]
        }


def test_a_page_is_kept_with_what_was_wrong_about_it_in_words_that_can_be_said_again(zine: Desk) -> None:
    zine.write("inbox/a.yaml", BAD)
    (taken,) = zine.gm("take", "--json", code=1).lines
    assert "an order page has no ordrs." in [problem["message"] for problem in taken["problems"]]
    assert "«" not in json.dumps(taken, ensure_ascii=False)
    (stored,) = sqlite3.connect(zine.folder / "zine.db").execute("SELECT problems FROM pages").fetchone()
    kept = [unpack(problem["message"]) for problem in json.loads(stored)]
    assert [f"{message}." for message in kept] == [problem["message"] for problem in taken["problems"]]
    assert all(isinstance(message, Sentence) for message in kept)


VALUES = st.recursive(
    st.integers()
    | st.text()
    | st.datetimes(datetime(1971, 1, 1), timezones=st.timezones() | st.just(UTC), allow_imaginary=False),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.builds(lambda value: sentence("inner {value}", value=value), inner)
        | st.builds(lambda n, value: counted("{n} {value}", "{n} of {value}", n, value=value), st.integers(0, 3), inner)
    ),
    max_leaves=6,
)


@given(VALUES, VALUES)
def test_a_sentence_survives_the_database_with_everything_in_it(one: Any, other: Any) -> None:
    said = sentence("{one}, and then {other}", one=one, other=other)
    again = unpack(json.loads(json.dumps(pack(said))))
    assert isinstance(again, Sentence)
    assert (again, again.pattern, again.plural) == (said, said.pattern, said.plural)
    french = (Marked("fr").gettext, Marked("fr").ngettext, speaker_of("fr").moment)
    assert say_again(again, *french) == say_again(said, *french)


@given(st.text())
def test_text_that_was_never_a_sentence_stays_what_it_is(text: str) -> None:
    assert unpack(json.loads(json.dumps(pack(text)))) == text
    assert say_again(text, Marked("fr").gettext, Marked("fr").ngettext) == text


# gm check


def test_a_player_can_have_a_page_checked_in_their_own_language(zine: Desk) -> None:
    path = zine.write("mine.yaml", BAD)
    out = zine.gm("check", "--language", "fr-CH", path, code=1).out
    assert "mine.yaml: «fr·would be refused»" in out
    assert "mine.yaml:4: «fr·an order page has no ordrs»." in out
    assert "  «fr·did you mean orders?»" in out
    good = zine.write("good.yaml", "game: race\nturn: 1\nplayer: alice\norders: {1: 5}\n")
    out = zine.gm("check", "--language", "de", good).out
    assert "good.yaml: «de·would be taken» («de·race, turn 1, alice»)" in out
    assert "good.yaml:4: «de·warning: " in out
    (checked,) = zine.gm("check", "--json", "--language", "it", path, code=1).lines
    assert "«it·an order page has no ordrs»." in [problem["message"] for problem in checked["problems"]]


def test_the_game_master_reads_a_check_in_english_whoever_the_page_is_from(zine: Desk) -> None:
    out = zine.gm("check", zine.write("mine.yaml", BAD), code=1).out
    assert "mine.yaml:4: an order page has no ordrs." in out
    assert "«" not in out


def test_a_language_that_nobody_speaks_here_is_told_with_those_that_there_are(zine: Desk) -> None:
    ran = zine.gm("check", "--language", "tlh", zine.write("mine.yaml", BAD), code=2)
    assert f"there is no language tlh here; write one of {', '.join(LANGUAGES)}" in ran.err
