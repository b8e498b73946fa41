"""Who is calling: a person, or the agent inside which we were started.

The program stamps the source; nothing on the command line can claim another. Neighbours: `agents.host` knows what each
agent leaves in the environment, `repo.git` knows the name a person commits under.
"""

import getpass
from collections.abc import Mapping
from pathlib import Path

from holdfast.agents.client import session_of
from holdfast.agents.host import detect_host
from holdfast.model.source import Source


def find_caller(env: Mapping[str, str], where: Path, user: str = "", *, by_git: bool = True) -> Source:
    """Return the source of everything this run says; `user` is the name from the settings.

    A run that only reads stamps nothing: it need not start git to learn a name.
    """
    agent = detect_host(env, {})
    if agent:
        return Source("agent", agent, session=session_of(env))
    return Source("person", user or (_git_name(where) if by_git else "") or _user_name())


def _git_name(where: Path) -> str:
    from holdfast.errors import HoldfastError
    from holdfast.repo.git import find_git

    try:
        git = find_git(str(where))
        return git.find_line("config", "--get", "user.name") if git else ""
    except HoldfastError:
        return ""


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
