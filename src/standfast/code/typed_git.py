"""Git as it is typed in a command line: which commits it makes, which it brings, and what it does to Git's own hooks.

Owns the options of Git that matter for that, and which of them take the next word. Must not start Git: an alias is
looked up by the caller. Neighbours: `text.runs` reads the line.
"""

from __future__ import annotations

from itertools import pairwise, takewhile

from standfast.model.pattern import compile_later
from standfast.model.value import Value, replace
from standfast.text.runs import MOST, Run, joined, list_runs
from standfast.text.shell import SHELLS, program_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

_SCRIPTS = (".sh", ".bash")
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
    "checkout": ("bB", "orphan conflict pathspec-from-file"),
    "switch": ("cC", "create force-create orphan conflict"),
    "update-ref": ("m", ""),
    "cherry-pick": ("mXS", "mainline strategy strategy-option"),
    "revert": ("mXS", "mainline strategy strategy-option"),
    "am": ("pCS", "whitespace directory exclude include patch-format resolvemsg empty"),
    "fetch": ("oj", "depth upload-pack jobs refmap server-option"),
    "push": ("o", "repo receive-pack exec push-option"),
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
# Programs that run nothing of what they are told, beside Git itself.
_READING = frozenset((
    "git", "echo", "grep", "rg", "ls", "head", "tail", "wc", "sort", "uniq", "cut", "less", "true", "which", "type",
    "man", "cat", "test", "[", "export", "declare", "local", "readonly", "typeset", "cd", "pushd", "popd", "alias",
))
# fmt: on
_ADDING = frozenset(("add", "stage", "rm", "mv"))
_BRINGING = frozenset(("merge", "pull", "rebase", "reset"))
_MOVERS = _BRINGING | _VALUED.keys() | {"branch", "commit-tree"}
# In small letters, in what is set and in words of other programs: never in what a commit says.
_PASSES = ("hook", "git_", "husky", "include", "alias.")
_SETTING = frozenset(("config", "init", "clone", "submodule", "worktree"))
_COMMIT = compile_later(r"(?<!\w)(?<!\w-)commit(?:-tree)?(?![\w-])")
_SKIPS = compile_later(
    r"--no-v|hookspath|git_config|git_dir|husky|commit-tree|(?<!\w)(?<!\w-)commit[^;&|\n]{0,200}[\s,'\"]-[a-z]{0,9}n"
)
_SPLITS = compile_later(r"(?<!\w)env\s+-")  # `env -S` may split a word into a command
_UNKNOWN = ("$", "`", "*", "?", "[", ":")  # signs of a path that only the shell or Git can read
_TAKING = frozenset(("-a", "-i", "-o", "-p", "--all", "--include", "--only", "--patch", "--interactive"))
_MOVING = ("--hard", "--keep", "--merge")
_GOING_ON = ("--con", "--ab", "--q", "--sk", "--help", "-h")


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
    def matters(self) -> bool:
        """Whether it commits anything or brings commits."""
        return bool(self.commits or self.brought or self.undone or self.applies or self.is_open)

    @property
    def is_open(self) -> bool:
        """Whether it may move a branch in a way that only a shell can read."""
        if is_for_shell(self.verb):
            return True
        return self.verb in _MOVERS and any(map(is_for_shell, (*self.operands, *self.options, *self.brought)))

    @property
    def undone(self) -> list[str]:
        """The commits that it takes back, as they are written; an empty name where it is told none in the line."""
        sure = tuple(takewhile(lambda word: not is_for_shell(word), self.words))
        if self.verb != "revert" or not {"-n", "--no-commit"}.isdisjoint(replace(self, words=sure).options):
            return []
        operands = self.operands
        return operands or ([] if any(option.startswith(_GOING_ON) for option in self.options) else [""])

    @property
    def mainline(self) -> int:
        """Which parent of a merge is kept where the merge is taken back."""
        said = self._value("-m", "--mainline")
        return int(said) if said.isdecimal() else 1

    @property
    def applies(self) -> bool:
        """Whether it commits patches."""
        return self.verb == "am" and not any(option.startswith(_GOING_ON) for option in self.options)

    @property
    def patches(self) -> list[str]:
        """The files whose patches it commits, as far as they are named."""
        return self.operands if self.verb == "am" else []

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
    def named(self) -> list[str] | None:
        """The files and folders that it takes along, as they are written; nothing where it may take any."""
        options = set(self._whole_options())
        wide = ("-A", "-u", "--update", "--no-ignore-removal") if self.adds_new else ("-a", "-p", "--patch")
        everything = not options.isdisjoint((*wide, "--all", "--interactive")) or "--pathspec-from-file" in options
        names = self.operands
        doubtful = any(sign in name for name in names for sign in _UNKNOWN)
        return None if everything or doubtful or not names else names

    @property
    def passes_hooks(self) -> bool:
        """Whether it may go round the hook of a commit."""
        options = self.options
        unverified = "-n" in options or any(option.startswith("--no-v") for option in options)
        return self.verb == "commit-tree" or self.aliased or unverified

    @property
    def brought(self) -> list[str]:
        """The names of the commits that it would put on a branch, as they are written."""
        return [tip for _, tip in self.moves()]

    @property
    def goes_to(self) -> str:
        """The branch or commit that it checks out; nothing where it stays."""
        operands = self.operands
        if self.verb in {"checkout", "switch"} and "--" not in self.words and len(operands) == 1:
            return operands[0]
        return operands[1] if self.verb == "rebase" and len(operands) == 2 else ""

    def moves(self) -> list[tuple[str, str]]:
        """What it moves: the branch (nothing for the one at hand), and the commit that this branch then has."""
        operands = self.operands
        if self.verb in _BRINGING:
            return [("", name) for name in self._brought(operands)]
        if self.verb in {"checkout", "switch"}:
            forced = self._value("-B") if self.verb == "checkout" else self._value("-C", "--force-create")
            return [(forced, operands[0] if operands else "HEAD")] if forced else []
        if self.verb == "branch" and operands and not {"-f", "--force"}.isdisjoint(self.options):
            return [(operands[0], operands[1] if operands[1:] else "HEAD")]
        if self.verb == "update-ref" and operands[1:] and operands[0].startswith(("refs/heads/", "HEAD")):
            return [(operands[0], operands[1])]
        if self.verb in {"fetch", "push"} and operands[:1] == ["."]:
            return [(to, tip.lstrip("+")) for tip, _, to in (name.partition(":") for name in operands[1:]) if to]
        if self.verb == "cherry-pick":
            ends = ((name, *name.partition("..")) for name in operands)
            return [(first, last) if dots else (f"{name}^", name) for name, first, dots, last in ends]
        return []

    def _brought(self, operands: list[str]) -> list[str]:
        if self.verb == "rebase" and (onto := self._value("--onto")):
            return [onto]
        if self.verb == "reset" and not any(option.startswith(_MOVING) for option in self.options):
            return []
        if self.verb == "pull":
            return [word.partition(":")[0].lstrip("+") for word in operands[1:]] if operands[:1] == ["."] else []
        return operands[:1] if self.verb == "rebase" else operands

    def _value(self, *names: str) -> str:
        """Return what stands behind one of its options, or is written on to its letter."""
        letters, _ = _VALUED.get(self.verb, ("", ""))
        for word, following in pairwise((*self.words, "")):
            name, equals, value = word.partition("=")
            if name in names:
                return value if equals else following
            at = next((at for at, letter in enumerate(word) if letter in letters), 0)
            if word[:1] == "-" != word[1:2] and f"-{word[at]}" in names:
                return word[at + 1 :] or following
        return ""


