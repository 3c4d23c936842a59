"""Executes one step, from its params to its typed result. A step needs only the state, the results so far and a
context, so it can be executed in another process."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from orc import prompts
from orc.domain import PlanStep, TokenUsage
from orc.errors import ModelError, ToolFailure, ToolRetry, ToolServerDown, ToolTimedOut
from orc.events.types import StepComplete, StepStarted, StepThinking
from orc.graphs.context.document_step import (
    document_chat_arguments,
    further_arguments,
    is_document_chat,
    is_search,
    limits_itself,
    shown_documents,
    shown_passages,
)
from orc.graphs.context.state import CALL, SENT, ConversationState, StepFailure, StepResult, TurnContext
from orc.graphs.planning.arguments import mistakes_in_arguments
from orc.graphs.planning.plan import dependencies
from orc.graphs.planning.references import references, substitute
from orc.items import now, timestamp
from orc.ports import ChatMessage, ChatRequest, OutputSchema
from orc.ports.models import ask
from orc.text import parse_object
from orc.tools.masking import masked
from orc.tools.offer import BUILT_IN, Tool
from orc.tools.results import as_text, shown
from orc.tools.tool_context import Carried, carried_by, merge_carried, with_carried

INVALID = "invalid_arguments"
MALFORMED = "malformed_arguments"
SKIPPED = "step_skipped"
UNKNOWN_TOOL = "unknown_tool"
INTERRUPTED = "call_interrupted"

# With this limit on a result, all results of a turn stay well below the size limit of a stored item.
_RESULT_CHARACTERS = 48_000
_MAX_ARGUMENTS = 12_000  # characters of the model's corrected ones
_SHOWN_CHARACTERS = 1_000  # of a text from another step


@dataclass(frozen=True, slots=True)
class _Call:
    """A step with its tool and the results so far. The params of a literal call contain no references to results."""

    step: PlanStep
    tool: Tool
    results: tuple[StepResult, ...]
    state: ConversationState
    reasoning: str | None = None
    literal: bool = False

    @property
    def carried(self) -> Carried:
        """The context that the tools of this server have returned, in this turn or earlier, to be passed to them
        again."""
        returned = ((result.server, result.carried) for result in self.results)
        return merge_carried(self.state.tool_context, returned).get(self.tool.server, {})

    def arguments(self) -> dict[str, Any]:
        """The arguments of the tool call. Injected arguments override the model's. A result is passed as text if the
        schema does not accept it otherwise. ToolRetry names the violations of the schema."""
        if is_document_chat(self.tool):
            return self._with_carried(document_chat_arguments(self.step, self.state))
        schema, params = self.tool.input_schema, self.step.params
        values = {result.output_key: result.value for result in self.results if result.failure is None}
        arguments = self._with_carried(dict(params) if self.literal else substitute(params, values))
        mistakes = mistakes_in_arguments(schema, arguments)
        if mistakes and not self.literal and references(params):
            texts = self._with_carried(substitute(params, values, as_text=True))
            if not mistakes_in_arguments(schema, texts):
                return texts
        if mistakes:
            raise ToolRetry(f"{self.tool.name} does not take these arguments: {'; '.join(mistakes)}", code=INVALID)
        chosen = self.state.blob_names or (self.state.filters and limits_itself(self.tool))
        return further_arguments(self.tool, arguments, self.state) if chosen else arguments

    def _with_carried(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments with the carried context, unless the schema uses its names for something else."""
        schema, with_context = self.tool.input_schema, with_carried(self.tool.input_schema, arguments, self.carried)
        is_invalid = with_context != arguments and mistakes_in_arguments(schema, with_context)
        return arguments if is_invalid and not mistakes_in_arguments(schema, arguments) else with_context


async def run_step(
    step: PlanStep, results: Sequence[StepResult], state: ConversationState, context: TurnContext
) -> StepResult:
    """Executes a planned step; results are those of the finished steps. A step that needs a failed one is skipped.
    Params that violate the schema are repaired once. Failures are results, not errors. One of several steps, and a call
    of another server, is checkpointed with its `step_complete`."""
    needed = {other.step for other in dependencies(step, state.workflow_plan)}
    failed = next((result for result in results if result.step in needed and result.failure is not None), None)
    if failed is not None:
        reason = f"It needs the result of step {failed.step} ({failed.tool}), which failed."
        ended = _refused(step, StepFailure(code=SKIPPED, message=reason))
    elif (interrupted := state.earlier.sent.get(step.step)) is not None:
        ended = interrupted
        await _announce(ended, None, context)
    elif isinstance(tool := await _find_tool(step, state, context), StepFailure):
        ended = replace(_refused(step, tool), server=step.server)
    else:
        ended = await _execute(_Call(step, tool, tuple(results), state), context)
    if len(state.workflow_plan) > 1 or ended.server not in ("", BUILT_IN):
        context.save_step(ended)
    return await _report(ended, context)


