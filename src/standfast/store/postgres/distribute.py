"""Spreading a store over the nodes of a Citus cluster, by partition; where there is none, nothing is changed.

Owns which tables are spread and which every node has. Possible because the partition is the first column of every key
and no key reaches from one partition into another (a test holds the catalogue to it).
"""

from __future__ import annotations

from standfast.errors import Unavailable
from standfast.store.postgres.connect import SCHEMA, PostgresConnection

SHARED = (
    *("secret", "project", "evidence", "membership", "partition", "purged", "bookmark", "token", "access", "delivery"),
    "migration",
)
"""Tables of the whole store: on every node."""
_APART = """SELECT table_name FROM information_schema.columns
WHERE table_schema = current_schema() AND column_name = 'partition' AND table_name <> 'partition'
  AND table_name !~ '^event_[0-9]+$' ORDER BY table_name"""
_KNOWN = "SELECT table_name::text FROM citus_tables WHERE citus_table_type IN ('distributed', 'reference')"


def distribute(connection: PostgresConnection) -> list[str]:
    """Spread every table that has partitions, all by the same key, and put the others on every node."""
    if not connection.execute("SELECT count(*) FROM pg_extension WHERE extname = 'citus'").get:
        hint = "Install Citus on the server and run `CREATE EXTENSION citus` there; one server needs none of it."
        raise Unavailable("The database has no Citus to spread over.", hint=hint, code="citus-missing")
    known = {name.rpartition(".")[2] for (name,) in connection.execute(_KNOWN)}
    tables = [table for (table,) in connection.execute(_APART)]
    for table in tables:
        if table not in known:
            beside = "none" if table == tables[0] else f"{SCHEMA}.{tables[0]}"
            connection.execute(
                f"SELECT create_distributed_table('{SCHEMA}.{table}', 'partition', colocate_with => '{beside}')"
            )
    for table in SHARED:
        if table not in known:
            connection.execute(f"SELECT create_reference_table('{SCHEMA}.{table}')")
    return [*tables, *SHARED]
