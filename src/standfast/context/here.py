"""Where a caller stands: which project this folder belongs to, on which branch.

The fast path reads files only and starts no program: hooks take it at every call. A repository that only claims to be a
known project, with no history to show for it, is a project of its own until a person joins them.
"""

from __future__ import annotations

from pathlib import Path

from standfast.code.identity import (
    Evidence,
    KnownProject,
    gather_evidence,
    leave_mark,
    list_claimed,
    match,
    name_folder,
    read_mirror_id,
    shares_history,
    without_claims,
)
from standfast.code.locate import Checkout, find_bare, find_branch, find_checkout, read_head
from standfast.errors import ConfigError
from standfast.model.ids import ProjectId, is_id, mint
from standfast.model.value import Value
from standfast.store.values import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from standfast.code.git import Git
    from standfast.store.contract import Catalog
    from standfast.store.home import Home

    Clean = Callable[[str], str]

_OTHERS = (".jj", ".hg", ".svn", ".bzr", "_darcs", ".fslckout")
PROOFS = {"root": "roots", "remote": "remotes", "mirror": "mirror_ids"}
"""The kinds of evidence that prove a project wherever it is cloned, and where a known project has them."""


class Here(Value):
    """A project (empty where there is none), its folder, the branch, and the folder inside it."""

    project: ProjectId = ProjectId("")
    name: str = ""
    root: Path | None = None
    branch: str = ""
    commit: str = ""
    inside: str = ""
    by: str = "git"
    """What makes it a project: its repository (`git`, `bare`), its `name`, or only the `folder`."""


def find_here(catalog: Catalog, home: Home, where: Path, named: str, *, clean: Clean = str) -> Here:
    """Find the project at `where`; a project never seen before is added to the catalogue.

    `clean` is what every name goes through before it is looked up or written.
    """
    place = find_checkout(str(where))
    if named:
        root = Path(place.root) if place else None
        return _with_head(_named(catalog, clean(named)), named, place, root, where)
    if place is None:
        return _bare(catalog, home, where, clean) or _folder(catalog, home, where, clean)
    project = _known(catalog, home, place, clean) or _adopt(catalog, home, place, clean)
    return _with_head(project, Path(place.root).name, place, Path(place.root), where)


def _bare(catalog: Catalog, home: Home, where: Path, clean: Clean) -> Here | None:
    """Return the project of a repository without a working tree at this very place."""
    folder = find_bare(str(where))
    if folder is None:
        return None
    place = Checkout("", folder, folder)
    project = _known(catalog, home, place, clean) or _adopt(catalog, home, place, clean)
    return Here(project, _name_of(place), branch=find_branch(place, read_head(place)), by="bare")


def _folder(catalog: Catalog, home: Home, where: Path, clean: Clean) -> Here:
    """Return the project of a folder that no Git repository is around: of another system's checkout, or by itself.

    A folder below one that is a project already belongs to it, but not to a whole home or disk.
    """
    start = where.absolute()
    above = [start, *start.parents]
    checkout = next((item for item in above if any((item / name).exists() for name in _OTHERS)), None)
    if checkout is None:
        homes = {Path.home(), *Path.home().parents, Path(start.anchor)}
        around = [item for item in above if item == start or item not in homes]
        checkout = next((item for item in around if _seen(catalog, home, clean(name_folder(str(item))))), start)
    name = clean(name_folder(str(checkout)))
    project = home.ensure_folder(name, ProjectId(mint("project")))
    if not catalog.has_project(project):
        catalog.add_project(Project(project, clean(checkout.name or "/"), ()))
    return Here(project, checkout.name or "/", by="folder")


def _seen(catalog: Catalog, home: Home, name: str) -> bool:
    return any(catalog.has_project(project) for project in home.find_projects(name))


def _name_of(place: Checkout) -> str:
    return Path(place.root or place.git_dir).name.removesuffix(".git")


def _with_head(project: ProjectId, name: str, place: Checkout | None, root: Path | None, where: Path) -> Here:
    if place is None or root is None:
        return Here(project, name, by="name")
    head = read_head(place)
    inside = where.absolute().relative_to(root).as_posix() if where.absolute().is_relative_to(root) else ""
    return Here(project, name, root, find_branch(place, head), head.commit, "" if inside == "." else inside)


