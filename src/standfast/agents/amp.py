"""Amp: `amp.mcpServers` in its settings and a block in AGENTS.md; no file hooks. Proven with `amp mcp doctor`."""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site


class Amp(c.Agent):
    """Amp."""

    name = "amp"
    title = "Amp"
    loads = ("AGENTS.md else CLAUDE.md", "AGENT.md")
    binaries = ("amp",)
    shell = ("AMP_CURRENT_THREAD_ID", "AGENT=amp")
    note = "Amp asks before it starts a server that a project brings: approve it once with `amp mcp approve standfast`."

    def folders(self, site: Site) -> Sequence[str]:
        return [site.config("amp")]

    def edits(self, site: Site) -> list[Edit]:
        from standfast.agents.wiring import instruction, server

        folder = site.at_project(".amp") if site.project else site.config("amp")
        path = site.existing(site.join(folder, "settings.json"), site.join(folder, "settings.jsonc"))
        words = site.at_project("AGENTS.md") if site.project else site.join(folder, "AGENTS.md")
        # One key with a dot in it, not two.
        return [server(path, site.executable, key="amp.mcpServers"), instruction(words)]


AGENT = Amp()
