"""Time: aware UTC instants, their written form, and the hybrid logical clock that orders operations.

Owns parsing and rendering of instants. Nothing else in Standfast reads the clock but through `Clock`.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from standfast.errors import ConfigError
from standfast.model.pattern import compile_later

_SPAN = compile_later(r"(\d+)\s*(s|m|h|d|w|mo|y)(?:\s+ago)?")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800, "mo": 2_629_746, "y": 31_556_952}
_COUNTER_BITS = 16
Time = str | datetime | None
_rendered: tuple[datetime | None, str] = (None, "")


class Clock:
    """The wall clock; tests pass one that stands still or jumps."""

    def now(self) -> datetime:
        """Return the current instant."""
        return datetime.fromtimestamp(time.time(), UTC)


def parse_time(text: str, *, now: datetime | None = None) -> datetime:
    """Read an ISO instant or date, or a span before now such as `2h`, `3d ago`, `yesterday`."""
    cleaned = text.strip()
    lowered = cleaned.lower()
    base = now or Clock().now()
    if lowered in {"now", "today"}:
        return base
    if lowered == "yesterday":
        return base - timedelta(days=1)
    if match := _SPAN.fullmatch(lowered):
        seconds = int(match[1]) * _SECONDS[match[2]]
        if seconds > 200 * _SECONDS["y"]:
            raise ConfigError(f"{text!r} is too long ago.", hint="Use a span of less than 200 years.", code="bad-time")
        return base - timedelta(seconds=seconds)
    try:
        moment = datetime.fromisoformat(cleaned)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        hint = "Use an ISO time (2026-03-01T12:00:00Z), a date, or a span such as 2h, 3d or 'yesterday'."
        raise ConfigError(f"{text!r} is not a time.", hint=hint, code="bad-time") from None


def parse_horizon(text: str, *, now: datetime) -> datetime:
    """Read when something ends: an ISO instant or date, or a span from now on such as `2h` or `30d`."""
    moment = parse_time(text, now=now)
    span = _SPAN.fullmatch(text.strip().lower())
    return now + (now - moment) if span and not span[0].endswith("ago") else moment


def as_time(moment: Time, clock: Clock) -> datetime | None:
    """Return an instant that a caller gives as it is or in words."""
    return parse_time(moment, now=clock.now()) if isinstance(moment, str) else moment


def render_time(moment: datetime) -> str:
    """Write an instant so that text order is time order."""
    global _rendered  # noqa: PLW0603 - one write renders the same instant several times
    last, text = _rendered
    if moment is not last:
        aware = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
        text = aware.isoformat(timespec="milliseconds")[:-6] + "Z"
        _rendered = (moment, text)
    return text


def read_time(text: str) -> datetime:
    """Read an instant that `render_time` wrote."""
    return datetime.fromisoformat(text)


def tick(last: int, now: datetime) -> int:
    """Return the next hybrid logical clock value: never behind `last`, never behind the wall clock.

    Milliseconds in the upper bits, a counter below: a clock set back keeps order, two devices merge by maximum.
    """
    wall = int(now.timestamp() * 1000) << _COUNTER_BITS
    return max(last + 1, wall)
