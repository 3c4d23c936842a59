from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing

import pytest
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.models.openai import OpenAIChatModel
from shared.telemetry.otel import OtelTracer
from tests.support.openai_stub import OpenAIStub


@pytest.fixture
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def metrics() -> InMemoryMetricReader:
    return InMemoryMetricReader()


@pytest.fixture
def captures_content() -> bool:
    return False


@pytest.fixture
def tracer(spans: InMemorySpanExporter, metrics: InMemoryMetricReader, captures_content: bool) -> Iterator[OtelTracer]:
    tracer = OtelTracer(exporters=[spans], readers=[metrics], captures_content=captures_content)
    yield tracer
    tracer.shutdown()


@pytest.fixture
async def stub() -> AsyncIterator[OpenAIStub]:
    async with OpenAIStub() as stub:
        yield stub


@pytest.fixture
async def model(stub: OpenAIStub) -> AsyncIterator[OpenAIChatModel]:
    async with aclosing(OpenAIChatModel(model="gpt", api_key="sk-secret", base_url=stub.base_url)) as model:
        yield model
