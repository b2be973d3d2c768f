"""The JSON of a report, which is the same however large the field is."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.reports import scripts
from gm.reports.scripts import LARGE, as_json, large_as_json

PLAIN = st.none() | st.booleans() | st.integers() | st.text() | st.floats()
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(), inner, max_size=4)
        | st.dictionaries(st.integers() | st.none(), inner, max_size=2)
        | st.tuples(inner)
    ),
    max_leaves=12,
)
SIGNS = [chr(code) for code in range(0x3000) if chr(code).isprintable() or code < 0xA1]


@given(VALUES)
def test_the_json_of_a_large_field_is_that_of_any_other(value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scripts, "LARGE", 2)
        assert large_as_json(value) == json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize(
    "odd",
    [
        {"a": 1.0, "b": 1e16, "c": 1e-7},
        {"a": 2**80},
        {"half a letter: \ud83d": 1},
        {"a": {"b": [1, 2]}},
        {"a": [], "b": {}},
        {7: "a number as a key"},
        {sign: sign for sign in SIGNS},
        {f',\n  "{sign}': f'"{sign}, ' for sign in SIGNS},
    ],
)
def test_whatever_a_large_map_holds(odd: Any) -> None:
    field = {f"Horse {number}": number for number in range(LARGE)}
    for value in (field | odd, {"result": {"played": field | odd, "fell": list(field)}}, odd):
        assert large_as_json(value) == as_json(value) == json.dumps(value, ensure_ascii=False)


def test_a_large_field_is_written_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    maps: list[Any] = []
    monkeypatch.setattr(scripts, "_lines", lambda value: maps.append(value) or '"as": 1')
    field = {f"Horse {number}": number for number in range(LARGE)}
    assert large_as_json({"points": field, "few": {"Crisp": 5}}) == '{"points": {"as": 1}, "few": {"Crisp": 5}}'
    assert maps == [field]


def test_where_there_is_no_quick_writer_it_is_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "orjson", None)
    field = {f"Horse {number}": number for number in range(LARGE)}
    assert large_as_json(field) == json.dumps(field)
