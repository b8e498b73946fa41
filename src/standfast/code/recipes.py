"""Recipes: what `make NAME`, `just NAME`, `task NAME` and `npm run NAME` run, as their files say. Nothing is run.

Owns the names of these files and reading their targets, recipes, tasks and scripts out of text. Hook path: light.
"""

from __future__ import annotations

import json
import re

MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
JUSTFILES = ("justfile", "Justfile", ".justfile")
TASKFILES = (
    *("Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml"),
    *("Taskfile.dist.yml", "taskfile.dist.yml", "Taskfile.dist.yaml", "taskfile.dist.yaml"),
)
_ENTRY = re.compile(r"""(?P<quote>["']?)(?P<name>[^\s"'#{[-][^\s"'#]{0,199})(?P=quote):(?:\s+(?P<rest>.*))?""")
_ALIASES = re.compile(r"aliases:\s*\[(?P<names>[^\]]*)\]")


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


def read_tasks(text: str, block: str = "tasks") -> dict[str, str]:
    """Read the tasks of a Taskfile, or what it includes, by name and alias: what stands under each, line by line."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    inside, level = False, 0
    for line in text.splitlines():
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        depth = len(line) - len(line.lstrip(" "))
        if not depth:
            inside, level = bare.startswith(f"{block}:"), 0
            continue
        level = level or depth
        if inside and depth <= level:
            entry = _ENTRY.fullmatch(bare)
            current = [entry["rest"] or ""] if entry else []
            if entry:
                found[entry["name"]] = current
        elif inside:
            current.append(bare)
            if aliases := _ALIASES.match(bare):
                found.update((name.strip(" \"'"), current) for name in aliases["names"].split(","))
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def read_scripts(text: str) -> dict[str, str] | None:
    """Read the scripts of a package.json (or composer.json); None where it cannot be read."""
    try:
        scripts = json.loads(text).get("scripts", {})
    except (ValueError, AttributeError, RecursionError):
        return None
    return {name: str(does) for name, does in scripts.items()} if isinstance(scripts, dict) else {}
