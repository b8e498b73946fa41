"""Maintenance: settings, backups, repair, encryption, and secrets stored before a rule knew them.

One method a verb, reached as `memory.maintenance`; the verbs themselves are in `verbs/`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from standfast.config import Setting
    from standfast.context.context import Context
    from standfast.model.ids import MemoryId
    from standfast.purge.proof import Proof
    from standfast.store.contract import Progress
    from standfast.verbs.audit import Audited
    from standfast.verbs.scan import Leak


class Maintenance:
    """What keeps the store sound."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def configure(self, name: str, value: str | None) -> Setting:
        """Change a setting in the configuration file, or take it out; a person's act."""
        from standfast.config import change_setting
        from standfast.trust.person import require_person

        require_person(self._context.who, "changes settings")
        return change_setting(self._context.settings.home, name, value)

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
        """Put a backup in place of what is here."""
        from standfast.verbs.backup import restore_backup

        return restore_backup(self._context, source)

    def reindex(self, progress: Progress | None = None) -> int:
        """Rebuild everything derived."""
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
        """Return what an update left to make again: nothing is damaged, and `reindex` makes it."""
        from standfast.verbs.doctor import unfinished

        return unfinished(self._context)

    def salvage(self) -> list[str]:
        """Save what can be saved of damaged files."""
        from standfast.verbs.doctor import salvage

        return salvage(self._context)

    def losses(self) -> list[str]:
        """Return what a repair could not bring back."""
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
        """Say that one knows what is lost, and return it. A person's act."""
        from standfast.verbs.doctor import accept_losses

        return accept_losses(self._context)

    def damaged(self) -> list[str]:
        """Return the operations in reach here that cannot be read as they were written."""
        from standfast.verbs.doctor import damaged

        return damaged(self._context)

    def leftovers(self, *, clear: bool = False) -> list[str]:
        """Return what killed processes of ours left behind; `clear` deletes it."""
        from standfast.verbs.doctor import leftovers

        return leftovers(self._context, clear=clear)

    def lost_keys(self) -> int:
        """Return in how many partitions purges were made with a secret that the home no longer has."""
        from standfast.verbs.doctor import lost_keys

        return lost_keys(self._context)

    def is_purge_pending(self) -> bool:
        """Tell whether a purge was stopped before it was done."""
        from standfast.verbs.purge import is_pending

        return is_pending(self._context)

    def finish_purge(self) -> tuple[MemoryId, ...]:
        """Go on with a purge that was stopped; return what it was to remove."""
        from standfast.verbs.purge import finish_purge

        return finish_purge(self._context)

    def encrypt(self) -> list[str]:
        """Encrypt everything kept here; return the files changed. Nothing else may have it open."""
        from standfast.verbs.encrypt import encrypt

        return encrypt(self._context)

    def decrypt(self) -> list[str]:
        """Turn everything kept here into plain files; return those changed."""
        from standfast.verbs.encrypt import decrypt

        return decrypt(self._context)
