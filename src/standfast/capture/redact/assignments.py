"""Find values assigned to names that promise a secret, in the spellings of many languages and configuration files.

Owns the syntax of an assignment: `export X=v`, `X: v`, `"x": "v"`, `x := "v"`, `define('X', 'v')`, `ENV['X'] = 'v'`,
`<x>v</x>`, `<add key="x" value="v"/>`, `- name: X` over `value: v`, `--x v`, `setX("v")`, `X <- "v"`, "x is v".
It starts from words in the text (never from every position) and looks at a bounded stretch after each, so its work is
linear. Neighbours: beside.py looks at what stands around, names.py and values.py judge, weigh.py decides.
"""

from __future__ import annotations

from standfast.capture.redact.beside import (
    is_connection,
    is_directive,
    is_first_argument,
    is_flag,
    is_line_start,
    is_setting,
    is_stated,
    names_user,
)
from standfast.capture.redact.lazy import compiled, present
from standfast.capture.redact.names import KEY_OF, NONE, PASSWORD, SERVICES, STEMS, TOKEN, classify
from standfast.capture.redact.nested import find_children
from standfast.capture.redact.prose import is_chosen
from standfast.capture.redact.values import is_marked, is_placeholder, is_reference
from standfast.capture.redact.weigh import is_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

Span = tuple[int, int, str]

_TAIL = r"(?P<rest>[\w.\-]{0,48})(?P<close>\\{0,3}(?:\*\*|[\"'`])?[\])}]?(?:\[\d{0,4}\])?)(?P<space>[ \t]{0,24})"
_OP = r"(?P<op>:{1,3}=|=>|->|<-|[=!]==?|=~|\?=|\|\|=?|:-|\+=|=|:(?!:)|,|\(|>)(?P<gap>(?:\*\*)?\s{0,24})"
# Shapes in which more than an operator stands between the name and its value.
_ATTRIBUTE = r"/?(?:value|content|defaultValue|data|secret)\s{0,2}=\s{0,2}"
_PAIR = (
    r"(?:,|\n|,?\s{1,24})\s{0,24}\\?[\"']?(?i:value|default|secret_value|val|content)\\?[\"']?[ \t]{0,8}[:=][ \t]{0,8}"
)
_ATTRIBUTES = r"(?:[ \t]{1,4}[\w:.-]{1,40}=\"[^\"\n]{0,80}\"){1,6}[ \t]?>"
_CELL = r"\|[ \t]{1,40}"
_BLOCK = r"\{(?:[^{}]{0,160}?\bdefault\s{0,8}=|\s{0,4}get;[^{}]{0,40}\}\s{0,4}=)\s{0,8}"
_TYPED = r":?[ \t]{0,4}&?[A-Za-z_][A-Za-z_.<>\[\]?| *]{0,30}(?:8|16|32|64)?[ \t]{0,4}=(?![=>])\s{0,24}"
_IS = r"(?:(?:for|of|on|to|at|from)[ \t](?:[\w./@-]{1,40}[ \t]){1,3}?)?(?:is|was|ist|are|equals)[ \t:]{1,4}"
# The name is one element and the value the next: property lists, answer files.
_NEXT_ELEMENT = r"</[A-Za-z]{1,12}>\s{0,24}<(?:string|value|data|td|dd|span|code)>|\s{0,40}<[Vv]alue>"
_CALL = r"(?:new[ \t])?[A-Za-z_\[\]]?[\w.\[\]:]{0,40}\(\s{0,4}(?:[\"'][\w.@ -]{0,64}[\"']\s{0,2},\s{0,4})?(?=[\"'`])"
_QUOTED = (
    r"[bBrRuUfFLN@$]{0,2}(?:(?P<e>\\{1,3}[\"'])(?P<ev>[^\n]{1,600}?)(?P=e)"
    r"|(?P<q>\"{3}|'{3}|[\"'`])(?P<qv>(?:\\.|(?!(?P=q))[^\\\n]){1,600})(?P=q))"
)
_BARE = r"(?:[^\s\"'`<>,;&|(){}\[\]\\\0]|(?<!&)&(?![\s&]|[\w.%-]{0,64}=)(?=[!-~])){1,300}"  # not `…&next=…`, `… && …`
_LINE = r"[^\s\"'`\0]{1,300}"
_BRACED = r"\{(?P<value>[^{}\s$]{4,128})\}(?=[;\"']|\s|\Z)"  # `Pwd={…};`
_SETS = ("set", "with", "change", "Set", "With")
_MARKS = frozenset("\"'`\\")
_NO_VALUE = frozenset("\0 \t\r\n") | {""}  # no value begins so, and what was masked before is not looked at again
_OF_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-$@"
# What passes, or the word that says so: "the tests pass: `first`", "these now pass: `second`".
_PASSING = frozenset(
    {
        *("tests", "checks", "cases", "suites", "specs", "jobs", "builds", "assertions", "files", "modules", "linters"),
        *("these", "those", "they", "all", "both", "now", "should", "must", "will", "to", "still", "also", "that"),
    }
)
_WORD_BEFORE = r"[A-Za-z]{1,16}[ ]\Z"


