"""Sending, with others at the same desk: two senders, a turn taken back meanwhile, Ctrl-C, and the files in the outbox."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from gm.core.problems import GmError
from gm.desk import filing, mailing
from gm.desk.desk import open_desk
from gm.desk.sending import Delivery
from tests.conftest import NOW, Desk
from tests.storm.servers import free_port
from tests.test_mailing import handler
from tests.test_mailing import server as server  # fixtures
from tests.test_mailing import zine as zine

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH")
GM = [sys.executable, "-c", "from gm.cli import main; main()"]


def command(zine: Desk, *args: str) -> "subprocess.Popen[str]":
    line = [*GM, "-C", str(zine.folder), *args]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ, text=True)


def rows(zine: Desk, query: str, *values: object) -> list[Any]:
    db = sqlite3.connect(zine.folder / "zine.db")
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


def states(zine: Desk) -> list[str]:
    return [state for (state,) in rows(zine, "SELECT state FROM outbox ORDER BY id")]


def sent_to(server: Controller) -> list[str]:
    return sorted(message["To"].addresses[0].addr_spec.partition("@")[0] for message in handler(server).taken)


@contextmanager
def sending(zine: Desk, **given: Any) -> Iterator[Iterator[Delivery]]:
    """A gm mail --send that goes on message by message, as the test asks for them."""
    with open_desk(zine.folder, NOW) as desk:
        round_ = mailing.send(desk, mailing.waiting(desk), **given)
        try:
            yield round_
        finally:
            round_.close()


@pytest.fixture
def turn(zine: Desk) -> Desk:
    """Turn 1 is run, and waits in the outbox."""
    zine.gm("run", "--now")
    zine.gm("mail", "race")
    return zine


def test_two_senders_share_the_work_and_each_message_goes_once(turn: Desk, server: Controller) -> None:
    with sending(turn) as one, sending(turn) as other:
        fates = [next(one).fate, next(other).fate, next(other).fate]
        fates += [each.fate for each in one] + [each.fate for each in other]
    assert sent_to(server) == ["alice", "bob", "dave", "erin"]
    assert Counter(fates) == {"sent": 4, "elsewhere": 4}
    assert states(turn) == ["sent"] * 4


@pytest.mark.slow
def test_two_commands_at_once_send_each_message_once_and_count_their_own(turn: Desk, server: Controller) -> None:
    handler(server).delay = 0.1
    for _ in range(4):
        turn.gm("mail", "race", "--again")
    both = [command(turn, "mail", "--send") for _ in range(2)]
    told = [process.communicate(timeout=60)[0] for process in both]
    assert max(Counter(str(message["Message-ID"]) for message in handler(server).taken).values()) == 1
    counts = [int(text.splitlines()[-1].split()[0]) for text in told]
    assert sum(counts) == len(handler(server).taken) == 20
    assert min(counts) > 0
    assert not any("may have left" in text for text in told)


def test_what_somebody_is_sending_is_not_called_doubtful_nor_sent_again(turn: Desk, server: Controller) -> None:
    with sending(turn) as one, open_desk(turn.folder, NOW) as desk:
        next(one)
        (number,) = rows(turn, "SELECT id FROM outbox WHERE state = 'ready' LIMIT 1")[0]
        (claim,) = rows(turn, "SELECT name FROM pragma_table_info('outbox') WHERE name = 'claim'")[0]
        held = next(path.name for path in (turn.folder / "outbox").glob(".at-work-*")).removeprefix(".at-work-")
        with sqlite3.connect(turn.folder / "zine.db") as db:
            db.execute(f"UPDATE outbox SET state = 'sending', {claim} = ? WHERE id = ?", (held, number))
        assert mailing.doubtful(desk) == []
        assert "is being sent just now" in turn.gm("mail", "--resend", number, code=1).err
    assert f"Message {number} to" in turn.gm("mail", "--files").out, "and now whoever sent it is gone"
    turn.gm("mail", "--send", "--resend", number)
    assert sent_to(server) == ["alice", "bob", "dave", "erin"]
    turn.gm("mail", "--send", "--resend", number, code=1)


def test_a_turn_taken_back_while_it_is_mailed_goes_no_further(turn: Desk, server: Controller) -> None:
    with sending(turn) as one:
        next(one)
        told = turn.gm("undo").out
        rest = [each.fate for each in one]
    assert "It was mailed already to alice." in told
    assert rest == ["dropped"] * 3
    assert sent_to(server) == ["alice"]
    assert "0 messages were sent" in turn.gm("mail", "--send").out


@pytest.mark.slow
def test_an_undo_during_a_send_names_everybody_who_gets_it(turn: Desk, server: Controller) -> None:
    handler(server).delay = 0.8
    process = command(turn, "mail", "--send")
    while "sending" not in states(turn):
        time.sleep(0.02)
    told = turn.gm("undo").out
    out, _ = process.communicate(timeout=60)
    assert "It may have reached alice, too" in told
    assert sent_to(server) == ["alice"]
    assert "3 messages were held back: their turn has been taken back meanwhile.\n1 message was sent.\n" in out


def test_a_message_that_did_not_leave_before_its_turn_was_taken_back_never_does(
    turn: Desk, server: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm.mail.send._PAUSES", (0.0,))
    handler(server).replies = ["451 later", "451 later"]
    undone: list[str] = []

    def meanwhile(_: float) -> None:
        if not undone:
            undone.append(turn.gm("undo").out)

    with sending(turn, sleep=meanwhile) as one, pytest.raises(GmError):
        next(one)
    assert "It may have reached alice, too" in undone[0]
    assert states(turn) == ["dropped"] * 4
    turn.gm("mail", "--send")
    assert sent_to(server) == []


def test_a_joined_message_that_did_not_leave_is_parted_when_one_of_its_turns_is_taken_back(
    zine: Desk, server: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    zine.write("games/second.yaml", (zine.folder / "games/race.yaml").read_text().replace("The Race", "The Other Race"))
    zine.gm("start", "second")
    zine.gm("run", "race", "--now")
    for game in ("second", "race"):
        zine.gm("mail", game)
    zine.gm("mail", "--together")
    monkeypatch.setattr("gm.mail.send._PAUSES", (0.0,))
    handler(server).replies = ["451 later", "451 later"]
    undone: list[str] = []

    def meanwhile(_: float) -> None:
        if not undone:
            undone.append(zine.gm("undo", "race").out)

    with sending(zine, sleep=meanwhile) as one, pytest.raises(GmError):
        next(one)
    zine.gm("mail", "--send")
    assert sent_to(server) == ["alice", "bob", "dave", "erin"]
    assert {str(message["Subject"]) for message in handler(server).taken} == {"The Other Race: the start"}


def test_a_doubtful_message_of_a_turn_taken_back_is_not_sent_again(turn: Desk, server: Controller) -> None:
    handler(server).replies = ["lost"]
    turn.gm("mail", "--send", code=1)
    (number,) = rows(turn, "SELECT id FROM outbox WHERE state = 'sending'")[0]
    assert "It may have reached alice, too" in turn.gm("undo").out
    assert "may have left" not in turn.gm("mail", "--files").out
    assert "a turn that was taken back" in turn.gm("mail", "--send", "--resend", number, code=1).err


def test_the_pace_of_the_server_is_kept_by_all_senders_together(turn: Desk) -> None:
    text = (turn.folder / "zine.yaml").read_text()
    turn.write("zine.yaml", text.replace("rate: 0", "rate: 30"))
    now = [1000.0]

    def sleep(pause: float) -> None:
        now[0] += pause

    clock = lambda: now[0]  # noqa: E731
    with sending(turn, sleep=sleep, clock=clock) as one, sending(turn, sleep=sleep, clock=clock) as other:
        next(one)
        next(other)
        next(other)
        list(one)
        now[0] = 0.0  # somebody sets the clock back
        turn.gm("mail", "race", "--again")
    with sending(turn, sleep=sleep, clock=clock) as one:
        next(one)
    assert now[0] == 2.0, "two seconds, and not as many as the clock went back"
    assert [at for (at,) in rows(turn, "SELECT claimed_at FROM outbox WHERE state = 'sent' LIMIT 4")] == [
        1000.0,
        1002.0,
        1004.0,
        1006.0,
    ]


@pytest.mark.slow
def test_ctrl_c_tells_what_was_sent_and_what_waits(turn: Desk, server: Controller) -> None:
    handler(server).delay = 0.5
    process = command(turn, "mail", "--send")
    while len(handler(server).taken) < 2:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    kept = Counter(states(turn))
    assert f"{kept['sent']} message" in out
    assert f"stopped; {kept['ready']} message" in err
    assert "nothing was changed" not in err
    assert "before that" not in err  # all of it has been told
    assert ("may have left when sending was stopped" in out) == bool(kept["sending"])
    handler(server).delay = 0.0
    turn.gm("mail", "--send")
    assert max(Counter(sent_to(server)).values()) == 1


@pytest.mark.slow
def test_a_turn_is_written_to_the_outbox_once_by_two_commands_at_once(zine: Desk) -> None:
    both = [command(zine, "mail", "race") for _ in range(2)]
    codes = sorted((process.communicate(timeout=60), process.returncode)[1] for process in both)
    assert codes == [0, 1]
    assert states(zine) == ["ready"] * 4


def test_a_sender_leaves_no_sign_behind_and_sweeps_those_of_the_killed(turn: Desk) -> None:
    dead = turn.write("outbox/.at-work-0123456789abcdef", "")
    turn.gm("mail", "--send")
    assert not dead.exists()
    assert not list((turn.folder / "outbox").glob(".*"))


# Files


def files(zine: Desk) -> list[str]:
    return sorted(path.name for path in (zine.folder / "outbox").iterdir())


def test_the_files_of_a_turn_that_was_taken_back_are_gone_but_not_one_that_was_changed(turn: Desk) -> None:
    assert len(files(turn)) == 4
    changed, own = turn.folder / "outbox" / files(turn)[0], turn.write("outbox/notes.eml", "From: me\n\nmine\n")
    changed.write_bytes(changed.read_bytes().replace(b"Turn 1", b"Turn I") + b"With my compliments.\n")
    told = turn.gm("undo").out
    assert files(turn) == [changed.name, own.name]
    assert f"outbox/{changed.name} was changed since gm wrote it" in told


def test_a_file_that_another_command_has_just_removed_is_not_called_changed(
    turn: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = filing._is_own

    def slowly(path: Path, content: bytes) -> bool:
        path.unlink(missing_ok=True)  # by a gm mail --send that finds its turn taken back
        return own(path, content)

    monkeypatch.setattr(filing, "_is_own", slowly)
    assert "was changed since" not in turn.gm("undo").out


def test_a_server_that_does_not_answer_leaves_everything_waiting_and_says_no_more(turn: Desk) -> None:
    settings = turn.folder / "zine.yaml"
    settings.write_text(re.sub(r"port: \d+", f"port: {free_port()}", settings.read_text()))
    err = turn.gm("mail", "--send", code=1).err
    assert "the mail server does not answer" in err
    assert "before that" not in err
    assert states(turn) == ["ready"] * 4


def test_what_was_sent_or_joined_is_no_file_any_more(turn: Desk) -> None:
    turn.gm("mail", "--send")
    assert files(turn) == []


def test_half_a_file_is_made_whole_and_a_changed_one_is_left_and_told(turn: Desk) -> None:
    half, changed = (turn.folder / "outbox" / name for name in files(turn)[:2])
    whole = half.read_bytes()
    half.write_bytes(whole[:100])
    changed.write_bytes(b"Subject: my own words\n\nHello.\n")
    told = turn.gm("mail", "--files").out
    assert half.read_bytes() == whole
    assert changed.read_bytes() == b"Subject: my own words\n\nHello.\n"
    assert f"outbox/{changed.name} is not as gm wrote it" in told


def test_a_full_disk_leaves_no_half_file_and_says_what_is_safe(zine: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gm.desk.filing.os.replace", full)
    ran = zine.gm("mail", "race", code=1)
    assert "4 messages are in the outbox." in ran.out
    assert "No space left on device" in ran.err
    assert "the messages themselves are safe" in ran.err
    assert files(zine) == []
    monkeypatch.undo()
    zine.gm("mail", "--files")
    assert len(files(zine)) == 4


def test_files_are_nobody_elses_to_read(turn: Desk) -> None:
    assert {(turn.folder / "outbox" / name).stat().st_mode & 0o077 for name in files(turn)} == {0}
