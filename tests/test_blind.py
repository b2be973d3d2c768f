"""Blind games: for a game master who plays too. Nothing says what is ordered before the turn is run."""

import json
import re
import sqlite3
from collections.abc import Iterator

import pytest

from tests.conftest import NOW, Desk
from tests.examples import race_file
from tests.test_post import mail, page

FIELD = {"alice": "Red Rum", "bob": "Crisp", "carol": "No", "dave": "1e3"}
SECRET = "737013"  # what bob plays: too long to stand among sealed bytes by chance


@pytest.fixture
def blind(desk: Desk) -> Desk:
    desk.write("zine.yaml", "title: Test Zine\neditor: The Editor\nmail: {from: zine@example.org}\n")
    desk.write(
        "players.yaml", "".join(f"{each}: {{name: {each.title()}, mail: {each}@example.org}}\n" for each in FIELD)
    )
    due = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/race.yaml", race_file(FIELD, "4 plain", more=f"blind: true\noptions: {{points: 1000000}}\n{due}"))
    desk.gm("start", "race")
    return desk


def by_file(desk: Desk) -> None:
    desk.write("inbox/bob.yaml", page("bob", int(SECRET), f"press: My lucky number is {SECRET}.\n"))


def by_mail(desk: Desk) -> None:
    desk.write("inbox/bob.eml", mail("bob@example.org", page("bob", int(SECRET), f"press: Again, {SECRET}.\n")))


def tells(place: bytes, number: str) -> bool:
    """Does the number stand there by itself? Receipts and moments are full of digits."""
    return re.search(rb"(?<![0-9A-Za-z])%b(?![0-9A-Za-z])" % number.encode(), place) is not None


def stored(desk: Desk) -> bytes:
    """All that is in the database, as it lies on the disk."""
    with sqlite3.connect(desk.folder / "zine.db") as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (desk.folder / "zine.db").read_bytes()


def everywhere(desk: Desk) -> Iterator[bytes]:
    yield stored(desk)
    yield from desk.files().values()
    yield from (name.encode() for name in desk.files())
    for command in (["status"], ["status", "--json"], ["held"], ["mail", "--files"], ["history", "race"]):
        ran = desk.gm(*command, code=None)
        yield (ran.out + ran.err).encode()
    yield from desk.files().values()


@pytest.mark.parametrize("send", [by_file, by_mail])
def test_nothing_tells_what_was_ordered_before_the_turn_is_run(blind: Desk, send: object) -> None:
    send(blind)  # type: ignore[operator]
    taken = blind.gm("take")
    assert "taken" in taken.out
    for place in (taken.out.encode(), taken.err.encode(), *everywhere(blind)):
        assert not tells(place, SECRET)
    assert blind.gm("status", "--json").lines[0]["ordered"] == ["bob"]
    blind.gm("run", "--now")
    assert blind.result()["fences"][0]["played"]["Crisp"] == int(SECRET)
    assert SECRET in blind.gm("report").out  # the press, too


def test_scripts_are_told_the_receipt_and_not_the_order(blind: Desk) -> None:
    by_file(blind)
    (line,) = blind.gm("take", "--json").lines
    assert line["receipt"]
    assert (line["nonce"], line["canonical"], line["problems"]) == (None, None, [])


def test_a_refusal_says_where_and_not_what(blind: Desk) -> None:
    blind.write("inbox/bob.yaml", page("bob", 6130613))
    for command in ("take", "check"):
        refused = blind.gm(command, blind.folder / "inbox/bob.yaml", code=1)
        assert "refused" in refused.out
        assert "bob.yaml:5: what is wrong here is sealed until the turn is run." in refused.out
        assert "613061" not in refused.out + refused.err
    (line,) = blind.gm("take", "--json", code=1).lines
    assert "613061" not in json.dumps(line)


def test_the_player_is_answered_in_full(blind: Desk) -> None:
    by_mail(blind)
    blind.gm("take")
    assert "bob is blind" not in blind.gm("mail", "--show", "bob", code=1).err
    assert "race is blind" in blind.gm("mail", "--show", "bob", code=1).err
    assert "1 answer is sealed" in blind.gm("mail", "--files").out
    assert not [path for path in blind.files() if path.startswith("outbox/")]
    blind.gm("run", "--now")
    assert f"1: {SECRET}" in blind.gm("mail", "--show", "bob").out


def test_a_dry_run_does_not_peek(blind: Desk) -> None:
    by_file(blind)
    blind.gm("take")
    refused = blind.gm("run", "--now", "--dry-run", code=1)
    assert "race is blind" in refused.err
    assert SECRET not in refused.out


def test_whoever_orders_after_the_opening_is_named(blind: Desk) -> None:
    """The game master runs the turn, looks, takes it back, and thinks better of their own order."""
    by_file(blind)
    blind.gm("take")
    blind.gm("run", "--now")
    assert "All orders were sealed until" in blind.gm("report").out
    blind.gm("undo")
    blind.now = blind.now.replace(hour=13)
    blind.write("inbox/alice.yaml", page("alice", 138))
    blind.gm("take")
    blind.gm("run", "--now")
    assert "ordered after that: alice." in " ".join(blind.gm("report").out.split())


def test_early_orders_stay_sealed_until_their_own_turn(blind: Desk) -> None:
    by_file(blind)
    blind.write("inbox/early.yaml", page("bob", 211, turn=2))
    for number, player in enumerate(("alice", "carol", "dave"), start=1):
        blind.write(f"inbox/{player}.yaml", page(player, number))
    blind.gm("take")
    blind.gm("run", "--now")
    assert not tells(stored(blind), "211")
    assert all(b"3: 211" not in each for each in blind.files().values())
    blind.gm("run", "--now")
    assert blind.result()["fences"][0]["played"]["Crisp"] == 211


def test_a_zine_can_say_it_for_all_its_games(desk: Desk) -> None:
    desk.write("zine.yaml", "title: Test Zine\nblind: true\n")
    desk.write("games/race.yaml", race_file({"alice": "Red Rum", "bob": "Crisp"}, "4 plain"))
    desk.gm("start", "race")
    desk.order("bob", 1, "{1: 137, 2: 3}")
    assert desk.gm("take", "--json").lines[0]["canonical"] is None


def test_blind_is_yes_or_no(desk: Desk) -> None:
    desk.write("games/race.yaml", race_file({"alice": "Red Rum", "bob": "Crisp"}, "4 plain", more="blind: perhaps\n"))
    assert "blind is true or false" in desk.gm("start", "race", code=1).err


def test_a_late_page_says_that_it_is_late(blind: Desk) -> None:
    blind.now = NOW.replace(month=12, day=9)
    path = blind.write("late.eml", mail("bob@example.org", page("bob", int(SECRET)), received=blind.now))
    refused = blind.gm("take", path, code=1)
    assert "too late" in refused.out
    assert SECRET not in refused.out


def test_a_correction_says_whom_it_concerns_and_not_what_they_have(blind: Desk) -> None:
    blind.write("inbox/bob.yaml", page("bob", int(SECRET)))
    blind.gm("take")
    blind.gm("run", "--now")
    said = blind.gm("correct", "race", "--turn", 1, "--strike", "bob", "--because", "A slip.", "--yes").out
    assert "other numbers for" in said
    assert not tells(said.encode(), SECRET)
