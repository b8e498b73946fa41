"""Write docs/reference/moments.md from the table of moments and the agents' own files."""

from pathlib import Path

from standfast.agents import NAMES
from standfast.agents.surface import way_of
from standfast.moments.table import CAUSES, MOMENTS

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "moments.md"
HEAD = """# Moments

Generated from the code by `make docs`. A moment is a point in a session at which something may be said unasked. What
is said is the claim itself, quoted, with its mark where it drifted or stands against another; nothing twice in a
session, unless it was compacted away or its action has come (then once more, in one line); nothing that the agent's own
instruction files say. Every look-up is on record: `standfast status --moments` shows the last sessions, `standfast why
SESSION` what was given.

| moment | when | what may be said | memories | tokens | floor |
|---|---|---|---|---|---|
"""
AGENTS = """
## What each agent's surface allows

*yes*: told by a hook before or at the moment. *after the call*: the agent takes no words before a tool runs, so they
stand beside its result. *by instructions*: the agent is told in its rules file and in the server's instructions to ask;
what it does not ask for is lost. *-*: the agent reports nothing there.

The rows of `claude-code`, `codex`, `gemini-cli`, `copilot-cli`, `opencode` and `qwen-code` are held against the real
clients: a test runs each of them against a scripted model and looks for every moment in the requests that reach it; a
cell that says *yes* and is not seen there fails, and so does one that is seen and not said. The other rows are what
their makers' documents say.

"""
TAIL = """
The brief takes `brief_tokens` (a setting). A floor is the share of what is asked that must stand together in a memory;
where a memory is anchored or named, there is none.

## Why nothing was said

{causes}.

## Off switches

| you want | say |
|---|---|
| silence for two hours in this project | `standfast pause --for 2h` |
| nothing recorded, everywhere | `standfast pause --all --capture` |
| nothing said at prompts, to one agent | `standfast pause --speak --moment prompt --agent codex` |
| it back | `standfast pause --off` |
| it for good | `quiet = ["prompt", "codex", "codex:read", "project:ID"]` in `config.toml` |
| more than what clearly matters | `talkative = ["read", "prompt", "command"]` in `config.toml` |

Pausing is a person's act: in an agent's shell it is refused, and nothing in a repository can loosen it.
"""


def render() -> str:
    """Return the whole page."""
    rows = [
        f"| `{item.name}` | {item.when} | {item.says} "
        f"| {item.most or '-'} | {item.tokens or '-'} | {item.floor or '-'} |"
        for item in MOMENTS.values()
    ]
    shown = [name for name, entry in MOMENTS.items() if entry.speaks]
    table = ["| agent | " + " | ".join(shown) + " |", "|---" * (len(shown) + 1) + "|"]
    table += [f"| `{name}` | " + " | ".join(way_of(name, moment) for moment in shown) + " |" for name in NAMES]
    causes = ", ".join(f"*{cause}*" for cause in CAUSES[1:])
    return HEAD + "\n".join(rows) + "\n" + AGENTS + "\n".join(table) + "\n" + TAIL.format(causes=causes)


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
