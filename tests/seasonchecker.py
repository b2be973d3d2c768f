"""A checker of seasons that somebody wrote who has docs/fair-play.md and docs/the-draw.md and nothing else."""

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
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
        found = (_final if call["format"] == "final 1" else program["draw"])(call, each["secret"])
        assert found["seed"] == each["seed"]
        assert each["answer"] in found["rounds"]
        assert each["answer"]["round"] == each["round"]
        tables = (table.get("seats") or table["players"] for table in each["answer"]["tables"])
        people = [*(player for table in tables for player in table), *each["answer"]["out"]]
        assert all(len(pair) == 2 and set(pair) <= set(people) for pair in each["by_hand"])
    rounds = sorted({each["round"] for each in record["draws"]})
    for number in rounds:
        attempts = [each for each in record["draws"] if each["round"] == number]
        assert [each["attempt"] for each in attempts] == list(range(1, len(attempts) + 1))
        assert not any(each["stands"] for each in attempts[:-1])
    standing = [each["round"] for each in record["draws"] if each["stands"]]
    assert standing == list(range(1, len(standing) + 1))


def _final(call: Any, secret: str) -> dict[str, Any]:
    """The first of the table, equals by lot; they choose their seats, or have them as at any table."""
    program, comers = recipe(), call["players"]
    seed = program["seed_of"](call, secret)
    lots = {"secret": secret, "word": call["word"], "words": {who: each["lucky_word"] for who, each in comers.items()}}
    top = sorted(comers, key=lambda who: (comers[who]["place"], oracle.lot(lots, who)))[: call["shape"]["top"]]
    if not call["shape"]["choice"]:
        top = program["shuffle"](top, program["stream"](seed, "seats"))
    if not call["shape"]["choice"] and len(top) <= 6:
        top = list(min(permutations(top), key=lambda seated: _squares(comers, seated)))
    empty: dict[str, list[Any]] = {each: [] for each in ("out", "again", "apart", "same_seat", "byes", "plate")}
    return {"seed": seed, "rounds": [{"round": call["round"], "tables": [{"table": 1, "players": top}]} | empty]}


def _squares(comers: Any, seated: Sequence[str]) -> int:
    return sum(int(comers[who]["seats"].get(str(seat), 0)) ** 2 for seat, who in enumerate(seated, start=1))


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
    finals = {each["round"] for each in record["draws"] if each["stands"] and each["rests_on"]["format"] == "final 1"}
    number = results["season"].get("final")
    assert finals <= {number}
    game = next((game for game in results["games"] if game["round"] == number and game.get("void") != "yes"), None)
    told = oracle.table(page | {"games": [each for each in page["games"] if each["round"] != number]})
    if game:
        told = {"round": number, "table": _after_final(told["table"], game, page)}
    assert (told["round"], told["table"]) == (record["round"], record["table"])


def _after_final(table: list[Any], game: Any, page: Any) -> list[Any]:
    """S15: the places of the final, then all others in the order of the table."""
    won = {who: 1 for who, place in game["places"].items() if place == "walk-over"}
    came = won or {who: place for who, place in game["places"].items() if isinstance(place, int)}
    behind = {line["player"]: line["place"] for line in table if line["player"] not in came}
    place = {who: oracle.rank(came, who) for who in came}
    place |= {who: len(came) + oracle.rank(behind, who) for who in behind}
    lines: list[Any] = []
    for line in sorted(table, key=lambda line: (place[line["player"]], line["player"])):
        who, above = line["player"], lines[-1] if lines and lines[-1]["player"] in behind else None
        parted = who in behind and above and above["points"] == line["points"]
        new = line | {"place": place[who], "tied": [*place.values()].count(place[who]) > 1}
        new |= {"decided": _between(table, above["player"], who, page) if parted else None}
        if who in game["places"]:
            last = oracle.told(oracle.of_game(game, who, page["season"]["points"]))
            new |= {"results": [*line["results"], last], "star": line["star"] or last["star"]}
        lines.append(new)
    return lines


def _between(table: list[Any], above: str, below: str, page: Any) -> str | None:
    """The first tie-break that parted any of those who stood from the one to the other."""
    places = {line["player"]: line["place"] for line in table}
    found = [each["decided"] for each in table if places[above] < each["place"] <= places[below] and each["decided"]]
    return min(found, key=page["season"]["ties"].index, default=None)
