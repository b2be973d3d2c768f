"""A checker of seasons that somebody wrote who has docs/fair-play.md and docs/the-draw.md and nothing else."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.checker import sha, written
from tests.season import oracle

PAGE = (Path(__file__).parent.parent / "docs" / "the-draw.md").read_text(encoding="utf-8")
RECORD = {
    "format", "version", "season", "title", "kind", "names", "commitment", "deals", "entries", "draws", "games", "rulings",
    "results", "round", "table", "seal",
}  # fmt: skip
DRAW = {"round", "attempt", "stands", "secret", "seed", "word", "rests_on", "answer", "by_hand", "insisted"}


def recipe() -> dict[str, Any]:
    found: dict[str, Any] = {"__name__": "draw"}
    code = "\n\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    exec(compile(code, "the-draw.md", "exec"), found)
    return found


def agrees(text: str) -> bool:
    try:
        record = json.loads(text, object_pairs_hook=_once)
        assert set(record) == RECORD
        assert (record["format"], record["version"]) == ("under-orders-season", 1)
        assert record["seal"] == sha(written({key: value for key, value in record.items() if key != "seal"}))
        _draws(record)
        _deals(record)
        _table(record)
    except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
        return False
    return True


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def _draws(record: Any) -> None:
    """Steps 1 and 2: the chain, and every draw again."""
    program = recipe()
    for each in record["draws"]:
        assert set(each) == DRAW
        call = each["rests_on"]
        assert (call["season"], call["word"]) == (record["season"], each["word"])
        assert program["belongs"](each["secret"], call["round"], record["commitment"])
        found = program["draw"](call, each["secret"])
        assert found["seed"] == each["seed"]
        assert each["answer"] in found["rounds"]
        assert each["answer"]["round"] == each["round"]
        people = [*(player for table in each["answer"]["tables"] for player in table["seats"]), *each["answer"]["out"]]
        assert all(len(pair) == 2 and set(pair) <= set(people) for pair in each["by_hand"])
    rounds = sorted({each["round"] for each in record["draws"]})
    for number in rounds:
        attempts = [each for each in record["draws"] if each["round"] == number]
        assert [each["attempt"] for each in attempts] == list(range(1, len(attempts) + 1))
        assert not any(each["stands"] for each in attempts[:-1])
    standing = [each["round"] for each in record["draws"] if each["stands"]]
    assert standing == list(range(1, len(standing) + 1))


def _deals(record: Any) -> None:
    """Step 4."""
    secret = record["deals"]["secret"]
    if secret is not None:
        assert sha(secret) == record["deals"]["commitment"]
        for game in record["games"]:
            assert sha(sha(f"{secret}\n{game['game']}")) == game["commitment"]


def _table(record: Any) -> None:
    """Step 3, by the rulings."""
    results = record["results"]
    points = results["season"]["points"]
    if isinstance(points, dict):
        points = {int(size): [Fraction(each) for each in worth] for size, worth in points.items()}
    elif points != "beaten":
        points = [Fraction(each) for each in points]
    page = results | {
        "season": results["season"] | {"points": points},
        "out": {int(number): who for number, who in results["out"].items()},
    }
    told = oracle.table(page)
    assert (told["round"], told["table"]) == (record["round"], record["table"])
