"""Calls built-in tools without MCP until the process has imported it (D-345)."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import count
from typing import Any

from orc.domain import ConversationKey
from orc.errors import OrcError, ToolTimedOut
from orc.text import repaired, repaired_json
from orc.tools.answers import MAX_PROGRESS, one_line, read_answer
from orc.tools.built_in import BuiltInTool, answer_of, error_body, invoke
from orc.tools.offer import ToolResult

type Progress = Callable[[str], Awaitable[None]]


async def call_directly(
    tool: BuiltInTool, arguments: Mapping[str, Any], *, key: ConversationKey, seconds: float, on_progress: Progress
) -> ToolResult:
    """The tool's result or its failure, as they would arrive over MCP."""
    progress_count = count(1)

    async def progress(message: str) -> None:
        if next(progress_count) <= MAX_PROGRESS and message:
            await on_progress(one_line(message))

    try:
        async with asyncio.timeout(seconds):
            structured, text = answer_of(await invoke(tool, key, arguments, progress))
    except TimeoutError as error:
        raise ToolTimedOut(f"{tool.name} did not answer in time.") from error
    except OrcError as error:
        return read_answer(tool.name, error_body(error), error.message, is_error=True)
    return read_answer(tool.name, repaired_json(structured), repaired(text))
