"""Who calls a team's server, and where they are: values that the rest of the server passes along."""

from __future__ import annotations

from pathlib import Path

from standfast.model.source import Source
from standfast.model.value import Value


class Workspace(Value):
    """A project of the shared store and the person whose own scope it is: what a folder is on one's own machine."""

    home: Path
    project: str = ""
    person: str = ""


class Entry(Value):
    """A caller who was let in: always a person, and an agent where one acts for them."""

    token: str
    person: str
    agent: str
    profile: str
    projects: tuple[str, ...]

    def may_enter(self, project: str) -> bool:
        """Tell whether a project is theirs to see."""
        return "*" in self.projects or project in self.projects

    def source(self, agent: str = "") -> Source:
        """Return whose words a call brings: the agent's where one is named, else the person's own."""
        named = self.agent or agent
        return Source("agent", named) if named else Source("person", self.person)


SERVER = Source("agent", "standfast-server")
