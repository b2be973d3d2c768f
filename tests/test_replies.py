"""What a player writes now counts, and not what is quoted below it, whatever mail program made the reply."""

import json
from email.message import EmailMessage
from textwrap import wrap

import pytest

from gm.desk.enclosed import pages_of
from gm.mail.letter import read_letter
from tests.conftest import NOW, Desk
from tests.replies import BELOW, HEAD, PRESS, Reply, elsewhere, mail, marked, order, replies
from tests.test_post import mail as by_mail
from tests.test_post import page as by_page
from tests.test_post import played, take
from tests.test_post import post as post  # a fixture


def wrong(reply: Reply) -> str:
    """What is wrong with how a mail is read; "" if nothing is."""
    pages = pages_of(read_letter(reply.data, NOW))
    if len(pages) != 1:
        return f"{reply.name}: {len(pages)} pages"
    (page,) = pages
    orders = page.page.fields.get("orders")
    if page.problems or page.turn != 2 or orders != {"3": "22", "4": "15"}:
        return f"{reply.name}: turn {page.turn}, {orders}, {page.problems}"
    return "" if page.page.press == reply.press else f"{reply.name}: press {page.page.press!r}"


@pytest.mark.slow
def test_the_new_order_wins_over_whatever_is_quoted_below_it() -> None:
    assert [said for said in map(wrong, replies()) if said] == []


@pytest.mark.slow
def test_an_order_below_a_quotation_or_filled_in_inside_it_is_read() -> None:
    assert [said for said in map(wrong, elsewhere()) if said] == []


OTHERS = [
    "From:Test Zine [mailto:orders@zine.example.org]\nSent:Tuesday, November 17, 2026 8:02 PM\nTo:Alice\nSubject:RE: x\n",
    "Date: Tue, 17 Nov 2026 20:02:00 +0000\nFrom: orders@zine.example.org\nTo: alice@example.org\nSubject: x\n",
    "*Gesendet:* Dienstag, 17. November 2026 um 20:02 Uhr\n*Von:* Zine\n*An:* Alice\n",
    "In a message dated 11/17/2026 8:02:00 P.M. GMT Standard Time, orders@zine.example.org writes:\n",
    "--- On Tue, 11/17/26, Zine <orders@zine.example.org> wrote:\n\nFrom: Zine <orders@zine.example.org>\nSubject: x\n",
    "On Nov 17, 2026, at 8:02 PM, Zine <orders@zine.example.org> wrote\n",
    "2026-11-17 20:02 GMT+00:00 Zine <orders@zine.example.org>:\n",
    "2026/11/17 Zine <orders@zine.example.org>\n",
    "Zine <orders@zine.example.org>\n17/11/2026 20:02\n\nTo\nAlice\ncc\n\nSubject\nx\n",
    "* Zine <orders@zine.example.org> [2026-11-17 20:02]:\n",
    "##- Please type your reply above this line -##\n",
    "-------- Original message --------From: Zine <orders@zine.example.org> Date: 17/11/2026  20:02 To: x Subject: y\n",
    '------ Original Message ------\nFrom "Zine" <orders@zine.example.org>\nTo "Alice" <alice@example.org>\n',
    "----Messaggio originale----\nDa: orders@zine.example.org\nData: 17/11/2026 20.02\nOgg: x\n",
    '17.11.2026, 20:02, "Zine" <orders@zine.example.org>:\n',
    "Quoting Zine <orders@zine.example.org>:\n",
    "Zine wrote:\n",
    "On Tue, Nov 17, 2026 at 8:02 PM The Very Long Named Test Zine of the Grand\nNational, Its Editor <\norders@zine.example.org> wrote:\n",
]


@pytest.mark.parametrize("sign", OTHERS)
def test_older_and_rarer_programs_quote_too(sign: str) -> None:
    for between in ("\n", "\nAlice\n\n"):
        text = f"Hi!\n\n{order(22, press=PRESS)}{between}{sign}\n{BELOW['an older order of this turn']}"
        assert wrong(Reply(sign, mail(text), PRESS)) == ""


ENDINGS = [
    "- Alice\n", "– Alice\n", "\n— Alice\n", "\n  Cheers, Alice\n", "  Cheers,\n  Alice\n", "\n   Bis bald!\n   Alice\n",
    "Sent from my telephone\n", "  Virus-free. www.avast.com\n", "Von meinem iPhone gesendet\n", "Thanks!\nAlice\n",
    "\n  From: Bob <bob@example.net>\n  Sent: Monday, 16 November 2026\n  To: Alice\n\n  Hello Alice\n",
    "\n  ______________________\n  race mailing list\n  race@lists.example.net\n", "> All of it\n> is quoted.\n",
    "---\nThis email has been scanned for viruses.\n", "—\nReply to this email directly, or look at it there.\n",
    "__\nAlice\n", "/Alice\n", "\n*Alice*\n", "Sent with Sparrow\n", "Von Outlook für iOS gesendet\n",
    "Az iPhone-omról küldve\n", "Скачать Outlook для Android\n", "Android için Outlook'u edinin\n", "Windowsのメールから送信\n",
    "Obtén Outlook para Android\n", "(sent from a phone)\n", "\nParhain terveisin,\nAlice\n", "\nKind regards / Viele Grüße\n\nAlice\n",
    "You received this message because you are subscribed to the group.\n", "\n[image: logo.png]\n", "\nThanks & regards\nAlice\n",
    "\n  Best wishes,\n  Alice\n  0555 010022\n", "Hälsningar från Aintree\n",
]  # fmt: skip


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("press", ["", PRESS])
def test_what_stands_below_a_page_neither_spoils_it_nor_gets_into_the_press(ending: str, press: str) -> None:
    assert wrong(Reply("", mail(f"{order(22, press=press)}{ending}"), press)) == ""


