"""Auth: which requests come in at all, and whether the person of this machine is behind one.

Owns the checks of Host, Origin and tokens. Without them any web page could talk to a server on loopback, directly or
by letting its own name point here (DNS rebinding), and so could every other account of the machine. There are two
tokens: the person's, and one to write into the configuration of agents, who stay agents with it. Knows nothing of
memory or of what is behind the auth.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from standfast.model.value import Value
from standfast.text.files import write_once, write_whole

_LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[0-9a-z_.-]+)(?::[0-9]{1,5})?")
PERSONS, AGENTS = "token", "agent-token"  # their files in the home


class Refusal(Value):
    """Why a request does not come in."""

    status: int
    code: str
    message: str
    hint: str


class Auth:
    """The rules of one server: who listens where, the token, and whether it is asked for."""

    def __init__(
        self,
        *,
        host: str,
        token: str,
        agent_token: str = "",
        token_needed: bool = True,
        names: Iterable[str] = (),
    ) -> None:
        self.loopback = is_loopback(host)
        self.names = frozenset(name.lower() for name in names)
        self.token = token
        self.agent_token = agent_token
        self.token_needed = token_needed or not self.loopback

    def is_person(self, headers: Mapping[str, str]) -> bool:
        """Tell whether a request carries the token that only the person of this machine has."""
        return _carries(headers, self.token)

    def knows(self, headers: Mapping[str, str]) -> bool:
        """Tell whether a request carries a token of this home, the person's or the agents'."""
        return self.is_person(headers) or _carries(headers, self.agent_token)

    def _is_called(self, name: str) -> bool:
        if self.loopback:
            return name in _LOCAL_NAMES | self.names
        return not self.names or name in self.names or name == "localhost" or _is_address(name)

    def refuse(self, headers: Mapping[str, str]) -> Refusal | None:
        """Return why a request stays out, or None."""
        named = _HOST.fullmatch(headers.get("host", "").lower())
        if named is None or not self._is_called(named["name"]):
            hint = "Use http://127.0.0.1 or http://localhost, or a name that the server was given with --name."
            return Refusal(403, "bad-host", "This server does not answer to that name.", hint)
        if (refused := bad_origin(headers)) is not None:
            return refused
        if self.token_needed and not self.knows(headers):
            hint = "Send `Authorization: Bearer TOKEN`; `standfast serve` says which file has the token."
            return Refusal(401, "no-token", "This server asks for its token.", hint)
        return None


def bad_origin(headers: Mapping[str, str]) -> Refusal | None:
    """Refuse a request that a page of another site makes; without an origin it comes from no page."""
    host, origin = headers.get("host", "").lower(), headers.get("origin")
    if origin is None or (_HOST.fullmatch(host) and origin.lower() in {f"http://{host}", f"https://{host}"}):
        return None
    hint = "Web pages of other sites cannot use this server."
    return Refusal(403, "bad-origin", "The request comes from another site.", hint)


def _carries(headers: Mapping[str, str], token: str) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True  # a name can be made to point here, an address cannot


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach an address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def ensure_token(home: Path, name: str = PERSONS) -> tuple[str, Path]:
    """Return a token of this home, made once and readable by its owner alone, and the file it is in."""
    path = home / name
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    token = f"{secrets.token_urlsafe(32)}\n".encode("ascii")
    if not write_once(path, token, mode=0o600) and not path.read_text(encoding="ascii").strip():
        write_whole(path, token, mode=0o600)
    return path.read_text(encoding="ascii").strip(), path
