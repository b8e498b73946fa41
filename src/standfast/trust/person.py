"""The person at this machine: the name they chose, commit under or log in with, and what only they may do."""

from __future__ import annotations

from pathlib import Path

from standfast.errors import Refused, StandfastError
from standfast.model.source import Source


def find_person(where: Path, user: str = "", *, by_git: bool = True) -> Source:
    """Return the person as a source; `user` is the name from the settings.

    Who only reads stamps nothing, and need not start git to learn a name.
    """
    return Source("person", user or (_git_name(where) if by_git else "") or _login_name())


def require_person(who: Source, does: str, *, instead: str = "") -> None:
    """Refuse what only a person `does`; `instead` says what an agent can do."""
    if not who.is_person:
        hint = " ".join(filter(None, ("Run it yourself, outside the agent.", instead)))
        raise Refused(f"Only a person {does}.", hint=hint, code="authority")


def _git_name(where: Path) -> str:
    from standfast.code.git import find_git

    try:
        git = find_git(str(where))
        return git.find_line("config", "--get", "user.name") if git else ""
    except StandfastError:
        return ""


def _login_name() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
