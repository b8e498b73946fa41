"""What a failure is known by: the lines that say what went wrong, without what differs from run to run.

Owns the choice of these lines and their normal form (no paths, numbers, addresses, hashes, times). Must not look
anything up. Hook path: light, and linear in what is read.
"""

from __future__ import annotations

import re

_ENDS = 6_000  # characters at each end of an output: the cause stands at the end, or right at the beginning
_LONGEST = 300
_MOST = 6
_ERROR = re.compile(
    r"\b(?:error|exception|failed|failure|fatal|cannot|can't|could not|couldn't|unable|denied|not found|undefined|"
    r"unknown|invalid|missing|no such|refused|timed? ?out|conflict|unexpected|expected|panic|abort\w*|not recognized|"
    r"unsupported|no module|ERR!?|ERESOLVE|E[A-Z]{4,})\b|"
    r"(?-i:[A-Za-z]+(?:Error|Exception)\b|\b[A-Z]+_[A-Z_]{3,}\b|\b[A-Z]{1,4}\d{3,5}\b)",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"^\s*(?:at |File \"|\^+|~+|\d+ \||[|>]|npm (?:ERR! )?(?:A complete log|Lifecycle|at |code ELIFECYCLE)|"
    r"(?:exit|exited)\b|command failed|error: (?:command|script|recipe)\b|[-=_]{4,}|\d+ (?:passed|failed))",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,16}[A-Za-z]")
_VARYING = (
    (re.compile(r"(?:[A-Za-z]:)?(?:[\\/][\w.@+~-]+){2,}(?::\d+){0,2}"), " "),  # paths, with or without a line
    (re.compile(r"\b0x[0-9a-f]{1,16}\b|\b[0-9a-f]{7,40}\b", re.IGNORECASE), " "),
    (re.compile(r"\b\d{1,4}[-:/.T]\d{1,2}(?:[-:/.]\d{1,4}){1,4}(?:[.,]\d+)?Z?\b"), " "),
    (re.compile(r"\b\d+(?:\.\d+)*(?:ms|s|kb|mb|gb|%)?\b", re.IGNORECASE), " "),
)


def error_lines(output: str) -> list[str]:
    """Return the lines of an output that say what went wrong, the most telling first, in their normal form."""
    text = output if len(output) <= 2 * _ENDS else f"{output[:_ENDS]}\n{output[-_ENDS:]}"
    found: dict[str, int] = {}
    for number, line in enumerate(_COLOUR.sub("", text).splitlines()):
        plain = line.strip()[:_LONGEST]
        if len(plain) > 5 and _ERROR.search(plain) and not _NOISE.match(plain):
            found.setdefault(normal(plain), number)
    ordered = sorted(found, key=lambda line: (-_weight(line), found[line]))
    return [line for line in ordered if len(line) > 5][:_MOST]


def normal(line: str) -> str:
    """Return a line without what differs from run to run."""
    for pattern, instead in _VARYING:
        line = pattern.sub(instead, line)
    return " ".join(line.split()).strip(" :,.-")


def _weight(line: str) -> int:
    """Rank a line by how much it says: a named error before a sentence, a sentence before a bare word."""
    named = bool(re.search(r"[A-Za-z]+(?:Error|Exception)\b|\b[A-Z]+_[A-Z_]{3,}\b|\b[A-Z]{1,4}\d{3,5}\b", line))
    return 2 * named + (4 <= len(line.split()) <= 30)


def tag_of(command: str, output: str) -> str:
    """Return the tag under which what was learned from an equal failure is found, or nothing."""
    del command, output
    return ""
