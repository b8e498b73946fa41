"""standfast skill: procedures as SKILL.md folders."""

import argparse

from standfast.cli.face import Face
from standfast.errors import ConfigError

EXAMPLES = """
standfast list --kind procedure
standfast skill export m-7f3k m-91qd .claude/skills
standfast import skills .claude/skills
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", metavar="export", help="what to do: export")
    parser.add_argument("words", metavar="ID… DIR", nargs="+", help="the procedures, and the folder for their folders")


def run(args: argparse.Namespace, face: Face) -> int:
    *references, folder = args.words
    if args.act != "export" or not references:
        raise ConfigError("Name what to export and where to.", hint="standfast skill export ID… DIR", code="usage")
    skills = face.open().transfer.export_skills(references, face.path(folder))
    face.answer({"skills": [skill.to_dict() for skill in skills]})
    for skill in skills:
        face.say(f"{skill.file}  ({skill.standing})")
    return 0
