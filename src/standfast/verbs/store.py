"""What is done to a shared store as a whole."""

from __future__ import annotations

from standfast.context.context import Context
from standfast.errors import ConfigError
from standfast.trust.person import require_person


def distribute(context: Context) -> list[str]:
    """Spread a PostgreSQL store over the nodes of a Citus cluster; return the tables that are spread by now."""
    require_person(context.who, "spreads a store")
    spread = getattr(context.store, "distribute", None)
    if spread is None:
        hint = "Use --store postgresql://…; a folder is on one machine."
        raise ConfigError("An embedded store cannot be spread.", hint=hint, code="not-shared")
    tables: list[str] = spread()
    return tables
