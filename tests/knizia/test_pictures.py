"""The card table as a picture: the same facts as in the text, each in a place of its own, and nothing that is hidden."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.core.dice import Dice
from gm.core.play import Entrant, Event
from gm.core.words import LANGUAGES
from gm.games.knizia import GAME
from gm.games.knizia.cards import BLACK, row_of
from gm.games.knizia.options import HORSES
from gm.games.knizia.rules import Move
from gm.games.knizia.table import FENCES, Table
from gm.reports.pictures import standalone, text_width
from gm.reports.render import fill
from tests.telling import story

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ann Grey", "Bob <Stone> & Sons", "Gaston Lefèvre de la Tour du Pin", "Dave", "E"]
LONG = [
    "The Incredible Mr Limpet",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "日本日本日本日本日本日本日本日本日本日本日本日本",
    "Golden Miller",
]
LONG += ["black beauty", "Blue", "No", "abcdefgh abcdefgh abcdef"]


@dataclass(frozen=True)
class Moment:
    """A table in the middle of a game, and all that happened at it, move by move."""

    table: Table
    moves: tuple[tuple[Event, ...], ...] = ()

    def model(self, viewer: str | None = None) -> dict[str, Any]:
        """As a report has it: the last two moves are this turn's."""
        past, events = self.moves[:-2], self.moves[-2:]
        told = story(GAME, self.table, sum(events, ()), viewer, sum(past, ()))
        players = {player.seat: name for player, name in zip(self.table.players, NAMES, strict=False)}
        return {
            "game": "derby", "turn": 3, "title": "The <Derby>", "over": told["result"]["over"], "players": players,
            "result": told["result"], "story": told,
        }  # fmt: skip

    def picture(self, language: str = "en") -> str:
        return fill("knizia/table.svg", self.model(), language=language)

    def text(self) -> str:
        return fill("knizia/table.txt", self.model())


def play(many: int, rng: random.Random, horses: list[str] | None = None) -> Iterator[Moment]:
    """Any legal moves, to the end."""
    entrants = [Entrant(f"p{n}", f"p{n}") for n in range(many)]
    settings = {"options": {"horses": horses}} if horses else {}
    at = Moment(GAME.setup(entrants, settings, Dice(f"{rng.random():.9f}")).state)
    yield at
    while GAME.pending(at.table):
        player = at.table.players[at.table.mover]
        cards = [card for card in player.hand if at.table.playable(card)]
        card = rng.choice(cards) if cards else None
        on = 0 if card is None else row_of(card) if row_of(card) < BLACK else rng.choice(at.table.standing)
        move = Move(card, on, tuple(rng.sample(range(8), rng.randint(0, 3))))
        step = GAME.resolve(at.table, {player.seat: move}, Dice(""))
        at = Moment(step.state, (*at.moves, tuple(step.events)))
        yield at


def some(many: int, rng: random.Random, horses: list[str] | None = None) -> list[Moment]:
    """The start, the end, and three moments between."""
    moments = list(play(many, rng, horses))
    return [moments[0], *rng.sample(moments[1:-1], 3), moments[-1]]


tables = given(st.integers(2, 5), st.randoms(use_true_random=False))


@dataclass
class Facts:
    """What can be read off a table, whoever tells it."""

    cards: dict[tuple[str, int], tuple[int, bool]] = field(default_factory=dict)  # where: its number; is it black?
    bets: dict[tuple[str, int], str] = field(default_factory=dict)  # where: whose, by letter
    fell: dict[str, tuple[int, int]] = field(default_factory=dict)  # where, and with which card
    lost: dict[str, list[str]] = field(default_factory=dict)  # by letter
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)  # by letter: counters, cards in hand
    pays: dict[int, int] = field(default_factory=dict)
    deck: int = 0


def true(moment: Moment) -> Facts:
    """From the state itself, and the events of each score."""
    table, horses = moment.table, moment.table.horses
    marks = {player.seat: mark for player, mark in zip(table.players, "ABCDE", strict=False)}
    facts = Facts(deck=len(table.deck), pays={n: 5 - n for n in range(1, min(table.fence, FENCES) + 1)})
    facts.bets = {(horses[bet.row], bet.fence): marks[bet.seat] for bet in table.bets}
    facts.seats = {marks[player.seat]: (player.counters, len(player.hand)) for player in table.players}
    for event in sum(moment.moves, ()):
        fence, data = 1 + len(facts.fell), event.data
        if event.kind == "play":
            facts.cards[data["on"], fence] = (int(data["card"][-1]), data["card"][:-2] == "black")
        elif event.kind == "score":
            facts.fell[data["fell"]] = (fence, data["card"])
            facts.cards = {place: card for place, card in facts.cards.items() if place[0] != data["fell"]}
            facts.lost |= {data["fell"]: [marks[seat] for seat in data["lost"]]} if data["lost"] else {}
    return facts


