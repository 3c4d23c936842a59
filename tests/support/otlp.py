"""A collector of OpenTelemetry data on a loopback port. It keeps received spans and the names of metrics."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class Span:
    name: str
    span_id: bytes
    parent_id: bytes
    trace_id: bytes
    attributes: dict[str, Any]


@dataclass
class Collected:
    """raw contains everything received, decompressed."""

    endpoint: str = ""
    spans: list[Span] = field(default_factory=list)
    metrics: set[str] = field(default_factory=set)
    raw: bytes = b""

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def take(self, path: str, body: bytes) -> None:
        self.raw += body
        if path == "/v1/traces":
            traces = ExportTraceServiceRequest.FromString(body)
            self.spans += [
                Span(
                    name=span.name,
                    span_id=span.span_id,
                    parent_id=span.parent_span_id,
                    trace_id=span.trace_id,
                    attributes={each.key: _value(each.value) for each in span.attributes},
                )
                for resource in traces.resource_spans
                for scope in resource.scope_spans
                for span in scope.spans
            ]
        elif path == "/v1/metrics":
            sent = ExportMetricsServiceRequest.FromString(body)
            self.metrics |= {
                metric.name
                for resource in sent.resource_metrics
                for scope in resource.scope_metrics
                for metric in scope.metrics
            }


def _value(value: Any) -> Any:
    return getattr(value, value.WhichOneof("value"))


@contextmanager
def otlp_collector() -> Iterator[Collected]:
    collected = Collected()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            collected.take(self.path, body)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Requests are not written anywhere."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        collected.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield collected
        finally:
            server.shutdown()
            thread.join()
