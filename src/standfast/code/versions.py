"""Versions and ranges, as far as npm, Cargo, PyPI, Go, RubyGems and Composer agree on them.

Owns: comparing versions by their numbers and deciding whether one is inside a range. Must not: know package files.
"""

import re

_PART = re.compile(r"(?P<op>===|==|~=|>=|<=|!=|~>|=|>|<|\^|~)?\s*v?(?P<version>[0-9*xX][0-9A-Za-z.*+_-]*)")
_OPERATOR_GAP = re.compile(r"(?<![<>=~^!])([<>=~^!]{1,3})\s+")
_DIGITS = 18  # of one number: more of them are no version


def parse_version(text: str) -> tuple[int, ...]:
    """Read the numbers of a version; what follows them (pre-release, build) does not count."""
    found = re.search(r"\d+(?:\.\d+)*", text)
    return tuple(int(part[:_DIGITS]) for part in found[0].split(".")) if found else ()


def is_breaking(old: str, new: str) -> bool:
    """Tell whether the first number that promises compatibility changed (the first that is not zero)."""
    before, after = _pad(parse_version(old)), _pad(parse_version(new))
    significant = next((i for i, part in enumerate(before) if part), 0)
    return before[: significant + 1] != after[: significant + 1]


def in_range(version: str, wanted: str) -> bool | None:
    """Tell whether a version is inside a range; None when the range cannot be read."""
    text = wanted.strip()
    if text in {"*", "latest", "any", "x"}:
        return True
    alternatives = [_all_of(version, part) for part in text.split("||")]
    if any(part is True for part in alternatives):
        return True
    return None if any(part is None for part in alternatives) else False


def _all_of(version: str, text: str) -> bool | None:
    if (span := re.fullmatch(r"\s*v?([\d.]+)\s+-\s+v?([\d.]+)\s*", text)) is not None:
        text = f">={span[1]} <={span[2]}"
    parts = [part for part in re.split(r"[\s,]+", _OPERATOR_GAP.sub(r"\1", text.strip())) if part]
    checks = [_one(version, part) for part in parts]
    if not checks or None in checks:
        return None
    return all(checks)


def _one(version: str, text: str) -> bool | None:
    found = _PART.fullmatch(text)
    if found is None:
        return None
    have = parse_version(version)
    bound = parse_version(found["version"])
    if not have:
        return None
    operator = found["op"] or ""
    if re.search(r"[*xX]", found["version"]):
        return have[: len(bound)] == bound
    return _compare(operator, have, bound)


def _compare(operator: str, have: tuple[int, ...], bound: tuple[int, ...]) -> bool:
    version, limit = _pad(have), _pad(bound)
    simple = {
        ">=": version >= limit,
        "<=": version <= limit,
        ">": version > limit,
        "<": version < limit,
        "!=": version != limit,
    }
    if operator in simple:
        return simple[operator]
    if operator in {"=", "==", "==="}:
        return have[: len(bound)] == bound
    if operator in {"~", "~>", "~="}:
        # The last number given may grow; `~1` and `~1.2` differ from `~>1.2` only in how many are given.
        fixed = max(1, min(len(bound), 2) if operator == "~" else len(bound) - 1)
        return version >= limit and version[:fixed] == limit[:fixed]
    # `^1.2`, and a bare `1.2`: what promises to be compatible with it.
    fixed = next((i for i, part in enumerate(bound) if part), len(bound) - 1) + 1
    return (
        version >= limit and version[:fixed] == limit[:fixed] if operator == "^" else version[:fixed] == limit[:fixed]
    )


def _pad(version: tuple[int, ...]) -> tuple[int, ...]:
    return (*version, 0, 0, 0, 0)[:4]
