"""Write docs/reference/moments.md from the table of moments and what the agents' own files declare, nothing else."""

from pathlib import Path

from standfast.agents import NAMES, contract as c, get_agent
from standfast.moments import table as t
from standfast.moments.table import CAUSES, MOMENTS

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "moments.md"
HEAD = """# Moments

Generated from the code by `make docs`. A moment is a point in a session at which something may be said unasked. What
is said is the claim itself, quoted, and marked if it drifted or is in conflict. Nothing is said twice in a session
unless it was compacted away or its action has come (then once more, in one line), and nothing that the agent's own
instruction files say. Every look-up is recorded: `standfast status --moments` shows the last sessions, `standfast why
SESSION` what was given. How good it is: [what is said unasked](../explanation/moments.md).

| moment | when | what may be said | memories | tokens | floor |
|---|---|---|---|---|---|
"""
AGENTS = """
## What each agent supports

*yes*: told by a hook before or at the moment. *after the call*: the agent accepts no text before a tool runs, so it
comes with the result. *by instructions*: the agent's rules file and the server's instructions tell it to ask; what it
does not ask for is not told. *-*: the agent reports nothing at that moment.

The rows of `claude-code`, `codex`, `gemini-cli`, `copilot-cli`, `opencode` and `qwen-code` are tested with the real
clients: each runs against a scripted model, and the test looks for every moment in the requests that reach it. The
other rows follow the vendors' documentation.

"""
TAIL = """
The brief's budget is the setting `brief_tokens`. The floor is the relevance threshold: the share of what is asked
that must occur together in a memory. A memory that is anchored or named needs none.

## Why nothing was said

{causes}.

## Off switches

| you want | do |
|---|---|
| silence for two hours in this project | `standfast pause --for 2h` |
| nothing recorded, everywhere | `standfast pause --all --capture` |
| nothing said at prompts, to one agent | `standfast pause --speak --moment prompt --agent codex` |
| to end all pauses | `standfast pause --off` |
| permanent silence | `quiet = ["prompt", "codex", "codex:read", "project:ID"]` in `config.toml` |
| more than what clearly matters | `talkative = ["read", "prompt", "command"]` in `config.toml` |

Only a person can pause: an agent's shell is refused, and nothing in a repository can change it.
"""

HOOK, AFTER, WORDS, GATE, LOST = "yes", "after the call", "by instructions", "refused or warned", "-"

_KINDS = {
    t.START: c.SESSION_START,
    t.RESUME: c.SESSION_START,
    t.PROMPT: c.PROMPT,
    t.READ: c.BEFORE_TOOL,
    t.EDIT: c.BEFORE_TOOL,
    t.COMMAND: c.BEFORE_TOOL,
    t.FAILURE: c.TOOL_FAILED,
    t.BREAK: c.AFTER_TOOL,
    t.SUBAGENT: c.SUBAGENT_START,
}
_RECORDED = {t.SUBAGENT_END: c.SUBAGENT_STOP, t.END: c.SESSION_END}


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


def way_of(name: str, moment: str) -> str:
    """Say how an agent learns what is known at a moment."""
    agent = get_agent(name)
    reported = set(agent.events.values())
    if moment in _RECORDED:
        return "recorded" if _RECORDED[moment] in reported else LOST
    if moment == t.COMMIT:
        return GATE if c.BEFORE_TOOL in agent.denies else "Git hook"
    if moment == t.COMPACT:
        told = agent.tells_compaction and c.SESSION_START in agent.injects
        return HOOK if told or c.COMPACT in agent.injects else WORDS
    kind = _KINDS[moment]
    if kind in agent.injects and kind in reported:
        return HOOK
    if moment in {t.READ, t.EDIT, t.COMMAND, t.FAILURE} and c.AFTER_TOOL in agent.injects:
        return AFTER if moment != t.FAILURE else HOOK
    return LOST if moment in {t.BREAK, t.FAILURE, t.SUBAGENT} else WORDS


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
