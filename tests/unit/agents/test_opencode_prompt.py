"""A prompt as `opencode run` hands it on."""

from __future__ import annotations

import pytest

from standfast.agents import read_event


@pytest.mark.parametrize(
    ("reported", "said"),
    [
        ('"no, never touch the stylesheets"', "no, never touch the stylesheets"),
        ("hello", "hello"),
        ('"a" is not "b"', '"a" is not "b"'),
    ],
)
def test_the_quotes_around_a_whole_prompt_are_not_the_persons(reported: str, said: str) -> None:
    payload = {"standfast_bridge": "opencode", "session_id": "s1", "prompt": reported}
    assert read_event("opencode", "chat.message", payload, {})[1].prompt == said
