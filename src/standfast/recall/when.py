"""Time in a question: "in March", "on 3 May 2024", "last week", "two days ago", "since 2023".

Owns the reading of calendar words, seen from the moment the question is asked. Must not look anything up; `events`
reads what happened ("before the migration", "since 2.0"). No regular expressions: hooks come through here.
Neighbours: `question` weighs the words of time down, `rank` counts what was said at that time.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTHS = {name[:size]: at for at, name in enumerate(_NAMES, 1) for size in (3, len(name))} | {"sept": 9}
_WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAYS = {name: at for at, name in enumerate(_WEEK)}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "few": 3, "couple": 2}
_UNITS = {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}
_NEAR = {"today": 0, "tonight": 0, "yesterday": 1}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_QUARTERS = {"q1": 1, "q2": 4, "q3": 7, "q4": 10}
_HALVES = {"first": 1, "second": 7}
_PASSED = {"last", "past", "previous"}
_UNTIL = {"before", "until", "till", "by"}
_SINCE = {"since", "after", "from"}
_CUES = _UNTIL | _SINCE | {"in", "on", "during", "of", "around", "last", "early", "mid", "late", "this"}
_EDGES = ".,?!;:()[]\"'`"
MOST_WORDS = 40  # of a question; what is longer quotes dates rather than asks for them


class When(Value):
    """When what is asked for happened, and which words of the question say so.

    From `start` up to `end`, either of them open.
    """

    words: tuple[str, ...]
    start: datetime | None = None
    end: datetime | None = None


def read_when(text: str, now: datetime) -> When | None:
    """Return the time a question names, or None."""
    words = plain_words(text)
    if len(words) > MOST_WORDS:
        return None
    for at in range(len(words)):
        found = _span(words, at, now)
        if found is not None:
            first, after, start, end = found
            while first and (words[first - 1] in _CUES or words[first - 1] == "the"):
                first -= 1
            return _sided(words[first:after], start, end)
    return None


def plain_words(text: str) -> list[str]:
    """Return the words of a question as far as it may be long, in small letters and without signs around them."""
    return [word.strip(_EDGES).lower().removesuffix("'s") for word in text.split(None, MOST_WORDS + 1)]


def _sided(words: Sequence[str], start: datetime, end: datetime) -> When:
    cue = next((word for word in words if word in _UNTIL | _SINCE), "")
    if cue in _UNTIL:
        return When(tuple(words), None, end if cue == "by" else start)
    if cue in _SINCE:
        return When(tuple(words), end if cue == "after" else start, None)
    return When(tuple(words), start, end)


def _span(words: Sequence[str], at: int, now: datetime) -> tuple[int, int, datetime, datetime] | None:
    """Return (first word, word after the last, start, end) of a time that begins around one word."""
    word = words[at]
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if word in _NEAR:
        start = today - timedelta(days=_NEAR[word])
        return at, at + 1, start, start + timedelta(days=1)
    if word in _MONTHS:
        return _month(words, at, now)
    if word in _SEASONS or word in _QUARTERS or word == "half":
        return _part_of_year(words, at, now)
    if word[:2] in {"19", "20"}:
        return _numbered(words, at, now)
    following = words[at + 1] if at + 1 < len(words) else ""
    if word == "this" or word in _PASSED:
        return _passed(words, at, today)
    if following.removesuffix("s") in _UNITS and at + 2 < len(words) and words[at + 2] == "ago":
        count = _count(word)
        if count:
            unit = _UNITS[following.removesuffix("s")]
            middle = today - timedelta(days=count * unit)
            slack = timedelta(days=max(1, unit // 2))
            return at, at + 3, middle - slack, middle + slack + timedelta(days=1)
    return None


def _passed(words: Sequence[str], at: int, today: datetime) -> tuple[int, int, datetime, datetime] | None:
    """Read `last week`, `this month`, `the past three days`, `last Tuesday`."""
    rest = words[at + 1 : at + 3]
    if not rest:
        return None
    tomorrow = today + timedelta(days=1)
    count = _count(rest[0]) if len(rest) > 1 and rest[1].removesuffix("s") in _UNITS else 0
    if count:
        return at, at + 3, today - timedelta(days=count * _UNITS[rest[1].removesuffix("s")]), tomorrow
    if rest[0] in _DAYS:
        back = (today.weekday() - _DAYS[rest[0]]) % 7 or 7
        start = today - timedelta(days=back)
        return at, at + 2, start, start + timedelta(days=1)
    if rest[0] not in _UNITS or rest[0] == "day":
        return None
    days = _UNITS[rest[0]]
    if words[at] == "this":
        return at, at + 2, today - timedelta(days=days), tomorrow
    return at, at + 2, today - timedelta(days=2 * days), tomorrow - timedelta(days=days // 7)


def _month(words: Sequence[str], at: int, now: datetime) -> tuple[int, int, datetime, datetime] | None:
    """Read a month with its day or year beside it, or after a word like `in`."""
    first, after = at, at + 1
    day = 0
    before = at - 1
    if before > 0 and words[before] == "of":
        before -= 1
    if before >= 0 and (day := _ordinal(words[before])):
        first = before
    elif after < len(words) and (day := _ordinal(words[after])):
        after += 1
    year = _year(words[after]) if after < len(words) else 0
    if year:
        after += 1
    elif not day and (at == 0 or words[at - 1] not in _CUES):
        return None  # `may` and `march` are words too
    year = year or (now.year if (_MONTHS[words[at]], day or 1) <= (now.month, now.day) else now.year - 1)
    return first, after, *_calendar(year, _MONTHS[words[at]], day, now)


def _part_of_year(words: Sequence[str], at: int, now: datetime) -> tuple[int, int, datetime, datetime] | None:
    """Read `last summer`, `in the spring of 2023`, `Q3 2022`, `the first half of 2026`; a season is a word, too."""
    word, before = words[at], words[at - 1] if at else ""
    after = at + 1
    if after < len(words) and words[after] in {"of", "in"}:
        after += 1
    year = _year(words[after]) if after < len(words) else 0
    after = after + 1 if year else at + 1
    if word == "half":
        if before not in _HALVES or not year:
            return None
        first, size = _HALVES[before], 6
    else:
        first, size = _SEASONS.get(word) or _QUARTERS[word], 3
        told = year or before in _CUES or (before == "the" and at > 1 and words[at - 2] in _CUES)
        if word in _SEASONS and not (told and (year or after == len(words))):
            return None
    if not year:
        year = now.year if first <= now.month else now.year - 1
        if before == "last" and year == now.year and first <= now.month < first + size:
            year -= 1
    start = datetime(year, first, 1, tzinfo=now.tzinfo)
    last = first + size - 1
    return (
        at - (word == "half"),
        after,
        start,
        datetime(year + last // 12, last % 12 + 1, 1, tzinfo=now.tzinfo),
    )


def _numbered(words: Sequence[str], at: int, now: datetime) -> tuple[int, int, datetime, datetime] | None:
    """Read `2024-05-03`, `2024-05`, and a year after a word like `in`."""
    pieces = words[at].split("-")
    if not all(piece.isdigit() for piece in pieces) or not _year(pieces[0]):
        return None
    if len(pieces) == 1 and (at == 0 or words[at - 1] not in _CUES):
        return None
    month, day = (int(pieces[place]) if len(pieces) > place else 0 for place in (1, 2))
    if len(pieces) > 3 or month > 12 or day > 31:
        return None
    return at, at + 1, *_calendar(int(pieces[0]), month, day, now)


def _calendar(year: int, month: int, day: int, now: datetime) -> tuple[datetime, datetime]:
    start = datetime(year, month or 1, 1, tzinfo=now.tzinfo)
    if day:
        start += timedelta(days=day - 1)
        return start, start + timedelta(days=1)
    if month:
        return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=now.tzinfo)
    return start, datetime(year + 1, 1, 1, tzinfo=now.tzinfo)


def _count(word: str) -> int:
    return int(word) if word.isdigit() and len(word) < 4 else _COUNTS.get(word, 0)


def _ordinal(word: str) -> int:
    number = word[:-2] if word[-2:] in {"st", "nd", "rd", "th"} else word
    return int(number) if number.isdigit() and 0 < int(number) <= 31 else 0


def _year(word: str) -> int:
    return int(word) if len(word) == 4 and word.isdigit() and word[:2] in {"19", "20"} else 0
