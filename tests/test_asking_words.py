"""What in a mail asks for something, in whose words and in which language; and days as people write them."""

from datetime import date

import pytest

from gm.core.days import NoDay, read_day
from gm.desk.enclosed import pages_of
from gm.mail.letter import read_letter
from gm.mail.requests import asked_in, request_in
from tests.conftest import NOW
from tests.test_asking import post as post
from tests.test_asking import wrote
from tests.test_post import page


@pytest.mark.parametrize(
    ("line", "kind", "about"),
    [
        ("gm: status", "status", ""),
        ("GM: Status.", "status", ""),
        ("“gm: status spring”", "status", "spring"),
        ("*gm: my order*", "order", ""),
        ("gm status", "status", ""),
        ("gm:hilfe", "help", ""),
        ("gm: meine Order", "order", ""),
        ("gm: mon ordre", "order", ""),
        ("gm: compte rendu", "report", ""),
        ("gm: il mio ordine spring", "order", "spring"),
        ("gm : zurückziehen", "withdraw", ""),
        ("gm: absent jusqu’au 3 mai", "away", "3 mai"),
        ("gm: abwesend bis zum 3. Mai", "away", "3. mai"),
        ("gm: assente fino al 3 maggio", "away", "3 maggio"),
        ("gm: address New@Example.org", "address", "new@example.org"),
        ("gm: confirm abcdefghjk", "confirm", "abcdefghjk"),
        ("gm: statsu", "unknown", ""),
    ],
)
def test_a_line_that_asks_for_something(line: str, kind: str, about: str) -> None:
    request = request_in(line)
    assert request is not None
    assert (request.kind, request.about) == (kind, about)


@pytest.mark.parametrize(
    "line",
    [
        "gm: could you give us two more days, please?", "GM: thank you for the report", "gm status was late last week",
        "- gm: withdraw", "the gm: status", "gm:", "gm: thanks", "program: status", "gm: report me to the stewards, will you",
    ],
)  # fmt: skip
def test_what_is_said_to_the_game_master_is_for_the_game_master(line: str) -> None:
    assert request_in(line) is None


@pytest.mark.parametrize(
    "text",
    [
        "3 May", "May 3", "May 3rd", "3rd of May", "the 3rd of May 2027", "Monday, 3 May 2027", "3. Mai", "Montag, 3. Mai 2027",
        "le 3 mai", "lundi 3 mai", "il 3 maggio", "lunedì 3 maggio 2027", "2027-05-03", "3.5.", "3.5.2027", "03.05.27", "3. 5. 2027",
    ],
)  # fmt: skip
def test_a_day_as_people_write_it(text: str) -> None:
    assert read_day(text, date(2026, 11, 16)) == date(2027, 5, 3)


@pytest.mark.parametrize(
    "text", ["", "soon", "5/3", "31 June", "3 May 2099", "29 Feb 2027", "3", "May", "3 4 May", "0.0.", "١ May"]
)
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(NoDay):
        read_day(text, date(2026, 11, 16))


def test_a_day_with_slashes_is_one_only_if_nobody_could_mean_another() -> None:
    assert read_day("13/5/2027", date(2026, 11, 16)) == read_day("5/13/27", date(2026, 11, 16)) == date(2027, 5, 13)
    assert read_day("29 February", date(2026, 11, 16)) == date(2028, 2, 29)
    assert read_day("16 November", date(2026, 11, 16)) == date(2026, 11, 16)


def asks(text: str, subject: str = "hello") -> list[str]:
    return [each.kind for each in asked_in(read_letter(wrote("alice@example.org", text, subject), NOW)).requests]


def test_only_the_writers_own_words_ask() -> None:
    assert asks("gm: status\n\nOn 14 Nov 2026 Test Zine <zine@example.org> wrote:\n> gm: withdraw\n") == ["status"]
    assert asks("Thanks!\n\n-----Original Message-----\nFrom: Zine <zine@example.org>\n\ngm: withdraw\n") == []
    assert asks("Thanks!\n-- \ngm: withdraw\n") == []
    assert asks("Thanks!\n\nAm 14.11.2026 schrieb Test Zine <zine@example.org>:\ngm: withdraw\n") == []
    below = "On 14 Nov 2026 Test Zine <zine@example.org> wrote:\n> How are you?\n\ngm: status\n"
    assert asks(below) == ["status"]


def test_the_press_of_a_page_asks_for_nothing_and_keeps_its_words() -> None:
    press = page("alice", 20) + "press: |\n  Alice to all:\n  gm: withdraw\n"
    assert asks(press) == []
    (found,) = pages_of(read_letter(wrote("alice@example.org", press), NOW))
    assert "gm: withdraw" in found.page.press
    assert asks(f"Here it is:\n\n    gm: confirm abcdefghjk\n\n{press}") == ["confirm"]


def test_a_request_is_no_part_of_the_page_above_or_below_it() -> None:
    for text in (page("alice", 20) + "gm: status\n", "gm: status\n" + page("alice", 20)):
        assert asks(text) == ["status"]
        (found,) = pages_of(read_letter(wrote("alice@example.org", text), NOW))
        assert not found.problems


def test_a_mail_in_html_alone_asks_as_well() -> None:
    data = wrote("alice@example.org", "<div><b>gm: status</b></div><blockquote>gm: withdraw</blockquote>")
    letter = read_letter(data.replace(b"text/plain", b"text/html"), NOW)
    assert [each.kind for each in asked_in(letter).requests] == ["status"]


def test_the_subject_of_a_reply_asks_only_if_the_reply_says_nothing_else() -> None:
    assert asks("", "gm: status") == asks("\n\nAlice\n", "Re: gm: status") == ["status"]
    assert asks("", "AW: GM: Status") == ["status"]
    assert asks("Thank you very much for telling me so.", "Re: gm: withdraw") == []
    assert asks(page("alice", 20), "Re: gm: withdraw") == []
    assert asks("gm: status", "gm: status") == ["status"]
