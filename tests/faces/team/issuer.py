"""A small identity provider of our own: it signs tokens, and logs people in with the code flow and PKCE."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

PAGE = """<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>
<p><a id="ana" href="{yes}">I am Ana</a> <a id="no" href="{no}">Leave</a></p>"""


def _prime(chance: random.Random, bits: int) -> int:
    while True:
        candidate = chance.getrandbits(bits) | 1 << (bits - 1) | 1
        if (
            all(candidate % small for small in (3, 5, 7, 11, 13, 17, 19, 23, 29))
            and pow(2, candidate - 1, candidate) == 1
        ):
            return candidate


class Issuer:
    """An identity provider that signs what it is told to."""

    def __init__(self) -> None:
        chance = random.Random(5)
        first, second = _prime(chance, 1024), _prime(chance, 1024)
        self.modulus, self.exponent = first * second, 65537
        self._private = pow(self.exponent, -1, (first - 1) * (second - 1))
        self.asked: list[dict[str, str]] = []
        self.codes: dict[str, dict[str, str]] = {}
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                place = urlsplit(self.path)
                if place.path == "/authorize":
                    asked = {name: values[0] for name, values in parse_qs(place.query).items()}
                    self._answer(200, issuer.ask(asked).encode(), "text/html")
                else:
                    record = issuer.keys() if place.path == "/keys" else issuer.describe()
                    self._answer(200, json.dumps(record).encode(), "application/json")

            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"])).decode()
                given = {name: values[0] for name, values in parse_qs(data).items()}
                token = issuer.redeem(given)
                record = {"id_token": token, "token_type": "Bearer"} if token else {"error": "invalid_grant"}
                self._answer(200 if token else 400, json.dumps(record).encode(), "application/json")

            def _answer(self, status: int, data: bytes, kind: str) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def ask(self, asked: dict[str, str]) -> str:
        """Return the page on which somebody says who they are; their code is for this request alone."""
        self.asked.append(asked)
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        yes = urlencode({"code": code, "state": asked["state"]})
        no = urlencode({"error": "access_denied", "state": asked["state"]})
        back = asked["redirect_uri"]
        return PAGE.format(yes=f"{back}?{yes}".replace("&", "&amp;"), no=f"{back}?{no}".replace("&", "&amp;"))

    def redeem(self, given: dict[str, str]) -> str:
        """Return a token for a code, once, to whoever knows the verifier of its request; else nothing."""
        asked = self.codes.pop(given.get("code", ""), None)
        proof = text(hashlib.sha256(given.get("code_verifier", "").encode()).digest())
        same = asked and all(given.get(name) == asked[name] for name in ("client_id", "redirect_uri"))
        if not asked or not same or (asked["code_challenge_method"], asked["code_challenge"]) != ("S256", proof):
            return ""
        return self.token(email="ana@example.org", email_verified=True, nonce=asked["nonce"])

    def describe(self) -> dict[str, str]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
        }

    def keys(self) -> dict[str, Any]:
        return {
            "keys": [{"kty": "RSA", "kid": "one", "use": "sig", "n": number(self.modulus), "e": number(self.exponent)}]
        }

    def token(self, *, alg: str = "RS256", **claims: Any) -> str:
        whole = {"iss": self.url, "aud": "standfast", "exp": time.time() + 300, "sub": "1", **claims}
        signed = f"{text(json.dumps({'alg': alg, 'kid': 'one'}).encode())}.{text(json.dumps(whole).encode())}"
        digest = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(signed.encode()).digest()
        size = (self.modulus.bit_length() + 7) // 8
        block = b"\0\1" + b"\xff" * (size - len(digest) - 3) + b"\0" + digest
        signature = pow(int.from_bytes(block, "big"), self._private, self.modulus)
        return f"{signed}.{text(signature.to_bytes(size, 'big'))}"


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def number(value: int) -> str:
    return text(value.to_bytes((value.bit_length() + 7) // 8, "big"))
