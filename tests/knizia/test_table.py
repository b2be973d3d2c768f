"""The card game: random tables against a second adjudicator, what must hold in every game, and the fair deal."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.cli import run
from gm.core import codec, dice
from gm.core.dice import Dice
from gm.core.play import Entrant
from gm.games.knizia import GAME
from gm.games.knizia.cards import DECK
from gm.games.knizia.rules import Move
from gm.games.knizia.table import FENCES, Table
from tests.conftest import Desk
from tests.knizia.oracle import adjudicate, deal
from tests.knizia.positions import random_case, tally


@pytest.mark.slow
def test_random_tables_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [random_case(random.Random(number)) for number in range(3000)]
    path = tmp_path / "cases.yaml"
    path.write_text("\n---\n".join(json.dumps(case, ensure_ascii=False) for case in cases), encoding="utf-8")
    assert run(["adjudicate", "--json", str(path)]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    seen: Counter[str] = Counter()
    for case, result in zip(cases, results, strict=True):
        assert result == json.loads(json.dumps(adjudicate(case))), case
        tally(result, case, seen)
    assert len(seen) >= 36, "some rarity did not come up"


def table_of(many: int, seed: str, pace: str = "round") -> Table:
    entrants = [Entrant(f"p{n}", f"p{n}") for n in range(many)]
    state: Table = GAME.setup(entrants, {"options": {"pace": pace}}, Dice(seed)).state
    return state


def random_play(table: Table, rng: random.Random) -> Iterator[Table]:
    """Any legal moves, to the end."""
    yield table
    while GAME.pending(table):
        player = table.players[table.mover]
        cards = [card for card in player.hand if table.playable(card)]
        card = rng.choice(cards) if cards else None
        on = 0 if card is None else card // 10 if card < 80 else rng.choice(table.standing)
        keep = None if rng.random() < 0.7 else tuple(rng.sample(player.hand, rng.randint(0, len(player.hand))))
        bets = tuple(rng.sample(range(8), rng.randint(0, 3)))
        table = GAME.resolve(table, {player.seat: Move(card, on, bets, keep)}, Dice("")).state
        yield table


@pytest.mark.slow
@given(st.integers(2, 5), st.randoms(use_true_random=False), st.text("0123456789abcdef", min_size=4, max_size=8))
def test_what_holds_in_every_game(many: int, rng: random.Random, seed: str) -> None:
    for moves, table in enumerate(random_play(table_of(many, seed), rng)):
        hands = [card for player in table.players for card in player.hand]
        laid = [card for row in table.laid for card in row]
        assert sorted([*hands, *laid, *table.deck, *table.out]) == list(DECK), "90 cards, always"
        spaces = [(bet.row, bet.fence) for bet in table.bets]
        assert len(set(spaces)) == len(spaces)
        assert all(player.counters >= 0 and len(player.hand) <= 8 for player in table.players)
        assert moves < 500, "a game always ends"
    assert len(table.standing) == 3 or not table.deck
    assert (table.fence > FENCES) == (len(table.standing) == 3)
    assert codec.load(Table, json.loads(json.dumps(codec.dump(Table, table)))) == table


def test_a_deal_recomputed_with_hashlib_alone_gives_the_same_hands() -> None:
    for many in range(2, 6):
        seed = hashlib.sha256(str(many).encode()).hexdigest()
        table = table_of(many, seed)
        hands, deck = deal(seed, [player.seat for player in table.players], list(table.horses))
        seen = GAME.whole(table)
        assert {seat: sorted(cards) for seat, cards in hands.items()} == {
            s: sorted(c) for s, c in seen["hands"].items()
        }
        assert seen["deck"] == deck


PLAYERS = ("alice", "bob", "carol", "dave")
FILE = "rules: knizia\ntitle: The Derby\nentrants:\n" + "".join(
    f"  - {{player: {player}, lucky_word: word of {player}}}\n" for player in PLAYERS
)


@pytest.fixture
def derby(desk: Desk) -> Desk:
    desk.write("games/derby.yaml", FILE)
    desk.gm("start", "derby")
    return desk


def private(desk: Desk, player: str) -> Any:
    return json.loads(desk.gm("report", "derby", "--for", player, "--format", "json").out)["private"]


@pytest.mark.slow
def test_the_secret_is_sealed_at_the_call_and_opened_at_the_end(desk: Desk) -> None:
    desk.gm("new", "derby", "--rules", "knizia")
    sealed = (desk.folder / "games/derby.yaml").read_text(encoding="utf-8").split("commitment ")[1].split()[0]
    desk.write("games/derby.yaml", FILE)
    desk.gm("start", "derby")
    first = json.loads(desk.gm("report", "--format", "json").out)
    assert first["commitment"] == sealed
    assert first["revealed"] is None
    hands = {player: private(desk, player)["view"]["hand"] for player in PLAYERS}
    while not desk.gm("status", "--json").lines[0]["over"]:
        assert sealed in desk.gm("report").out
        desk.gm("run", "--now")
    opened = json.loads(desk.gm("report", "--format", "json").out)["revealed"]
    assert hashlib.sha256(opened["secret"].encode()).hexdigest() == sealed
    text = opened["secret"] + "".join(f"\n{player}={opened['words'][player]}" for player in sorted(PLAYERS))
    seed = hashlib.sha256(text.encode()).hexdigest()
    assert seed == opened["seed"] == dice.make_seed(opened["secret"], opened["words"])
    horses = ["red", "orange", "yellow", "green", "blue", "purple", "white", "pink"]
    dealt, _ = deal(seed, list(PLAYERS), horses)
    assert {player: sorted(cards) for player, cards in dealt.items()} == {p: sorted(hand) for p, hand in hands.items()}
    assert opened["secret"] in desk.gm("report").out


def test_nobody_sees_another_hand_or_the_deck(derby: Desk) -> None:
    hands = {player: private(derby, player)["view"]["hand"] for player in PLAYERS}
    for player in PLAYERS:
        derby.write(
            f"inbox/{player}.yaml",
            f"game: derby\nturn: 1\nplayer: {player}\nmoves: [{{play: {_written(hands[player][0])}}}]\n",
        )
    derby.gm("take")
    derby.gm("run")
    told = {
        reader: derby.gm("report", "derby", *(["--for", reader] if reader else [])).out for reader in ("", *PLAYERS)
    }
    told["status"] = derby.gm("status").out + derby.gm("status", "--json").out
    for owner in PLAYERS:
        hidden = [card for card in hands[owner][1:] if not card.startswith("black")]
        for reader, text in told.items():
            if reader != owner:
                assert not [card for card in hidden if f"{card}," in text or f"{card}." in text], (reader, owner)


def _written(card: str) -> str:
    return f"{card} on red" if card.startswith("black") else card


def test_an_order_is_checked_against_the_hand_on_arrival(derby: Desk) -> None:
    hand = private(derby, "alice")["view"]["hand"]
    other = next(card for card in private(derby, "bob")["view"]["hand"] if not card.startswith("black"))
    path = derby.write(
        "a.yaml",
        f"game: derby\nturn: 1\nplayer: alice\nmoves:\n  - play: {other}\n  - {{bet: rad, play: {_written(hand[0])}}}\ndiscard: [{other}]\n",
    )
    out = derby.gm("check", path, code=1).out
    assert f":5: {other} is not in your hand." in out
    assert not [card for card in hand[1:] if card in out.replace(other, "")], "whoever looks over a shoulder"
    assert ":7:" in out
    assert "did you mean red?" in out
    path.write_text(
        f"game: derby\nturn: 1\nplayer: alice\nmoves:\n  - {{bet: [red, green], play: {_written(hand[0])}}}\n",
        encoding="utf-8",
    )
    assert "would be taken" in derby.gm("check", path).out


def test_the_prefilled_page_is_refused_until_it_is_filled_in(derby: Desk) -> None:
    mine = private(derby, "alice")
    path = derby.write("inbox/a.yaml", mine["page"])
    assert "nothing is filled in under moves" in derby.gm("take", code=1).out
    path.write_text(
        mine["page"].replace("play:\n", f"play: {_written(mine['view']['hand'][0])}\n", 1), encoding="utf-8"
    )
    derby.gm("take")
    assert derby.gm("status", "--json").lines[0]["ordered"] == ["alice"]


def test_a_page_can_be_checked_away_from_the_zine_with_ones_own_report(derby: Desk) -> None:
    away = Desk(derby.folder.parent / "away", derby.capsys)
    for name in ("alice", "public"):
        away.write(f"{name}.json", (derby.folder / f"issues/derby/turn-00/{name}.json").read_bytes())
    card = _written(private(derby, "alice")["view"]["hand"][0])
    page = away.write("page.yaml", f"game: derby\nturn: 1\nplayer: alice\nmoves: [{{play: {card}}}]\n")
    assert "would be taken" in away.gm("check", page).out
    assert "does not tell your position" in away.gm("check", "--with", away.folder / "public.json", page, code=1).err


def test_with_pace_move_only_one_player_owes_an_order(desk: Desk) -> None:
    desk.write("games/derby.yaml", FILE + "options: {pace: move}\n")
    desk.gm("start", "derby")
    assert desk.gm("status", "--json").lines[0]["missing"] == ["alice"]
    path = desk.write("b.yaml", "game: derby\nturn: 1\nplayer: bob\nmoves: [{play: red 1}]\n")
    assert "you do not move on turn 1" in desk.gm("check", path, code=1).out
    desk.gm("run", "--now")
    assert desk.gm("status", "--json").lines[0]["missing"] == ["bob"]
    assert len(desk.result("derby")["moves"]) == 1


def test_the_report_draws_the_table_and_says_who_was_moved_for(derby: Desk) -> None:
    derby.gm("run", "--now")
    text = derby.gm("report").out
    assert "THE TABLE: FENCE 1" in text
    assert "(by the rules)" in " ".join(text.split())
    assert "for want of an order that fitted" not in " ".join(text.split())
    assert "There was no order of yours" in derby.gm("report", "--for", "bob").out
    assert all(len(line) <= 72 for line in text.splitlines())


def test_payouts_are_told_bet_by_bet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "end.yaml"
    path.write_text(
        "rules: knizia\nplayers: [ann, bob]\nfence: 5\nfallen: {1: white, 2: pink, 3: blue, 4: green}\n"
        "column: {orange: 5, yellow: 4, purple: 9}\nhands: {ann: [red 1], bob: [red 2]}\ndeck: [red 3]\n"
        "bets: [{player: ann, horse: purple, fence: 1}, {player: bob, horse: yellow, fence: 2}, {player: bob, horse: red, fence: 3}]\n"
        "orders: {ann: {moves: [play: red 1]}}\n",
        encoding="utf-8",
    )
    assert run(["adjudicate", str(path)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "ann wins with 4." in text
    assert "purple bet at fence 1 pays 4" in text
    assert "yellow bet at fence 2 pays 3" in text
    assert "red fell with a 1, the lowest card; a bet on it (bob) is lost" in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            FILE.replace("  - {player: carol, lucky_word: word of carol}\n", "").replace("alice", "bob", 1),
            "entered twice",
        ),
        ("rules: knizia\nentrants: [{player: alice}]\n", "a table for 1 cannot be played"),
        (FILE + "options: {horses: [red, blue]}\n", "8 names"),
        (FILE + "options: {horses: [a, b, c, d, e, f, g, black]}\n", "neutral card"),
        (FILE + "options: {horses: [a, b, c, d, e, f, g, Lowest]}\n", "no horse can be called lowest"),
        (FILE + "options: {pace: gallop}\n", "round or move"),
        (FILE + "options: {nmr: cruel}\n", "lowest or highest or kind"),
        (FILE + "course: 4 plain\n", "has no course"),
    ],
)
def test_a_bad_file_is_refused(desk: Desk, text: str, says: str) -> None:
    desk.write("games/derby.yaml", text)
    assert says in desk.gm("start", "derby", code=1).err
