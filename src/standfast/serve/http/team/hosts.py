"""What GitHub and GitLab tell a team's server: pull requests merged, closed, opened again, and what was pushed.

Owns the check of who says it (GitHub's signature over the body, GitLab's token), that nothing is heard twice or long
after, and which project is meant. What follows from it is `standing.branches.host_events`. The secret is one for both
and is never the empty one: without it there is nothing to tell.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from standfast.code.identity import normalise_remote
from standfast.context.context import Context
from standfast.errors import StandfastError
from standfast.model.moment import Clock, parse_time, render_time
from standfast.model.value import Value
from standfast.serve.http.rest import Answer, error_answer
from standfast.serve.http.state import ServerState
from standfast.serve.http.team.workspace import SERVER, Entry, Workspace
from standfast.standing.branches import host_events
from standfast.standing.branches.host_events import HostOutcome

Record = dict[str, Any]
HOOKS = ("/hooks/github", "/hooks/gitlab")
LATE = timedelta(days=2)
_KEPT = timedelta(days=30)
_MOST = 3_000


class HostEvent(Value):
    """What was told: `merged`, `closed`, `reopened`, `pushed` or `rewritten`, of which branch, touching which files."""

    what: str
    branch: str
    commit: str = ""
    paths: tuple[str, ...] = ()


def host_routes(state: ServerState) -> list[Route]:
    """Return the routes that Git hosts call."""
    return [
        Route(HOOKS[0], _endpoint(state, "github", signed_by_github, read_github), methods=["POST"]),
        Route(HOOKS[1], _endpoint(state, "gitlab", signed_by_gitlab, read_gitlab), methods=["POST"]),
    ]


def _endpoint(
    state: ServerState,
    host: str,
    signed: Callable[[Mapping[str, str], bytes, str], bool],
    read: Callable[[Mapping[str, str], Record], HostEvent | None],
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        body = await request.body()
        secret = state.settings.hook_secret
        if not secret or not signed(request.headers, body, secret):
            return _said(401, "bad-signature", "This is not signed with the secret of this server.")
        try:
            record = json.loads(body)
            event = read(request.headers, record) if isinstance(record, dict) else None
        except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
            return _said(400, "not-json", "That is not an event.")
        try:
            return await run_in_threadpool(_hear, state, host, body, record, event)
        except StandfastError as error:
            return error_answer(error)

    return answer


def _hear(state: ServerState, host: str, body: bytes, record: Record, event: HostEvent | None) -> Response:
    now = Clock().now()
    with state.pool.lend(SERVER, Workspace(state.settings.home)) as memory:
        people, catalog = memory.context.store.people, memory.context.store.catalog
        at = _time_of(record)
        if people is None or (at and parse_time(at) < now - LATE):
            return _said(409, "too-late", "This happened too long ago.")
        # The body is signed, its headers are not: the same body again is the same event again, under whatever id.
        if not people.deliver(f"{host}:{hashlib.sha256(body).hexdigest()}", render_time(now)):
            return _said(409, "heard-before", "This event was already received.")
        people.trim(render_time(now - _KEPT))
        remotes = {normalise_remote(url) for url in _addresses(record)} - {""}
        found = dict.fromkeys(owner for _, _, owner in catalog.find_project([("remote", url) for url in remotes]))
    if event is None or not found:
        return Answer({"heard": event.what if event is not None else "", "project": ""}, 202)
    done = {}
    for project in found:
        with state.pool.lend(SERVER, Workspace(state.settings.home, project)) as memory:
            done[project] = _act(memory.context, host, event).to_dict()
        if state.team is not None:
            state.team.record(Entry("", host, "", "agent", ()), f"hook {event.what}", project, 200)
    return Answer({"heard": event.what, "projects": done})


def _act(context: Context, host: str, event: HostEvent) -> HostOutcome:
    partition = context.partition(context.scope)
    if event.what == "pushed":
        return host_events.pushed(context, partition, event.paths, event.commit)
    if event.what == "rewritten":
        return host_events.pushed(context, partition, event.paths, event.commit, branch=event.branch)
    acts = {"merged": host_events.merged, "closed": host_events.closed, "reopened": host_events.reopened}
    return acts[event.what](partition, host, event.branch)


def signed_by_github(headers: Mapping[str, str], body: bytes, secret: str) -> bool:
    """Check the signature over the body."""
    wanted = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(headers.get("x-hub-signature-256", "").encode(), wanted.encode())


def signed_by_gitlab(headers: Mapping[str, str], body: bytes, secret: str) -> bool:
    """Check the token that GitLab sends along: it signs nothing."""
    del body
    return hmac.compare_digest(headers.get("x-gitlab-token", "").encode(), secret.encode())


def read_github(headers: Mapping[str, str], record: Record) -> HostEvent | None:
    """Read what GitHub tells; None for what does not matter here."""
    kind = headers.get("x-github-event", "")
    if kind == "pull_request":
        pull = record["pull_request"]
        branch, commit = str(pull["head"]["ref"]), str(pull["head"]["sha"])
        if record.get("action") == "closed":
            return HostEvent("merged" if pull.get("merged") else "closed", branch, commit)
        return HostEvent("reopened", branch, commit) if record.get("action") == "reopened" else None
    if kind == "push":
        default = str(record["repository"].get("default_branch", ""))
        return _pushed(record, str(record["after"]), default, forced=bool(record.get("forced")))
    return None


def read_gitlab(headers: Mapping[str, str], record: Record) -> HostEvent | None:
    """Read what GitLab tells; None for what does not matter here."""
    del headers
    if record.get("object_kind") == "merge_request":
        attributes = record["object_attributes"]
        words = {"merge": "merged", "close": "closed", "reopen": "reopened"}
        what = words.get(str(attributes.get("action")))
        commit = str((attributes.get("last_commit") or {}).get("id", ""))
        return HostEvent(what, str(attributes["source_branch"]), commit) if what else None
    if record.get("object_kind") == "push":
        default = str(record["project"].get("default_branch", ""))
        commits = {str(item.get("id", "")) for item in record.get("commits", ())}
        # GitLab does not say so: a push that moves a branch and brings no commit took some away.
        forced = not commits and set(str(record["before"])) != {"0"}
        return _pushed(record, str(record["after"]), default, forced=forced)
    return None


def _pushed(record: Record, after: str, default: str, *, forced: bool) -> HostEvent | None:
    branch = str(record["ref"]).removeprefix("refs/heads/")
    if set(after) == {"0"}:
        return None  # the branch was deleted: its pull request says what became of it
    paths = dict.fromkeys(
        str(path)
        for commit in record.get("commits", ())
        for part in ("added", "modified", "removed")
        for path in commit.get(part, ())
    )
    chosen = tuple(paths)[:_MOST]
    if forced:
        return HostEvent("rewritten", branch, after, chosen)
    return HostEvent("pushed", branch, after, chosen) if branch == default else None


def _addresses(record: Record) -> list[str]:
    place = record.get("repository") or {}
    place = {**place, **(record.get("project") or {})}
    names = ("clone_url", "ssh_url", "git_url", "html_url", "git_http_url", "git_ssh_url", "web_url", "homepage")
    return [value for name in names if isinstance(value := place.get(name), str)]


def _time_of(record: Record) -> str:
    """Return when it happened, as the host itself says it inside what it signs."""
    for part in ("pull_request", "object_attributes"):
        at = (record.get(part) or {}).get("updated_at")
        if isinstance(at, str):
            return at.replace(" UTC", "Z").replace(" ", "T", 1)
    pushed = (record.get("repository") or {}).get("pushed_at")  # GitHub's of a push: seconds
    return render_time(datetime.fromtimestamp(pushed, UTC)) if isinstance(pushed, int) else ""


def _said(status: int, code: str, message: str) -> Response:
    return Answer({"error": {"code": code, "message": message, "hint": "See docs/how-to/team-server.md."}}, status)
