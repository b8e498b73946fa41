"""Maintenance: settings, backups, repair, encryption, and secrets stored before a rule knew them.

Reached as `memory.maintenance`.
"""

from __future__ import annotations

from standfast.memory.verb import Space, verb, verbs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from standfast.verbs import audit, backup, configure, doctor, encrypt, purge, reindex, scan
else:
    audit, backup, configure, doctor, encrypt, purge, reindex, scan = verbs(
        "audit", "backup", "configure", "doctor", "encrypt", "purge", "reindex", "scan"
    )


class Maintenance(Space):
    """Backups, checks, repairs and settings."""

    list_setting_faults = verb(configure.list_faults)
    configure = verb(configure.configure)
    export_audit = verb(audit.export_audit)
    check_audit = staticmethod(audit.check_audit)
    restore_backup = verb(backup.restore_backup)
    backup = verb(backup.backup)
    reindex = verb(reindex.reindex)
    purge_leaks = verb(scan.purge_leaks)
    scan = verb(scan.scan)
    problems = verb(doctor.problems)
    unfinished = verb(doctor.unfinished)
    salvage = verb(doctor.salvage)
    losses = verb(doctor.losses)
    open_losses = verb(doctor.open_losses)
    known_losses = verb(doctor.known_losses)
    accept_losses = verb(doctor.accept_losses)
    damaged = verb(doctor.damaged)
    leftovers = verb(doctor.leftovers)
    lost_keys = verb(doctor.lost_keys)
    is_purge_pending = verb(purge.is_pending)
    finish_purge = verb(purge.finish_purge)
    decrypt = verb(encrypt.decrypt)
    encrypt = verb(encrypt.encrypt)
