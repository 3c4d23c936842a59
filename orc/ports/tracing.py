"""Traces and metrics of a turn: spans by the OpenTelemetry GenAI conventions. Texts (questions, documents, arguments,
answers) are recorded only if the tracer captures content."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from typing import Literal, Protocol

from orc.domain import Json, TokenUsage
from orc.errors import OrcError
from orc.ports.metrics import Metric

type Attribute = str | bool | int | float | Sequence[str]
type Attributes = Mapping[str, Attribute]

AGENT = "orc"


class Span(Protocol):
    """An operation in a trace."""

    def set(self, attributes: Attributes) -> None: ...

    def fail(self, error_type: str) -> None:
        """Marks the span's operation as failed, with a short code."""
        ...

    def end(self) -> None: ...


class Tracer(Protocol):
    """Starts spans and records metrics. parent is a W3C `traceparent`: the parent of a span that is not started within
    another."""

    captures_content: bool

    def start(
        self,
        name: str,
        attributes: Attributes,
        *,
        kind: Literal["internal", "client"],
        parent: str | None = None,
        began: datetime | None = None,
    ) -> Span:
        """A span under the current one, which the caller ends. It starts at the given time, or now."""
        ...

    def current(self, span: Span) -> AbstractContextManager[None]:
        """Makes the span the parent of what is started within."""
        ...

    def record(self, metric: Metric, value: float, attributes: Attributes) -> None:
        """Records a value of a metric with attributes that the metric declares."""
        ...

    def shutdown(self) -> None:
        """Blocks until the remaining data is sent or given up."""
        ...


class _NoSpan:
    def set(self, attributes: Attributes) -> None: ...

    def fail(self, error_type: str) -> None: ...

    def end(self) -> None: ...


class NoTracer:
    """Records nothing."""

    captures_content = False
    _span = _NoSpan()

    def start(
        self,
        name: str,
        attributes: Attributes,
        *,
        kind: Literal["internal", "client"],
        parent: str | None = None,
        began: datetime | None = None,
    ) -> Span:
        return self._span

    def current(self, span: Span) -> AbstractContextManager[None]:
        return nullcontext()

    def record(self, metric: Metric, value: float, attributes: Attributes) -> None: ...

    def shutdown(self) -> None: ...


@contextmanager
def span(
    tracer: Tracer,
    name: str,
    attributes: Attributes,
    *,
    kind: Literal["internal", "client"] = "internal",
    parent: str | None = None,
) -> Iterator[Span]:
    """A span around the body. An exception marks it as failed and propagates."""
    started = tracer.start(name, attributes, kind=kind, parent=parent)
    try:
        with tracer.current(started):
            yield started
    except BaseException as error:
        started.fail(error_type(error))
        raise
    finally:
        started.end()


def trace_of(run_id: str) -> str:
    """The traceparent of a run's spans, the same in all processes that execute it."""
    digest = hashlib.sha256(run_id.encode()).hexdigest()
    return f"00-{digest[:32]}-{digest[32:48]}-01"


def turn_span(tracer: Tracer, conversation_id: str, run_id: str, question: str) -> AbstractContextManager[Span]:
    """The span of a whole turn, which the conventions call the invocation of an agent."""
    attributes: dict[str, Attribute] = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": AGENT,
        "gen_ai.conversation.id": conversation_id,
        "orc.run.id": run_id,
    }
    if tracer.captures_content:
        attributes["gen_ai.input.messages"] = messages_json([("user", question)])
    return span(tracer, f"invoke_agent {AGENT}", attributes, parent=trace_of(run_id))


def node_span(tracer: Tracer, node: str, conversation_id: str, run_id: str) -> AbstractContextManager[Span]:
    """A span for a node of a turn, in the trace of its run."""
    attributes = {"orc.node": node, "orc.run.id": run_id, "gen_ai.conversation.id": conversation_id}
    return span(tracer, f"node {node}", attributes, parent=trace_of(run_id))


def tool_span(tracer: Tracer, tool: str, server: str, arguments: Mapping[str, Json]) -> AbstractContextManager[Span]:
    """A span for a tool call; its arguments are recorded only if the tracer captures content."""
    attributes: dict[str, Attribute] = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "gen_ai.tool.type": "function",
        "orc.tool.server": server,
    }
    if tracer.captures_content:
        attributes["gen_ai.tool.call.arguments"] = json.dumps(arguments, ensure_ascii=False)
    return span(tracer, f"execute_tool {tool}", attributes)


def usage_attributes(usage: TokenUsage) -> Attributes:
    """The token counts that are known, as span attributes."""
    counted = {"gen_ai.usage.input_tokens": usage.prompt, "gen_ai.usage.output_tokens": usage.completion}
    return {name: tokens for name, tokens in counted.items() if tokens is not None}


def messages_json(messages: Sequence[tuple[str, str]]) -> str:
    """Roles and texts as the conventions write messages."""
    return json.dumps(
        [{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in messages], ensure_ascii=False
    )


def error_type(error: BaseException) -> str:
    """The code of an OrcError; the class name of any other error."""
    return error.code if isinstance(error, OrcError) else type(error).__name__
