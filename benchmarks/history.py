"""Turns in conversations of 10, 100 and 1,000 messages: their overhead, and their store operations."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.conversations import make_conversations
from benchmarks.load import put_under_load
from benchmarks.tables import figures, show
from benchmarks.turns import model_calls, model_times, running_app, slow_model, turn_job

_MESSAGES = (10, 100, 1000)
_STREAMED_SECONDS = (0.2, 2.0, 6.8)


def measure(rounds: int, turns: int) -> None:
    with TemporaryDirectory() as temporary, ExitStack() as stack:
        directory = Path(temporary)
        ids = dict(zip(_MESSAGES, make_conversations(directory, _MESSAGES), strict=True))
        model = stack.enter_context(slow_model(directory))
        app = stack.enter_context(running_app(directory, model))
        put_under_load(turn_job(app, list(ids.values()), turns))
        calls = model_calls(app, model, ids[_MESSAGES[0]])
        overhead: Mapping[int, list[float]] = {count: [] for count in _MESSAGES}
        for _ in range(rounds):
            for count, conversation_id in ids.items():
                _, model_ms = model_times(model, calls)
                measured = put_under_load(turn_job(app, [conversation_id], turns))
                overhead[count].append(median(measured.whole) * 1000 - model_ms)
    shortest = median(overhead[_MESSAGES[0]])
    rows = [(f"{count:,}", figures(ms), f"{median(ms) / shortest:.2f}") for count, ms in overhead.items()]
    show("Whole turn over the model's own time", ("messages before", "ms", "to 10 messages"), rows)
    asyncio.run(_print_operations())


async def _print_operations() -> None:
    """Operations and request units of one turn, as a local server of the Cosmos DB protocol charges them."""
    from benchmarks.cosmos import costs_of_a_streamed_turn, operations_of_a_turn

    rows = [await operations_of_a_turn(count) for count in _MESSAGES]
    header = ("messages before", "reads", "queries", "writes", "request units")
    show("A turn on Cosmos DB that a text of the product answers at once", header, rows)
    costs = [await costs_of_a_streamed_turn(seconds) for seconds in _STREAMED_SECONDS]
    rows = [
        (
            f"{each.streamed_seconds:.1f}",
            f"{each.operations}",
            f"{each.units:.0f}",
            f"{each.items}",
            f"{each.size / 1000:.1f}",
        )
        for each in costs
    ]
    header = ("seconds of streaming", "operations", "request units", "new items", "KB")
    show("A turn on Cosmos DB that a model answers, with its usage counted", header, rows)
