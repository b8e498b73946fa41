"""holdfast init: get to know this repository, and put the gate in place."""

import argparse
from typing import TYPE_CHECKING, Any

from holdfast.cli import paint
from holdfast.cli.face import Face
from holdfast.cli.parser import examples
from holdfast.cli.status import tell_status
from holdfast.errors import ConfigError
from holdfast.verbs.shape import shape_status

if TYPE_CHECKING:
    from holdfast.repo.hooks import HookState


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask: install the Git hook and merge driver")
    parser.add_argument("--undo-hooks", action="store_true", help="take the Git hook out; what was there comes back")
    examples(
        parser, "holdfast init\nholdfast init --yes\nholdfast init --undo-hooks\nholdfast init -C ~/src/shop --json"
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Give this repository an identity, or find the one it has."""
    report = face.open().status()
    if not report.project:
        hint = "Run `git init` first, or name a project with HOLDFAST_PROJECT."
        raise ConfigError("This is no Git repository.", hint=hint, code="no-project")
    hooks = _hooks(args, face)
    taken = len(face.open().mirror_import(quiet=True).taken)
    report = face.open().status() if taken else report
    if face.json:
        face.answer({**shape_status(report), **({"hooks": _record(hooks)} if hooks else {})})
        return 0
    tell_status(face, report)
    if taken:
        face.say(f"Took {paint.count(taken, 'memory', 'memories')} in from .holdfast/.")
    if hooks:
        _tell(face, hooks, undo=args.undo_hooks)
    face.next('`holdfast remember "…" --kind decision` stores what you know; `holdfast up` shows the whole picture.')
    return 0


def _hooks(args: argparse.Namespace, face: Face) -> "HookState | None":
    """Install or take out the hook, with consent; None where there is nothing to install it into."""
    from holdfast.repo.git import find_git
    from holdfast.repo.hooks import inspect_hooks, install_hook, remove_hook
    from holdfast.repo.mirror.driver import install_driver, remove_driver

    git = find_git(str(face.where))
    if git is None or not git.place.root:
        return None
    if args.undo_hooks:
        remove_driver(git)
        return remove_hook(git)
    found = inspect_hooks(git)
    question = (
        "Install a Git pre-commit hook, so that guards stop what an incident taught (it calls what is there), "
        "and a merge driver for the files in .holdfast?"
    )
    if args.yes or (found.state == "absent" and face.can_ask and face.ask(question)):
        install_driver(git)
        return install_hook(git)
    return found


def _record(hooks: "HookState") -> dict[str, Any]:
    return {
        "state": hooks.state,
        "path": hooks.path,
        "manager": hooks.manager,
        "advice": hooks.advice,
        "chained": hooks.chained,
        "changed": hooks.changed,
    }


def _tell(face: Face, hooks: "HookState", *, undo: bool) -> None:
    if hooks.state == "installed":
        kept = "; the hook that was there is called first" if hooks.chained else ""
        face.say(f"Guards are asked at every commit ({hooks.path}){kept}.")
    elif hooks.state == "absent":
        gone = "The Git hook is gone; what was there before is back." if hooks.changed else "No Git hook of ours here."
        face.say(gone if undo else "No Git hook asks the guards yet; `holdfast init --yes` installs one.")
    else:
        name = f"{hooks.manager} manages the Git hooks here" if hooks.manager else f"{hooks.path} is not as it was"
        face.say(f"{name}; nothing was changed.")
        face.raw(hooks.advice)
