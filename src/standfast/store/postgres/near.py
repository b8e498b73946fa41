"""The approximate index of a large partition: HNSW on half-precision vectors, of one partition and one model alone.

Owns when there is one. A small partition is compared exactly, which is fast and needs no index; an index over all
partitions would let one project's vectors crowd out another's. It is made by `standfast reindex` once there are enough,
and PostgreSQL keeps it up to date from then on. Candidates it brings are compared exactly (`index`).
"""

from __future__ import annotations

import hashlib

from standfast.store.postgres.connect import PostgresConnection

MANY = 20_000  # vectors, from which on an exact scan takes longer than an answer should
_LONGEST = 4_000  # dimensions that such an index can hold
_LINKS = 600  # bytes that it has for each vector besides, with room to spare
_MOST_MEMORY = 2_000  # megabytes, while it is made


def tune(connection: PostgresConnection, model: str, *, many: int = MANY) -> bool:
    """Make the index of a partition that has grown large, drop that of one that is not; tell whether there is one."""
    sql = connection.statements("near")
    name = f"near_{hashlib.sha256(f'{connection.place} {model}'.encode()).hexdigest()[:24]}"
    count, size = connection.execute(sql["count_vectors"], (model,)).fetchone() or (0, 0)
    if not model or count < many or not size or size > _LONGEST:
        connection.execute(f"DROP INDEX IF EXISTS {name}")
        connection.execute(sql["forget_near"], (model,))
        return False
    if connection.execute(sql["find_near"], (name,)).get:
        connection.execute(sql["note_near"], (model,))
        return True
    # An index that does not fit in memory while it is made takes many times as long.
    megabytes = min(_MOST_MEMORY, max(64, count * (2 * size + _LINKS) >> 20))
    connection.begin()
    try:
        connection.execute("SET LOCAL statement_timeout = 0")  # it takes as long as it takes; who reads is not kept
        connection.execute(f"SET LOCAL maintenance_work_mem = '{int(megabytes)}MB'")
        connection.execute(
            f"CREATE INDEX {name} ON vector USING hnsw ((data::public.halfvec({int(size)})) public.halfvec_ip_ops) "
            "WHERE partition = ? AND model = ?",
            (connection.place, model),
            literal=True,
        )
        connection.execute(sql["note_near"], (model,))
        connection.commit()
    finally:
        connection.roll_back()
    return True
