"""Structured values: judged by their keys, masked at every depth, never an exception."""

from __future__ import annotations

import json

from standfast.capture.redact import redact_value
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
RANDOM = draw(32, seed=8)


def clean(value: object, **options: object) -> object:
    return redact_value(value, key=KEY, **options).value


def test_a_value_under_a_secret_key_goes_whatever_it_looks_like() -> None:
    result = redact_value({"user": "bo", "password": "swordfish", "db": {"passwd": 12345678}}, key=KEY)
    assert result.value["user"] == "bo"
    assert result.value["password"].startswith("[redacted:password:")
    assert str(result.value["db"]["passwd"]).startswith("[redacted:password:")
    assert result.rules == ("password", "password")


def test_tokens_go_by_key_and_by_shape() -> None:
    value = {"headers": [{"name": "X-Api-Key", "value": RANDOM}], "text": "ghp_" + draw(36), "apiKey": RANDOM[::-1]}
    text = json.dumps(clean(value))
    assert RANDOM not in text
    assert RANDOM[::-1] not in text
    assert "ghp_" not in text


def test_what_is_no_secret_stays_as_it_was() -> None:
    value = {
        "tool_name": "Bash",
        "tool_input": {"command": "ls -la", "timeout": 3000, "token_count": 12},
        "tokens": [1, 2, 3],
        "key": "value",
        "password": "",
        "token": None,
        "secret": True,
        "api_key": "${API_KEY}",
        "key_name": "deploy-2024",
        "path": "/a/b",
        "nested": [[], {}, [None, 1.5]],
    }
    assert clean(value) == value


def test_a_secret_given_away_in_one_part_is_masked_in_all() -> None:
    value = {"input": {"env": {"DB_PASSWORD": "tango-7-foxtrot"}}, "output": "connected with tango-7-foxtrot"}
    assert "tango-7-foxtrot" not in json.dumps(clean(value))


def test_keys_can_hold_secrets_too() -> None:
    token = "ghp_" + draw(36)
    assert token not in json.dumps(clean({token: 1}))


def test_redacting_a_value_twice_changes_nothing() -> None:
    once = clean({"password": "swordfish", "log": f"token={RANDOM}", "list": [f"Bearer {RANDOM}"]})
    assert redact_value(once, key=KEY).value == once
    assert redact_value(once, key=KEY).rules == ()


def test_depth_and_odd_types_are_no_error() -> None:
    deep: object = "x"
    for _ in range(5000):
        deep = [deep]
    assert clean(deep)
    assert clean({1: b"password = 'swordfish7'", None: ("a", {2})})


def test_each_text_is_bounded() -> None:
    value = clean({"output": "word " * 1000}, bound=200)
    assert len(value["output"]) <= 200
    assert "5000" in value["output"]


def test_identifiers_and_digests_stay_under_their_keys() -> None:
    value = {"request_id": draw(40), "etag": draw(32), "content": [{"blob_hash": draw(44)}]}
    assert clean(value) == value
    assert clean({"anything": draw(40)}) != {"anything": draw(40)}
