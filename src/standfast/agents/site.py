"""Where setup writes: one level (user or project) of one machine, given and never looked up.

Owns paths in the platform's spelling and the command strings that go into configurations. Setup side only: no hook
loads it. Must not read the environment (it is handed in) or touch the disk, except to ask whether a file exists.
Neighbours: each agent's `edits`, `plan`.
"""

from __future__ import annotations

import ntpath
import os
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

# Characters that every shell we may meet takes literally.
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=+@%,~")


@dataclass(frozen=True, slots=True)
class Site:
    """One level of one machine, with what the paths there depend on."""

    level: str
    home: str
    project_root: str
    env: Mapping[str, str]
    platform: str
    executable: str

    @property
    def windows(self) -> bool:
        """Whether paths and shells are Windows'."""
        return self.platform == "win32"

    @property
    def project(self) -> bool:
        """Whether this is the repository's level, not the user's."""
        return self.level == "project"

    def join(self, *parts: str) -> str:
        """Join a path in this platform's spelling."""
        return ntpath.join(*parts) if self.windows else posixpath.join(*parts)

    def at_home(self, *parts: str) -> str:
        """Name a file in the home folder."""
        return self.join(self.home, *parts)

    def at_project(self, *parts: str) -> str:
        """Name a file in the repository."""
        return self.join(self.project_root, *parts)

    def moved(self, variable: str, *default: str) -> str:
        """Name a folder that a variable may move away from its place in the home folder."""
        return self.env.get(variable) or self.at_home(*default)

    def config(self, *parts: str) -> str:
        """Name a file in the XDG configuration folder (also where Windows and macOS ports of such tools keep it)."""
        return self.join(self.env.get("XDG_CONFIG_HOME") or self.at_home(".config"), *parts)

    def roaming(self, *parts: str) -> str:
        """Name a file in Windows' roaming application data."""
        return self.join(self.env.get("APPDATA") or self.at_home("AppData", "Roaming"), *parts)

    def code_user(self, *parts: str) -> str:
        """Name a file of VS Code's default profile."""
        if self.windows:
            return self.roaming("Code", "User", *parts)
        if self.platform == "darwin":
            return self.at_home("Library", "Application Support", "Code", "User", *parts)
        return self.config("Code", "User", *parts)

    def existing(self, *candidates: str) -> str:
        """Pick the first file that is there, else the first."""
        return next((path for path in candidates if os.path.exists(path)), candidates[0])  # noqa: PTH110

    def hook(self, agent: str, event: str, *, dialect: str = "") -> str:
        """Write the command an agent runs for an event, quoted for the shell that will read it.

        Agents compare this string (Codex drops its trust when it changes), so nothing in it may depend on a version.
        """
        return (
            f"{quoted(self.executable, dialect or ('bash-on-windows' if self.windows else 'sh'))} hook {agent} {event}"
        )


def quoted(executable: str, dialect: str) -> str:
    """Quote a program's path for `sh`, `bash-on-windows`, `cmd` or `powershell`."""
    if dialect == "powershell":
        if all(char in PLAIN or char == "\\" for char in executable):
            return executable
        return "& '" + executable.replace("'", "''") + "'"
    if dialect == "cmd":
        return f'"{executable}"' if any(char in " &()^=;,!'+" for char in executable) else executable
    if dialect == "bash-on-windows":
        # Git Bash eats back-slashes; Windows itself takes either.
        executable = executable.replace("\\", "/")
    if executable and all(char in PLAIN for char in executable):
        return executable
    return "'" + executable.replace("'", "'\"'\"'") + "'"
