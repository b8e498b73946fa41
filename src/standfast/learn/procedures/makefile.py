"""Makefiles and justfiles: targets and recipes that are named after what one does."""

from __future__ import annotations

import re

from standfast.learn.procedures.way import Way, act_of, act_of_target
from standfast.text.shell import only_talks

_TARGET = re.compile(r"^(?P<name>[A-Za-z][\w.-]{0,40}(?: [A-Za-z][\w.-]{0,40}){0,20})\s*:(?![:=])")
_RECIPE = re.compile(r"^@?(?P<name>[A-Za-z][\w-]{0,40})(?:\s+[\w*+$='\"-]{1,60}){0,6}\s*:(?!=)")
_SETS = re.compile(r"^[\w.-]+\s*:\s*(?:export\s+|override\s+|private\s+)*\w+\s*[:+?!]{0,2}=")  # a variable for a target
_ERLANG = re.compile(r"^include .*\berlang\.mk\b", re.MULTILINE)  # it brings the targets
_LONGEST = 2_000  # characters of a line that are looked at
_LINES = 4_000
_NEEDED = 4  # targets; who needs more does everything


def read_make(text: str) -> list[Way]:
    """Return the targets of a makefile that say what they do by their name."""
    return _read(text, _TARGET, "make")


def read_just(text: str) -> list[Way]:
    """Return the recipes of a justfile."""
    return _read(text, _RECIPE, "just")


def _read(text: str, pattern: re.Pattern[str], program: str) -> list[Way]:
    lines = text.splitlines()[:_LINES]
    found: list[Way] = []
    for place, line in enumerate(lines):
        match = pattern.match(line[:_LONGEST])
        if (
            match is None
            or match["name"] in {"set", "export", "alias", "import", "mod"}
            or _SETS.match(line[:_LONGEST])
        ):
            continue
        recipe = _recipe(lines, place + 1)
        done = recipe or _needed(lines, line, program)
        needs = _needs(line)
        for name in match["name"].split():
            if name == "all" and any(act_of(need) == "test" for need in needs):
                continue  # it does everything, and builds nothing that another does not
            act = act_of_target(name, done)
            if act and not only_talks(done):
                found.append(Way(act, f"{program} {name}", recipe, place + 1))
    if "PGXS" in text and "REGRESS" in text and program == "make":
        found.append(Way("test", "make installcheck", line=1))  # an extension of PostgreSQL
    if _ERLANG.search(text):
        found.append(Way("test", "make tests", line=1))
    return found


def _needed(lines: list[str], line: str, program: str) -> str:
    """Return what a target without commands of its own does: those of the targets it needs."""
    needs = _needs(line) if program == "make" else []
    at = {other.partition(":")[0]: place for place, other in reversed(list(enumerate(lines))) if ":" in other}
    return " && ".join(done for need in needs[:_NEEDED] if need in at and (done := _recipe(lines, at[need] + 1)))


def _needs(line: str) -> list[str]:
    return line.partition(":")[2].split("#")[0].split()


def _recipe(lines: list[str], start: int) -> str:
    said: list[str] = []
    for line in lines[start : start + 4]:
        if not line.startswith(("\t", "  ")) or not line.strip():
            break
        said.append(line.strip().lstrip("@-").strip()[:160].replace("$(MAKE)", "make"))
    return " && ".join(said)
