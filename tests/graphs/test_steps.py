"""Single steps, as they run alone in whichever process, with real tools over MCP."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orc.domain import PlanStep
from orc.graphs.context.state import ConversationState, StepFailure, StepResult, dump_update, load_state
from orc.graphs.execution.steps import run_step
from orc.graphs.limits import TurnLimits
from orc.graphs.nodes.context_builder import context_builder
from tests.app.parts import CALLER, parts

QUESTION = "Where do visitors park?"
SEARCH = PlanStep(1, "search_documents", {"query": QUESTION}, "found")
AGAIN = PlanStep(2, "search_documents", {"query": "{{found.passages.0.text}}"}, "again")
NOTE = b"Visitors park in row seven behind the depot."


def state_of(*steps: PlanStep) -> ConversationState:
    return ConversationState(question=QUESTION, intent_type="multi_step", workflow_plan=steps)


@pytest.mark.req("WF-02")
async def test_a_step_resumes_from_stored_results(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        conversation = await orc.conversation(note=NOTE)
        await orc.registry.ensure_registered(CALLER.conversation(conversation), "note.txt")
        async with orc.turn(conversation, QUESTION) as context:
            state = state_of(SEARCH, AGAIN)
            first = await run_step(SEARCH, [], state, context)
            stored = load_state({"question": QUESTION}, [dump_update({"step_results": (first,)})])
            second = await run_step(AGAIN, stored.step_results, state, context)
            update = await context_builder(replace(state, step_results=(first, second)), context)
    assert stored.step_results == (first,)
    assert second.params == {"query": NOTE.decode()}
    assert (first.failure, second.failure) == (None, None)
    assert [passage.chunk.text for passage in update["passages"]] == [NOTE.decode()]
    assert [text.splitlines()[0] for text in update["context_documents"]] == [
        "### Step 1: search_documents (found)",
        "### Step 2: search_documents (again)",
    ]
    assert update["last_mcp_tool_used"] == "search_documents"
    assert "uploaded_file_refs" not in update


@pytest.mark.req("WF-05")
async def test_a_step_that_needs_a_failed_one_is_not_executed(tmp_path: Path) -> None:
    failure = StepFailure(code="tool_failed", message="No.")
    failed = StepResult(step=1, tool="search_documents", output_key="found", params={}, failure=failure)
    async with parts(tmp_path) as orc, orc.turn(await orc.conversation(), QUESTION) as context:
        ended = await run_step(AGAIN, [failed], state_of(SEARCH, AGAIN), context)
    assert ended.failure is not None
    assert (ended.failure.code, ended.started_at) == ("step_skipped", None)


@pytest.mark.req("WF-15")
async def test_the_tools_of_a_turn_have_so_much_time_together(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc, orc.turn(await orc.conversation(), QUESTION) as context:
        context.limits = TurnLimits(tool_seconds=60)
        long_ago = StepResult(
            step=1, tool="x", output_key="x", params={}, started_at="2026-01-01T00:00:00.000000Z", duration_ms=1
        )
        ended = await run_step(replace(SEARCH, step=2), [long_ago], state_of(SEARCH), context)
    assert ended.failure is not None
    assert ended.failure.code == "tool_time_used_up"
    assert ended.failure.message == "The tools of this turn have used all of their 60 seconds."


@pytest.mark.req("DC-07")
@pytest.mark.parametrize("tool", ["document_chat", "teleport"])
async def test_a_tool_that_is_not_offered_is_not_called(tmp_path: Path, tool: str) -> None:
    params: dict[str, Any] = {"question": QUESTION, "document_names": ["a.txt"]}
    async with parts(tmp_path) as orc, orc.turn(await orc.conversation(), QUESTION) as context:
        ended = await run_step(PlanStep(1, tool, params, "x"), [], state_of(), context)
    assert ended.failure is not None
    assert ended.failure.code == "unknown_tool"
