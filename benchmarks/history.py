"""What was found, kept line by line if that is asked for, and the table of docs/performance.md made of it.

A run that is stopped, or made in parts, so loses nothing: of each line, the newest figure counts.
"""

import json
import os
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.screen import number, wanted
from benchmarks.table import Found, Measurement

FILE = Path(__file__).parent / "history.jsonl"
Record = Mapping[str, Any]


def add(path: Path, name: str, found: Found) -> None:
    """One record more: the machine, named by cores and memory only, and what was found."""
    record = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "as": name,
        "cores": os.cpu_count(),
        "memory": memory(),
        "python": platform.python_version(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "lines": [told(found)],  # a list: whole runs were kept as one record each before
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record, ensure_ascii=False) + "\n")


def told(found: Found) -> dict[str, Any]:
    low, high = found.spread
    return {
        "what": found.line.what,
        "beside": found.line.beside,
        "ratio": found.ratio,
        "spread": [low, high],
        "rounds": len(found.ratios),
        "wanted": found.line.wanted,
        "at_least": found.line.at_least,
        "good": found.good,
    }


def memory() -> int | None:
    """Whole gigabytes, where the system tells."""
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, ValueError, OSError):
        return None


def read(path: Path) -> list[Record]:
    if not path.exists():
        raise SystemExit(f"There is no history yet in {path}: measure with --json first.")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def markdown(lines: Sequence[Measurement], records: Sequence[Record]) -> str:
    """What was found last of each line, with a column for each name that the machine was given."""
    columns = {title(record): dict[str, Any]() for record in records}
    for record in records:
        columns[title(record)] |= {line["what"]: line for line in record["lines"]}
    rows = [["what", "beside", "wanted", *columns], ["---", "---", "---:", *("---:" for _ in columns)]]
    for line in lines:
        rows.append([line.what, line.beside, wanted(line), *(cell(of.get(line.what)) for of in columns.values())])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def title(record: Record) -> str:
    return f"{record['as']}: {record['cores']} cores, {record['memory']} GB"


def cell(found: Mapping[str, Any] | None) -> str:
    """A ratio with its spread; what misses what is wanted is bold."""
    if found is None:
        return ""
    low, high = map(number, found["spread"])
    ratio = number(found["ratio"]) if found["good"] else f"**{number(found['ratio'])}**"
    return f"{ratio} ({low}–{high})" if found["rounds"] > 1 else ratio
