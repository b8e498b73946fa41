"""What redaction takes out of a text, what it leaves, and the form it leaves behind."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from random import Random

import pytest

from standfast.capture.redact import redact

KEY = b"a key of one home"
_CHANCE = Random(4)


def fresh(length: int, letters: str = string.ascii_letters + string.digits) -> str:
    body = "".join(_CHANCE.choice(letters) for _ in range(length - 4))
    return "aZ3" + body + "7"


def test_a_secret_is_replaced_by_what_it_was() -> None:
    token = "ghp_" + fresh(36)
    result = redact(f"push with {token} now", key=KEY)
    assert token not in result.text
    assert re.fullmatch(r"push with \[redacted:git[a-z-]+:[0-9a-f]{4}\] now", result.text)


def test_findings_point_into_the_original_text() -> None:
    token = "ghp_" + fresh(36)
    text = f"push with {token} now"
    (finding,) = redact(text, key=KEY).findings
    assert text[finding.start : finding.end] == token


def test_equal_secrets_stay_equal_and_other_homes_see_other_marks() -> None:
    token = "ghp_" + fresh(36)
    here = redact(f"{token} and {token}", key=KEY).text.split(" and ")
    assert here[0] == here[1]
    elsewhere = {redact(token, key=bytes([n]) * 16).text for n in range(8)}
    assert len(elsewhere) > 1


def test_redacting_twice_changes_nothing() -> None:
    text = f'password = "{fresh(12)}"\nAuthorization: Bearer {fresh(40)}\n'
    once = redact(text, key=KEY).text
    again = redact(once, key=KEY)
    assert again.text == once
    assert again.findings == ()


def test_a_run_that_masks_bring_nearer_to_a_telling_word_goes_at_once() -> None:
    text = f'oauth_consumer_key="{fresh(20)}", oauth_token="{fresh(20)}", oauth_signature="{fresh(40)}"'
    once = redact(text, key=KEY)
    assert len(once.findings) == 3
    assert redact(once.text, key=KEY).text == once.text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("TOKEN=4dac21ec7400ece3&psw:['dragon39424']", "dragon39424"),
        ("passwd v8HftAj24QGE=43def42e", "v8HftAj24QGE"),
    ],
)
def test_what_a_mask_lays_bare_is_masked_too(text: str, secret: str) -> None:
    assert secret not in redact(text, key=KEY).text


@pytest.mark.parametrize(
    "text",
    [
        "the token expires every 30 days",
        "password: required",
        "set the API key in the settings",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b fixes it",
        "id: 6f1a2c9e-4b7d-4e0a-9c3f-0d5e8b7a6c21",
        '"integrity": "sha512-oRoqeWvVbEwzt/4Lb4Ko7ihF0kf1tbmSqVDpb8Yl3+wy4yGzZ8ZcTkJr0Fzh4jBq7Zlq2A=="',
        "image@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "aws_access_key_id = AKIAIOSFODNN7EXAMPLE",
        "api_key: <your-token>",
        "API_KEY=${API_KEY}",
        'token = os.environ["TOKEN"]',
        'password = "changeme"',
        "password = get_password(user)",
        "token = request.headers.token",
    ],
)
def test_ordinary_text_survives(text: str) -> None:
    result = redact(text, key=KEY)
    assert result.text == text
    assert result.findings == ()


def test_a_long_text_is_cut_and_says_how_long_it_was() -> None:
    result = redact("word " * 5000, key=KEY, bound=1000)
    assert len(result.text) <= 1000
    assert "25000" in result.text


def test_a_secret_across_the_cut_does_not_leave_its_first_half() -> None:
    token = "ghp_" + fresh(36)
    text = "x" * 960 + " " + token + " tail" * 100
    result = redact(text, key=KEY, bound=1000)
    assert token[:12] not in result.text


def test_findings_of_a_cut_text_are_those_that_are_still_in_it() -> None:
    tokens = ["ghp_" + fresh(36) for _ in range(40)]
    result = redact(" ".join(tokens), key=KEY, bound=400)
    assert len(result.text) <= 400
    assert len(result.findings) == result.text.count("[redacted:")


def test_a_hook_that_redacts_loads_nothing_heavy() -> None:
    code = (
        "import sys; before = set(sys.modules); from standfast.capture.redact import redact;"
        "redact('a plain sentence about tokens and keys', key=b'k'); print(' '.join(set(sys.modules) - before))"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(run.stdout.split())
    assert "standfast.capture.redact.engine" in loaded
    heavy = {"typing", "dataclasses", "tomllib", "logging", "json", "numpy", "standfast.capture.redact.custom"}
    assert loaded & heavy == set()


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "İ" * 20, "🙂 token 🙂", "\r\n" * 20, "a" * 200_000, "é=" * 5000])
def test_odd_texts_are_no_error(text: str) -> None:
    assert redact(text, key=KEY).text == text
    assert len(redact(text, key=b"", bound=50).text) <= max(50, 0)
