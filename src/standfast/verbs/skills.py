"""Skills: procedures as SKILL.md folders, for agents that load such folders. `import skills` reads them back.

What leaves is what may leave to other people (`trust.release`); each file says which memory it is and whether that
still stood when it was written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from standfast.context.beyond_checkouts import note_skills
from standfast.context.context import Context
from standfast.context.references import get_memory
from standfast.errors import ConfigError, Refused
from standfast.model.ids import MemoryId
from standfast.model.kind import Kind
from standfast.model.trust import Status
from standfast.model.value import Value
from standfast.standing.memories import Judge
from standfast.text.files import write_whole
from standfast.trust.release import Withheld, release

_LONGEST_NAME, _LONGEST_DESCRIPTION = 64, 1_000
_BROKEN = re.compile(r"[^a-z0-9]+")


class Skill(Value):
    """A skill that was written: the memory, its file, and what was known about its standing."""

    memory: MemoryId
    file: Path
    standing: str

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.memory, "file": str(self.file), "standing": self.standing}


def export_skills(context: Context, references: Sequence[str], folder: str | Path) -> list[Skill]:
    """Write procedures as folders with a SKILL.md; all of them or, where one cannot be, none."""
    folder, judge = Path(folder), Judge(context)
    prepared: dict[str, tuple[MemoryId, str, str]] = {}
    for reference in references:
        _, memory = get_memory(context, reference)
        if memory.content.kind is not Kind.PROCEDURE:
            hint = "Skills say how something is done: `standfast list --kind procedure`."
            raise ConfigError(f"{memory.id} is a {memory.content.kind.value}.", hint=hint, code="bad-kind")
        if memory.status is not Status.ACTIVE:
            hint = f"`standfast show {memory.id}` says what took its place, or approve it first."
            raise ConfigError(f"{memory.id} is {memory.status.value}.", hint=hint, code="not-active")
        leaving = release(memory, mask=context.mask)
        if isinstance(leaving, Withheld):
            raise Refused(f"{memory.id} stays here: {leaving.reason}.", hint="Export another.", code="not-allowed")
        standing = judge(memory).standing.value
        name = _name(leaving.record.get("title", "") or leaving.record["text"], prepared)
        prepared[name] = (memory.id, _render(name, leaving.record, memory.id, standing), standing)
    note_skills(context, folder)
    written = []
    for name, (memory_id, text, standing) in prepared.items():
        file = folder / name / "SKILL.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.encode())
        written.append(Skill(memory_id, file, standing))
    return written


def _name(title: str, taken: dict[str, Any]) -> str:
    words = _BROKEN.sub("-", title.split("\n", 1)[0].lower()).strip("-")[:_LONGEST_NAME].strip("-") or "skill"
    name, number = words, 2
    while name in taken:
        name, number = f"{words[: _LONGEST_NAME - 4]}-{number}", number + 1
    return name


def _render(name: str, record: dict[str, Any], memory: MemoryId, standing: str) -> str:
    import yaml

    text, why = record["text"], record.get("why", "")
    described = (record.get("title") or text).split("\n", 1)[0][:_LONGEST_DESCRIPTION]
    front = {"name": name, "description": described, "metadata": {"standfast": memory, "standing": standing}}
    head = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=1_000)
    parts = [f"---\n{head}---", text, *([f"Why: {why}"] if why else [])]
    return "\n\n".join(parts) + "\n"
