"""Scopes: the paths that the rules of a file are for, by its front matter or the folder it is in."""

from __future__ import annotations

import re
from posixpath import basename, dirname

_BRACES = re.compile(r"\{([^{}]*)\}")
_GLOBS = ("globs", "applyto", "paths")
_SITES = re.compile(r"(?:\w+[-_])?docs?|documentation|www|website|site")  # folders of pages about what is beside them
_FOR_AGENTS = re.compile(r"(?:AGENTS?|CLAUDE|GEMINI|QWEN|WARP)\.md|\..+")  # about the very folder they are in
_GUIDE = re.compile(r"(contribut\w*|hacking|developing|development|style-?guide|code-?style)(\.\w+)*$", re.IGNORECASE)


def is_guide(path: str) -> bool:
    """Tell whether a file is written for people who work on the project, by its name."""
    return bool(_GUIDE.search(basename(path)))


def scope_of(path: str, front: dict[str, list[str]]) -> tuple[str, ...]:
    """Return the globs a file's rules are for: what its front matter says, else the folder it is in."""
    home = _home(path)
    globs = [glob for key in _GLOBS for glob in front.get(key, ())]
    always = front.get("alwaysapply", ["false"])[:1] == ["true"]
    if globs and not always:
        if {"**", "*", "**/*", "/"} & set(globs):
            return (f"{home}/**",) if home else ()
        return tuple(dict.fromkeys(joined for glob in globs for joined in _joined(home, glob)))
    return (f"{home}/**",) if home else ()


def _home(path: str) -> str:
    """Return the folder whose code a file is about; folders of tools stand for the folder they are in."""
    folder = dirname(path)
    parts = folder.split("/") if folder else []
    for place, part in enumerate(parts):
        if part.startswith(".") or (_SITES.fullmatch(part) and not _FOR_AGENTS.fullmatch(basename(path))):
            return "/".join(parts[:place])
    return folder


def _joined(home: str, glob: str) -> list[str]:
    """Return a glob as scopes write it: from the top of the repository, braces spelled out, `*` for any depth."""
    match = _BRACES.search(glob)
    if match:
        parts = [glob[: match.start()] + choice.strip() + glob[match.end() :] for choice in match[1].split(",")[:20]]
        return [joined for part in parts for joined in _joined(home, part)]
    plain = glob.removeprefix("./").removeprefix("/").removeprefix("**/")
    if not plain or not plain.isprintable() or "," in plain:
        return []
    if "/" in plain.rstrip("/"):
        plain = glob.removeprefix("./").removeprefix("/")  # without `**/` it would be for the top alone
        return [f"{home}/{plain}" if home else plain]
    return [f"{home}/**/{plain}" if home else plain]
