"""Reads MODEL_PRICES."""

import json
import math
from typing import Any

from orc.watch.prices import Price

_FORM = 'must be a JSON object such as {"gpt-5.4-mini": {"input": 0.75, "output": 4.5}}: prices of a million tokens'


def parse_prices(value: object) -> object:
    """Prices by the name of a model, from JSON; other values are left to validation."""
    if not isinstance(value, str):
        return value
    try:
        given: dict[str, dict[str, Any]] = json.loads(value)
        prices = {model: Price(float(each.pop("input")), float(each.pop("output"))) for model, each in given.items()}
        unknown = [name for each in given.values() for name in each]
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        raise ValueError(_FORM) from None
    if unknown or any(not 0 <= amount < math.inf for each in prices.values() for amount in (each.input, each.output)):
        raise ValueError(_FORM)
    return prices
