"""`gm: withdraw`: no order this turn, and which order counts then; `gm: away`, and what the file says."""

import json
from datetime import UTC, datetime, timedelta

from tests.conftest import NOW, Desk
from tests.test_asking import DATES, FIELD, ZINE, another, ask, ordered, said, told, wrote
from tests.test_asking import post as post
from tests.test_letters import outbox
from tests.test_post import mail, page
from tests.test_stables import BOTH, PLAYERS, race_of
from tests.test_stables import FIELD as STABLE


def test_a_withdrawn_order_counts_no_more_and_none_from_before_comes_back(post: Desk) -> None:
    ask(post, mail("alice@example.org", page("alice", 20)), mail("alice@example.org", page("alice", 30), number=2))
    (line,) = ask(post, wrote("alice@example.org", "gm: withdraw", number=3))
    assert (line["verdict"], line["game"], line["turn"], line["player"]) == ("asked", "race", 1, "alice")
    assert "alice withdraws the order for turn 1 of race" in line["done"]
    assert ordered(post) == []
    ask(post, wrote("alice@example.org", "gm: my order", number=4))
    assert "You have withdrawn your order, and no other is on file." in said(post)
    post.gm("run", "race", "--now")
    report = json.loads(post.gm("report", "race", "--format", "json").out)
    assert report["receipts"]["alice"] is None
    assert "1 order for turn 1 is withdrawn." in post.gm("history", "race").out
    post.gm("undo", "race")
    assert ordered(post) == []
    post.gm("redo", "race")
    assert post.gm("verify", "race").code == 0


def test_a_page_that_comes_later_counts_again_the_very_same_one_too(post: Desk) -> None:
    later = NOW + timedelta(hours=1)
    ask(post, mail("alice@example.org", page("alice", 20)), wrote("alice@example.org", "gm: withdraw", number=2))
    post.now = later
    (line,) = ask(post, mail("alice@example.org", page("alice", 20), later, number=3))
    assert line["verdict"] == "taken"
    assert ordered(post) == ["alice"]


def test_an_order_in_the_same_mail_counts(post: Desk) -> None:
    lines = ask(post, wrote("alice@example.org", page("alice", 20) + "\ngm: withdraw\n"))
    assert [line["verdict"] for line in lines] == ["asked", "taken"]
    assert ordered(post) == ["alice"]
    assert any(
        "But a page that came later, or in the same mail, counts." in " ".join(m.get_content().split())
        for *_, m in outbox(post)
    )


def test_what_counts_is_when_each_was_received_and_no_clock_that_goes_back_changes_it(post: Desk) -> None:
    early, late = NOW - timedelta(hours=3), NOW - timedelta(hours=2)
    ask(post, wrote("alice@example.org", "gm: withdraw", received=late))
    (line,) = ask(post, mail("alice@example.org", page("alice", 20), early, number=2))
    assert line["verdict"] == "taken"
    assert ordered(post) == []
    assert "But you have withdrawn it since" in said(post)
    post.order("bob", 1, "{1: 3, 2: 4}")
    post.gm("take")
    post.now = NOW - timedelta(days=2)
    ask(post, wrote("bob@example.org", "gm: withdraw", received=NOW - timedelta(days=2), number=3))
    assert ordered(post) == ["bob"]  # it was received before his order was taken in
    ask(post, wrote("bob@example.org", "gm: withdraw", received=NOW + timedelta(days=9), number=4))
    assert ordered(post) == []  # it has come, whatever it says


def test_a_standing_order_stays(post: Desk) -> None:
    order = page("alice", 20, "standing: {plain: 7}\n")
    (line,) = ask(post, mail("alice@example.org", order))
    assert line["verdict"] == "taken"
    ask(post, wrote("alice@example.org", "gm: withdraw\ngm: status", number=2))
    assert "Your standing order counts." in said(post)
    assert ordered(post) == ["alice"]
    ask(post, wrote("alice@example.org", "gm: my order", number=3))
    assert "plain: 7." in said(post).lower()
    assert "Fence 1: 20" not in said(post)


def test_whoever_has_withdrawn_is_not_reminded(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "gm: withdraw"))
    post.gm("remind", "race")
    assert sorted(at for kind, at, _ in outbox(post) if kind == "reminder") == [
        "bob@example.org", "carol@example.org", "dave@example.org",
    ]  # fmt: skip


def test_too_late_to_withdraw(post: Desk) -> None:
    ask(post, mail("alice@example.org", page("alice", 20)))
    post.now = datetime(2026, 12, 2, tzinfo=UTC)
    ask(post, wrote("alice@example.org", "gm: withdraw", received=post.now, number=2))
    assert "that came too late" in said(post)
    assert ordered(post) == ["alice"]


