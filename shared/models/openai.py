"""Chat models of OpenAI, Azure OpenAI and every server with their Chat Completions API."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping
from contextlib import AsyncExitStack, aclosing, suppress
from typing import TYPE_CHECKING, Unpack, cast

from orc.ports import ChatChunk, ChatRequest
from shared.models.chat_completions import Answer, ParameterRefused, request_body
from shared.models.connection import Connection, ConnectionOptions, translated
from shared.models.parameters import TOOLS, ModelParameters, family_of
from shared.models.reasoning import AnswerAlone
from shared.models.sse import EventData

if TYPE_CHECKING:
    import httpx2

logger = logging.getLogger(__name__)

_DRAIN_SECONDS = 1.0


class OpenAIChatModel:
    """Streams answers over one pooled client; see Connection for its parameters.

    model is sent in the requests. model_name is the model behind it, when that is a deployment's name; it decides which
    parameters are sent.
    A request that fails before its first chunk is retried, as is one whose parameter was refused, without the
    parameter. If an answer began with thoughts whose opening tag was missing, later answers are held back up to the
    closing tag (D-562).
    """

    generative = True

    def __init__(self, *, model: str, model_name: str | None = None, **connection: Unpack[ConnectionOptions]) -> None:
        self.name = model
        self._parameters = ModelParameters(family_of(model_name or model, connection.get("base_url")))
        self._connection = Connection(**connection)
        self._draining: set[asyncio.Task[None]] = set()
        self._begins_with_thoughts = False

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """The chunks of one answer, the last of them Finished. Raises ModelError."""
        body = request_body(self.name, request, self._parameters)

        async def begin() -> tuple[ChatChunk, AsyncGenerator[ChatChunk]]:
            called = [call.name for message in request.messages for call in message.tool_calls]
            known = {*(tool.name for tool in request.tools), *request.withheld_tools, *called}
            chunks = self._answer(
                body, reads_calls=bool(called) or TOOLS in body, known=None if request.output_schema else known
            )
            return await anext(chunks), chunks

        first_and_rest: tuple[ChatChunk, AsyncGenerator[ChatChunk]]
        while True:  # each refusal removes a parameter or changes its form, so there are few
            try:
                first_and_rest = await self._connection.retrying()(begin)
                break
            except ParameterRefused as error:
                self._parameters.refuse(error.parameter, body)
                refused, body = body, request_body(self.name, request, self._parameters)
                if body == refused:
                    raise
        first, rest = first_and_rest
        async with aclosing(rest):
            yield first
            async for chunk in rest:
                yield chunk

    async def ping(self) -> None:
        """Returns when the server answers; raises ModelError otherwise."""
        await self._connection.ping()

    async def aclose(self) -> None:
        """Waits for the ends of read answers, at most a second, and closes the client."""
        await asyncio.gather(*self._draining)
        await self._connection.aclose()

    async def _answer(
        self, body: Mapping[str, object], *, reads_calls: bool, known: Collection[str] | None
    ) -> AsyncGenerator[ChatChunk]:
        import httpx2
        from openai import AsyncStream

        thoughts = AnswerAlone(begins_with_thoughts=self._begins_with_thoughts)
        events, answer = EventData(), Answer(self.name, reads_calls=reads_calls, known=known, thoughts=thoughts)
        with translated():
            async with AsyncExitStack() as response:
                # The client's typed methods cost 5 ms a request and build an object for each chunk.
                unread = await self._connection.client().post(
                    "/chat/completions", cast_to=httpx2.Response, body=body, stream=True, stream_cls=AsyncStream[object]
                )
                opened = await response.enter_async_context(aclosing(cast("httpx2.Response", unread)))
                pieces = opened.aiter_bytes()
                async for piece in pieces:
                    for data in events.feed(piece):
                        if (delta := answer.add(data)) is not None:
                            yield delta
                    if answer.done:
                        break
                for chunk in answer.end():
                    yield chunk
                if thoughts.begins and not self._begins_with_thoughts:
                    logger.warning("%s writes its thoughts into its answer, without an opening tag", self.name)
                if thoughts.begins is not None:
                    self._begins_with_thoughts = thoughts.begins
                task = asyncio.create_task(_drain(pieces, response.pop_all()))
                self._draining.add(task)
                task.add_done_callback(self._draining.discard)


async def _drain(pieces: AsyncIterator[bytes], response: AsyncExitStack) -> None:
    """Reads the rest of a response in the background for at most a second, so that its connection can be reused."""
    import httpx2

    with suppress(TimeoutError, httpx2.HTTPError, httpx2.StreamError):
        async with response, asyncio.timeout(_DRAIN_SECONDS):
            async for _ in pieces:
                pass
