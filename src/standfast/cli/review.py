"""standfast review: what waits for a person, and their decision: one by one with a key each, by id, or all that fit."""

import argparse
import sys

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.parser import add_stream, split_list
from standfast.cli.remember import tell_change
from standfast.cli.show import tell_memory
from standfast.errors import ConfigError, Conflict, StandfastError
from standfast.model.value import replace
from standfast.trust.record import Changed
from standfast.verbs.review import Waiting, count_hidden, count_waiting

ALL = "all"
_KEYS = "a approve · b keep both sides · r reject · s skip · u undo the last · q quit"
_DONE = {"a": "  approved", "b": "  both are kept", "r": "  rejected"}
_DISPROVED = "  the code says otherwise: v if it holds all the same, r to retract it, s to leave it"

EXAMPLES = """
standfast review
standfast review --each
standfast review --conflicts
standfast review --try "agent decision"
standfast review --show 7qp2
standfast review --approve 7qp2 k3f9 --reject z0aa
standfast review --from agent:codex --kind fact --reject all
standfast review --approve 7qp2@2
standfast review --approve 7qp2 --keep 3
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--approve",
        metavar="ID",
        nargs="+",
        action="extend",
        help="approve these (ID@REV: as revision REV has it); `all`: everything that matches the filter",
    )
    add(
        "--reject",
        metavar="ID",
        nargs="+",
        action="extend",
        help="reject these; `all`: everything that matches the filter",
    )
    add("--each", action="store_true", help="decide one by one, with one key each; u undoes the last one")
    add("--kind", metavar="K", action="append", help="only this kind")
    add(
        "--from",
        dest="source",
        metavar="SRC",
        default="",
        help="only from sources that start with this: agent:codex, commit",
    )
    add("--text", metavar="TEXT", default="", help="only what has these words")
    add("--all", dest="everything", action="store_true", help="all that history proposes, not only the best five")
    add(
        "--conflicts",
        action="store_true",
        help="compare all active memories with each other and list the conflicts",
    )
    add(
        "--try",
        dest="trial",
        metavar="ENTRY",
        action="append",
        help="show which past memories a `review` setting would have held",
    )
    add("--show", metavar="ID", help="show one in full")
    add("--keep", metavar="REV", type=int, help="with --approve of a disputed memory: the revision that counts")
    add("--limit", metavar="N", type=int, default=100, help="how many to list at most (default 100)")
    add_stream(parser, "print one memory per line")


def run(args: argparse.Namespace, face: Face) -> int:
    if args.show:
        if args.approve or args.reject:
            raise ConfigError("Show first, then decide.", hint="Use --show on its own.")
        shown = face.open().show(args.show, given=True)
        face.answer(shown.to_dict())
        tell_memory(face, shown)
        name = f"{shown.memory.id}@{shown.memory.revision}" if shown.memory.revision > 1 else shown.memory.id
        face.next(f"`standfast review --approve {name}` or `--reject {shown.memory.id}`.")
        return 0
    if args.approve or args.reject:
        return _decide(args, face)
    if args.trial:
        waiting = list(face.open().try_threshold(args.trial))[: args.limit]
    else:
        waiting = _fitting(args, _found(args, face))
    face.answer({"waiting": [item.to_dict() for item in waiting]}, lines="waiting")
    if face.programmed:
        return 0
    if not waiting:
        _tell_none(args, face)
        return 0
    return _each(face, waiting) if args.each else _list(face, waiting, _hidden(args, face))


def _tell_none(args: argparse.Namespace, face: Face) -> None:
    """Say what there is nothing of; where only some of what waits was asked for, how many others there are."""
    if args.trial:
        face.say("This setting would have held nothing.")
        return
    if args.conflicts:
        face.say("No two memories conflict.")
    elif args.kind or args.source or args.text:
        face.say("Nothing that waits fits.")
    shown, everything = count_waiting(face.open().context)
    face.say(paint.waiting(shown, everything) if everything else "Nothing waits for you.")


def _hidden(args: argparse.Namespace, face: Face) -> int:
    """Return how many more wait than are shown unasked; a filter or a trial shows what it finds."""
    if args.everything or args.conflicts or args.trial or args.kind or args.source or args.text:
        return 0
    return count_hidden(face.open().context)


def _found(args: argparse.Namespace, face: Face) -> list[Waiting]:
    options = {"everything": args.everything, "conflicts": args.conflicts}
    return list(face.open().review(limit=args.limit, given=True, **options))


def _why(item: Waiting) -> str:
    """Return why something waits; of what a commit proposes, the reason that the commit gives."""
    memory = item.memory
    plain = memory.source.kind == "commit" and memory.status.value == "proposed"
    return memory.content.why if plain and memory.content.why else item.reason


def _list(face: Face, waiting: list[Waiting], hidden: int) -> int:
    ids = paint.Ids(face, [item.memory.id for item in waiting])
    rows = [
        [
            ids(item.memory.id),
            [paint.status(item.memory.status.value)],
            paint.by(item.memory.source),
            paint.shorten(_why(item), 100),
            paint.first_line(item.memory),
        ]
        for item in waiting
    ]
    face.table(("id", "status", "from", "why", "memory"), rows)
    if hidden:
        face.next(f"{paint.count(hidden, 'more is', 'more are')} there with --all.")
    face.next(
        f"`standfast review --each` asks one by one; or `--show {waiting[0].memory.id}`, then --approve or --reject."
    )
    return 0


def _fitting(args: argparse.Namespace, waiting: list[Waiting]) -> list[Waiting]:
    """Return what fits the filter."""
    words = args.text.lower()
    return [
        item
        for item in waiting
        if (not args.kind or item.memory.content.kind.value in args.kind)
        and str(item.memory.source).startswith(args.source)
        and words in f"{item.memory.content.title} {item.memory.content.text} {item.memory.content.why}".lower()
    ]


def _each(face: Face, waiting: list[Waiting]) -> int:
    """Ask about one memory after the other; the last decision can be taken back at once."""
    memory = face.open()
    done: list[Changed] = []
    place = 0
    face.say((_KEYS, "dim"))
    while place < len(waiting):
        item = waiting[place]
        face.say()
        face.say((f"{place + 1} of {len(waiting)}  ", "dim"), (paint.first_line(item.memory), "bold"))
        content = item.memory.content
        face.say(paint.body(content.text))
        if content.why:
            face.say((paint.body(paint.because(content.why)), "italic"))
        face.say((f"  {content.kind.value} from {paint.source(item.memory.source)}; {item.reason}", "dim"))
        key = _key()
        if key in {"q", ""}:
            break
        if key == "u" and done:
            memory.revert([operation for operation in (done.pop().operation,) if operation])
            place -= 1
            face.say("  undone")
            continue
        if item.is_disproved and key in {"a", "v"}:
            key = {"a": "", "v": "a"}[key]
        if key in {"a", "r"} or (key == "b" and item.against):
            decide = memory.reject if key == "r" else memory.approve
            try:
                done += decide([f"{item.memory.id}@{item.memory.revision}", *([item.against] if key == "b" else [])])[
                    :1
                ]
                face.say(_DONE[key])
                for conflict in done[-1].conflicts:
                    face.say(f"  conflicts with {conflict['id']}: {conflict['why']}")
            except Conflict as error:
                face.say(f"  {error.message}")
                waiting[place] = replace(item, memory=memory.show(item.memory.id).memory)
                continue
            except StandfastError as error:
                face.say(f"  {error.message} {error.hint}")
        elif key != "s":
            face.say((_DISPROVED if item.is_disproved else f"  {_KEYS}", "dim"))
            continue
        place += 1
    face.say(f"{paint.count(len(done), 'decision')}.")
    return 0


def _key() -> str:
    """Read one key from a terminal, or the first letter of a line from anything else; nothing at the end."""
    if sys.stdin.isatty() and sys.platform != "win32":
        import termios
        import tty

        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
        try:
            tty.setcbreak(handle)
            return sys.stdin.read(1).lower()
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
    line = sys.stdin.readline()
    return line.strip().lower()[:1] or ("s" if line else "")


def _decide(args: argparse.Namespace, face: Face) -> int:
    memory = face.open()
    approved = memory.approve(_named(args.approve, args, face), version=args.keep) if args.approve else []
    rejected = memory.reject(_named(args.reject, args, face)) if args.reject else []
    face.answer({"approved": [item.to_dict() for item in approved], "rejected": [item.to_dict() for item in rejected]})
    for item in approved:
        tell_change(face, item, "Approved")
    for item in rejected:
        tell_change(face, item, "Rejected")
    return 0


def _named(ids: list[str], args: argparse.Namespace, face: Face) -> list[str]:
    """Return the memories that are meant; `all` are those that fit the filter, of which there must be one."""
    if split_list(ids) != [ALL]:
        return split_list(ids)
    if not (args.kind or args.source or args.text):
        hint = "Add --kind, --from or --text, or name the memories."
        raise ConfigError("`all` needs a filter.", hint=hint, code="no-filter")
    listed = _fitting(args, face.open().review(limit=args.limit, everything=True))
    return [f"{item.memory.id}@{item.memory.revision}" for item in listed]
