"""Who is calling: a person, or the agent inside which we were started.

The program stamps the source; nothing on the command line can claim another. Neighbours: `agents.shell` knows what each
agent leaves in the environment and what its program is called, `trust.person` knows the person's name.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from standfast.agents.client import session_of
from standfast.agents.shell import find_runner, find_shell, list_parents
from standfast.model.source import Source
from standfast.trust.person import find_person


def find_caller(env: Mapping[str, str], where: Path, user: str = "", *, writes: bool = True) -> Source:
    """Return the source of everything this run says; `user` is the name from the settings.

    A run that only reads stamps nothing: it need not start git to learn a name, nor look at who started it. Parents
    count only beside our own environment: one that was handed in is about somebody else.
    """
    agent = find_shell(env) or (find_runner(list_parents()) if writes and env is os.environ else "")
    if agent:
        return Source("agent", agent, session=session_of(env))
    return find_person(where, user, by_git=writes)
