"""What other tools remembered: one file a tool, which reads its store and yields what it says, changing nothing.

`TOOLS` is the table; `verbs.import_store` brings the records in. A reader knows its tool's format and of ours only
`StoredRecord`; it leaves out records it cannot read, never the whole file.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from standfast.capture.importers.stores.record import StoredRecord

# The word on the command line, and the module that reads it.
TOOLS = {
    "agentmemory": "agentmemory",
    "basic-memory": "basic_memory",
    "claude-mem": "claude_mem",
    "claude-memory": "agent_files",
    "codex-memory": "agent_files",
    "confluence": "pages",
    "github": "requests",
    "gitlab": "requests",
    "mcp-memory": "mcp_memory",
    "mem0": "mem0",
    "notion": "pages",
    "skills": "skills",
    "vector-store": "vector_store",
}


def read_store(tool: str, path: Path) -> Iterator[StoredRecord]:
    """Yield what a tool's store says."""
    from importlib import import_module

    records: Iterator[StoredRecord] = import_module(f"{__name__}.{TOOLS[tool]}").read(path)
    return records
