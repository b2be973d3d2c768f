"""The card count and the hand: the same in text, on the page and as a picture, and only what the reader knows."""

import random
from xml.etree import ElementTree as Xml

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.core.colours import in_colours
from gm.core.words import sentence
from gm.games.knizia.cards import DECK, card_name
from gm.games.knizia.counting import with_hand
from gm.games.knizia.table import Table
from gm.reports.languages import speaker_of
from tests.conftest import Desk
from tests.examples import cards_file
from tests.knizia.test_pictures import play


def places(table: Table) -> dict[str, str]:
    """From the state itself: what lies there, what is out, and what nobody has shown."""
    hidden = [*table.deck, *(card for player in table.players for card in player.hand)]
    known = dict.fromkeys(hidden, "unseen") | dict.fromkeys(table.out, "out")
    return {card_name(card, table.horses): known.get(card, "lies") for card in DECK}


@settings(max_examples=10, deadline=None)
@given(st.integers(2, 5), st.randoms(use_true_random=False))
def test_every_card_is_counted_where_it_is(many: int, rng: random.Random) -> None:
    said = {"top": "lies", "covered": "lies", "fell": "out", "discarded": "out", "unseen": "unseen"}
    for moment in play(many, rng):
        rows = moment.model()["story"]["count"]
        counted = {f"{row['horse']} {n}": said[at] for row in rows for n, at in enumerate(row["cards"])}
        assert counted == places(moment.table)
        tops = sum(each["cards"].count("top") for each in rows)
        assert tops == sum(
            top is not None for row in moment.table.standing for top in [c[row] for c in moment.table.columns]
        )


def test_a_hand_is_only_counted_for_its_owner() -> None:
    moment = list(play(3, random.Random(7)))[6]
    player = moment.table.players[1]
    hand = moment.table.cards(player.hand)
    rows = with_hand(moment.model()["story"]["count"], hand)
    assert [f"{row['horse']} {n}" for row in rows for n, at in enumerate(row["cards"]) if at == "hand"] == hand
    assert sum(row["unseen"] for row in rows) == 90 - len(places(moment.table)) + list(
        places(moment.table).values()
    ).count("unseen") - len(hand)
    assert "hand" not in {at for row in moment.model()["story"]["count"] for at in row["cards"]}


def test_the_hand_is_drawn_as_cards_and_told_in_characters(desk: Desk) -> None:
    desk.write("games/derby.yaml", cards_file(["alice", "bob"]))
    desk.write("players.yaml", "alice: {name: Alice, language: de}\nbob: {name: Bob}\n")
    desk.gm("start", "derby")
    desk.gm("run", "--now")
    page = desk.gm("report", "--for", "alice", "--format", "html").out
    svg = page[page.index('<svg xmlns="http://www.w3.org/2000/svg" class="table-picture table-hand"') :]
    picture = Xml.fromstring(svg[: svg.index("</svg>") + 6])
    drawn = [each.get("data-card") for each in picture.iter() if each.get("data-card")]
    assert len(drawn) == 8
    text = desk.gm("report", "--for", "alice").out
    words = " ".join(text.split())
    german = {"red": "rot", "yellow": "gelb", "green": "grün", "blue": "blau", "white": "weiß", "black": "schwarz"}
    for card in drawn:
        horse, _, number = str(card).rpartition(" ")
        assert f"| {number} " in words
        if horse in german:
            assert f"| {german[horse]} " in words
            assert f">{german[horse]}</text>" in svg
    assert "DIE KARTENZÄHLUNG" in text
    told = "\n".join(line for line in text.splitlines() if ":" not in line and not line.startswith(("#", "  |")))
    assert not [word for word in ("red", "yellow", "green", "blue", "white", "black") if f" {word} " in told]


def test_names_that_somebody_gave_are_not_translated() -> None:
    say = speaker_of("fr").say
    assert say(in_colours(sentence("{card} is not in your hand", card="red 7"))) == "rouge 7 n’est pas dans ta main"
    assert say(in_colours(sentence("{card} is not in your hand", card="Red 7"))) == "Red 7 n’est pas dans ta main"
    assert say(in_colours(sentence("{horse} has fallen", horse="black beauty"))).startswith("black beauty")
