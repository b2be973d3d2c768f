"""Two horses of one owner in one race: two seats, each with its own page, or both on one."""

import json
from typing import Any

import pytest

from gm.core.dice import make_seed
from gm.desk.desk import match_of, open_desk
from gm.store.outbox import Outbox
from tests.conftest import Desk
from tests.examples import CARDS, RACE, cards_file
from tests.test_people import mailed, token_of

PLAYERS = "".join(
    f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in ("alice", "bob", "carol")
)
FIELD = """entrants:
  - {player: alice, horse: Red Rum, lucky_word: marmalade}
  - {player: bob, horse: Foinavon}
  - {player: alice, horse: Crisp}
  - {player: carol, horse: Aldaniti, lucky_word: jam}
"""
HEAD = "game: race\nturn: 1\nplayer: alice\n"
BOTH = HEAD + "orders:\n  Red Rum: {1: 22, 2: 15}\n  crisp: {1: 10, 2: 8}\n"


def race_of(field: str, more: str = "") -> str:
    return f"rules: {RACE}\n{field}course: 6 plain\n{more}"


@pytest.fixture
def stable(desk: Desk) -> Desk:
    desk.write("zine.yaml", "title: Z\nmail: {from: zine@example.org}\n")
    desk.write("players.yaml", PLAYERS)
    desk.write("games/race.yaml", race_of(FIELD))
    desk.gm("start", "race")
    return desk


def taken(desk: Desk, text: str, name: str = "alice.yaml", code: int | None = 0) -> list[Any]:
    return desk.gm("take", desk.write(name, text), "--json", code=code).lines


def status(desk: Desk) -> Any:
    return json.loads(desk.gm("status", "race", "--json").out)


def test_the_second_horse_has_a_seat_of_its_own(stable: Desk) -> None:
    report = json.loads(stable.gm("report", "race", "--format", "json").out)
    assert report["players"] == {"alice": "alice", "bob": "bob", "alice.2": "alice", "carol": "carol"}
    assert status(stable)["missing"] == ["alice", "bob", "alice.2", "carol"]
    own = stable.gm("report", "race", "--for", "alice.2").out
    assert "Crisp" in own
    assert "player: alice.2" in own
    assert token_of(stable, "alice") in own
    assert (stable.folder / "issues/race/turn-00/alice.2.txt").read_text() == own
    assert "alice.2" in stable.gm("report", "race", "--for", "Crisp", "--format", "form").out


def test_the_seed_takes_each_players_word_once(stable: Desk) -> None:
    with open_desk(stable.folder, stable.now) as at:
        row = match_of(at, "race").row
    assert row.seed == make_seed(row.secret, {"alice": "marmalade", "bob": "", "carol": "jam"})
    stable.gm("close", "race", "--because", "enough")
    stable.gm("verify", "race")
    assert json.loads(stable.gm("report", "race", "--format", "json").out)["revealed"]["words"] == {
        "alice": "marmalade",
        "bob": "",
        "carol": "jam",
    }


@pytest.mark.parametrize(
    ("field", "says"),
    [
        (FIELD.replace("horse: Crisp", "horse: Crisp, lucky_word: honey"), "alice has two lucky words"),
        (FIELD.replace("Crisp", "red rum"), "the horse red rum is entered twice"),
        (FIELD.replace("Aldaniti", "alice.2"), "is called like another player"),
    ],
)
def test_what_cannot_be_entered_is_refused(stable: Desk, field: str, says: str) -> None:
    stable.write("games/second.yaml", race_of(field))
    assert says in stable.gm("start", "second", code=1).err


def test_a_seat_is_never_called_as_another_player(stable: Desk) -> None:
    stable.write("players.yaml", PLAYERS + "Alice.2: {name: The Other Alice}\n")
    stable.write("games/second.yaml", race_of(FIELD))
    stable.gm("start", "second")
    assert "alice.3" in json.loads(stable.gm("report", "second", "--format", "json").out)["players"]


def test_at_a_table_nobody_has_two_hands(stable: Desk) -> None:
    stable.write("games/table.yaml", cards_file(["alice", "bob", "alice"]))
    assert "the player alice is entered twice" in stable.gm("start", "table", code=1).err
    assert CARDS in (stable.folder / "games/table.yaml").read_text()