class Typed(Value):
    """What a command line does with Git: its calls in order, and whether anything in it may switch hooks off."""

    calls: tuple[GitCall, ...]
    passes_hooks: bool

    @property
    def matters(self) -> bool:
        """Whether anything is committed or brought."""
        return any(call.matters for call in self.calls)


def read_typed(command: str, alias_of: Callable[[str], str] = lambda _: "") -> Typed:
    """Read what a command line does with Git; `alias_of` says what stands for a verb that is not Git's own."""
    text = command[:_LONGEST]
    runs = list_runs(text)
    calls: list[GitCall] = []
    set_: dict[str, str] = {}
    for run in runs:
        if run.program == "export":
            set_ |= _places_set(run.words[1:])
        own = {**set_, **_places_set(run.assigned)} if run.assigned else set_
        calls += (call for git in _runs_of_git(run) for call in _calls(git, alias_of, 0, own))
        calls += [GitCall("$", (), folder=run.folder)] if _is_closed(run) else []
    if not any(call.commits for call in calls) and _may_commit(text, runs):
        return Typed((*calls, GitCall("commit", ())), passes_hooks=True)
    return Typed(tuple(calls), any(map(_is_marked, runs)) or any(call.commits and call.passes_hooks for call in calls))


def is_for_shell(word: str) -> bool:
    """Tell whether only a shell, or a program that puts words in, can say what a word stands for."""
    return any(sign in word for sign in ("$", "`", "{}"))


