"""The events of a turn as a snapshot: without ids, times and numbers that differ from run to run."""

import difflib
import json
import os
import re
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.support.app import Turn

_KINDS = ("step_thinking", "step_started", "step_complete")
_FOLDER = Path(__file__).parent.parent / "app" / "transcripts"
_IDS = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\b(?:run|message|file|content)-[0-9a-f]{32,64}(?:-[0-9a-f]+)?"
)
_TIMES = re.compile(r'\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=_ms": )\d+')


def check_transcript(turn: Turn, name: str, *, side_by_side: bool = False) -> None:
    """Compares a turn's events with tests/app/transcripts/NAME.json, or writes that file with UPDATE_TRANSCRIPTS=1.
    side_by_side: the events of parallel steps may come in any order."""
    told = json.dumps(_plain(turn, side_by_side), ensure_ascii=False, indent=1) + "\n"
    path = _FOLDER / f"{name}.json"
    if os.environ.get("UPDATE_TRANSCRIPTS") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    known = path.read_text(encoding="utf-8")
    difference = difflib.unified_diff(known.splitlines(), told.splitlines(), "known", "told", lineterm="")
    assert told == known, "\n".join(difference)


def _plain(turn: Turn, side_by_side: bool) -> list[Any]:
    events: list[list[Any]] = []
    for kind, group in groupby(turn.events, key=lambda event: event.type):
        data = [event.data for event in group]
        events += [[kind, "".join(d["text"] for d in data)]] if kind == "token" else [[kind, d] for d in data]
    if side_by_side:
        events = _sorted_steps(events)
    numbers: dict[str, str] = {}
    text = _TIMES.sub("0", json.dumps(events, ensure_ascii=False))
    text = _IDS.sub(lambda match: numbers.setdefault(match[0], f"id {len(numbers)}"), text)
    return list(json.loads(text))


def _sorted_steps(events: list[list[Any]]) -> list[list[Any]]:
    """The events of the tools stage in an order that does not depend on which step was faster."""
    told: list[list[Any]] = []
    for tools, group in groupby(events, key=_is_of_a_step):
        together = list(group)
        told += sorted(together, key=_place) if tools else together
    return told


def _place(event: list[Any]) -> tuple[int, int]:
    return _KINDS.index(event[0]), event[1].get("step", 0)


def _is_of_a_step(event: list[Any]) -> bool:
    kind, data = event
    return kind in _KINDS[1:] or (kind == "step_thinking" and data["stage"] == "tools")
