"""Which kind of memory the words of a rule file are. Plain words decide; whatever is unsure is a fact."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADINGS = (
    (
        "gotcha",
        re.compile(r"\b(gotchas?|pitfalls?|caveats?|known issues?|lessons?( learned)?|troubleshooting|traps?)\b"),
    ),
    ("requirement", re.compile(r"\b(requirements?|constraints?|compliance|non-negotiables?|acceptance criteria)\b")),
    ("decision", re.compile(r"\b(decisions?|rationale|design choices|why we)\b")),
    ("preference", re.compile(r"\bpreferences?\b")),
    (
        "procedure",
        re.compile(
            r"\b(commands?|build(ing)?|set-?up|install(ation)?|running|how to|workflows?|deploy(ment|ing)?"
            r"|releas(e|ing)|getting started|quick ?start|runbooks?|playbooks?|procedures?|migrations?)\b"
        ),
    ),
    (
        "convention",
        re.compile(
            r"\b(rules?|style|conventions?|guidelines?|standards?|naming|formatting|practices|principles|policy|policies"
            r"|do'?s and don'?ts|must|never|always|don'?ts?|important|testing|code review|commit messages?)\b"
        ),
    ),
)
_WARNS = re.compile(r"^\W*(beware|careful|caution|warning|watch out|gotcha|known issue|note that)\b", re.IGNORECASE)
_ORDERS = re.compile(
    r"\b(must|should|shall|never|always|do not|don't|avoid|prefer|ensure|make sure|only use|required|forbidden"
    r"|not allowed|no longer|instead of)\b",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^[\W_]*(?:please\s+)?(use|keep|run|write|add|put|follow|prefer|avoid|check|test|update|remove|name|format|document|"
    r"commit|create|import|include|return|handle|validate|log|set|call|pass|wrap|mark|treat|read|ask|stop|limit|place|"
    r"define|declare|implement|do|don't|never|always|be|make|respect|respond|verify|fix|leave|store|sort|group|split|"
    r"reuse|extend|start|install|open|sign|squash|rebase|push|mention|describe|explain|tag|bump)\b",
    re.IGNORECASE,
)
_CHOSE = re.compile(
    r"\b(we (chose|decided|picked|settled on|went with)|decided (to|against)|was chosen)\b", re.IGNORECASE
)
_CODE = re.compile(r"```|~~~|^\s*\$ ", re.MULTILINE)


def kind_of(text: str, headings: Sequence[str], *, steps: bool = False, usual: str = "") -> str:
    """Return the kind of a statement under these headings; `usual` is what the file is about as a whole."""
    if usual in {"episode", "thread"}:
        return usual
    first = text.split("\n", 1)[0]
    under = next((kind for heading in reversed(headings) if (kind := _by_heading(heading))), usual)
    if _CHOSE.search(first) or under == "decision":
        return "decision"
    if _WARNS.match(first) or under == "gotcha":
        return "gotcha"
    if steps or _CODE.search(text):
        return "procedure"
    orders = bool(_ORDERS.search(text) or _IMPERATIVE.match(first))
    if under in {"requirement", "preference"}:
        # What a whole team reads is no one's preference.
        return "requirement" if under == "requirement" else "convention"
    if under == "procedure":
        return "procedure" if not _ORDERS.search(first) else "convention"
    return "convention" if orders or under == "convention" else under or "fact"


def _by_heading(heading: str) -> str:
    words = heading.lower()
    return next((kind for kind, pattern in _HEADINGS if pattern.search(words)), "")
