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
from standfast.verbs.audit import Audited
from standfast.verbs.scan import Leak


class Maintenance:
    """Backups, checks, repairs and settings."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def configure(self, name: str, value: str | None, *, agents: Sequence[str] = ()) -> Setting:
        """Change a setting in the configuration file, or take it out; a person's act. `agents` are those known."""
        from standfast.verbs.configure import configure

        return configure(self._context, name, value, agents=agents)

    def list_setting_faults(self, *, agents: Sequence[str] = ()) -> list[str]:
        """Return what the configuration says that nothing answers to."""
        from standfast.verbs.configure import list_faults

        return list_faults(self._context.settings, agents=agents)

    def export_audit(self, target: str, *, key: str = "") -> Audited:
        """Write who did what and when, hash-linked and without what memories say; with `key`, signed with SSH."""
        from standfast.verbs.audit import export_audit

        return export_audit(self._context, target, key=key)

    def check_audit(self, source: str, *, signers: str = "", signer: str = "") -> Audited:
        """Check an exported audit log: its chains, and its signature against a file of allowed signers."""
        from standfast.verbs.audit import check_audit

        return check_audit(source, signers=signers, signer=signer)

    def backup(self, target: str = "", progress: Progress | None = None) -> str:
        """Write a backup of everything, online."""
        from standfast.verbs.backup import backup

        return backup(self._context, target, progress)

    def restore_backup(self, source: str) -> tuple[str, list[str]]:
        """Replace what is here with a backup."""
        from standfast.verbs.backup import restore_backup

        return restore_backup(self._context, source)

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild all derived data."""
        from standfast.verbs.reindex import reindex

        return reindex(self._context, progress)

    def scan(self) -> Iterator[Leak]:
        """Yield stored memories and events in which today's rules find a secret."""
        from standfast.verbs.scan import scan

        return scan(self._context)

    def purge_leaks(self, leaks: Sequence[Leak]) -> Proof:
        """Delete for good what a scan found, and prove it."""
        from standfast.verbs.scan import purge_leaks

        return purge_leaks(self._context, leaks)

    def problems(self) -> list[str]:
        """Check the whole store; return what is wrong."""
        from standfast.verbs.doctor import problems

        return problems(self._context)

    def unfinished(self) -> list[str]:
        """Return what an update left to rebuild: nothing is damaged, and `reindex` rebuilds it."""
        from standfast.verbs.doctor import unfinished

        return unfinished(self._context)

    def salvage(self) -> list[str]:
        """Recover what can be recovered from damaged files."""
        from standfast.verbs.doctor import salvage

        return salvage(self._context)

    def losses(self) -> list[str]:
        """Return what a repair could not recover."""
        from standfast.verbs.doctor import losses

        return losses(self._context)

    def open_losses(self) -> list[str]:
        """Return the losses that no person has accepted yet."""
        from standfast.verbs.doctor import open_losses

        return open_losses(self._context)

    def known_losses(self) -> dict[str, str]:
        """Return the losses that a person accepted, with who and when."""
        from standfast.verbs.doctor import known_losses

        return known_losses(self._context)

    def accept_losses(self) -> list[str]:
        """Accept what is lost, and return it. A person's act."""
        from standfast.verbs.doctor import accept_losses

        return accept_losses(self._context)

    def damaged(self) -> list[str]:
        """Return the operations in reach here that cannot be read as they were written."""
        from standfast.verbs.doctor import damaged

        return damaged(self._context)

    def leftovers(self, *, clear: bool = False) -> list[str]:
        """Return files that killed processes of ours left behind; `clear` deletes them."""
        from standfast.verbs.doctor import leftovers

        return leftovers(self._context, clear=clear)

    def lost_keys(self) -> int:
        """Return in how many partitions purges were made with a secret that the home no longer has."""
        from standfast.verbs.doctor import lost_keys

        return lost_keys(self._context)

    def is_purge_pending(self) -> bool:
        """Tell whether a purge was interrupted."""
        from standfast.verbs.purge import is_pending

        return is_pending(self._context)

    def finish_purge(self) -> tuple[MemoryId, ...]:
        """Resume a purge that was interrupted; return what it removes."""
        from standfast.verbs.purge import finish_purge

        return finish_purge(self._context)

    def encrypt(self) -> list[str]:
        """Encrypt everything stored here; return the files changed. Nothing else may have it open."""
        from standfast.verbs.encrypt import encrypt

        return encrypt(self._context)

    def decrypt(self) -> list[str]:
        """Decrypt everything stored here; return the files changed."""
        from standfast.verbs.encrypt import decrypt

        return decrypt(self._context)
