"""One exchange over HTTP with an address that a person configured: nothing is sent on to another, nothing is endless.

Owns two bounds that every client of ours needs. A redirect would carry a token to whoever the answer names, so it is
an answer like any other that did not succeed. Must not know what is asked. Never loaded by a hook or an MCP server
that asks nobody.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

_HERE = frozenset(("localhost", "127.0.0.1", "::1"))


def is_private(url: str) -> bool:
    """Tell whether nobody on the way can read what is sent to an address: it is encrypted, or on this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.hostname or "") in _HERE


class _Stay(HTTPRedirectHandler):
    """Follows nothing: what it would follow is raised as the `HTTPError` that it is."""

    def redirect_request(self, *_: Any) -> None:
        """Stay."""


def exchange(request: Request, *, timeout_s: float, most: int) -> bytes:
    """Send a request and return at most so many bytes of the answer; other answers than success are `HTTPError`."""
    with build_opener(_Stay).open(request, timeout=timeout_s) as answer:
        found: bytes = answer.read(most)
    return found