class Lead:
    """Say how a name leads to its value: where the value begins, by what operator, and how plainly."""

    __slots__ = ("at", "before", "level", "name", "op", "plain", "spread", "wrapped")

    def __init__(self, at: int, op: str, level: int, before: str) -> None:
        """Start with nothing between the operator and the value."""
        self.at, self.op, self.level, self.before = at, op, level, before
        self.plain = False  # no space around the operator
        self.name = ""
        self.spread = False  # the value stands on another line
        self.wrapped = False  # the value is an argument of a call


def find_assigned(text: str, lower: str) -> list[Span]:
    """Return the spans of values assigned to secret names."""
    found: list[Span] = []
    tails = compiled(_TAIL)
    done = 0
    for at, stem in _stems(lower):
        if at < done:
            continue
        tail = tails.match(text, at + len(stem))
        if tail is None or "\0" in text[tail.end() : tail.end() + 8]:
            continue  # no name, or one whose value was masked before
        start = _name_start(text, at, stem)
        if stem == "key" and lower.endswith("public ", 0, start):
            continue
        level = classify(text[start : tail.end("rest")])
        if level == NONE:
            continue
        if level == PASSWORD and stem == "secret" and text[start - 1 : start] == ":":
            level = TOKEN  # `arn:…:secret:prod/db` is a part of an address
        done = tail.end("rest")
        lead = find_lead(text, tail, level, start)
        if lead and _is_verb(text, lower[start:done], lead, spaced=bool(tail["space"])):
            continue
        if lead:
            lead.name = text[start:done]
        span = _value(text, lead) if lead else None
        if lead and (
            (lead.op == ":" and lead.spread)
            or (lead.op in (":", "=", "=>") and text[lead.at : lead.at + 1] in ("{", "["))
        ):
            rule = "password" if level == PASSWORD else "secret"
            found += [(*child, rule) for child in find_children(text, start, lead.at, level)]
        if span:
            found.append((*span, "password" if level == PASSWORD else "secret"))
            done = span[1]
        elif (
            lead
            and lead.op != ">"
            and not lead.spread
            and (seen := compiled(_BARE).match(text, lead.at, lead.at + 48))
            and not (lead.op == " " and "=" in seen[0])  # what only stands beside a name may be the next one
        ):
            # What was not a secret holds no name of one either: `key=key=key`. Only its last part may have a default.
            done = max(done, seen.start() + seen[0].rfind(".") + 1 if "." in seen[0] else seen.end())
    return found


def _is_verb(text: str, name: str, lead: Lead, *, spaced: bool) -> bool:
    """Tell whether `pass` says what is done: "pass it on", `run_pass integration`; below a user's name it does not."""
    opened = text[lead.at : lead.at + 1]
    if name == "pass":
        if lead.op == ":" and lead.before[-1:] == " " and lead.before[-2:-1].isalpha() and opened == "`":
            return lead.before.rsplit(maxsplit=1)[-1].lower() in _PASSING or _names_code(text, lead.at)
        if lead.op == " " and is_line_start(lead.before):
            return not names_user(lead.before)
        return (spaced and lead.op not in ("=", ":", ">", "|")) or lead.op in ("is", "(", ",")
    return name.endswith("_pass") and lead.op == " " and name[0] != "-" and opened not in ("'", '"')


def _names_code(text: str, at: int) -> bool:
    """Tell whether what the backtick here opens is a word or the name of something, and not a chosen password."""
    match = compiled(_QUOTED).match(text, at)
    value = match["qv"] if match else ""
    return (value.isalpha() and value.islower()) or not is_chosen(value, quoted=True)


