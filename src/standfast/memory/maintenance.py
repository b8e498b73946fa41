"""Maintenance: settings, backups, repair, encryption, and secrets stored before a rule knew them.

One method a verb, reached as `memory.maintenance`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standfast.config import Setting
from standfast.context.context import Context
from standfast.model.ids import MemoryId
from standfast.purge.proof import Proof
from standfast.store.contract import Progress
from standfast.verbs.audit import Audited, check_audit, export_audit
from standfast.verbs.backup import backup, restore_backup
from standfast.verbs.configure import configure, list_faults
from standfast.verbs.doctor import (
    accept_losses,
    damaged,
    known_losses,
    leftovers,
    losses,
    lost_keys,
    open_losses,
    problems,
    salvage,
    unfinished,
)
from standfast.verbs.encrypt import decrypt, encrypt
from standfast.verbs.purge import finish_purge, is_pending
from standfast.verbs.reindex import reindex
from standfast.verbs.scan import Leak, purge_leaks, scan


class Maintenance:
    """Backups, checks, repairs and settings."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def configure(self, name: str, value: str | None, *, agents: Sequence[str] = ()) -> Setting:
        """Change a setting in the configuration file, or take it out; a person's act. `agents` are those known."""
        return configure(self._context, name, value, agents=agents)

    def list_setting_faults(self, *, agents: Sequence[str] = ()) -> list[str]:
        """Return what the configuration says that nothing answers to."""
        return list_faults(self._context.settings, agents=agents)

    def export_audit(self, target: str, *, key: str = "") -> Audited:
        """Write who did what and when, hash-linked and without what memories say; with `key`, signed with SSH."""
        return export_audit(self._context, target, key=key)

    def check_audit(self, source: str, *, signers: str = "", signer: str = "") -> Audited:
        """Check an exported audit log: its chains, and its signature against a file of allowed signers."""
        return check_audit(source, signers=signers, signer=signer)

    def backup(self, target: str = "", progress: Progress | None = None) -> str:
        """Write a backup of everything, online."""
        return backup(self._context, target, progress)

    def restore_backup(self, source: str) -> tuple[str, list[str]]:
        """Replace what is here with a backup."""
        return restore_backup(self._context, source)

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild all derived data."""
        return reindex(self._context, progress)

    def scan(self) -> Iterator[Leak]:
        """Yield stored memories and events in which today's rules find a secret."""
        return scan(self._context)

    def purge_leaks(self, leaks: Sequence[Leak]) -> Proof:
        """Delete for good what a scan found, and prove it."""
        return purge_leaks(self._context, leaks)

    def problems(self) -> list[str]:
        """Check the whole store; return what is wrong."""
        return problems(self._context)

    def unfinished(self) -> list[str]:
        """Return what an update left to rebuild: nothing is damaged, and `reindex` rebuilds it."""
        return unfinished(self._context)

    def salvage(self) -> list[str]:
        """Recover what can be recovered from damaged files."""
        return salvage(self._context)

    def losses(self) -> list[str]:
        """Return what a repair could not recover."""
        return losses(self._context)

    def open_losses(self) -> list[str]:
        """Return the losses that no person has accepted yet."""
        return open_losses(self._context)

    def known_losses(self) -> dict[str, str]:
        """Return the losses that a person accepted, with who and when."""
        return known_losses(self._context)

    def accept_losses(self) -> list[str]:
        """Accept what is lost, and return it. A person's act."""
        return accept_losses(self._context)

    def damaged(self) -> list[str]:
        """Return the operations in reach here that cannot be read as they were written."""
        return damaged(self._context)

    def leftovers(self, *, clear: bool = False) -> list[str]:
        """Return files that killed processes of ours left behind; `clear` deletes them."""
        return leftovers(self._context, clear=clear)

    def lost_keys(self) -> int:
        """Return in how many partitions purges were made with a secret that the home no longer has."""
        return lost_keys(self._context)

    def is_purge_pending(self) -> bool:
        """Tell whether a purge was interrupted."""
        return is_pending(self._context)

    def finish_purge(self) -> tuple[MemoryId, ...]:
        """Resume a purge that was interrupted; return what it removes."""
        return finish_purge(self._context)

    def encrypt(self) -> list[str]:
        """Encrypt everything stored here; return the files changed. Nothing else may have it open."""
        return encrypt(self._context)

    def decrypt(self) -> list[str]:
        """Decrypt everything stored here; return the files changed."""
        return decrypt(self._context)