def drawn(svg: str) -> Facts:
    """From what the picture shows; its marks for scripts have to say the same."""
    root, facts = Xml.fromstring(svg), Facts()
    for cell in root.iterfind(".//*[@class='table-cell']"):
        place = cell.attrib["data-horse"], int(cell.attrib["data-fence"])
        shown = {str(text.get("class")).split()[-1]: text.text for text in cell.iter(f"{SVG}text")}
        number = shown.get("table-black-number", shown.get("table-face-number"))
        assert (number or "") == cell.attrib["data-top"]
        assert ("table-letter" in shown) == bool(cell.attrib["data-bet"])
        if number:
            facts.cards[place] = (int(number), "table-black-number" in shown)
        if letter := shown.get("table-letter"):
            facts.bets[place] = letter
    for row in root.iterfind(".//*[@class='table-row']"):
        if fence := row.attrib["data-fell"]:
            said = row.find(f"{SVG}text[@class='table-said']")
            assert said is not None
            assert f"fell at fence {fence} with a {said.attrib['data-fell-with']}" in str(said.text)
            facts.fell[row.attrib["data-horse"]] = (int(fence), int(said.attrib["data-fell-with"]))
            if gone := [text.text or "" for text in row.iterfind(f"{SVG}g[@class='table-gone']/{SVG}text")]:
                facts.lost[row.attrib["data-horse"]] = gone
    _read_legend(root, facts)
    return facts


def _read_legend(root: Xml.Element, facts: Facts) -> None:
    for seat in root.iterfind(".//*[@class='table-seat']"):
        mark, _, counters, hand = (text.text or "" for text in seat.iter(f"{SVG}text"))
        backs = seat.findall(f"{SVG}rect")
        assert (mark, counters, hand) == tuple(seat.attrib[f"data-{key}"] for key in ("mark", "counters", "hand"))
        assert len(backs) == int(hand)
        facts.seats[mark] = (int(counters), int(hand))
    for head in root.iterfind(".//*[@class='table-head']"):
        number, pays = (text.text or "" for text in head.iter(f"{SVG}text"))
        if "table-place" not in str(next(head.iter(f"{SVG}rect")).get("class")):
            facts.pays[int(number)] = int(pays) if pays.isdigit() else 0
    deck = root.find(f"{SVG}text[@data-deck]")
    assert deck is not None
    facts.deck = int(str(deck.text).split()[0])


def written(text: str, horses: tuple[str, ...]) -> Facts:
    """From the text report."""
    lines, facts = text.splitlines(), Facts()
    pays = next(line for line in lines if line.startswith("  a bet pays")).split()[3:]
    facts.pays = {fence: 0 if number == "-" else int(number) for fence, number in enumerate(pays, start=1)}
    for horse in horses:
        if line := next((line for line in lines if line.startswith(f"  -{horse}-  ")), None):
            fence, card, lost = re.search(r"fell at fence (\d) with a (\d)(?:; bets? lost: (.*))?$", line).groups()  # type: ignore[union-attr]
            facts.fell[horse] = (int(fence), int(card))
            facts.lost |= {horse: lost.split(", ")} if lost else {}
            continue
        line = next(line for line in lines if line.startswith(f"  {horse}  "))
        for fence, (bet, bracket, top) in enumerate(re.findall(r"([A-E ]) ([\[(])([\d ])[\])]", line), start=1):
            facts.cards |= {(horse, fence): (int(top), bracket == "(")} if top != " " else {}
            facts.bets |= {(horse, fence): bet} if bet != " " else {}
    found = re.findall(r"^  ([A-E]) .* (\d+) counters? left +(\d+) cards? in hand$", text, re.MULTILINE)
    facts.seats = {mark: (int(counters), int(hand)) for mark, counters, hand in found}
    facts.deck = int(re.search(r"(\d+) cards? in the deck", text)[1])  # type: ignore[index]
    return facts


