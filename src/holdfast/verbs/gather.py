"""Gather: the files of a repository, or at a path, that say what is already known, and what they say."""

from __future__ import annotations

import os
from pathlib import Path

from holdfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from holdfast.capture.importers.finding import Finding
    from holdfast.repo.git import Git

_FILES = 500
_WALKED = 20_000
_BYTES = 400_000
_SKIP = {".git", "node_modules", ".venv", "venv", "target", "dist", "build", "__pycache__", ".holdfast"}
_ENDINGS = (".md", ".mdc", ".markdown", ".txt")


class Found(Value):
    """Files to read: form → (name, path). `whole`: these are all there are, so that what is missing is gone."""

    files: Mapping[str, Sequence[tuple[str, Path]]]
    paths: frozenset[str] = frozenset()
    inside: bool = True
    whole: bool = True


def gather(root: Path, git: Git | None) -> Found:
    """Return the files of a repository that say what is already known."""
    from holdfast.capture.importers.discover import ROOT_NAMES, sort_paths

    paths = [*git.list_tracked(), *git.list_untracked()] if git and git.place.root else list(_walk(root))
    sorted_paths = sort_paths([*paths, *(name for name in ROOT_NAMES if (root / name).is_file())])
    forms = {
        "instructions": sorted_paths.instructions,
        "adr": sorted_paths.decisions,
        "postmortems": sorted_paths.incidents,
        "agent-context": sorted_paths.context,
    }
    seen: set[str] = set()
    files = {form: _real(root, names, seen) for form, names in forms.items()}
    return Found(files, frozenset(paths))


def gather_path(form: str, path: Path, root: Path | None) -> Found:
    """Return the file, or the files of the folder, that a person named."""
    real = path.resolve()
    inside = root is not None and real.is_relative_to(root.resolve())
    base = root.resolve() if root is not None and inside else real.parent
    members = [real] if real.is_file() else [real / name for name in _walk(real) if name.endswith(_ENDINGS)]
    names = [(one.relative_to(base).as_posix(), one) for one in members[:_FILES]]
    return Found({form: names}, inside=inside, whole=False)


def _walk(root: Path) -> Iterator[str]:
    seen = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _SKIP)
        for name in sorted(names):
            seen += 1
            if seen > _WALKED:
                return
            yield (Path(folder) / name).relative_to(root).as_posix()


def _real(root: Path, names: Sequence[str], seen: set[str]) -> list[tuple[str, Path]]:
    """Return files that lie in the repository; one file under two names counts once, a link out of it not at all."""
    found = []
    top = root.resolve()
    for name in sorted(names, key=lambda one: (one.count("/"), one))[:_FILES]:
        real = (root / name).resolve()
        if str(real) not in seen and real.is_relative_to(top) and real.is_file():
            seen.add(str(real))
            found.append((name, real))
    return found


def read_findings(form: str, name: str, path: Path) -> list[Finding]:
    """Return what one file says; nothing when it cannot be read or is no text."""
    try:
        with path.open("rb") as file:
            text = file.read(_BYTES).decode("utf-8", "replace")
    except OSError:
        return []
    if "\0" in text:
        return []
    if form == "adr":
        from holdfast.capture.importers.decisions import read_decision

        decision = read_decision(name, text)
        return [decision] if decision else []
    if form == "postmortems":
        from holdfast.capture.importers.incidents import read_incident

        incident = read_incident(name, text)
        return [incident] if incident else []
    if form == "agent-context":
        from holdfast.capture.importers.context_folder import read_context

        return read_context(name, text)
    from holdfast.capture.importers.instructions import read_instructions

    return read_instructions(name, text)
