"""What developers write every day and redaction must not touch."""

from __future__ import annotations

import base64
import hashlib
import random
import uuid

import pytest

from standfast.capture.redact import redact

KEY = b"a key of one home"


def digest(kind: str, seed: int = 0) -> str:
    return hashlib.new(kind, str(seed).encode()).hexdigest()


def integrity(seed: int = 0) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(str(seed).encode()).digest()).decode()


def noise(size: int) -> str:
    return base64.b64encode(random.Random(size).randbytes(size)).decode()


TEXTS = {
    "git log": f"commit {digest('sha1')}\nMerge: {digest('sha1', 2)[:9]} {digest('sha1', 3)[:9]}\n\n    Fix the token",
    "git short": f"{digest('sha1')[:10]} Rotate the signing key ({digest('sha1', 4)[:8]})",
    "fixes": f'Fixes: {digest("sha1")[:12]} ("auth: drop the old key")',
    "change id": f"Change-Id: I{digest('sha1')}",
    "package lock": f'"node_modules/jsonwebtoken": {{"version": "9.0.2", "integrity": "{integrity()}"}}',
    "yarn lock": f'"js-tokens@npm:^4.0.0":\n  version: 4.0.0\n  checksum: {digest("sha512")}\n',
    "pnpm lock": f"/js-tokens@4.0.0:\n    resolution: {{integrity: {integrity(5)}}}",
    "poetry lock": f'name = "keyring"\nfiles = [{{file = "keyring-24.whl", hash = "sha256:{digest("sha256")}"}}]',
    "cargo lock": f'name = "secrecy"\nchecksum = "{digest("sha256")}"',
    "go sum": f"github.com/golang-jwt/jwt/v5 v5.2.0 h1:{base64.b64encode(hashlib.sha256(b'x').digest()).decode()}",
    "pip hashes": f"pyjwt==2.8.0 --hash=sha256:{digest('sha256')}",
    "image digest": f"image: registry.invalid/auth-service@sha256:{digest('sha256')}",
    "uuid": f"request id {uuid.UUID(int=random.Random(1).getrandbits(128))} was logged",
    "key by uuid": f"the key {uuid.UUID(int=random.Random(2).getrandbits(128))} of the table",
    "key in json": f'{{"key": "{uuid.UUID(int=random.Random(3).getrandbits(128))}", "name": "row"}}',
    "hash of a key": f'"key_sha256": "{digest("sha256")}", "token_hash": "{digest("md5")}"',
    "etag": f'ETag: "{digest("md5")}"',
    "md5 sum": f"{digest('md5')}  secret-santa.tar.gz",
    "data uri": f'src="data:image/png;base64,{noise(400)}"',
    "embedded picture": f"![key](data:image/png;base64,{noise(300)})",
    "source map": f"//# sourceMappingURL=data:application/json;base64,{noise(300)}",
    "ssh public key": f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{noise(30)} bo@host",
    "ssh public rsa key": f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB{noise(250)} bo@host",
    "fingerprint": f"SHA256:{base64.b64encode(hashlib.sha256(b'k').digest()).decode().rstrip('=')} bo@host (ED25519)",
    "gpg": f"gpg --recv-keys {digest('sha1').upper()}",
    "docker id": f"container {digest('sha256')[:12]} started, key exchange done",
    "tool call": "toolu_01LX8KZFM6Z7TecXCsyGYKow finished; the token budget was 4096",
    "traceback": '  File "/usr/lib/python3.11/secrets.py", line 52, in token_hex\n    return token_bytes(nbytes).hex()',
    "path": "/Users/bo/src/auth-service/internal/token/keystore_test.go:118",
    "url": "https://github.com/acme/auth-service/pull/4821/files#diff-" + digest("sha256"),
    "url with id": "https://docs.google.com/document/d/1W7KCxQ9fYz5EyF2lbJGE2WuKmu5v0suYqoHas1jRM/edit",
    "version list": "openssl 3.0.13-1~deb12u1, libsecret-1-0 0.20.5-3, gnome-keyring 42.1-1+b2",
    "license": "License: LGPL-2.1-or-later AND BSD-3-Clause-Attribution",
    "rule file": "- Never commit secrets, tokens or passwords.\n- The API key is read from the environment.",
    "decision": "We store refresh tokens hashed (SHA-256), access tokens live 15 minutes, keys rotate every 90 days.",
    "table": "| token | kind | length |\n|---|---|---|\n| access | opaque | 43 |\n| refresh | JWT | 512 |",
    "regex": r'TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?|[-+*/()]")',
    "alphabet": 'KEY_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"',
    "css": ".token.keyword-123 { color: #a71d5d80; }",
    "enum": "enum TokenKind { OpenParen_0x28, CloseParen_0x29, StringLiteral_V2 }",
    "test names": "test_token_is_refreshed_when_expired_401 PASSED\ntest_password_reset_v2 PASSED",
    "grpc": "AUTHENTICATION_ERROR_CODE_INVALID_TOKEN_V1BETA1 = 16",
    "cyrillic": "пароль обязателен, не менее 12 символов",
    "emoji": "the key 🔑 to success is patience 🙂",
    "numbers": "token usage: input=18234 output=912 cache_read=1048576",
    "aws example": "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "kubernetes": "secretKeyRef:\n  name: auth-service-7d9f8b6c5-x2x4z\n  key: database-url",
    "sql": "ALTER TABLE sessions ADD COLUMN token_hash bytea NOT NULL, ADD PRIMARY KEY (id);",
    "arn": "arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/db-AbC123",
    "vault path": 'token = vault("secret/data/prod/api#token")',
    "date": "the certificate key was rotated 2024-05-17T09:12:44.123456Z",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_everyday_text_survives(text: str) -> None:
    result = redact(text, key=KEY)
    assert [text[f.start : f.end] for f in result.findings] == []
    assert result.text == text
