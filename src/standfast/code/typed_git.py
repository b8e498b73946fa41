"""Git as it is typed in a command line: which commits it makes, which it brings, and what it does to Git's own hooks.

Owns the options of Git that matter for that, and which of them take the next word. Must not start Git: an alias is
looked up by the caller. Neighbours: `text.runs` reads the line.
"""

from __future__ import annotations

from standfast.model.value import Value, replace
from standfast.text.runs import Run, joined, list_runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_LONGEST = 256 * 1024  # characters: no system hands a shell a longer line
_GLOBAL = frozenset(
    ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--attr-source", "--exec-path")
)
# Options of a verb that take the next word: letters, and long names in full (Git takes any clear beginning of one).
_VALUED = {
    "commit": ("mFcCt", "message file author date reuse-message reedit-message fixup squash template cleanup trailer"),
    "merge": ("mFsX", "message file strategy strategy-option into-name cleanup"),
    "rebase": ("xsXC", "onto exec strategy strategy-option"),
    "pull": ("sXj", "strategy strategy-option upload-pack depth jobs server-option refmap negotiation-tip"),
    "reset": ("", "pathspec-from-file"),
}
# fmt: off
_KNOWN = frozenset((
    "add", "am", "apply", "archive", "bisect", "blame", "branch", "bundle", "cat-file", "check-ignore",
    "checkout", "cherry", "cherry-pick", "clean", "clone", "commit", "commit-tree", "config", "describe",
    "diff", "difftool", "fetch", "format-patch", "fsck", "gc", "grep", "help", "hash-object", "init", "log",
    "ls-files", "ls-remote", "ls-tree", "merge", "merge-base", "merge-file", "mv", "notes", "pull", "push",
    "range-diff", "read-tree", "rebase", "reflog", "remote", "reset", "restore", "rev-list", "rev-parse",
    "revert", "rm", "shortlog", "show", "show-ref", "sparse-checkout", "stage", "stash", "status", "submodule",
    "switch", "symbolic-ref", "tag", "update-index", "update-ref", "version", "whatchanged", "worktree",
    "write-tree",
))
# fmt: on
_ADDING = frozenset(("add", "stage", "rm", "mv"))
_BRINGING = frozenset(("merge", "pull", "rebase", "reset"))
_PASSES = ("hook", "git_", "husky", "include", "alias.")  # in any word of the line, in small letters
_TAKING = frozenset(("-a", "-i", "-o", "-p", "--all", "--include", "--only", "--patch", "--interactive"))
_MOVING = ("--hard", "--keep", "--merge")


