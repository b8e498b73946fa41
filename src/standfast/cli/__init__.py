"""The command line: one file per command, this table of them, and nothing else imported before it is needed.

Each command module has `run(args, face) -> int` and, where it has flags of its own, `configure(parser)`; `EXAMPLES`
closes its help, and `READS = True` says that it stamps nothing.
`program` finds the module, `parser` holds the flags that every command has, `face` is what a command talks through.
"""

GROUPS: dict[str, dict[str, str]] = {
    "Start here": {
        "up": "read this repository, show what is known and what the next session would be told, and serve the viewer",
        "tour": "watch the main features work in a throwaway repository",
        "init": "read what this repository already says, and install Git hooks",
        "setup": "connect the coding agents on this machine",
        "status": "show what is stored here, what still holds and what needs you",
        "serve": "serve this memory over HTTP: MCP, REST and the viewer",
    },
    "Remember and recall": {
        "remember": "store one memory, or many",
        "recall": "find the memories that answer a question, best first",
        "brief": "show what a session would be told now",
        "list": "list memories: by kind, tag, status, standing, source, file, time or words",
        "show": "show one memory, now or at an earlier time, or what is known about a file",
        "pause": "stop recording, speaking or both for a while",
        "learn": "ask the configured model what past sessions teach; its proposals wait for you",
        "handoff": "leave a note for the next session, or list the open ones",
        "review": "decide about proposals, conflicts and memories that drifted",
    },
    "Change what is known": {
        "edit": "change a memory in your editor",
        "revise": "write a new revision of a memory",
        "supersede": "replace one memory by another",
        "retract": "withdraw a memory; it stays in the history",
        "restore": "make a memory current again",
        "drift": "show which memories and instruction files the code has left behind",
        "verify": "confirm that a memory still holds",
        "feedback": "say that a memory was helpful, wrong or stale",
    },
    "Enforce": {
        "guard": "enforce a memory: stop the mistake at the edit, at the commit and in CI",
    },
    "Look back": {
        "log": "list the operations on one memory, or on all",
        "diff": "show what a revision changed",
        "why": "show what a session was given and why, or who was given a memory",
        "graph": "show what a memory, a file, a person or a commit is related to",
        "blame": "show where each line of a brief came from",
        "sessions": "list the agent sessions recorded here",
        "replay": "show what happened in a session",
    },
    "Undo and forget": {
        "undo": "undo your last operation here",
        "revert": "undo operations, a session, or everything a source said",
        "purge": "delete for good, everywhere, and prove it",
    },
    "Share with a team": {
        "sync": "exchange memories with the team: push what may leave, pull what is new",
        "store": "distribute a PostgreSQL store over a Citus cluster",
        "token": "manage who may use the team server",
        "group": "share memories with a named group of projects, or stop",
        "mirror": "keep project memory as Markdown files in the repository",
        "skill": "write procedures as SKILL.md folders",
    },
    "Maintenance": {
        "config": "show settings and where they come from, and change them",
        "doctor": "check that everything works, end to end",
        "backup": "back up everything, or restore a backup",
        "reindex": "rebuild all indexes from the log",
        "scan": "find secrets that were stored before a rule knew them",
        "encrypt": "encrypt everything stored here",
        "decrypt": "decrypt it again",
        "export": "write everything as JSON Lines",
        "import": "import memories, documents and sessions from elsewhere",
    },
    "Called by agents (`standfast setup` writes it into their configuration)": {
        "mcp": "serve this memory over MCP on standard input and output",
        "statusline": "one line for an agent's status bar",
        "hook": "handle one hook event of an agent",
    },
    "For programs": {
        "redact": "mask secrets in text, as every write does",
        "screen": "check text for injected instructions, as every write does",
        "bench": "measure recall, speed, redaction, screening and more",
        "completion": "print a completion script for your shell",
    },
}
"""Every command with its one line of help, by what people want."""


def list_commands() -> dict[str, str]:
    """Return every command with its line of help."""
    return {name: line for members in GROUPS.values() for name, line in members.items()}


def module_of(command: str) -> str:
    """Return the module that a command lives in; a keyword of Python gets an underscore."""
    name = "import_" if command == "import" else command.replace("-", "_")
    return f"standfast.cli.{name}"
