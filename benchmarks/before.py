"""The figures of commit 02e2408, printed beside those of today."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_BEFORE = Path(__file__).with_name("data") / "before.json"


def beside_before(title: str, rows: Sequence[list[str]]) -> list[list[str]]:
    """Each row with that of the same name from before, where one was recorded."""
    known = _before().get(title, {})
    return [
        line for row in rows for line in ([f"{row[0]}, before", *known[row[0]]] if row[0] in known else [], row) if line
    ]


@cache
def _before() -> dict[str, dict[str, list[str]]]:
    """By table and row, the figures of the commit that the file names."""
    figures: dict[str, dict[str, list[str]]] = json.loads(_BEFORE.read_text(encoding="utf-8"))["figures"]
    return figures
