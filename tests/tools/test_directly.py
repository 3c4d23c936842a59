"""The built-in tools answer alike whether or not the process has imported MCP."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import aclosing

import pytest
from pydantic import BaseModel

import orc.tools.server
from orc.documents.registry import Progress
from orc.domain import Caller, ConversationKey
from orc.errors import NotFound, ToolFailure, ToolRetry, ToolTimedOut
from orc.tools.toolbox import Toolbox, ToolboxLimits, own_server


class _Asked(BaseModel):
    way: str


class _Said(BaseModel):
    answer: str | None = None
    parts: list[str] = []


class _Tool:
    name = "tool"
    description = "Does what it is asked."
    arguments = _Asked
    result = _Said

    async def __call__(self, key: ConversationKey, arguments: _Asked, progress: Progress) -> _Said:
        if arguments.way == "missing":
            raise NotFound("There is\nno such document.")
        if arguments.way == "broken":
            raise KeyError("a mistake of the tool")
        if arguments.way == "endless":
            await asyncio.Event().wait()
        for number in range(150 if arguments.way == "talkative" else 0):
            await progress(f"At {number} of\n150")
        return _Said(answer="\ud800ne") if arguments.way == "answer" else _Said(parts=[key.conversation_id, "two"])


@pytest.fixture(params=["directly", "over MCP"], autouse=True)
def _way_of_calls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    directly = request.param == "directly"
    if directly:
        monkeypatch.delitem(sys.modules, orc.tools.server.__name__)
    yield
    assert (orc.tools.server.__name__ in sys.modules) is not directly


async def _call(way: str | None, told: list[str] | None = None, seconds: float = 60) -> tuple[object, str]:
    async def on_progress(message: str) -> None:
        if told is not None:
            told.append(message)

    key = Caller("organization", "user").conversation("conversation")
    async with aclosing(Toolbox(own_server(_Tool()), {}, limits=ToolboxLimits(built_in_seconds=seconds))) as toolbox:
        arguments = {"way": way} if way else {}
        found = await toolbox.call(toolbox.builtin("tool"), arguments, key=key, on_progress=on_progress)
    return found.structured, found.text


async def test_a_result_has_its_fields_and_its_text() -> None:
    fields = {"answer": None, "parts": ["conversation", "two"]}
    assert await _call("parts") == (fields, '{"answer": null, "parts": ["conversation", "two"]}')


async def test_a_result_is_repaired_text() -> None:
    assert await _call("answer") == ({"answer": "\ufffdne", "parts": []}, "\ufffdne")


async def test_progress_is_reported_up_to_a_limit() -> None:
    told: list[str] = []
    await _call("talkative", told)
    assert told == [f"At {number} of 150" for number in range(100)]


@pytest.mark.parametrize(
    ("way", "failure", "code"),
    [(None, ToolRetry, "invalid_arguments"), ("missing", ToolFailure, "not_found"), ("broken", ToolFailure, None)],
)
async def test_a_failure_keeps_its_kind_and_its_code(
    way: str | None, failure: type[ToolFailure], code: str | None
) -> None:
    with pytest.raises(failure) as failed:
        await _call(way)
    assert type(failed.value) is failure
    assert failed.value.code == (code or "tool_failed")
    assert "\n" not in failed.value.message
    assert "mistake" not in failed.value.message


async def test_a_call_ends_when_its_time_is_over() -> None:
    with pytest.raises(ToolTimedOut, match="tool did not answer in time"):
        await _call("endless", seconds=0.05)
