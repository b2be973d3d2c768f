"""What an answer says: what counts now, in words and at the top; to a late order kindly; after the editor's word again."""

from datetime import UTC, datetime

import pytest

from tests.conftest import Desk
from tests.examples import race_file
from tests.test_letters import outbox
from tests.test_post import mail, page, take

FIELD = {"alice": "Red Rum", "bob": "Crisp", "carol": "Foinavon", "dave": "Aldaniti"}
LATE = datetime(2026, 12, 3, 9, 0, tzinfo=UTC)


@pytest.fixture
def post(desk: Desk) -> Desk:
    lines = (f"{each}: {{name: {each.title()} Grey, mail: {each}@example.org}}\n" for each in FIELD)
    desk.write("players.yaml", "".join(lines))
    zine = (
        "title: Test Zine\neditor: The Editor\ntime_zone: Europe/London\nmail: {from: Test Zine <zine@example.org>}\n"
    )
    desk.write("zine.yaml", zine)
    dates = "deadlines: {first: 2026-12-01 20:00, every: 3 weeks}\n"
    desk.write("games/race.yaml", race_file(FIELD, "4 plain", "The Race", dates))
    desk.write("games/other.yaml", race_file(FIELD, "4 plain", "The Other Race", dates))
    desk.gm("start", "race")
    desk.gm("start", "other")
    return desk


def said(desk: Desk, to: str = "alice@example.org") -> str:
    """The last answer to an address, in one line, without the zine's own name."""
    texts = [message.get_content() for kind, address, message in outbox(desk) if (kind, address) == ("answer", to)]
    return " ".join(texts[-1].split()).partition("= ")[2].lstrip("= ")


def test_an_answer_begins_with_what_counts_now_in_words(post: Desk) -> None:
    order = "game: race\nturn: 1\nplayer: alice\norders:\n  1: 22\n  2: [{when: {fell: Crisp}, play: 10}, 15]\n"
    take(post, mail("alice@example.org", order))
    assert said(post).startswith(
        "Fence 1: 22. Fence 2: 15, or 10 if Crisp fell. Taken: your order for The Race, turn 1."
    )
    post.now = datetime(2026, 11, 18, tzinfo=UTC)
    take(post, mail("alice@example.org", page("alice", 30), post.now, number=2))
    text = said(post)
    assert text.startswith("Fence 1: 30. Fence 2: 5. This replaces your order of Monday 16 November 2026, 12:00 (GMT).")
    assert text.index("Receipt") > text.index("Fence 1")


def test_what_is_not_to_hold_is_read_back_as_an_exception(post: Desk) -> None:
    both = "{when: {fallers: 1, not: {fell: Crisp, not: {free: no}}}, play: 10}"
    alone = "{when: {not: {fell: [Crisp, Red Rum]}}, play: 12}"
    order = f"game: race\nturn: 1\nplayer: alice\norders:\n  1: 22\n  2: [{both}, {alone}, 15]\n"
    take(post, mail("alice@example.org", order))
    assert (
        "Fence 2: 15, or 10 if the number of fallers is 1 unless Crisp fell and not (the second fence is not free), or 12 unless Crisp and Red Rum fell."
        in said(post)
    )


def test_an_answer_to_an_overtaken_order_begins_with_the_one_that_counts(post: Desk) -> None:
    later = mail("alice@example.org", page("alice", 30), datetime(2026, 11, 16, 11, tzinfo=UTC))
    earlier = mail("alice@example.org", page("alice", 40), datetime(2026, 11, 16, 10, tzinfo=UTC), number=2)
    take(post, later, earlier)
    assert said(post).startswith(
        "Fence 1: 30. Fence 2: 5. Taken: your order for The Race, turn 1. But one that came later"
    )


def test_a_refusal_says_in_words_what_still_counts_and_shows_only_the_page_of_that_game(post: Desk) -> None:
    take(post, mail("alice@example.org", page("alice", 20)), mail("alice@example.org", page("alice", 9999), number=2))
    text = said(post)
    assert text.startswith("Refused: your order for The Race cannot be taken. What was on file before still counts.")
    assert "Fence 1: 20. Fence 2: 5." in text
    assert "game: race" in text
    assert "game: other" not in text


def test_a_mail_about_one_game_is_answered_about_that_game(post: Desk) -> None:
    about_one = mail("alice@example.org", "How?").replace(b"Subject: orders", b"Subject: Re: The Other Race: turn 1")
    take(post, about_one, mail("bob@example.org", "How?", number=2))
    assert "game: other" in said(post)
    assert "game: race" not in said(post)
    both = said(post, "bob@example.org")
    assert "game: race" in both
    assert "game: other" in both


def test_a_late_order_is_answered_kindly_and_without_the_game_masters_commands(post: Desk) -> None:
    take(post, mail("alice@example.org", page("alice", 20)))
    post.now = LATE
    late = mail("alice@example.org", page("alice", 33), LATE, number=2)
    assert take(post, late, mail("bob@example.org", page("bob", 34), LATE, number=3)) == ["refused", "refused"]
    text = said(post)
    assert text.startswith(
        "Thank you. Your order for The Race, turn 1, came too late: it was due Tuesday 1 December 2026"
    )
    assert "If not, what you sent before counts: Fence 1: 20. Fence 2: 5." in text
    assert "gm take" not in text
    assert "turn: 1" not in text  # nobody is asked for what is too late
    assert "the turn is played without an order of yours" in said(post, "bob@example.org")
    post.gm("take", "--late", code=None)
    assert said(post).startswith("Fence 1: 33. Fence 2: 5. This replaces your order of Monday 16 November")
    assert said(post, "bob@example.org").startswith("Fence 1: 34.")
    sent = len(outbox(post))
    post.gm("take", "--late", code=None)
    assert len(outbox(post)) == sent


def test_an_order_for_a_turn_that_has_been_run_is_told_what_is_open(post: Desk) -> None:
    post.order("bob", 1, "{1: 3, 2: 4}")
    post.order("carol", 1, "{1: 4, 2: 3}")
    post.gm("take")
    post.gm("run", "race", "--now")
    take(post, mail("bob@example.org", page("bob", 33)))
    text = said(post, "bob@example.org")
    assert text.startswith("Thank you. But turn 1 of The Race has been run")
    assert "Turn 2 is open, and due Tuesday 22 December 2026" in text
    assert "turn: 2" in text


def test_a_player_whose_held_page_is_accepted_is_told(post: Desk) -> None:
    assert take(post, mail("alice@holiday.example", page("alice", 21))) == ["held"]
    post.gm("held", "--accept", 1)
    assert said(post).startswith("Fence 1: 21. Fence 2: 5. Taken: your order for The Race, turn 1.")
    assert "21" not in said(post, "alice@holiday.example")


def test_of_a_player_on_paper_the_game_master_is_told_to_tell_them(post: Desk) -> None:
    people = (post.folder / "players.yaml").read_text()
    post.write("players.yaml", people.replace("alice@example.org", "alice@example.org, by: post", 1))
    assert take(post, mail("alice@holiday.example", page("alice", 21))) == ["held"]
    assert "alice gets no mail: it is for you to tell them." in post.gm("held", "--accept", 1).out
    assert [to for _, to, _ in outbox(post)] == ["alice@holiday.example"]


def test_the_word_for_a_letter_alone_says_that_no_order_is_on_file(post: Desk) -> None:
    take(post, mail("alice@example.org", "game: race\nturn: 1\nplayer: alice\npress: He bites.\n"))
    assert said(post).startswith("No order of yours is on file for turn 1 of The Race yet.")
