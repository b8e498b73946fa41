"""How often a token may call, and that a token of ours is a secret like any other."""

from __future__ import annotations

import json

from standfast.capture.redact import redact
from standfast.serve.http.team.entry import Rate
from standfast.verbs.token import PREFIX


def test_a_token_has_so_many_calls_and_another_token_its_own() -> None:
    rate = Rate(0.0001, 3.0)
    assert [rate.take("ana") for _ in range(5)] == [True, True, True, False, False]
    assert rate.take("ben")


def test_a_token_of_ours_is_redacted_wherever_it_is_written() -> None:
    token = f"{PREFIX}_k3v5q2aaaa_{'abcdefghijklmnopqrstuvwxyz234567abcdefg'}"
    said = redact(f"use {token} for the server", key=b"k" * 32)
    assert token not in json.dumps(said.text)
