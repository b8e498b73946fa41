"""Which kind of memory a block of a rule file or guide is, if it is one at all. Plain words decide.

In files that are written for agents every statement counts: what orders nothing is a fact, to be found. In guides for
people only orders, procedures, decisions and warnings count; how to report, ask and behave is found, not pinned.
"""

from __future__ import annotations

import re

from standfast.capture.importers.orders import (
    STEPS,
    describes,
    is_case,
    is_crossed,
    is_imperative,
    is_negated,
    is_offered,
    is_order,
    is_way,
    leads_to_orders,
    obliges,
    orders,
    points_against,
)
from standfast.text.sentences import first_sentence, split_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from standfast.capture.importers.page import Part

_HEADINGS = (
    (
        "gotcha",
        re.compile(
            r"\b(gotchas?|pitfalls?|caveats?|known issues?|common (?:issues|problems|errors)|workarounds?"
            r"|lessons?( learned)?|troubleshooting|traps?)\b"
        ),
    ),
    ("requirement", re.compile(r"\b(constraints?|compliance|non-negotiables?|acceptance criteria|invariants?)\b")),
    ("decision", re.compile(r"\b(decisions?|rationale|design choices|why we|trade-?offs)\b")),
    (
        "procedure",
        re.compile(
            r"^usage\b|\b(commands?|build(ing)?|set(ting)?[- ]?up|install(ation|ing)?|running|how to|workflows?"
            r"|deploy(ment"
            r"|ing)?|releas(e|es|ing)|getting started|quick ?start|runbooks?|playbooks?|procedures?|migrations?|steps"
            r"|checklist|local development|development environment|prerequisites|environment|process)\b"
        ),
    ),
    (
        "convention",
        re.compile(
            r"\b(rules?|styles?|conventions?|guidelines?|standards?|naming|formatting|practices|principles|policy"
            r"|policies|do'?s and don'?ts|must|never|always|don'?ts?|important|tests?|testing|code review"
            r"|commit messages?|commits|pull requests?|requirements?|preferences?|patterns?|anti-?patterns?|boundaries"
            r"|quality)\b"
        ),
    ),
)
_ASIDE = re.compile(
    r"\b(thanks|thank you|contributors?$|acknowledg\w+|licen[cs]e\w*|code of conduct|conduct|enforcement|communit(y"
    r"|ies)|getting help|support|questions?|contact|table of contents|contents|badges?|sponsors?|funding|resources"
    r"|links|further reading|see also|references|authors|maintainers|team|credits|faq|newsletter|social|scope"
    r"|attribution|core developers|packages|mailing lists?|irc|slack|discord|wiki|who|where|other ways|financial"
    r"|developer.s certificate.*|meeting notes|minutes|agenda)\b"
)
_ABOUT_REPORTS = re.compile(
    r"\b(report\w*|feedback|bugs?|issues?|tickets?|feature requests?|requesting|ideas?|discuss\w*|vulnerabilit\w*"
    r"|security|triag\w*|help|asking|(ways|how) (you can|to) (help|contribute)|find\w* (?:work|something|an? \w+)"
    r"|spread\w*|translat\w*)\b"
)
_WARNS = re.compile(
    r"^\W*(beware|careful|caution|warning|watch out|gotcha|known (issue|bug)|heads[- ]up|note that)\b", re.IGNORECASE
)
_CHOSE = re.compile(
    r"\b(we (chose|decided|picked|settled on|went with|opted)|decided (to|against)|was chosen|deliberately"
    r"|on purpose|by design|intentionally)\b",
    re.IGNORECASE,
)
# "Before you commit, run:" and the commands below it.
_EVERY_TIME = re.compile(
    r"\bbefore (?:\w+ ){0,3}(?:commit|push|submit|open|send|pull request|pr\b|review)", re.IGNORECASE
)
_SHELL = frozenset(("sh", "bash", "shell", "console", "zsh", "shell-session", "shellsession", "terminal", "fish", "cmd",
                    "powershell", "ps1", "bat", "batch", "pwsh", "shellscript", "sh-session", "bash-session",
                    "ksh", "csh", "nu"))  # fmt: skip
