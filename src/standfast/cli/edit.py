"""standfast edit: change a memory in your editor, as a page in the form of the mirror."""

import argparse
import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from standfast.cli.face import Face
from standfast.cli.remember import tell_change
from standfast.errors import ConfigError
from standfast.trust.person import require_person

EXAMPLES = "standfast edit 7qp2\nEDITOR='code --wait' standfast edit 7qp2"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the memory")


def run(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    require_person(memory.context.who, "edits in an editor", instead="`standfast revise` writes a revision.")
    sheet = memory.page(args.id)
    text = sheet.text
    while True:
        text = _edited(face, memory.context.settings.home, sheet.id, text)
        if text == sheet.text:
            done = None
            break
        try:
            done = memory.edit(sheet.id, text, based_on=sheet.revision)
            break
        except ConfigError as error:
            if not face.can_ask:
                raise
            face.note(f"{error.message} {error.hint}")
            if not face.ask("Open it again? Without that your changes are lost."):
                raise
    unchanged = {"id": sheet.id, "revision": sheet.revision, "operation": None}
    face.answer(done.to_dict() if done else unchanged)
    if done is None:
        face.say("Nothing changed.")
    else:
        tell_change(face, done, "Wrote")
    return 0


def _edited(face: Face, home: Path, name: str, text: str) -> str:
    """Return a text as the person leaves it; the file is theirs alone and gone afterwards."""
    editor = shlex.split(face.env.get("VISUAL") or face.env.get("EDITOR") or "vi", posix=os.name != "nt")
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="edit-", dir=home) as folder:
        file = Path(folder) / f"{name}.md"
        file.write_bytes(text.encode())
        try:
            code = subprocess.run([*editor, str(file)], cwd=face.where, check=False).returncode
        except OSError as error:
            hint = "Set EDITOR to the editor you use, such as EDITOR=nano."
            raise ConfigError(f"Cannot start {editor[0]}: {error.strerror}.", hint=hint, code="no-editor") from error
        if code:
            raise ConfigError(f"{editor[0]} ended with {code}.", hint="Nothing was changed.", code="editor-failed")
        return face.read(str(file))
