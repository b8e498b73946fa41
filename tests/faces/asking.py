"""One request to a server of ours over HTTP, as any client would send it."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlencode


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def send(port: int, method: str, path: str, body: Any, headers: dict[str, str], query: dict[str, Any]) -> Reply:
    """Send one request, with a body as JSON unless it is bytes."""
    whole = path + ("?" + urlencode(query, doseq=True) if query else "")
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, whole, data, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        return Reply(answer.status, {key.lower(): text for key, text in answer.getheaders()}, answer.read())
    finally:
        connection.close()
