"""Simulates an hour of turns on 1, 10 and 100 instances at 10, 1,000 and 100,000 turns an hour, and calculates stores,
orchestrations and cost. Nothing runs on Azure; docs/scale.md has every source.
"""

import heapq
import math
import random
from collections import deque
from dataclasses import dataclass, field
from statistics import quantiles

from benchmarks.tables import show

LOADS = (10, 1_000, 100_000)
INSTANCES = (1, 10, 100)
_HOUR = 3_600.0
_HOURS_A_MONTH = 730
_SEED = 20
_ARRIVAL, _ANSWERED, _ENDED = range(3)


@dataclass(frozen=True)
class Inputs:
    """The inputs of the model, in seconds, request units (RU), bytes, gigabytes and US$. A turn costs the store a fixed
    part, and a part for each second that its answer streams, because tokens are stored as they come."""

    model_seconds: float = 8.0
    first_token_share: float = 0.15
    spread: float = 0.5
    slots: int = 32
    cpu_seconds: float = 0.030
    cpu_before_first_token: float = 0.4
    units: float = 98.0
    units_a_streamed_second: float = 30.0
    operations: float = 10.0
    operations_a_streamed_second: float = 7.7
    stored_bytes: int = 8_800
    stored_bytes_a_streamed_second: int = 4_200
    index_factor: float = 1.5
    document_turn_share: float = 0.5
    search_units: float = 40.0
    background_share: float = 0.1
    activities: int = 5
    storage_operations_an_activity: int = 12
    activities_a_second_an_instance: int = 5
    control_queues: int = 4
    container_units_a_second: int = 5_000
    units_a_second_beyond_250_gb: int = 1_000
    full_partition_gb: float = 20.0
    memory_gb: float = 2.0
    gb_second: float = 0.000026
    granted_gb_seconds: int = 100_000
    million_executions: float = 0.40
    granted_executions: int = 250_000
    million_units: float = 0.25
    gb_month: float = 0.25
    ten_thousand_storage_operations: float = 0.004
    model_a_turn: float = 0.0036

    @property
    def streamed_seconds(self) -> float:
        """The mean time that an answer streams."""
        return self.model_seconds * math.exp(self.spread**2 / 2) * (1 - self.first_token_share)

    @property
    def units_of_a_turn(self) -> float:
        own = self.units + self.units_a_streamed_second * self.streamed_seconds
        return own + self.document_turn_share * self.search_units

    @property
    def operations_of_a_turn(self) -> float:
        return self.operations + self.operations_a_streamed_second * self.streamed_seconds

    @property
    def bytes_of_a_turn(self) -> float:
        """Without the index."""
        return self.stored_bytes + self.stored_bytes_a_streamed_second * self.streamed_seconds


@dataclass
class Hour:
    """The results of an hour's turns. Waits and first tokens are in seconds from a turn's arrival."""

    instances: int
    waits: list[float] = field(default_factory=list)
    first_tokens: list[float] = field(default_factory=list)
    slot_seconds: float = 0.0
    core_seconds: float = 0.0
    active_seconds: float = 0.0
    not_begun: int = 0


@dataclass
class _Instance:
    """An instance with one core, which serves turns first come, first served."""

    running: int = 0
    core_free_at: float = 0.0
    busy_since: float = 0.0

    def compute(self, at: float, seconds: float) -> float:
        self.core_free_at = max(at, self.core_free_at) + seconds
        return self.core_free_at


def measure(_rounds: int, _turns: int) -> None:
    """Prints the tables of docs/scale.md, the same at every call."""
    inputs = Inputs()
    hours = {load: [simulated(inputs, load, instances) for instances in INSTANCES] for load in LOADS}
    for load, by_instances in hours.items():
        header = ("instances", "slots in use", "core in use", "wait p95, s", "first token p50 / p95, s", "not begun")
        show(f"{load:,} turns an hour", header, [_row(inputs, hour) for hour in by_instances])
    loads = ("turns an hour", *(f"{load:,}" for load in LOADS))
    for title, figures in (("Cosmos DB", _store), ("Durable, storage provider", _durable), ("US$ a month", _cost)):
        by_load = [figures(inputs, load) for load in LOADS]
        show(title, loads, [(name, *(each[name] for each in by_load)) for name in by_load[0]])


