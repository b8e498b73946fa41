"""The gate's place in Git: installs the pre-commit hook beside what is there, and takes it out to the byte.

Owns one file per repository, in the folder its worktrees share. A plain hook that was there is moved aside and called
first, with the same arguments, and its exit code counts. Where a hook manager writes the hooks, or they live in a
folder that is not the repository's own, nothing is written and the words to add are told instead. A further hook, which
Git asks about every branch that moves, is there for some minutes after an agent typed what only its shell can read.
Must not: decide anything about guards, or touch the index. Neighbours: `file.py`, `guard/gate.py`, `git.py`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from standfast.code.git import Git
from standfast.code.hooks.file import alone, exists, find_folder, is_whole, quote_program, read, sign, unwritable, write
from standfast.code.locate import read_bytes
from standfast.errors import Refused
from standfast.model.value import Value

HOOK = "pre-commit"
ASIDE = "pre-commit.before-standfast"
WATCH = "reference-transaction"
MARK = "# standfast gate"
BLOCKED = 10  # an exit code of our own: a missing module or a crash of the interpreter must not look like a finding
COMMAND = "standfast guard check --staged"

_ADVICE = {
    "pre-commit": f"""Add to .pre-commit-config.yaml:
  - repo: local
    hooks:
      - id: standfast-guard
        name: guards
        entry: {COMMAND}
        language: system
        pass_filenames: false
        stages: [pre-commit]""",
    "husky": f"Add this line to .husky/pre-commit:\n  {COMMAND} || exit 1",
    "lefthook": f"""Add to your lefthook configuration:
  pre-commit:
    commands:
      standfast-guard:
        run: {COMMAND}""",
    "simple-git-hooks": f"""Add to "pre-commit" of "simple-git-hooks", then run `npx simple-git-hooks`:
  {COMMAND}""",
}
_LARGEST = 200_000  # bytes of a manifest that are looked at
_SIMPLE = ("package.json", ".simple-git-hooks.json", ".simple-git-hooks.cjs", ".simple-git-hooks.js")


class HookState(Value):
    """How the gate stands in a repository: `state` is installed, absent, changed or managed; `advice` what to do."""

    state: str
    path: str
    manager: str = ""
    advice: str = ""
    chained: bool = False
    changed: bool = False


def inspect_hooks(git: Git) -> HookState:
    """See how the gate stands, without changing anything."""
    folder, manager, advice = _folder(git)
    path = folder / HOOK
    held = read(path)
    chained = exists(folder / ASIDE)
    if _is_ours(held):
        whole = is_whole(held, MARK.encode())
        advice = "" if whole else "It was changed by hand. Take it out by hand, or put it back as it was."
        return HookState("installed" if whole else "changed", str(path), manager, advice, chained)
    if manager:
        return HookState("managed", str(path), manager, advice)
    return HookState("absent", str(path), chained=chained)


def install_hook(git: Git, program: str = "", *, home: str = "", store: bool = False) -> HookState:
    """Put the gate in place; what a manager owns is left alone and the advice says what to add.

    `home` is where its guards are kept: what a later environment says does not count, nor a `store` that it names,
    unless there is one elsewhere (its address may hold a password, so it is not written down).
    """
    with alone(git):
        return _install(git, program or sys.executable, home, store=store)


def _install(git: Git, program: str, home: str, *, store: bool) -> HookState:
    found = inspect_hooks(git)
    path = Path(found.path)
    if found.state in {"managed", "changed"}:
        return found
    aside, held = path.with_name(ASIDE), read(path)
    made = not path.parent.exists()
    ours = made or b"folder=ours" in held.partition(b"\n\n")[0]
    wanted = render_hook(program, made=ours, home=home, store=store)
    if found.state == "installed":
        if held != wanted:
            write(path, wanted)
        more = _ask_elsewhere(path)
        return HookState("installed", str(path), chained=found.chained, changed=more or held != wanted)
    if exists(path):
        if exists(aside):
            hint = f"Another program replaced the gate. Look at both files, keep one as {path} and remove {aside}."
            raise Refused(f"{aside} is there already.", hint=hint, code="hook-exists")
        path.rename(aside)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, wanted)
        _ask_elsewhere(path)
    except OSError as error:
        if exists(aside) and not exists(path):
            aside.rename(path)
        raise unwritable(path, error) from error
    return HookState("installed", str(path), chained=exists(aside), changed=True)


def remove_hook(git: Git) -> HookState:
    """Take the gate out and put back what was there, to the byte."""
    with alone(git):
        return _remove(git)


def _remove(git: Git) -> HookState:
    found = inspect_hooks(git)
    path = Path(found.path)
    if found.state != "installed":
        return found
    aside, made = path.with_name(ASIDE), b"folder=ours" in read(path).partition(b"\n\n")[0]
    try:
        for other in map(path.with_name, (*_ELSEWHERE, WATCH)):
            if is_whole(read(other), MARK.encode()):
                other.unlink()
        if exists(aside):
            aside.replace(path)
        else:
            path.unlink()
            if made and not any(path.parent.iterdir()):
                path.parent.rmdir()
    except OSError as error:
        raise unwritable(path, error) from error
    return HookState("absent", str(path), changed=True)


def _ask_elsewhere(gate: Path) -> bool:
    """Let the gate be asked about merges and patches too, beside hooks of somebody else's; tell whether that is new."""
    new = False
    for name in _ELSEWHERE:
        path, wanted = gate.with_name(name), render_other_hook(name)
        held = read(path)
        if held != wanted and (is_whole(held, MARK.encode()) or not exists(path)):
            write(path, wanted)
            new = True
    return new


