"""The final, next year's divisions and the ladder, beside a second answer from the rulings alone (S15, S16, S19)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from gm.season.lots import Lots
from gm.season.settings import read_points
from gm.season.years import after_final, finalists, ladder, next_divisions
from tests.rulecases import as_text
from tests.season import years

NAMES = [f"{name}{number}" for name in ("ann", "Bob", "cé") for number in range(6)]
SECRETS = st.text("0123456789abcdef", min_size=64, max_size=64)
WORDS = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["gin", "it’s rum", ""]))
POINTS = st.sampled_from(["beaten", [10, 6, 3, 1], [5], {2: [3], 4: [10, 5, 2]}])


def ranked(least: int = 1) -> st.SearchStrategy[dict[str, int]]:
    """Places as a table has them: shared ones are counted past."""
    raw = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 6), min_size=least)
    return raw.map(
        lambda table: {each: 1 + sum(place < mine for place in table.values()) for each, mine in table.items()}
    )


@given(ranked(), st.integers(1, 8), SECRETS, st.sampled_from(["", "ho"]), WORDS)
def test_the_same_people_are_in_the_final(
    table: dict[str, int], top: int, secret: str, word: str, words: dict[str, str]
) -> None:
    found = finalists(table, top, Lots(secret, word, words))
    assert found == years.finalists(table, top, secret, word, words)
    assert all(table[player] <= table[other] for player in found for other in table if other not in found)


@given(ranked(2), st.data())
def test_the_final_settles_the_first_places(table: dict[str, int], data: st.DataObject) -> None:
    final = data.draw(st.dictionaries(st.sampled_from(sorted(table)), st.integers(1, 4), min_size=1, max_size=6))
    found = after_final(table, final)
    assert found == years.final_places(table, final)
    assert sorted(found) == sorted(table)


@given(st.lists(ranked(0), min_size=1, max_size=4), st.data(), SECRETS, WORDS)
def test_the_same_people_go_up_and_down(
    tables: list[dict[str, int]], data: st.DataObject, secret: str, words: dict[str, str]
) -> None:
    free = list(NAMES)
    divisions = []
    for table in tables:
        divisions.append({player: place for player, place in table.items() if player in free})
        free = [player for player in free if player not in table]
    smallest = min(len(table) for table in divisions)
    up = data.draw(st.integers(0, smallest // 2))
    down = data.draw(st.integers(0, smallest // 2))
    entered = data.draw(st.sets(st.sampled_from([*NAMES, "zoe", "new"])))
    of = data.draw(st.integers(2, 8))
    found = next_divisions(divisions, entered, of, up, down, Lots(secret, "", words))
    assert found == years.next_year(divisions, entered, of, up, down, secret, words)
    assert sorted(player for division in found for player in division) == sorted(entered)


@given(st.lists(ranked(), min_size=1, max_size=5), POINTS, st.fractions(0, 1, max_denominator=7))
def test_the_same_ladder(seasons: list[dict[str, int]], points: object, fade: Fraction) -> None:
    assert ladder(seasons, read_points(as_text(points)), fade) == years.ladder(seasons, points, fade)
