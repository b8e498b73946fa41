"""What a file is for, by its path alone: code, or what is written beside it: tests, pages, examples, locks.

Owns the one table of such names. Light: no parser, no Git.
"""

from __future__ import annotations

import re

from standfast.model.pattern import compile_later

_TEST = compile_later(
    r"(?:^|[/._-])(?:tests?|specs?|__tests__|__snapshots__|testing|testdata|e2e|fixtures?)(?=[/._-]|$)"
    r"|[a-z\d](?:Tests?|Spec)\.\w+$|(?:^|/)conftest\.py$",
)
_PAGE = compile_later(
    r"\.(?:md|mdx|mdc|markdown|rst|adoc|txt|livemd|org)$|(?:^|/)(?:docs?|documentation|website|examples?|samples?"
    r"|bench(?:marks?)?|changelogs?|changes|newsfragments|\.changeset)/"
    r"|(?:^|/)(?:CHANGELOG|CHANGES|NEWS|HISTORY|AUTHORS|CONTRIBUTORS|THANKS|README|LICENSE|NOTICE)(?:\.\w+)?$"
    r"|(?:^|/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|[\w.-]+\.lock|pnpm-lock\.yaml|bun\.lockb)$"
    r"|\.(?:po|pot|snap)$",
    re.IGNORECASE,
)


def is_test(path: str) -> bool:
    """Tell whether a file holds tests, or what tests read."""
    return _TEST.search(path) is not None


def is_beside_code(path: str) -> bool:
    """Tell whether a file is not what the program does: a test, a page, an example, a benchmark, a lock."""
    return is_test(path) or _PAGE.search(path) is not None
