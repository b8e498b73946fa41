"""standfast skill: procedures as SKILL.md folders."""

import argparse

from standfast.cli.face import Face
from standfast.cli.parser import examples
from standfast.errors import ConfigError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of this command."""
    parser.add_argument("act", metavar="export", help="what to do: export")
    parser.add_argument("words", metavar="ID… DIR", nargs="+", help="the procedures, and the folder for their folders")
    examples(
        parser,
        """
standfast list --kind procedure
standfast skill export m-7f3k m-91qd .claude/skills
standfast import skills .claude/skills
""",
    )


def run(args: argparse.Namespace, face: Face) -> int:
    """Write procedures as skills."""
    *references, folder = args.words
    if args.act != "export" or not references:
        raise ConfigError("Name what to export and where to.", hint="standfast skill export ID… DIR", code="usage")
    skills = face.open().transfer.export_skills(references, face.path(folder))
    if face.json:
        face.answer({"skills": [skill.to_dict() for skill in skills]})
        return 0
    for skill in skills:
        face.say(f"{skill.file}  ({skill.standing})")
    return 0