@pytest.mark.slow
@settings(max_examples=12)
@tables
def test_picture_and_text_hold_the_same_facts_as_the_table(many: int, rng: random.Random) -> None:
    for moment in some(many, rng):
        truth = true(moment)
        assert drawn(moment.picture()) == truth
        assert written(moment.text(), moment.table.horses) == truth


Box = tuple[float, float, float, float]  # left, top, right, bottom
SIZES = {"table-small": 13, "table-long": 14, "table-name": 16, "table-number": 22}
INSIDE = ("table-number", "table-letter")  # they stand on a card, a fence or a counter
PIECES = (
    "table-place",
    "table-fence",
    "table-fence-now",
    "table-card",
    "table-card-black",
    "table-counter",
    "table-lost",
)


def boxes(svg: str) -> Iterator[tuple[str, Box]]:
    """Every piece and every word of a picture, and the room that it takes."""
    for element in Xml.fromstring(svg).iter():
        classes, number = element.get("class", "").split(), {k: float(v) for k, v in element.items() if _plain(v)}
        if element.tag == f"{SVG}circle" and set(PIECES) & set(classes):
            x, y, r = number["cx"], number["cy"], number["r"]
            yield "circle", (x - r, y - r, x + r, y + r)
        elif element.tag == f"{SVG}rect" and set(PIECES) & set(classes):
            yield "rect", (number["x"], number["y"], number["x"] + number["width"], number["y"] + number["height"])
        elif "table-jacket" in classes:
            x, y = map(float, re.findall(r"[\d.]+", element.get("transform", ""))[:2])
            yield "jacket", (x, y, x + 32.2, y + 32.2)
        elif element.tag == f"{SVG}text" and not set(INSIDE) & set(classes):
            yield str(element.text), _worded(element, classes)


def _plain(value: str) -> bool:
    return bool(re.fullmatch(r"[\d.]+", value))


def _worded(element: Xml.Element, classes: list[str]) -> Box:
    size = next((SIZES[each] for each in SIZES if each in classes), 14)
    wide = float(element.get("textLength", text_width(element.text, size)))
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    left = x - wide if "table-right" in classes else x - wide / 2 if "table-middle" in classes else x
    return left, y - 0.7 * size, left + wide, y + 0.2 * size


@pytest.mark.slow
@settings(max_examples=8)
@tables
@pytest.mark.parametrize("horses", [None, LONG], ids=["usual", "long"])
def test_everything_lies_inside_and_nothing_on_anything_else(
    horses: list[str] | None, many: int, rng: random.Random
) -> None:
    for moment in some(many, rng, horses):
        svg = moment.picture(rng.choice(LANGUAGES))
        wide, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())  # type: ignore[union-attr]
        found = list(boxes(svg))
        assert len(found) > 8 * 2 + 5 + many
        for name, (left, top, right, bottom) in found:
            assert 0 <= left < right <= wide, name
            assert 0 <= top < bottom <= high, name
        for (name, one), (other, two) in combinations(found, 2):
            apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
            assert apart, (name, one, other, two)


@pytest.mark.slow
@settings(max_examples=12)
@tables
def test_nobodys_hand_is_in_the_picture(many: int, rng: random.Random) -> None:
    """All that is hidden, dealt anew, changes nothing."""
    for moment in some(many, rng):
        table = moment.table
        hidden = [card for player in table.players for card in player.hand] + list(table.deck)
        rng.shuffle(hidden)
        cards = iter(hidden)
        players = tuple(
            player._replace(hand=tuple(sorted(next(cards) for _ in player.hand))) for player in table.players
        )
        other = replace(moment, table=replace(table, players=players, deck=tuple(cards)))
        if other.table.over == table.over:
            assert other.picture() == moment.picture()
            assert other.text() == moment.text()


def midway(horses: list[str] | None = None) -> Moment:
    """Some have fallen, and bets with them."""
    moments = list(play(4, random.Random(1), horses))
    return next(moment for moment in moments if moment.table.fence == 4 and moment.table.gaps)


def test_those_who_cannot_see_it_are_told_the_table_in_words() -> None:
    moment = midway()
    desc = Xml.fromstring(moment.picture()).findtext(f"{SVG}desc") or ""
    said = {sentence.partition(": ")[0].strip(): sentence for sentence in desc.split(".")}
    facts = true(moment)
    names = dict(zip("ABCDE", NAMES, strict=False))
    for (horse, fence), (top, black) in facts.cards.items():
        bet = f", bet of {names[facts.bets[horse, fence]]}" if (horse, fence) in facts.bets else ""
        card = f"black {top}" if black else top
        assert re.search(rf"fence {fence}, {card}{re.escape(bet)}(;|$)", said[horse]), (horse, fence)
    for horse, (fence, card) in facts.fell.items():
        assert f"fell at fence {fence} with a {card}" in said[horse]


