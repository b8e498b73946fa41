"""Who is calling: a person, or the agent inside which we were started.

The program stamps the source; nothing on the command line can claim another. Neighbours: `agents.host` knows what each
agent leaves in the environment, `verbs.person` knows the person's name.
"""

from collections.abc import Mapping
from pathlib import Path

from holdfast.agents.client import session_of
from holdfast.agents.host import detect_host
from holdfast.model.source import Source
from holdfast.verbs.person import find_person


def find_caller(env: Mapping[str, str], where: Path, user: str = "", *, by_git: bool = True) -> Source:
    """Return the source of everything this run says; `user` is the name from the settings.

    A run that only reads stamps nothing: it need not start git to learn a name.
    """
    agent = detect_host(env, {})
    if agent:
        return Source("agent", agent, session=session_of(env))
    return find_person(where, user, by_git=by_git)
