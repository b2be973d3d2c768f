"""What a caller remembers: ties at fence after fence, a horse that gets away with it again, two that meet again."""

from collections.abc import Iterator, Sequence

from gm.core.play import Json

IN_A_ROW = 3  # ties: two may be chance
CROWD = 6  # in a tie: so many are no rivals


def again(fence: Json, before: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """Kinds of moments with what they name. Free fences, where nobody can stumble, are passed over."""
    earlier = [each for each in before if not each["free"]]
    ties = 1 + _ties_to_the_last(earlier)
    if fence["stumbles"] and ties >= IN_A_ROW:
        yield "tie_again", {"n": ties}
    lucky = sorted(set(fence["stumbles"]).intersection(earlier[-1]["stumbles"])) if earlier else []
    if len(lucky) == 1:
        yield "escaped_again", {"horse": lucky[0]}
    for pair in _met_again(fence, earlier)[:1]:
        yield "rivals", {"horse": pair[0], "other": pair[1]}


def _ties_to_the_last(fences: Sequence[Json]) -> int:
    many = 0
    while many < len(fences) and fences[-1 - many]["stumbles"]:
        many += 1
    return many


def _met_again(fence: Json, earlier: Sequence[Json]) -> list[list[str]]:
    """Two that are level at this fence and were at one before, with nobody else of whom that is so."""
    before = [level for each in earlier for level in _level(each)]
    both = [sorted(now & then) for now in _level(fence) for then in before]
    return [pair for pair in both if len(pair) == 2]


def _level(fence: Json) -> list[frozenset[str]]:
    """Those whom a tie had to part, by what they played, where everybody sees that. H9."""
    tied: dict[int, set[str]] = {}
    for horse, each in [*fence["stumbles"].items(), *fence["falls"].items()]:
        if "others" in each and each["others"] and len(each["others"]) < CROWD:
            tied.setdefault(each["played"], set()).add(horse)
    return [frozenset(horses) for horses in tied.values()]
