"""What the commentators choose to tell is what happened, and the drama is not left out."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.core.dice import Dice
from gm.core.play import Entrant, Event, Json
from gm.games.haytack import GAME as RACE
from gm.games.haytack.memory import again
from gm.games.haytack.race import Race
from gm.pages.book import read_book
from gm.reports.call import _built_in
from gm.reports.render import assets
from tests.haytack.oracle import PLANNED, due_to_fall
from tests.haytack.test_properties import play, races
from tests.telling import play_turn, story

NAMES = ["Crisp", "Foinavon", "Red Rum", "Aldaniti", "Battleship", "Corbiere", "Manifesto", "Poethlyn", "Moifaa"]


def public(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.seen_by(None)]


def jumped(kind: str, *numbers: tuple[int, int], **page: Any) -> list[Json]:
    """What is told of one fence, by (points, number) of each horse; the fence is the second of three."""
    horses = {name: str(points) for name, (points, _) in zip(NAMES, numbers, strict=False)}
    position = {"course": ["plain", kind, "plain"], "fence": "2", "fences": "1", "horses": horses, **page}
    found = RACE.case(position)
    assert not isinstance(found, list), found
    fence = position["fence"]
    parts = {name: {"orders": {fence: str(number)}} for name, (_, number) in zip(NAMES, numbers, strict=False)}
    books = {name: read_book(RACE, found.state, name, part) for name, part in parts.items()}
    step = play_turn(RACE, found.state, books, Dice(""))
    told: list[Json] = story(RACE, step.state, step.events, None)["beats"]
    return told


def one(kind: str, beats: Sequence[Json]) -> Json:
    found = [beat for beat in beats if beat["kind"] == kind]
    assert len(found) == 1, beats
    return {key: value for key, value in found[0].items() if key not in ("kind", "weight", "part")}


def kinds(beats: Sequence[Json]) -> list[str]:
    return [beat["kind"] for beat in beats]


def test_a_fall_by_one_point_is_told() -> None:
    told = one("fell_by_one", jumped("plain", (80, 11), (100, 12), (90, 20)))
    assert told == {"fence": 2, "horse": "Crisp", "jockey": "Crisp", "played": 11}


def test_one_point_more_is_no_comfort_where_it_would_have_lost_the_tie() -> None:
    """Crisp with 12 would be level with Foinavon, and would have kept more."""
    told = jumped("plain", (200, 11), (50, 12), (90, 20), (90, 21))
    assert "fell_by_one" not in kinds(told)
    assert one("escape", told)["horse"] == "Foinavon", "but that it was close is told"


def test_one_point_more_is_no_comfort_to_a_horse_that_had_none() -> None:
    assert "fell_by_one" not in kinds(jumped("plain", (11, 11), (100, 12), (90, 20)))


def test_a_survived_tie_is_told_with_what_saved_it() -> None:
    told = one("tie", jumped("plain", (100, 10), (60, 10), (90, 20)))
    assert (told["horse"], told["other"]) == ("Crisp", "Foinavon")
    assert (told["played"], told["unused"], told["kept"]) == (10, 90, 50)


def test_both_ends_of_the_chair_may_be_tied() -> None:
    told = jumped("chair", (100, 5), (90, 5), (100, 30), (90, 30), (80, 15))
    assert [beat["horse"] for beat in told if beat["kind"] == "tie"] == ["Crisp", "Red Rum"]


def test_the_fall_of_the_favourite_is_told() -> None:
    told = one("favourite_gone", jumped("plain", (300, 9), (100, 14), (100, 20)))
    assert (told["horse"], told["points"]) == ("Crisp", 300)


def test_nobody_is_the_favourite_where_two_have_as_much() -> None:
    assert "favourite_gone" not in kinds(jumped("plain", (300, 9), (300, 14), (100, 20)))


FIELD = [(90, 5), (80, 9), (70, 12), (70, 13)]
HIDDEN = {"reveal": "fallers"}
EARLIER = {"Moifaa": "1"}
MOMENTS: list[tuple[str, str, list[tuple[int, int]], Json]] = [
    ("start", "plain", FIELD, {"fence": "1"}),
    ("approach_plain", "plain", FIELD, {"fallen": EARLIER}),
    ("onward", "plain", FIELD, {}),
    ("approach_becher", "becher", FIELD, {}),
    ("approach_chair", "chair", FIELD, {}),
    ("approach_water", "water", FIELD, {}),
    ("approach_free", "plain", FIELD, {"free": "1"}),
    ("approach_last", "plain", FIELD, {"fence": "3"}),
    ("fall", "plain", FIELD, {"options": HIDDEN}),
    ("fall_low", "plain", FIELD, {}),
    ("fell_spent", "plain", [(5, 5), *FIELD[1:]], {}),
    ("fell_high", "chair", FIELD, {}),
    ("pile_up", "plain", [(90, 5), (90, 5), (70, 12)], {}),
    ("many_down", "plain", [*[(90, 5)] * 7, (90, 12)], {}),
    ("first_faller", "plain", FIELD, {}),
    ("spared", "plain", [(90, 5), (90, 5)], {"options": {"last_stands": "yes"}}),
    ("lowest_told", "plain", FIELD, {"options": HIDDEN, "fallen": EARLIER}),
    ("freed", "plain", [(90, 5), (90, 5), (70, 12)], {}),
    ("stumbled", "plain", [(80, 5), *FIELD], {"options": HIDDEN, "fallen": EARLIER}),
    ("escape", "plain", [(11, 11), (100, 12), (90, 20)], {"fallen": EARLIER}),
    ("nobody_fell", "plain", FIELD, {"free": "1"}),
    ("free_spender", "plain", FIELD, {"free": "1"}),
    ("water_won", "water", FIELD, {}),
    ("water_shared", "water", [*FIELD, (40, 13)], {}),
    ("spent", "plain", [(90, 5), (95, 9), (12, 12), (60, 13)], {"fallen": EARLIER}),
    ("new_leader", "plain", [(91, 30), (90, 15), (70, 5), (70, 20), *[(20, 10)] * 4], {"fallen": EARLIER}),
    ("left", "plain", [(70, 5), (80, 9), (90, 12), (60, 13)], {"fallen": EARLIER}),
    ("two_left", "plain", FIELD[:3], {}),
    ("winner", "plain", FIELD, {"fence": "3"}),
    ("photo", "plain", [(90, 5), (80, 9), (80, 12)], {"fence": "3"}),
    ("dead_heat", "plain", [(90, 5), (80, 9), (90, 19)], {"fence": "3"}),
    ("last_standing", "plain", FIELD[:2], {}),
    ("no_finisher", "plain", [(90, 5), (90, 5)], {}),
]


@pytest.mark.parametrize(("kind", "fence", "field", "page"), MOMENTS, ids=[each[0] for each in MOMENTS])
def test_the_commentator_misses_no_kind_of_moment(
    kind: str, fence: str, field: list[tuple[int, int]], page: Json
) -> None:
    beat = one(kind, jumped(fence, *field, **page))
    assert set(beat) == set(given_names("haytack")[kind])


def test_a_horse_without_orders_is_taken_out_and_that_is_told() -> None:
    entrants = [Entrant(name, name) for name in NAMES[:4]]
    options = {"nmr": "retire", "nmr_limit": "1", "points": "100"}
    race = RACE.setup(entrants, {"course": ["plain", "plain", "plain", "plain"], "options": options}, Dice("")).state
    parts = {name: {"orders": {"1": str(n), "2": str(n)}} for n, name in enumerate(NAMES[1:4])}
    books = {name: read_book(RACE, race, name, part) for name, part in parts.items()}
    step = play_turn(RACE, race, books | {"Poethlyn": {}}, Dice(""))
    gone = [event.data["horse"] for event in step.events if event.kind == "retired"]
    told = story(RACE, step.state, step.events, None)["beats"]
    assert [beat["horse"] for beat in told if beat["kind"] == "retired"] == gone


def given_names(rules: str) -> Json:
    return dict(_built_in(assets.templates() / rules / "call.yaml").gives)


def weights(rules: str) -> Json:
    return dict(_built_in(assets.templates() / rules / "call.yaml").weighing.weights)


class Truth:
    """What really happened at one fence, for the umpire's eyes."""

    def __init__(self, number: int, events: Sequence[Event], race: Race):
        def about(kind: str, key: str) -> dict[str, Any]:
            return {each.data["horse"]: each.data.get(key) for each in at if each.kind == kind}

        at = [event for event in events if event.data.get("fence") == number]
        self.number, self.last = number, len(race.course)
        self.kind, self.free = race.course[number - 1], next(e.data["free"] for e in at if e.kind == "fence")
        self.played, self.unused = about("jump", "played"), about("jump", "unused")
        self.before = {name: self.played[name] + self.unused[name] for name in self.played}
        self.fell, self.stumbled, self.points = (
            set(about("fall", "")),
            set(about("stumble", "")),
            about("points", "points"),
        )
        self.spared, self.bonus = sorted(about("spared", "")), about("bonus", "won")
        self.freed = sum(each.data["fences"] for each in at if each.kind == "freed")
        self.virgin = not [each for each in events if each.kind == "fall" and each.data["fence"] < number]

        earlier = [each for each in events if each.data.get("fence", number) < number]
        hard = [each.data["fence"] for each in earlier if each.kind == "fence" and not each.data["free"]]
        self.luck = [
            {each.data["horse"] for each in earlier if (each.kind, each.data["fence"]) == ("stumble", at)}
            for at in hard
        ]
        self.bids = {
            (each.data["fence"], each.data["horse"]): each.data["played"] for each in earlier if each.kind == "jump"
        }

    def met(self, one: str, other: str) -> bool:
        return any(
            (at, other) in self.bids and self.bids[at, other] == bid
            for (at, name), bid in self.bids.items()
            if name == one
        )

    def had_played(self, horse: str, more: int) -> bool:
        """Would it have fallen, says the second adjudicator, had it played so much more?"""
        played = self.played | {horse: self.played[horse] + more}
        unused = self.unused | {horse: self.unused[horse] - more}
        return horse in due_to_fall(self.kind, played, unused)


