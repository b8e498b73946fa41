"""The door: which requests come in at all, and whether the person of this machine is behind one.

Owns the checks of Host, Origin and token. Without them any web page could talk to a server on loopback, directly or
by letting its own name point here (DNS rebinding). Knows nothing of memory or of what is behind the door.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from holdfast.model.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


class Refusal(Value):
    """Why a request does not come in."""

    status: int
    code: str
    message: str
    hint: str


class Door:
    """The rules of one server: who listens where, the token, and whether it is asked for."""

    def __init__(self, *, host: str, token: str, token_needed: bool = False) -> None:
        self.loopback = is_loopback(host)
        self.token = token
        self.token_needed = token_needed or not self.loopback

    def is_person(self, headers: Mapping[str, str]) -> bool:
        """Tell whether a request carries the token, which only the person of this machine can read."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), self.token.encode())

    def refuse(self, headers: Mapping[str, str]) -> Refusal | None:
        """Return why a request stays out, or None."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if self.loopback and _name_of(f"//{host}") not in _LOCAL_NAMES:
            hint = "Use http://127.0.0.1 or http://localhost."
            return Refusal(403, "bad-host", "This server answers only to its local names.", hint)
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            hint = "Web pages of other sites cannot use this server."
            return Refusal(403, "bad-origin", "The request comes from another site.", hint)
        if self.token_needed and not self.is_person(headers):
            hint = "Send `Authorization: Bearer TOKEN`; `holdfast serve` says which file has the token."
            return Refusal(401, "no-token", "This server asks for its token.", hint)
        return None


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach an address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def ensure_token(home: Path) -> tuple[str, Path]:
    """Return the token of this home, made once and readable by its owner alone, and the file it is in."""
    path = home / "token"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        found = path.read_text(encoding="ascii").strip()
        if found:
            return found, path
        handle = os.open(path, os.O_WRONLY | os.O_TRUNC)
    token = secrets.token_urlsafe(32)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token, path


def _name_of(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""
