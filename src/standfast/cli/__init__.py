"""The command line: one file per command, this table of them, and nothing else imported before it is needed.

Each command module has `configure(parser)` and `run(args, face) -> int`; `READS = True` says that it stamps nothing.
`program` finds the module, `parser` holds the flags that every command has, `face` is what a command talks through.
"""

GROUPS: dict[str, dict[str, str]] = {
    "Start here": {
        "up": "do the main job in one go: what is known here, and what the next session would be given",
        "tour": "see the whole story on a throwaway repository, all real",
        "init": "get to know this repository",
        "setup": "connect the coding agents on this machine",
        "status": "what is here, what still holds, what needs a person",
        "serve": "serve this memory over HTTP: MCP, REST and a page",
    },
    "Remember and recall": {
        "remember": "store one memory, or many",
        "recall": "find the memories that answer a question, best first",
        "brief": "show what a session would be given now",
        "list": "list memories: by kind, tag, status, standing, source, file, time or words",
        "show": "show one memory, as it is or was",
        "pause": "stop capturing and speaking for a while, or one of them",
        "learn": "ask the configured model what sessions teach; what it proposes waits for you",
        "handoff": "leave a note for the next session, or read those that are open",
        "review": "decide what waits for a person",
    },
    "Change what is known": {
        "edit": "change a memory in your editor",
        "revise": "write a new revision of a memory",
        "supersede": "say that one memory takes another's place",
        "retract": "take a memory back; it stays in the history",
        "restore": "make a memory current again",
        "drift": "see what still holds after the code moved, and what a change makes stale",
        "verify": "say that a memory still holds",
        "feedback": "say that a memory was helpful, wrong or stale",
    },
    "Enforce": {
        "guard": "let a memory stop the mistake it is about: at edit, commit and in CI",
    },
    "Look back": {
        "log": "list operations: of one memory, or all",
        "diff": "show what a revision changed",
        "why": "show what a session was given and why, or who was given a memory",
        "graph": "show what a memory, a file, a person or a commit is related to",
        "blame": "show where each line of a brief came from",
        "sessions": "list the sessions of agents here",
        "replay": "show what happened in a session",
    },
    "Undo and forget": {
        "undo": "take back your last operation here",
        "revert": "undo operations, a session, or everything a source said",
        "purge": "delete for good, everywhere, and prove it",
    },
    "Share with a team": {
        "sync": "hand in to the team what may leave, take in what it has",
        "store": "spread a PostgreSQL store with Citus",
        "token": "who may use the team's store over its server",
        "group": "share with a named group of projects, or stop",
        "mirror": "project memory as Markdown files in the repository, and back",
        "skill": "write procedures as SKILL.md folders",
    },
    "Maintenance": {
        "config": "show and change settings, and where they come from",
        "doctor": "prove that everything works",
        "backup": "write a backup of everything, or put one back",
        "reindex": "rebuild everything derived",
        "scan": "find secrets that were stored before a rule knew them",
        "encrypt": "encrypt everything kept here",
        "decrypt": "turn it back into plain files",
        "export": "write everything as JSON Lines",
        "import": "bring memories in from elsewhere",
    },
    "Called by agents (`standfast setup` writes it into their configuration)": {
        "mcp": "serve this memory over MCP on standard input and output",
        "statusline": "one line for an agent's status bar",
        "hook": "take one event of an agent, answer in its own shape",
    },
    "For programs": {
        "redact": "take secrets out of text, as every write does",
        "screen": "judge text for injected instructions, as every write does",
        "bench": "measure recall sets and speed",
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
