"""Readers given what nobody would write, for a while; `make fuzz` does it for hours."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.__main__ import NAMES
from tests.fuzz.mutate import mutated
from tests.fuzz.readers import Reader, readers, room

FOUND = sorted((Path(__file__).parent / "fuzz" / "found").iterdir())  # what make fuzz kept: a case each, by its reader


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Reader]]:
    with readers(tmp_path_factory.mktemp("fuzz") / "zine") as found:
        room()
        yield found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_whatever_is_given_to_a_reader_it_answers_in_words_at_once_and_in_little_room(
    desk: dict[str, Reader], name: str
) -> None:
    reader = desk[name]

    @settings(max_examples=400)
    @given(st.randoms(use_true_random=False))
    def odd(chance: Random) -> None:
        reader.try_it(mutated(reader.seeds, chance))

    odd()


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_of_a_reader_is_read(desk: dict[str, Reader], name: str) -> None:
    for seed in desk[name].seeds[:20]:
        desk[name].try_it(seed)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_a_reader_stumbled_over_once_it_reads_now(desk: dict[str, Reader], path: Path) -> None:
    desk[path.name.split("-")[0]].try_it(path.read_bytes())
