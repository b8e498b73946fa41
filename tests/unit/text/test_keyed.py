"""The hash of the hook path is the one everybody knows."""

from __future__ import annotations

import hmac

import pytest

from standfast.model.digests import keyed_sha256


@pytest.mark.parametrize("key", [b"", b"k", b"k" * 32, b"k" * 64, b"k" * 65, bytes(range(256))])
@pytest.mark.parametrize("data", [b"", b"payment lock", b"\xff" * 1000])
def test_it_is_the_keyed_hash_of_the_standard_library(key: bytes, data: bytes) -> None:
    assert keyed_sha256(key, data) == hmac.new(key, data, "sha256").hexdigest()
