"""What the graph makes of what the tool is asked and answers; the tool is a real MCP server in this process."""

from pathlib import Path
from typing import Any

import pytest

from orc.domain import FileRef, Json, PlanStep
from orc.graphs.context.document_step import document_chat_arguments
from orc.graphs.context.state import ConversationState, StepResult
from orc.graphs.graph import conversation_graph
from orc.graphs.nodes.context_builder import context_builder
from orc.graphs.nodes.mcp_executor import mcp_executor
from tests.app.parts import OtherServer, parts

QUESTION = "Who wrote it?"
STEP = PlanStep(step=1, tool="document_chat", output_key="document_answer")


def known(*names: str) -> tuple[FileRef, ...]:
    return tuple(FileRef(f"file-{name}", name) for name in names)


@pytest.mark.req("DC-08")
@pytest.mark.parametrize(
    "result",
    [
        {"text": "It was Ada."},
        {"answer": "It was Ada.", "files": "a.txt", "metadata": {}},
        {"answer": "It was Ada.", "files": [{"id": 1}], "metadata": {}},
        {"answer": 7, "files": [], "metadata": None},
        {},
        None,
    ],
    ids=["other fields", "files as text", "files of another shape", "other types", "nothing", "only text"],
)
async def test_a_result_of_another_shape_fails_the_step_and_not_the_turn(
    tmp_path: Path, result: dict[str, Any] | None
) -> None:
    other = OtherServer(result, text="It was Ada.")
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text")
        run, message = await orc.ask(conversation, QUESTION, "a.txt")
    [step] = run.steps
    assert (run.status, step["ok"], step["error"]["code"]) == ("completed", False, "tool_result_invalid")
    assert "document_chat" in message.text
    assert message.citations == ()


@pytest.mark.req("DC-08")
async def test_a_tool_error_is_reported_with_its_reason(tmp_path: Path) -> None:
    error = {"error": {"code": "out_of_ink", "message": "The tool has no ink."}}
    other = OtherServer(error, text="no ink", is_error=True)
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text")
        run, message = await orc.ask(conversation, QUESTION, "a.txt")
    assert run.steps[0]["error"] == {"code": "out_of_ink", "message": "The tool has no ink.", "retryable": False}
    assert "The tool has no ink." in message.text


@pytest.mark.req("DC-08", "RG-10")
async def test_a_later_tool_failure_is_not_reported_as_a_missing_answer(tmp_path: Path) -> None:
    files = [{"file_id": "file-1", "blob_name": "a.txt"}]
    other = OtherServer({"answer": "", "files": files, "metadata": {}})
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text")
        await orc.ask(conversation, QUESTION, "a.txt")
        other.gives({"error": {"code": "out_of_ink", "message": "The tool has no ink."}}, is_error=True)
        _, message = await orc.ask(conversation, QUESTION, "a.txt")
    assert message.text == "document_chat failed: The tool has no ink."


@pytest.mark.req("DC-08")
async def test_the_built_in_tool_answers_with_answer_files_and_metadata(tmp_path: Path) -> None:
    async with parts(tmp_path) as orc:
        conversation = await orc.conversation(a=b"Ada wrote it.")
        async with orc.turn(conversation, QUESTION, "a.txt") as context:
            state = ConversationState(
                question=QUESTION, standalone_question=QUESTION, blob_names=("a.txt",), workflow_plan=(STEP,)
            )
            update = await mcp_executor(state, context)
    [step] = update["step_results"]
    assert set(step.result) == {"answer", "files", "metadata"}
    assert "Ada wrote it." in step.result["answer"]
    [file] = step.result["files"]
    assert (set(file), file["blob_name"]) == ({"file_id", "blob_name"}, "a.txt")


@pytest.mark.req("DC-09")
@pytest.mark.parametrize("files", [known("b.txt"), ()], ids=["files", "no files"])
async def test_the_context_appends_the_answer_and_replaces_the_files(
    tmp_path: Path, files: tuple[FileRef, ...]
) -> None:
    result = {
        "answer": "It was Ada.",
        "files": [{"file_id": ref.file_id, "blob_name": ref.blob_name} for ref in files],
        "metadata": {},
    }
    step = StepResult(step=1, tool="document_chat", output_key="x", params={}, duration_ms=1, result=result)
    state = ConversationState(
        question=QUESTION,
        context_documents=("What was known.",),
        uploaded_file_refs=known("a.txt"),
        step_results=(step,),
    )
    async with parts(tmp_path) as orc, orc.turn(await orc.conversation(), QUESTION) as context:
        update = await context_builder(state, context)
    assert update["context_documents"] == ("What was known.", "It was Ada.")
    assert update["uploaded_file_refs"] == files


