"""Traces and metrics by OpenTelemetry, sent to the endpoint of the OTEL settings or to Azure Monitor."""
