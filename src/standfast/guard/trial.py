"""A trial of a regular expression: inputs built from its own parts, doubling in size, in a process with a limit.

Owns the measurement behind "this pattern can be slow". Growth is judged by the ratio of CPU times from one size to the
next, so that the speed of the machine does not matter.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

from standfast.guard.ambiguity import PROBES, bodies, character_mask, parse

SIZES = (250, 500, 1000, 2000, 4000)
SECONDS = 5.0
_CUBIC = 5.5  # doubling the input multiplies quadratic work by 4 and cubic work by 8
_WORTH_JUDGING = 0.02
_MAX_ATTACKS = 24

_PROGRAM = """
import json, re, sys, time
job = json.load(sys.stdin)
expression = re.compile(job["pattern"], job["flags"])
for prefix, pump, suffix in job["attacks"]:
    times = []
    for size in job["sizes"]:
        text = prefix + pump * (size // len(pump) + 1) + suffix
        begun = time.process_time()
        expression.search(text)
        times.append(time.process_time() - begun)
        if times[-1] > 1.0:
            break
    print(json.dumps(times), flush=True)
"""


def try_out(pattern: str, flags: int) -> str:
    """Return why the pattern is too slow, or nothing."""
    made = attacks(pattern, flags)
    job = json.dumps({"pattern": pattern, "flags": flags, "attacks": made, "sizes": SIZES})
    command = [sys.executable, "-I", "-S", "-c", _PROGRAM]
    try:
        done = subprocess.run(command, input=job, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"it did not finish {len(made)} texts of {SIZES[-1]:,} characters in {SECONDS:g} seconds"
    for line, (prefix, pump, _) in zip(done.stdout.splitlines(), made, strict=False):
        times = json.loads(line)
        if len(times) < len(SIZES) or (times[-1] > _WORTH_JUDGING and times[-1] > times[-2] * _CUBIC):
            shown = (prefix + pump * 3)[:40]
            return f"its time grows faster than the square of the text, on texts such as {shown!r} repeated"
    return ""


def attacks(pattern: str, flags: int) -> list[tuple[str, str, str]]:
    """Return (prefix, repeated part, ending) triples that drive each loop of the pattern and then fail."""
    tree, flags = parse(pattern, flags)
    loops = _loops(tree, [], flags)
    popular = _popular(loops, flags)
    found: dict[tuple[str, str, str], None] = {}
    for before, body in loops:
        prefix, pump = _sample(before, flags, popular), _sample(body, flags, popular)
        if pump:
            found[prefix[-200:], pump[:200], "\0"] = None
            found["", pump[:200], "\0"] = None
            found["", (prefix + pump)[-200:], "\0"] = None
    return list(found)[:_MAX_ATTACKS]


def _loops(items: Any, before: list[Any], flags: int) -> list[tuple[list[Any], list[Any]]]:
    """Return each repeat of the pattern with what stands before it."""
    found: list[tuple[list[Any], list[Any]]] = []
    seen = list(before)
    for operator, argument in items:
        for body in bodies(operator, argument):
            if str(operator) in {"MAX_REPEAT", "MIN_REPEAT"} and int(argument[1]) > 8:
                found.append((seen[:], list(body)))
            found += _loops(body, seen, flags)
        seen.append((operator, argument))
    return found


def _popular(loops: list[tuple[list[Any], list[Any]]], flags: int) -> str:
    """Return the probe characters, those first that most loops take: they make loops compete for the same text."""
    masks = [
        character_mask(operator, argument, flags)
        for _, body in loops
        for operator, argument in body
        if str(operator) in {"LITERAL", "NOT_LITERAL", "IN", "ANY"}
    ]
    order = sorted(range(32, 127), key=lambda code: -sum(mask >> code & 1 for mask in masks))
    return "".join(chr(code) for code in order) + "\n\t"


def _sample(items: Any, flags: int, popular: str) -> str:
    out: list[str] = []
    for operator, argument in items:
        name = str(operator)
        if name in {"LITERAL", "NOT_LITERAL", "IN", "ANY"}:
            mask = character_mask(operator, argument, flags)
            out.append(next((char for char in popular if mask >> PROBES.index(char) & 1), _first(mask)))
        elif name in {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}:
            out.append(_sample(argument[2], flags, popular) * max(1, min(int(argument[0]), 64)))
        elif name not in {"ASSERT", "ASSERT_NOT"}:
            inside = bodies(operator, argument)
            out.append(_sample(inside[0], flags, popular) if inside else "")
    return "".join(out)


def _first(mask: int) -> str:
    return next((probe for bit, probe in enumerate(PROBES) if mask >> bit & 1), "")


def compile_error(pattern: str, flags: int) -> str:
    """Return what is wrong with a pattern, or nothing."""
    try:
        re.compile(pattern, flags)
    except (re.error, OverflowError, RecursionError) as error:
        return str(error)
    return ""