def after_turn_one(desk: Desk) -> str:
    """A turn is run at two o'clock; answers with somebody who has an order for the next."""
    for number, each in enumerate(FIELD):
        desk.order(each, 1, f"{{1: {5 + number}, 2: {5 + number}}}")
    desk.gm("take")
    desk.now = NOW + timedelta(hours=2)
    desk.gm("run", "race", "--now")
    ask(desk, mail("dave@example.org", page("dave", 9, turn=2), desk.now))
    assert ordered(desk) == ["dave"]
    return "dave@example.org"


def test_what_came_before_the_last_turn_was_run_withdraws_nothing_of_the_next(post: Desk) -> None:
    dave = after_turn_one(post)
    post.now = NOW + timedelta(hours=4)
    ask(post, wrote(dave, "gm: withdraw", received=NOW + timedelta(hours=1), number=2))
    assert "that came too late. Turn 1 has been run." in said(post, dave)
    assert ordered(post) == ["dave"]
    ask(post, wrote(dave, "gm: withdraw", received=NOW + timedelta(hours=3), number=3))
    assert ordered(post) == []


def test_a_turn_that_is_corrected_was_run_when_it_was_run(post: Desk) -> None:
    dave = after_turn_one(post)
    post.now = NOW + timedelta(hours=5)
    post.gm("correct", "race", "--turn", 1, "--because", "Misread.", "--strike", "alice", "--yes")
    assert ordered(post) == ["dave"]
    ask(post, wrote(dave, "gm: withdraw", received=NOW + timedelta(hours=3), number=2))
    assert ordered(post) == []
    post.gm("undo", "race")
    assert ordered(post) == []
    assert post.gm("verify", "race").code == 0


def test_of_several_games_the_one_with_an_order_is_meant_or_the_player_is_asked(post: Desk) -> None:
    another(post)
    ask(post, wrote("alice@example.org", "gm: withdraw"))
    assert "You are in several games: other, race." in said(post)
    ask(
        post,
        mail("alice@example.org", page("alice", 20), number=2),
        wrote("alice@example.org", "gm: withdraw", number=3),
    )
    assert "The Race: no order of yours counts for turn 1" in said(post)
    ask(post, wrote("alice@example.org", "gm: withdraw nowhere", number=4))
    assert "You are in no game called nowhere." in said(post)


def test_of_several_horses_one_can_be_withdrawn(desk: Desk) -> None:
    desk.write("zine.yaml", ZINE % "")
    desk.write("players.yaml", PLAYERS)
    desk.write("games/race.yaml", race_of(STABLE, DATES))
    desk.gm("start", "race")
    ask(desk, mail("alice@example.org", BOTH))
    assert ordered(desk) == ["alice", "alice.2"]
    ask(desk, wrote("alice@example.org", "gm: withdraw Crisp", number=3))
    assert ordered(desk) == ["alice"]
    ask(desk, wrote("alice@example.org", "gm: status", number=4))
    assert "Red Rum: Your order is on file." in said(desk)
    assert "Crisp: You have withdrawn your order" in said(desk)
    ask(desk, wrote("alice@example.org", "gm: withdraw race", number=5))
    assert ordered(desk) == []


def test_a_player_who_is_away_says_so_and_is_not_reminded(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "gm: away until 3 May"))
    assert "You are away until Monday 3 May 2027, 23:59 (BST)." in said(post)
    assert post.gm("status", "race", "--json").lines[0]["away"] == {"alice": "2027-05-03T23:59:00+01:00"}
    assert "alice is away until Monday 3 May 2027" in post.gm("status").out
    assert "alice is away until Monday 3 May 2027" in post.gm("history", "race").out
    post.gm("remind", "race")
    assert not [at for kind, at, _ in outbox(post) if kind == "reminder" and at.startswith("alice")]
    assert "away" not in (post.folder / "players.yaml").read_text()
    ask(post, wrote("alice@example.org", "gm: away until we meet again", number=2))
    assert "no day that can be understood" in said(post)
    ask(post, wrote("alice@example.org", "gm: away until 2026-11-01", number=3))
    assert "is over already" in said(post)


def test_the_players_line_in_the_file_wins_once_it_changes(post: Desk) -> None:
    ask(post, wrote("alice@example.org", "gm: away until 3 May"))
    line = "alice: {name: Alice Grey, mail: alice@example.org%s}\n"
    rest = "".join(f"{each}: {{mail: {each}@example.org}}\n" for each in ("bob", "carol", "dave"))
    post.write("players.yaml", line % ", away: 2026-12-24" + rest)
    assert post.gm("status", "race", "--json").lines[0]["away"] == {"alice": "2026-12-24T23:59:00+00:00"}
    ask(post, wrote("alice@example.org", "gm: away until 4 May", number=2))
    assert "2027-05-04" in str(post.gm("status", "race", "--json").lines[0]["away"])
    post.write("players.yaml", line % "" + rest)
    assert "away" not in post.gm("status", "race", "--json").lines[0]
    post.write("players.yaml", line % ", away: soon" + rest)
    assert "soon is no date" in told(post.gm("status", code=1))
