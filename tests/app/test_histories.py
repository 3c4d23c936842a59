"""Orchestrations that were recorded go on with the orchestrator as it is now. UPDATE_HISTORIES=1 with test_durable.py
records them anew, which a change of the orchestrator needs."""

import base64
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


def replayed(history: Path) -> pb.CompleteOrchestrationAction:
    """How the recorded orchestration ends now."""
    request = Parse(history.read_text(encoding="utf-8"), pb.OrchestratorRequest())
    encoded = base64.b64encode(request.SerializeToString()).decode()
    answer = DurableFunctionsWorker().execute_orchestration_request(durable.turn_steps, encoded)
    [action] = pb.OrchestratorResponse.FromString(base64.b64decode(answer)).actions
    return action.completeOrchestration


@pytest.mark.req("RE-02")
@pytest.mark.parametrize("history", HISTORIES, ids=lambda path: path.stem)
def test_a_recorded_orchestration_ends_as_it_did(history: Path) -> None:
    end = replayed(history)
    assert (end.orchestrationStatus, end.result.value) == (pb.ORCHESTRATION_STATUS_COMPLETED, '"completed"')


@pytest.mark.req("RE-02")
def test_a_changed_orchestrator_does_not_fit_its_histories(monkeypatch: pytest.MonkeyPatch) -> None:
    assert HISTORIES
    monkeypatch.setattr(durable, "NODES", tuple(reversed(durable.NODES)))
    for history in HISTORIES:
        end = replayed(history)
        assert end.orchestrationStatus == pb.ORCHESTRATION_STATUS_FAILED
        assert end.failureDetails.errorType.endswith("NonDeterminismError")
