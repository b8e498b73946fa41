"""Recipes: what `make NAME`, `just NAME` and `npm run NAME` run, as the files that define them say. Nothing is run.

Owns the names of these files and reading their targets, recipes and scripts out of text. Hook path: light.
"""

from __future__ import annotations

import json

MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
JUSTFILES = ("justfile", "Justfile", ".justfile")


def read_targets(text: str) -> dict[str, str]:
    """Read the targets of a makefile (or the recipes of a justfile): what each needs on a line, then what it runs."""
    targets: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.replace("\\\n", " ").splitlines():
        if line[:1] in {"\t", " "}:
            if line.strip():
                current.append(" ".join(line.split()))
            continue
        names, colon, rest = line.partition(":")
        if colon and names.strip() and not {"#", "="} & set(names) and not rest.startswith("="):
            current = [" ".join(rest.removeprefix(":").split())]
            for name in names.split():
                targets[name.lstrip("@")] = current
    return {name: "\n".join(lines) for name, lines in targets.items()}


def read_scripts(text: str) -> dict[str, str] | None:
    """Read the scripts of a package.json (or composer.json); None where it cannot be read."""
    try:
        scripts = json.loads(text).get("scripts", {})
    except (ValueError, AttributeError, RecursionError):
        return None
    return {name: str(does) for name, does in scripts.items()} if isinstance(scripts, dict) else {}
