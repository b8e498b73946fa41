"""How one thing is done here: a question that asks only for that, and the way of that name which answers it.

In ten thousand commits hundreds speak of running tests, and none of them says how. Owns which questions ask for a way,
in whatever words, and the name it goes by. Must not: read a store. Light: `search` asks for every question.
Neighbours: `learn.procedures.way` gives ways these names; `search` looks one up and asks by its name.
"""

from re import IGNORECASE

from standfast.model.pattern import compile_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 120  # characters of a question that asks for a way and nothing else

_ANY = (
    r"(?: (?:the|this|that|my|our|your|its?|an?|all|whole|full|complete|entire|of|in|on|for|from|here|now|locally|new"
    r"|everything|project(?:'s)?|code ?base|code|sources?|repo|repository|package|library|app|application|program|tool"
    r"|changes?|unit|automated|version|everyday|latest|first time))*"
)
_ENVIRONMENT = (
    r"(?: (?:dev|development|developer|local|work|working|virtual))*"
    r" (?:environment|env|set-?up|machine|workspace|checkout|dependencies|deps)"
)
_ASKED = compile_later(
    r"\W*(?:(?:so|ok|okay|hi|hey|please)\W+)?"
    r"(?:how (?:(?:do|does|can|could|should|would|must) (?:i|we|you|one|people)|to|is|are)"
    r"|(?:what|which)(?:'s| is)? (?:the )?(?:\w+ )?(?:command|way|script)"
    r"(?: (?:do|should|can) (?:i|we|you) use)?(?: is used)? (?:to|for|that)"
    r"|what (?:do|should|must) (?:i|we|you) (?:run|type|call) to)"
    r"\s(?:(?:the|an?|our|your|this|my) )?(?P<what>.+?)\W*",
    IGNORECASE,
)
_WAYS = (
    (
        "How to release it",
        (
            rf"(?:(?:cut|make|do|create|prepare|draft|tag|start){_ANY} )?"
            rf"(?:releas(?:es?|ing|ed)|publish(?:ed|ing)?|ship(?:ped)?){_ANY}"
            r"(?: (?:made|cut|done|created|published|prepared))?"
        ),
    ),
    (
        "How to build the docs",
        rf"(?:build(?:ing)?|generate|make|render){_ANY} (?:docs?|documentation|manual|site|website){_ANY}",
    ),
    (
        "How to run the tests",
        (
            rf"(?:(?:run(?:ning)?|execute|start|launch|do){_ANY} )?"
            rf"(?:tests?|specs?|test[- ]?suite|suite|testing){_ANY}(?: (?:run|executed))?"
        ),
    ),
    (
        "How to lint and check types",
        (
            rf"(?:run{_ANY} )?(?:lint(?:ing|ers?|ed)?|type-?check(?:er|ed|ing)?|static analysis){_ANY}"
            rf"|check{_ANY} (?:types?|style|code style){_ANY}"
        ),
    ),
    ("How to format the code", rf"(?:run{_ANY} )?(?:(?:re|auto-?)?format(?:ting|ter|ted)?){_ANY}"),
    (
        "How to build it",
        (
            rf"(?:build|compile|make)(?:ing)?(?!(?: the| a)? (?:version|changes?)){_ANY}"
            rf"|(?:\w+ )?(?:built|compiled){_ANY}"
        ),
    ),
    (
        "How to set up the project",
        (
            r"(?:set(?:ting)? ?-?up|bootstrap|prepare|install|get(?:ting)? started(?: with)?"
            rf"|start (?:working on|developing|hacking on|contributing to|developing)){_ANY}(?:{_ENVIRONMENT})?{_ANY}"
            rf"|(?:create|make|get|configure|have){_ANY}{_ENVIRONMENT}{_ANY}"
        ),
    ),
    (
        "How to run it",
        (
            rf"(?:run|start|launch|serve|execute)(?:ning|ing)?{_ANY}"
            rf"(?: (?:dev|local))*(?: (?:server|service|binary|cli))?{_ANY}"
        ),
    ),
)
_PATTERNS = tuple((name, compile_later(pattern, IGNORECASE)) for name, pattern in _WAYS)
WAYS = tuple(name for name, _ in _WAYS)
"""The names that ways go by."""
IN_CI = "In CI"
"""What the name of a way begins with that a workflow takes."""


def asked_way(question: str) -> str:
    """Return the name of the way that a question asks for, if it asks for nothing else."""
    if len(question) > LONGEST:
        return ""
    asked = _ASKED.fullmatch(" ".join(question.split()))
    if asked is None:
        return ""
    what = asked["what"]
    return next((name for name, pattern in _PATTERNS if pattern.fullmatch(what)), "")


def is_called(title: str, terms: "Sequence[str]") -> bool:
    """Tell whether a title has these terms and no others."""
    return sorted(title.split()) == sorted(terms)
