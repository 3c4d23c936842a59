"""Params that a tool did not take, mended once by the model from what the tool said."""

import json

from orc import prompts
from orc.domain import Json, PlanStep, TokenUsage
from orc.ports import ChatMessage, ChatModel, ChatRequest, OutputSchema
from orc.ports.models import ask
from orc.text import parse_object
from orc.tools.offer import Tool


async def mended_params(
    model: ChatModel, tool: Tool, step: PlanStep, hint: str, question: str
) -> tuple[dict[str, Json] | None, TokenUsage]:
    """The params to call the tool with instead; None when the model gave no object. ModelError when it failed."""
    told = {
        "tool": {"name": tool.name, "description": tool.description, "parameters": tool.input_schema},
        "arguments": step.params,
        "what_the_tool_said": hint,
        "question_of_the_user": question,
    }
    request = ChatRequest(
        messages=(
            ChatMessage("system", prompts.MEND_ARGUMENTS),
            ChatMessage("user", json.dumps(told, ensure_ascii=False)),
        ),
        output_schema=OutputSchema("tool_params", tool.input_schema),
        temperature=0,
    )
    reply = await ask(model, request)
    return parse_object(reply.text), reply.usage
