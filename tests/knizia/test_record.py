"""The deal of a table, worked out by hand from its record and the words of docs/fair-play.md."""

import json
from pathlib import Path

from tests.checker import first_hash, shuffled

RECORD = json.loads((Path(__file__).parent.parent / "records/knizia.json").read_text(encoding="utf-8"))


def test_the_deck_is_shuffled_and_dealt_as_the_page_on_fair_play_says() -> None:
    deck = shuffled(list(range(90)), RECORD["seed"], "deck")
    seats = [row["seat"] for row in RECORD["roster"]]
    dealt = len(seats) * 8
    position = {
        "options": {"nmr": "highest"},
        "players": [
            {"seat": seat, "hand": sorted(deck[n : dealt : len(seats)]), "counters": 5} for n, seat in enumerate(seats)
        ],
        "deck": deck[dealt:],
        "left": 2,
    }
    assert RECORD["settings"] == {"options": {"nmr": "highest"}}
    assert first_hash(RECORD["seed"], position) == RECORD["turns"][0]["hash"]
