"""The table on a screen: each line when it is there, and nothing else."""

import os
from collections.abc import Callable, Sequence
from typing import TextIO

from benchmarks.table import Found, Measurement


def number(value: float) -> str:
    """As many places as tell something."""
    return f"{value:,.{0 if value >= 100 else 1 if value >= 20 else 2 if value >= 0.1 else 4}f}"


def wanted(line: Measurement) -> str:
    return f"{'≥' if line.at_least else '≤'} {line.wanted:g}"


def verdict(found: Found) -> str:
    return "good" if found.good else "TOO LITTLE" if found.line.at_least else "TOO MUCH"


class Table:
    """Columns as wide as the lines that were asked for, and colour where a terminal has it."""

    def __init__(self, lines: Sequence[Measurement], out: TextIO) -> None:
        self.out, self.colour = out, out.isatty() and "NO_COLOR" not in os.environ
        self.what = max(len("what"), *(len(line.what) for line in lines))
        self.beside = max(len("beside"), *(len(line.beside) for line in lines))
        self.row("what", "beside", "ratio", "(spread)", "wanted", "")

    def row(self, what: str, beside: str, ratio: str, spread: str, wanted: str, verdict: str) -> None:
        cells = f"{what:{self.what}}  {beside:{self.beside}}  {ratio:>7} {spread:15}  {wanted:>7}  {verdict}"
        print(cells.rstrip(), file=self.out, flush=True)

    def show(self, found: Found) -> None:
        line, (low, high) = found.line, map(number, found.spread)
        spread = f"({low}–{high})" if len(found.ratios) > 1 else ""
        said = self.painted(verdict(found), found.good)
        self.row(line.what, line.beside, number(found.ratio), spread, wanted(line), said)

    def broken(self, line: Measurement) -> None:
        self.row(line.what, line.beside, "", "", wanted(line), self.painted("BROKEN", False))

    def painted(self, verdict: str, good: bool) -> str:
        return f"\033[{32 if good else 31}m{verdict}\033[0m" if self.colour else verdict


def mark_on(screen: TextIO) -> Callable[[str], object]:
    """What is being measured, while somebody looks on; the next line of the table takes its place."""
    if not screen.isatty():
        return lambda said: None
    return lambda said: print(f"\r\033[K{said and said + ' ...'}", end="", file=screen, flush=True)
