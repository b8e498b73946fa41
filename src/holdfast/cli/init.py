"""holdfast init: get to know this repository."""

import argparse

from holdfast.cli.face import Face
from holdfast.cli.parser import examples
from holdfast.cli.status import tell_status
from holdfast.errors import ConfigError
from holdfast.verbs.shape import shape_status


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("-y", "--yes", action="store_true", help="do not ask")
    examples(parser, "holdfast init\nholdfast init -C ~/src/shop --json")


def run(args: argparse.Namespace, face: Face) -> int:
    """Give this repository an identity, or find the one it has."""
    del args
    report = face.open().status()
    if not report.project:
        hint = "Run `git init` first, or name a project with HOLDFAST_PROJECT."
        raise ConfigError("This is no Git repository.", hint=hint, code="no-project")
    if face.json:
        face.answer(shape_status(report))
        return 0
    tell_status(face, report)
    face.next('`holdfast remember "…" --kind decision` stores what you know; `holdfast up` shows the whole picture.')
    return 0