def watch(git: Git) -> bool:
    """Have Git ask the gate about every branch that moves in the next minutes; False where it would not be asked."""
    found = inspect_hooks(git)
    gate, path = Path(found.path), Path(found.path).with_name(WATCH)
    held = read(path)
    if found.state != "installed" or not os.access(gate, os.X_OK) or b"set -- --staged" not in read(gate):
        return False
    if exists(path) and not is_whole(held, MARK.encode()):
        return False
    said = git.find_line("version").split()[2:3]
    if [int(part) for part in "".join(said).split(".")[:2] if part.isdecimal()] < [2, 28]:
        return False
    try:
        write(path, render_other_hook(WATCH))
    except OSError:
        return False
    return True


def render_other_hook(name: str) -> bytes:
    """Return the hook for merges, patches or moves: what comes in there is asked about as if it were committed here."""
    body = (_MOVE_SCRIPT if name == WATCH else _ELSEWHERE[name]).encode()
    return b"#!/bin/sh\n" + MARK.encode() + b" " + sign(body) + b"\n# Taken out with the gate.\n\n" + body


def render_hook(program: str, *, made: bool = False, home: str = "", store: bool = False) -> bytes:
    """Return the hook: a POSIX shell script that survives the loss of the interpreter it names."""
    places = {"home": _quoted(home), "store": ":" if store else "unset STANDFAST_STORE"}
    body = _SCRIPT.format(python=quote_program(program), aside=ASIDE, blocked=BLOCKED, **places)
    signed = sign(body.encode()).decode() + (" folder=ours" if made else "")
    head = f"#!/bin/sh\n{MARK} {signed}\n# Taken out again by: standfast init --undo-hooks\n\n"
    return (head + body).encode()


def moved_hook(hook: bytes, home: str) -> bytes:
    """Return a hook that asks the guards of another home, to try it out there."""
    lines = hook.decode().split("\n")
    return "\n".join(f"home={_quoted(home)}" if line.startswith("home=") else line for line in lines).encode()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\"'\"'") + "'"


# Git names what is merged in variables. A person's own hook before commits is not run here: Git would not do it either.
_MERGE_SCRIPT = """landed="refs/remotes refs/heads/main refs/heads/master refs/heads/trunk refs/heads/develop"
for head in $(env | sed -n 's/^GITHEAD_\\([0-9a-f]*\\)=.*/\\1/p'); do
    [ -n "$(git for-each-ref --contains "$head" --count=1 --format=x $landed 2>/dev/null)" ] && continue
    STANDFAST_MERGE=1 exec "${0%/*}/pre-commit"
done
: 2>/dev/null >"${GIT_DIR:-.git}/standfast-gate.passed"
exit 0
"""

# What `git am` applies came by mail or from a file; a rebase that uses it brings nothing that was not committed before.
_PATCH_SCRIPT = """[ -e "${GIT_DIR:-.git}/rebase-apply/rebasing" ] && exit 0
STANDFAST_MERGE=1 "${0%/*}/pre-commit"
code=$?
rm -f "${GIT_DIR:-.git}/standfast-gate.passed"
exit $code
"""

