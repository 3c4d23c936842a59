"""Histories of orchestrations as the engine sent them, kept without what differs from run to run."""

import re
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent / "histories"
_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=run-)[0-9a-f]{32}|[0-9a-f]{32}")


def record(histories: Iterable[str]) -> None:
    """Keeps a history of a plan with several steps and one of a turn without."""
    FOLDER.mkdir(exist_ok=True)
    for history in histories:
        numbers: dict[str, str] = {}
        for found in _IDS.findall(history):
            numbers.setdefault(found, f"id-{len(numbers)}")
        plain = history
        for found, number in numbers.items():
            plain = plain.replace(found, number)
        name = "fan_out" if '"run_step"' in history else "one_activity_a_node"
        (FOLDER / f"{name}.json").write_text(plain + "\n", encoding="utf-8")
