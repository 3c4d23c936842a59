"""A question to the model that is not streamed to anybody: its whole answer at once."""

from contextlib import aclosing
from dataclasses import dataclass

from orc.domain import TokenUsage
from orc.ports import ChatModel, ChatRequest, Finished, TextDelta


@dataclass(frozen=True, slots=True)
class Reply:
    text: str
    usage: TokenUsage


async def ask(model: ChatModel, request: ChatRequest) -> Reply:
    """The model's answer as text. Raises ModelError when there is none."""
    parts: list[str] = []
    usage = TokenUsage()
    async with aclosing(model.stream(request)) as chunks:
        async for chunk in chunks:
            if isinstance(chunk, TextDelta):
                parts.append(chunk.text)
            elif isinstance(chunk, Finished):
                usage = chunk.usage
    return Reply("".join(parts), usage)
