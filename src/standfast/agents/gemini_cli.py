"""Gemini CLI: one `settings.json` for server and hooks, in `~/.gemini` or the project's `.gemini`.

Owns its events, its shapes and its places. Proven with 0.61. Answers must be JSON: plain text is shown to the user and
never reaches the model. PreCompress fires before every model call, so it means nothing here.
"""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

# Milliseconds.
WANTED: dict[str, dict[str, Any]] = {
    "SessionStart": {"matcher": "*", "name": "standfast", "timeout": 10_000},
    "BeforeAgent": {"matcher": "*", "name": "standfast", "timeout": 10_000},
    "BeforeTool": {"matcher": "write_file|replace|run_shell_command", "name": "standfast", "timeout": 10_000},
    "AfterTool": {"matcher": "*", "name": "standfast", "timeout": 10_000},
    "AfterAgent": {"matcher": "*", "name": "standfast", "timeout": 10_000},
    "SessionEnd": {"matcher": "*", "name": "standfast", "timeout": 10_000},
}
OPEN, CLOSE = "<hook_context>", "</hook_context>"


class GeminiCli(c.Agent):
    """Gemini CLI."""

    name = "gemini-cli"
    title = "Gemini CLI"
    loads = ("GEMINI.md",)
    includes = True
    binaries = ("gemini",)
    shell = ("GEMINI_CLI",)
    events = {  # noqa: RUF012
        "SessionStart": c.SESSION_START,
        "BeforeAgent": c.PROMPT,
        "BeforeTool": c.BEFORE_TOOL,
        "AfterTool": c.AFTER_TOOL,
        "AfterAgent": c.STOP,
        "SessionEnd": c.SESSION_END,
    }
    injects = frozenset((c.SESSION_START, c.PROMPT, c.AFTER_TOOL))
    denies = frozenset((c.BEFORE_TOOL,))
    forgets_brief = True
    records_below = ("chats",)
    skips_git_hooks = True  # it empties core.hooksPath for every command
    message_keys = ("prompt_response",)
    note = (
        "Gemini CLI runs neither server nor hooks in a folder that is not trusted: answer its question once in each, "
        "or say `standfast setup gemini-cli --trust-folder` there."
    )

    def refine(self, seen: c.HookEvent, _env: Mapping[str, str], /) -> None:
        """Take our own session brief out of the prompt, where Gemini has put it."""
        seen.prompt = without_context(seen.prompt)

    def refusal(self, _event: c.HookEvent, reason: str, /) -> tuple[str, int]:
        return c.written(decision="deny", reason=reason), 0

    def folders(self, site: Site) -> Sequence[str]:
        return [site.at_home(".gemini")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.wiring import groups, server

        place = site.at_project if site.project else site.at_home
        path = place(".gemini", "settings.json")
        hooks = groups(site, self.name, path, WANTED, dialect="powershell" if site.windows else "sh")
        # Without trust a headless run loses the tools altogether.
        return [server(path, site.executable, trust=True), *hooks]

    def trusts_folder(self, site: Site, folder: str, /) -> list[Edit]:
        """Write a folder into Gemini's own list of those that a person trusts; one that was refused stays refused."""
        from standfast.agents.edit.kinds import JsonEntry
        from standfast.agents.gemini_trust import folders_path, verdict_on

        if verdict_on(folder, site):
            return []
        return [JsonEntry(folders_path(site), (folder,), "TRUST_FOLDER", why="lets Gemini CLI work in this folder")]


def without_context(prompt: str) -> str:
    """Cut what hooks have put around a prompt."""
    while (start := prompt.find(OPEN)) >= 0:
        stop = prompt.find(CLOSE, start)
        if stop < 0:
            break
        prompt = (prompt[:start] + prompt[stop + len(CLOSE) :]).strip()
    return prompt


AGENT = GeminiCli()
