"""A chat model that traces each call as a span, and has its tokens counted."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from orc.ports import ChatChunk, ChatModel, ChatRequest, Finished, TextDelta
from orc.ports.metrics import CALL_TIME, FIRST_CHUNK, TOKENS
from orc.ports.tracing import Attribute, Span, Tracer, error_type, messages_json, usage_attributes
from orc.watch.prices import Price
from orc.watch.watcher import Watcher


class TracedChatModel:
    """Delegates to another model. A call's span ends with its stream, however that ends."""

    def __init__(
        self,
        model: ChatModel,
        tracer: Tracer,
        *,
        provider: str,
        watcher: Watcher | None = None,
        price: Price | None = None,
    ) -> None:
        self._model = model
        self._tracer = tracer
        self._provider = provider
        self._watcher = watcher or Watcher()
        self._price = price
        self.name = model.name
        self.generative = model.generative

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """The model's chunks, traced."""
        attributes: dict[str, Attribute] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": self._provider,
            "gen_ai.request.model": self.name,
            "gen_ai.output.type": "json" if request.output_schema else "text",
            "gen_ai.request.stream": True,
        }
        if request.temperature is not None:
            attributes["gen_ai.request.temperature"] = request.temperature
        if request.max_output_tokens is not None:
            attributes["gen_ai.request.max_tokens"] = request.max_output_tokens
        if self._tracer.captures_content:
            attributes["gen_ai.input.messages"] = messages_json([(m.role, m.content) for m in request.messages])
        span = self._tracer.start(f"chat {self.name}", attributes, kind="client")
        call = _Call(self._tracer, span, {"gen_ai.operation.name": "chat", "gen_ai.provider.name": self._provider})
        try:
            async with aclosing(self._model.stream(request)) as chunks:
                async for chunk in chunks:
                    call.add(chunk)
                    yield chunk
        except GeneratorExit:
            raise  # the caller needs no more chunks: no failure
        except BaseException as error:
            call.fail(error_type(error))
            raise
        finally:
            call.end(self.name)
            if call.finished is not None:
                usage = call.finished.usage
                self._watcher.model_called(self.name, usage, self._price.of(usage) if self._price else None)

    async def ping(self) -> None:
        await self._model.ping()

    async def aclose(self) -> None:
        await self._model.aclose()


class _Call:
    """The measurements of one call."""

    def __init__(self, tracer: Tracer, span: Span, labels: dict[str, Attribute]) -> None:
        self._tracer = tracer
        self._span = span
        self._labels = labels
        self._started = time.monotonic()
        self._first: float | None = None
        self._text: list[str] = []
        self.finished: Finished | None = None

    def add(self, chunk: ChatChunk) -> None:
        if isinstance(chunk, Finished):
            self.finished = chunk
            return
        if self._first is None:
            self._first = time.monotonic()
        if isinstance(chunk, TextDelta) and self._tracer.captures_content:
            self._text.append(chunk.text)

    def fail(self, error: str) -> None:
        self._span.fail(error)
        self._labels["error.type"] = error

    def end(self, model: str) -> None:
        finished, labels = self.finished, {**self._labels, "gen_ai.request.model": model}
        if finished is not None:
            answered = finished.model or model
            self._span.set({"gen_ai.response.model": answered, "gen_ai.response.finish_reasons": [finished.reason]})
            self._span.set(usage_attributes(finished.usage))
            labels["gen_ai.response.model"] = answered
            for kind, tokens in (("input", finished.usage.prompt), ("output", finished.usage.completion)):
                if tokens is not None:
                    self._tracer.record(TOKENS, tokens, {**labels, "gen_ai.token.type": kind})
        if self._text:
            self._span.set({"gen_ai.output.messages": messages_json([("assistant", "".join(self._text))])})
        if self._first is not None:
            waited = self._first - self._started
            self._tracer.record(FIRST_CHUNK, waited, labels)
        self._tracer.record(CALL_TIME, time.monotonic() - self._started, labels)
        self._span.end()
