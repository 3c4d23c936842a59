"""Writes the answer. The model may call tools if the results so far are not enough."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from orc import prompts
from orc.domain import PlanStep, TokenUsage
from orc.graphs.context.state import ROUND, ConversationState, StepFailure, StepResult
from orc.graphs.execution.answer_writer import Draft
from orc.graphs.execution.steps import INVALID, MALFORMED, UNKNOWN_TOOL, earlier_call, refuse, run_call, single_error
from orc.graphs.execution.tool_results import as_source, pages_of_documents, share_of
from orc.graphs.planning.arguments import in_types
from orc.ports import ChatMessage, ChatRequest, ToolCall, ToolSpec
from orc.ports.models import Completion
from orc.text import parse_object
from orc.tools.agent_loop import LoopEnd, run_agent_loop
from orc.tools.naming import offered_name
from orc.tools.offer import Tool

_MALFORMED = "The arguments are not a JSON object."
_NO_DOCUMENT = "document_not_found"


@dataclass(slots=True)
class Written:
    """The outcome of writing the answer. failed are the model's failed calls that no later one replaces. limited: the
    model has used all tool calls that a turn allows. cut: the answer has reached its length limit. prompt_cut: the
    model's server has read only a part of the request for it. stopped: JSON in it is incomplete, or it ends in a call
    of a tool. ended_silent: the model wrote nothing after its last call. rounds are its completions whose calls have
    results; has_begun: it has written since."""

    results: list[StepResult]
    rounds: list[Completion] = field(default_factory=list[Completion])
    has_begun: bool = False
    failed: list[StepResult] = field(default_factory=list[StepResult])
    usage: TokenUsage = field(default_factory=TokenUsage)
    model: str = ""
    limited: bool = False
    cut: bool = False
    prompt_cut: bool = False
    stopped: bool = False
    ended_silent: bool = False


def still_failed(failed: Sequence[StepResult], later: Sequence[StepResult]) -> list[StepResult]:
    """The failed calls after a further round. Each of its calls takes the place of one failed call that had the same
    purpose (D-394)."""

    def has_purpose_of(call: StepResult, earlier: StepResult) -> bool:
        code = earlier.failure.code if earlier.failure else ""
        if code == UNKNOWN_TOOL and call.failure is None:
            return True
        were_wrong = code in (INVALID, MALFORMED) or (code == _NO_DOCUMENT and "file_id" in earlier.params)
        return call.tool == earlier.tool and (were_wrong or call.params == earlier.params)

    remaining = list(failed)
    for call in later:
        if replaced := [each for each in remaining if has_purpose_of(call, each)]:
            remaining.remove(min(replaced, key=lambda each: each.params != call.params))
    return [*remaining, *(call for call in later if call.failure is not None)]


async def write_answer(
    request: ChatRequest, draft: Draft, written: Written, state: ConversationState, tools: Mapping[str, Tool]
) -> Written:
    """Streams the answer to the request. The model may call these tools as often as the limits allow. The earlier
    completions and calls of the state are used again. written has the results so far; the rounds are added to it, also
    if the answer fails."""
    context, limits, stops = draft.context, draft.context.limits, draft.context.run.stop_sequences

    async def call_tools(completion: Completion, allowed: int) -> list[ChatMessage]:
        """Executes the allowed calls concurrently. Returns their results for the model."""
        await draft.end()
        draft.new_paragraph()
        slots = asyncio.Semaphore(limits.parallel_steps)
        earlier, reasoning = tuple(written.results), completion.text.strip() or None
        first = max((result.step for result in earlier), default=0) + 1
        context.save(f"{ROUND}{first}", {"completion": completion})

        async def execute(number: int, call: ToolCall) -> StepResult:
            step, tool = _read_call(number, call, tools)
            async with slots:
                if (earlier_result := await earlier_call(number, state, context)) is not None:
                    return earlier_result
                if isinstance(tool, StepFailure):
                    return await refuse(step, tool, context)
                return await run_call(step, tool, earlier, state, context, reasoning)

        executed, refused = completion.tool_calls[:allowed], completion.tool_calls[allowed:]
        with single_error():
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(execute(number, call)) for number, call in enumerate(executed, first)]
        results = [task.result() for task in tasks]
        written.results += results
        written.rounds.append(completion)
        written.has_begun = False
        written.failed = still_failed(written.failed, results)
        share, limit = share_of(limits.tool_calls, limits.result_characters), share_of(1, limits.context_characters)
        of_passages = partial(as_source, of_passages=limit, pages=pages_of_documents(earlier), chunk_ids=True)
        texts = [of_passages(result, draft.passages, share, file_ids=not state.blob_names) for result in results]
        draft.given += texts
        answers = zip(completion.tool_calls, [*texts, *(_limit_reached() for _ in refused)], strict=True)
        return [ChatMessage("tool", text, tool_call_id=call.call_id) for call, text in answers]

    async def write(piece: str) -> None:
        written.has_begun = written.has_begun or bool(piece)
        await draft.write(piece)

    specs = tuple(ToolSpec(tool.name, tool.description, tool.input_schema) for tool in tools.values())
    end = await run_agent_loop(
        context.model,
        replace(request, tools=specs, max_output_tokens=context.answer_tokens, stop_sequences=stops),
        call_tools,
        rounds=limits.tool_rounds,
        calls=limits.tool_calls,
        no_more_calls=ChatMessage("user", prompts.NO_MORE_CALLS),
        on_text=write,
        earlier=state.earlier.rounds,
    )
    await draft.end()
    return _ended(written, end, is_cut_json=draft.is_cut)


def _limit_reached() -> str:
    """The result of a call beyond the limit of calls."""
    return json.dumps({"error": {"code": "too_many_calls", "message": prompts.NO_MORE_CALLS}})


def _read_call(number: int, call: ToolCall, tools: Mapping[str, Tool]) -> tuple[PlanStep, Tool | StepFailure]:
    """The step for a call, and its tool or the reason why it cannot be called."""
    params, name = parse_object(call.arguments or "{}"), offered_name(call.name, tools)
    tool = tools.get(name)
    if tool is None:
        failure = StepFailure(code=UNKNOWN_TOOL, message=f"The tool {name} is not available.")
        return PlanStep(number, name, params or {}, f"call_{number}"), failure
    if params is None:
        return PlanStep(number, name, {}, f"call_{number}"), StepFailure(code=MALFORMED, message=_MALFORMED)
    return PlanStep(number, name, in_types(tool.input_schema, params), f"call_{number}"), tool


def _ended(written: Written, end: LoopEnd, *, is_cut_json: bool) -> Written:
    """What was written, with how the model ended it."""
    return replace(
        written,
        usage=end.usage,
        model=end.answer.model,
        limited=end.is_limited,
        cut=end.answer.is_cut,
        prompt_cut=end.answer.is_prompt_cut,
        stopped=is_cut_json or bool(end.answer.tool_calls and not end.is_limited),
        ended_silent=not end.answer.text.strip(),
    )
