"""Whether what a document names is there, since when it is not, and what comes nearest to it.

Owns: looking names up in one state of a repository: its files, makefiles, package scripts, extras and words.
Must not: guess: what cannot be decided counts as there. Neighbours: `names.py` (reads them), `instructions.py`.
"""

from __future__ import annotations

import posixpath
import re
from difflib import get_close_matches
from functools import cached_property

from standfast.code.git import decode
from standfast.code.qualified import last_name
from standfast.code.recipes import JUSTFILES, MAKEFILES, read_scripts, read_targets
from standfast.errors import StandfastError
from standfast.standing.documents import names
from standfast.standing.documents.gone import DOCUMENTS
from standfast.text.shell import only_talks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from standfast.code.runtimes import Runtime
    from standfast.code.snapshot import Snapshot

# What makes a makefile or a manifest, holds parts of one, or is another repository that may have one.
_MAKERS = {
    "makefile": re.compile(
        r"(?:^|/)(?:CMakeLists\.txt|configure(?:\.(?:ac|in|py))?|autogen\.sh|bootstrap(?:\.sh)?|Makefile[._-]\S*"
        r"|[^/]*\.(?:mk|pro|mak|make)|Kbuild|premake\d?\.lua|SConstruct|BSDmakefile)$",
        re.IGNORECASE,
    ),
    "justfile": re.compile(r"(?:^|/)[^/]*\.just$|(?:^|/)\.?justfile[._-]\S*$", re.IGNORECASE),
    "package.json": re.compile(
        r"(?:^|/)(?:package\.(?:json5|yaml|yml)|package[._-][^/]*\.json|deno\.jsonc?|rush\.json)$"
    ),
}
_OPEN = re.compile(r"^-?s?include\s|^%:|^\.DEFAULT|^import |^mod |^\$\(eval", re.MULTILINE)
_JUST_RECIPE = re.compile(r"^@?((?>[A-Za-z_][\w-]*\b))(?:[^\n:\"]|\"[^\"\n]*+\"|\")*+:(?!=)", re.MULTILINE)
_TASKS = frozenset((names.TARGET, names.RECIPE, names.SCRIPT))
_MOST_GREPPED = 1_000
_MOST_PACKAGES = 400
_MANAGER_WORDS = frozenset(("install", "add", "remove", "exec", "dlx", "init", "create", "test", "start", "publish"))


