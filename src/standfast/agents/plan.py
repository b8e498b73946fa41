"""What setup would change, doing it, and undoing it: one list of file changes, a manifest, backups.

Owns `plan`, `apply` and `undo`. Files are written whole or not at all, through symbolic links, with their mode kept.
Undo gives back the very bytes when nobody wrote since, and otherwise takes out our pieces and nothing else.
Neighbours: each agent's `edits` (what to write), `edit.files` (how), `manifest` (what was done), `written` (atomic
writes); the faces show and confirm.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from standfast.agents import NAMES, get_agent
from standfast.agents.edit.files import apply_edits, undo_edits
from standfast.agents.edit.kinds import Edit, WholeFile
from standfast.agents.manifest import FileChange, Manifest, Record, digest, distinct, is_blank
from standfast.agents.site import Site
from standfast.agents.written import delete, read_bytes, write
from standfast.errors import ConfigError, StandfastError
from standfast.text.files import sweep
from standfast.text.lock import held

_WAIT_S = 20.0


@dataclass(frozen=True, slots=True)
class FoundAgent:
    """An agent that is installed here, and by what it was recognised."""

    name: str
    title: str
    by: str


def detect(home: str, env: Mapping[str, str], platform: str) -> list[FoundAgent]:
    """List the agents installed here: a configuration folder, or a program on the search path."""
    site = Site("user", home, "", env, platform, "")
    found = []
    for name in NAMES:
        agent = get_agent(name)
        folder = next((path for path in agent.folders(site) if Path(path).is_dir()), None)
        program = next(filter(None, (shutil.which(tool, path=env.get("PATH", "")) for tool in agent.binaries)), None)
        if folder or program:
            found.append(FoundAgent(name, agent.title, folder or program or ""))
    return found


def plan(
    agents: Iterable[str],
    level: str,
    *,
    home: str,
    project_root: str,
    env: Mapping[str, str],
    platform: str,
    executable: str,
    trust: bool = False,
    folder: str = "",
) -> list[FileChange]:
    """Work out every file that setup would write; files that already say so are in the list with no change.

    With `trust` the agents' own records are told that these hooks are trusted, with `folder` that this folder is: only
    where a person asks for it.
    """
    if level not in ("user", "project"):
        raise ConfigError(f"there is no level {level!r}", hint="Choose user or project.")
    site = Site(level, home, project_root, env, platform, executable)
    by_path: dict[str, list[tuple[str, Edit]]] = {}
    chosen = list(agents)
    for name in chosen:
        for edit in get_agent(name).edits(site):
            by_path.setdefault(edit.path, []).append((name, edit))
    changes = {path: change_of(path, edits) for path, edits in by_path.items()}
    written = {path: change.after for path, change in changes.items() if change.after is not None}
    for name in chosen if trust else ():
        agent = get_agent(name)
        for edit in (*agent.trusts(site, written), *(agent.trusts_folder(site, folder) if folder else ())):
            by_path.setdefault(edit.path, []).append((name, edit))
            changes[edit.path] = change_of(edit.path, by_path[edit.path])
    return list(changes.values())


def change_of(path: str, edits: Sequence[tuple[str, Edit]]) -> FileChange:
    """Work out one file."""
    change = FileChange(
        path,
        None,
        None,
        why=tuple(dict.fromkeys(edit.why for _, edit in edits if edit.why)),
        agents=tuple(dict.fromkeys(name for name, _ in edits)),
        executable=any(isinstance(edit, WholeFile) and edit.executable for _, edit in edits),
        edits=tuple(edits),
    )
    try:
        before = read_bytes(path)
        change = replace(change, before=before, after=before)
        after, _ = apply_edits(before, distinct(edits))
    except StandfastError as problem:
        located = StandfastError(f"{path}: {problem.message}", hint=problem.hint, code=problem.code)
        return replace(change, problem=located)
    return replace(change, after=after)


def apply(changes: Iterable[FileChange], *, backups: str, manifest: str) -> list[FileChange]:
    """Write the changes, keep what was there, remember what is ours; returns what was written."""
    with _alone(manifest):
        return _apply(changes, Path(backups), manifest)


def _alone(manifest: str) -> AbstractContextManager[bool]:
    """Keep another setup from writing the same files and the manifest meanwhile."""
    folder = Path(manifest).parent
    with suppress(OSError):
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the home: its mode is not that of a parent
        folder.mkdir(mode=0o700, exist_ok=True)
    return held(folder / "setup.lock", wait_s=_WAIT_S)


def _apply(changes: Iterable[FileChange], backups: Path, manifest: str) -> list[FileChange]:
    book = Manifest.load(manifest)
    done: list[FileChange] = []
    for change in changes:
        if change.problem is not None:
            continue
        current = read_bytes(change.path)
        after, pieces = apply_edits(current, distinct(change.edits))
        if after == current and change.path not in book.files:
            continue
        done.append(replace(change, before=current, after=after))
        book.record(done[-1], pieces, backups)
    # The manifest goes first: a record of a change that did not happen is harmless, the reverse is not.
    if done:
        book.save()
    done = [change for change in done if change.changes]
    for change in done:
        sweep(os.path.realpath(change.path))
        assert change.after is not None
        write(change.path, change.after, executable=change.executable)
    return done


def undo(
    *, manifest: str, agents: Iterable[str] | None = None, under: str | None = None, dry_run: bool = False
) -> list[FileChange]:
    """Take back what setup wrote, for all agents or some, everywhere or below one folder; returns what was changed."""
    leaving = set(NAMES if agents is None else agents)
    if dry_run:
        return _undo(Manifest.load(manifest), leaving, under, dry_run=True)
    with _alone(manifest):
        return _undo(Manifest.load(manifest), leaving, under, dry_run=False)


def _undo(book: Manifest, leaving: set[str], under: str | None, *, dry_run: bool) -> list[FileChange]:
    done = []
    for path, record in list(book.files.items()):
        if under is not None and not Path(path).is_relative_to(under):
            continue
        change = undone(path, record, leaving)
        if change is None:
            continue
        done.append(change)
        if dry_run or change.problem is not None:
            continue
        sweep(os.path.realpath(path))
        if change.changes:
            delete(path) if change.after is None else write(path, change.after)
        book.forget_undone(change, leaving)
    if not dry_run and done:
        # Last: taking out twice what is already out changes nothing.
        book.tidy()
        book.save()
    return done


def undone(path: str, record: Record, leaving: set[str]) -> FileChange | None:
    """Work out a file without the agents that leave; None when it is none of theirs."""
    users = {name for part in record.parts for name in part.agents}
    if not users & leaving:
        return None
    gone = [part.piece for part in record.parts if part.agents <= leaving and part.piece]
    stays = any(part.agents - leaving for part in record.parts)
    why = ("undo: takes out what setup wrote",)
    change = FileChange(path, None, None, why, agents=tuple(sorted(users & leaving)))
    try:
        current = read_bytes(path)
        change = replace(change, before=current, after=current)
        if current is None or (stays and not gone):
            return change
        if not stays and digest(current) == record.after:
            return replace(change, after=record.original(current))
        if any(piece.kind == "whole" for piece in gone) and digest(current) != record.after:
            raise ConfigError("it was changed since setup wrote it", hint="Remove it by hand if you do not need it.")
        after = undo_edits(current, gone)
    except StandfastError as problem:
        located = StandfastError(f"{path}: {problem.message}", hint=problem.hint, code=problem.code)
        return replace(change, problem=located)
    if record.created and not stays and is_blank(after):
        after = None
    return replace(change, after=after)