def _top(numbers: dict[str, int], horse: str) -> bool:
    return all(numbers[horse] > number for name, number in numbers.items() if name != horse)


def _came(left: int, at: Truth, kind: str, free: bool = False) -> bool:
    return left == len(at.played) and at.kind == kind and at.free == free


TRUE: dict[str, Callable[[Any, Truth], bool]] = {
    "start": lambda b, at: (b["horses"], b["fences"], at.number) == (len(at.played), at.last, 1),
    "approach_plain": lambda b, at: _came(b["left"], at, "plain"),
    "onward": lambda b, at: _came(b["left"], at, "plain"),
    "approach_becher": lambda b, at: _came(b["left"], at, "becher"),
    "approach_chair": lambda b, at: _came(b["left"], at, "chair"),
    "approach_water": lambda b, at: _came(b["left"], at, "water"),
    "approach_free": lambda b, at: _came(b["left"], at, "plain", free=True),
    "approach_last": lambda b, at: b["left"] == len(at.played) and at.number == at.last,
    "fall": lambda b, at: b["horse"] in at.fell,
    "fall_low": lambda b, at: (
        b["horse"] in at.fell
        and b["played"] == at.played[b["horse"]]
        and all(b["played"] < at.played[name] for name in at.points)
    ),
    "fell_spent": lambda b, at: (
        b["horse"] in at.fell and b["played"] == at.played[b["horse"]] == at.before[b["horse"]]
    ),
    "fell_by_one": lambda b, at: (
        b["horse"] in at.fell
        and b["played"] == at.played[b["horse"]]
        and at.unused[b["horse"]] > 0
        and not at.had_played(b["horse"], 1)
    ),
    "fell_high": lambda b, at: (
        b["horse"] in at.fell
        and at.kind == "chair"
        and b["played"] == at.played[b["horse"]]
        and _top(at.played, b["horse"])
    ),
    "tie": lambda b, at: (
        b["horse"] in at.fell
        and b["other"] in at.stumbled
        and at.played[b["horse"]] == at.played[b["other"]] == b["played"]
        and at.unused[b["horse"]] == b["unused"] > b["kept"] == at.unused[b["other"]]
    ),
    "tie_again": lambda b, at: bool(at.stumbled) and b["n"] >= 3 and all(at.luck[1 - b["n"] :]),
    "escaped_again": lambda b, at: b["horse"] in at.stumbled & at.luck[-1],
    "rivals": lambda b, at: at.played[b["horse"]] == at.played[b["other"]] and at.met(b["horse"], b["other"]),
    "pile_up": lambda b, at: set(b["horses"]) == at.fell and len(at.fell) > PLANNED[at.kind],
    "many_down": lambda b, at: b["n"] == len(at.fell),
    "favourite_gone": lambda b, at: b["horse"] in at.fell and _top(at.before, b["horse"]) and b["points"] == at.before[b["horse"]],
    "first_faller": lambda b, at: at.fell == {b["horse"]} and at.virgin,
    "spared": lambda b, at: b["horses"] == at.spared,
    "lowest_told": lambda b, at: b["played"] == min(at.played[name] for name in at.fell),
    "freed": lambda b, at: b["n"] == at.freed,
    "stumbled": lambda b, at: b["horse"] in at.stumbled,
    "escape": lambda b, at: (
        b["horse"] in at.points and b["other"] in at.fell and at.played[b["horse"]] == at.played[b["other"]] + 1 == b["played"]
    ),
    "nobody_fell": lambda b, at: at.free and not at.fell,
    "free_spender": lambda b, at: at.free and b["played"] == at.played[b["horse"]] and _top(at.played, b["horse"]),
    "water_won": lambda b, at: at.bonus == {b["horse"]: b["won"]} and b["played"] == at.played[b["horse"]],
    "water_shared": lambda b, at: at.bonus == dict.fromkeys(b["horses"], b["won"]),
    "spent": lambda b, at: at.points[b["horse"]] == 0 < at.before[b["horse"]],
    "new_leader": lambda b, at: _top(at.points, b["horse"]) and b["points"] == at.points[b["horse"]] and not _top(at.before, b["horse"]),
    "left": lambda b, at: b["left"] == len(at.points) > 2,
    "two_left": lambda b, at: {b["horse"], b["other"]} == set(at.points),
}  # fmt: skip
AT_THE_POST = {"retired", "winner", "photo", "dead_heat", "last_standing", "no_finisher"}


