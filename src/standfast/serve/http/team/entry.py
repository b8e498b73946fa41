"""The edge of a team's server: who comes in, what their profile allows, how often, and that it goes on record.

Owns tokens and logins as callers show them. A token is looked up at every request, so that a revoked one opens nothing
from that moment. Every call goes on record before its answer is out: who, as which agent, what, where and how it ended,
and never what was said.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping, Sequence
from threading import Lock

from standfast.config import Settings
from standfast.errors import ConfigError, NotFound, Refused
from standfast.model.ids import ProjectId
from standfast.model.moment import Clock, render_time
from standfast.serve.http.auth import Refusal, bad_origin
from standfast.serve.http.pool import Pool
from standfast.serve.http.retry import patiently
from standfast.serve.http.team.oidc import Provider
from standfast.serve.http.team.workspace import SERVER, Entry, Workspace
from standfast.store.people import Access, People, Token
from standfast.verbs.declared import PROFILES
from standfast.verbs.token import PREFIX, digest_of

KEY = "standfast.entry"
ACT = "standfast.act"
WORKSPACE = "standfast.workspace"
PER_S, BURST = 20.0, 200.0  # requests of one token
_DECIDING = frozenset({"approve", "reject", "keep", "settle", "scopeApart", "undo"})


class Team:
    """The people of one server."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings = settings
        self._pool = pool
        self._clock = Clock()
        self.home = settings.home
        self._known: set[str] = set()  # ids of projects: one that is there stays there
        self.rate = Rate(PER_S, BURST)
        self.provider = Provider(settings.oidc_issuer, settings.oidc_client) if settings.oidc_issuer else None

    @property
    def nobody(self) -> Workspace:
        """Where the server itself is: in no project."""
        return Workspace(self.home)

    def enter(self, headers: Mapping[str, str]) -> Entry | Refusal:
        """Return who calls, or why they stay out."""
        refused = bad_origin(headers)
        if refused is not None:
            return refused
        scheme, _, given = headers.get("authorization", "").partition(" ")
        found = self._find(given.strip(), headers) if scheme.lower() == "bearer" else None
        if found is None:
            hint = "Send `Authorization: Bearer TOKEN`; an administrator makes one with `standfast token new`."
            return Refusal(401, "no-token", "This server asks for a token.", hint)
        if not self.rate.take(found.token):
            return Refusal(429, "too-many", "That is too often.", "Wait a second and go on.")
        return found

    def admits(self, headers: Mapping[str, str], entry: Entry) -> bool:
        """Tell whether a caller who was let in still would be, as the same one."""
        return self._find(headers.get("authorization", "").partition(" ")[2].strip(), headers) == entry

    def _find(self, given: str, headers: Mapping[str, str]) -> Entry | None:
        return patiently(lambda: self._look_up(given, headers))

    def _look_up(self, given: str, headers: Mapping[str, str]) -> Entry | None:
        now = render_time(self._clock.now())
        with self._pool.lend(SERVER, self.nobody) as memory:
            people = memory.context.store.people
            if people is None:
                return None
            if given.startswith(f"{PREFIX}_"):
                return _by_token(people, given, now)
            person = self.provider.person(given) if self.provider is not None and given.count(".") == 2 else ""
            return _by_login(people, person, _asked(headers), now) if person else None

    def workspace(self, entry: Entry, asked: str) -> Workspace:
        """Return the project that a call is about: the one it names, by id or name, or the only one it may enter."""
        fits = [project for project in patiently(lambda: self._called(entry, asked)) if entry.may_enter(project)]
        if len(fits) == 1:
            return Workspace(self.home, fits[0], entry.person)
        if not asked:
            hint = "Name one with ?project=ID or the header X-Standfast-Project."
            raise ConfigError("Which project?", hint=hint, code="no-project")
        # What is not theirs to see is not there for them: no answer tells the two apart.
        raise NotFound(f"There is no project {asked!r} for you.", hint="Name it by its id.", code="no-project")

    def _called(self, entry: Entry, asked: str) -> Sequence[ProjectId]:
        if asked in self._known:
            return [ProjectId(asked)]
        with self._pool.lend(SERVER, self.nobody) as memory:
            catalog = memory.context.store.catalog
            if asked:
                found = catalog.called(asked)
            elif "*" in entry.projects:
                found = [project.id for project in catalog.projects()]
            else:
                found = [ProjectId(name) for name in entry.projects if catalog.has_project(ProjectId(name))]
        if (
            asked in found
        ):  # an id is meant before a name: who calls a project like another one's id takes nothing from it
            self._known.add(asked)
            return [ProjectId(asked)]
        return found

    def record(self, entry: Entry, act: str, project: str, status: int) -> None:
        """Put a call on record."""
        access = Access(
            render_time(self._clock.now()), entry.token, entry.person, entry.agent, act[:200], project, status
        )

        def write() -> None:
            with self._pool.lend(SERVER, self.nobody) as memory:
                people = memory.context.store.people
                if people is not None:
                    people.record(access)

        patiently(write)

    def ping(self) -> None:
        """See whether the store answers."""
        with self._pool.lend(SERVER, self.nobody) as memory:
            people = memory.context.store.people
            if people is not None:
                people.ping()


def require(entry: Entry, name: str, level: str) -> None:
    """Refuse what a profile does not allow."""
    needed = "maintainer" if level == "admin" and name in _DECIDING else level
    if PROFILES.index(entry.profile) < PROFILES.index(needed):
        hint = "Ask an administrator for a token with another profile."
        raise Refused(
            f"The {entry.profile} profile does not allow the operation `{name}`.", hint=hint, code="not-allowed"
        )


def _asked(headers: Mapping[str, str]) -> str:
    return headers.get("x-standfast-project", "")


def _by_token(people: People, given: str, now: str) -> Entry | None:
    _, _, rest = given.partition("_")
    identity, _, secret = rest.partition("_")
    found = people.find_token(identity) if identity.isascii() and identity.isalnum() else None
    if found is None or not secret:
        return None
    token, digest = found
    same = bool(digest) and hmac.compare_digest(digest_of(secret), digest)
    return _entry(token) if same and token.is_valid(now) else None


def _by_login(people: People, person: str, project: str, now: str) -> Entry | None:
    grants = [token for token in people.grants(person) if token.is_valid(now)]
    fits = [token for token in grants if not project or "*" in token.projects or project in token.projects]
    best = max(fits or grants, key=lambda token: PROFILES.index(token.profile), default=None)
    return _entry(best) if best is not None else None


def _entry(token: Token) -> Entry:
    return Entry(token.id, token.person, token.agent, token.profile, token.projects)


class Rate:
    """How often each token may call: so many a second, with a burst; counted in this process alone."""

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s, self._burst = per_s, burst
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = Lock()

    def take(self, name: str) -> bool:
        """Take one call; tell whether there was one left."""
        now = time.monotonic()
        with self._lock:
            left, then = self._left.get(name, (self._burst, now))
            left = min(self._burst, left + (now - then) * self._per_s)
            self._left[name] = (max(0.0, left - 1.0), now)
            if len(self._left) > 50_000:
                self._left = {key: value for key, value in self._left.items() if now - value[1] < 60.0}
            return left >= 1.0
