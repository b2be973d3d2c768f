"""Heats, brackets and finals from the first round to the last: for every number, whoever stays away."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core.play import Json
from gm.season.draw import Draw
from gm.season.lots import link
from gm.season.progress import Before, Comer, StageCall, ends, is_staged, staged
from gm.season.stages import bracket_size

LAST = "5" * 64


def secret(round: int) -> str:
    return link(LAST, 64 - round)


def comers(many: int, seeded: bool = True) -> dict[str, Comer]:
    return {f"p{n:03}": Comer(f"word {n}", (many - n if seeded else 0,)) for n in range(many)}


def played(drawn: Json, lots: random.Random, gone: set[str], shy: float = 0.0) -> list[Before]:
    """Every table of a round with some result or other; some do not come."""
    found = []
    for table in drawn["tables"]:
        people = [who for who in table["players"] if who not in gone]
        if set(people) <= set(drawn["byes"]):
            found.append(Before(table["table"], {}, {}, tuple(people)))
            continue
        came = [who for who in people if lots.random() >= shy]
        order = {who: lots.randint(1, 3) for who in came}
        found.append(Before(table["table"], order, {who: (0, lots.randint(0, 9)) for who in came}))
    return found


def one_round(call: StageCall) -> Json | None:
    """As drawn; it is the same once more, from what was published."""
    drawn: Draw = staged(call, secret(call.round))
    assert is_staged(call.as_json())
    assert StageCall.of(call.as_json()).as_json() == call.as_json()
    assert staged(StageCall.of(call.as_json()), secret(call.round)) == drawn
    if not drawn.rounds:
        return None
    answer = drawn.rounds[0].as_json()
    people = [who for table in answer["tables"] for who in table["players"]]
    assert len(set(people)) == len(people)
    assert set(people) <= set(call.players)
    return answer


def knocked_out(many: int, best: int, through: int, shy: float = 0.0, leave: float = 0.0) -> list[Json]:
    lots, gone = random.Random(f"{many} {best} {through} {shy}"), set[str]()
    shape, before, rounds = {"best": best, "through": through}, list[Before](), list[Json]()
    while True:
        players = {who: comer for who, comer in comers(many).items() if who not in gone}
        call = StageCall("knockout", "cup", len(rounds) + 1, players, shape, before)
        answer = one_round(call)
        if answer is None:
            return rounds
        rounds.append(answer)
        if ends(call.as_json(), answer):
            return rounds
        gone |= {who for who in players if lots.random() < leave}
        before = played(answer, lots, gone, shy)


@pytest.mark.parametrize(("best", "through"), [(2, 1), (4, 2), (4, 1), (6, 2), (3, 1)])
@pytest.mark.parametrize("many", [*range(2, 70), 100, 127, 128, 129, 200])
def test_a_knock_out_of_any_number_comes_to_one_table(many: int, best: int, through: int) -> None:
    rounds = knocked_out(many, best, through)
    size, expected = bracket_size(many, best, through), 1
    while size > best:
        size, expected = size * through // best, expected + 1
    assert len(rounds) == expected
    assert all(not answer["byes"] for answer in rounds[1:])
    first = {who for table in rounds[0]["tables"] for who in table["players"]}
    assert len(first) == many
    free = [table["table"] for table in rounds[0]["tables"] if set(table["players"]) <= set(rounds[0]["byes"])]
    assert free == list(range(1, len(free) + 1))  # byes fall to the tables of the top seeds


@pytest.mark.parametrize("many", [2, 3, 5, 8, 13, 40, 200])
@pytest.mark.parametrize("shy", [0.1, 0.5])
def test_who_stays_away_or_leaves_never_stops_a_bracket(many: int, shy: float) -> None:
    for answer in knocked_out(many, 2, 1, shy, leave=0.05):
        assert all(len(table["players"]) <= 2 for table in answer["tables"])


def heats(many: int, stages: Sequence[tuple[int, int, int]], plate: bool, shy: float = 0.0) -> list[Json]:
    lots, rounds, before = random.Random(f"{many} {stages} {shy}"), list[Json](), list[Before]()
    for number in range(1, len(stages) + 2):
        _, through, losers = stages[number - 2] if number > 1 else (0, 0, 0)
        of = stages[number - 1][0] if number <= len(stages) else 0
        shape = {"of": of, "through": through, "losers": losers, "plate": int(plate)}
        call = StageCall("heats", "cup", number, comers(many, seeded=False), shape, before)
        answer = one_round(call)
        if answer is None:
            break
        rounds.append(answer)
        assert ends(call.as_json(), answer) == (number == len(stages) + 1)
        riding = [table for table in answer["tables"] if table["players"] != answer["plate"]]
        before = played({**answer, "tables": riding}, lots, set(), shy)
    return rounds


@given(st.integers(2, 200), st.integers(2, 20), st.data())
def test_heats_of_any_number_end_in_one_race(many: int, of: int, data: st.DataObject) -> None:
    through, losers = data.draw(st.integers(1, of)), data.draw(st.integers(0, 6))
    rounds = heats(many, [(of, through, losers)], plate=True)
    first = rounds[0]["tables"]
    assert len(first) == -(-many // of)
    sizes = [len(table["players"]) for table in first]
    assert max(sizes) - min(sizes) <= 1
    assert sum(sizes) == many
    if len(rounds) == 2:
        on = [who for table in rounds[1]["tables"][:1] for who in table["players"]]
        expected = sum(min(through, size) for size in sizes)
        assert len(on) == min(many, expected + losers)
        assert set(rounds[1]["plate"]) == {f"p{n:03}" for n in range(many)} - set(on)


def test_more_stages_and_people_who_stay_away() -> None:
    rounds = heats(60, [(10, 3, 2), (10, 2, 2)], plate=True, shy=0.2)
    assert [len(answer["tables"]) for answer in rounds] == [6, 3, 2]
    came = {who for table in rounds[0]["tables"] for who in table["players"]}
    second = [who for table in rounds[1]["tables"] for who in table["players"]]
    assert len(second) < len(came)  # who did not come rides no plate


def test_a_final_is_of_the_first_by_place_and_equals_at_the_edge_by_lot() -> None:
    players = {who: Comer(place=place) for who, place in {"ann": 1, "bob": 2, "cy": 3, "dee": 3, "eve": 5}.items()}
    call = StageCall("final", "cup", 4, players, {"top": 3, "choice": 1})
    answer = one_round(call)
    assert answer
    (table,) = answer["tables"]
    edge = min(("cy", "dee"), key=call.lots(secret(4)).lot)
    assert table["players"] == ["ann", "bob", edge]
    assert ends(call.as_json(), answer)


def test_without_a_choice_finalists_sit_where_they_sat_least() -> None:
    seats = {"ann": {1: 3}, "bob": {2: 3}, "cy": {3: 3}}
    players = {who: Comer(place=place, seats=seats[who]) for place, who in enumerate(seats, start=1)}
    answer = one_round(StageCall("final", "cup", 4, players, {"top": 3, "choice": 0}))
    assert answer
    (table,) = answer["tables"]
    assert all(seats[who].get(seat, 0) == 0 for seat, who in enumerate(table["players"], start=1))


def test_renaming_nobody_but_shuffling_everybody_changes_nothing() -> None:
    call = StageCall("knockout", "cup", 1, comers(13), {"best": 2, "through": 1})
    shuffled = dict(random.Random(1).sample(list(call.players.items()), 13))
    again = StageCall("knockout", "cup", 1, shuffled, {"through": 1, "best": 2})
    assert staged(call, secret(1)) == staged(again, secret(1))


@pytest.mark.parametrize("format", ["heats", "knockout", "final"])
def test_nobody_plays_alone(format: str) -> None:
    shape = {"of": 4, "through": 1, "losers": 0, "plate": 0, "best": 2, "top": 3, "choice": 0}
    assert not staged(StageCall(format, "cup", 1, comers(1), shape), secret(1)).rounds
    assert not staged(StageCall(format, "cup", 1, {}, shape), secret(1)).rounds
