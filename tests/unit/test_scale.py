import asyncio

import pytest

from benchmarks.cosmos import costs_of_a_streamed_turn
from benchmarks.scale import Inputs, simulated


def test_turns_within_an_instances_slots_begin_at_once() -> None:
    hour = simulated(Inputs(model_seconds=10, slots=32), 1_000, 1)
    assert len(hour.waits) == 1_000
    assert max(hour.waits) == 0
    assert hour.not_begun == 0


def test_turns_beyond_all_slots_wait_and_some_do_not_begin() -> None:
    crowded = simulated(Inputs(model_seconds=10, slots=1), 1_000, 1)
    relieved = simulated(Inputs(model_seconds=10, slots=1), 1_000, 10)
    assert len(crowded.waits) + crowded.not_begun == 1_000
    assert crowded.not_begun > 500
    assert relieved.not_begun < 10


def test_a_core_that_is_asked_for_too_much_delays_first_tokens() -> None:
    light = simulated(Inputs(cpu_seconds=0.03), 1_000, 1)
    heavy = simulated(Inputs(cpu_seconds=4), 1_000, 1)
    assert max(heavy.first_tokens) > 10 * max(light.first_tokens)


@pytest.mark.parametrize("seconds", [0.2, 2.0])
def test_the_model_of_the_store_does_not_understate_what_a_turn_costs(seconds: float) -> None:
    costs = asyncio.run(costs_of_a_streamed_turn(seconds))
    inputs = Inputs(model_seconds=costs.streamed_seconds, first_token_share=0, spread=0, document_turn_share=0)
    assert 0.85 * costs.operations <= inputs.operations_of_a_turn
    assert 0.85 * costs.units <= inputs.units_of_a_turn
    assert 0.85 * costs.size <= inputs.bytes_of_a_turn
