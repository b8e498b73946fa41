"""Scope: who a memory is for. Exact values, never prefixes of one another.

Written `user`, `group:NAME`, `project` (here), `project:ID`, with `path:GLOB` and `branch:NAME` added by commas.
The partition is the part that storage is divided by; path and branch narrow it inside.
"""

from __future__ import annotations

from standfast.errors import ConfigError
from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace

_NAME = compile_later(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_HINT = "Write user, group:NAME, project or project:ID; add path:GLOB and branch:NAME after commas."


class Scope(Value):
    """A level (`user`, `group`, `project`), the name of that group or project, and what narrows it."""

    level: str
    name: str = ""
    paths: tuple[str, ...] = ()
    branch: str = ""

    @property
    def partition(self) -> str:
        """The key of the store partition this scope lives in: `user`, `group:NAME` or `project:ID`."""
        return self.level if self.level == "user" else f"{self.level}:{self.name}"

    def __str__(self) -> str:
        if not self.paths and not self.branch:
            return self.partition
        narrowing = [f"path:{path}" for path in self.paths] + ([f"branch:{self.branch}"] if self.branch else [])
        return ",".join([self.partition, *narrowing])

    def narrowed(self, *, paths: tuple[str, ...] = (), branch: str = "") -> Scope:
        """Return the same scope for these paths and this branch only."""
        return replace(self, paths=paths, branch=branch)


USER = Scope("user")


def parse_scope(text: str, *, here: Scope) -> Scope:
    """Read a scope; `here` is what `project` means where the caller stands."""
    if not text.isprintable():
        raise ConfigError(f"{text[:80]!r} is not a scope.", hint=_HINT, code="bad-scope")
    level, name, paths, branch = "", "", [], ""
    for raw in text.split(","):
        word, _, value = raw.strip().partition(":")
        if word in {"user", "group", "project"} and not level:
            level, name = word, value
        elif word == "path" and value:
            paths.append(value.replace("\\", "/"))
        elif word == "branch" and value and not branch:
            branch = value
        else:
            raise ConfigError(f"{text!r} is not a scope.", hint=_HINT, code="bad-scope")
    if not level:
        level, name = here.level, here.name
    if level == "project" and not name:
        if here.level != "project":
            hint = "Run inside a Git repository, or name a project with STANDFAST_PROJECT, or use --scope user."
            raise ConfigError("There is no project here.", hint=hint, code="no-project")
        name = here.name
    if (level == "user") == bool(name) or (name and not _NAME.fullmatch(name)):
        raise ConfigError(f"{text!r} is not a scope.", hint=_HINT, code="bad-scope")
    if level != "project" and branch:
        raise ConfigError("Only a project has branches.", hint=_HINT, code="bad-scope")
    return Scope(level, name, tuple(dict.fromkeys(paths)), branch)


def parse_partition(key: str) -> Scope:
    """Read a partition key back into the scope it stands for."""
    return parse_scope(key, here=USER)
