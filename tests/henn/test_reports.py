"""What the reports of Henn's Derby tell, and the pages that come with them."""

import re
from dataclasses import replace
from typing import Any

import pytest
import yaml

from gm.core.words import LANGUAGES
from gm.games.henn.cards import HORSES
from gm.reports.render import fill
from tests.conftest import Desk
from tests.contract.facts import blocks, missing
from tests.henn.looking import LONG, NAMES, Moment, moments

FILE = (
    "rules: henn\ntitle: Derby\nentrants: [{{player: alice}}, {{player: bob}}, {{player: carol}}]\noptions: {{{0}}}\n"
)
FILE += "deadlines: {{first: 2026-12-01 20:00, every: 1 week}}\n"


def begin(desk: Desk, options: str = "") -> Desk:
    desk.write("games/derby.yaml", FILE.format(options))
    desk.gm("start", "derby")
    return desk


def report(desk: Desk, reader: str = "", format: str = "txt", turn: int | None = None) -> str:
    args = [*(["--for", reader] if reader else []), "--format", format, *(["--turn", turn] if turn is not None else [])]
    return desk.gm("report", "derby", *args).out


def page_of(text: str) -> str:
    """The order page of a report."""
    return re.search(r"^-+\n(game: .*?\nend)\n", text, re.MULTILINE | re.DOTALL)[1] + "\n"  # type: ignore[index]


def sent(desk: Desk, player: str, part: str) -> None:
    desk.write(f"inbox/{player}.yaml", f"game: derby\nturn: 1\nplayer: {player}\n{part}")


@pytest.mark.parametrize("options", ["", "pace: move", "horses: [Oh no, 'a: {b}', Kiss, X, blue, W, Far Away, No, Y]"])
def test_text_and_page_tell_the_same_to_everybody(desk: Desk, options: str) -> None:
    begin(desk, options)
    for turn in range(3):
        for reader in ("", "bob"):
            text, page = (report(desk, reader, form, turn) for form in ("txt", "html"))
            assert missing(blocks(page), text) == []
            assert max(map(len, text.splitlines())) <= 72
        desk.gm("run", "derby", "--now")


@pytest.mark.parametrize("options", ["", "horses: [Oh no, 'a: {b}', Kiss, X, '\"Q\"', W, Far Away, No, Y]"])
def test_the_page_that_comes_with_a_report_can_be_sent_as_it_is(desk: Desk, options: str) -> None:
    begin(desk, options)
    for turn in (1, 2):
        for player in ("alice", "bob", "carol"):
            desk.write(f"inbox/{player}.yaml", page_of(report(desk, player)))
        taken = desk.gm("take").out
        assert taken.count(f"taken (derby, turn {turn},") == 3
        desk.gm("run", "derby", "--now")
        assert "You moved as you ordered." in report(desk, "bob")


def test_the_page_has_what_one_needs_to_know_beside_every_horse(desk: Desk) -> None:
    text = page_of(report(begin(desk), "bob"))
    view = desk.result("derby")
    mine = yaml.safe_load(text.removesuffix("end\n"))
    assert list(mine["moves"][0]["favour"]) == list(HORSES)
    assert mine["exchange"] == "better"
    for horse in HORSES:
        place, _, opened = re.search(rf"^ +{horse}: 0 +# (\S+) +(\d) +(\d)$", text, re.MULTILINE).groups()  # type: ignore[union-attr]
        assert (place, int(opened)) == ("1=", view["stock"][horse]["open"])
    assert f"Your open number is {view['numbers']['bob']['open']}," in text
    assert f"Left, card {view['row']['left']} would run" in text


def test_one_reads_on_top_until_when_one_is_to_order(desk: Desk) -> None:
    begin(desk)
    head = report(desk, "bob").split("\n\n")[1]
    assert "Your orders for turn 1 are due by Tuesday 1 December 2026, 20:00" in " ".join(head.split())
    page = report(desk, "bob", "html")
    assert page.index("are due by") < page.index("<svg")