def _runs_of_git(run: Run) -> Iterator[Run]:
    """Yield the run itself, and what a program that is not known starts where it names Git (`flock`, `uv run`)."""
    if run.program.startswith("git-"):
        run = replace(run, words=("git", run.program[4:], *run.words[1:]))
    elif run.program not in _READING:
        at = next((at for at, word in enumerate(run.words) if program_of(word) == "git"), 0)
        run = replace(run, words=run.words[at:])
    yield run


def _is_closed(run: Run) -> bool:
    """Tell whether a run may call Git where nobody can read it before: a shell's script, or Git under another name."""
    runs_script = run.program in SHELLS or run.program in {"source", "."}
    file = next((word for word in run.words[1:] if not word.startswith("-")), "") if runs_script else run.program
    return file.endswith(_SCRIPTS) or (is_for_shell(run.program) and not _MOVERS.isdisjoint(run.words[1:2]))


def _may_commit(text: str, runs: Sequence[Run]) -> bool:
    """Tell whether a line that cannot be followed mentions a commit past the hooks: it is held to be safe."""
    small = text.lower()
    if not _COMMIT.search(small) or not _SKIPS.search(small):
        return False
    followed = runs and len(runs) < MOST and not _SPLITS.search(small)
    return not followed or any(
        run.program not in _READING or (run.program == "git" and any(sign in "".join(run.words[1:2]) for sign in "$`{"))
        for run in runs
    )


def _is_marked(run: Run) -> bool:
    """Tell whether something that a run sets, or that another program is told, may switch hooks off."""
    told: Sequence[str] = run.words
    if run.program == "git":
        at = next((at for at, word in enumerate(run.words[1:], 1) if word in _KNOWN), len(run.words))
        told = run.words if run.words[at : at + 1] and run.words[at] in _SETTING else run.words[:at]
    elif any(".git" in word.split("/") for word in run.words if ".git" in word):
        return True
    return any(mark in word.lower() for word in (*told, *run.assigned) for mark in _PASSES)


def _places_set(words: Sequence[str]) -> dict[str, str]:
    pairs = (word.partition("=") for word in words)
    return {name: value for name, _, value in pairs if name in {"GIT_DIR", "GIT_WORK_TREE"}}


def _calls(run: Run, alias_of: Callable[[str], str], depth: int, places: Mapping[str, str]) -> Iterator[GitCall]:
    if run.program != "git":
        return
    call = _read_call(run, places)
    if not call.verb or call.verb in _KNOWN or is_for_shell(call.verb) or depth > 2:
        yield call
        return
    own = [setting.partition("=")[2] for setting in call.settings if setting.lower().startswith(f"alias.{call.verb}=")]
    alias = own[-1] if own else alias_of(call.verb)
    line = alias[1:] if alias.startswith("!") else f"git {alias}"
    for inner in list_runs(line) if alias else ():
        further = replace(inner, words=(*inner.words, *call.words), folder=inner.folder or call.folder)
        yield from (replace(found, aliased=True) for found in _calls(further, alias_of, depth + 1, places))


def _read_call(run: Run, places: Mapping[str, str]) -> GitCall:
    settings: list[str] = []
    folder, at = run.folder, 1
    store, tree = places.get("GIT_DIR", ""), places.get("GIT_WORK_TREE", "")
    while at < len(run.words) and run.words[at].startswith("-"):
        word = run.words[at]
        name, _, value = word.partition("=")
        if word in _GLOBAL and at + 1 < len(run.words):
            at += 1
            value = run.words[at]
        if name == "-C":
            folder = joined(folder, value)
        elif name == "--work-tree":
            tree = value
        elif name == "--git-dir":
            store = value
        elif name == "-c":
            settings.append(value)
        at += 1
    folder = joined(folder, store.removesuffix(".git").rstrip("/") or tree)
    return GitCall(run.words[at] if at < len(run.words) else "", run.words[at + 1 :], tuple(settings), folder)


def _takes_next(name: str, long: Sequence[str]) -> bool:
    """Tell whether a long option, perhaps cut short, takes the next word."""
    return len(name) > 1 and any(known.startswith(name) for known in long)
