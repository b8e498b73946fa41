"""Zed: `context_servers` in its settings and a block in an instruction file; it has no hooks (documented)."""

from __future__ import annotations

from standfast.agents import contract as c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.agents.edit.kinds import Edit
    from standfast.agents.site import Site

# The first of these that exists is the only one Zed reads.
RULES = (
    ".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md",
    "AGENTS.md", "CLAUDE.md", "GEMINI.md",
)  # fmt: skip


class Zed(c.Agent):
    """Zed."""

    name = "zed"
    title = "Zed"
    loads = (".rules else AGENTS.md",)
    binaries = ("zed", "zeditor")
    editor = True

    def folders(self, site: Site) -> Sequence[str]:
        return [site.roaming("Zed") if site.windows else site.config("zed")]

    def edits(self, site: Site) -> list[Edit]:
        import os.path

        from standfast.agents.wiring import instruction, server

        folder = site.at_project(".zed") if site.project else self.folders(site)[0]
        entry = server(site.join(folder, "settings.json"), site.executable, key="context_servers", env={})
        if not site.project:
            return [entry, instruction(site.join(folder, "AGENTS.md"))]
        rules = [site.at_project(*name.split("/")) for name in RULES]
        chosen = next((rule for rule in rules if os.path.isfile(rule)), site.at_project("AGENTS.md"))  # noqa: PTH113
        return [entry, instruction(chosen)]


AGENT = Zed()
