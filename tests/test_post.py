"""Mail in: who may order, what is held, mbox and Maildir, and what a mutated mail can never do."""

import json
import random
import re
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from gm.desk.enclosed import pages_of
from gm.mail.letter import read_letter
from gm.pages.page import read_page
from tests.conftest import NOW, Desk
from tests.examples import race_file

GAME = race_file({"alice": "Red Rum", "bob": "Crisp", "carol": "No", "dave": "1e3"}, "4 plain")


@pytest.fixture
def post(desk: Desk) -> Desk:
    people = ("alice", "bob", "carol", "dave")
    desk.write(
        "players.yaml", "".join(f"{each}: {{name: {each.title()}, mail: {each}@example.org}}\n" for each in people)
    )
    desk.write("games/race.yaml", GAME + "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n")
    desk.gm("start", "race")
    return desk


def mail(sender: str, text: str, received: datetime = NOW, number: int = 1) -> bytes:
    message = EmailMessage()
    message["Received"] = f"from a by mx.example.org; {format_datetime(received)}"
    message["From"], message["To"], message["Subject"] = sender, "orders@example.org", "orders"
    message["Message-ID"] = f"<{number}.{sender}>"
    message.set_content(text)
    return message.as_bytes()


def page(player: str, first: int, more: str = "", turn: int = 1) -> str:
    return f"game: race\nturn: {turn}\nplayer: {player}\norders:\n  {2 * turn - 1}: {first}\n  {2 * turn}: 5\n{more}"


def take(desk: Desk, *mails: bytes) -> list[str]:
    verdicts = []
    for number, data in enumerate(mails):
        path = desk.write(f"mail/{number}.eml", data)
        verdicts += [line["verdict"] for line in desk.gm("take", "--json", path, code=None).lines]
    return verdicts


def played(desk: Desk) -> int:
    desk.gm("run", "--now")
    return int(desk.result()["fences"][0]["played"]["Red Rum"])


def test_only_the_player_can_order_for_a_player(post: Desk) -> None:
    assert take(post, mail("alice@example.org", page("alice", 20)), mail("bob@example.org", page("alice", 9))) == [
        "taken",
        "held",
    ]
    assert played(post) == 20


def test_the_token_lets_a_player_order_from_anywhere(post: Desk) -> None:
    token = json.loads(post.gm("report", "--for", "alice", "--format", "json").out)["private"]["token"]
    assert len(token) == 10
    assert token in post.gm("report", "--for", "alice").out
    assert token not in post.gm("report", "--for", "bob").out
    assert token not in post.gm("report").out
    away = mail("alice@holiday.example", page("alice", 21, f"token: {token}\n"))
    guess = mail("mallory@example.net", page("alice", 1, "token: aaaaaaaaaa\n"))
    assert take(post, away, guess) == ["taken", "held"]
    assert played(post) == 21


def test_a_held_page_can_be_accepted_or_dropped(post: Desk) -> None:
    take(post, mail("al@new.example", page("alice", 22)), mail("mallory@example.net", page("alice", 1), number=2))
    first, second = post.gm("held", "--json").lines
    assert (first["player"], first["sender"]) == ("alice", "al@new.example")
    assert "no address of alice" in post.gm("held").out
    assert "2" in post.gm("status").out
    assert post.gm("status", "--json").lines[0]["ordered"] == []
    post.gm("held", "--accept", first["number"])
    post.gm("held", "--drop", second["number"])
    assert "Nothing is held." in post.gm("held").out
    post.gm("held", "--drop", second["number"], code=1)
    post.gm("held", "--accept", 1, "--drop", 1, code=2)
    assert played(post) == 22


def test_of_several_orders_the_one_received_last_counts_in_whatever_order_they_are_read(post: Desk) -> None:
    early, late = datetime(2026, 11, 10, tzinfo=UTC), datetime(2026, 11, 12, tzinfo=UTC)
    take(
        post,
        mail("alice@example.org", page("alice", 30), late, 2),
        mail("alice@example.org", page("alice", 10), early, 1),
    )
    assert played(post) == 30


def test_what_counts_for_the_deadline_is_when_the_server_had_it(post: Desk) -> None:
    post.now = datetime(2026, 12, 3, tzinfo=UTC)
    in_time = mail("alice@example.org", page("alice", 30), datetime(2026, 12, 1, 19, 59, tzinfo=UTC))
    too_late = mail("bob@example.org", page("bob", 30), datetime(2026, 12, 1, 20, 1, tzinfo=UTC))
    assert take(post, in_time, too_late) == ["taken", "refused"]


def test_mbox_and_maildir_are_read_mail_by_mail_and_once(post: Desk) -> None:
    mails = [
        mail(f"{each}@example.org", page(each, 20 + n) + "press: |\n  From here on it is easy.\n", number=n)
        for n, each in enumerate(("alice", "bob", "carol"))
    ]
    box = b"".join(
        b"From x@example.org Mon Nov 16 12:00:00 2026\n" + m.replace(b"\nFrom ", b"\n>From ") + b"\n" for m in mails
    )
    path = post.write("mail/box.mbox", box)
    assert [line["verdict"] for line in post.gm("take", "--json", path).lines] == ["taken"] * 3
    for name in ("cur", "new", "tmp"):
        (post.folder / "Maildir" / name).mkdir(parents=True)
    for number, data in enumerate(mails):
        post.write(f"Maildir/new/{number}.host", data)
    assert [line["verdict"] for line in post.gm("take", "--json", post.folder / "Maildir").lines] == ["unchanged"] * 3
    assert post.gm("status", "--json").lines[0]["missing"] == ["dave"]