def test_one_is_told_what_every_line_of_the_order_did(desk: Desk) -> None:
    begin(desk)
    view = desk.result("derby")
    other = next(card for card in range(1, 64) if card not in view["row"].values())
    sent(
        desk, "alice", f"moves:\n  - {other}\n  - {{when: {{home: '> 0'}}, card: left}}\n  - right\nexchange: '<= 0'\n"
    )
    sent(desk, "bob", "standing: {moves: left}\n")
    desk.gm("take")
    desk.gm("run", "derby", "--now")
    told = " ".join(report(desk, "alice").split())
    assert "Your 1st move was not made (there is no such card now)." in told
    assert (
        "Your 2nd move was not made (if the number of horses home is more than 0). So your 3rd move was made." in told
    )
    assert (
        "Your 1st exchange was passed over (no open ticket that may be had is for place <= 0). So you kept your tickets."
        in told
    )
    assert f"Your move: number {view['numbers']['alice']['open']} with the right card, {view['row']['right']};" in told
    assert "The 1st move of your standing order was made." in " ".join(report(desk, "bob").split())
    carol = " ".join(report(desk, "carol").split())
    assert "There was no order of yours, so the rules moved for you." in carol
    assert "You ordered no exchange, and kept your tickets." in carol
    everybody = " ".join(report(desk).split())
    assert "(by the rules)" in everybody
    assert "for want of an order" not in everybody


def test_a_move_by_the_rules_lacks_an_order_that_fitted_only_where_one_came(desk: Desk) -> None:
    begin(desk)
    view = desk.result("derby")
    other = next(card for card in range(1, 64) if card not in view["row"].values())
    sent(desk, "alice", f"moves: {other}\n")
    desk.gm("take")
    desk.gm("run", "derby", "--now")
    told = " ".join(report(desk).split())
    assert told.count("(by the rules, for want of an order that fitted)") == 1
    assert told.count("(by the rules)") == 2


@pytest.mark.parametrize("wish", ["open", "blind"])
def test_what_was_given_away_is_told_to_its_owner_alone(desk: Desk, wish: str) -> None:
    begin(desk)
    sent(desk, "alice", f"moves: left\nexchange: {{swap: any, for: {wish}}}\n")
    desk.gm("take")
    desk.gm("run", "derby", "--now")
    own, public = (" ".join(report(desk, reader).split()) for reader in ("alice", ""))
    (swap,) = [move["exchange"] for move in desk.result("derby")["moves"] if move["exchange"]]
    gave = re.search(
        rf"{swap['horse']}, place (\d), for the open" if wish == "open" else r"exchanged place (\d) for the next", own
    )
    assert gave
    assert gave[0] not in public
    assert (
        f"exchanged {swap['horse']} for the open ticket" if wish == "open" else "the next one, unseen; place"
    ) in public


def test_gm_new_proposes_that_the_lead_passes_and_names_every_option(desk: Desk) -> None:
    desk.gm("new", "derby", "--rules", "henn")
    text = (desk.folder / "games/derby.yaml").read_text(encoding="utf-8")
    options = yaml.safe_load(text)["options"]
    assert options == {
        "lead": "pass", "pace": "round", "nmr": "left", "track": 70, "horses": list(HORSES),
        "payouts": [1500, 1200, 1000, 800, 600, 450, 300, 200, 100],
    }  # fmt: skip
    assert "all seats win equally often" in text


def over(moment: Moment, **values: Any) -> dict[str, Any]:
    """The public model of a game that has ended, with what a page needs around it."""
    return moment.model() | {
        "zine": "Z", "editor": "E", "next_turn": None, "deadline": None, "due": "", "receipts": {}, "press": [], "call": [],
        "commitment": "", "revealed": None, "case": None, "entries": {}, "rulings": [], "people": [], "opened": "", "listed": 200,
    } | values  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_end_everybodys_tickets_lie_open(language: str) -> None:
    moment = list(moments(5, "end", horses=LONG if language == "en" else HORSES))[-1]
    text = fill("henn/body.txt", over(moment), language=language)
    table = moment.table
    totals = [table.total(table.places, player.tickets) for player in table.players]
    row = next(line for line in text.splitlines() if re.sub(r"\D", "", line) == "".join(map(str, totals)))
    assert row.count(" ") > len(totals)
    for place in table.places:
        assert str(place) in text
    page = fill("henn/body.html", over(moment), language=language)
    assert missing(blocks(page), text) == []


def test_a_shared_win_is_told_as_one() -> None:
    moment = list(moments(3, "end"))[-1]
    first = moment.table.players[0]
    alike = replace(moment.table, players=tuple(each._replace(tickets=first.tickets) for each in moment.table.players))
    told = fill("henn/headline.txt", over(replace(moment, table=alike)))
    total = alike.total(alike.places, first.tickets)
    assert f"{NAMES[0]}, {NAMES[1]} and {NAMES[2]} share the win with {total:,} each." in told


def test_what_people_are_called_cannot_break_the_page() -> None:
    page = fill("henn/body.html", over(list(moments(3, "end"))[-1]))
    assert "<b>Bob &lt;Stone&gt; &amp; Sons</b>" in page
    assert "<Stone>" not in page
    assert page.count("<svg") == page.count("</svg>") == 3
