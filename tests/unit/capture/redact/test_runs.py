"""A run of characters drawn at random is a secret, unless it is a digest, an identifier, content or an address."""

from __future__ import annotations

import base64
import random
import string

import pytest

from standfast.capture.redact import redact
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
BASE64 = string.ascii_letters + string.digits + "+/"


def survives(text: str) -> bool:
    return redact(text, key=KEY).text == text


@pytest.mark.parametrize(
    "text",
    [
        "$ op read op://vault/item\n{}\n$ ",
        'client("{}")',
        "client.connect('{}', retry=True)",
        "I set it to {} yesterday, that works.",
        "gizmo {} gizmo",
        "<gizmo>{}</gizmo>",
        "https://api.example.com/v2/posts?q={}&page=2",
        "curl https://hooks.example.com/workflow/{}",
        "| gizmo | {} |",
    ],
)
def test_a_random_run_goes_whatever_it_is_called(text: str) -> None:
    for seed in range(4):
        value = draw(24 + 4 * seed, seed=seed)
        assert value not in redact(text.format(value), key=KEY).text


def test_an_amazon_secret_without_a_name_goes() -> None:
    source = random.Random(5)
    for _ in range(20):
        value = "aZ7" + "".join(source.choice(BASE64) for _ in range(37))
        assert value not in redact(f"AKIA… and {value} were in the mail", key=KEY).text


def test_an_azure_account_key_without_a_name_goes() -> None:
    value = base64.b64encode(random.Random(6).randbytes(64)).decode()
    assert value[:80] not in redact(f"use {value} for the blob store", key=KEY).text


@pytest.mark.parametrize("size", [32, 48, 64])
def test_hexadecimal_digits_given_to_a_plain_name_go_and_digests_stay(size: int) -> None:
    value = random.Random(size).randbytes(size // 2).hex()
    assert value not in redact(f'gizmo = "{value}"', key=KEY).text
    for name in ("sha256", "checksum", "commit_id", "etag", "integrity", "content_hash"):
        assert survives(f'{name} = "{value}"')


@pytest.mark.parametrize(
    "text", ["acme-token-{}", "Please use this password to go on:\n\n{}\n\nIt is kept in a file.", "ACME SECRET {}"]
)
def test_hexadecimal_digits_after_a_word_about_secrets_go(text: str) -> None:
    value = random.Random(9).randbytes(16).hex()
    assert value not in redact(text.format(value), key=KEY).text


def test_lines_of_encoded_content_survive() -> None:
    lines = "\n".join(draw(64, seed=n) for n in range(5))
    assert survives(f"payload follows\n{lines}\nend")


def test_an_encoded_picture_in_quotes_survives() -> None:
    assert survives(f'PIXEL = "iVBORw0KGgoAAAANSUhEUg{draw(60)}=="')


def test_identifiers_survive() -> None:
    texts = [
        f'"requestId": "{draw(24)}"',
        f'"toolUseID":"toolu_{draw(24)}"',
        f"trace_id={draw(24)}",
        "XN--MGBERP4A5D4AR",
    ]
    assert [text for text in texts if not survives(text)] == []


def test_text_in_base64_that_holds_a_secret_goes_and_other_text_stays() -> None:
    manifest = base64.b64encode(f"user: bob\npassword: {draw(16)}\nhost: db\n".encode()).decode()
    assert manifest not in redact(f"data {manifest} end", key=KEY).text
    letter = base64.b64encode(b"Dear all, the meeting is moved to Tuesday at noon.\n").decode()
    assert survives(f"data {letter} end")


def test_the_hexadecimal_parts_of_a_webhooks_address_go() -> None:
    value = random.Random(12).randbytes(16).hex()
    assert value not in redact(f"post to https://acme.example.com/webhook/{value}", key=KEY).text
    assert survives(f"see https://git.example.com/acme/app/commit/{value}{value[:8]}")


def test_the_version_of_a_page_a_sortable_id_and_spelt_out_text_survive() -> None:
    for text in (
        "expect('ETag', 'W/\"3e7-qPnkJ3CVdVhFJQvUBfF10TmVA7g\"')",
        'sources: ["01BZJ9WJQPWHGNC2W4J9TA62KC"]',
        "https://videos.example/watch?v=1&list=PLLAZ4kZ9dFpOPV5C5Ay0pHaa0RJFhcmcB",
        "{ buf: '746865207573657220697320746f6269' }",
        'Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")',
    ):
        assert redact(text, key=KEY).text == text


def test_a_prefix_with_hexadecimal_digits_goes_though_nothing_speaks_for_it() -> None:
    value = "ek_" + random.Random(3).randbytes(16).hex()
    assert value not in redact(f"got {value} back", key=KEY).text


def test_a_private_key_in_base64_without_a_heading_goes() -> None:
    value = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" + draw(200, seed=5)
    assert value[:60] not in redact(f'String pem = "{value}";', key=KEY).text


@pytest.mark.parametrize("name", ["shared", "staging", "github", "headers", "latest", "digital-ocean", "preview"])
def test_a_name_that_only_contains_the_letters_of_one_for_content_excuses_nothing(name: str) -> None:
    for seed in range(4):
        assert not survives(f"{name}: {draw(24, seed=seed)}")


@pytest.mark.parametrize("name", ["commitsha", "git-hash", "etags", "image_tag", "contentMd5", "hashes"])
def test_a_name_one_word_of_which_is_for_content_excuses_a_random_run(name: str) -> None:
    for seed in range(4):
        assert survives(f"{name}: {draw(24, seed=seed)}")


def test_an_id_with_the_kind_of_its_thing_before_it_survives() -> None:
    for seed in range(4):
        assert survives(f'{{"fromId": "shape:{draw(21, seed=seed)}"}}')