@pytest.mark.parametrize(
    "said", ["Tel. 0555 0100-22", "Let me know if it is too late: I could ring.", "www.stable.example.org"]
)
def test_what_is_indented_below_orders_and_cannot_be_any_does_not_spoil_them(said: str) -> None:
    assert wrong(Reply("", mail(f"{order(22)}\n  {said}\n"), "")) == ""


@pytest.mark.parametrize("said", ["5: 17", "5 17", "- 17", "fence: 17", "five: seventeen", "ten of 17"])
def test_what_is_indented_below_orders_and_might_be_one_is_not_overlooked(said: str) -> None:
    assert wrong(Reply("", mail(f"{order(22)}\n  {said}\n"), "")) != ""


@pytest.mark.parametrize(
    "press",
    ["From: The Stewards\nTo: All\nSubject: whips\nBehave.", "Bob on 3 May 2026 wrote:\nnothing.", "Cheers!\nAnd on.",
     "Cheers!", "- Red Rum\n- Crisp\nwill fall.", "Love is blind.", "Tabbed", "On Monday Bob wrote:\nI win.\nHe does not.",
     "Sent with love from Aintree.\nMore to come.", "A horse called Sent beat one called From.", "Morning\n---\nEvening",
     "--- STOP PRESS ---\nAlice wins.", "***** Late news *****\nAlice wins.", "=====\nAlice wins.", "* Crisp\n* Red Rum",
     "Disclaimer: no horse was harmed.", "To unsubscribe from my tips, fall at fence 3.", "The end\nis near",
     "My iPhone was sent to the vet\nwith the horse.", "Ciao, bella\nciao", "Tel: 0555 0100 is not mine.\nRing Bob.",
     "Bob said:\nnever.\nI said:\never.", "17.11.2026 20:02: they are off.\nAll fall.", "Best wishes to my rivals\nfrom the winner",
     "Date: 3 May 2026\nTo: all\nThe race is on.", "Image: a horse, falling.", "Thanks a lot, Bob!\nI will not fall."],
)  # fmt: skip
def test_press_that_looks_like_the_end_of_a_mail_is_press(press: str) -> None:
    assert wrong(Reply("", mail(order(22, press=press.replace("\n", "\n  "))), press)) == ""


def test_press_in_which_somebody_wrote_something_does_not_make_a_quotation_of_the_next_page() -> None:
    told = "On 3 May 2026 bob@example.net wrote that he wins:\n  neigh"
    pages = pages_of(read_letter(mail(f"{order(22, press=told)}end\n\nAnd the next:\n\n{order(9, turn=3)}"), NOW))
    assert [page.turn for page in pages] == [2, 3]


@pytest.mark.parametrize("width", [62, 68, 72, 78])
def test_a_press_that_a_mail_program_wrapped_is_all_of_it_and_what_stands_right_below_is_not(width: int) -> None:
    told = "Alice to all: the going is " + "very, very soft, and " * 9 + "nobody knows it."
    lines = wrap(told, width, initial_indent="  ")
    for below in ("", "Alice\n", "Sent from my telephone\n", "Let us see!\n"):
        short = below if len(f"{lines[-1]} {below.split(' ')[0]}") <= 60 else ""
        (page,) = pages_of(read_letter(mail(f"{order(22)}press: |\n" + "\n".join(lines) + f"\n{short}"), NOW))
        assert " ".join(page.page.press.split()) == told


def test_lines_of_a_press_that_nobody_indented_are_the_press() -> None:
    (page,) = pages_of(read_letter(mail(f"{order(22)}press: |\nTo all:\nmine is fine.\nYours is not.\n\nAlice\n"), NOW))
    assert page.page.press == "To all:\nmine is fine.\nYours is not."


@pytest.mark.parametrize(
    "between",
    ["Zine, orders@zine.example.org", "Posted by Zine on 17/11/2026", "2026-11-17 20:02 GMT+01:00 Zine", "Sent from my iPhone",
     "-- \nAlice", "Zine ---11/17/2026 08:02:11 PM---The Race", "Mail in another language, 17. 11. 2026",
     "|-------+------>\n| Zine | z@example.org |\n|-------+------>", "To unsubscribe, write to the list"],
)  # fmt: skip
def test_an_order_below_what_only_a_mail_would_say_is_an_older_one(between: str) -> None:
    for gap in ("\n", "\nAlice\n\n", ""):
        text = f"{order(22, press=PRESS)}{gap}{between}\n\n{BELOW['an older order of this turn']}"
        assert wrong(Reply(between, mail(text), PRESS)) == ""


