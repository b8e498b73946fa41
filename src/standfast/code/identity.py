"""Which project a repository is: evidence found in it, and the decision which known project that evidence means.

Owns: gathering evidence (root commit, remotes, the mirror's project id, the shared git folder) and `match`, a pure
function. Must not: mint ids or keep evidence; the store does. A project is never known by its folder's name.
Neighbours: `git.py`, `locate.py`.

A mirror's id and a remote's address are words that anybody can copy into any repository: alone they join nothing. They
choose between projects that the repository is akin to: by a root commit, which cannot be had without the history, by
its git folder, or by what the caller found out (`shares_history`). A person joins what cannot show that.

Order of proof: the mirror's id was written on purpose and travels with the code, so it decides even between copies of
one template. The same git folder is the same clone, however its history was rewritten. A remote is the same upstream.
A root commit is shared history; only the first-parent line's root counts, so that a subtree merge turns neither a
project into what was merged into it nor the reverse.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from standfast.code.locate import Checkout, is_shallow
from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from standfast.code.git import Git

_MARK = "standfast-id"
_MARKED = compile_later(r"[0-9a-f]{16}")
MIRROR_FILE = ".standfast/project.json"
_PROJECT_ID = compile_later(r"p[0-9a-z]{6}-[0-9a-z]{7}")
# Compiled where a remote is read: hooks load this module at every call and read none.
_SCP = r"(?:[^@/:]+@)?(?P<host>\[[^\]]+\]|[^/:@]{2,}):(?!//)(?P<path>.*)"
_URL = r"(?i)(?P<scheme>[a-z][a-z0-9+.-]*)://(?:[^/]*@)?(?P<host>\[[^\]]+\]|[^/:@]*)(?::\d+)?(?P<path>/.*)?"


class Evidence(Value):
    """What a repository shows of itself; `root` is where its first-parent line begins."""

    root: str = ""
    remotes: tuple[str, ...] = ()
    mirror_id: str = ""
    git_folder: str = ""
    mark: str = ""


class KnownProject(Value):
    """A project the store knows, with all evidence it was ever seen with (its mirror's ids: read or written)."""

    id: str
    roots: frozenset[str] = frozenset()
    remotes: frozenset[str] = frozenset()
    mirror_ids: frozenset[str] = frozenset()
    git_folders: frozenset[str] = frozenset()

    @property
    def marks(self) -> frozenset[str]:
        """The marks left in the git folders it was seen with, wherever those are now."""
        return frozenset(mark for name in self.git_folders if _MARKED.fullmatch(mark := name.rpartition("#")[2]))


class Match(Value):
    """The known project this is, and what proved it: `mirror`, `git-folder`, `remote` or `root`."""

    id: str
    proof: str


def gather_evidence(place: Checkout, git: Git | None) -> Evidence:
    """Collect what identifies the repository at `place`; without git, what can be read from files."""
    mirror = read_mirror_id(place.root) if place.root else ""
    folder = name_folder(place.common_dir)
    if git is None:
        return Evidence(mirror_id=mirror, git_folder=folder, mark=read_mark(place.common_dir))
    return Evidence(_find_root_commit(git), _list_remotes(git), mirror, folder, read_mark(place.common_dir))


def list_claimed(evidence: Evidence, known: Sequence[KnownProject]) -> list[KnownProject]:
    """List the projects whose id or remote the repository shows, without the root or the folder to prove it."""
    return [
        item
        for item in known
        if not _is_akin(evidence, item) and (_is_named(evidence, item) or _is_near(evidence, item))
    ]


def without_claims(evidence: Evidence, known: Sequence[KnownProject], akin: Container[str] = ()) -> Evidence:
    """Leave out a mirror's id that belongs to a project which this repository is not akin to."""
    others = [item for item in known if _is_named(evidence, item)]
    if not others or any(_is_akin(evidence, other) or other.id in akin for other in others):
        return evidence
    return Evidence(evidence.root, evidence.remotes, "", evidence.git_folder, evidence.mark)


def match(evidence: Evidence, known: Sequence[KnownProject], akin: Container[str] = ()) -> Match | None:
    """Say which known project the evidence means, or None for one never seen.

    `akin` are the projects that were found to share history with the repository, beyond what the evidence shows.
    """
    evidence = without_claims(evidence, known, akin)
    known = [item for item in known if _is_akin(evidence, item) or item.id in akin]
    mirror = evidence.mirror_id
    if mirror:
        for project in known:
            if _is_named(evidence, project):
                return Match(project.id, "mirror")
        # A teammate's mirror has just arrived in a clone we know; but whoever has an id of their own is another.
        known = [project for project in known if not project.mirror_ids]
    for project in known:
        if evidence.git_folder and evidence.git_folder in project.git_folders:
            return Match(project.id, "git-folder")
    for remote in evidence.remotes:
        for project in known:
            if remote in project.remotes:
                return Match(project.id, "remote")
    for project in known:
        if evidence.mark and evidence.mark in project.marks and not _went_apart(evidence, project):
            return Match(project.id, "mark")
    return None if mirror else _match_root(evidence, known)


def _is_akin(evidence: Evidence, project: KnownProject) -> bool:
    if evidence.mark and evidence.mark in project.marks and not _went_apart(evidence, project):
        return True
    return evidence.root in project.roots or evidence.git_folder in project.git_folders


def _went_apart(evidence: Evidence, project: KnownProject) -> bool:
    """Tell whether both have a home of their own, under different names: two services cut from one template.

    A fork keeps the name of what it was forked from; a clone by path has no home of its own yet.
    """
    ours = {_last_name(remote) for remote in evidence.remotes if not remote.startswith("file:")}
    theirs = {_last_name(remote) for remote in project.remotes if not remote.startswith("file:")}
    return bool(ours) and bool(theirs) and ours.isdisjoint(theirs)


def _last_name(remote: str) -> str:
    return remote.rpartition("/")[2]


def _is_named(evidence: Evidence, project: KnownProject) -> bool:
    mirror = evidence.mirror_id
    return bool(mirror) and (mirror == project.id or mirror in project.mirror_ids)


def _is_near(evidence: Evidence, project: KnownProject) -> bool:
    return not project.remotes.isdisjoint(evidence.remotes)


def shares_history(one: Git, other: Git) -> bool:
    """Tell whether two repositories begin alike, or one has the commit at which the other's history was cut off."""
    root, its_root = _find_root_commit(one), _find_root_commit(other)
    if root and its_root:
        return root == its_root
    return _has_end_of(one, other) or _has_end_of(other, one)


def _has_end_of(holder: Git, cut: Git) -> bool:
    if not is_shallow(cut.place):
        return False
    end = _find_first_commit(cut)
    if not end or not holder.find_commit(end):
        return False
    # Its own branches and upstream only: what was once fetched from elsewhere is no history of it.
    refs = ("refs/heads", "refs/remotes/origin")
    return bool(holder.find_line("for-each-ref", "--count=1", "--contains", end, *refs))


def _match_root(evidence: Evidence, known: Sequence[KnownProject]) -> Match | None:
    root = evidence.root
    holders = [project for project in known if root and root in project.roots and not _went_apart(evidence, project)]
    # Several projects from one template: guessing would mix them.
    return Match(holders[0].id, "root") if len(holders) == 1 else None


def read_mirror_id(root: str) -> str:
    """Read the project id that the mirror carries, or nothing."""
    try:
        value = json.loads(Path(root, MIRROR_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    text = value.get("id", "") if isinstance(value, dict) else ""
    return text if isinstance(text, str) and _PROJECT_ID.fullmatch(text) else ""


def normalise_remote(url: str) -> str:
    """Reduce the ways to write one remote to one: host and path, without scheme, user, password, port and `.git`."""
    text = url.strip()
    if "://" in text:
        found = re.fullmatch(_URL, text)
        if found is None:
            return ""
        if found["scheme"].lower() == "file":
            return "file:" + _clean_path(found["path"] or "")
        host, path = found["host"], found["path"] or ""
    elif (scp := re.fullmatch(_SCP, text)) is not None:
        host, path = scp["host"], scp["path"]
    else:
        return "file:" + _clean_path(text) if Path(text).is_absolute() else ""
    path = _clean_path(path).removeprefix("~/")
    # The large hosts ignore case in paths, and people do not keep to one spelling.
    return f"{host}/{path}".lower() if host and path else ""


def _clean_path(path: str) -> str:
    return re.sub(r"/+", "/", path.replace("\\", "/")).strip("/").removesuffix(".git").strip("/")


def name_folder(git_dir: str) -> str:
    """Name a git folder so that a folder made anew under the same path is another one: by the mark left in it.

    Without a mark, by its inode, which a file system gives to the next folder soon after the first is gone.
    """
    try:
        path = Path(git_dir).resolve()
        return f"{path}#{read_mark(git_dir) or path.stat().st_ino}"
    except OSError:
        return ""


def read_mark(git_dir: str) -> str:
    """Read the mark that tells this git folder from any other, or nothing."""
    try:
        text = Path(git_dir, _MARK).read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""
    return text.strip() if _MARKED.fullmatch(text.strip()) else ""


def leave_mark(git_dir: str) -> str:
    """Leave a mark in a git folder that has none, and return it; nothing where it cannot be written."""
    import os
    from contextlib import suppress

    from standfast.text.files import write_once

    if mark := read_mark(git_dir):
        return mark
    with suppress(OSError):
        write_once(Path(git_dir, _MARK), f"{os.urandom(8).hex()}\n".encode("ascii"))
    return read_mark(git_dir)  # of two who come at once, the first one's counts


def _find_root_commit(git: Git) -> str:
    """Find where the first-parent line begins; where a shallow clone ends is not a beginning."""
    root = _find_first_commit(git)
    if root and is_shallow(git.place):
        ends = Path(git.place.common_dir, "shallow").read_text(encoding="ascii", errors="replace").split()
        return "" if root in ends else root
    return root


def _find_first_commit(git: Git) -> str:
    return git.find_line("rev-list", "--first-parent", "--max-parents=0", "HEAD") if git.find_commit("HEAD") else ""


def _list_remotes(git: Git) -> tuple[str, ...]:
    """List normalised remotes, `origin` and `upstream` first."""
    answer = git.ask("config", "-z", "--get-regexp", r"^remote\..*\.url$")
    found: dict[str, str] = {}
    for entry in answer.out.split(b"\0"):
        key, _, url = entry.decode("utf-8", "surrogateescape").partition("\n")
        remote = normalise_remote(url)
        if remote:
            found.setdefault(key.removeprefix("remote.").removesuffix(".url"), remote)
    first = [found[name] for name in ("upstream", "origin") if name in found]
    return tuple(dict.fromkeys([*first, *found.values()]))