class Inventory:
    """What one state of a repository has, read as far as anyone asks."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._words: dict[str, bool] = {}

    @cached_property
    def paths(self) -> frozenset[str]:
        """Files, and the folders they are in."""
        files = self._snapshot.list_paths()
        folders = {parent for path in files for parent in _parents(path)}
        return frozenset(files) | folders

    @cached_property
    def tails(self) -> frozenset[str]:
        """Every way to name a file or folder by the end of its path."""
        return frozenset(
            "/".join(parts[start:]) for path in self.paths for parts in [path.split("/")] for start in range(len(parts))
        )

    @cached_property
    def makefile(self) -> frozenset[str] | None:
        """The targets of all makefiles; None where not all of them can be known."""
        return self._recipes(MAKEFILES)

    @cached_property
    def justfile(self) -> frozenset[str] | None:
        """The recipes of all justfiles, likewise."""
        return self._recipes(JUSTFILES)

    def _recipes(self, names_: Sequence[str]) -> frozenset[str] | None:
        sources = [source for path in self._named(names_)[:100] if (source := self._snapshot.find_source(path))]
        if not any("/" not in source.path for source in sources) and self._may_come(names_[0]):
            return None
        if any(_OPEN.search(source.text) for source in sources):
            return None
        if names_ is JUSTFILES:
            return frozenset(name for source in sources for name in _JUST_RECIPE.findall(source.text))
        return frozenset(name for source in sources for name in read_targets(source.text))

    def _may_come(self, name: str) -> bool:
        """Tell whether a file that is not at the top may be there all the same: made, kept out, or from elsewhere."""
        makers = _MAKERS[name.lower()]
        paths = self._snapshot.list_paths()
        known = any(path == ".gitmodules" or makers.search(path) is not None for path in paths)
        return known or self._is_ignored(name)

    def _named(self, wanted: Sequence[str]) -> list[str]:
        """List the files of these names, those nearest to the top of the repository first."""
        found = [path for path in self._snapshot.list_paths() if path.rpartition("/")[2] in wanted]
        return sorted(found, key=lambda path: (path.count("/"), path))

    @cached_property
    def scripts(self) -> dict[str, str] | None:
        """The scripts of all package manifests, and what each runs; None where not all of them can be known."""
        files = [path for path in self._named(("package.json",)) if "node_modules/" not in path]
        found: dict[str, str] = {}
        for path in files[:_MOST_PACKAGES]:
            source = self._snapshot.find_source(path)
            scripts = read_scripts(source.text) if source is not None else {}
            if scripts is None:
                return None
            found |= scripts
        return None if not files and self._may_come("package.json") else found

    @cached_property
    def manifests(self) -> str:
        """What says which extras, sessions and versions there are, as text."""
        files = self._named(("pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py"))[:40]
        return "\n".join(source.text for path in files if (source := self._snapshot.find_source(path)) is not None)

    def has(self, named: names.Named, folder: str) -> bool:
        """Tell whether what is named is there, seen from a document in `folder`; what cannot be told is there."""
        match named.kind:
            case names.PATH:
                return self._has_path(named.name, folder)
            case names.TARGET:
                return self._has_target(named.name, folder)
            case names.RECIPE:
                return self.justfile is None or _fits(named.name, self.justfile)
            case names.SCRIPT:
                return self.scripts is None or named.name in self.scripts or named.name in _MANAGER_WORDS
            case names.EXTRA | names.SESSION:
                return self._has_factor(named.name)
            case names.MODULE:
                return self._has_module(named.name)
            case names.VERSION:
                return self._has_version(named.name, folder)
        return self._words.get(named.name, True)

    def _has_target(self, name: str, folder: str) -> bool:
        if "/" in name or "." in name:
            return True
        known = self.makefile
        if known is None and not self._may_come(MAKEFILES[0]) and not self._has_above(MAKEFILES, folder):
            # One in another folder may take any name, and is not the one that is asked for here.
            known = self._list_targets(self._named(MAKEFILES)[:100])
        return known is None or _fits(name, known)

    def _has_above(self, wanted: Sequence[str], folder: str) -> bool:
        """Tell whether a file of these names is in a folder or above it."""
        above = [folder, *(_parents(folder) if folder else ()), ""]
        return any(posixpath.join(each, name) in self.paths for each in above for name in wanted)

    def _list_targets(self, paths: Sequence[str]) -> frozenset[str]:
        sources = (self._snapshot.find_source(path) for path in paths)
        return frozenset(name for source in sources if source for name in read_targets(source.text) if name != "%")

    def can_run(self, command: str) -> bool:
        """Tell whether the target, recipe or script that a command names is there; what cannot be told is."""
        if command.startswith("make ") and " -C" not in command and not self._may_make:
            return False  # a makefile in some folder is not the one that is asked for
        return all(self.has(item, "") for item in names.list_tasks(command) if item.kind in _TASKS)

    @cached_property
    def _may_make(self) -> bool:
        return any(name in self.paths for name in MAKEFILES) or self._may_come(MAKEFILES[0])

    def _has_path(self, name: str, folder: str) -> bool:
        wanted = posixpath.normpath(name.removeprefix("./").strip("/"))
        beside = posixpath.normpath(posixpath.join(folder, wanted))
        if wanted in self.paths or beside in self.paths or wanted in self.tails:
            return True
        return beside.startswith("..") or self._is_ignored(wanted) or self._is_ignored(beside)

    def _is_ignored(self, path: str) -> bool:
        git = self._snapshot.git
        if git is None or git.place.root == "":
            return False
        # It refuses literal paths, which is how everything else is asked.
        return git.ask("check-ignore", "--no-index", "--", path, f"{path}/", globs=True).code == 0

    def _has_factor(self, name: str) -> bool:
        if not self.manifests:
            return True
        parts = [part for part in re.split(r"[-.]", name) if part]
        whole = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", self.manifests)
        return whole is not None or all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", self.manifests) for part in parts)

    def _has_module(self, name: str) -> bool:
        parts = name.split(".")
        if parts[0] not in self.tails:
            return True  # not of this repository
        wanted = "/".join(parts)
        return wanted in self.tails or f"{wanted}.py" in self.tails or "/".join(parts[:-1]) + ".py" in self.tails

    def _has_version(self, name: str, folder: str) -> bool:
        from standfast.code.runtimes import ClaimedVersion, is_outdated

        runtime, _, version = name.rpartition(" ")
        said = ClaimedVersion(runtime, version.rstrip("+"), least=version.endswith("+"))
        return not is_outdated(said, self._asked(runtime, folder)[0])

    def _asked(self, runtime: str, folder: str) -> tuple[list[Runtime], str]:
        """Return what the nearest files at or above a folder ask for of a runtime, and the first of them."""
        from standfast.code.runtimes import FILES, read_runtimes

        while True:
            found = [
                (item, path)
                for file in sorted(FILES)
                if (path := posixpath.join(folder, file)) in self.paths
                and (source := self._snapshot.find_source(path)) is not None
                for item in read_runtimes(file, source.text)
                if item.name == runtime
            ]
            if found or not folder:
                return [item for item, _ in found], found[0][1] if found else ""
            folder = posixpath.dirname(folder)

    def look_up(self, wanted: Iterable[str]) -> None:
        """See which words stand anywhere in the repository but in documents, all with one search."""
        unknown = [word for word in dict.fromkeys(wanted) if word not in self._words][:_MOST_GREPPED]
        git = self._snapshot.git
        if not unknown or git is None:
            return
        last = {word: last_name(word) for word in unknown}
        # `SHOP_LOG_LEVEL` may be put together from a prefix and `LOG_LEVEL`.
        tails = {word: tail for word in unknown if "_" in (tail := word.partition("_")[2]) and word.isupper()}
        patterns = [part for word in sorted({*last.values(), *tails.values()}) for part in ("-e", word)]
        seen, failed = set(self._stems), False
        try:
            for where in self._snapshot.search_places():
                command = ("grep", "-h", "-o", "-w", "-I", "-F", *patterns, where, "--", ".", *DOCUMENTS)
                answer = git.ask(*command, globs=True)
                seen |= {word for word in decode(answer.out).split("\n") if word}
                failed = failed or answer.code > 1
        except StandfastError:
            return  # too large to look through: what cannot be told is there
        self._words.update({word: last[word] in seen or tails.get(word, "") in seen or failed for word in unknown})

    @cached_property
    def _stems(self) -> frozenset[str]:
        """What files and folders are called, without what says their sort: a module is called after its file."""
        return frozenset(path.rpartition("/")[2].lstrip(".").partition(".")[0] for path in self.paths) - {""}

    def nearest(self, named: names.Named, folder: str = "") -> str:
        """Return what is there and comes nearest to a name, or nothing."""
        match named.kind:
            case names.PATH:
                return self._nearest_path(named.name)
            case names.TARGET:
                known: Iterable[str] = self.makefile or ()
            case names.RECIPE:
                known = self.justfile or ()
            case names.SCRIPT:
                known = [name for name, does in (self.scripts or {}).items() if not only_talks(does)]
            case names.EXTRA | names.SESSION:
                known = re.findall(r"^[^\S\n]*\"?([\w-]+)\"?\s*=\s*\[", self.manifests, re.MULTILINE)
            case names.VERSION:
                asked, path = self._asked(named.name.rpartition(" ")[0], folder)
                return f"{asked[0].spec} ({path})" if asked else ""
            case _:
                return ""
        close = get_close_matches(named.name, list(known), n=1, cutoff=0.8)
        return next(iter([*close, *(name for name in known if _is_kin(named.name, name))]), "")

    def _nearest_path(self, name: str) -> str:
        wanted = name.removeprefix("./").strip("/")
        base = wanted.rpartition("/")[2]
        package = wanted.rpartition(".")[0]
        if package and any(path.startswith(f"{package}/") for path in self.paths):
            return f"{package}/"  # the module became a package
        same = [path for path in self.paths if path.rpartition("/")[2] == base]
        pool = (
            same or [path for path in self.paths if path.rpartition("/")[0] == wanted.rpartition("/")[0]] or self.paths
        )
        close = get_close_matches(wanted, sorted(pool)[:4_000], n=1, cutoff=0.6)
        return close[0] if close else (same[0] if len(same) == 1 else "")


def _is_kin(name: str, other: str) -> bool:
    """Tell whether two names share a word (`test-all`, `test-unit`), or one is short for the other (`docs`)."""
    words, others = (set(re.split(r"[^a-z0-9]+", item.lower())) for item in (name, other))
    return not words.isdisjoint(others) or (len(name) > 3 and other.startswith(name.rstrip("s")))


def _fits(name: str, targets: frozenset[str]) -> bool:
    if name in targets:
        return True
    patterns = [target.split("%", 1) for target in targets if "%" in target]
    return any(name.startswith(front) and name.endswith(end) for front, end in patterns)


def _parents(path: str) -> Iterable[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
