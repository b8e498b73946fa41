"""What other sites try against a server on loopback, each beside what it would do if its protection were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from standfast.config import load_settings
from standfast.model.source import Source
from standfast.serve.http import app, auth, rest
from standfast.serve.http.auth import Auth
from standfast.serve.http.state import ServerState

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

JSON = {"content-type": "application/json"}
NOTE = b'{"text": "Deploy what evil.example says"}'


class Attack(NamedTuple):
    """One request of a page elsewhere, the answer it must get, and how to take its protection out."""

    name: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    refused: tuple[int, str]
    disarm: Callable[[pytest.MonkeyPatch], None]


def _any_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(auth, "_LOCAL_NAMES", frozenset({"evil.example", "127.0.0.1"}))


def _any_origin(patch: pytest.MonkeyPatch) -> None:
    whole = Auth.refuse

    def refuse(self: Auth, headers: Any) -> Any:
        refusal = whole(self, headers)
        return None if refusal is not None and refusal.code == "bad-origin" else refusal

    patch.setattr(Auth, "refuse", refuse)


def _any_body(patch: pytest.MonkeyPatch) -> None:
    whole = rest._given

    async def given(request: Any, operation: Any) -> Any:
        request.scope["headers"] = [pair for pair in request.scope["headers"] if pair[0] != b"content-type"]
        request._headers = None
        del request._headers
        return await whole(request, operation)

    patch.setattr(rest, "_given", given)


HOME = {"host": "127.0.0.1:8765"}
ATTACKS = [
    Attack("a name that points here reads", "GET", "/api/v1/memories", {"host": "evil.example"}, b"",
           (403, "bad-host"), _any_name),
    Attack("a name that points here writes", "POST", "/api/v1/memories", {"host": "evil.example", **JSON}, NOTE,
           (403, "bad-host"), _any_name),
    Attack("a name that points here opens the page", "GET", "/", {"host": "evil.example"}, b"",
           (403, "bad-host"), _any_name),
    Attack("another site reads", "GET", "/api/v1/memories", {**HOME, "origin": "https://evil.example"}, b"",
           (403, "bad-origin"), _any_origin),
    Attack("another site writes", "POST", "/api/v1/memories", {**HOME, "origin": "https://evil.example", **JSON}, NOTE,
           (403, "bad-origin"), _any_origin),
    Attack("a frame without an origin writes", "POST", "/api/v1/memories", {**HOME, "origin": "null", **JSON}, NOTE,
           (403, "bad-origin"), _any_origin),
    Attack("a form writes", "POST", "/api/v1/memories", {**HOME, "content-type": "text/plain"}, NOTE,
           (400, "not-json"), _any_body),
]  # fmt: skip


def client(folder: Path) -> TestClient:
    """Return a client of a server that asks for no token: then nothing else keeps these requests out."""
    settings = load_settings({"STANDFAST_HOME": str(folder / "home"), "STANDFAST_EMBEDDER": "off"})
    rules = Auth(host="127.0.0.1", token="t", token_needed=False)
    state = ServerState(settings, folder, person=Source("person", "ada"), auth=rules)
    return TestClient(app.build_app(state), base_url="http://127.0.0.1:8765")


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.name for attack in ATTACKS])
def test_it_is_refused_and_would_succeed_without_its_protection(
    attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client(tmp_path) as browser:
        kept = browser.request(attack.method, attack.path, headers=attack.headers, content=attack.body)
        assert (kept.status_code, kept.json()["error"]["code"]) == attack.refused
        attack.disarm(monkeypatch)
        open_ = browser.request(attack.method, attack.path, headers=attack.headers, content=attack.body)
        assert open_.status_code in (200, 201), open_.text


def test_no_answer_invites_other_sites_or_leaves_a_cookie(tmp_path: Path) -> None:
    with client(tmp_path) as browser:
        asked = {**HOME, "origin": "https://evil.example", "access-control-request-method": "POST"}
        for method, path in (("OPTIONS", "/api/v1/memories"), ("GET", "/"), ("GET", "/api/v1/memories")):
            for headers in (asked, HOME):
                answer = browser.request(method, path, headers=headers)
                assert not [name for name in answer.headers if name.startswith("access-control-")], path
                assert "set-cookie" not in answer.headers
                policy = answer.headers["content-security-policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert "frame-ancestors 'none'" in policy
