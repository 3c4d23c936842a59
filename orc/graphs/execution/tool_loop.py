"""Writes the answer; where the results so far are not enough, the model may call tools in rounds before it goes on."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field, replace

from orc import prompts
from orc.domain import PlanStep, TokenUsage
from orc.graphs.context.state import ConversationState, StepFailure, StepResult, TurnContext
from orc.graphs.execution.answer_writer import Draft
from orc.graphs.execution.parallel import one_error
from orc.graphs.execution.steps import UNKNOWN_TOOL, refuse, run_call
from orc.graphs.execution.tool_results import Pages, as_source, pages_of_documents, share_of
from orc.ports import ChatMessage, ChatRequest, Finished, TextDelta, ToolCall, ToolSpec
from orc.text import parse_object
from orc.tools.offer import Tool

_MALFORMED = "The arguments are no JSON object."


@dataclass(slots=True)
class Written:
    """What writing the answer took. limited says that the model wanted more tool calls than a turn allows, cut
    that it had more to write than it may, ended_silent that it wrote nothing after its last call."""

    results: list[StepResult]
    usage: TokenUsage = field(default_factory=TokenUsage)
    model: str = ""
    limited: bool = False
    cut: bool = False
    ended_silent: bool = False


@dataclass(slots=True)
class _Round:
    text: str = ""
    calls: list[ToolCall] = field(default_factory=list)


async def write_answer(
    request: ChatRequest, draft: Draft, state: ConversationState, tools: Mapping[str, Tool]
) -> Written:
    """Streams the answer to the request, with calls of these tools as often as the limits allow."""
    limits = draft.context.limits
    specs = tuple(ToolSpec(tool.name, tool.description, tool.input_schema) for tool in tools.values())
    request = replace(request, max_output_tokens=limits.answer_tokens)
    written = Written(list(state.step_results))
    rounds, calls = limits.tool_rounds, limits.tool_calls
    while True:
        offered = specs if rounds > 0 and calls > 0 else ()
        this = await _stream(replace(request, tools=offered), draft, written)
        if not this.calls or not offered:
            written.ended_silent = not this.text.strip()
            return written
        draft.new_paragraph()
        told = await _call(this, calls, draft, state, tools, written)
        rounds, calls = rounds - 1, calls - len(this.calls)
        messages = (*request.messages, ChatMessage("assistant", this.text, tuple(this.calls)), *told)
        if rounds <= 0 or calls <= 0:
            written.limited = True
            messages = (*messages, ChatMessage("user", prompts.NO_MORE_CALLS))
        request = replace(request, messages=messages)


async def _stream(request: ChatRequest, draft: Draft, written: Written) -> _Round:
    this = _Round()
    async with aclosing(draft.context.model.stream(request)) as chunks:
        async for chunk in chunks:
            match chunk:
                case TextDelta():
                    this.text += chunk.text
                    await draft.write(chunk.text)
                case ToolCall():
                    this.calls.append(chunk)
                case Finished():
                    written.usage += chunk.usage
                    written.model = chunk.model
                    written.cut = chunk.reason == "length"
    await draft.end()
    return this


async def _call(
    this: _Round,
    allowed: int,
    draft: Draft,
    state: ConversationState,
    tools: Mapping[str, Tool],
    written: Written,
) -> list[ChatMessage]:
    """Makes the calls of a round side by side; what they brought, for the model."""
    slots = asyncio.Semaphore(draft.context.limits.parallel_steps)
    first = max((result.step for result in written.results), default=0) + 1
    earlier = tuple(written.results)

    async def make(number: int, call: ToolCall) -> StepResult:
        async with slots:
            return await _make(number, call, earlier, state, tools, draft.context, this.text.strip() or None)

    with one_error():
        async with asyncio.TaskGroup() as group:
            made = [group.create_task(make(first + i, call)) for i, call in enumerate(this.calls[:allowed])]
    results = [task.result() for task in made]
    written.results += results
    pages = pages_of_documents(earlier)
    told = [_told(call, result, draft, pages) for call, result in zip(this.calls, results, strict=False)]
    over = {"error": {"code": "too_many_calls", "message": prompts.NO_MORE_CALLS}}
    return [*told, *(ChatMessage("tool", json.dumps(over), tool_call_id=c.call_id) for c in this.calls[allowed:])]


async def _make(
    number: int,
    call: ToolCall,
    earlier: Sequence[StepResult],
    state: ConversationState,
    tools: Mapping[str, Tool],
    context: TurnContext,
    reasoning: str | None,
) -> StepResult:
    params = parse_object(call.arguments or "{}")
    step = PlanStep(number, call.name, params or {}, f"call_{number}")
    tool = tools.get(call.name)
    if tool is None:
        told = f"There is no tool {call.name} on offer."
        return await refuse(step, StepFailure(code=UNKNOWN_TOOL, message=told), context)
    if params is None:
        return await refuse(step, StepFailure(code="malformed_arguments", message=_MALFORMED), context)
    return await run_call(step, tool, earlier, state, context, reasoning)


def _told(call: ToolCall, result: StepResult, draft: Draft, pages: Pages) -> ChatMessage:
    if result.failure is not None:
        content = json.dumps({"error": asdict(result.failure)}, ensure_ascii=False)
    else:
        content = as_source(result, draft.passages, share_of(draft.context.limits.tool_calls), pages)
    return ChatMessage("tool", content, tool_call_id=call.call_id)
