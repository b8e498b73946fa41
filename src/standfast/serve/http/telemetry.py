"""Telemetry: each answered request as a span, a duration and a line of a log, for those who ask for it. Never content.

Owns the names of OpenTelemetry's conventions (HTTP's, and GenAI's for memory operations) and of the log's fields.
Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set (needs `pip install 'standfast[otel]'`) or `--log json` is asked for. What
Prometheus reads stands in `metrics` and is kept whatever happens here.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from standfast import __version__
from standfast.errors import ConfigError
from standfast.model.value import Value

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
OPERATION = "standfast.operation"  # where a handler leaves what a request does, in the scope of the request
# What the GenAI conventions call our verbs; the others have no name there.
MEMORY_OPERATIONS = {
    "recall": "search_memory",
    "brief": "search_memory",
    "list": "search_memory",
    "remember": "create_memory",
    "revise": "update_memory",
    "supersede": "update_memory",
    "retract": "update_memory",
    "restore": "update_memory",
    "purge": "delete_memory",
}


class Answered(Value):
    """What is told of a request: how it went, nothing of what it said."""

    method: str
    route: str
    status: int
    seconds: float
    operation: str = ""


class Telemetry:
    """Where the requests of one server are told."""

    def __init__(self, env: Mapping[str, str], *, log: bool = False) -> None:
        self._log = log
        self._exporter = Exporter() if env.get(ENDPOINT) else None

    def tell(self, request: Answered) -> None:
        """Tell of one answered request."""
        if self._exporter is not None:
            self._exporter.tell(request)
        if self._log:
            line = {
                "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                "level": "error" if request.status >= 500 else "info",
                **{name: value for name, value in request.to_dict().items() if value != ""},
            }
            print(json.dumps(line), file=sys.stderr, flush=True)  # noqa: T201  # the log

    def close(self) -> None:
        """Send what has not been sent."""
        if self._exporter is not None:
            self._exporter.close()


class Exporter:
    """Spans and durations to an OTLP endpoint; the SDK reads the OTEL_… variables and sends in the background."""

    def __init__(self) -> None:
        try:
            from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.metrics import MeterProvider
            from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError as error:
            hint = f"pip install 'standfast[otel]', or unset {ENDPOINT}."
            raise ConfigError("OpenTelemetry is not installed.", hint=hint, code="no-otel") from error
        # `merge`: what the person set (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES) comes before our name.
        named = Resource({"service.name": "standfast", "service.version": __version__})
        resource = named.merge(Resource.create()) if _names_service() else Resource.create().merge(named)
        self._traces = TracerProvider(resource=resource)
        self._traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._metrics = MeterProvider([PeriodicExportingMetricReader(OTLPMetricExporter())], resource=resource)
        self._tracer = self._traces.get_tracer("standfast", __version__)
        meter = self._metrics.get_meter("standfast", __version__)
        self._requests = meter.create_histogram("http.server.request.duration", unit="s")
        self._operations = meter.create_histogram("gen_ai.client.operation.duration", unit="s")

    def tell(self, request: Answered) -> None:
        """Make a span of the past and count it."""
        from opentelemetry.trace import SpanKind, Status, StatusCode

        ended = time.time_ns()
        attributes = attributes_of(request)
        named = attributes.get("gen_ai.operation.name")
        span = self._tracer.start_span(
            f"{named} standfast" if named else f"{request.method} {request.route}",
            kind=SpanKind.SERVER,
            attributes=attributes,
            start_time=ended - int(request.seconds * 1e9),
        )
        if request.status >= 500:
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)
        self._requests.record(request.seconds, attributes)
        if named:
            self._operations.record(request.seconds, {"gen_ai.operation.name": named})

    def close(self) -> None:
        """Send what has not been sent, within the SDK's own limits of time."""
        self._traces.shutdown()
        self._metrics.shutdown()


def attributes_of(request: Answered) -> dict[str, Any]:
    """Return a request in the conventions' words."""
    attributes: dict[str, Any] = {
        "http.request.method": request.method,
        "http.route": request.route,
        "http.response.status_code": request.status,
    }
    if request.status >= 500:
        attributes["error.type"] = str(request.status)
    operation = MEMORY_OPERATIONS.get(request.operation)
    if operation:
        attributes |= {"gen_ai.operation.name": operation, "gen_ai.provider.name": "standfast"}
    return attributes


def _names_service() -> bool:
    import os

    return "OTEL_SERVICE_NAME" in os.environ or "service.name=" in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", "")
