"""Which files of a repository say what is already known: their names decide, nothing is opened here."""

from __future__ import annotations

import re
from posixpath import basename

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SKIP = re.compile(
    r"(^|/)(node_modules|vendor|third[_-]party|external|\.venv|venv|site-packages|dist|testdata|fixtures|\.standfast)/"
)
_INSTRUCTIONS = re.compile(
    r"(^|/)(AGENTS?\.md|CLAUDE\.md|GEMINI\.md|QWEN\.md|WARP\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|"
    r"\.goosehints|\.junie/guidelines\.md|\.github/copilot-instructions\.md|CONTRIBUTING(\.\w{2,8})?)$"
    r"|(^|/)\.cursor/rules/[^/]+(/[^/]+)*\.mdc?$|(^|/)\.github/instructions/[^/]+(/[^/]+)*\.instructions\.md$"
    r"|(^|/)\.(windsurf|claude|clinerules|kiro|continue|augment|amazonq)/(rules|steering)/[^/]+(/[^/]+)*\.md$"
    r"|(^|/)\.clinerules/[^/]+\.md$",
    re.IGNORECASE,
)
_DECISIONS = re.compile(
    r"(^|/)(adrs?|decisions|decision-records|decision-log|architecture-decisions|architecture[_-]decision[_-]records)/"
    r"([^/]+/)?[^/]+\.(md|markdown|adoc|txt)$",
    re.IGNORECASE,
)
_INCIDENTS = re.compile(
    r"(^|/)(post-?_?mortems?|incidents?|incident-reports|rcas?|retros(pectives)?|outages)/[^/]+\.(md|markdown|txt)$",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"^(docs/)?\.?(agent[-_]context|memory-bank)/([^/]+/){0,4}[^/]+\.(md|mdc|markdown|txt)$", re.IGNORECASE
)
_INDEX = re.compile(r"^(readme|index|template|adr-template|_?template.*|.*-template|toc|0+-template)\.", re.IGNORECASE)

ROOT_NAMES = (
    "AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", "WARP.md", ".cursorrules", ".windsurfrules",
    ".clinerules", ".github/copilot-instructions.md",
)  # fmt: skip
"""Files that agents read whether Git knows them or not."""


class Sources(Value):
    """Paths by what they hold, in order."""

    instructions: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    incidents: tuple[str, ...] = ()
    context: tuple[str, ...] = ()


def sort_paths(paths: Iterable[str]) -> Sources:
    """Sort the paths of a repository into those that say something and the rest, which is left out."""
    found: dict[str, list[str]] = {"instructions": [], "decisions": [], "incidents": [], "context": []}
    for path in sorted(set(paths)):
        if _SKIP.search(path) or not path.isprintable():
            continue
        if _CONTEXT.match(path):
            found["context"].append(path)
        elif _INSTRUCTIONS.search(path):
            found["instructions"].append(path)
        elif _INDEX.match(basename(path)):
            continue
        elif _DECISIONS.search(path):
            found["decisions"].append(path)
        elif _INCIDENTS.search(path):
            found["incidents"].append(path)
    return Sources(**{name: tuple(members) for name, members in found.items()})


def usual_kind(path: str) -> str:
    """Return what the files of a context folder are about, by their names; nothing when the name does not say."""
    words = path.lower()
    return next((kind for kind, pattern in _USUAL if pattern.search(words)), "")


_USUAL = (
    ("decision", re.compile(r"decision|adr|rationale")),
    ("gotcha", re.compile(r"gotcha|pitfall|lesson|incident|known-?issue|trouble")),
    ("convention", re.compile(r"convention|rule|style|guideline|standard|pattern")),
    ("requirement", re.compile(r"requirement|constraint|spec")),
    ("procedure", re.compile(r"runbook|how-?to|procedure|workflow|playbook|command")),
    ("preference", re.compile(r"preference")),
    ("thread", re.compile(r"todo|open-?questions|hand-?over|handoff|active-?context|next")),
    ("episode", re.compile(r"session|history|progress|journal|changelog|(^|/)log")),
)
