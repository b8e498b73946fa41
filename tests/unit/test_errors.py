"""What the machine refuses is told as what it is."""

from __future__ import annotations

import errno

import pytest

from standfast.errors import of_the_machine


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "store-full"),
        (errno.EMFILE, "store-io"),
        (errno.ENFILE, "store-io"),
        (errno.EIO, "store-io"),
        (errno.EROFS, "store-read-only"),
    ],
)
def test_only_what_is_forbidden_is_a_matter_of_permissions(number: int, code: str) -> None:
    told, forbidden = of_the_machine(OSError(number, "")), of_the_machine(OSError(errno.EACCES, ""))
    assert told
    assert forbidden
    assert told.code == code
    assert told.hint not in {"", forbidden.hint}
