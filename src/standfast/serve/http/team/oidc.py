"""Logins with the team's identity provider: OpenID Connect, the code flow with PKCE, done by the page itself.

Owns the check of what the provider signed (RS256 alone, issuer, audience, time) and what the page needs to begin. There
is no cookie and no secret of ours: the page keeps its token in memory. Keys are fetched from the provider and kept for
a while. RSA signatures are checked with whole numbers of the standard library: no key of ours is involved.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import time
import urllib.request
from collections.abc import Mapping
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from standfast.errors import ConfigError, Unavailable
from standfast.text.web import is_private

_KEPT_S = 600.0
_LEAST_S = 20.0  # between two looks for a key that is not known: nobody makes us ask the provider all day
_SKEW_S = 60.0
_LONGEST = 16_384
_LEAST_BITS = 2048
# What PKCS #1 puts before a SHA-256 digest.
_SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")


class Provider:
    """One identity provider."""

    def __init__(self, issuer: str, client: str) -> None:
        if not is_private(issuer):
            raise ConfigError("The identity provider needs https.", hint="Set oidc_issuer to its https address.")
        if not client:
            raise ConfigError("The identity provider needs a client id.", hint="Set oidc_client.", code="usage")
        self.issuer, self.client = issuer.rstrip("/"), client
        self._lock = Lock()
        self._known: dict[str, Any] = {}
        self._keys: dict[str, tuple[int, int]] = {}
        self._fetched = 0.0

    @property
    def origin(self) -> str:
        """Where the page may connect to."""
        parts = urlsplit(self.describe()["token_endpoint"])
        return f"{parts.scheme}://{parts.netloc}"

    def describe(self) -> dict[str, str]:
        """Return what a page needs to begin a login."""
        self._refresh()
        return {
            "issuer": self.issuer,
            "client_id": self.client,
            "authorization_endpoint": str(self._known["authorization_endpoint"]),
            "token_endpoint": str(self._known["token_endpoint"]),
        }

    def person(self, token: str) -> str:
        """Return who a token says its bearer is, or nothing where it is not one that the provider gave us."""
        claims = self._verified(token)
        if claims is None:
            return ""
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        now = time.time()
        times = all(isinstance(claims.get(name, now), int | float) for name in ("exp", "nbf"))
        in_time = times and claims.get("exp", 0) > now - _SKEW_S and claims.get("nbf", now) <= now + _SKEW_S
        if claims.get("iss", "").rstrip("/") != self.issuer or self.client not in audiences or not in_time:
            return ""
        named = claims.get("email") if claims.get("email_verified") else None
        person = named or claims.get("preferred_username") or claims.get("sub")
        return person if isinstance(person, str) else ""

    def _verified(self, token: str) -> dict[str, Any] | None:
        try:
            head, body, signature = token[:_LONGEST].split(".")
            header, claims = json.loads(_bytes(head)), json.loads(_bytes(body))
            signed = int.from_bytes(_bytes(signature), "big")
        except (ValueError, binascii.Error, RecursionError):
            return None
        if not isinstance(header, dict) or not isinstance(claims, dict) or header.get("alg") != "RS256":
            return None
        key = self._key(str(header.get("kid", "")))
        if key is None or not is_signed(f"{head}.{body}".encode(), signed, *key):
            return None
        return claims

    def _key(self, name: str) -> tuple[int, int] | None:
        self._refresh()
        if name not in self._keys and time.monotonic() - self._fetched > _LEAST_S:
            self._refresh(now=True)
        return self._keys.get(name)

    def _refresh(self, *, now: bool = False) -> None:
        with self._lock:
            if self._known and not now and time.monotonic() - self._fetched < _KEPT_S:
                return
            known = _fetch(f"{self.issuer}/.well-known/openid-configuration")
            if str(known.get("issuer", "")).rstrip("/") != self.issuer:
                raise Unavailable("The identity provider names another issuer.", hint="Check oidc_issuer.")
            self._keys = _read_keys(_fetch(str(known["jwks_uri"])))
            self._known, self._fetched = known, time.monotonic()


def is_signed(data: bytes, signature: int, modulus: int, exponent: int) -> bool:
    """Check an RSA signature (PKCS #1 v1.5, SHA-256): the whole padded block has to be the one it must be."""
    size = (modulus.bit_length() + 7) // 8
    wanted = _SHA256 + hashlib.sha256(data).digest()
    block = b"\0\1" + b"\xff" * (size - len(wanted) - 3) + b"\0" + wanted
    return 0 < signature < modulus and pow(signature, exponent, modulus) == int.from_bytes(block, "big")


def _read_keys(found: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    keys: dict[str, tuple[int, int]] = {}
    for item in found.get("keys", ()):
        if item.get("kty") == "RSA" and item.get("use", "sig") == "sig":
            modulus, exponent = (int.from_bytes(_bytes(item[name]), "big") for name in ("n", "e"))
            if modulus.bit_length() >= _LEAST_BITS and exponent >= 3:
                keys[str(item.get("kid", ""))] = (modulus, exponent)
    return keys


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _fetch(url: str) -> dict[str, Any]:
    if not is_private(url):
        raise Unavailable("The identity provider names an address without https.", hint="Check oidc_issuer.")
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - https, or this machine
            found: dict[str, Any] = json.loads(answer.read(1 << 20))
    except (OSError, ValueError) as error:
        hint = "Tokens work meanwhile; logins do when it is back."
        raise Unavailable(
            "The identity provider does not answer.", hint=hint, code="oidc-away", retryable=True
        ) from error
    return found
