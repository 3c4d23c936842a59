"""The planning call: the model plans a turn, and repairs a plan with mistakes once."""

import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from orc import prompts
from orc.domain import Json, PlanStep, TokenUsage
from orc.graphs.planning.arguments import in_types
from orc.graphs.planning.plan import NoPlan, Plan, mistakes_in, read_plan
from orc.ports import ChatMessage, ChatModel, ChatRequest, OutputSchema
from orc.ports.models import ask
from orc.tools import search_documents
from orc.tools.naming import offered_name
from orc.tools.offer import BUILT_IN, Tool

logger = logging.getLogger(__name__)

MAX_DOCUMENT_CHARACTERS = 10_000
_MAX_DESCRIPTION = 2_000
_MAX_MISTAKES = 10
_MAX_PLAN = 12_000  # characters: a small model may write a plan without an end

_STEP: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "step": {"type": "integer", "minimum": 1},
        "tool": {"type": "string"},
        "params": {"type": "object"},
        "output_key": {"type": "string"},
    },
    "required": ["step", "tool", "params", "output_key"],
}


def turn_plan(max_steps: int) -> OutputSchema:
    """The form of a plan of at most max_steps steps."""
    return OutputSchema(
        "turn_plan",
        {
            "type": "object",
            "properties": {
                "intent": {"type": "string", "enum": ["conversation", "single_tool", "multi_step"]},
                "question": {"type": "string"},
                "workflow_plan": {"type": "array", "items": _STEP, "maxItems": max_steps},
            },
            "required": ["intent", "question", "workflow_plan"],
        },
    )


@dataclass(frozen=True, slots=True)
class PlanningInput:
    """The input of the planning call. documents describes the documents of the conversation; lost_tools are the names
    of tools whose servers are down."""

    question: str
    history: tuple[ChatMessage, ...]
    documents: str
    tools: Mapping[str, Tool]
    max_steps: int
    lost_tools: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan, or the reason why there is none as a sentence for the user. has_dropped: a plan with steps was not
    used, unless they only search documents; lacks_tool: one of them names a tool that no server is known to have."""

    plan: Plan | None
    usage: TokenUsage
    why: str = ""
    has_dropped: bool = False
    lacks_tool: bool = False


@dataclass(frozen=True, slots=True)
class _ParsedReply:
    """A parsed reply. mistakes are for the model; those of an unreadable reply are not shown to the user. has_steps
    tells whether the plan, with mistakes or without, has steps that do more than search documents, and lacks_tool
    whether a step names a tool that no server is known to have."""

    plan: Plan | None
    mistakes: Sequence[str] = ()
    readable: bool = True
    has_steps: bool = False
    lacks_tool: bool = False


async def plan_by_model(
    planning_input: PlanningInput, model: ChatModel, on_repair: Callable[[str], Awaitable[None]]
) -> Planned:
    """Asks the model for a plan, and again if the plan has mistakes. A step of the second plan with wrong arguments, or
    with a tool that does not exist, stays in it and fails by itself, as a step of either plan does whose tool is lost.
    Raises ModelError if there is no answer."""
    descriptions = [
        data_line(
            {
                "name": tool.name,
                "description": tool.description[:_MAX_DESCRIPTION],
                "parameters": tool.input_schema,
            }
        )
        for tool in planning_input.tools.values()
    ]
    tools, documents = "\n".join(descriptions), planning_input.documents[:MAX_DOCUMENT_CHARACTERS] or "none"
    rules = prompts.PLAN.format(steps=planning_input.max_steps)
    system = f"{rules}\n\n<tools>\n{tools}\n</tools>\n\n<documents>\n{documents}\n</documents>"
    messages = (ChatMessage("system", system), *planning_input.history, ChatMessage("user", planning_input.question))
    request = ChatRequest(
        messages=messages,
        output_schema=turn_plan(planning_input.max_steps),
        max_characters=_MAX_PLAN,
        temperature=0,
        task="plan",
    )
    reply = await ask(model, request)
    read = _read(reply.text, planning_input)
    if read.plan is not None:
        return Planned(read.plan, reply.usage)
    if read.readable:
        await on_repair(f"The plan has mistakes; asking for another: {'; '.join(read.mistakes)}")
    else:
        await on_repair("The plan could not be read; asking again.")
    mistakes = "\n".join(f"- {mistake}" for mistake in read.mistakes)
    repair = (
        ChatMessage("assistant", reply.text or "(nothing)"),
        ChatMessage("user", prompts.mend_plan(mistakes)),
    )
    repaired = await ask(model, replace(request, messages=(*messages, *repair)))
    reread = _read(repaired.text, planning_input, of_steps=False)
    why = "; ".join(reread.mistakes) if reread.readable else "The plan could not be read."
    has_dropped = reread.plan is None and (read.has_steps or reread.has_steps)
    lacks_tool = has_dropped and (read.lacks_tool or reread.lacks_tool)
    return Planned(reread.plan, reply.usage + repaired.usage, why, has_dropped, lacks_tool)


def _read(text: str, given: PlanningInput, *, of_steps: bool = True) -> _ParsedReply:
    try:
        plan = _as_offered(read_plan(text), given.tools)
    except NoPlan as none:
        logger.warning("A plan could not be read: %s", none)
        return _ParsedReply(None, none.mistakes, readable=False)
    mistakes = mistakes_in(plan, given.tools, max_steps=given.max_steps, lost=given.lost_tools, of_steps=of_steps)
    has_steps = any(not _is_search_of_documents(given.tools.get(step.tool)) for step in plan.steps)
    lacks_tool = any(step.tool not in given.tools and step.tool not in given.lost_tools for step in plan.steps)
    known = None if mistakes else plan
    return _ParsedReply(known, mistakes[:_MAX_MISTAKES], has_steps=has_steps, lacks_tool=lacks_tool)


def _as_offered(plan: Plan, tools: Mapping[str, Tool]) -> Plan:
    """The plan with its tools under the names of the offer, and its params in the types that they take."""
    steps = list[PlanStep]()
    for step in plan.steps:
        tool = tools.get(name := offered_name(step.tool, tools))
        params = step.params if tool is None else in_types(tool.input_schema, step.params)
        steps.append(replace(step, tool=name, params=params))
    return replace(plan, steps=tuple(steps))


def _is_search_of_documents(tool: Tool | None) -> bool:
    """Whether the rules plan this step, too, if the model's plan cannot be used."""
    return tool is not None and tool.server == BUILT_IN and tool.own_name == search_documents.NAME


def data_line(data: Mapping[str, Json]) -> str:
    """One line of JSON that cannot contain the tags around it."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
