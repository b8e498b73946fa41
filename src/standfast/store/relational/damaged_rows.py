"""Rows that a disk may have damaged: what can be read of them, and whether that is all of it.

Sessions, events and receipts are not derived from the log, so that nothing repairs them: what is left of a row is worth
more than an error. Texts may come as bytes, since a driver raises at a text that is none.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from zlib import crc32

from standfast.model.moment import read_time
from standfast.model.session import EventKind
from standfast.model.trust import Standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Field = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # how to read a value, and what to make of a damaged one

_LOST_AT = datetime.fromtimestamp(0, UTC)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else bytes.decode(value, "utf-8")


def _what_is_left(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _key_that_is_left(value: Any) -> str:
    """Return a key with its damaged bytes written out: two that differed still do."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _moment(value: Any) -> datetime:
    found = read_time(_text(value))
    if found.tzinfo is None:
        raise ValueError(value)
    return found


def _number(value: Any) -> Any:
    if not isinstance(value, int | float):
        raise TypeError(value)
    return value


def _count(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _names(value: Any) -> tuple[str, ...]:
    found = json.loads(_text(value))
    if not isinstance(found, list):
        raise TypeError(value)
    return tuple(map(str, found))


def _scores(value: Any) -> dict[str, float]:
    return {str(name): float(score) for name, score in dict(json.loads(_text(value))).items()}


TEXT: Field = (_text, _what_is_left)
KEY: Field = (_text, _key_that_is_left)
MOMENT: Field = (_moment, lambda _: _LOST_AT)
MOMENT_OR_NONE: Field = (lambda value: None if value is None else _moment(value), lambda _: None)
NUMBER: Field = (_number, lambda _: 0)
COUNT: Field = (_count, lambda _: 0)
NAMES: Field = (_names, lambda _: ())
SCORES: Field = (_scores, lambda _: {})
EVENT_KIND: Field = (lambda value: EventKind(_text(value)), lambda _: EventKind.NOTE)
STANDING: Field = (lambda value: Standing(_text(value)), lambda _: Standing.UNANCHORED)


def sum_of(texts: Sequence[Any]) -> int:
    """Return a sum of texts by which damage is seen that leaves valid text."""
    return crc32(b"\x1f".join(text if isinstance(text, bytes) else text.encode("utf-8", "replace") for text in texts))


def read_row(row: Sequence[Any], fields: Sequence[Field]) -> list[Any]:
    """Return the values of a row, as far as they can be read."""
    return [_read(value, field)[0] for value, field in zip(row, fields, strict=True)]


def is_whole(row: Sequence[Any], fields: Sequence[Field]) -> bool:
    """Tell whether every value of a row can be read."""
    return all(_read(value, field)[1] for value, field in zip(row, fields, strict=True))


def _read(value: Any, field: Field) -> tuple[Any, bool]:
    read, make_do = field
    try:
        return read(value), True
    except (ValueError, TypeError, AttributeError):
        return make_do(value), False
