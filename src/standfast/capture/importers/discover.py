"""Which files of a repository may say what is already known: their names decide, nothing is opened here."""

from __future__ import annotations

import re
from posixpath import basename

from standfast.model.pattern import compile_later
from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from standfast.code.kept_out import KeptOut

# What others wrote and a project merely carries, and what it hands out to others: an order in there is none of its own.
_SKIP = compile_later(
    r"(^|/)(node_modules|bower_components|_?vendor(ed)?|third[_-]?party|3rd[_-]?party|externals?|bundled|deps|submodules"
    r"|subprojects|Pods|Carthage|pkg/mod|plugins/cache|\.venv|venv|site-packages|dist|testdata|fixtures|\.standfast"
    r"|_?static|public|_?templates?|scaffold(s|ing)?|boilerplates?"
    r"|([^/]*[_-])?versioned[_-]docs|version-\d[^/]*)/"  # pages kept for those who use an old release
)
# Where a project keeps its pages: `docs/`, `doc/`, `dev-docs/`, also one folder down (`master/docs/`).
_DOCS = (
    r"^(?:(?!(?:examples?|samples?|tests?|e2e|packages|apps|plugins|integrations?)/)[\w.-]+/)?"
    r"(?:(?:dev|developer|contributor|internal|engineering)[-_])?(?:docs?|documentation)/"
)
_TEXT = r"\.(?:md|markdown|rst)$"
_INSTRUCTIONS = compile_later(
    r"^(agents?|claude|gemini)\.md$"  # in small letters at the top only: elsewhere it is a page about agents
    r"|(^|/)((?-i:(?:AGENTS?|CLAUDE|GEMINI|QWEN|WARP)\.md)|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules"
    r"|"
    r"\.goosehints|\.junie/guidelines\.md|\.github/copilot-instructions\.md|CONTRIBUTING(\.(md|markdown|mdx|rst"
    r"|txt))?"
    r"|(HACKING|DEVELOPING|DEVELOPMENT|STYLE-?_?GUIDE|CODE-?_?STYLE|CODING-?_?(STYLE|STANDARDS|GUIDELINES))(\.(md|rst"
    r"|txt))?)$"
    rf"|{_DOCS}((?!security/|users?/|guides?/)[^/]+/){{0,3}}(contributing|development|style-?guide"
    r"|cod(e|ing)[-_]?(style|standards?|conventions?|guidelines)|conventions|guidelines)\.(md|rst|txt)$"
    rf"|{_DOCS}(.+/)?(contribut\w*|develop\w*|devel?|hacking)/(style|tests?|testing|unit[-_]?tests?|commit[\w-]*"
    r"|pull[-_]?requests?|code[-_]?reviews?|best[-_]practices|documentation|documenting)\.(md|rst|txt)$"
    r"|(^|/)\.cursor/rules/[^/]+(/[^/]+)*\.mdc?$|(^|/)\.github/instructions/[^/]+(/[^/]+)*\.instructions\.md$"
    r"|(^|/)\.(windsurf|claude|clinerules|kiro|continue|augment|amazonq)/(rules|steering)/[^/]+(/[^/]+)*\.md$"
    r"|(^|/)\.clinerules/[^/]+\.md$",
    re.IGNORECASE,
)
_DECISIONS = compile_later(
    r"(^|/)\.?(adrs?|decisions|decision-records|decision-log|architecture-decisions"
    r"|architecture[_-]decision[_-]records)/"
    r"([^/]+/)?[^/]+\.(md|markdown|rst|txt)$",
    re.IGNORECASE,
)
_INCIDENTS = compile_later(
    r"(^|/)(post-?_?mortems?|incidents?|incident-reports|rcas?|retros(pectives)?|outages)/([^/]+/)?[^/]+\.(md"
    r"|markdown|rst|txt)$"
    r"|(^|/)[^/]*(post-?mortem|incident-report|incident-\d)[^/]*\.(md|rst|txt)$",
    re.IGNORECASE,
)
_CHANGES = compile_later(
    rf"^({_DOCS}([^/]+/)?)?(CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?|RELEASE-?_?NOTES|UPGRADING|UPGRADE|MIGRATION"
    r"|MIGRATING|MIGRATE"
    rf"|BREAKING-?_?CHANGES?|(upgrad|migrat)(e|ing|ion)([-_]guide)?([-_.]?v?\d[\w.-]*)?){_TEXT}"
    rf"|{_DOCS}([^/]+/)?(upgrad(e|ing)|migrat(e|ing|ions?))([-_]guides?)?/v?\d[^/]*{_TEXT}",
    re.IGNORECASE,
)
# How a project is kept: what maintainers do in which order, and what they agreed on.
_POLICIES = compile_later(
    rf"^(\.github/|{_DOCS}((about|contribut|dev|maintain|process|project|releas|internal)[^/]*/)?)?"
    r"((?!privacy|cookie|security)[\w-]*(polic(y|ies)|check-?list)|(project[-_])?governance|(issue[-_])?triag(e|ing)"
    r"|maintain(ing|ers?)([-_]guide)?|how-?_?to-?_?release|releasing|release|(\w+[-_])?release[-_](process|procedure|guide|steps"
    r"|cycle|workflow|how-?to)|(making|cutting|doing)[-_](a[-_])?release|publishing|backport(s|ing)?"
    r"|(code[-_])?review(ing|s|er)?([-_](guide|guidelines|process))?)\.(md|markdown|rst)$"
    r"|^(testing|building|deploy(ing|ment)?|runbook|playbook|versioning|llm[-_]?usage)\.(md|markdown|rst)$",
    re.IGNORECASE,
)
_DESIGNS = compile_later(
    r"(^|/)(DESIGN|ARCHITECTURE|INTERNALS|RATIONALE|PRINCIPLES|PHILOSOPHY|NON-?_?GOALS)\w*\.(md|rst)$"
    rf"|{_DOCS}(?!(?:.+/)?(?:changes?|changelog|news|rel(?:ease)?[-_]?notes|whats[-_]?new)/)"
    r"(.+/)?(architecture|design|designs|internals|explanations?|rationale|concepts|dev|development"
    r"|developer)/[^/]+\.(md|rst)$"
    rf"|{_DOCS}(.+/)?[^/]*(architecture|design|internals|rationale|philosophy)[^/]*\.(md|rst)$",
    re.IGNORECASE,
)
_TEXTS = compile_later(r"\.(md|markdown|rst)$", re.IGNORECASE)
_NUMBERED = compile_later(r"(^|/)(adr[-_]?)?\d{2,5}[-_][^/]+\.(md|markdown|rst)$", re.IGNORECASE)
_SHAPED = 400  # texts that are looked into for the shape of a record
_CONTEXT = compile_later(
    r"^(docs/)?\.?(agent[-_]context|memory-bank)/([^/]+/){0,4}[^/]+\.(md|mdc|markdown|txt)$", re.IGNORECASE
)
_INDEX = compile_later(
    r"^(readme|index|template|adr-template|_?template.*|.*-template|toc|0+-template)\.", re.IGNORECASE
)

