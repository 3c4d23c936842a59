"""The planning call: what the model is told of the turn, and its plan, mended once if it has mistakes."""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from orc import prompts
from orc.domain import Json, TokenUsage
from orc.graphs.planning.plan import NoPlan, Plan, mistakes_in, read_plan
from orc.ports import ChatMessage, ChatModel, ChatRequest, OutputSchema
from orc.ports.models import ask
from orc.tools.offer import Tool

logger = logging.getLogger(__name__)

MAX_DOCUMENT_CHARACTERS = 10_000
_MAX_DESCRIPTION = 2_000
_MAX_MISTAKES = 10

_SCHEMA: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "intent": {"type": "string", "enum": ["conversation", "single_tool", "multi_step"]},
        "question": {"type": "string"},
        "workflow_plan": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "step": {"type": "integer", "minimum": 1},
                    "tool": {"type": "string"},
                    "params": {"type": "object"},
                    "output_key": {"type": "string"},
                },
                "required": ["step", "tool", "params", "output_key"],
            },
        },
    },
    "required": ["intent", "question", "workflow_plan"],
}
TURN_PLAN = OutputSchema("turn_plan", _SCHEMA)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the model plans from. documents is what is known of the caller's documents, as text."""

    question: str
    history: tuple[ChatMessage, ...]
    documents: str
    tools: Mapping[str, Tool]
    max_steps: int


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan, or after it was mended why there is none, for the user to read."""

    plan: Plan | None
    usage: TokenUsage
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    """What became of a reply; mistakes are for the model. What could not be read at all has its details there alone."""

    plan: Plan | None
    mistakes: Sequence[str] = ()
    readable: bool = True


async def plan_by_model(asked: Asked, model: ChatModel, on_repair: Callable[[str], Awaitable[None]]) -> Planned:
    """One call; a second one when the first brought a plan with mistakes. ModelError when there is no answer."""
    messages = _messages(asked)
    reply = await ask(model, _request(messages))
    read = _read(reply.text, asked)
    if read.plan is not None:
        return Planned(read.plan, reply.usage)
    if read.readable:
        await on_repair(f"The plan had mistakes and is made again: {'; '.join(read.mistakes)}")
    else:
        await on_repair("The plan could not be read; asking again.")
    mended = await ask(model, _request((*messages, *_mend(reply.text, read.mistakes))))
    again = _read(mended.text, asked)
    why = "; ".join(again.mistakes) if again.readable else "The plan could not be read."
    return Planned(again.plan, reply.usage + mended.usage, why)


def _read(text: str, asked: Asked) -> _Read:
    try:
        plan = read_plan(text)
    except NoPlan as none:
        logger.warning("A plan could not be read: %s", none)
        return _Read(None, none.mistakes, readable=False)
    mistakes = mistakes_in(plan, asked.tools, max_steps=asked.max_steps)
    return _Read(None, mistakes[:_MAX_MISTAKES]) if mistakes else _Read(plan)


def _request(messages: tuple[ChatMessage, ...]) -> ChatRequest:
    return ChatRequest(messages=messages, output_schema=TURN_PLAN, temperature=0)


def _messages(asked: Asked) -> tuple[ChatMessage, ...]:
    tools = "\n".join(_described(tool) for tool in asked.tools.values())
    documents = asked.documents[:MAX_DOCUMENT_CHARACTERS] or "none"
    parts = [
        prompts.PLAN.format(steps=asked.max_steps),
        f"<tools>\n{tools}\n</tools>",
        f"<documents>\n{documents}\n</documents>",
    ]
    return (ChatMessage("system", "\n\n".join(parts)), *asked.history, ChatMessage("user", asked.question))


def _described(tool: Tool) -> str:
    description = tool.description[:_MAX_DESCRIPTION]
    return data_line({"name": tool.name, "description": description, "parameters": tool.input_schema})


def data_line(known: Mapping[str, Json]) -> str:
    """One line of JSON, in which nothing can pass for one of the tags around it."""
    return json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")


def _mend(text: str, mistakes: Sequence[str]) -> tuple[ChatMessage, ChatMessage]:
    wrong = "\n".join(f"- {mistake}" for mistake in mistakes)
    return ChatMessage("assistant", text[:20_000] or "(nothing)"), ChatMessage("user", prompts.mend_plan(wrong))