async def run_call(
    step: PlanStep,
    tool: Tool,
    results: Sequence[StepResult],
    state: ConversationState,
    context: TurnContext,
    reasoning: str | None,
) -> StepResult:
    """Executes a call that the model makes while it answers. That of another server is checkpointed."""
    ended = await _execute(_Call(step, tool, tuple(results), state, reasoning, literal=True), context)
    if tool.server != BUILT_IN:
        context.save_step(ended, CALL)
    return await _report(ended, context)


async def earlier_call(number: int, state: ConversationState, context: TurnContext) -> StepResult | None:
    """The result of the call of this number if a lost worker had made it: its own, or that it was interrupted."""
    sent = None if number in state.earlier.calls else state.earlier.sent.get(number)
    if sent is None:
        return state.earlier.calls.get(number)
    await _announce(sent, None, context)
    context.save_step(sent, CALL)
    return await _report(sent, context)


async def refuse(step: PlanStep, failure: StepFailure, context: TurnContext) -> StepResult:
    """Ends a step before its tool is called."""
    return await _report(_refused(step, failure), context)


def _refused(step: PlanStep, failure: StepFailure) -> StepResult:
    return StepResult(step=step.step, tool=step.tool, output_key=step.output_key, params=step.params, failure=failure)


async def _report(ended: StepResult, context: TurnContext) -> StepResult:
    await context.events.append(step_complete(ended))
    return ended


async def _find_tool(step: PlanStep, state: ConversationState, context: TurnContext) -> Tool | StepFailure:
    """The step's tool, or the reason why it cannot be called: its server may have gone down since the plan was made."""
    if state.blob_names and BUILT_IN not in state.tool_context:
        return context.tools.builtin(step.tool)
    offer = await context.tools.offer()
    tool = offer.find(step.tool, step.server)
    if tool is not None and is_document_chat(tool) == bool(state.blob_names):
        return tool
    down = next((server for server in offer.servers if server.name == step.server and server.status == "down"), None)
    if down is not None:
        message = f"The tool server {down.name} cannot be reached."
        return StepFailure(code=ToolServerDown.code, message=message, retryable=True)
    return StepFailure(code=UNKNOWN_TOOL, message=f"The tool {step.tool} is not available.")


async def _execute(call: _Call, context: TurnContext) -> StepResult:
    step, clock = call.step, time.monotonic()
    unfinished = StepResult(
        step=step.step,
        tool=step.tool,
        output_key=step.output_key,
        params=_display_params(call),
        started_at=timestamp(now()),
        server=call.tool.server,
    )
    await context.events.append(StepThinking("tools", f"Calling {step.tool}"))
    ended, sent = await _attempt(call, unfinished, context)
    is_repairable = context.model.generative and not call.literal and not is_document_chat(call.tool)
    if is_repairable and ended.failure is not None and ended.failure.code == INVALID:
        complaint, tool = ended.failure.message, call.tool
        await context.events.append(StepThinking("tools", f"Correcting the arguments: {complaint}"))
        repair_input = {
            "tool": {"name": tool.name, "description": tool.description, "parameters": tool.input_schema},
            "arguments": step.params,
            "what_the_tool_said": complaint,
            "question_of_the_user": call.state.standalone_question,
        }
        request = ChatRequest(
            messages=(
                ChatMessage("system", prompts.MEND_ARGUMENTS),
                ChatMessage("user", json.dumps(repair_input, ensure_ascii=False)),
            ),
            output_schema=OutputSchema("tool_params", tool.input_schema),
            max_characters=_MAX_ARGUMENTS,
            temperature=0,
            task="plan",
        )
        params, usage = None, TokenUsage()
        with suppress(ModelError):
            completion = await ask(context.model, request)
            params, usage = parse_object(completion.text), completion.usage
        if params is not None:
            repaired = replace(call, step=replace(step, params=params))
            ended, sent_repaired = await _attempt(repaired, unfinished, context)
            sent = sent or sent_repaired
        ended = replace(ended, usage=usage)
    if not sent:
        await _announce(ended, call.reasoning, context)
    return replace(ended, duration_ms=round((time.monotonic() - clock) * 1000))