def _stems(lower: str) -> list[tuple[int, str]]:
    """Return where stems stand, in order; one search a stem is far quicker than one pattern for all."""
    places: list[tuple[int, str]] = []
    for stem in present(STEMS, lower):
        at = lower.find(stem)
        while at >= 0:
            places.append((at, stem))
            at = lower.find(stem, at + len(stem))
    places.sort()
    return places


def _name_start(text: str, stem: int, word: str) -> int:
    window = text[max(0, stem - 48) : stem]
    start = stem - len(window) + len(window.rstrip(_OF_NAME))
    if word == "key" and start == stem and text[start - 1 : start] == " ":
        words = compiled(_WORD_BEFORE).search(text, max(0, start - 17), start)
        if words and (words[0][:-1].lower() in KEY_OF or words[0][:-1].lower() in SERVICES):
            return words.start()
    return start


def find_lead(text: str, tail: Match[str], level: int, start: int) -> Lead | None:
    """Return how the name whose tail was matched leads to a value, if it does."""
    at = tail.end()
    char = text[at : at + 1]
    before = text[max(0, start - 240) : start + (text[start] == "-")]  # a flag keeps its dash for those who look back
    if char in ("", "\0"):
        return None
    if char in "<>" and (element := compiled(_NEXT_ELEMENT).match(text, at + (char == ">"))):
        return Lead(element.end(), ">", level, before)
    if char == "|" and (cell := compiled(_CELL).match(text, at)):
        return Lead(cell.end(), "|", level, before)
    if char in "=:<-?|!+,(>":
        return _by_operator(text, tail, level, before)
    if char == "{":
        match = compiled(_BLOCK).match(text, at)
        return Lead(match.end(), "=", level, before) if match else None
    if char == "\n" or (char in "/vcds" and tail["close"]):
        return _by_word(text, at, char, level, before, closed=bool(tail["close"]))
    return _by_space(text, tail, level, before) if tail["space"] else None


def _by_word(text: str, at: int, char: str, level: int, before: str, *, closed: bool) -> Lead | None:
    """Follow a name to what is called its value: an attribute beside it, or the next member of the object."""
    match = compiled(_ATTRIBUTE).match(text, at) if closed else None
    if match:
        return Lead(match.end(), "value", level, before)
    match = compiled(_PAIR).match(text, at)
    return Lead(match.end(), "=" if closed and char != "\n" else ":", level, before) if match else None


def _by_space(text: str, tail: Match[str], level: int, before: str) -> Lead:
    """Follow a name over blanks: past attributes, a type or a verb, or straight to a bare value."""
    at = tail.end()
    opens = before[-1:] == "<" or (before[-1:] == ":" and "<" in before[-18:])  # `<Password`, `<wsse:Password`
    if opens and (match := compiled(_ATTRIBUTES).match(text, tail.start("space"))):
        return Lead(match.end(), ">", level, before)
    if "\t" in tail["space"] and is_line_start(before):
        return Lead(at, ":", level, before)
    match = compiled(_TYPED).match(text, at)
    if match:
        return _wrapped(text, Lead(match.end(), "=", level, before))
    if tail["close"] and text.startswith('to "', at):
        return Lead(at + 3, "=>", level, before)
    match = compiled(_IS).match(text, at)
    return Lead(match.end(), "is", level, before) if match else Lead(at, " ", level, before)


def _by_operator(text: str, tail: Match[str], level: int, before: str) -> Lead | None:
    at = tail.end()
    if text[at] == ",":
        pair = compiled(_PAIR).match(text, at)
        if pair:
            return Lead(pair.end(), ":", level, before)
    if text[at] == ":":
        typed = compiled(_TYPED).match(text, at)
        if typed:
            return _wrapped(text, Lead(typed.end(), "=", level, before))
    match = compiled(_OP).match(text, at)
    # An element may have its text on a line below.
    inside = match is not None and "\n" in match["gap"] and before[-1:] == "<" and "</" in text[at : at + 400]
    if match is None or (match["op"] == ">" and match["gap"] and not inside):
        return Lead(at, " ", level, before) if text[at] == "-" and tail["space"] else None
    lead = Lead(match.end(), match["op"], level, before)
    lead.plain = not tail["space"] and not match["gap"]
    lead.spread = "\n" in match["gap"] and not inside
    return _wrapped(text, lead)


def _wrapped(text: str, lead: Lead) -> Lead:
    if "(" in text[lead.at : lead.at + 48]:
        call = compiled(_CALL).match(text, lead.at)
        if call:
            lead.at = call.end()
            lead.wrapped = True
    return lead