def test_each_horse_has_its_own_page(stable: Desk) -> None:
    for who, orders in (("player: alice", 5), ("player: alice.2", 7)):
        (line,) = taken(stable, f"game: race\nturn: 1\n{who}\norders: {{1: {orders}, 2: 1}}\n", f"{orders}.yaml")
        assert line["verdict"] == "taken"
    (line,) = taken(stable, HEAD + "horse: Crisp\norders: {1: 9, 2: 1}\n", "9.yaml")
    assert line["player"] == "alice.2"
    assert status(stable)["ordered"] == ["alice", "alice.2"]
    (line,) = taken(stable, "game: race\nturn: 1\nplayer: bob\nhorse: Crisp\norders: {1: 9, 2: 1}\n", "b.yaml", code=1)
    assert "not the same player" in line["problems"][0]["message"]


def test_both_on_one_page_each_with_its_receipt(stable: Desk) -> None:
    page = stable.write("inbox/both.yaml", BOTH + "press: Two to watch.\n")
    assert [line["verdict"] for line in stable.gm("check", page, "--json").lines] == ["taken", "taken"]
    red_rum, crisp = stable.gm("take", "--json").lines
    assert (red_rum["player"], crisp["player"]) == ("alice", "alice.2")
    assert red_rum["receipt"] != crisp["receipt"]
    assert json.loads(crisp["canonical"]) == {
        "game": "race", "turn": 1, "player": "alice.2", "orders": {"1": "10", "2": "8"},
    }  # fmt: skip
    assert not page.exists()
    stable.order("bob", 1, "{1: 1, 2: 1}")
    stable.order("carol", 1, "{1: 2, 2: 2}")
    stable.gm("take")
    stable.gm("run", "race")
    report = json.loads(stable.gm("report", "race", "--format", "json").out)
    assert (report["receipts"]["alice"], report["receipts"]["alice.2"]) == (red_rum["receipt"], crisp["receipt"])
    assert stable.gm("report", "race").out.count("Two to watch.") == 1
    stable.gm("verify", "race")


def test_a_page_for_both_is_taken_whole_or_not_at_all_and_everything_is_told(stable: Desk) -> None:
    wrong = (
        HEAD + "orders:\n  Red Rum: {1: 900, 2: 15}\n  Crips: {1: 10}\n  Crisp: {1: x, 2: 3}\nstanding: {plain: 3}\n"
    )
    (line,) = taken(stable, wrong, code=1)
    assert line["verdict"] == "refused"
    told = {(problem["line"], problem["message"]) for problem in line["problems"] if problem["level"] == "error"}
    assert {(6, "Crips is none of yours in race."), (8, "standing does not say for which horse.")} <= told
    assert {number for number, _ in told} == {5, 6, 7, 8}
    assert status(stable)["ordered"] == []
    (line,) = taken(stable, BOTH + "  alice.2: {1: 3}\n", "again.yaml", code=1)
    assert "twice" in line["problems"][0]["message"]


def test_one_horse_of_two_may_be_ordered_for_by_name(stable: Desk) -> None:
    (line,) = taken(stable, HEAD + "orders: {Crisp: {1: 4, 2: 4}}\nstanding: {Crisp: {plain: 3}}\n")
    assert (line["verdict"], line["player"]) == ("taken", "alice.2")
    assert status(stable)["ordered"] == ["alice.2"]


def test_a_horse_called_as_a_fence_is_no_trap(stable: Desk) -> None:
    stable.write("games/second.yaml", race_of(FIELD.replace("Crisp", '"1"')))
    stable.gm("start", "second")
    page = "game: second\nturn: 1\nplayer: alice\norders: "
    (line,) = taken(stable, page + "{1: 22, 2: 15}\n", "a.yaml")
    assert line["player"] == "alice"
    (line,) = taken(stable, page + "{1: {1: 22, 2: 15}}\n", "b.yaml")
    assert line["player"] == "alice.2"


def test_nobody_orders_for_anothers_horse_on_such_a_page(stable: Desk) -> None:
    (line,) = taken(stable, HEAD + "orders: {Red Rum: {1: 5, 2: 5}, Foinavon: {1: 5, 2: 5}}\n", code=1)
    assert "Foinavon is none of yours" in line["problems"][0]["message"]
    (line,) = taken(stable, BOTH.replace("player: alice", "player: bob"), "bob.yaml", code=1)
    assert line["verdict"] == "refused"


def test_sent_again_it_is_unchanged_until_another_order_counts_for_one_of_them(stable: Desk) -> None:
    taken(stable, BOTH, "a.yaml")
    assert [line["verdict"] for line in taken(stable, BOTH, "b.yaml")] == ["unchanged", "unchanged"]
    taken(stable, HEAD + "orders: {1: 77, 2: 5}\n", "c.yaml")
    assert [line["verdict"] for line in taken(stable, BOTH, "d.yaml")] == ["taken", "taken"]


