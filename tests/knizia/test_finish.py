"""K11, for seasons: what each player would win if the race ended now."""

from gm.core.play import Finish
from gm.games.knizia import GAME

ON_GREEN = {"player": "ann", "horse": "green", "fence": "1"}
ON_PINK = {"player": "bob", "horse": "pink", "fence": "2"}
PAGE = {"players": ["ann", "bob", "cy"], "deck": ["green 5"]}


def finish(**more: object) -> list[Finish]:
    case = GAME.case(PAGE | more)
    assert not isinstance(case, list), case
    return list(GAME.finish(GAME.public(case.state)))


def test_bets_on_horses_that_stand_count() -> None:
    found = finish(fence="3", fallen={"1": "red", "2": "blue"}, bets=[ON_GREEN, ON_PINK])
    assert found == [
        Finish("ann", 1, 4, (571,), False),
        Finish("bob", 2, 3, (428,), False),
        Finish("cy", 3, 0, (0,), False),
    ]


def test_a_bet_on_a_fallen_horse_is_lost_and_nothing_won_is_nothing_to_share() -> None:
    found = finish(fence="2", fallen={"1": "green"}, bets=[ON_GREEN], deck=["red 5"])
    assert found == [Finish(seat, 1, 0, (0,), False) for seat in ("ann", "bob", "cy")]


def test_when_nobody_can_play_any_more_it_is_certain() -> None:
    assert all(each.certain for each in finish(deck=[]))
