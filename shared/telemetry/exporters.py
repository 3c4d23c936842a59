"""Where spans and metrics go: an OTLP endpoint, Azure Monitor, both or nowhere."""

from typing import TYPE_CHECKING, Any

from orc.tracing import NoTracer, Tracer
from shared.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics.export import MetricExporter
    from opentelemetry.sdk.trace.export import SpanExporter


def tracer_of(settings: Settings) -> Tracer:
    """The tracer of this process; one that does nothing, at no cost, when nobody is to be told. Where an OTLP endpoint
    is, and what else its exporter needs, the exporter reads from the standard OTEL variables."""
    found = [*_otlp(settings), *_azure_monitor(settings)]
    if not found or settings.otel_sdk_disabled:
        return NoTracer()
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader

    from shared.telemetry.otel import OtelTracer

    return OtelTracer(
        exporters=[spans for spans, _ in found],
        readers=[PeriodicExportingMetricReader(metrics) for _, metrics in found],
        captures_content=settings.otel_instrumentation_genai_capture_message_content,
    )


def _otlp(settings: Settings) -> list[tuple["SpanExporter", "MetricExporter"]]:
    if settings.otel_exporter_otlp_endpoint is None:
        return []
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return [(OTLPSpanExporter(), OTLPMetricExporter())]


def _azure_monitor(settings: Settings) -> list[tuple["SpanExporter", "MetricExporter"]]:
    if settings.applicationinsights_connection_string is None:
        return []
    from azure.monitor.opentelemetry.exporter import AzureMonitorMetricExporter, AzureMonitorTraceExporter

    options: dict[str, Any] = {"connection_string": settings.applicationinsights_connection_string}
    if "Authorization=AAD" in (settings.applicationinsights_authentication_string or ""):
        from azure.identity import DefaultAzureCredential

        options["credential"] = DefaultAzureCredential()
    return [(AzureMonitorTraceExporter(**options), AzureMonitorMetricExporter(**options))]
