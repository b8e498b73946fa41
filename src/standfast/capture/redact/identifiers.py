"""Know ids for what they are: names of objects, drawn at random as keys are, that something must be found by again.

Owns the forms in which vendors, clients and this program write them. Neighbours: around.py excuses them, names.py does
not take them for names, and the context judges each by itself where several are joined.
"""

from __future__ import annotations

from standfast.capture.redact.lazy import compiled, words_of
from standfast.capture.redact.values import looks_random

_PREFIXED = r"(?P<kind>[A-Za-z][A-Za-z0-9]{0,15})[_-](?:[A-Za-z0-9]{1,16}[_-])?[A-Za-z0-9]{14,200}"
_CALL = r"tooluse_[A-Za-z0-9_-]{16,22}"  # one vendor's id of a call has signs inside
_ULID = r"[0-7][0-9A-HJKMNP-TV-Z]{25}"
_OURS = r"[mosrpd][0-9a-hjkmnp-tv-z]{6}-[0-9a-hjkmnp-tv-z]{7}"
_STEP = r"[a-z]{1,20}|v\d{1,2}|\d{1,14}(?:[_-]\d{1,6})?"  # beside ids in a path
# What names objects at the vendors that write identifiers as they write keys.
_IDENTIFIERS = words_of(
    """toolu msg req call chatcmpl cmpl asst run thread file resp item cus pi pm ch evt in sub price prod acct org proj
    user team usr ses prt fc rs step batch conv job task build dpl prj vol net rtr subnet sg ami eni vpc img inst seti
    si txn po py card src tok_visa ba cs_id ev obj doc page node rec tbl app fld viw wsp ticket issue srvtoolu
    container snap lt igw bundle chunk vendor main index style assets css js mod id uid guid uuid gid pid sid rid tid
    eid commit sha rev version v ref refs hash etag trace span"""
)
_NUMBER = (
    r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
    r"|[0-9a-f]{24,64}|[0-9A-F]{24,64})(?![0-9A-Za-z])"
)
_NO_HEX = dict.fromkeys(map(ord, "0123456789abcdefABCDEF"))
_NUMBERS = 3  # digits in so many places among letters: nobody names anything so
_LEAST_HEX = 24  # hexadecimal digits of the shortest number
# Beginnings of words about secrets.
HINTS = (
    "pass", "pwd", "secret", "token", "key", "auth", "cred", "bearer", "jwt", "priv", "licen", "webhook", "sid",
    "client", "access", "login", "api",
)  # fmt: skip


def is_id(value: str) -> bool:
    """Tell whether a run is an id of any form, or a path of such."""
    return is_identifier(value) or is_numbered(value)


def is_identifier(value: str) -> bool:
    """Tell whether the run has the form of a key and the prefix of an object's name, or is a path of such."""
    prefixed = compiled(_PREFIXED).fullmatch(value)
    if prefixed is not None and prefixed["kind"].lower() in _IDENTIFIERS:
        return True
    if "/" in value:
        return _is_path(value.strip("/").split("/"))
    return value[:4].lower() == "xn--" or any(compiled(form).fullmatch(value) for form in (_ULID, _CALL, _OURS))


def _is_path(parts: list[str]) -> bool:
    """Tell whether ids, and plain words between them, stand in a row: a session and its turn, an event's address."""
    ids = [is_id(part) for part in parts]
    return any(ids) and all(known or compiled(_STEP).fullmatch(part) for part, known in zip(parts, ids, strict=True))


def is_numbered(value: str) -> bool:
    """Tell whether the run is a plain name with a UUID or a hexadecimal number in it: `req-…`, `thread/…/events`."""
    if len(value) - len(value.translate(_NO_HEX)) < _LEAST_HEX:
        return False
    number = compiled(_NUMBER).search(value)
    if number is None:
        return False
    rest = (value[: number.start()] + value[number.end() :]).lower()
    plain = len(rest) <= 40 and sum(map(str.isdigit, rest)) <= 4
    return plain and not any(word in rest for word in HINTS)


def is_drawn(name: str) -> bool:
    """Tell whether what stands where a name would is an id, in which the letters of one stand by chance: `…2pw`."""
    if compiled(_OURS).fullmatch(name):
        return True
    return is_identifier(name) and (looks_random(name, least=20) or len(compiled(r"[0-9]+").findall(name)) >= _NUMBERS)
