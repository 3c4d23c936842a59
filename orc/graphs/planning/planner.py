"""The planning call: the model plans a turn, and repairs a plan with mistakes once."""

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
    """The input of the planning call. documents describes the documents of the conversation."""

    question: str
    history: tuple[ChatMessage, ...]
    documents: str
    tools: Mapping[str, Tool]
    max_steps: int


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan, or the reason why there is none as a sentence for the user."""

    plan: Plan | None
    usage: TokenUsage
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    """A parsed reply. mistakes are for the model; those of an unreadable reply are not shown to the user."""

    plan: Plan | None
    mistakes: Sequence[str] = ()
    readable: bool = True


async def plan_by_model(asked: Asked, model: ChatModel, on_repair: Callable[[str], Awaitable[None]]) -> Planned:
    """Asks the model for a plan, and again if the plan has mistakes. A step of the second plan with wrong arguments
    stays in it, and fails by itself. Raises ModelError if there is no answer."""
    descriptions = [
        data_line(
            {
                "name": tool.name,
                "description": tool.description[:_MAX_DESCRIPTION],
                "parameters": tool.input_schema,
            }
        )
        for tool in asked.tools.values()
    ]
    tools, documents = "\n".join(descriptions), asked.documents[:MAX_DOCUMENT_CHARACTERS] or "none"
    rules = prompts.PLAN.format(steps=asked.max_steps)
    system = f"{rules}\n\n<tools>\n{tools}\n</tools>\n\n<documents>\n{documents}\n</documents>"
    messages = (ChatMessage("system", system), *asked.history, ChatMessage("user", asked.question))
    reply = await ask(model, _request(messages))
    read = _read(reply.text, asked)
    if read.plan is not None:
        return Planned(read.plan, reply.usage)
    if read.readable:
        await on_repair(f"The plan has mistakes; asking for another: {'; '.join(read.mistakes)}")
    else:
        await on_repair("The plan could not be read; asking again.")
    wrong = "\n".join(f"- {mistake}" for mistake in read.mistakes)
    repair = (
        ChatMessage("assistant", reply.text[:20_000] or "(nothing)"),
        ChatMessage("user", prompts.mend_plan(wrong)),
    )
    repaired = await ask(model, _request((*messages, *repair)))
    again = _read(repaired.text, asked, arguments=False)
    why = "; ".join(again.mistakes) if again.readable else "The plan could not be read."
    return Planned(again.plan, reply.usage + repaired.usage, why)


def _read(text: str, asked: Asked, *, arguments: bool = True) -> _Read:
    try:
        plan = read_plan(text)
    except NoPlan as none:
        logger.warning("A plan could not be read: %s", none)
        return _Read(None, none.mistakes, readable=False)
    mistakes = mistakes_in(plan, asked.tools, max_steps=asked.max_steps, arguments=arguments)
    return _Read(None, mistakes[:_MAX_MISTAKES]) if mistakes else _Read(plan)


def _request(messages: tuple[ChatMessage, ...]) -> ChatRequest:
    return ChatRequest(messages=messages, output_schema=TURN_PLAN, temperature=0, task="plan")


def data_line(known: Mapping[str, Json]) -> str:
    """One line of JSON that cannot contain the tags around it."""
    return json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")