def test_a_mail_in_the_inbox_is_put_away(post: Desk) -> None:
    path = post.write("inbox/a.eml", mail("alice@example.org", page("alice", 20)))
    post.gm("take")
    assert not path.exists()
    assert (post.folder / "inbox/taken/race/turn-01/a.eml").exists()


def test_a_stranger_learns_nothing_from_a_refusal(post: Desk) -> None:
    path = post.write("mail/x.eml", mail("mallory@example.net", page("alice", 9999)))
    (line,) = post.gm("take", "--json", path, code=None).lines
    assert line["verdict"] == "held"
    (held,) = post.gm("held", "--json").lines
    assert "against the rules" in post.gm("held", "--accept", held["number"], code=1).err


MAILS = sorted((Path(__file__).parent / "mails").glob("*.eml"))


def words(value: Any) -> set[str]:
    """Every word and number that a page says."""
    if isinstance(value, dict):
        return {word for pair in value.items() for each in pair for word in words(each)}
    if isinstance(value, list):
        return {word for each in value for word in words(each)}
    return set(re.findall(r"\w+", str(value)))


@pytest.mark.parametrize("seed", range(60))
def test_a_mutated_mail_is_never_an_exception_nor_an_order_nobody_wrote(seed: int) -> None:
    """Every number that is read as an order stands in the mail."""
    rng = random.Random(seed)
    for path in rng.sample(MAILS, 5):
        data = bytearray(path.read_bytes())
        for _ in range(rng.randint(1, 40)):
            at = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    data[at] = rng.randrange(256)
                case 1:
                    del data[at : at + rng.randint(1, 60)]
                case 2:
                    data[at:at] = bytes(rng.choices(b"\n\r >:{}[]&*!-=\x00\xff", k=rng.randint(1, 8)))
                case _:
                    data[at:at] = data[at : at + rng.randint(1, 200)]
        letter = read_letter(bytes(data), NOW, "mx.example.org")
        everything = " ".join([*letter.texts, *letter.attached, *letter.html])
        everything += everything.casefold()  # keys are read without case
        for text in (page.text for page in pages_of(letter)):
            read, problems = read_page(text.encode(), "x")
            assert read.fields or problems
            for word in words(read.fields):
                assert word in everything, word


def test_press_is_not_lost_when_the_order_is_refused(post: Desk) -> None:
    unreadable = "game: race\nturn: 1\nplayer: bob\norders: {1: &a 5}\npress: |\n  From the bottom of my heart.\n"
    take(
        post,
        mail("alice@example.org", page("alice", 9999, "press: I shall try again.\n")),
        mail("bob@example.org", unreadable, number=2),
    )
    post.gm("run", "--now")
    report = post.gm("report").out
    assert "I shall try again." in report
    assert "From the bottom of my heart." in report


def test_a_strangers_press_waits_with_the_order(post: Desk) -> None:
    take(post, mail("mallory@example.net", page("alice", 9, "press: I am Alice, honestly.\n")))
    post.gm("run", "--now")
    assert "honestly" not in post.gm("report").out


@pytest.mark.parametrize(
    "form",
    [
        "press: {from: The Clerk of the Course, text: No loose dogs}\n",
        "press:\n  from: The Clerk of the Course\n  text: No loose dogs\n",
    ],
)
def test_press_may_appear_under_a_name_of_ones_choice(post: Desk, form: str) -> None:
    take(post, mail("alice@example.org", page("alice", 9, form)))
    post.gm("run", "--now")
    assert "No loose dogs -- The Clerk of the Course" in " ".join(post.gm("report").out.split())


def test_where_press_is_signed_the_name_is_the_players(desk: Desk) -> None:
    desk.write("games/race.yaml", GAME + "press: signed\n")
    desk.gm("start", "race")
    desk.write("inbox/a.yaml", page("alice", 9, "press: {from: The Clerk, text: No loose dogs}\n"))
    desk.gm("take")
    desk.gm("run", "--now")
    assert "No loose dogs -- Alice Grey" in " ".join(desk.gm("report").out.split())


def test_press_has_a_limit(post: Desk) -> None:
    take(post, mail("alice@example.org", page("alice", 9, "press: " + "blah " * 4000 + "\n")))
    post.gm("run", "--now")
    assert len(post.gm("report").out) < 12_000


def test_a_quoted_report_with_its_proof_is_no_order(post: Desk) -> None:
    """Filled in under the quote marks of a report that proves an earlier order: one page, the new one."""
    take(
        post,
        *(mail(f"{p}@example.org", page(p, 10 + n), number=n) for n, p in enumerate(("alice", "bob", "carol", "dave"))),
    )
    post.gm("run")
    report = post.gm("report", "--for", "dave").out
    assert '| {"game":"race"' in report
    quoted = "\n".join("> " + line for line in report.replace("  3: ", "  3: 7").replace("  4: ", "  4: 8").split("\n"))
    assert take(post, mail("dave@example.org", quoted, number=8)) == ["taken"]


@pytest.mark.parametrize("named", [True, False])
def test_a_late_mail_counts_once_the_game_master_says_so(post: Desk, named: bool) -> None:
    """Although it was read before, and even if only the database still has it."""
    post.now = datetime(2026, 12, 3, tzinfo=UTC)
    late = mail("alice@example.org", page("alice", 30), datetime(2026, 12, 2, tzinfo=UTC))
    assert take(post, late, late) == ["refused", "unchanged"]
    paths = [post.folder / "mail/0.eml"] if named else []
    assert [line["verdict"] for line in post.gm("take", "--late", "--json", *paths).lines] == ["taken"]
    assert [line["verdict"] for line in post.gm("take", "--late", "--json", *paths).lines] == (
        ["unchanged"] if named else []
    )
    assert played(post) == 30