class GitCall(Value):
    """One call of Git: its verb, the words behind it, its settings and environment, and the folder it works in."""

    verb: str
    words: tuple[str, ...]
    settings: tuple[str, ...] = ()
    folder: str = ""
    aliased: bool = False

    @property
    def options(self) -> list[str]:
        """Its options, each letter of a group for itself, without their values."""
        return [word for word in self._read() if word.startswith("-")]

    def _whole_options(self) -> Iterator[str]:
        """Yield its options as they are called in full: Git takes any clear beginning."""
        for option in self.options:
            yield next((known for known in _TAKING if option[2:3] and known.startswith(option)), option)

    @property
    def operands(self) -> list[str]:
        """What it is about: the words that are neither options nor their values."""
        return [word[1:] for word in self._read() if word.startswith("=")]

    def _read(self) -> Iterator[str]:
        letters, long = _VALUED.get(self.verb, ("", ""))
        words = iter(self.words)
        for word in words:
            if word == "--":
                yield from (f"={rest}" for rest in words)
            elif word.startswith("--"):
                name, equals, _ = word.partition("=")
                yield name
                if not equals and _takes_next(name[2:], long.split()):
                    next(words, "")
            elif word.startswith("-") and len(word) > 1:
                for place, letter in enumerate(word[1:], 2):
                    yield f"-{letter}"
                    if letter in letters:
                        if place == len(word):
                            next(words, "")
                        break
            else:
                yield f"={word}"

    @property
    def commits(self) -> bool:
        """Whether it makes a commit of what is staged or named."""
        return self.verb in {"commit", "commit-tree"}

    @property
    def adds(self) -> bool:
        """Whether more than what is staged before it may be in the commit."""
        if self.verb == "commit":
            return bool(self.operands) or not _TAKING.isdisjoint(self._whole_options())
        return self.adds_new

    @property
    def adds_new(self) -> bool:
        """Whether files that Git does not know yet may be in the commit."""
        return self.verb in _ADDING

    @property
    def passes_hooks(self) -> bool:
        """Whether it may go round the hook of a commit."""
        options = self.options
        unverified = "-n" in options or any(option.startswith("--no-v") for option in options)
        return self.verb == "commit-tree" or self.aliased or unverified

    @property
    def brought(self) -> list[str]:
        """The names of the commits that it would put on the branch at hand, as they are written."""
        if self.verb not in _BRINGING:
            return []
        if self.verb == "rebase" and (onto := [place for place, word in enumerate(self.words) if word[:6] == "--onto"]):
            return [self.words[onto[0]].partition("=")[2] or "".join(self.words[onto[0] + 1 : onto[0] + 2])]
        if self.verb == "reset" and not any(option.startswith(_MOVING) for option in self.options):
            return []
        operands = self.operands
        if self.verb == "pull":
            return [word.partition(":")[0].lstrip("+") for word in operands[1:]] if operands[:1] == ["."] else []
        return operands


class Typed(Value):
    """What a command line does with Git: its calls in order, and whether anything in it may switch hooks off."""

    calls: tuple[GitCall, ...]
    passes_hooks: bool

    @property
    def matters(self) -> bool:
        """Whether anything is committed or brought."""
        return any(call.commits or call.brought for call in self.calls)


def read_typed(command: str, alias_of: Callable[[str], str] = lambda _: "") -> Typed:
    """Read what a command line does with Git; `alias_of` says what stands for a verb that is not Git's own."""
    runs = list_runs(command[:_LONGEST])
    calls = tuple(call for run in runs for call in _calls(run, alias_of, 0))
    marked = any(mark in word.lower() for run in runs for word in (*run.words, *run.assigned) for mark in _PASSES)
    return Typed(calls, marked or any(call.commits and call.passes_hooks for call in calls))


def _calls(run: Run, alias_of: Callable[[str], str], depth: int) -> Iterator[GitCall]:
    if run.program != "git":
        return
    call = _read_call(run)
    if not call.verb or call.verb in _KNOWN or depth > 2:
        yield call
        return
    own = [setting.partition("=")[2] for setting in call.settings if setting.lower().startswith(f"alias.{call.verb}=")]
    alias = own[-1] if own else alias_of(call.verb)
    line = alias[1:] if alias.startswith("!") else f"git {alias}"
    for inner in list_runs(line) if alias else ():
        further = replace(inner, words=(*inner.words, *call.words), folder=inner.folder or call.folder)
        yield from (replace(found, aliased=True) for found in _calls(further, alias_of, depth + 1))


def _read_call(run: Run) -> GitCall:
    settings: list[str] = []
    folder, at = run.folder, 1
    while at < len(run.words) and run.words[at].startswith("-"):
        word = run.words[at]
        name, _, value = word.partition("=")
        if word in _GLOBAL and at + 1 < len(run.words):
            at += 1
            value = run.words[at]
        if name == "-C":
            folder = joined(folder, value)
        elif name == "--work-tree":
            folder = value
        elif name == "-c":
            settings.append(value)
        at += 1
    return GitCall(run.words[at] if at < len(run.words) else "", run.words[at + 1 :], tuple(settings), folder)


def _takes_next(name: str, long: Sequence[str]) -> bool:
    """Tell whether a long option, perhaps cut short, takes the next word."""
    return len(name) > 1 and any(known.startswith(name) for known in long)
