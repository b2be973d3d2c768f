"""The geometry that all pictures share: scales, labels that keep apart, text that fits, and a track to run round."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gm.reports.pictures import Track, along, flowed, paced, short, spread, staggered, text_width, ticks, track_length


@given(st.lists(st.floats(0, 300), max_size=50), st.floats(1, 15))
def test_labels_are_spread_in_order_and_no_further_than_they_must(wanted: list[float], gap: float) -> None:
    placed = spread(wanted, gap, 0, 300)
    kept = min(gap, 300 / max(1, len(wanted) - 1))
    rows = sorted(zip(placed, wanted, strict=True))
    assert all(two[0] - one[0] >= kept - 0.11 for one, two in pairwise(rows))
    assert all(one[1] <= two[1] for one, two in pairwise(rows))
    assert all(-0.05 <= y <= 300.05 for y in placed)
    if all(two - one >= gap for one, two in pairwise(sorted(wanted))):
        assert all(abs(one - other) < 0.06 for one, other in zip(placed, wanted, strict=True))


@given(st.floats(100, 600), st.floats(100, 900), st.floats(5, 50))
def test_a_track_is_run_round_without_a_jump(width: float, height: float, radius: float) -> None:
    track = Track(0, 0, width, height, radius)
    length = track_length(track)
    spots = [along(length * n / 400, track) for n in range(401)]
    assert (spots[0].x, spots[0].y) == (spots[-1].x, spots[-1].y) == (round(radius, 1), round(height, 1))
    for one, two in pairwise(spots):
        assert ((two.x - one.x) ** 2 + (two.y - one.y) ** 2) ** 0.5 <= length / 400 + 0.3
        inside = (one.x + one.inwards[0], one.y + one.inwards[1])
        assert 0 <= inside[0] <= width
        assert 0 <= inside[1] <= height


@given(st.integers(0, 5000), st.integers(0, 5000), st.integers(2, 9))
def test_a_scale_has_few_round_numbers_and_room_for_all_values(one: int, other: int, many: int) -> None:
    low, high = sorted((one, other))
    marks = ticks(low, high, many)
    assert marks[0] <= low <= high <= marks[-1]
    assert 2 <= len(marks) <= many + 3
    assert len({two - one for one, two in pairwise(marks)}) == 1


@given(st.text("abcMW Z", min_size=1, max_size=30))
def test_a_name_is_cut_to_the_room_there_is(name: str) -> None:
    assert text_width(short(name, 9, 80), 9) <= 80.1


@given(st.lists(st.floats(0, 300), max_size=40).map(sorted))
def test_marks_that_would_cover_one_another_stand_in_rows(places: list[float]) -> None:
    rows = staggered(places, 14)
    for row in set(rows):
        here = [place for place, its in zip(places, rows, strict=True) if its == row]
        assert all(two - one >= 14 for one, two in pairwise(here))
    assert not places or rows[0] == 0


@given(st.integers(1, 60), st.integers(0, 60), st.floats(0, 200))
def test_fences_keep_their_distance_and_leave_room_for_the_field(many: int, wide: int, room: float) -> None:
    pace = paced(many, 1200, min(wide, many), room)
    stops = [0.0, *pace.marks, 1200.0]
    assert pace.end - pace.start >= room - 0.2
    assert all(two - one > (1200 - max(room, 1200 / (many + 1))) / many - 0.3 for one, two in pairwise(stops))


@given(st.lists(st.text("abc MW", min_size=1, max_size=20), min_size=1, max_size=12), st.booleans())
def test_a_legend_keeps_within_its_width_and_its_entries_apart(said: list[str], centred: bool) -> None:
    placed = flowed([("mark", each) for each in said], 10, 250, 16, centred)
    assert [each.entry[1] for each in placed] == said
    assert all(each.x >= -0.1 and each.x + 16 + text_width(each.entry[1], 10) <= 250.1 for each in placed)
    for one, two in pairwise(placed):
        assert two.row == one.row + 1 or two.x >= one.x + 16 + text_width(one.entry[1], 10) + 13.8
