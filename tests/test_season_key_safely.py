"""gm key of a season in bad hours: stopped, outrun, on a full disk, fed with nonsense; every sentence stays true."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gm.core.problems import GmError
from gm.desk.commands import Place
from gm.desk.commands.keyseason import SeasonMachine
from gm.season.tableline import pieces
from gm.store.database import DiskFull
from gm.store.seasons import Seasons
from tests.conftest import Desk
from tests.faulty import at_once
from tests.season.hall import drawn, found
from tests.test_season_key import PEOPLE, key, places, results, typed

FIRST = "t1 dan 1 zoe 2 bob 3 ann 4"


@pytest.fixture
def hall(desk: Desk) -> Desk:
    found(desk, PEOPLE)
    drawn(desk, 1, "dan zoe bob ann", "eve fay gus cy")
    return desk


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize("error", [KeyboardInterrupt(), DiskFull("the disk is full"), OSError(28, "No space left")])
def test_a_line_that_could_not_be_stored_left_nothing(
    hall: Desk, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(SeasonMachine, "_look_again", failing(error))  # after the rows, before the transaction ends
        said = key(hall, FIRST, code=1).err
    assert "stored" not in said
    assert results(hall) == {}
    key(hall, FIRST)
    assert places(hall)["dan"] == 1


def test_what_was_keyed_before_a_failure_is_counted(hall: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = Seasons.add_result, iter([False, True])

    def second_fails(*given: object) -> int:
        if next(calls):
            raise KeyboardInterrupt
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Seasons, "add_result", second_fails)
    said = typed(hall, monkeypatch, f"{FIRST}\nt2 eve 1 fay 2 gus 3 cy 4\n", code=1).err
    assert "1 line has been keyed" in said
    assert list(results(hall)) == [(1, 1)]


@pytest.mark.slow
def test_two_people_key_at_once(hall: Desk) -> None:
    lines = [FIRST, "t2 eve 1 fay 2 gus 3 cy 4", "t1 dan 4 zoe 3 bob 2 ann 1", "+ Zelda Quick"]
    ran = at_once(hall, *(["key", "cup", *line.split()] for line in lines))
    assert [each.returncode for each in ran] == [0, 0, 0, 0]
    assert sorted(results(hall)) == [(1, 1), (1, 2)]
    assert places(hall)["dan"] in (1, 4)


def test_a_clock_that_was_set_back_changes_nothing(hall: Desk) -> None:
    key(hall, FIRST)
    hall.now -= timedelta(days=1)
    key(hall, "t1 dan 4 zoe 3 bob 2 ann 1")
    assert places(hall)["ann"] == 1
    key(hall, "u")
    assert places(hall)["ann"] == 4


def test_a_season_whose_file_is_broken_is_refused_and_nothing_is_lost(hall: Desk) -> None:
    key(hall, FIRST)
    good = (hall.folder / "seasons/cup.yaml").read_text()
    hall.write("seasons/cup.yaml", good.replace("rounds: 3", "rounds: many"))
    assert "cannot be used as it is" in key(hall, "t2 eve 1 fay 2 gus 3 cy 4", code=1).err
    hall.write("seasons/cup.yaml", good)
    assert list(results(hall)) == [(1, 1)]


ODD = st.text(alphabet=st.sampled_from("t123 =()-+.,;/?ur\x00\x1b\tébobdanzoeann"), max_size=40) | st.text(max_size=60)


@given(ODD)
def test_a_line_of_anything_is_read(line: str) -> None:
    for piece in pieces(line):
        assert piece.who


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ODD)
def test_a_line_of_anything_is_answered_or_refused_in_a_sentence(hall: Desk, line: str) -> None:
    at, machine = Place(hall.folder, hall.now), SeasonMachine("cup")
    machine.look(at)
    with suppress(GmError):
        machine.feed(at, line)