def test_by_mail_both_are_taken_or_both_are_held(stable: Desk) -> None:
    mail = f"From: alice@example.org\nMessage-ID: <1@x>\n\n{BOTH}"
    lines = stable.gm("take", stable.write("a.eml", mail), "--json").lines
    assert [line["verdict"] for line in lines] == ["taken", "taken"]
    with open_desk(stable.folder, stable.now) as at:
        box = Outbox(at.store)
        (answer,) = (box.content(row.id).decode() for row in box.in_state("ready"))
    assert all(line["receipt"] in answer for line in lines)
    mail = f"From: eve@example.org\nMessage-ID: <2@x>\n\n{BOTH}"
    lines = stable.gm("take", stable.write("b.eml", mail), "--json").lines
    assert [line["verdict"] for line in lines] == ["held", "held"]


def test_each_seat_has_its_report_and_reminder_and_the_owner_gets_both(stable: Desk) -> None:
    assert "alice, bob, alice.2, carol" in stable.gm("remind", "race").out
    assert "nobody to remind" in stable.gm("remind", "race").out
    stable.gm("mail", "race")
    with open_desk(stable.folder, stable.now) as at:
        rows = [row for row in Outbox(at.store).in_state("ready") if row.player == "alice"]
    assert sorted(row.kind for row in rows) == ["reminder", "reminder", "report", "report"]
    assert len({row.message_id for row in rows}) == 4
    stable.gm("mail", "--together")


def test_one_of_them_can_be_handed_over_and_the_other_stays(stable: Desk) -> None:
    stable.gm("mail", "race")
    stable.gm("replace", "race", "alice.2", "--by", "bob")
    page = "game: race\nturn: 1\nplayer: {}\norders: {{1: 5, 2: 5}}\n"
    assert mailed(stable, "alice@example.org", page.format("alice.2"))["verdict"] == "held"
    assert mailed(stable, "alice@example.org", page.format("alice"))["verdict"] == "taken"
    assert mailed(stable, "bob@example.org", page.format("alice.2"))["verdict"] == "taken"
    with open_desk(stable.folder, stable.now) as at:
        box = Outbox(at.store)
        to = [(row.player, b"ridden by Alice" in box.content(row.id)) for row in box.in_state("ready")
              if row.kind == "report"]  # fmt: skip
    assert sorted(to) == [("alice", True), ("bob", False), ("bob", False), ("carol", False)]


def test_a_page_can_be_checked_away_from_the_zine(stable: Desk, tmp_path: Any) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (away / "public.json").write_text(stable.gm("report", "race", "--format", "json").out)
    (away / "both.yaml").write_text(BOTH)
    lines = Desk(away, stable.capsys, stable.now).gm("check", away / "both.yaml", "--json").lines
    assert [line["player"] for line in lines] == ["alice", "alice.2"]
    (away / "public.json").write_text(stable.gm("report", "race", "--for", "alice", "--format", "json").out)
    said = Desk(away, stable.capsys, stable.now).gm("check", away / "both.yaml", code=1)
    assert "was made for alice" in said.err


def test_what_an_owner_orders_for_one_horse_changes_nobody_elses_report(desk: Desk) -> None:
    """Where only the fallers' numbers are told, all of it is hers."""
    seen: list[dict[str, str]] = []
    for number in (40, 60):
        own = Desk(desk.folder / str(number), desk.capsys, desk.now)
        own.write("zine.yaml", "title: Z\n")
        own.write("players.yaml", PLAYERS)
        own.write("games/race.yaml", race_of(FIELD, "options: {reveal: fallers}\n"))
        own.gm("start", "race")
        both = HEAD + f"orders:\n  Red Rum: {{1: 22, 2: 15}}\n  Crisp: {{1: {number}, 2: 50}}\n"
        own.write("inbox/both.yaml", both)
        own.order("bob", 1, "{1: 1, 2: 1}")
        own.order("carol", 1, "{1: 2, 2: 2}")
        own.gm("take")
        own.gm("run", "race")
        readers = ("bob", "carol", "alice.2", "alice", None)
        seen.append({str(each): told(own, each) for each in readers})
    one, other = seen
    assert one["alice.2"] != other["alice.2"]
    for reader in ("bob", "carol", "None", "alice"):
        assert one[reader] == other[reader], reader


def told(desk: Desk, reader: str | None) -> str:
    """A report without what differs by design: receipts and nonces, tokens, the commitment, the last hash."""
    whose = ("--for", reader) if reader else ()
    result = json.loads(desk.gm("report", "race", *whose, "--format", "json").out)
    own = {key: value for key, value in result.get("private", {}).items() if key in ("view", "orders", "fallen")}
    return json.dumps([result["result"], result["case"], own])
