"""Request units, roughly as the service charges them: by kilobytes read or written."""

from collections.abc import Sequence
from typing import Any

from cosmos_server.values import size


def read_charge(body: Any) -> float:
    """1 for 1 KB, about 10 for 100 KB."""
    return round(1 + 0.09 * max(0, size(body) / 1024 - 1), 2)


def write_charge(body: Any) -> float:
    """About 5.5 for 1 KB, about 50 for 100 KB."""
    return round(5 + 0.45 * size(body) / 1024, 2)


def query_charge(results: Sequence[Any]) -> float:
    return round(2.3 + sum(0.03 + 0.09 * size(result) / 1024 for result in results), 2)
