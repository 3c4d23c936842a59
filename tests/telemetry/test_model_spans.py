"""A call of the model as those who watch the system see it."""

import json
from contextlib import aclosing

import pytest
from opentelemetry.sdk.metrics.export import HistogramDataPoint, InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from orc.errors import ModelRejected
from orc.ports import ChatMessage, ChatRequest
from orc.ports.tracing import node_span, turn_span
from shared.models.openai import OpenAIChatModel
from shared.telemetry.model import TracedChatModel
from shared.telemetry.otel import OtelTracer
from tests.support.openai_stub import MODEL, OpenAIStub, Reply

QUESTION = ChatRequest(messages=(ChatMessage("user", "What is the secret of the crane?"),), temperature=0.1)


@pytest.fixture
def traced(model: OpenAIChatModel, tracer: OtelTracer) -> TracedChatModel:
    return TracedChatModel(model, tracer, provider="openai")


def finished(tracer: OtelTracer, spans: InMemorySpanExporter) -> list[ReadableSpan]:
    tracer.flush()
    return list(spans.get_finished_spans())


async def ask(model: TracedChatModel) -> None:
    async for _ in model.stream(QUESTION):
        pass


@pytest.mark.req("BX-09")
async def test_a_call_of_the_model_is_a_span_by_the_conventions(
    traced: TracedChatModel, stub: OpenAIStub, tracer: OtelTracer, spans: InMemorySpanExporter
) -> None:
    stub.script(Reply(text="Nobody knows.", usage=(11, 4)))
    await ask(traced)
    [call] = finished(tracer, spans)
    assert (call.name, call.kind, call.status.status_code) == ("chat gpt", SpanKind.CLIENT, StatusCode.UNSET)
    assert call.attributes is not None
    assert dict(call.attributes) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt",
        "gen_ai.request.temperature": 0.1,
        "gen_ai.request.stream": True,
        "gen_ai.output.type": "text",
        "gen_ai.response.model": MODEL,
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 11,
        "gen_ai.usage.output_tokens": 4,
    }


@pytest.mark.req("BX-09")
@pytest.mark.parametrize("captures_content", [True])
async def test_texts_are_in_a_span_when_that_is_wanted(
    traced: TracedChatModel, stub: OpenAIStub, tracer: OtelTracer, spans: InMemorySpanExporter
) -> None:
    stub.script(Reply(text="Nobody knows."))
    await ask(traced)
    [call] = finished(tracer, spans)
    assert call.attributes is not None
    asked, answered = (json.loads(str(call.attributes[f"gen_ai.{way}.messages"])) for way in ("input", "output"))
    assert asked == [{"role": "user", "parts": [{"type": "text", "content": QUESTION.messages[0].content}]}]
    assert answered == [{"role": "assistant", "parts": [{"type": "text", "content": "Nobody knows."}]}]


async def test_a_refused_call_is_a_failed_span(
    traced: TracedChatModel, stub: OpenAIStub, tracer: OtelTracer, spans: InMemorySpanExporter
) -> None:
    stub.script(Reply(status=400))
    with pytest.raises(ModelRejected) as refused:
        await ask(traced)
    [call] = finished(tracer, spans)
    assert call.attributes is not None
    assert (call.status.status_code, call.attributes["error.type"]) == (StatusCode.ERROR, refused.value.code)
    assert not call.events


async def test_a_call_that_is_left_early_ends_its_span_without_an_error(
    traced: TracedChatModel, stub: OpenAIStub, tracer: OtelTracer, spans: InMemorySpanExporter
) -> None:
    stub.script(Reply(text="one two three", gate_after=1))
    async with aclosing(traced.stream(QUESTION)) as chunks:
        await anext(chunks)
    [call] = finished(tracer, spans)
    assert call.status.status_code is StatusCode.UNSET


async def test_tokens_and_times_are_counted(
    traced: TracedChatModel, stub: OpenAIStub, metrics: InMemoryMetricReader
) -> None:
    stub.script(Reply(text="Nobody knows.", usage=(11, 4)))
    await ask(traced)
    data = metrics.get_metrics_data()
    assert data is not None
    found = {
        (metric.name, (point.attributes or {}).get("gen_ai.token.type")): point.sum
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for point in metric.data.data_points
        if isinstance(point, HistogramDataPoint)
    }
    assert found["gen_ai.client.token.usage", "input"] == 11
    assert found["gen_ai.client.token.usage", "output"] == 4
    assert {name for name, _ in found} >= {
        "gen_ai.client.operation.duration",
        "gen_ai.client.operation.time_to_first_chunk",
    }


async def test_all_of_a_run_is_one_trace_in_whichever_process(
    traced: TracedChatModel, tracer: OtelTracer, spans: InMemorySpanExporter
) -> None:
    with turn_span(tracer, "conversation", "run", "Why?"), node_span(tracer, "answer", "conversation", "run"):
        await ask(traced)
    with node_span(tracer, "commit", "conversation", "run"):  # as another process does
        pass
    with node_span(tracer, "answer", "conversation", "another run"):
        pass
    call, answer, turn, commit, other = finished(tracer, spans)
    assert call.parent is not None
    assert answer.parent is not None
    assert (call.parent.span_id, answer.parent.span_id) == (answer.context.span_id, turn.context.span_id)
    assert {span.context.trace_id for span in (call, answer, commit)} == {turn.context.trace_id}
    assert other.context.trace_id != turn.context.trace_id
    assert turn.attributes is not None
    assert turn.attributes["gen_ai.conversation.id"] == "conversation"
    assert "Why?" not in str(dict(turn.attributes))