_COMMAND = re.compile(
    r"^\s*(?:[$>%]\s+)?(?:sudo\s+)?(npm|pnpm|yarn|npx|bun|deno|make|just|task|cargo|go|pip|pip3|pipx|uv|poetry|hatch"
    r"|tox"
    r"|nox|pytest|python3?|git|docker|mvn|\./mvnw|gradle|\./gradlew|bundle|rake|rails|cmake|ctest|ninja|bazel|dotnet"
    r"|composer|mix|sbt|cabal|stack|zig|meson|swift|dune|rebar3|flutter|dart|pre-commit|scripts?/\S+|\./\S+|source|\."
    r"|cd|export|conda|brew|apt(?:-get)?)(?:\s+\S|(?<![ .])$)",
)
_DOES = re.compile(
    r"^\W*(?:to\s+)?(run|install|build|start|create|clone|fork|set up|open|check ?out|activate|launch|generate)\b",
    re.IGNORECASE,
)
_STRICT = re.compile(
    r"\b(rules?|styles?|conventions?|guidelines?|standards?|naming|formatting|practices|principles|polic(y|ies))\b"
)
_STATES = re.compile(
    r"^\W{0,20}(?!when\b|if\b|\w+ing\b)(?:[\w`'/.*-]+\s+){1,6}?((?:is|are)(?! (?:located|available)\b)|goes?|lives?"
    r"|uses?|starts?|ends?|follows?|comes?|gets?|ha(?:s|ve)|belongs?|takes?|returns?|throws?|raises?)\b",
    re.IGNORECASE,
)
# "Constants are written in upper case": how something looks, where the section is about how things look.
_FORMED = re.compile(
    r"\b(?:is|are) (?:\w+ )?(?:written|named|formatted|prefixed|suffixed|indented|ordered|sorted|capitali[sz]ed|wrapped"
    r"|lower-? ?case|upper-? ?case)\b",
    re.IGNORECASE,
)
# What somebody does who only uses what is made here, on his own machine: no rule for the work on it.
_ELSEWHERE = re.compile(
    r"\byour (?:own )?(?:app(?:lication)?|plugin|site|server|program|bot|host|account|organi[sz]ation|integration"
    r"|project|machine|system|browser|computer|editor|IDE|shell|terminal|path)\b",
    re.IGNORECASE,
)
# A stated fact is a rule where it is about all of a kind ("Names are nouns") or leaves something out.
_LIMITS = re.compile(
    r"^\W*(?:\w+ )?\w+s are\b|\b(?:only|not|never|no|ignore|enforced|must|required|don't|keep|put|follow|avoid)\b",
    re.IGNORECASE,
)
# "**Gmail**: Send mail by its API": a part of what is made, unless the section is about how it is made.
_LABELLED = re.compile(r"\*\*(?P<label>[^*]{2,60}?)(?:\*\*\s*[:–—-]|:\*\*)(?!\W*(?i:use|add|keep|put|write|update)\b)")
_DUTY = re.compile(r"\b(must|never|always|do not|don't|should|required|forbidden)\b", re.IGNORECASE)
# "Adding a language", "Implement a lexer": what stands below is how it is done, step by step.
_TASK = re.compile(
    r"^\W*(?:\d+\W+)?debugging\b|^\W*(?:\d+\W+)?(?:add|creat|develop|implement|register|updat|build|install|propos|run"
    r"|debug|prepar|preview|releas|publish|upgrad|deploy|generat|regenerat)(?:e|ing)?\s+(?!(?:\w+ )?(?:pull requests?"
    r"|PRs?|commits?|issues?|tests?|docs|documentation)\b)\w",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:can|may|might|could)(?: also)? be\b|\byou (?:can|may)\b", re.IGNORECASE)
