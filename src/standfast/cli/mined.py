"""What mining found, told to a person or a program; `init` and `up` share it."""

from __future__ import annotations

import argparse

from standfast.cli import paint
from standfast.cli.face import Face
from standfast.cli.progress import Bar
from standfast.context.acts import one_act
from standfast.errors import Unavailable
from standfast.learn.documents import DocumentsRead
from standfast.learn.history import Learned
from standfast.verbs.mine import Mined, mine_repository

_FORMS = {
    "instructions": ("instruction files", "rule or note", "rules and notes"),
    "agent-context": ("context folder", "note", "notes"),
    "adr": ("decision records", "decision", "decisions"),
    "postmortems": ("post-mortems", "lesson", "lessons"),
    "ways": ("manifests and CI", "way to do things", "ways to do things"),
    "policies": ("policies and checklists", "rule or procedure", "rules and procedures"),
    "changes": ("releases and upgrades", "change", "changes"),
    "designs": ("design pages", "decision or boundary", "decisions and boundaries"),
}


def parse_history(text: str) -> int:
    """Read how many commits are meant: 0 for all, -1 for none."""
    word = text.strip().lower()
    if word in {"all", "none"}:
        return 0 if word == "all" else -1
    if not word.isdigit() or not 0 < int(word) < 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number of commits, nor all or none")
    return int(word)


def learn(
    face: Face, *, history: int | None = None, dry_run: bool = False, read: DocumentsRead | None = None
) -> Mined | None:
    """Mine the repository at hand, with a bar for whoever waits; None where there is none or Git cannot be asked."""
    memory = face.open()
    if not memory.context.here.project:
        return None
    try:
        with Bar(face, "Reading history") as bar, one_act(memory.context):
            return mine_repository(memory.context, history=history, dry_run=dry_run, progress=bar, read=read)
    except Unavailable as error:
        face.note(f"What this repository already says was not read: {error.message} {error.hint}")
        return None


def _cut(taken: DocumentsRead, form: str) -> str:
    """Say that only the newest were read, where there are more."""
    more = taken.cut.get(form, 0)
    return f" (the newest; {more:,} older ones are left out)" if more else ""


def _taken_back(learned: Learned) -> str:
    return f", {paint.count(learned.attempts, 'attempt')} reverted" if learned.attempts else ""


def tell_mined(face: Face, mined: Mined, *, suspects: bool = True) -> None:
    """Show what was found, and what to do next; `suspects`: and which commit messages were not believed."""
    taken, learned = mined.documents, mined.history
    rows = [
        [name, f"{taken.files[form]:,}", f"{paint.count(taken.by_form.get(form, 0), one, many)}{_cut(taken, form)}"]
        for form in sorted(taken.files, key=[*_FORMS, *taken.files].index)
        for name, one, many in (_FORMS.get(form, (form, "memory", "memories")),)
    ]
    if learned and learned.commits:
        rows.append(
            [
                "commits",
                f"{learned.commits:,}",
                f"{paint.count(learned.episodes, 'episode')} to recall{_taken_back(learned)}",
            ]
        )
        rows.append(["signs in commits", "", f"{learned.proposals:,} proposal{'s' * (learned.proposals != 1)}"])
    if mined.restored:
        face.say(f"{paint.count(mined.restored, 'operation')} that `undo` had undone are active again.")
    if not rows:
        return
    face.say()
    face.say(("What would be learned here" if mined.dry_run else "What was learned here", "bold"))
    face.table(("found", "read", "new"), rows)
    if taken.retired:
        face.say(f"{paint.count(taken.retired, 'memory', 'memories')} retired: their files no longer say so.")
    if suspects and learned and learned.suspect:
        face.say(
            f"{paint.count(learned.suspect, 'commit message')} looked like injected instructions: kept, with little "
            f"weight; see `standfast show ID` for {', '.join(learned.suspects)}"
            f"{' …' if learned.suspect > len(learned.suspects) else ''}"
        )
    if mined.dry_run:
        face.next("`standfast init` learns it.")
    elif mined.waiting_all:
        face.next(paint.waiting(mined.waiting, mined.waiting_all))