def test_second_thoughts_below_the_first_are_an_order_too() -> None:
    pages = pages_of(read_letter(mail(f"{order(11)}\nNo, wait. This instead:\n\n{order(22)}"), NOW))
    assert [page.page.fields["orders"] for page in pages] == [{"3": "11", "4": "15"}, {"3": "22", "4": "15"}]


def test_what_stands_above_the_end_of_a_page_is_the_page() -> None:
    text = f"{order(22, press=PRESS)}  Cheers, Alice\nend\n\n  Nonsense: yes\n"
    assert wrong(Reply("", mail(text), f"{PRESS}\nCheers, Alice")) == ""


def test_numbers_at_the_margin_belong_to_the_page() -> None:
    (page,) = pages_of(read_letter(mail(f"{HEAD.format(turn=2)}orders:\n3: 22\n4: 15\n\nAlice\n10:30\n"), NOW))
    assert {"3": "22", "4": "15"}.items() <= page.page.fields.items()
    assert len(page.page.fields) == 6


@pytest.mark.parametrize("key", ["oders", "caballo"])
def test_a_key_that_no_page_has_is_not_overlooked(key: str) -> None:
    (page,) = pages_of(read_letter(mail(f"{HEAD.format(turn=2)}{key}: {{3: 22}}\npress: {PRESS}\n"), NOW))
    assert key in page.page.fields
    assert page.page.press == PRESS


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [("text/yaml", "", order(22)), ("application/yaml", "orders", order(22)), ("text/plain", "orders", order(22)),
     ("text/plain", "orders.page", order(22)), ("application/octet-stream", "orders.json", ""),
     ("application/json", "", "")],
)  # fmt: skip
def test_a_page_is_attached_under_any_name(kind: str, name: str, text: str) -> None:
    page = json.dumps({"game": "race", "turn": 2, "player": "alice", "orders": {"3": 22, "4": 15}})
    message = EmailMessage()
    message["From"] = "alice@example.org"
    message.set_content("See there.\n")
    main, sub = kind.split("/")
    message.add_attachment((text or page).encode(), main, sub, **({"filename": name} if name else {}))
    assert wrong(Reply(name, message.as_bytes(), "")) == ""


def test_two_games_in_one_mail_may_have_a_rule_between_them() -> None:
    other = order(7).replace("race", "derby")
    pages = pages_of(read_letter(mail(f"{order(22)}\n------\n\n{other}\n------\n\n{order(9, turn=3)}"), NOW))
    assert [(page.page.get("game"), page.turn) for page in pages] == [("race", 2), ("derby", 2), ("race", 3)]


def test_nobodys_address_is_printed_but_the_writers_own() -> None:
    told = "Ask bob.stone@example.net, or me: Alice@example.org."
    (page,) = pages_of(read_letter(mail(order(22, press=told)), NOW))
    assert page.page.press == "Ask bob.stone@…, or me: Alice@example.org."


def test_a_page_that_names_nobody_is_its_senders(post: Desk) -> None:
    nameless = by_page("alice", 20).replace("player: alice\n", "")
    stranger = by_mail("eve@example.net", nameless, number=2)
    assert take(post, by_mail("alice@example.org", nameless), stranger) == ["taken", "refused"]
    assert post.gm("status", "--json").lines[0]["ordered"] == ["alice"]


def test_last_turns_order_in_a_quotation_brings_no_refusal(post: Desk) -> None:
    old = marked(by_page("alice", 20))
    for number, each in enumerate(("bob", "carol", "dave", "alice"), start=17):
        take(post, by_mail(f"{each}@example.org", by_page(each, number).replace(": 5", f": {number}")))
    post.gm("run", "--now")
    chat = by_mail("alice@example.org", f"What a race!\n\nOn 17 Nov 2026 you wrote:\n{old}", number=2)
    new = by_mail("alice@example.org", f"{by_page('alice', 9, turn=2)}\nOn 17 Nov 2026 you wrote:\n{old}", number=3)
    assert take(post, chat, new) == ["empty", "taken"]
    assert take(post, by_mail("alice@example.org", by_page("alice", 21), number=4)) == ["refused"]


def test_the_proof_in_a_receipt_that_is_quoted_is_no_order(post: Desk) -> None:
    first, second = (by_mail("alice@example.org", by_page("alice", n), number=n) for n in (20, 21))
    proof = post.gm("take", "--json", post.write("a.eml", first)).lines[0]["canonical"]
    thanks = by_mail("alice@example.org", f"Thanks!\n\nOn 17 Nov 2026 you wrote:\n> {proof}\n", number=3)
    assert take(post, second, thanks) == ["taken", "empty"]
    assert played(post) == 21
