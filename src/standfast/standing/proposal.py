"""What a change is worth remembering for, read off its structure: nothing is guessed, nothing is invented.

Owns: finding moved or renamed definitions, dependencies that came and went, commands that run something else now, and
reverts, between a commit and a state of the repository; each with the anchors and commits that show it. Must not:
store anything. Neighbours: `snapshot.py`, `code.manifests`, `command.py`.
"""

import re
from collections.abc import Iterator, Sequence

from standfast.code.git import Git, PathChange
from standfast.code.manifests import is_lock
from standfast.code.recipes import JUSTFILES, MAKEFILES, read_scripts, read_targets
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.model.value import Value
from standfast.standing.anchors.dependency import packages_by_name
from standfast.text.lines import one_line

_MOST = 20
_MAX_FILES = 400
_TELLING = 12  # tokens; a smaller body is easily the same by chance
_REVERTED = re.compile(r"This reverts commit ([0-9a-f]{7,64})")


class Proposal(Value):
    """One thing a change says, in words made of names alone, with where to see it."""

    kind: str
    title: str
    text: str
    why: str
    anchors: tuple[str, ...]
    evidence: tuple[str, ...]


def propose(snapshot: Snapshot, base: str) -> list[Proposal]:
    """List what the change from a commit to this state is worth remembering for, the weightiest first."""
    git = snapshot.git
    changes = snapshot.find_changes(base)
    if git is None or changes is None:
        return []
    change = _Change(snapshot, git, base, changes)
    found = [*_reverts(change), *_dependencies(change), *_commands(change), *_definitions(change), *_files(change)]
    return list({(item.kind, item.text): item for item in found}.values())[:_MOST]


class _Change:
    """A change with both of its sides."""

    def __init__(self, snapshot: Snapshot, git: Git, base: str, changes: Sequence[PathChange]) -> None:
        self.snapshot = snapshot
        self.git = git
        self.base = base
        latest = {change.path: change for change in changes}
        self.changes = list(latest.values())[:_MAX_FILES]
        olds = [change.old or change.path for change in self.changes]
        self._before = git.find_blobs(f"{base}:{path}" for path in olds)

    def before(self, path: str) -> Source | None:
        """Open a file as it was."""
        data = self._before.get(f"{self.base}:{path}")
        return Source(path, data) if data is not None else None

    def after(self, path: str) -> Source | None:
        """Open a file as it is."""
        return self.snapshot.sources.find(path)

    def commits(self, *paths: str) -> tuple[str, ...]:
        """Name the commits that did it, the latest first; none when it is not committed yet."""
        head = self.snapshot.head
        out = self.git.ask("log", "-3", "--format=%H", f"{self.base}..{head}", "--", *(path for path in paths if path))
        return tuple(f"commit:{sha}" for sha in out.out.decode("ascii", "replace").split())

    def why(self, *paths: str) -> str:
        """Quote the subject of the commit that did it last."""
        head = self.snapshot.head
        subject = self.git.find_line("log", "-1", "--format=%h %s", f"{self.base}..{head}", "--", *paths)
        return f"commit {subject}" if subject else ""


def _reverts(change: _Change) -> Iterator[Proposal]:
    form = "--format=%H%x00%s%x00%b%x01"
    out = change.git.ask("log", "--no-merges", form, f"{change.base}..{change.snapshot.head}").out.decode(
        "utf-8", "replace"
    )
    for entry in out.split("\x01"):
        sha, _, rest = entry.strip().partition("\0")
        _, _, body = rest.partition("\0")
        found = _REVERTED.search(body)
        if not sha or found is None:
            continue
        undone = change.git.find_line("log", "-1", "--format=%s", found[1]) or found[1][:12]
        said = " ".join(_REVERTED.sub("", body).strip(" .\n").split())
        yield Proposal(
            "attempt",
            f"Reverted: {undone}",
            f"“{undone}” ({found[1][:12]}) was tried and reverted by {sha[:12]}.",
            said,
            (f"commit:{sha}",),
            (f"commit:{sha}", f"commit:{found[1]}"),
        )


def _dependencies(change: _Change) -> Iterator[Proposal]:
    for item in change.changes:
        old, new = change.before(item.old or item.path), change.after(item.path) if item.status != "D" else None
        if is_lock(item.path):
            continue  # it moves with what others need; what people ask for stands in the manifest
        before = packages_by_name(item.path, old.text) if old else {}
        after = packages_by_name(item.path, new.text) if new else {}
        if not before or (new is not None and not after):
            continue
        gone, come = sorted(before.keys() - after.keys()), sorted(after.keys() - before.keys())
        evidence, why = change.commits(item.path), change.why(item.path)
        if len(gone) == 1 and len(come) == 1:
            text = f"{item.path} asks for {come[0]} where it asked for {gone[0]}."
            yield Proposal("fact", f"{gone[0]} gave way to {come[0]}", text, why, (f"dep:{come[0]}",), evidence)
            continue
        for name in gone:
            text = f"{item.path} no longer asks for {name}."
            yield Proposal("fact", f"{name} was removed", text, why, (item.path,) if new else (), evidence)
        for name in before.keys() & after.keys():
            then, now = before[name][0].wanted, after[name][0].wanted
            if _major(then) != _major(now):
                text = f"{item.path} asks for {name} {now}; it was {then}."
                yield Proposal("fact", f"{name} went to {now}", text, why, (f"dep:{name}",), evidence)