def _true_at_the_post(beat: Json, race: Race) -> bool:
    horses = {horse.name: horse for horse in race.horses}
    running = {horse.name: horse.points for horse in race.running}
    return {
        "retired": lambda b: horses[b["horse"]].retired,
        "winner": lambda b: _top(running, b["horse"]) and len(running) > 1,
        "photo": lambda b: _top(running, b["horse"]) and running[b["horse"]] - running[b["other"]] == b["ahead"],
        "dead_heat": lambda b: b["horses"] == sorted(n for n in running if running[n] == max(running.values())),
        "last_standing": lambda b: set(running) == {b["horse"]},
        "no_finisher": lambda b: not running,
    }[beat["kind"]](beat)


@given(races(), st.sampled_from(["all", "fallers"]))
def test_every_moment_that_is_told_is_true(given_race: tuple[Race, list[Any]], reveal: str) -> None:
    race, turns = given_race
    race = replace(race, options=replace(race.options, reveal=reveal))
    events: list[Event] = []
    before: Counter[str] = Counter()
    for step in play(race, turns)[1:]:
        told = story(RACE, step.state, step.events, None, events)
        assert told["beats_before"] == dict(before)
        events += step.events
        for beat in told["beats"]:
            assert beat.keys() - {"kind", "weight", "part"} == set(given_names("haytack")[beat["kind"]])
            if beat["kind"] in AT_THE_POST:
                assert _true_at_the_post(beat, step.state), beat
            else:
                assert TRUE[beat["kind"]](beat, Truth(beat["fence"], events, step.state)), beat
        before.update(kinds(told["beats"]))


