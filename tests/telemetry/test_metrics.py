"""Each measurement is taken, under its registered name and with attributes that it declares."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from orc.conversations.records import Message, RunMeta, TurnRequest
from orc.documents.records import Document, DocumentError
from orc.domain import Caller, Citation, TokenUsage
from orc.errors import ModelRejected
from orc.items import now, timestamp
from orc.ports import DOCUMENT_ITEMS, ChatMessage, ChatRequest
from orc.ports.metrics import METRICS, TURN_SPAN, TURN_SPAN_ATTRIBUTES
from orc.ports.subject import Subject, working_for
from orc.ports.tracing import trace_of
from orc.runs.transitions import queue_run
from orc.watch.prices import Price
from orc.watch.usage import Usage, month_of
from orc.watch.watcher import Watcher
from shared.models.openai import OpenAIChatModel
from shared.stores.sqlite import SqliteDatabase, SqliteItemStore
from shared.telemetry.model import TracedChatModel
from shared.telemetry.otel import OtelTracer
from tests.support.openai_stub import OpenAIStub, Reply

pytestmark = pytest.mark.req("BX-19")

ADA = Caller("org", "ada")
KEY = ADA.conversation("conversation")
ASKED = timestamp(now() - timedelta(seconds=8))
WAITING = replace(queue_run("conversation", "run-1", TurnRequest(question="When?")), created_at=ASKED)
RUN = WAITING.become("in_progress", first_seq=1)
META = RunMeta(steps=0, tokens=TokenUsage(10, 5), duration_ms=8000, first_token_ms=1500, model="gpt")
SUPPORTED = Citation("1", "s", "f", "b.pdf", None, 0, 3, "abc", (), verified=True)
ANSWER = Message(
    message_id="m1",
    seq=2,
    role="assistant",
    text="Soon. [1]",
    run_id="run-1",
    parent_message_id=None,
    created_at=ASKED,
    citations=(SUPPORTED, replace(SUPPORTED, id="2", verified=False)),
)
FAILURE = {"code": "model_unavailable", "message": "", "retryable": True}
READ = Document("file-1", "conversation", "b.pdf", "etag", 1, "application/pdf", "ready", ASKED, ASKED)
UNREAD = replace(READ, status="failed", error=DocumentError("document_without_text", ""))


def values(metrics: InMemoryMetricReader) -> dict[str, list[tuple[float, Mapping[str, Any]]]]:
    """By metric, its sums with their attributes."""
    data = metrics.get_metrics_data()
    assert data is not None
    return {
        metric.name: [
            (float(getattr(point, "sum", 0) or getattr(point, "value", 0)), dict(point.attributes or {}))
            for point in metric.data.data_points
        ]
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
    }


async def test_every_measurement_is_taken_with_attributes_that_it_declares(
    model: OpenAIChatModel, stub: OpenAIStub, tracer: OtelTracer, metrics: InMemoryMetricReader
) -> None:
    watcher = Watcher(tracer)
    watcher.queue_left(KEY, RUN)
    watcher.recovered(KEY)
    watcher.turn_ended(KEY, RUN.become("completed", run_meta=META), ANSWER)
    watcher.turn_ended(KEY, RUN.become("failed", error=FAILURE), None)
    watcher.document_ended(ADA, READ)
    watcher.document_ended(ADA, UNREAD)
    watcher.rated(ADA, "down")
    watcher.embedded("embed", 7, None, provider="openai")
    traced = TracedChatModel(model, tracer, provider="openai", watcher=watcher, price=Price(input=1000, output=2000))
    stub.script(Reply(text="Soon.", usage=(300, 50)), Reply(status=400))
    async for _ in traced.stream(ChatRequest(messages=(ChatMessage("user", "When?"),))):
        pass
    with pytest.raises(ModelRejected):
        async for _ in traced.stream(ChatRequest(messages=(ChatMessage("user", "When?"),))):
            pass

    found = values(metrics)
    assert set(found) == {metric.name for metric in METRICS}
    for metric in METRICS:
        told = {name for _, attributes in found[metric.name] for name in attributes}
        assert told - set(metric.attributes) == set(), metric.name
        assert metric.name.startswith("gen_ai.client") or told == set(metric.attributes), metric.name
    [(cost, labels)] = found["orc.model.cost"]
    assert (round(cost, 9), labels) == (0.4, {"gen_ai.request.model": "gpt"})
    assert found["orc.turn.first_token"] == [(1.5, {})]
    assert (1, {"orc.verified": False}) in found["orc.statements"]
    assert all(seconds >= 8 for seconds, _ in found["orc.turn.duration"] + found["orc.registration.duration"])


async def test_embeddings_of_a_run_are_counted_at_once(tmp_path: Path) -> None:
    async with aclosing(SqliteDatabase(tmp_path / "orc.db")) as database:
        watcher = Watcher(usage=(usage := Usage(SqliteItemStore(database, DOCUMENT_ITEMS))))
        with working_for(Subject.of(KEY, "run-1")):
            watcher.embedded("embed", 7, None, provider="openai")
            watcher.model_called("gpt", TokenUsage(300, 50), None)  # counted with the run, when that ends
        await watcher.aclose()
        assert (await usage.of_user("org", "ada", month_of(now()))).used("tokens") == 7


async def test_a_turn_is_one_span_from_its_question_to_its_end(tracer: OtelTracer, spans: InMemorySpanExporter) -> None:
    watcher = Watcher(tracer)
    watcher.turn_ended(KEY, RUN.become("failed", run_meta=META, error=FAILURE), None)
    tracer.flush()
    [turn] = spans.get_finished_spans()
    assert turn.name == TURN_SPAN
    attributes = dict(turn.attributes or {})
    assert set(attributes) == set(TURN_SPAN_ATTRIBUTES)
    assert (attributes["orc.run.id"], attributes["orc.first_token_ms"]) == ("run-1", 1500)
    assert turn.start_time is not None
    assert turn.end_time is not None
    assert turn.end_time - turn.start_time >= 8e9
    assert trace_of("run-1").split("-")[1] == f"{turn.context.trace_id:032x}"