def _major(version: str) -> str:
    found = re.search(r"\d+", version)
    return found[0] if found else ""


def _commands(change: _Change) -> Iterator[Proposal]:
    for item in change.changes:
        name = item.path.rpartition("/")[2]
        if name != "package.json" and name not in (*MAKEFILES, *JUSTFILES):
            continue
        old, new = change.before(item.old or item.path), change.after(item.path)
        if old is None or new is None:
            continue
        runner = "npm run" if name == "package.json" else "just" if "just" in name.lower() else "make"
        before, after = (
            (read_scripts(text) or {}) if name == "package.json" else read_targets(text)
            for text in (old.text, new.text)
        )
        evidence, why = change.commits(item.path), change.why(item.path)
        for word in sorted(before):
            command = f"{runner} {word}"
            anchor = (f"cmd:{command}",) if "/" not in item.path else (item.path,)
            if word not in after:
                text = f"`{command}` is no longer in {item.path}."
                yield Proposal("fact", f"`{command}` is gone", text, why, (item.path,), evidence)
            elif after[word] != before[word]:
                text = f"`{command}` now runs: {_short(after[word])}. Before: {_short(before[word])}."
                yield Proposal("procedure", f"`{command}` runs something else", text, why, anchor, evidence)


def _short(text: str) -> str:
    return one_line(text, 160).rstrip(".")


def _definitions(change: _Change) -> Iterator[Proposal]:
    """Find definitions that are elsewhere, or called otherwise, and otherwise the same."""
    gone: dict[str, list[tuple[str, str]]] = {}
    come: dict[str, list[tuple[str, str]]] = {}
    for item in change.changes:
        old_path = item.old or item.path
        old = change.before(old_path)
        new = change.after(item.path) if item.status != "D" else None
        before, after = _digests(old), _digests(new)
        for name, digest in before.items():
            if name not in after:
                gone.setdefault(digest, []).append((old_path, name))
        for name, digest in after.items():
            if name not in before:
                come.setdefault(digest, []).append((item.path, name))
    for digest, sources in gone.items():
        targets = come.get(digest, [])
        if len(sources) != 1 or len(targets) != 1:
            continue  # gone for good, or there are several it could be
        (was, old_name), (path, new_name) = sources[0], targets[0]
        evidence, why = change.commits(was, path), change.why(was, path)
        moved = was != path
        said = f"`{old_name}` moved from {was} to {path}" if moved else f"`{old_name}` in {path}"
        tail = f" and is called `{new_name}` now" if moved else f" is called `{new_name}` now"
        text = said + (tail if new_name != old_name else "") + "; what it does did not change."
        title = f"{old_name} is {path}::{new_name}" if moved else f"{old_name} is {new_name}"
        yield Proposal("fact", title, text, why, (f"{path}::{new_name}",), evidence)


def _digests(source: Source | None) -> dict[str, str]:
    """Return what each definition outside of functions is, where it is large enough to be known again."""
    if source is None or source.is_binary:
        return {}
    found: dict[str, str] = {}
    for symbol in source.symbols:
        digest = source.digest(symbol)
        if len(symbol.path) == 1 and digest.weight >= _TELLING and not symbol.name.startswith("_"):
            found[symbol.name] = digest.exact
    return found


def _files(change: _Change) -> Iterator[Proposal]:
    """Find files that were renamed; many from one folder to another are one move."""
    moves: dict[tuple[str, str], list[PathChange]] = {}
    for item in change.changes:
        if item.old and item.status == "R":
            key = (item.old.rpartition("/")[0], item.path.rpartition("/")[0])
            moves.setdefault(key, []).append(item)
    for (was, now), members in moves.items():
        if was != now and len(members) > 1 and now:
            text = f"{len(members)} files of {was or 'the top folder'}/ are in {now}/ now."
            paths = [member.path for member in members[:4]]
            yield Proposal("fact", f"{was or '.'}/ is {now}/", text, change.why(*paths), (now,), change.commits(*paths))
            continue
        for member in members:
            text = f"{member.old} is {member.path} now."
            evidence, why = change.commits(member.old, member.path), change.why(member.old, member.path)
            yield Proposal("fact", f"{member.old} is {member.path}", text, why, (member.path,), evidence)
