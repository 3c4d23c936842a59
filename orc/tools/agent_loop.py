"""The agent loop: a model may call tools, within limits, before it answers."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from orc.domain import TokenUsage
from orc.ports import ChatMessage, ChatModel, ChatRequest
from orc.ports.models import Completion, ask_again_if_empty


@dataclass(frozen=True, slots=True)
class LoopEnd:
    """answer is the model's last completion, usage the sum of all. is_limited: only the limits ended the offer of
    tools."""

    answer: Completion
    usage: TokenUsage
    is_limited: bool


async def run_agent_loop(
    model: ChatModel,
    request: ChatRequest,
    call_tools: Callable[[Completion, int], Awaitable[Sequence[ChatMessage]]],
    *,
    rounds: int,
    calls: int,
    no_more_calls: ChatMessage,
    on_text: Callable[[str], Awaitable[None]] | None = None,
    earlier: Sequence[Completion] = (),
) -> LoopEnd:
    """Calls the model until it answers without a tool call. The tools of the request are offered for the given numbers
    of rounds and calls. call_tools receives a round's completion and the number of calls that are allowed; it executes
    those and returns a message for every call. At the limits, and after a call though no tool was offered,
    no_more_calls is added to the messages, and the model answers without tools. The first completions are the earlier
    ones, which a loop before this one got."""
    known = iter(earlier)
    tools, usage, is_limited, was_limited = request.tools, TokenUsage(), False, False
    while True:
        offered = tools if rounds > 0 and calls > 0 else ()
        completion = next(known, None)
        if completion is None:
            completion = await ask_again_if_empty(model, replace(request, tools=offered), on_text)
        elif on_text is not None:
            await on_text(completion.text)
        usage += completion.usage
        if not completion.tool_calls or was_limited:
            return LoopEnd(completion, usage, is_limited)
        results = await call_tools(completion, calls if offered else 0)
        rounds, calls = rounds - 1, calls - len(completion.tool_calls)
        tool_calls = ChatMessage("assistant", completion.text, completion.tool_calls)
        messages = (*request.messages, tool_calls, *results)
        if not offered or rounds <= 0 or calls <= 0:
            is_limited, was_limited, messages = bool(offered), True, (*messages, no_more_calls)
        request = replace(request, messages=messages)