_REPORTS = re.compile(
    r"^\W*(?:please,? |in case of doubt, )?(?:open|file|report|create|submit|raise|send|make)\s+(?:an?|the|any"
    r"|new)\b[^.,]{0,40}?\b(?:issue|bug|ticket|discussion|report|pull request|PR)s?\b",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"^\W*(?:then,? |now,? )?(?:run|install|build|start|launch|set|remove|open|click|copy|download|clone|check ?out|go"
    r"|enable|activate|execute)\b",
    re.IGNORECASE,
)
_TIMED = re.compile(
    r"\b(before|after|when\w*|must|never|always|do not|don't|should|required|every|each)\b", re.IGNORECASE
)
_IS_COMMAND = re.compile(
    r"^[^`]{2,60}:\**\s*`[^`]{3,}`[^`]{0,80}(?:`[^`]+`)?[^`]{0,40}$|^`[^`]{3,}`(?:\s*/\s*`[^`]{3,}`)?\s*(?:[-–—:]\s|\("
    r"|$)"
)
# "Run from source: `bun run cli`": what it does, and the command.
_CALLED = re.compile(
    r"^\W*(?:run|install|build|start|launch|test|debug|serve)\b[^`.:]{0,40}(?::\**|\b(?:with|via|using"
    r"|by running))\s*`[^`]{3,}`|^\W*(?:run\s+`[^`]{3,}`|(?:use|call"
    r"|execute)\s+`[^`\s]+\s[^`]+`)\s+to\b(?!.*\b(?:instead of|not|never|rather)\b)",
    re.IGNORECASE,
)
# "Test from root: pnpm test": the same without marks.
_PLAIN_CALL = re.compile(r"^\W*(?:run|install|build|start|launch|test|type-?check|lint|debug|serve)\b[^`.:]{0,40}:\s*")
# What one needs on the machine, and what makes the work easier: only what says that it must be is a rule there.
_NEEDS = re.compile(
    r"^\W*(?:(?:system|build|runtime|software|development)\s+)?(?:requirements|prerequisites|dependencies)\W*$"
    r"|\b(?:tips?|tricks|quick reference|cheat ?sheet)\b",
    re.IGNORECASE,
)
_SET_UP = re.compile(r"\b(?:set(?:ting)?[- ]?up|install(?:ation|ing)?|getting started|quick ?start)\b", re.IGNORECASE)
# What a system is made of: what stands there describes it, unless it tells somebody to do something.
_MADE_OF = re.compile(
    r"\b(?:architecture|structure|layout|overview|components?|modules?|design|director(?:y|ies)|folders?"
    r"|(?:data|request|control)[- ]?flow|how it works|pipeline|internals|key files|important files"
    r"|tech(?:nology)? stack|data model|key concepts)\b",
    re.IGNORECASE,
)
_SPAN = re.compile(r"`([^`]{3,})`")
# A path, a file, a class or a call: it is named, not run.
_NAMED = re.compile(
    r"(?=\S+\Z)(?:(?!\./|scripts?/|bin/|tools?/)\S*/\S*|\S*\.[a-z]{1,5}|\S*(?:::|\(|<|\*)\S*|@\S+|[A-Z]\S*|\S+_\S+"
    r"|\w+\.\w+(?:\.\w+)*)"
    r"|(?:class|def|fn|func|function|interface|struct|type|const|import|from|use|SELECT|GET|POST|PUT|DELETE|PATCH)\s.*",
)
STORY = ("episode", "thread")


def is_aside(headings: Sequence[str]) -> bool:
    """Tell whether a section is about people, places or thanks, not about how the work is done."""
    return any(_ASIDE.search(heading.lower()) for heading in headings[-2:])


def is_forbidden(part: Part) -> bool:
    """Tell whether a block stands in a list of what not to do."""
    if _MAY.search(part.text.split("\n", 1)[0]):
        return False
    return points_against(part.lead) or (
        part.kind == "item"
        and bool(part.headings)
        and points_against(part.headings[-1])
        and not (part.lead and describes(part.lead))
    )


def kind_of(part: Part, *, usual: str = "", guide: bool = False) -> str:
    """Return the kind of a block, or nothing when it is none; `usual` is what its file is about as a whole."""
    if usual in STORY:
        return usual
    first = part.text.split("\n", 1)[0]
    under = _by_headings((*part.headings, part.lead)) or usual
    if part.kind == "code":
        return "" if not is_commands(part) else "convention" if _EVERY_TIME.search(part.lead) else "procedure"
    if part.kind == "steps" and (_are_steps(part, under) or _CHOSE.search(first) is None):
        return "procedure" if _are_steps(part, under) else "" if guide else "fact"
    if _CHOSE.search(first) or under == "decision":
        return "decision"
    if _WARNS.match(first) or under == "gotcha" or part.callout in {"warning", "caution", "danger"}:
        return "gotcha"
    if _is_done(part, first, under, guide=guide):
        return "procedure"
    order = _is_ordered(part, first)
    if order and not is_negated(first) and _ELSEWHERE.search(f"{part.lead} {first_sentence(first)}"):
        return "" if guide else "fact"
    if order:
        return _ordered(part, under, guide=guide)
    strict = bool(part.headings) and _STRICT.search(part.headings[-1].lower())
    if strict and _FORMED.search(part.text):
        return "convention"
    if guide:
        # How something is done may begin with what happens by itself: "A release is automatic. Use the action …".
        does = _by_heading_is(part, "procedure") and part.kind == "paragraph"
        return "procedure" if does and any(map(is_imperative, split_sentences(part.text)[1:])) else ""
    if strict and part.kind == "item" and _STATES.search(first) and _LIMITS.search(part.text):
        return "convention"
    headed = _by_headings(part.headings) or usual
    return under if under not in {"", "convention", "procedure"} and under == headed else "fact"


