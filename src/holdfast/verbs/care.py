"""Care of the store: backup, restore, reindex, scan, doctor's look at the files."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from holdfast.capture.redact import redact
from holdfast.errors import Refused
from holdfast.model.ids import MemoryId
from holdfast.model.trust import Authority
from holdfast.model.value import Value
from holdfast.store.values import View
from holdfast.verbs.context import Context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from holdfast.store.contract import Progress


def backup(context: Context, target: str = "", progress: Progress | None = None) -> str:
    """Write a backup of everything, online; return where it is."""
    path = Path(target).expanduser().absolute() if target else _unused(context)
    context.store.backup(str(path), progress)
    return str(path)


def _unused(context: Context, prefix: str = "") -> Path:
    """Return a dated name that no backup has: the one being restored may be from the same second."""
    stem = f"{prefix}{context.clock.now():%Y%m%dT%H%M%S}"
    names = (f"{stem}{f'-{number}' if number else ''}.holdfast" for number in count())
    return next(path for name in names if not (path := context.settings.backups / name).exists())


def restore_backup(context: Context, source: str) -> tuple[str, list[str]]:
    """Put a backup in place of what is here; what is here is backed up first. Return that safety copy and what came."""
    if context.who.ceiling is not Authority.INSTRUCTION:
        raise Refused("Only a person restores a backup.", hint="Run it outside the agent.", code="authority")
    safety = backup(context, str(_unused(context, "before-restore-")))
    return safety, context.store.restore(str(Path(source).expanduser().absolute()))


def reindex(context: Context, progress: Progress | None = None) -> int:
    """Rebuild everything derived, in every partition; return how many memories there are."""
    total = 0
    for key in context.store.partitions():
        partition = context.store.find_partition(key)
        total += partition.reindex(progress) if partition else 0
    return total


class Leak(Value):
    """A secret that was stored before a rule knew it."""

    memory: MemoryId
    partition: str
    rules: tuple[str, ...]


def scan(context: Context) -> Iterator[Leak]:
    """Yield stored memories in which today's rules find a secret."""
    for key in context.store.partitions():
        partition = context.store.find_partition(key)
        if partition is None:
            continue
        for memory in partition.memories.select(View(statuses=())):
            rules: set[str] = set()
            for version in partition.memories.versions(memory.id):
                content = version.content
                for text in (content.text, content.title, content.why):
                    found = redact(text, key=context.key, words=context.settings.private_words).findings
                    rules.update(finding.rule for finding in found)
            if rules:
                yield Leak(memory.id, key, tuple(sorted(rules)))


def problems(context: Context) -> list[str]:
    """Check files, log and derived data of the whole store; return what is wrong."""
    return context.store.problems()


def salvage(context: Context) -> list[str]:
    """Save what can be saved of damaged files; return what was done."""
    return context.store.salvage()