ROOT_NAMES = (
    "AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", "WARP.md", ".cursorrules", ".windsurfrules",
    ".clinerules", ".github/copilot-instructions.md",
)  # fmt: skip
"""Files that agents read whether Git knows them or not."""


class Form(Value):
    """A form of document: its name, the paths it is found at, and which function of which module here reads it."""

    name: str
    paths: re.Pattern[str]
    module: str
    reader: str
    indexed: bool = False  # an index or a template says something too
    folder: bool = False  # a folder of its own: what is in there is of this form, whatever it is called


FORMS = (
    Form("instructions", _INSTRUCTIONS, "instructions", "read_instructions", indexed=True),
    Form("adr", _DECISIONS, "decisions", "read_decisions"),
    Form("postmortems", _INCIDENTS, "incidents", "read_incident"),
    Form("agent-context", _CONTEXT, "context_folder", "read_context", indexed=True, folder=True),
    Form("policies", _POLICIES, "policies", "read_policy"),
    Form("changes", _CHANGES, "changes", "read_changes"),
    Form("designs", _DESIGNS, "designs", "read_design"),
)
"""Every form, in the order in which they are read. A reader is loaded when there is such a file."""
SHAPED = "shaped"
"""Texts that may be a decision record by their shape: whoever opens them finds out."""


