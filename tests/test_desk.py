"""The desk without the command line: a value is made, carried out, and answered with an outcome."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from gm.core.problems import GmError
from gm.core.words import LANGUAGES, Sentence, sentence
from gm.desk import mailing, turns
from gm.desk.commands import Command, Misuse, Place, Watch
from gm.desk.commands.cases import Adjudicate
from gm.desk.commands.opening import Course, Init, New, Proposed, Start
from gm.desk.commands.pages import Check, Held, HeldPages, Settled, Take, Taken
from gm.desk.commands.post import Mail, Mailed, MessagesWritten
from gm.desk.commands.reminders import Away, Remind
from gm.desk.commands.status import AllStatus, Status
from gm.desk.commands.turns import Extend, Redo, Report, Run, TurnRun, TurnTried, TurnUndone, Undo
from gm.desk.commands.zine import Issue, Site
from gm.desk.intake import Verdict
from gm.desk.outcome import Lines, Note, Outcome, line
from gm.mail.send import Rejected, Uncertain, Unsendable
from gm.reports.languages import speaker_of
from tests import rulecases
from tests.conftest import NOW, Desk
from tests.examples import CARDS, RACE
from tests.playing import people
from tests.test_post import mail, page

T = TypeVar("T")
Start_ = Callable[..., Desk]


@dataclass
class Onlooker(Watch):
    """Remembers what it was told while the desk was at work."""

    parts: list[Outcome] = field(default_factory=list)
    did: list[str] = field(default_factory=list)

    def tell(self, part: Outcome) -> None:
        self.parts.append(part)

    def doing(self, what: str) -> None:
        self.did.append(what)

    @contextmanager
    def progress(self, items: Iterable[T], length: int, label: str) -> Iterator[Iterable[T]]:
        self.did.append(f"{label} {length}")
        yield items

    @contextmanager
    def working(self, label: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, of: self.did.append(f"{label} {done} of {of}")


def at(desk: Desk, watch: Watch | None = None) -> Place:
    return Place(desk.folder, desk.now, watch or Watch())


def said(outcome: Outcome) -> list[str]:
    return [str(note) for note in outcome.notes()]


@pytest.fixture
def race(start: Start_) -> Desk:
    """Four horses, and everybody can be written to."""
    desk = start()
    people(desk)
    desk.write("zine.yaml", "title: Z\nmail: {from: Z <z@example.org>, smtp: {host: localhost, tls: no, rate: 0}}\n")
    return desk


@pytest.fixture
def postman(monkeypatch: pytest.MonkeyPatch) -> dict[str, Exception]:
    """Whom the mail server fails, and how; everybody else gets their mail."""
    fails: dict[str, Exception] = {}

    class Fake:
        def __init__(self, *given: object): ...

        def deliver(self, sender: str, to: str, content: bytes) -> None:
            if to in fails:
                raise fails[to]

        def close(self) -> None: ...

    monkeypatch.setattr(mailing, "Postman", Fake)
    return fails


# Turns


def test_a_turn_is_run_and_answered_with_where_its_reports_are(race: Desk) -> None:
    ran = Run(game="race", turn=1, now=True).carry_out(at(race))
    assert ran == TurnRun("race", 1, "issues/race/turn-01")
    assert ran.as_json() == {"game": "race", "turn": 1, "folder": "issues/race/turn-01"}
    assert (race.folder / "issues/race/turn-01/public.txt").is_file()
    assert said(ran)[0] == "Turn 1 of race has been run."


def test_a_turn_that_had_better_wait_is_refused_with_what_to_do(race: Desk) -> None:
    with pytest.raises(turns.NotYet, match="turn 1 has no deadline, and 4 of 4 have not ordered") as refused:
        Run("race").carry_out(at(race))
    assert refused.value.hint == "wait, or insist: gm run race --now"
    with pytest.raises(turns.AlreadyRun):
        Run("race", turn=0).carry_out(at(race))


def test_a_dry_run_shows_the_report_and_stores_nothing(race: Desk) -> None:
    tried = Run("race", now=True, dry_run=True).carry_out(at(race))
    assert isinstance(tried, TurnTried)
    assert "FENCE 1" in tried.text
    assert race.gm("status", "--json").lines[0]["turn"] == 1


def test_a_run_waits_for_mail_that_came_in_time(race: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    race.write("zine.yaml", "title: Z\nmail: {imap: {host: localhost}}\n")
    for number, says in (
        (1, "1 mail that came in time waits in the mailbox"),
        (2, "2 mails that came in time wait in"),
    ):
        monkeypatch.setattr("gm.desk.fetching.unread_before", lambda desk, name, number=number: number)
        with pytest.raises(turns.NotYet, match=says):
            Run("race").carry_out(at(race))
    assert isinstance(Run("race", now=True).carry_out(at(race)), TurnRun)


def test_an_undo_tells_what_was_mailed_and_recalls_what_was_not(race: Desk, postman: dict[str, Exception]) -> None:
    Run("race", now=True).carry_out(at(race))
    postman["bob.hush@example.org"] = Rejected("550 no such mailbox")
    Mail("race", send=True).carry_out(at(race))
    Issue().carry_out(at(race))
    undone = Undo("race").carry_out(at(race))
    assert undone == TurnUndone("race", 1, "issues/race/turn-01.undone-1", ["alice", "carol", "dave"], [1])
    assert said(undone)[2:] == [
        "It was mailed already to alice, carol, dave.",
        "It was printed in issue 1; if it is run anew, the next issue prints it again.",
    ]
    assert Redo().carry_out(at(race)).as_json() == {"game": "race", "turn": 1, "folder": "issues/race/turn-01"}


def test_an_undo_recalls_what_has_not_left(race: Desk, postman: dict[str, Exception]) -> None:
    Run("race", now=True).carry_out(at(race))
    Mail("race").carry_out(at(race))
    undone = Undo().carry_out(at(race))
    assert isinstance(undone, TurnUndone)
    assert not undone.mailed
    assert said(Mail(send=True).carry_out(at(race))) == ["0 messages were sent."]


def test_a_report_is_shown_or_written_again(race: Desk) -> None:
    shown = Report("race", reader="alice", format="json").carry_out(at(race))
    assert json.loads(vars(shown)["text"])["player"] == "alice"
    assert [note.whole for note in shown.notes()] == [True]
    assert Report(turn=0, save=True).carry_out(at(race)).as_json()["folder"] == "issues/race/turn-00"  # type: ignore[call-overload]


def test_a_deadline_is_moved(race: Desk) -> None:
    moved = Extend("2026-12-01 20:00", "race").carry_out(at(race))
    told = ["alice", "bob", "carol", "dave"]
    assert moved.as_json() == {"game": "race", "deadline": "2026-12-01T20:00:00+00:00", "told": told}
    assert said(moved)[0] == "The open turn of race is now due Tuesday 1 December 2026, 20:00 (UTC)."


# Pages


def test_pages_are_taken_one_by_one_while_somebody_looks_on(race: Desk) -> None:
    race.order("alice", 1, "{1: 5, 2: 5}")
    race.order("bob", 1, "{1: 600, 2: 5}")
    watch = Onlooker()
    taken = Take().carry_out(at(race, watch))
    assert isinstance(taken, Taken)
    assert [each.verdict for each in taken.verdicts] == ["taken", "refused"]
    assert not taken.good
    assert watch.did == ["taking 2"]
    assert taken.as_json()[0]["receipt"] == taken.verdicts[0].receipt
    assert said(taken)[1] == "inbox/0002-bob.yaml: refused, not allowed"
    assert said(Take().carry_out(at(race)))[0] == "inbox/0002-bob.yaml: refused, not allowed", "it stays in the inbox"


def test_a_late_page_counts_if_the_game_master_says_so(start: Start_) -> None:
    desk = start(deadlines="first: 2026-11-10 20:00")
    desk.order("alice", 1, "{1: 5, 2: 5}")
    assert not Take().carry_out(at(desk)).good
    assert Take(late=True).carry_out(at(desk)).good


def test_a_check_stores_nothing(race: Desk) -> None:
    path = race.order("alice", 1, "{1: 600, 2: 5}")
    checked = Check([path]).carry_out(at(race))
    assert not checked.good
    assert said(checked)[0] == "inbox/0001-alice.yaml: would be refused"
    spoken = Check([path], language="de").carry_out(at(race)).as_json()
    assert "du spielst 600" in spoken[0]["problems"][0]["message"].casefold()  # type: ignore[index]
    assert path.exists()


def test_a_held_page_waits_for_a_word(race: Desk) -> None:
    letter = race.write("m.eml", mail("mallory@example.net", page("alice", 20)))
    Take([letter]).carry_out(at(race))
    held = Held().carry_out(at(race))
    assert isinstance(held, HeldPages)
    (waiting,) = held.pages
    assert isinstance(waiting.why, Sentence)
    assert held.as_json()[0]["why"] == "it came from mallory@example.net, which is no address of alice"
    settled = Held(accept=waiting.number).carry_out(at(race))
    assert settled == Settled(waiting.number, "race", 1, "alice", True)
    assert said(Held().carry_out(at(race))) == ["Nothing is held."]


def test_a_page_held_by_an_earlier_version_still_says_why(race: Desk) -> None:
    Take([race.write("m.eml", mail("mallory@example.net", page("alice", 20)))]).carry_out(at(race))
    with at(race).desk() as desk, desk.store.writing():
        desk.store.database.execute("UPDATE pages SET held = 'it came from nobody knows where'")
    assert "it came from nobody knows where" in said(Held().carry_out(at(race)))[0]


def test_status_is_told_of_all_games_and_of_what_waits(race: Desk) -> None:
    race.order("alice", 1, "{1: 5, 2: 5}")
    status = Status().carry_out(at(race))
    assert isinstance(status, AllStatus)
    assert (len(status.games), status.held, status.inbox) == (1, 0, 1)
    assert said(status) == [
        f"The Race  (race, {RACE})",
        "turn 1, no deadline",
        "ordered (0): nobody",
        "missing (4): alice, bob, carol, dave",
        "In the inbox: 1 page, new or refused before. See gm take.",
    ]


# Mail, in each of its ways


def test_mail_writes_the_last_turn_as_files(race: Desk) -> None:
    watch = Onlooker()
    mailed = Mail().carry_out(at(race, watch))
    assert isinstance(mailed, Mailed)
    assert mailed.as_json() == {"written": 4, "folder": "outbox", "doubtful": []}
    assert watch.parts == mailed.parts
    assert said(mailed) == ["4 messages are in the outbox.", "As files in outbox/. To send them: gm mail --send"]
    with pytest.raises(mailing.AlreadyMailed):
        Mail("race").carry_out(at(race))
    assert vars(Mail("race", again=True).carry_out(at(race)))["parts"][0] == MessagesWritten(4)


def test_mail_sends_what_lies_there_and_says_what_failed(race: Desk, postman: dict[str, Exception]) -> None:
    postman |= {"bob.hush@example.org": Rejected("550 no"), "carol.hush@example.org": Uncertain("lost")}
    watch = Onlooker()
    mailed = Mail("race", send=True).carry_out(at(race, watch))
    assert not mailed.good
    assert watch.did == [*(f"writing {n} of 4" for n in (1, 2, 3, 4)), "sending 4"]
    told = mailed.as_json()
    assert isinstance(told, dict)
    assert (told["written"], told["sent"], "folder" in told) == (4, 2, False)
    assert [each["error"] for each in told["failed"]] == ["550 no", "it may have left, or not (lost)"]
    assert said(mailed)[-1] == "2 messages were sent."
    postman.clear()
    (doubt,) = Mail(send=True).carry_out(at(race)).as_json()["doubtful"]  # type: ignore[call-overload]
    again = Mail(send=True, resend=doubt["number"]).carry_out(at(race))
    assert again.as_json() == {"doubtful": [], "sent": 1, "failed": []}


def test_what_was_done_before_the_server_gave_up_has_been_told(race: Desk, postman: dict[str, Exception]) -> None:
    postman["alice.hush@example.org"] = Unsendable(sentence("the mail server puts us off"))
    watch = Onlooker()
    with pytest.raises(Unsendable):
        Mail("race", send=True).carry_out(at(race, watch))
    assert watch.parts[0] == MessagesWritten(4)


def test_mail_puts_games_together_only_writes_files_or_shows_one(race: Desk) -> None:
    race.write("games/second.yaml", (race.folder / "games/race.yaml").read_text())
    Start("second").carry_out(at(race))
    for game in ("race", "second"):
        Mail(game).carry_out(at(race))
    assert Mail(together=True).carry_out(at(race)).as_json() == {"joined": 4, "folder": "outbox", "doubtful": []}
    assert Mail(files=True).carry_out(at(race)).as_json() == {"folder": "outbox", "doubtful": []}
    assert "To: Alice Grey <alice.hush@example.org>" in vars(Mail(show="alice").carry_out(at(race)))["text"]
    with pytest.raises(mailing.NoSuchMail):
        Mail(show="zoe").carry_out(at(race))


def test_reminders_leave_out_who_is_away(race: Desk) -> None:
    assert said(Away("bob", "2026-12-24").carry_out(at(race))) == [
        "bob is away until Thursday 24 December 2026, 23:59 (UTC)."
    ]
    assert Remind("race").carry_out(at(race)).as_json() == {"game": "race", "players": ["alice", "carol", "dave"]}
    race.now += timedelta(hours=1)
    assert said(Remind("race").carry_out(at(race))) == ["There is nobody to remind."]


# The rest


def test_a_zine_is_begun_from_nothing(tmp_path: Path) -> None:
    here = Place(tmp_path, NOW)
    made = Init(tmp_path / "hedge").carry_out(here)
    assert "title: hedge" in (tmp_path / "hedge/zine.yaml").read_text().replace('"', "")
    assert said(made)[0] == f"{tmp_path / 'hedge'} is a zine now."
    written = New("spring", RACE).carry_out(Place(tmp_path / "hedge", NOW))
    assert written.as_json() == {"game": "spring", "file": "games/spring.yaml"}


def test_a_proposal_is_the_games_own_to_tell() -> None:
    proposed = Course(12).carry_out(Place(Path(), NOW))
    assert isinstance(proposed, Proposed)
    assert set(proposed.as_json()) == {"entrants", "course", "written", "fences", "falls", "finishers", "turns"}
    assert said(proposed)[0] == "course: 4 plain, becher, 3 plain, water"
    with pytest.raises(GmError, match="without a course"):
        Course(12, CARDS).carry_out(Place(Path(), NOW))


def test_cases_are_told_as_they_are_resolved(tmp_path: Path) -> None:
    case = next(path for path in rulecases.pages(RACE) if path.name.startswith("h1")).read_text()
    path = tmp_path / "cases.yaml"
    path.write_text(f"{case}\n---\nrules: chess\n")
    watch = Onlooker()
    done = Adjudicate([path, tmp_path / "missing.yaml"]).carry_out(Place(tmp_path, NOW, watch))
    assert [part.good for part in watch.parts] == [True, False, False]
    assert [part.as_json() for part in watch.parts] == done.as_json()
    assert not done.good


def test_an_issue_and_a_site_say_what_they_are_at(race: Desk) -> None:
    watch = Onlooker()
    made = Issue(preview=True).carry_out(at(race, watch))
    assert made.as_json() == {
        "number": 1, "preview": True, "left_out": [],
        "files": ["issues/preview/issue.txt", "issues/preview/issue.html"],
    }  # fmt: skip
    site = Site().carry_out(at(race, watch))
    assert "index.html" in vars(site)["files"]
    painting = "Painting the cards of the turns ..."
    assert watch.did == ["Gathering it all ...", "Gathering all that is public ...", painting]


@pytest.mark.parametrize(
    "senseless",
    [
        Held(accept=1, drop=2), Issue(number=1, preview=True), Issue(paper="a4"), Issue(pdf=True, paper="a3"),
        Report(format="pdf"), Check([], language="tlh"), Course(1), Course(501),
    ],
    ids=repr,
)  # fmt: skip
def test_what_makes_no_sense_is_refused_by_the_desk_itself(race: Desk, senseless: Command) -> None:
    with pytest.raises(Misuse) as refused:
        senseless.carry_out(at(race))
    assert refused.value.exit_code == 2
    assert isinstance(refused.value.args[0], Sentence)


def test_a_command_is_a_value() -> None:
    assert Run("spring", turn=3) == Run(game="spring", turn=3, now=False, dry_run=False)
    command: Any = Run("spring")
    with pytest.raises(FrozenInstanceError):
        command.game = "autumn"


def test_a_note_comes_in_pieces_whatever_the_language_does_to_their_order() -> None:
    told = sentence("{page}: {verdict}, receipt {receipt}", page="a\0b", verdict=sentence("taken"), receipt="123")
    note = Note(told, "odd", toned={"verdict": "good", "receipt": "quiet"})
    assert note.pieces(str) == [
        ("a\0b: ", "odd"), ("taken", "good"), (", receipt ", "odd"), ("123", "quiet"),
    ]  # fmt: skip

    def turned(text: str) -> str:
        if not isinstance(text, Sentence):
            return text
        patterns = {"taken": "pris", told.pattern: "{verdict}: {receipt} {page}"}
        return patterns[text.pattern].format(**text.values)

    assert note.pieces(turned) == [("pris", "good"), (": ", "odd"), ("123", "quiet"), (" a\0b", "odd")]
    assert Note(line("{a}", a="x"), "bad").pieces(str) == [("x", "bad")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("instead", [False, True])
def test_what_is_said_of_many_pages_at_once_is_what_would_be_said_of_each(language: str, instead: bool) -> None:
    def taken(*row: str) -> Note:
        (told,) = Taken([Verdict(row[0], "taken", "race", 1, row[1], row[2], supersedes=instead)]).notes()
        assert isinstance(told, Lines)
        return told.note(*row)

    rows = [("pages/a.yaml", "alice", "c0ffee"), ("{page} %s \\1.yaml", "émile", "0"), ("été.yaml", "{player}", "1")]
    lot = [Verdict(page, "taken", "race", 1, player, receipt, supersedes=instead) for page, player, receipt in rows]
    (told,) = Taken(lot).notes()
    say = speaker_of(language).say
    assert isinstance(told, Lines)
    assert told.said(say).split("\n") == [say(taken(*row).text) for row in rows]
    assert "".join(text for text, _ in told.pieces(say)) == told.said(say)
    assert {tone for text, tone in told.pieces(say) if text == "c0ffee"} == {"quiet"}
