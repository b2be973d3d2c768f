"""make seasons: many more tables, stages and draws beside their second answers, and prices beside a longer search; ends with 1 if anything differs."""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from gm.season.rollcall import Tables
from tests.season import oracle, questions
from tests.season.drawing import Draw
from tests.season.test_agreement import asked
from tests.season.test_quality import excess
from tests.season.test_recipe import drawn

Page = dict[str, Any]
FIRST = 10_000  # none of the pages that the tests ask


def agree(what: str, many: int, ask: Callable[[random.Random], Page], second: Callable[[Page], Any]) -> int:
    """How many differ."""
    begun, different = time.process_time(), []
    for seed in range(FIRST, FIRST + many):
        page = ask(random.Random(seed))
        if asked(page) != second(page):
            different.append(seed)
    print(f"{many} {what}: {many - len(different)} agree, {time.process_time() - begun:.0f} s", *different, flush=True)
    return len(different)


def cheap(many: int) -> int:
    """How many last rounds are more than a tenth dearer than the best that was found."""
    kinds = [Tables(2, 2, 3), Tables(3, 3, 4), Tables(4, 3, 5)]
    found = sorted(excess(12 + lot % 16, kinds[lot // 16 % 3], FIRST + lot, 60_000) for lot in range(many))
    least = sum(each <= 0 for each in found)
    middle, high, worst = (found[min(many - 1, int(share * many))] for share in (0.5, 0.95, 1))
    print(f"{many} last rounds of 12 to 27: {least} as cheap as a longer search finds", end="")
    print(f" (median {middle:.1%} above, 95th of 100 {high:.1%}, worst {worst:.1%})")
    return sum(each > 0.10 for each in found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make seasons", description=__doc__)
    for name, many in (
        ("tables", 2000),
        ("stages", 2000),
        ("deals", 2000),
        ("draws", 300),
        ("recipes", 60),
        ("prices", 48),
    ):
        parser.add_argument(f"--{name}", type=int, default=many, metavar="N")
    args = parser.parse_args()
    wrong = agree("tables", args.tables, questions.a_table, oracle.table)
    wrong += agree("stages", args.stages, questions.a_stage, oracle.stage)
    wrong += agree("heats and brackets", args.deals, questions.a_deal, oracle.deal)
    wrong += agree(
        "draws of up to 7", args.draws, lambda dice: questions.a_draw(dice, 7), lambda page: Draw(page).answer()
    )
    wrong += agree("draws of up to 11, by the recipe", args.recipes, lambda dice: questions.a_draw(dice, 11), drawn)
    wrong += cheap(args.prices) if args.prices else 0
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