async def _announce(step: StepResult, reasoning: str | None, context: TurnContext) -> None:
    server = None if step.server == BUILT_IN else step.server
    await context.events.append(StepStarted(step.step, step.tool, masked(step.params), reasoning, server))


async def _attempt(call: _Call, unfinished: StepResult, context: TurnContext) -> tuple[StepResult, bool]:
    """Calls the tool. Returns the result and whether the call was sent, which it is not with invalid arguments. A large
    result of another server is cut to its beginning."""
    try:
        arguments = call.arguments()
    except ToolFailure as error:
        started_at = None if call.literal and error.code == INVALID else unfinished.started_at
        failed = replace(unfinished, params=_display_params(call), started_at=started_at, failure=_as_failure(error))
        return failed, False
    unfinished = replace(unfinished, params=_display_params(call, arguments))
    if call.tool.server != BUILT_IN and not call.tool.is_repeatable:
        message = f"The call of {call.tool.name} was interrupted. It may have been carried out, so it is not repeated."
        context.save_step(replace(unfinished, failure=StepFailure(code=INTERRUPTED, message=message)), SENT)
    await _announce(unfinished, call.reasoning, context)

    async def on_progress(message: str) -> None:
        await context.events.append(StepThinking("tools", message))

    started = [datetime.fromisoformat(result.started_at) for result in call.results if result.started_at]
    used = (now() - min(started)).total_seconds() if started else 0  # since the first call, in any process
    limit = context.limits.tool_seconds
    try:
        async with asyncio.timeout(max(0.0, limit - used)):
            result = await context.tools.call(call.tool, arguments, key=context.key, on_progress=on_progress)
        is_own = call.tool.server == BUILT_IN
        display = shown_documents(result) if is_document_chat(call.tool) else shown(result, is_own=is_own)
        if is_search(call.tool):
            display["passages"] = shown_passages(result)
    except TimeoutError:
        message = f"The tools of this turn have used all of their {limit:g} seconds."
        return replace(unfinished, failure=_as_failure(ToolTimedOut(message, code="tool_time_used_up"))), True
    except ToolFailure as error:
        return replace(unfinished, failure=_as_failure(error)), True
    structured, text, length = result.structured, "", None
    if is_own:
        text = result.text if structured is None else ""
    elif structured is None or len(json.dumps(structured, ensure_ascii=False)) > _RESULT_CHARACTERS:
        whole = as_text(result, -1)
        structured, text = None, whole[:_RESULT_CHARACTERS]
        length = len(whole) if len(whole) > _RESULT_CHARACTERS else None
    ended = replace(unfinished, shown=display, result=structured, text=text, length=length)
    return replace(ended, carried=carried_by(result)), True


def _as_failure(error: ToolFailure) -> StepFailure:
    return StepFailure(code=error.code, message=error.message, retryable=error.retryable)


def _display_params(call: _Call, arguments: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Arguments for display: results of other steps are shortened; unknown ones remain references."""
    if is_document_chat(call.tool):
        return document_chat_arguments(call.step, call.state)
    if arguments is None or call.literal or not references(call.step.params):
        return call.step.params
    short: dict[str, Any] = _shorten({name: arguments[name] for name in arguments if name not in call.carried})
    return short


def _shorten(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _shorten(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_shorten(each) for each in value[:20]]
    if isinstance(value, str) and len(value) > _SHOWN_CHARACTERS:
        return f"{value[:_SHOWN_CHARACTERS]}…"
    return value


def step_complete(ended: StepResult) -> StepComplete:
    """The event about a step's end."""
    failure = ended.failure
    return StepComplete(
        step=ended.step,
        tool=ended.tool,
        ok=failure is None,
        duration_ms=ended.duration_ms,
        output_key=ended.output_key,
        result=ended.displayed,
        error=asdict(failure.shown) if failure else None,
    )


@contextmanager
def single_error() -> Iterator[None]:
    """Raises the first error of a task group alone, as sequential work would."""
    try:
        yield
    except BaseExceptionGroup as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        raise error from None