def _value(text: str, lead: Lead) -> tuple[int, int] | None:
    if text[lead.at : lead.at + 1] in _NO_VALUE:
        return None
    if lead.op == "," and not is_first_argument(lead.before) and not is_flag(lead.before):
        return None
    opened = _MARKS.isdisjoint(text[lead.at : lead.at + 3])
    quoted = None if opened else compiled(_QUOTED).match(text, lead.at)
    if quoted and not (lead.op == " " and quoted["q"] == "`"):
        group = "ev" if quoted["e"] else "qv"
        own = _letters(quoted[group])  # `setClientSecret("clientSecret")` only says the name again
        firm = not lead.wrapped and (lead.op not in ("(", ",", " ", "is") or is_flag(lead.before) or _sets(lead.name))
        named = own and _letters(lead.name).endswith(own)
        if not named and is_secret(quoted[group], lead.level, quoted=True, firm=firm):
            return quoted.span(group)
        return quoted.span(group) if lead.level == PASSWORD and _is_told(quoted[group], lead) else None
    if lead.wrapped or lead.spread or lead.op in ("(", ","):
        return None
    if text[lead.at] == "{" and (braced := compiled(_BRACED).match(text, lead.at)) and is_connection(lead.before):
        return braced.span("value")
    return _bare_value(text, lead)


def _is_more(text: str, end: int, value: str, lead: Lead, *, firm: bool) -> bool:
    """Tell whether a bare value is but the beginning of something: a call, an index, a member, the words of a label."""
    after = text[end - 1 : end + 2]
    if after[1:2] in ("(", "[") or after[:2] == "->" or value[-1] in "{([":
        return True
    return (
        lead.op == "=" and firm and value.isalpha() and after[1:2] == " " and after[2:].isalpha()
    ) and not lead.name.isupper()


def _sets(name: str) -> bool:
    """Tell whether the name is a method's that takes the secret: `dataSource.setPassword`."""
    return name[name.rfind(".") + 1 :].startswith(_SETS)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name)).lower()


def _is_told(value: str, lead: Lead) -> bool:
    """Tell whether even a plain word in quotes is the password: it is called the value, or a user stands beside it."""
    if len(value) < 4 or is_reference(value) or not value[0].isalnum() or len(set(value)) < 3:
        return False
    if lead.op == "value":
        return len(value) >= 8 and " " not in value and not is_placeholder(value)
    return lead.op in ("=", ":", "=>", " ") and names_user(lead.before) and not is_marked(value, value.lower())


def _bare_value(text: str, lead: Lead) -> tuple[int, int] | None:
    flag = is_flag(lead.before)
    firm = lead.op == ">" or flag
    whole = False
    if lead.op == " ":
        if not flag and not is_directive(lead.before):
            return None
        firm = firm or lead.before[-4:] in ("ENV ", "ARG ")
    elif lead.op == ":-":  # `${TOKEN:-what it is otherwise}`
        firm = True
    elif lead.op == "=" and lead.plain:
        joined = lead.before[-1:] in (";", "?", "&") or is_connection(lead.before)
        whole = not joined and (flag or is_setting(lead.before))
        firm = firm or whole or joined
    if lead.op in (":", "=") and is_line_start(lead.before):
        whole = True  # commas and brackets belong to a password that has the line to itself
    match = compiled(_LINE if whole else _BARE).match(text, lead.at)
    if match is None:
        return None
    value = match[0].rstrip(",;") if whole else match[0].rstrip(".,:;)]}")
    if not value or (lead.op == " " and "=" in value) or _is_more(text, match.end(), value, lead, firm=firm):
        return None
    if lead.op in (" ", "is") and value.isalpha():  # "--no-ask-password everywhere"
        return None
    word = value.rstrip("0123456789")
    # `password != password2`; what a variable of the environment is set to is no other variable
    named = word.isidentifier() and not any(map(str.isdigit, word)) and classify(word) != NONE
    named = named and not (whole and lead.name.isupper() and lead.op == "=")
    if not named and is_secret(value, lead.level, quoted=False, firm=firm):
        return lead.at, lead.at + len(value)
    stated = lead.level == PASSWORD and lead.op in ("=", ":") and is_stated(text, lead.at, value, lead.before)
    return (lead.at, lead.at + len(value)) if stated else None
