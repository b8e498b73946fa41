"""The other side of `standfast sync`: four questions, each one request with a compressed document each way.

Owns who may ask what of which partition; the answers are `sync.remote.StoreRemote`, the same that a database opened
directly gives.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from standfast.context.context import Context
from standfast.errors import ConfigError, NotFound, Refused, StandfastError
from standfast.model.ids import MemoryId, ProjectId, is_id
from standfast.model.moment import parse_time, render_time
from standfast.model.trust import Standing
from standfast.model.value import replace
from standfast.serve.http.rest import PREFIX, error_answer
from standfast.serve.http.retry import patiently
from standfast.serve.http.state import ServerState
from standfast.serve.http.team.entry import KEY, WORKSPACE, require
from standfast.serve.http.team.workspace import Entry, Workspace
from standfast.store.people import Judgement
from standfast.store.values import Project
from standfast.sync.batch import decode_batch, encode_batch, pack, unpack
from standfast.sync.remote import StoreRemote, Welcome
from standfast.sync.wire import KIND, decode_ranges

Record = dict[str, Any]
_MOST = 32  # pieces of evidence, groups
_LONG = 500
_JUDGED = 5_000
_EVIDENCE = frozenset(("root", "remote", "mirror", "name"))


def sync_routes(state: ServerState) -> list[Route]:
    """Return the routes of sync."""
    acts = {"meet": _meet, "held": _held, "fetch": _fetch, "send": _send, "judge": _judge}
    return [Route(f"{PREFIX}/sync/{name}", _endpoint(state, name, act), methods=["POST"]) for name, act in acts.items()]


def _endpoint(
    state: ServerState, name: str, act: Callable[[Context, Entry, Record], Record]
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        entry: Entry = request.scope[KEY]
        body = await request.body()
        try:
            record = unpack(body)
            workspace = Workspace(state.settings.home, _project_of(record), entry.person)
            request.scope[WORKSPACE] = workspace
            found = await run_in_threadpool(_call, state, entry, workspace, name, act, record)
        except StandfastError as error:
            return error_answer(error)
        return Response(pack(found), media_type=KIND)

    return answer


def _project_of(record: Record) -> str:
    level, _, name = str(record.get("key", "")).partition(":")
    return name if level == "project" and is_id(name, "project") else ""


def _call(
    state: ServerState,
    entry: Entry,
    workspace: Workspace,
    name: str,
    act: Callable[[Context, Entry, Record], Record],
    record: Record,
) -> Record:
    require(entry, f"sync {name}", "agent" if name in {"send", "judge"} else "reader")
    if state.read_only and name in {"send", "judge"}:
        raise Refused("This server is read-only.", hint="Push later.", code="read-only")

    def once() -> Record:
        with state.pool.lend(entry.source(), workspace) as memory:
            return act(memory.context, entry, record)

    return patiently(once)


def _remote(context: Context, entry: Entry) -> StoreRemote:
    return StoreRemote(context, profile="agent" if entry.agent else entry.profile, person=entry.person)


def _meet(context: Context, entry: Entry, record: Record) -> Record:
    offered = _offered(context, record.get("project"))
    groups = [str(name) for name in record.get("groups", ())][:_MOST]
    remote = _remote(context, entry)
    welcome = remote.meet(offered, (), create=False)
    if welcome.project and not entry.may_enter(welcome.project):
        # One that is not theirs to see is not there for them: no answer tells the two apart.
        welcome = Welcome("", welcome.key)
    if record.get("create") and offered is not None:
        require(entry, "sync push", "agent")
        if not welcome.project:
            require(entry, "the first push of a project", "maintainer")
            if "*" not in entry.projects:
                hint = "Ask an administrator to push it first, or for a token for all projects."
                raise Refused("This token is for projects that are there already.", hint=hint, code="not-allowed")
        may_group = entry.profile in {"maintainer", "admin"} and not entry.agent
        joined = [name for name in groups if may_group and _may_join(context, entry, name)]
        welcome = remote.meet(offered, joined, create=True)
    return {
        "project": welcome.project,
        "key": welcome.key.hex(),
        "person": "" if entry.profile == "admin" else entry.person,
        "groups": list(welcome.groups),
    }


def _may_join(context: Context, entry: Entry, group: str) -> bool:
    """Tell whether a project may be brought into a group: a new one, or one that the caller sees a project of."""
    members = context.store.catalog.members(group)
    return not members or any(entry.may_enter(project) for project in members)


def _offered(context: Context, record: Any) -> Project | None:
    """Read the project that a caller means; names and remotes are text from outside."""
    if record is None:
        return None
    try:
        evidence = [(str(kind), context.clean(str(value))[:_LONG]) for kind, value in record["evidence"]][:_MOST]
        identity, name = str(record["id"]), context.clean(str(record["name"]))[:_LONG]
    except (KeyError, TypeError, ValueError):
        raise ConfigError(
            "That is not a project.", hint="Use the same version on both sides.", code="bad-batch"
        ) from None
    if not is_id(identity, "project"):
        raise ConfigError("That is not a project.", hint="Use the same version on both sides.", code="bad-batch")
    return Project(ProjectId(identity), name, tuple(piece for piece in evidence if piece[0] in _EVIDENCE))


def _held(context: Context, entry: Entry, record: Record) -> Record:
    return {"held": _remote(context, entry).held(_key(context, entry, record))}


def _fetch(context: Context, entry: Entry, record: Record) -> Record:
    key = _key(context, entry, record)
    return encode_batch(_remote(context, entry).fetch(key, decode_ranges(record.get("held"))))


def _send(context: Context, entry: Entry, record: Record) -> Record:
    key = _key(context, entry, record)
    batch = decode_batch(record.get("batch") or {})
    taken = _remote(context, entry).send(key, batch)
    return replace(taken, refused=()).to_dict() | {"refused": [list(pair) for pair in taken.refused]}


def _judge(context: Context, entry: Entry, record: Record) -> Record:
    key = _key(context, entry, record)
    try:
        judged = [
            Judgement(
                MemoryId(str(item["memory"])), Standing(item["standing"]).value, "", str(item["commit"])[:64],
                render_time(min(parse_time(str(item["at"])), context.clock.now())),
            )
            for item in list(record["judged"])[:_JUDGED]
            if is_id(str(item["memory"]), "memory") and str(item["commit"]).isalnum()
        ]  # fmt: skip
    except (KeyError, TypeError, ValueError):
        raise ConfigError(
            "Those are not judgements.", hint="Use the same version on both sides.", code="bad-batch"
        ) from None
    _remote(context, entry).judge(key, judged)
    return {"judged": len(judged)}


def _key(context: Context, entry: Entry, record: Record) -> str:
    """Return the partition that is meant, where it is the caller's to see."""
    key = str(record.get("key", ""))
    level, _, name = key.partition(":")
    catalog = context.store.catalog
    if key == "user":
        return key
    if level == "project" and entry.may_enter(name) and is_id(name, "project") and catalog.has_project(ProjectId(name)):
        return key
    if level == "group" and name and any(entry.may_enter(project) for project in catalog.members(name)):
        return key
    raise NotFound("You have no access to that.", hint="Ask an administrator for access.", code="no-project")
