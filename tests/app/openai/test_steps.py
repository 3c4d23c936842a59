"""Steps of an answer as items of the Responses API."""

import json
import uuid

import pytest

from tests.app.conftest import WorkflowHost
from tests.app.openai.conftest import sdk_of
from tests.app.plans import plan, step
from tests.support.app import StubProcess, principal
from tests.support.openai_stub import Reply


@pytest.mark.req("BX-13")
def test_tools_of_other_servers_are_mcp_calls(workflow_host: WorkflowHost, stub: StubProcess) -> None:
    stub.script(
        plan("multi_step", step(1, "find", "books", subject="ink"), step(2, "misprint", "page")),
        Reply(text="Two books."),
    )
    with sdk_of(workflow_host.host.url, principal("organization", f"user-{uuid.uuid4().hex}")) as sdk:
        with sdk.responses.create(model="orc", input="Find ink and print it.", stream=True) as stream:
            events = list(stream)
        final = events[-1]
        assert final.type == "response.completed"
        calls = {item.name: item for item in final.response.output if item.type == "mcp_call"}
        assert set(calls) == {"find", "misprint"}
        found, failed = calls["find"], calls["misprint"]
        assert (found.status, found.error, found.server_label) == ("completed", None, "library")
        assert json.loads(found.arguments) == {"subject": "ink"}
        assert found.output
        assert (failed.status, failed.output, failed.server_label) == ("failed", None, "library")
        assert failed.error is not None
        kinds = [event.type for event in events if getattr(event, "item_id", None) == found.id]
        assert kinds == [
            "response.mcp_call.in_progress",
            "response.mcp_call_arguments.delta",
            "response.mcp_call_arguments.done",
            "response.mcp_call.completed",
        ]
        assert sdk.responses.retrieve(final.response.id) == final.response
