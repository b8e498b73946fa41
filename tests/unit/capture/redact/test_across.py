"""Secrets spread across texts, and secrets in letters that only look different."""

from __future__ import annotations

import string

import pytest

from standfast.capture.redact import redact
from standfast.capture.redact.across import holds_block, mask_across
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
LINE = draw(48, string.ascii_letters + string.digits + "+/", seed=3)
TOKEN = "ghp_" + draw(36, string.ascii_letters + string.digits, seed=4)


def test_a_key_that_begins_in_one_text_and_ends_in_another_is_masked_in_both() -> None:
    parts = ("Use -----BEGIN RSA PRIVATE KEY-----", f"{LINE}\n{LINE}", f"{LINE}\n-----END RSA PRIVATE KEY----- because")
    masked, rules = mask_across(parts, KEY)
    assert rules == ["private-key"]
    assert not any(LINE in item for item in masked)
    assert masked[0].startswith("Use [redacted:private-key:")
    assert masked[2].endswith("] because")


def test_texts_without_such_a_key_stay() -> None:
    parts = ("Title", "", "why")
    assert mask_across(parts, KEY) == (list(parts), [])


def test_two_passages_across_three_texts_keep_what_is_between() -> None:
    parts = ("a <private>one", "two</private> kept <private>three", "four</private> b")
    masked, rules = mask_across(parts, KEY)
    assert len(rules) == 2
    assert " kept " in masked[1]
    assert not any(word in " ".join(masked) for word in ("one", "two", "three", "four"))


def test_a_block_with_an_unseen_sign_in_its_mark_is_a_block() -> None:
    assert holds_block(f"-----BEGIN\u200b PRIVATE KEY-----\n{LINE}\n\n{LINE}\n-----END PRIVATE KEY-----")


@pytest.mark.parametrize("sign", ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\ufe0f", "\U000e0041"])
def test_an_unseen_sign_inside_a_token_hides_nothing(sign: str) -> None:
    for hidden in (f"ghp_{sign}{TOKEN[4:]}", sign.join(TOKEN), f"{TOKEN[:20]}{sign}{TOKEN[20:]}"):
        result = redact(f"the deploy token is {hidden} for now", key=KEY)
        assert TOKEN[-8:] not in result.text.replace(sign, "")
        assert result.text.startswith("the deploy token is [redacted:")
        assert result.text.endswith("] for now")
        (finding,) = result.findings
        assert f"the deploy token is {hidden} for now"[finding.start : finding.end] == hidden
        assert redact(result.text, key=KEY).text == result.text


def test_wide_and_styled_letters_are_letters() -> None:
    wide = "".join(chr(ord(char) + 0xFEE0) for char in TOKEN)
    bold = "".join(chr(0x1D400 + ord(char) - 65) if char.isupper() else char for char in TOKEN)
    for hidden in (wide, bold):
        said = redact(f"token {hidden} end", key=KEY).text
        assert said.startswith("token [redacted:")
        assert said.endswith("] end")


def test_honest_text_in_other_scripts_stays() -> None:
    text = "می\u200cخواهم ＡＢＣ 👩\u200d💻 naïve 東京 １２３"
    assert redact(text, key=KEY).text == text