def _named(catalog: Catalog, name: str) -> ProjectId:
    if len(name) > 200 or "\0" in name:
        raise ConfigError("That is not a name for a project.", hint="Use up to 200 characters in STANDFAST_PROJECT.")
    if is_id(name, "project") and catalog.has_project(ProjectId(name)):
        return ProjectId(name)
    found = catalog.find_project([("name", name)])
    if found:
        return found[0][2]
    return catalog.ensure_project(Project(ProjectId(mint("project")), name, (("name", name),)))


def _known(catalog: Catalog, home: Home, place: Checkout, clean: Clean) -> ProjectId | None:
    """Return the project this git folder was seen with before, unless its mirror says otherwise."""
    found = home.find_projects(clean(name_folder(place.common_dir)))
    if len(found) != 1 or not catalog.has_project(found[0]):
        return None
    project = found[0]
    mirror = read_mirror_id(place.root) if place.root else ""
    if mirror and mirror != project and not catalog.find_project([("mirror", mirror)]):
        return None
    return project


def _adopt(catalog: Catalog, home: Home, place: Checkout, clean: Clean) -> ProjectId:
    from standfast.code.git import find_git

    git = find_git(place.root or place.git_dir)
    leave_mark(place.common_dir)
    evidence = gather_evidence(place, git)
    known = [as_known(project, home.folders_of(project.id)) for project in catalog.projects()]
    akin = {item.id for item in list_claimed(evidence, known) if git is not None and _is_akin(git, item)}
    proven = without_claims(evidence, known, akin)
    pieces = _pieces(proven, clean)
    matched = match(proven, known, akin)
    folder = clean(proven.git_folder)
    if matched:
        project = catalog.get_project(ProjectId(matched.id))
        catalog.add_project(Project(project.id, project.name, pieces))
        home.add_folder(folder, project.id)
        return project.id
    fresh = home.ensure_folder(folder, ProjectId(proven.mirror_id or mint("project")))
    catalog.add_project(Project(fresh, clean(_name_of(place)), pieces))
    return fresh


def _is_akin(git: Git, project: KnownProject) -> bool:
    """Look into the clones that are known of a project; one seen without a root has one now, or was cut off."""
    clones = [folder for name in project.git_folders if name_folder(folder := name.rpartition("#")[0]) == name]
    if not clones:
        return not project.roots  # nothing is left that could say otherwise
    return any(shares_history(git, git.of_folder(folder)) for folder in clones)


def list_claims(catalog: Catalog, here: Here) -> list[ProjectId]:
    """List older projects whose id or remote the repository at hand shows without being theirs: a person may join."""
    if not here.project or here.root is None:
        return []
    shown = [piece for piece in catalog.get_project(here.project).evidence if piece[0] in {"remote", "mirror"}]
    mirror = read_mirror_id(str(here.root))
    named = {project for _, _, project in catalog.find_project([*shown, ("mirror", mirror)])} | {mirror}
    order = [project.id for project in catalog.projects()]
    return [item for item in order[: order.index(here.project)] if item in named]


def join_project(catalog: Catalog, home: Home, here: Here, project: ProjectId, *, clean: Clean = str) -> None:
    """Make the repository at hand a clone of a known project; what it learned under its own id stays there."""
    from standfast.code.git import find_git

    place = find_checkout(str(here.root)) if here.root else None
    if place is None:
        raise ConfigError("This is not a Git repository.", hint="Go to the clone that is to join.", code="no-project")
    known = catalog.get_project(project)
    evidence = gather_evidence(place, find_git(place.root))
    catalog.move_evidence(here.project, Project(known.id, known.name, _pieces(evidence, clean)))
    home.move_folder(clean(evidence.git_folder), known.id)


def _pieces(evidence: Evidence, clean: Clean) -> tuple[tuple[str, str], ...]:
    pieces = [("root", evidence.root), ("mirror", evidence.mirror_id)]
    pieces += [("remote", remote) for remote in evidence.remotes]
    return tuple((kind, clean(value)) for kind, value in pieces if value)


def as_known(project: Project, folders: Iterable[str] = ()) -> KnownProject:
    """Return a project as what is found in a repository is compared with it."""
    held: dict[str, set[str]] = {name: set() for name in PROOFS.values()}
    for kind, value in project.evidence:
        if kind in PROOFS:
            held[PROOFS[kind]].add(value)
    known = {name: frozenset(values) for name, values in held.items()}
    return KnownProject(project.id, git_folders=frozenset(folders), **known)