def test_every_horse_has_a_colour_and_a_pattern_of_its_own() -> None:
    for horses in (None, LONG):
        rows = Xml.fromstring(midway(horses).picture()).findall(".//*[@class='table-row']")
        jackets = [row.find(f"{SVG}g[@transform]") for row in rows]
        drawings = [[(path.get("class"), path.get("d")) for path in jacket or ()] for jacket in jackets]
        assert len({cloth for (cloth, _), _ in drawings}) == len(HORSES)
        assert len({pattern for _, (_, pattern) in drawings}) == len(HORSES)


def test_the_blue_horse_runs_in_blue_wherever_it_stands() -> None:
    silks = {row["horse"]: row["silk"] for row in midway(LONG).model()["story"]["table"]}
    assert silks["Blue"] == "blue"
    assert sorted(silks.values()) == sorted(HORSES)


def test_a_card_of_black_beauty_is_not_a_black_card() -> None:
    table = next(play(2, random.Random(1), LONG)).table
    first = table.players[0]._replace(hand=(47,))
    step = GAME.resolve(replace(table, players=(first, table.players[1])), {first.seat: Move(47, 4)}, Dice(""))
    moment = Moment(step.state, (tuple(step.events),))
    assert drawn(moment.picture()).cards == {("black beauty", 1): (7, False)}
    assert "a black card" not in moment.picture()


def test_only_the_fence_of_the_moment_stands_out_and_none_when_it_is_over() -> None:
    moment = midway()
    heads = Xml.fromstring(moment.picture()).findall(".//*[@data-now]")
    assert [head.attrib["data-fence"] for head in heads] == ["4"]
    over = list(play(3, random.Random(2)))[-1]
    assert "data-now" not in over.picture()
    assert "THE TABLE\n" in over.text()


def test_two_turns_on_a_page_share_no_name() -> None:
    model = midway().model()
    pictures = [fill("knizia/table.svg", model | {"turn": turn}) for turn in (3, 4)]
    ids = [re.findall(r'\bid="([^"]+)"', picture) for picture in pictures]
    assert len(ids[0]) == 2
    assert not set(ids[0]) & set(ids[1])
    assert all(
        f'aria-labelledby="{title}" aria-describedby="{desc}"' in picture
        for picture, (title, desc) in zip(pictures, ids, strict=True)
    )


def test_printed_alone_it_needs_no_page_to_lend_it_colours() -> None:
    svg = standalone(midway().picture())
    own = re.findall(r"<style>(.*?)</style>", svg, re.DOTALL)[-1]
    css = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", own)
    used = {name for element in Xml.fromstring(svg).iter() for name in element.get("class", "").split()}
    assert "var(" not in css
    assert "url(" not in svg
    assert {name for name in used if f".{name} " not in css} <= {
        "table-jacket", "table-row", "table-cell", "table-seat", "table-head", "table-gone", "table-deck", "table-home",
    }  # fmt: skip


def test_a_case_without_a_past_says_only_where_a_horse_fell() -> None:
    moment = replace(midway(), moves=())
    assert "fell at fence 1<" in moment.picture()
    assert re.search(r"fell at fence 1$", moment.text(), re.MULTILINE)
    assert "lost" not in moment.text()


def test_what_people_are_called_cannot_break_the_page() -> None:
    model = midway().model() | {
        "zine": "Z", "editor": "E", "next_turn": 4, "deadline": None, "due": "", "receipts": {}, "press": [], "commitment": "",
        "revealed": None, "case": None, "entries": {}, "me": None,
    }  # fmt: skip
    page = fill("knizia/body.html", model)
    assert "<b>Bob &lt;Stone&gt; &amp; Sons</b>" in fill(
        "knizia/body.html", model | {"players": dict.fromkeys(model["players"], NAMES[1])}
    )
    assert 'aria-label="The &lt;Derby&gt;, turn 3: the table as a picture"' in page
    assert '<div class="wide" tabindex="0" role="region"' in page
    assert page.count("<svg") == page.count("</svg>") == 1
