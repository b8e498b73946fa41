"""The other side of a sync: another store, opened here; `wire` is the same over HTTP.

Owns what a side answers: which of its projects ours is, which operations it has, and batches out and in. Must not
choose what leaves: that is `leaving`, on the side that sends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from standfast.code.identity import Evidence, match
from standfast.config import SHARED
from standfast.context.context import Context
from standfast.context.here import PROOFS, as_known
from standfast.errors import ConfigError, Refused
from standfast.model.ids import ProjectId
from standfast.model.operation import Act
from standfast.model.value import Value, replace
from standfast.store.people import Judgement
from standfast.store.relational.exchange import read_carried
from standfast.store.values import Carried, Project
from standfast.sync.arriving import Arrived, take_in
from standfast.sync.batch import LARGEST, MOST, Batch
from standfast.sync.granted import Grant
from standfast.sync.leaving import stones_of
from standfast.sync.ranges import Ranges, lacking


class Welcome(Value):
    """What the other side says at first: its id of our project, its secret for tombstones, whose words it takes.

    `groups` are those that the project shares with over there; no `project` means that it is not known there.
    """

    project: str
    key: bytes
    person: str = ""
    groups: tuple[str, ...] = ()


class Remote(Protocol):
    """The other side."""

    name: str

    def meet(self, project: Project | None, groups: Sequence[str], *, create: bool) -> Welcome: ...
    def held(self, key: str) -> Ranges: ...
    def fetch(self, key: str, held: Ranges) -> Batch: ...
    def send(self, key: str, batch: Batch) -> Arrived: ...
    def judge(self, key: str, judgements: Sequence[Judgement]) -> None: ...
    def close(self) -> None: ...


class StoreRemote:
    """A store that this process opens itself: a database, or another store's folder; also what a server answers."""

    def __init__(self, context: Context, *, name: str = "", profile: str = "", person: str = "") -> None:
        self.context = context
        self.name = name
        self._grant = Grant(profile, person)

    def meet(self, project: Project | None, groups: Sequence[str], *, create: bool) -> Welcome:
        """Say which project of this side is meant; with `create`, one that was never seen is added."""
        catalog = self.context.store.catalog
        found = ""
        if project is not None:
            found = self._find(project)
            if not found and create:
                catalog.add_project(project)
                found = project.id
            for group in groups if create and found else ():
                catalog.join_group(group, ProjectId(found))
        joined = tuple(catalog.groups_of(ProjectId(found))) if found else ()
        return Welcome(found, self.context.purge_key, self._grant.person, joined)

    def _find(self, project: Project) -> str:
        catalog = self.context.store.catalog
        if catalog.has_project(project.id):
            return project.id
        pieces = [(kind, value) for kind, value in project.evidence if kind in PROOFS]
        named = {owner for kind, value, owner in catalog.find_project([*project.evidence]) if kind == "name"}
        if named:
            return min(named)
        candidates = dict.fromkeys(owner for _, _, owner in catalog.find_project(pieces))
        known = [as_known(catalog.get_project(owner)) for owner in candidates]
        held = as_known(project)
        evidence = Evidence(next(iter(held.roots), ""), tuple(sorted(held.remotes)), next(iter(held.mirror_ids), ""))
        found = match(evidence, known)
        return found.id if found else ""

    def held(self, key: str) -> Ranges:
        """Return which operations are there."""
        partition = self.context.store.find_partition(key)
        return partition.exchange.held() if partition is not None else {}

    def fetch(self, key: str, held: Ranges) -> Batch:
        """Return operations that the other side lacks, a batch of them."""
        partition = self.context.store.find_partition(key)
        if partition is None:
            return Batch()
        wanted = lacking(held, partition.exchange.held())
        chosen: list[Carried] = []
        size, more = 0, False
        for device, spans in wanted.items():
            for first, last in spans:
                if len(chosen) >= MOST or size >= LARGEST:
                    more = True
                    break
                for item in partition.exchange.carried(device, first, last, limit=MOST - len(chosen)):
                    chosen.append(item)
                    size += len(item.body or "") + len(item.header)
                    if size >= LARGEST:
                        break
                more = more or chosen_last(chosen) < last
        purged = {
            header.memory
            for header in (read_carried(item).header for item in chosen)
            if header.act is Act.PURGE and header.memory
        }
        return Batch(tuple(chosen), stones_of(partition, set(purged)), more)

    def send(self, key: str, batch: Batch) -> Arrived:
        """Take a batch in."""
        return take_in(self.context, self.context.store.partition(key), batch, self._grant)

    def judge(self, key: str, judgements: Sequence[Judgement]) -> None:
        """Note what a checkout says now of what is anchored in it."""
        partition = self.context.store.find_partition(key)
        if partition is not None and partition.judged is not None:
            with partition.writing():
                partition.judged.put(judgements)

    def close(self) -> None:
        """Let go of it."""
        self.context.close()


def chosen_last(chosen: Sequence[Carried]) -> int:
    """Return the number of the last operation chosen so far."""
    return read_carried(chosen[-1]).header.number if chosen else 0


def open_remote(context: Context, url: str, env: Mapping[str, str]) -> Remote:
    """Open the other side by its address: https://…, postgresql://…, or sqlite:///FOLDER of another store."""
    if url.startswith(("https://", "http://")):
        from standfast.sync.wire import HttpRemote

        return HttpRemote(url, read_token(context, env))
    if url.startswith(SHARED):
        settings = replace(context.settings, store_url=url, project="")
    elif url.startswith("sqlite://"):
        folder = Path(url.removeprefix("sqlite://")).expanduser().absolute()
        if not folder.is_dir():
            raise ConfigError(f"There is no store at {folder}.", hint="Name the folder of a store.", code="no-store")
        if folder.resolve() == context.settings.store_folder.resolve():
            raise Refused("That is this store itself.", hint="Name another one.", code="same-store")
        home = folder.parent if folder.name == "store" else folder
        settings = replace(context.settings, store_url=url, home=home, project="")
    else:
        hint = "Write https://HOST, postgresql://… or sqlite:///FOLDER; `standfast config set team URL` keeps it."
        raise ConfigError(f"{url!r} is not the address of a team.", hint=hint, code="bad-team")
    return StoreRemote(Context(settings, context.who, context.where, context.clock), name=url.partition("://")[0])


def read_token(context: Context, env: Mapping[str, str]) -> str:
    """Return the token for the server: from the environment, or from its file in the home."""
    told = env.get("STANDFAST_TOKEN", "").strip()
    if told:
        return told
    try:
        return (context.settings.home / "team-token").read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        hint = (
            "Ask an administrator for one, and set STANDFAST_TOKEN or write it into the file `team-token` of the home."
        )
        raise ConfigError("There is no token for the team's server.", hint=hint, code="no-token") from None
