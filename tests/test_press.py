"""Press is printed as it stands; but orders that slipped under it are not, nor what is signed with another's name."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import PLAYERS, Desk
from tests.examples import cards_file
from tests.test_post import mail, page
from tests.test_post import post as post  # a fixture

Start = Callable[..., Desk]
HEAD = "game: race\nturn: 1\nplayer: alice\n"
ORDERED = HEAD + "orders: {1: 3, 2: 3}\n"


def refused(desk: Desk, text: str) -> str:
    """What is said of a page that is refused, and whose press is not printed."""
    path = desk.write("inbox/alice.yaml", text)
    (verdict,) = desk.gm("take", "--json", code=1).lines
    assert verdict["verdict"] == "refused"
    said = desk.gm("check", path, code=1).out
    path.unlink()
    desk.gm("run", "--now")
    assert "hush" not in desk.gm("report").out.casefold()
    desk.gm("undo")
    return said


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "press: |\n  Hush.\n  orders:\n    1: 22\n    2: 10\n",
        HEAD + "press:\n  orders:\n    1: 22 # hush\n",
        HEAD + "press: hush\n  orders: {1: 22}\n",
        HEAD + "press: |\n  hush\n  ORDERS:\n  1: 22\n  2: 3\n",
        HEAD + "press: |\n  hush\n\n      Orders : {1: [{when: {free: yes}, play: 0}, 15]}\n",
        HEAD + "press: |\n  hush\n  standing:\n    plain: 8\n",
        HEAD + "press: |\n  hush\n  orders:\n    fence 1: 22x\n",
        HEAD + "press: hush, orders to follow\n  orders: 1: 22, 2: 10\n",
        HEAD + "press:\n  1: 22\n  2: 10\n",
        HEAD + "press:\n  hush\n  oders:\n    1: 22\n    2: 10\n",
        HEAD + "press: |\n  hush\n  My orders:\n    1: 22\n    2: 10\n",
        HEAD + "press: |\n  hush\n  orders\n    1: 22\n",
        HEAD + "press: hush\n  orders 1: 22, 2: 10\n",
        HEAD + "press: hush\n  orders = 1: 22\n",
        HEAD + "press: |\n  hush\n  \u200borders:\n    1: 22\n",
        HEAD + "press: |\n  hush\n  orders\uff1a\n    1\uff1a22\n",
        HEAD + "press: |\n  hush\n  > orders:\n  >   1: 22\n",
        HEAD + "press: |\n  hush\n  **orders:**\n  1: 22\n",
        HEAD + "stampa: |\n  hush\n  ordini:\n    1: 22\n",
        HEAD + "presse: |\n  hush\n  Ordres: {1: tout}\n",
        HEAD + "press: {orders: {1: 22}, text: hush}\n",
        HEAD + "press: {from: The Clerk, text: hush, orders: {1: 22}}\n",
        HEAD + "press: |\n  " + "hush " * 2000 + "\n  orders:\n    1: 22\n",
        ORDERED + "press: |\n  hush\n  orders:\n    1: 22\n",
        HEAD + "orders: {1: &a 5}\npress: |\n  hush\n  orders:\n    1: 22\n",
        '{"game": "race", "turn": 1, "player": "alice", "press": {"orders": {"1": 22}, "text": "hush"}}',
        '{"game": "race", "turn": 1, "player": "alice", "press": "hush\\norders:\\n  1: 22"}',
    ],
)
def test_orders_under_press_are_asked_about_and_not_printed(start: Start, text: str) -> None:
    desk = start()
    said = refused(desk, text)
    assert "what stands under press reads as orders; are these yours" in said
    assert "write orders: at the margin" in said


@pytest.mark.parametrize("key", ["moves", "discard"])
def test_what_orders_are_is_the_games_own_to_say(desk: Desk, key: str) -> None:
    desk.write("games/race.yaml", cards_file(PLAYERS[:3]))
    desk.gm("start", "race")
    assert "reads as orders" in refused(desk, HEAD + f"press: |\n  hush\n  {key}:\n    - red 7\n")


@pytest.mark.parametrize(
    "text",
    [
        "press: Alice: my horse is at 5:1, \"honest\"!\n",
        "press: |\n  Alice to all: my horse is at 5:1.\n  Bob: 7 to 4, at best\n",
        "press: |\n  Orders: none of your business.\n",
        "press: |\n  Standing: tall, and 22 hands high he seems\n",
        "press: |\n  My orders: to win. In order:\n    Red Rum\n    Crisp\n",
        "press: |\n  Orders:\n    Alice: to win\n    Bob: to lose\n",
        "press:\n  from: The Clerk of the Course\n  text: 3 loose dogs at 5:1\n",
        "press: |\n  Standing\n  in the rain at 5: 22 umbrellas\n",
        "press: |\n  Orders 22 pints\n",
        "press: |\n  I win, in\n  1973: 9\n  1974: 12 lengths\n",
        "press: |\n  Last orders: when the bell rings.\n  1: the bar\n  2: the door\n",
        "press: |\n  I ordered 22 bottles: 5 are left.\n",
        "press: |\n  Alice: you will lose\n  Bob: by a length\n",
        "press: |\n  By a nose: that is how it ends.\n",
    ],
)  # fmt: skip
def test_press_that_only_speaks_of_orders_is_press(start: Start, text: str) -> None:
    desk = start()
    desk.write("inbox/alice.yaml", ORDERED + text)
    (verdict,) = desk.gm("take", "--json").lines
    assert verdict["verdict"] == "taken"


def test_orders_under_press_by_mail_are_answered_with_the_question(post: Desk) -> None:
    post.write("zine.yaml", "title: Test Zine\nmail: {from: zine@example.org}\n")
    text = "game: race\nturn: 1\nplayer: alice\npress: |\n  hush\n  orders:\n    1: 22\n    2: 5\n"
    post.write("inbox/a.eml", mail("alice@example.org", text))
    post.gm("take", code=1)
    post.gm("mail", "--files")
    answer = sorted((post.folder / "outbox").iterdir())[-1].read_text(encoding="utf-8")
    assert "reads as orders" in " ".join(answer.split())
    post.gm("run", "--now")
    assert "hush" not in post.gm("report").out


@pytest.mark.parametrize("press", ["{from: The Clerk}", "{text: He bites.}", "{as: The Clerk, text: He bites.}"])
def test_a_near_miss_that_is_all_of_a_mail_is_answered_with_a_hint(post: Desk, press: str) -> None:
    post.write("inbox/a.eml", mail("alice@example.org", f"game: race\nturn: 1\nplayer: alice\npress: {press}\n"))
    assert "press: {from: The Clerk of the Course" in post.gm("take", code=1).out


@pytest.mark.parametrize("guide", ["gm-guide.md", "player-guide.md", "player-guide-derby.md"])
def test_every_guide_shows_how_press_is_signed_with_another_name(guide: str, start: Start) -> None:
    text = (Path(__file__).parents[1] / "docs" / guide).read_text(encoding="utf-8")
    found = re.search(r"press: \{from: .*?\}", text)
    assert found
    desk = start()
    desk.write("inbox/a.yaml", f"game: race\nturn: 1\nplayer: alice\n{found[0]}\n")
    desk.gm("take")
    desk.gm("run", "--now")
    assert re.search(r"-- The (Clerk of the Course|Bookmaker)", desk.gm("report").out)


# Names


@pytest.mark.parametrize(
    "name", ["Bob Grey", "bob", "  BOB   grey ", "Bob Grey.", "Crisp", "The Editor", "Erin Grey", "Ｂｏｂ Grey", "B\u00adob Grey"]
)  # fmt: skip
def test_press_is_not_signed_with_somebody_elses_name(start: Start, name: str) -> None:
    desk = start()
    said = refused(desk, ORDERED + f"press: {{from: '{name}', text: hush}}\n")
    assert "press cannot be signed with the name of somebody else" in said


@pytest.mark.parametrize(
    "text",
    [
        "press: {as: The Clerk, text: hush}\n",
        "press:\n  as: The Clerk\n  text: hush\n",
        "press: {from: The Clerk, says: hush}\n",
        "press: |\n  From: The Clerk\n  Hush, all of you.\n",
        "press: {text: hush}\n",
        "press: {from: The Clerk, text: hush, to: everybody}\n",
        "press: {by: The Clerk, text: hush: all of you}\n",
        "press: {name: 'The Clerk', press: hush}\n",
        "press: {von: Der Starter, text: hush}\n",
        "press: hush\npress_name: The Clerk\n",
        "press: hush\nfrom: The Clerk\n",
    ],
)
def test_a_name_that_is_written_in_another_way_is_asked_about_and_nothing_is_printed(start: Start, text: str) -> None:
    said = refused(start(), ORDERED + text)
    assert 'press: {from: The Clerk of the Course, text: "He bites."}' in said


def test_the_same_in_json(start: Start) -> None:
    page = '{"game": "race", "turn": 1, "player": "alice", "press": {"as": "The Clerk", "text": "hush"}}'
    assert "from whom it is" in refused(start(), page)


def test_the_press_of_a_fallen_player_is_printed_whatever_stood_beside_it(start: Start) -> None:
    desk = start()
    desk.others(1, 1, but="dave")
    desk.order("dave", 1, "{1: 0, 2: 0}")
    desk.gm("take")
    desk.gm("run", "--now")
    assert "dave" not in desk.gm("status", "--json").lines[0]["missing"]
    desk.order("dave", 2, "{3: 5, 4: 5}", "press: {from: The Ambulance, text: He will live.}\n")
    desk.gm("take", code=1)
    desk.gm("run", "--now")
    assert "He will live. -- The Ambulance" in " ".join(desk.gm("report").out.split())


@pytest.mark.parametrize("name", ["Alice Grey", "alice", "Red Rum", "The Clerk of the Course", "Bobby"])
def test_press_may_be_signed_with_ones_own_name_or_nobodys(start: Start, name: str) -> None:
    desk = start()
    desk.write("inbox/alice.yaml", ORDERED + f"press: {{from: {name}, text: hush}}\n")
    desk.gm("take")
    desk.gm("run", "--now")
    assert f"hush -- {name}" in " ".join(desk.gm("report").out.split())


def test_a_good_page_is_still_a_good_page(post: Desk) -> None:
    post.write("inbox/a.yaml", page("alice", 9, "press: 3 cheers\n"))
    post.gm("take")
