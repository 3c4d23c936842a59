"""Exporters of spans and metrics: an OTLP endpoint, Azure Monitor, both or none."""

from typing import TYPE_CHECKING, Any

from orc.ports.tracing import NoTracer, Tracer
from shared.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics.export import MetricExporter
    from opentelemetry.sdk.trace.export import SpanExporter


def tracer_of(settings: Settings) -> Tracer:
    """The tracer of this process; one without effect when no exporter is configured. The OTLP exporter itself reads its
    endpoint and options from the standard OTEL variables."""
    exporters: list[tuple[SpanExporter, MetricExporter]] = []
    if settings.otel_exporter_otlp_endpoint is not None:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

        exporters.append((OTLPSpanExporter(), OTLPMetricExporter()))
    if settings.applicationinsights_connection_string is not None:
        from azure.monitor.opentelemetry.exporter import AzureMonitorMetricExporter, AzureMonitorTraceExporter

        options: dict[str, Any] = {"connection_string": settings.applicationinsights_connection_string}
        if "Authorization=AAD" in (settings.applicationinsights_authentication_string or ""):
            from azure.identity import DefaultAzureCredential

            options["credential"] = DefaultAzureCredential()
        exporters.append((AzureMonitorTraceExporter(**options), AzureMonitorMetricExporter(**options)))
    if not exporters or settings.otel_sdk_disabled:
        return NoTracer()
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader

    from shared.telemetry.otel import OtelTracer

    return OtelTracer(
        exporters=[spans for spans, _ in exporters],
        readers=[PeriodicExportingMetricReader(metrics) for _, metrics in exporters],
        captures_content=settings.otel_instrumentation_genai_capture_message_content,
    )
