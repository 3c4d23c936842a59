"""Traces and metrics by OpenTelemetry, sent where the standard OTEL settings or Azure Monitor's say."""