# Named by an agent in words that only its shell can read: what every branch would get is asked about, for ten minutes.
# What a remote has is nobody's doing here: each new commit is judged by itself, unless it only stands elsewhere now.
_MOVE_SCRIPT = """[ "$1" = prepared ] || exit 0
if [ -z "$(find "$0" -prune -mmin -10 2>/dev/null)" ]; then
    rm -f "$0"
    exit 0
fi
judge() { STANDFAST_MERGE=1 "${0%/*}/pre-commit" --diff "$1" </dev/null; }
fetched=$(sed -n 's/^\\([0-9a-f]*\\).* of .*:.*/\\1/p' "$(git rev-parse --git-path FETCH_HEAD)" 2>/dev/null)
while read -r old new name; do
    case "$name:$new" in refs/heads/*:*[1-9a-f]*) ;; *) continue ;; esac
    old=$(git rev-parse -q --verify "$name^{commit}" || git rev-parse -q --verify "HEAD^{commit}") || continue
    known="--remotes $fetched"
    git rev-parse -q --verify "$name" >/dev/null || known="$known --branches --tags"
    fresh=$(git rev-list --ignore-missing --min-parents=1 --max-parents=1 -n 40 "$new" --not "$old" $known 2>/dev/null)
    [ -n "$fresh" ] || continue
    judge "$old..$new" >/dev/null 2>&1 && continue
    moved=$(git rev-list --cherry-mark --right-only --no-merges "$old...$new" 2>/dev/null)
    for commit in $fresh; do
        case "$moved" in *"=$commit"*) continue ;; esac
        judge "$commit^..$commit" || exit 1
    done
done
exit 0
"""

_ELSEWHERE = {"pre-merge-commit": _MERGE_SCRIPT, "pre-applypatch": _PATCH_SCRIPT}

_SCRIPT = """here="${{0%/*}}"
before="$here/{aside}"
if [ -x "$before" ] && [ -z "$STANDFAST_MERGE" ]; then
    "$before" "$@" || exit $?
fi
[ "$1" = --diff ] || set -- --staged
# Guards are looked for where they were when the gate was put here, whatever the environment says now.
home={home}
if [ -n "$home" ] && [ -d "$home" ]; then
    STANDFAST_HOME="$home"; export STANDFAST_HOME
    {store}
fi
python={python}
if [ -x "$python" ]; then
    "$python" -P -E -m standfast guard check "$@" --quiet --exit-code {blocked}
    code=$?
elif command -v standfast >/dev/null 2>&1; then
    standfast guard check "$@" --quiet --exit-code {blocked}
    code=$?
else
    code=127
fi
case $code in
    0) exit 0 ;;
    {blocked})
        echo "standfast: the commit was stopped. A person lets a finding pass, on the record, with" >&2
        echo "standfast: \\`standfast guard waive GUARD --until DATE --because TEXT\\`." >&2
        exit 1 ;;
    130) exit 130 ;;
    *)
        echo "standfast: guards were not checked, and this commit passes (exit $code)." >&2
        echo "standfast: see \\`standfast doctor\\`, or put the gate back with \\`standfast init --yes\\`." >&2
        exit 0 ;;
esac
"""


def _folder(git: Git) -> tuple[Path, str, str]:
    """Return the folder Git takes hooks from, who manages it if anyone does, and what to do then."""
    folder, own = find_folder(git)
    held = read(folder / HOOK)
    manager = _manager(Path(git.place.root or git.place.git_dir), folder, held)
    if manager:
        return folder, manager, _ADVICE[manager]
    if not own:
        # Shared by other repositories, or part of this one's files: not ours to write into.
        advice = f"core.hooksPath points to {folder}. Add this line to {folder / HOOK}:\n  {COMMAND} || exit 1"
        return folder, "core.hooksPath", advice
    return folder, "", ""


def _manager(root: Path, folder: Path, held: bytes) -> str:
    if _is_ours(held):
        return ""
    if ".husky" in folder.parts or b"husky" in held or _has_husky(root):
        return "husky"
    configured = [name for name in ("lefthook", ".lefthook") for end in ("yml", "yaml", "toml", "json")
                  if (root / f"{name}.{end}").exists()]  # fmt: skip
    if b"lefthook" in held or configured:
        return "lefthook"
    if b"File generated by pre-commit" in held or (root / ".pre-commit-config.yaml").exists():
        return "pre-commit"
    if b"SKIP_SIMPLE_GIT_HOOKS" in held or any(b"simple-git-hooks" in _start(root / name) for name in _SIMPLE):
        return "simple-git-hooks"
    return ""


def _has_husky(root: Path) -> bool:
    """Tell whether husky takes the hooks over at the next install: what is in .git/hooks is dead from then on."""
    return (root / ".husky").is_dir() and b'"husky' in _start(root / "package.json")


def _start(path: Path) -> bytes:
    """Return the beginning of a file with its name, and nothing of one that is not there."""
    return path.name.encode() + read_bytes(str(path), _LARGEST) if path.is_file() else b""


def _is_ours(held: bytes) -> bool:
    return MARK.encode() in held[:200]
