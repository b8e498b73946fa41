"""Secrets over several lines: keys, certificates, private passages, Kubernetes manifests."""

from __future__ import annotations

import base64
import string

import pytest

from standfast.capture.redact import redact
from tests.unit.capture.redact.draw_secrets import draw

KEY = b"a key of one home"
BODY = "\n".join(draw(64, string.ascii_letters + string.digits + "+/", seed=n) for n in range(6))


def pem(kind: str, body: str = BODY) -> str:
    return f"-----BEGIN {kind}-----\n{body}\n-----END {kind}-----"


@pytest.mark.parametrize(
    "kind",
    [
        "PRIVATE KEY",
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
        "CERTIFICATE",
    ],
)
def test_a_block_goes_whole_and_its_surroundings_stay(kind: str) -> None:
    text = f"before\n{pem(kind)}\nafter"
    result = redact(text, key=KEY)
    assert BODY.splitlines()[2] not in result.text
    assert result.text.startswith("before\n[redacted:")
    assert result.text.endswith("]\nafter")


def test_a_block_in_json_with_escaped_line_ends_goes() -> None:
    text = '{"private_key": "' + pem("PRIVATE KEY").replace("\n", "\\n") + '\\n", "type": "x"}'
    result = redact(text, key=KEY)
    assert BODY.splitlines()[0] not in result.text
    assert '"type": "x"' in result.text


def test_a_block_that_was_cut_off_goes_as_far_as_it_reaches() -> None:
    result = redact(pem("RSA PRIVATE KEY")[:300], key=KEY)
    assert BODY.splitlines()[1] not in result.text


def test_a_block_with_indented_lines_goes() -> None:
    text = "\n".join("    " + line for line in pem("RSA PRIVATE KEY").splitlines())
    assert BODY.splitlines()[5] not in redact(text, key=KEY).text


def test_a_block_encoded_once_more_goes() -> None:
    secret = base64.b64encode(pem("PRIVATE KEY").encode()).decode()
    assert secret[20:60] not in redact(f"key_data {secret}", key=KEY).text


def test_the_private_lines_of_a_putty_key_go() -> None:
    text = f"PuTTY-User-Key-File-2: ssh-rsa\nComment: x\nPrivate-Lines: 6\n{BODY}\nPrivate-MAC: 0\n"
    result = redact(text, key=KEY)
    assert BODY.splitlines()[3] not in result.text
    assert "Private-MAC: 0" in result.text


@pytest.mark.parametrize(
    "text",
    [
        pem("PUBLIC KEY"),
        pem("PGP PUBLIC KEY BLOCK"),
        "-----BEGIN PRIVATE KEY-----\nanything\n-----END PRIVATE KEY-----",
        "a file that starts with -----BEGIN RSA PRIVATE KEY----- must never be committed",
        "-----BEGIN CERTIFICATE-----...-----END CERTIFICATE-----",
    ],
)
def test_public_keys_and_mentions_survive(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_a_private_passage_goes_and_its_tags_stay() -> None:
    result = redact("keep <private>my salary\nis none of your business</private> keep", key=KEY)
    assert result.text.startswith("keep <private>[redacted:private:")
    assert result.text.endswith("]</private> keep")
    assert "salary" not in result.text


def test_private_passages_are_found_in_any_case_and_number() -> None:
    result = redact("<PRIVATE>one thing</PRIVATE> and <private>two things</private>", key=KEY)
    assert "one" not in result.text
    assert "two" not in result.text
    assert " and " in result.text


def test_a_tag_without_its_end_is_only_a_mention() -> None:
    text = "wrap it in <private> to keep it out"
    assert redact(text, key=KEY).text == text


def manifest(kind: str, data: str) -> str:
    return f"apiVersion: v1\nkind: {kind}\nmetadata:\n  name: app\n{data}\ntype: Opaque\n"


def test_a_kubernetes_secret_loses_its_values_and_keeps_its_shape() -> None:
    value = base64.b64encode(b"correct horse").decode()
    text = manifest("Secret", f"data:\n  extra: {value}\n  # a comment\n  other: '{value}x'")
    result = redact(text, key=KEY)
    assert value not in result.text
    assert "  extra: [redacted:kubernetes-secret:" in result.text
    assert "  name: app" in result.text
    assert "type: Opaque" in result.text


def test_folded_values_of_a_kubernetes_secret_go() -> None:
    value = base64.b64encode(b'{"auths": {}}').decode()
    text = manifest("Secret", f"data:\n  .dockercfg: |\n    {value}\n    {value}")
    assert value not in redact(text, key=KEY).text


def test_plain_values_of_string_data_go() -> None:
    text = manifest("Secret", "stringData:\n  config.yaml: something-quite-plain")
    assert "something-quite-plain" not in redact(text, key=KEY).text


@pytest.mark.parametrize(
    "text",
    [
        manifest("ConfigMap", "data:\n  greeting: hello-to-everybody"),
        manifest("Secret", "data:\n  password: {{ .Values.password }}"),
        manifest("ExternalSecret", "spec:\n  data:\n  - secretKey: database-url"),
        "kind: Secret\n---\nkind: ConfigMap\ndata:\n  greeting: hello-to-everybody\n",
    ],
)
def test_other_manifests_and_templates_survive(text: str) -> None:
    assert redact(text, key=KEY).text == text


def test_a_key_whose_first_line_is_elsewhere_goes_up_to_its_end() -> None:
    text = f"The rest was:\n{BODY}\nab12\n-----END RSA PRIVATE KEY-----\nand so on"
    said = redact(text, key=KEY).text
    assert said.startswith("The rest was:\n[redacted:private-key:")
    assert said.endswith("]\nand so on")


@pytest.mark.parametrize("width", [64, 70, 76])
@pytest.mark.parametrize("mark", ["", "> ", "    ", "- "])
def test_three_full_lines_of_a_key_are_one_without_either_end(width: int, mark: str) -> None:
    lines = [draw(width, string.ascii_letters + string.digits + "+/", seed=n) for n in range(3)]
    for before, first in (("Our RSA private key:", ""), ("before", "MII")):
        rows = [first + lines[0][len(first) :], *lines[1:]]
        said = redact(f"{before}\n" + "\n".join(mark + line for line in rows) + "\nafter words", key=KEY).text
        assert not any(line in said for line in rows)
        assert said.startswith(f"{before}\n")
        assert said.endswith("\nafter words")


def test_digests_in_a_list_are_no_key() -> None:
    lines = [draw(64, "0123456789abcdef", seed=n) for n in range(4)]
    text = "Digests of the release:\n" + "\n".join(f"{line}  file-{n}.tar" for n, line in enumerate(lines))
    assert redact(text, key=KEY).text == text


def test_an_end_after_plain_words_stays() -> None:
    text = "A key ends with a line that says -----END PRIVATE KEY----- and nothing more"
    assert redact(text, key=KEY).text == text
