"""Time several things in turn, over and over, and show each as a multiple of the first."""

import statistics
import time
from collections.abc import Callable, Mapping


def verdict(found: float, most: float, unit: str = "x") -> str:
    """What was found, what is wanted, and whether that will do."""
    return f"{found:.2f} {unit}, at most {most:g} {unit} wanted: {'good' if found <= most else 'TOO MUCH'}"


def compare(
    title: str, things: dict[str, Callable[[], object]], rounds: int, wanted: Mapping[str, float] | None = None
) -> dict[str, float]:
    """The median time of each, taken in turn so that a busy machine is busy for all of them."""
    taken: dict[str, list[float]] = {name: [] for name in things}
    for _ in range(rounds):
        for name, thing in things.items():
            start = time.perf_counter()
            thing()
            taken[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(times) for name, times in taken.items()}
    first = next(iter(medians.values()))
    print(f"\n{title} (median of {rounds})")
    for name, median in medians.items():
        ratio, most = median / first, (wanted or {}).get(name)
        print(f"  {name:44} {median * 1000:9.2f} ms  {verdict(ratio, most) if most else f'{ratio:.2f} x'}")
    return {name: median / first for name, median in medians.items()}
