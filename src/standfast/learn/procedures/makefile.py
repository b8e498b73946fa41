"""Makefiles and justfiles: targets and recipes that are named after what one does."""

from __future__ import annotations

import re

from standfast.learn.procedures.way import Way, act_of_target

_TARGET = re.compile(r"^(?P<name>[A-Za-z][\w.-]{0,40}(?: [A-Za-z][\w.-]{0,40}){0,20})\s*:(?![:=])")
_RECIPE = re.compile(r"^@?(?P<name>[A-Za-z][\w-]{0,40})(?:\s+[\w*+$='\"-]{1,60}){0,6}\s*:(?!=)")
_SETS = re.compile(r"^[\w.-]+\s*:\s*(?:export\s+|override\s+|private\s+)*\w+\s*[:+?!]{0,2}=")  # a variable for a target
_LONGEST = 2_000  # characters of a line that are looked at
_LINES = 4_000


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
        for name in match["name"].split():
            act = act_of_target(name, recipe)
            if act and not _only_talks(recipe):
                found.append(Way(act, f"{program} {name}", recipe, place + 1))
    if "PGXS" in text and "REGRESS" in text and program == "make":
        found.append(Way("test", "make installcheck", line=1))  # an extension of PostgreSQL
    return found


def _recipe(lines: list[str], start: int) -> str:
    said: list[str] = []
    for line in lines[start : start + 4]:
        if not line.startswith(("\t", "  ")) or not line.strip():
            break
        said.append(line.strip().lstrip("@-").strip()[:160].replace("$(MAKE)", "make"))
    return " && ".join(said)


def _only_talks(recipe: str) -> bool:
    """Tell whether a recipe only prints something, such as the list of targets."""
    return bool(recipe) and all(part.startswith(("echo", "printf", "@echo")) for part in recipe.split(" && "))
