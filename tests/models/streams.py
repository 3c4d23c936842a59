"""Asking the OpenAI adapter, and streams made by hand."""

import json
from typing import Any

import pytest

from orc.errors import ModelError
from orc.ports import ChatChunk, ChatMessage, ChatRequest
from shared.models.openai import OpenAIChatModel
from tests.support.openai_stub import Reply

HELLO = ChatRequest(messages=(ChatMessage("user", "Hello"),))
ANSWER = Reply(text="Hello there")


class Waits(list[float]):
    """Stands in for sleeping: notes the seconds and returns at once."""

    async def sleep(self, seconds: float) -> None:
        self.append(seconds)


async def ask(model: OpenAIChatModel, request: ChatRequest = HELLO) -> list[ChatChunk]:
    return [chunk async for chunk in model.stream(request)]


async def error_of(model: OpenAIChatModel, request: ChatRequest = HELLO) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await ask(model, request)
    return caught.value


def events(*chunks: object) -> Reply:
    """A stream of just these chunks: strings as they are, all else as JSON."""
    texts = [chunk if isinstance(chunk, str) else json.dumps(chunk) for chunk in chunks]
    return Reply(raw="".join(f"data: {text}\n\n" for text in texts))


def delta(finish_reason: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"model": "m", "choices": [{"index": 0, "delta": fields, "finish_reason": finish_reason}]}
