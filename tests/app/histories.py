"""Histories of orchestrations as the engine sent them, without the parts that differ between runs."""

import json
import os
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "histories"
_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=run-)[0-9a-f]{32}|[0-9a-f]{32}")


def keep(name: str, history: str) -> None:
    """Stores a history under the name if histories are being recorded."""
    if os.environ.get("UPDATE_HISTORIES") != "1":
        return
    FOLDER.mkdir(exist_ok=True)
    events = json.loads(history, object_hook=_without_stacks)
    history = json.dumps(events, indent=2)
    numbers: dict[str, str] = {}
    for found in _IDS.findall(history):
        numbers.setdefault(found, f"id-{len(numbers)}")
    for found, number in numbers.items():
        history = history.replace(found, number)
    (FOLDER / f"{name}.json").write_text(history + "\n", encoding="utf-8")


def _without_stacks(told: dict[str, Any]) -> dict[str, Any]:
    """Removes the lines of code where failures were raised."""
    return {name: value for name, value in told.items() if name != "stackTrace"}