def test_no_kind_of_moment_goes_unchecked() -> None:
    assert set(TRUE) | AT_THE_POST == set(weights("haytack")) == set(given_names("haytack"))


# What the caller remembers


def fence(stumbles: str = "", falls: dict[str, Any] | None = None, free: bool = False) -> Json:
    return {"stumbles": {horse: {} for horse in stumbles.split()}, "falls": falls or {}, "free": free}


def test_the_third_tie_in_a_row_is_remembered_and_free_fences_do_not_break_the_row() -> None:
    before = [fence("a"), fence(free=True), fence("b")]
    assert dict(again(fence("c"), before)) == {"tie_again": {"n": 3}}
    assert dict(again(fence(""), before)) == {}
    assert dict(again(fence("c"), [fence("a"), fence(), fence("b")])) == {}


def test_a_horse_that_gets_away_with_it_twice_is_remembered() -> None:
    assert dict(again(fence("a b"), [fence("b c")])) == {"escaped_again": {"horse": "b"}}
    assert dict(again(fence("b c"), [fence("b c")])) == {}


def level(*horses: str) -> Json:
    return {horse: {"played": 9, "others": [{"horse": each} for each in horses if each != horse]} for horse in horses}


def test_two_that_were_level_before_are_rivals() -> None:
    met = fence() | {"stumbles": level("a", "b", "c")}
    assert dict(again(fence(falls=level("a", "b")), [met, fence()])) == {"rivals": {"horse": "a", "other": "b"}}
    assert dict(again(fence(falls=level("a", "d")), [met, fence()])) == {}
    assert dict(again(fence(falls=level("a", "b", "c")), [met, fence()])) == {}