def _is_ordered(part: Part, first: str) -> bool:
    """Tell whether a block is an order, by its own words or by what leads to it."""
    sentence = first_sentence(first)
    if part.headings and _NEEDS.search(part.headings[-1]) and not obliges(sentence):
        return False
    return (
        (is_order(part.text) and (not describes(part.lead) or obliges(sentence)))
        or is_forbidden(part)
        or (is_crossed(part.text) and not is_case(part.lead))
        or (bool(part.lead) and leads_to_orders(part.lead) and not _MAY.search(sentence) and not is_way(first))
    )


def _is_done(part: Part, first: str, under: str, *, guide: bool) -> bool:
    """Tell whether a block says how something is done: a command, a step, a call."""
    acts = guide and _RUNS.match(first) is not None and not _TIMED.search(first_sentence(first))
    if acts and not (orders(first) or leads_to_orders(part.lead) or _by_heading_is(part, "convention")):
        return True
    if under == "procedure" and _DOES.match(first) is not None and "`" in first:
        return True
    if _IS_COMMAND.match(first) and _is_run(part, first):
        return True
    called = _PLAIN_CALL.match(first.lower())
    if called is not None and _COMMAND.match(first[called.end() :]) is not None:
        return True
    return _CALLED.match(first) is not None and not obliges(first_sentence(first)) and not _TIMED.search(first)


def _are_steps(part: Part, under: str) -> bool:
    """Tell whether numbered items are done one after the other; what is made of several things has numbers too."""
    done = any(is_imperative(item.text) or _COMMAND.match(item.text.strip("`")) for item in part.items)
    led = bool(part.lead) and (is_order(part.lead) or STEPS.search(part.lead) is not None)
    return done or led or (under == "procedure" and not _is_made_of(part))


def _is_made_of(part: Part) -> bool:
    return bool(part.headings) and _MADE_OF.search(part.headings[-1]) is not None


def _is_run(part: Part, line: str) -> bool:
    """Tell whether what a line sets in marks is a command, and not a path or a name that it explains."""
    span = _SPAN.search(line)
    if span is None or _NAMED.fullmatch(span[1]):
        return False
    return not _is_made_of(part) or _COMMAND.match(span[1]) is not None


def _ordered(part: Part, under: str, *, guide: bool) -> str:
    """Return the kind of what orders something: a rule, unless it is for those who report and ask, or one step."""
    last = " ".join(part.headings[-2:]).lower()
    if not guide and _is_listed(part) and not orders(first_sentence(part.text)):
        return "fact"
    if guide and (_ABOUT_REPORTS.search(last) or (_REPORTS.match(part.text) and not orders(part.text))):
        return "fact"
    if under == "requirement":
        return "requirement"
    if guide and any(map(_SET_UP.search, part.headings[1:])) and not obliges(first_sentence(part.text)):
        return "procedure"
    step = is_imperative(part.text) or not _DUTY.search(part.text)
    if guide and under == "procedure" and step and not _by_heading_is(part, "convention"):
        return "procedure"
    task = bool(part.headings) and bool(_TASK.match(part.headings[-1])) and is_imperative(part.text)
    if (task or (guide and is_offered(part.lead))) and not orders(first_sentence(part.text)):
        return "procedure"
    return "convention"


def _is_listed(part: Part) -> bool:
    """Tell whether an item is named by a label in a section that is about no rules."""
    match = _LABELLED.match(part.text)
    if match is None or _TIMED.search(match["label"]) or is_imperative(match["label"]):
        return False
    ruled = any(_by_heading(heading) in {"convention", "requirement"} for heading in part.headings)
    return not (ruled or is_case(part.lead) or leads_to_orders(part.lead))


def _by_heading_is(part: Part, kind: str) -> bool:
    return bool(part.headings) and _by_heading(part.headings[-1]) == kind


def is_commands(part: Part) -> bool:
    """Tell whether a block of code is commands to run here."""
    lines = [line for line in part.text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if not lines or (part.language and part.language not in _SHELL):  # a makefile shows what it runs, not what to run
        return False
    commands = sum(bool(_COMMAND.match(line)) for line in lines)
    return commands > 0 if part.language else commands >= max(1, (len(lines) + 1) // 2)


def _by_headings(headings: Sequence[str]) -> str:
    """Return the kind that the nearest heading tells which tells any."""
    return next((kind for heading in reversed(headings) if (kind := _by_heading(heading))), "")


def _by_heading(heading: str) -> str:
    words = heading.lower()
    return next((kind for kind, pattern in _HEADINGS if pattern.search(words)), "")