@pytest.mark.req("DC-10", "DC-11")
async def test_later_turns_start_with_the_files_tool_and_thread_of_an_answer(tmp_path: Path) -> None:
    files = [{"file_id": "file-1", "blob_name": "a.txt"}]
    other = OtherServer({"answer": "", "files": files, "metadata": {"code_thread_id": "thread-7"}})
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text")
        _, first = await orc.ask(conversation, QUESTION, "a.txt")
        _, talk = await orc.ask(conversation, "Thanks!")
        _, again = await orc.ask(conversation, QUESTION, "a.txt")
    for message in (first, talk, again):
        assert message.uploaded_file_refs == (FileRef("file-1", "a.txt"),)
        assert (message.last_mcp_tool_used, message.code_thread_id) == ("document_chat", "thread-7")
    arguments = [call.arguments or {} for call in other.calls]
    assert [call.get("cached_file_info") for call in arguments] == [None, files]


@pytest.mark.req("DC-01")
async def test_blob_names_reach_the_graph_as_its_input_only(tmp_path: Path) -> None:
    other = OtherServer({"answer": "", "files": [], "metadata": {}})
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text", b=b"text")
        async with orc.turn(conversation, QUESTION, "b.txt") as context:
            await conversation_graph().ainvoke(
                ConversationState(question=QUESTION, blob_names=("a.txt",)), context=context
            )
    [call] = other.calls
    assert (call.arguments or {})["document_names"] == ["a.txt"]


@pytest.mark.req("DC-06")
@pytest.mark.parametrize(
    ("cached", "asked", "hit"),
    [
        (("a", "b"), ("b", "a"), True),
        (("a",), ("a",), True),
        (("a",), ("A",), False),
        (("a", "b"), ("a",), False),
        (("a",), ("a", "b"), False),
        ((), ("a",), False),
        ((), (), False),
    ],
)
def test_known_files_are_sent_for_exactly_the_same_names(
    cached: tuple[str, ...], asked: tuple[str, ...], hit: bool
) -> None:
    state = ConversationState(question=QUESTION, blob_names=asked, uploaded_file_refs=known(*cached))
    assert ("cached_file_info" in document_chat_arguments(STEP, state)) is hit


@pytest.mark.req("SE-06")
def test_a_plan_cannot_name_other_documents_files_or_people() -> None:
    params: dict[str, Json] = {
        "question": "Who signed?",
        "document_names": ["../other/secret.txt"],
        "cached_file_info": [{"file_id": "file-of-another", "blob_name": "a.txt"}],
        "organization_id": "other",
        "user_id": "other",
        "caller": {"user_id": "other"},
    }
    step = PlanStep(step=1, tool="document_chat", params=params)
    state = ConversationState(question=QUESTION, blob_names=("a.txt",))
    assert document_chat_arguments(step, state) == {"question": "Who signed?", "document_names": ["a.txt"]}


@pytest.mark.req("SE-06")
async def test_the_tool_gets_the_caller_separately_from_the_arguments(tmp_path: Path) -> None:
    other = OtherServer({"answer": "", "files": [], "metadata": {}})
    step = PlanStep(step=1, tool="document_chat", params={"user_id": "mallory", "_meta": {"orc/caller": "mallory"}})
    async with parts(tmp_path, other) as orc:
        conversation = await orc.conversation(a=b"text")
        async with orc.turn(conversation, QUESTION, "a.txt") as context:
            state = ConversationState(
                question=QUESTION, standalone_question=QUESTION, blob_names=("a.txt",), workflow_plan=(step,)
            )
            await mcp_executor(state, context)
    [call] = other.calls
    assert call.arguments == {"question": QUESTION, "document_names": ["a.txt"]}
    assert dict(call.meta or {})["orc/caller"] == {
        "organization_id": "organization",
        "user_id": "user",
        "conversation_id": conversation,
    }