def sort_paths(paths: Iterable[str], *, keep_out: KeptOut | None = None) -> dict[str, tuple[str, ...]]:
    """Sort the paths of a repository by form, in order, and leave out the rest, and what a person keeps out."""
    found: dict[str, list[str]] = {name: [] for name in (*(form.name for form in FORMS), SHAPED)}
    every, forms = set(paths), sorted(FORMS, key=lambda form: not form.folder)
    for path in sorted(every):
        if _SKIP.search(path) or not path.isprintable() or (keep_out is not None and keep_out.covers(path)):
            continue
        if _TEXTS.search(path) and (_is_translation(path, every) or _is_older(path, every)):
            continue
        index = _INDEX.match(basename(path))
        form = next((form.name for form in forms if (form.indexed or not index) and form.paths.search(path)), "")
        if form or (_TEXTS.search(path) and not index):
            found[form or SHAPED].append(path)
    # A number in front is the surest sign of a record, depth the surest sign of something else.
    found[SHAPED].sort(key=lambda path: (not _NUMBERED.search(path), path.count("/"), path))
    del found[SHAPED][_SHAPED:]
    return {name: tuple(members) for name, members in found.items()}


def tells_past(path: str) -> bool:
    """Tell whether a document says what was changed when: what it names was there then, and may be gone."""
    return bool(_CHANGES.search(path))


# The languages that documents are translated into most, as folders and endings of names write them.
_LOCALE = compile_later(
    r"(?<=/)(?:ar|bn|cs|da|de|el|es|fa|fi|fr|he|hi|hu|id|it|ja|jp|ko|kr|nl|no|pl|pt|ro|ru|sv|ta|th|tr|uk|vi|zh)"
    r"(?:[-_](?:[A-Za-z]{2}|Hans|Hant))?/"
    r"|[._-](?:zh|ja|ko|ru|es|fr|de|pt|it|tr|vi)(?:[-_][A-Za-z]{2,4})?(?=\.\w+$)",
    re.IGNORECASE,
)


def _is_translation(path: str, paths: set[str]) -> bool:
    """Tell whether a text says in another language what a text beside it says."""
    match = _LOCALE.search(path)
    if match is None:
        return False
    before, after = path[: match.start()], path[match.end() :]
    kept = ("", "en/", "en-US/", "en_US/") if match[0].endswith("/") else ("", ".en", "_en", "-en")
    if path.startswith("i18n/") or "/i18n/" in path or after in paths:
        return True
    return any(f"{before}{item}{after}" in paths for item in kept)


# The editions of a site's pages, the one that is worked on first; those of releases have a number.
_EDITIONS = ("next", "main", "master", "dev", "nightly", "latest", "current", "stable")
_EDITION = compile_later(rf"^(.*/)?({'|'.join(_EDITIONS)}|v?\d+(?:\.(?:\d+|x))*)(/.+)$")
_SITE = compile_later(r"(^|/)(docs?|documentation|web-?site|site|content)/", re.IGNORECASE)


def _is_older(path: str, paths: set[str]) -> bool:
    """Tell whether a page of a site says for an older edition what another says for the one that is worked on."""
    match = _EDITION.match(path) if _SITE.search(path) else None
    if match is None:
        return False
    newer = _EDITIONS[: _EDITIONS.index(match[2])] if match[2] in _EDITIONS else _EDITIONS
    return any(f"{match[1] or ''}{name}{match[3]}" in paths for name in newer)


def usual_kind(path: str) -> str:
    """Return what the files of a context folder are about, by their names; nothing when the name does not say."""
    words = path.lower()
    return next((kind for kind, pattern in _USUAL if pattern.search(words)), "")


_USUAL = (
    ("decision", compile_later(r"decision|adr|rationale")),
    ("gotcha", compile_later(r"gotcha|pitfall|lesson|incident|known-?issue|trouble")),
    ("convention", compile_later(r"convention|rule|style|guideline|standard|pattern")),
    ("requirement", compile_later(r"requirement|constraint|spec")),
    ("procedure", compile_later(r"runbook|how-?to|procedure|workflow|playbook|command")),
    ("preference", compile_later(r"preference")),
    ("thread", compile_later(r"todo|open-?questions|hand-?over|handoff|active-?context|next")),
    ("episode", compile_later(r"session|history|progress|journal|changelog|(^|/)log")),
)
