"""Orchestrations that were recorded go on with the orchestrator as it is now. UPDATE_HISTORIES=1 with the tests of
orchestrations (test_durable.py, test_durable_ends.py) records them anew, which a change of the orchestrator needs."""

import base64
from collections.abc import Iterator, Sequence
from pathlib import Path

import durabletask.internal.orchestrator_service_pb2 as pb
import pytest
from azure.durable_functions.worker import DurableFunctionsWorker
from google.protobuf.json_format import Parse

from shared import durable
from tests.app.histories import FOLDER

# The worker that Azure runs lets it pass: inputs of orchestrators are plain JSON here.
pytestmark = pytest.mark.filterwarnings("ignore:azure.functions df_loads:DeprecationWarning")

HISTORIES = sorted(FOLDER.glob("*.json"))
ENDS = {
    "abandoned": "not completed",
    "cancelled": "not completed",
    "failed": "not completed",
    "fan_out": "completed",
    "one_activity_a_node": "completed",
    "retried": "completed",
    "three_turns": "completed",
}
WITH_STEPS = {"abandoned", "cancelled", "fan_out", "retried"}

each_history = pytest.mark.parametrize("history", HISTORIES, ids=lambda path: path.stem)


def recorded(history: Path) -> pb.OrchestratorRequest:
    return Parse(history.read_text(encoding="utf-8"), pb.OrchestratorRequest())


def actions(request: pb.OrchestratorRequest) -> Sequence[pb.OrchestratorAction]:
    """What the orchestrator wants done next."""
    encoded = base64.b64encode(request.SerializeToString()).decode()
    answer = DurableFunctionsWorker().execute_orchestration_request(durable.turn_steps, encoded)
    return list(pb.OrchestratorResponse.FromString(base64.b64decode(answer)).actions)


def end_of(history: Path) -> pb.CompleteOrchestrationAction:
    *_, action = actions(recorded(history))
    return action.completeOrchestration


def work_items(history: Path) -> Iterator[tuple[pb.OrchestratorRequest, list[tuple[str, str]]]]:
    """Each work item of the orchestration but for the last one, and the activities with which it was answered."""
    whole = recorded(history)
    past: list[pb.HistoryEvent] = []
    fresh: list[pb.HistoryEvent] = []
    answered: list[pb.HistoryEvent] = []
    for event in whole.pastEvents:
        if event.HasField("orchestratorCompleted"):
            tasks = [(e.taskScheduled.name, e.taskScheduled.input.value) for e in answered if e.taskScheduled.name]
            yield pb.OrchestratorRequest(instanceId=whole.instanceId, pastEvents=past, newEvents=fresh), tasks
            past += [*fresh, *answered, event]
            fresh, answered = [], []
        elif event.HasField("taskScheduled") or event.HasField("timerCreated"):
            answered.append(event)
        else:
            fresh.append(event)


def test_all_ways_of_an_orchestration_are_recorded() -> None:
    assert {history.stem for history in HISTORIES} == set(ENDS)


@pytest.mark.req("RE-02")
@each_history
def test_a_recorded_orchestration_ends_as_it_did(history: Path) -> None:
    end = end_of(history)
    expected = pb.ORCHESTRATION_STATUS_COMPLETED, f'"{ENDS[history.stem]}"'
    assert (end.orchestrationStatus, end.result.value) == expected


@pytest.mark.req("RE-02")
@each_history
def test_a_recorded_orchestration_replays_identically_from_any_point(history: Path) -> None:
    for request, expected in work_items(history):
        tasks = [action.scheduleTask for action in actions(request) if action.HasField("scheduleTask")]
        assert [(task.name, task.input.value) for task in tasks] == expected


@pytest.mark.req("RE-02")
@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("PLANNER", "commit"),
        ("STEP", "answer"),
        ("NODES", tuple(reversed(durable.NODES))),
        ("ABANDON", "commit"),
        ("NEXT", "abandon_turn"),
    ],
)
def test_a_changed_orchestrator_does_not_fit_its_histories(
    monkeypatch: pytest.MonkeyPatch, name: str, changed: object
) -> None:
    fitting = {"STEP": set(ENDS) - WITH_STEPS, "ABANDON": set(ENDS) - {"abandoned"}, "NODES": {"abandoned"}}
    monkeypatch.setattr(durable, name, changed)
    for history in HISTORIES:
        end = end_of(history)
        if history.stem in fitting.get(name, ()):
            assert end.orchestrationStatus == pb.ORCHESTRATION_STATUS_COMPLETED
        else:
            assert end.orchestrationStatus == pb.ORCHESTRATION_STATUS_FAILED
            assert end.failureDetails.errorType.endswith("NonDeterminismError")
