"""Metrics: how often, how long and with what outcome, in Prometheus' text form. Counts only, never content."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

from standfast import __version__

TEXT = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """What one server counted since it started."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: dict[tuple[str, str, int], int] = {}
        self._buckets: dict[str, list[int]] = {}
        self._seconds: dict[str, float] = {}

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answered request; `route` is the pattern, so that ids and words stay out of the labels."""
        with self._lock:
            key = (route, method, status)
            self._requests[key] = self._requests.get(key, 0) + 1
            buckets = self._buckets.setdefault(route, [0] * (len(BUCKETS) + 1))
            for place, bound in enumerate((*BUCKETS, float("inf"))):
                buckets[place] += seconds <= bound
            self._seconds[route] = self._seconds.get(route, 0.0) + seconds

    def render(self, memories: Mapping[str, int], sessions: int) -> str:
        """Write everything down; `memories` are those in reach of the served project, by status."""
        lines = [*_head("standfast_build_info", "gauge", "The version that is running.")]
        lines.append(_sample("standfast_build_info", 1, version=__version__))
        lines += _head("standfast_memories", "gauge", "Memories in reach of the served project, by status.")
        lines += [_sample("standfast_memories", number, status=status) for status, number in sorted(memories.items())]
        lines += _head("standfast_mcp_sessions", "gauge", "MCP sessions that are open.")
        lines.append(_sample("standfast_mcp_sessions", sessions))
        with self._lock:
            lines += _head("standfast_http_requests_total", "counter", "Requests answered.")
            for (route, method, status), number in sorted(self._requests.items()):
                labels = {"route": route, "method": method, "status": str(status)}
                lines.append(_sample("standfast_http_requests_total", number, **labels))
            lines += _head("standfast_http_request_seconds", "histogram", "How long requests took.")
            for route, buckets in sorted(self._buckets.items()):
                for bound, number in zip((*map(str, BUCKETS), "+Inf"), buckets, strict=True):
                    lines.append(_sample("standfast_http_request_seconds_bucket", number, route=route, le=bound))
                lines.append(_sample("standfast_http_request_seconds_sum", round(self._seconds[route], 6), route=route))
                lines.append(_sample("standfast_http_request_seconds_count", buckets[-1], route=route))
        return "\n".join(lines) + "\n"


def _head(name: str, kind: str, text: str) -> list[str]:
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]


def _sample(name: str, value: float, **labels: str) -> str:
    written = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
    return f"{name}{{{written}}} {value}" if written else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
