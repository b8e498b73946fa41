"""standfast blame: where each line of a brief came from."""

import argparse

from standfast.cli import paint
from standfast.cli.brief import brief_for
from standfast.cli.face import Face
from standfast.cli.parser import split_list
from standfast.cli.places import repo_paths
from standfast.errors import ConfigError
from standfast.verbs.blame import Blamed, Origin

READS = True
_BECAUSE = {
    "pinned": "every session is given it",
    "recent": "among the latest of its kind",
    "changed": "changed since the last session",
    "task": "found for the task",
    "files": "about the files at hand",
    "prompt": "brought up by a prompt",
    "query": "answered a question",
}

EXAMPLES = """
standfast blame
standfast blame --task "make refunds idempotent" --files src/refunds.py
standfast blame 0b9c2f7e-session
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("reference", metavar="SESSION|RECEIPT", nargs="?", default="", help="what was given then, instead of now")
    add(
        "--budget", metavar="TOKENS", type=int, default=0, help="its maximum length (default: the setting brief_tokens)"
    )
    add("--files", metavar="A,B", action="append", help="the files being worked on")
    add("--task", metavar="TEXT", default="", help="what the session is about")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.budget < 0:
        raise ConfigError("A budget cannot be negative.", hint="Use --budget 1500.", code="bad-budget")
    if args.reference:
        if args.budget or args.files or args.task:
            hint = "Leave out --budget, --files and --task, or the session."
            raise ConfigError(
                "What was given then is fixed: it takes no budget, files or task.", hint=hint, code="usage"
            )
        return _show_given(args.reference, face)
    files = repo_paths(face, split_list(args.files))
    brief_for(face)
    blamed = face.open().blame(budget=args.budget, files=files, task=args.task)
    face.answer(blamed.to_dict())
    if not blamed.lines:
        face.say("A session would be given nothing new here.")
        face.next("`standfast blame SESSION` shows where the lines came from that a session was given.")
    else:
        _say_brief(face, blamed)
    return 0


def _show_given(reference: str, face: Face) -> int:
    found = face.open().blame_given(reference)
    face.answer({"session": found[0].receipt.session if found and found[0].receipt else reference,
                 "receipts": [item.to_dict() for item in found]})  # fmt: skip
    if not found:
        face.say("That session was given nothing.")
        return 0
    ids = paint.Ids(face, {line.id: None for item in found for line in item.lines})
    for item in found:
        receipt = item.receipt
        if receipt is not None:
            face.say(*paint.receipt(receipt))
        for line in item.lines:
            face.say(f"- {paint.shorten(line.text or 'these words are gone')}")
            _say_origin(face, ids, line)
    return 0


def _say_brief(face: Face, blamed: Blamed) -> None:
    ids = paint.Ids(face, {line.id: None for line in blamed.lines})
    origins = {line.number: line for line in blamed.lines}
    for number, text in enumerate(blamed.text.splitlines(), 1):
        if number in origins:
            face.say(text)
            _say_origin(face, ids, origins[number])
        else:
            face.say((text, "bold" if text.startswith("#") else "dim"))
    withheld = f", {blamed.withheld} withheld" if blamed.withheld else ""
    lines = paint.count(len(blamed.lines), "memory", "memories")
    face.note(f"{lines} in {paint.count(blamed.tokens, 'token')}{withheld}; not given to anyone")


def _say_origin(face: Face, ids: paint.Ids, line: Origin) -> None:
    """Say where a line came from, in two rows below it."""
    memory, version = line.memory, line.version
    status = memory.status.value if memory else "gone"
    origin = [f" revision {line.revision}"]
    if version is not None:
        session = f" in session {version.source.session}" if version.source.session else ""
        commit = f" at {line.commit[:10]}" if line.commit else ""
        origin += [version.operation, f"{paint.source(version.source)}{session}{commit}", paint.stamp(version.at)]
    face.say("    ", *ids(line.id), (" · ".join(origin), "dim"))
    now = line.now.value if line.now and line.now is not line.standing else ""
    later = f", revision {memory.revision} now" if memory and memory.revision != line.revision else ""
    face.say(
        "    ",
        paint.status(status),
        later,
        " · ",
        paint.standing(line.standing.value),
        *((" then, ", paint.standing(now), " now") if now else ()),
        (f" · {line.because}: {_BECAUSE.get(line.because, 'given by ' + line.because)}", "dim"),
    )
