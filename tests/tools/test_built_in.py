"""What becomes of a built-in tool that fails in a way that nobody thought of."""

import logging

import pytest
from pydantic import BaseModel

from orc.documents.registry import Progress
from orc.domain import Caller, ConversationKey
from orc.errors import ToolFailure
from orc.tools.built_in import invoke


class _Nothing(BaseModel):
    pass


class _Broken:
    """Stands in for a tool with a mistake in it."""

    name = "broken"
    description = "Fails."
    arguments = _Nothing
    result = _Nothing

    async def __call__(self, key: ConversationKey, arguments: _Nothing, progress: Progress) -> _Nothing:
        raise KeyError("a mistake of the tool")


async def _no_progress(_: str) -> None:
    return


@pytest.mark.req("QA-06")
async def test_any_exception_in_a_tool_is_a_failed_call_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(ToolFailure) as failed:
        await invoke(_Broken(), Caller("o", "u").conversation(""), {}, _no_progress)
    assert "a mistake" not in failed.value.message
    assert "broken failed" in caplog.text