def simulated(inputs: Inputs, turns_an_hour: int, instances: int) -> Hour:
    """An hour of turns that arrive by chance. A turn takes a slot of the instance with the fewest turns, or waits for
    one. It computes before it asks the model and again after the answer."""
    chance = random.Random(_SEED)
    hour, pool = Hour(instances), [_Instance() for _ in range(instances)]
    waiting: deque[float] = deque()
    events = [(chance.uniform(0, _HOUR), _ARRIVAL, -1) for _ in range(turns_an_hour)]
    heapq.heapify(events)
    first_part = inputs.cpu_seconds * inputs.cpu_before_first_token
    while events and events[0][0] < _HOUR:
        at, kind, number = heapq.heappop(events)
        if kind == _ARRIVAL:
            waiting.append(at)
        elif kind == _ANSWERED:
            ended = pool[number].compute(at, inputs.cpu_seconds - first_part)
            heapq.heappush(events, (ended, _ENDED, number))
        else:
            pool[number].running -= 1
            if not pool[number].running:
                hour.active_seconds += at - pool[number].busy_since
        while waiting:
            number = min(range(instances), key=lambda each: pool[each].running)
            instance = pool[number]
            if instance.running == inputs.slots:
                break
            if not instance.running:
                instance.busy_since = at
            instance.running += 1
            arrived = waiting.popleft()
            model = inputs.model_seconds * chance.lognormvariate(0, inputs.spread)
            asked = instance.compute(at, first_part)
            heapq.heappush(events, (asked + model, _ANSWERED, number))
            hour.waits.append(at - arrived)
            hour.first_tokens.append(asked + model * inputs.first_token_share - arrived)
            hour.slot_seconds += min(asked + model, _HOUR) - at
            hour.core_seconds += inputs.cpu_seconds
    hour.active_seconds += sum(_HOUR - each.busy_since for each in pool if each.running)
    hour.not_begun = len(waiting)
    return hour


def _row(inputs: Inputs, hour: Hour) -> tuple[str, ...]:
    first = quantiles(hour.first_tokens, n=20)
    return (
        f"{hour.instances}",
        f"{hour.slot_seconds / (hour.instances * inputs.slots * _HOUR):.1%}",
        f"{hour.core_seconds / (hour.instances * _HOUR):.1%}",
        f"{quantiles(hour.waits, n=20)[-1]:,.1f}",
        f"{first[9]:,.1f} / {first[-1]:,.1f}",
        f"{hour.not_begun:,}",
    )


def _store(inputs: Inputs, turns_an_hour: int) -> dict[str, str]:
    units = inputs.units_of_a_turn * turns_an_hour / _HOUR
    gigabytes = inputs.bytes_of_a_turn * inputs.index_factor * turns_an_hour * _HOURS_A_MONTH / 1e9
    return {
        "operations a second": f"{inputs.operations_of_a_turn * turns_an_hour / _HOUR:,.2f}",
        "RU a second": f"{units:,.1f}",
        "share of what a new container allows": f"{units / inputs.container_units_a_second:.1%}",
        "GB a month": f"{gigabytes:,.2f}",
        "turns until one conversation is full": f"{inputs.full_partition_gb * 1e9 / inputs.bytes_of_a_turn:,.0f}",
    }


def _durable(inputs: Inputs, turns_an_hour: int) -> dict[str, str]:
    orchestrations = inputs.background_share * turns_an_hour / _HOUR
    activities = orchestrations * inputs.activities
    return {
        "background turns a second": f"{orchestrations:,.3f}",
        "activities a second": f"{activities:,.2f}",
        "at once, by the model's time": f"{orchestrations * inputs.model_seconds:,.1f}",
        "storage operations a second": f"{activities * inputs.storage_operations_an_activity:,.1f}",
        "messages a second and control queue": f"{2 * activities / inputs.control_queues:,.2f}",
    }


def _cost(inputs: Inputs, turns_an_hour: int) -> dict[str, str]:
    turns = turns_an_hour * _HOURS_A_MONTH
    instances = next(n for n in INSTANCES if n == INSTANCES[-1] or not simulated(inputs, turns_an_hour, n).not_begun)
    active = simulated(inputs, turns_an_hour, instances).active_seconds * _HOURS_A_MONTH
    compute = max(0.0, active * inputs.memory_gb - inputs.granted_gb_seconds) * inputs.gb_second
    executions = turns * (1 + inputs.background_share * (2 * inputs.activities + 1))
    compute += max(0.0, executions - inputs.granted_executions) / 1e6 * inputs.million_executions
    units = inputs.units_of_a_turn * turns / 1e6 * inputs.million_units
    storage = inputs.bytes_of_a_turn * inputs.index_factor * turns / 1e9 * inputs.gb_month
    queued = turns * inputs.background_share * inputs.activities * inputs.storage_operations_an_activity
    parts = {
        "compute": compute,
        "Cosmos DB, requests": units,
        "Cosmos DB, a month's growth": storage,
        "storage operations of Durable": queued / 1e4 * inputs.ten_thousand_storage_operations,
        "model": turns * inputs.model_a_turn,
    }
    parts["together"] = sum(parts.values())
    return {"instances": f"{instances}"} | {name: f"{value:,.2f}" for name, value in parts.items()}
