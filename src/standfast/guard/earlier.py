"""What was there before a change, where Git's hunks cannot say: under another name, in wide text, among waivers.

Owns the comparison of one file with its past; `check` decides what follows from it.
"""

from __future__ import annotations

from collections.abc import Sequence

from standfast.code.changes import ChangedFile
from standfast.code.filetypes import any_covers, language_of, may_be_script
from standfast.code.globs import matches_any
from standfast.code.lines import Lines, compare
from standfast.guard.change import ChangeSet
from standfast.guard.file import File, decode
from standfast.guard.rule import Guard
from standfast.guard.waiver import new_waivers


def looked_before(change: ChangeSet, guard: Guard, entry: ChangedFile) -> bool:
    """Tell whether a guard looks at a renamed file under its old name too."""
    if guard.paths and not matches_any(entry.old_path, guard.paths):
        return False
    if not guard.languages or any_covers(guard.languages, language_of(entry.old_path)):
        return True
    if not may_be_script(entry.old_path):
        return False
    return any_covers(guard.languages, File(entry.old_path, change.contents.read_before(entry) or b"").language)


def wide_lines(change: ChangeSet, entry: ChangedFile, file: File) -> Lines | None:
    """Return the new lines of a file whose bytes Git cannot count as lines."""
    before = change.contents.read_before(entry)
    return compare(None if before is None else decode(before).encode("utf-8", "replace"), file.text.encode())


def added_waivers(
    change: ChangeSet, entry: ChangedFile, file: File, guards: Sequence[Guard]
) -> list[tuple[int, Guard, str]]:
    """Return the waivers of these guards that a change brings into a file: line, guard and words."""
    came_in = entry.old_path and not all(looked_before(change, guard, entry) for guard in guards)
    before = None if came_in else change.contents.read_before(entry)
    named = {guard.id: guard for guard in guards}
    found = new_waivers(decode(before or b""), file.text)
    return [(line, named[item], words) for line, ids, words in found for item in ids if item in named]
