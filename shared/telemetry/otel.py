"""The tracer over the OpenTelemetry SDK. It has its own providers and leaves the process's global ones unchanged."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from orc.ports.metrics import Metric
from orc.ports.tracing import AGENT, Attributes, Span

if TYPE_CHECKING:
    from opentelemetry import trace
    from opentelemetry.sdk.metrics.export import MetricReader
    from opentelemetry.sdk.trace.export import SpanExporter


class _OtelSpan:
    def __init__(self, span: "trace.Span") -> None:
        self.span = span

    def set(self, attributes: Attributes) -> None:
        self.span.set_attributes(cast(Any, dict(attributes)))

    def fail(self, error_type: str) -> None:
        from opentelemetry.trace import Status, StatusCode

        self.span.set_attribute("error.type", error_type)
        self.span.set_status(Status(StatusCode.ERROR, error_type))

    def end(self) -> None:
        self.span.end()


class OtelTracer:
    """Owns its providers and their exporters; shutdown flushes and closes them."""

    def __init__(
        self, *, exporters: Sequence["SpanExporter"], readers: Sequence["MetricReader"], captures_content: bool
    ) -> None:
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from orc import __version__

        self.captures_content = captures_content
        named = Resource.create({"service.name": AGENT, "service.version": __version__})
        resource = named.merge(OTELResourceDetector().detect())
        self._traces = TracerProvider(resource=resource, shutdown_on_exit=False)
        for exporter in exporters:
            self._traces.add_span_processor(BatchSpanProcessor(exporter))
        self._metrics = MeterProvider(readers, resource=resource, shutdown_on_exit=False)
        self._tracer = self._traces.get_tracer(AGENT, __version__)
        self._meter = self._metrics.get_meter(AGENT, __version__)
        self._counters: dict[str, Any] = {}
        self._histograms: dict[str, Any] = {}

    def start(
        self,
        name: str,
        attributes: Attributes,
        *,
        kind: Literal["internal", "client"],
        parent: str | None = None,
        began: datetime | None = None,
    ) -> Span:
        from opentelemetry.trace import SpanKind, get_current_span
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        context = None
        if parent is not None and not get_current_span().get_span_context().is_valid:
            context = TraceContextTextMapPropagator().extract({"traceparent": parent})
        span_kind = SpanKind.CLIENT if kind == "client" else SpanKind.INTERNAL
        start_time = round(began.timestamp() * 1e9) if began else None
        started = self._tracer.start_span(name, context, span_kind, cast(Any, dict(attributes)), start_time=start_time)
        return _OtelSpan(started)

    @contextmanager
    def current(self, span: Span) -> Iterator[None]:
        from opentelemetry.trace import use_span

        within = cast(_OtelSpan, span).span
        with use_span(within, end_on_exit=False, record_exception=False, set_status_on_exception=False):
            yield

    def record(self, metric: Metric, value: float, attributes: Attributes) -> None:
        plain = cast(Any, dict(attributes))
        if metric.kind == "counter":
            if metric.name not in self._counters:
                self._counters[metric.name] = self._meter.create_counter(metric.name, unit=metric.unit)
            self._counters[metric.name].add(value, plain)
            return
        if metric.name not in self._histograms:
            self._histograms[metric.name] = self._meter.create_histogram(metric.name, unit=metric.unit)
        self._histograms[metric.name].record(value, plain)

    def flush(self) -> None:
        """Sends the buffered spans."""
        self._traces.force_flush()

    def shutdown(self) -> None:
        self._traces.shutdown()
        self._metrics.shutdown()
