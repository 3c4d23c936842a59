"""Named counters that can be summed over hours and instances; durations are counted in logarithmic buckets."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

_SHORTEST_MS: Final = 10
_RATIO: Final = 1.15  # the ratio of neighbouring bounds, and so the maximum error of a percentile


def named(name: str, label: str) -> str:
    """The name of a counter with a label, such as failures with one code."""
    return f"{name} {label}"


def of_time(name: str, milliseconds: float) -> str:
    """The name of a duration's bucket."""
    place = math.ceil(math.log(max(milliseconds, _SHORTEST_MS) / _SHORTEST_MS, _RATIO) - 1e-9)
    return named(name, str(place))


def labelled(counts: Mapping[str, int], name: str) -> dict[str, int]:
    """The counts under a name, by label."""
    start = named(name, "")
    return {key.removeprefix(start): count for key, count in sorted(counts.items()) if key.startswith(start)}


def percentiles(counts: Mapping[str, int], name: str, ranks: Iterable[int]) -> dict[int, int]:
    """Maps each rank to the milliseconds that this percentage of the durations did not exceed, at most 15 % too high;
    empty if none were counted."""
    places = sorted((int(place), count) for place, count in labelled(counts, name).items())
    total = sum(count for _, count in places)
    found: dict[int, int] = {}
    for rank in ranks if total else ():
        seen = 0
        for place, count in places:
            seen += count
            if seen * 100 >= rank * total:
                found[rank] = round(_SHORTEST_MS * _RATIO**place)
                break
    return found


def summed(parts: Iterable[Mapping[str, int]]) -> Counter[str]:
    """The sum of all counts."""
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return total
