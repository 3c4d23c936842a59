"""A chat model that delegates to several: one for each task with its own model, and one for all others."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

from orc.ports import ChatChunk, ChatModel, ChatRequest
from orc.ports.models import Task


class ModelByTask:
    """Delegates to the first model, whose name it has; requests for other tasks go to their own models."""

    def __init__(self, answering: ChatModel, others: Mapping[Task, ChatModel]) -> None:
        self._answering = answering
        self._others = others
        self.name = answering.name
        self.generative = answering.generative

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """The chunks of the task's model."""
        async with aclosing(self._others.get(request.task, self._answering).stream(request)) as chunks:
            async for chunk in chunks:
                yield chunk

    async def ping(self) -> None:
        """Returns when all of them answer."""
        await asyncio.gather(*(model.ping() for model in (self._answering, *self._others.values())))

    async def aclose(self) -> None:
        """Closes all of them."""
        await asyncio.gather(*(model.aclose() for model in (self._answering, *self._others.values())))
