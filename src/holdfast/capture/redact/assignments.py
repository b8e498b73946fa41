"""Find values assigned to names that promise a secret, in the spellings of many languages and configuration files.

Owns the syntax of an assignment: `export X=v`, `X: v`, `"x": "v"`, `x := "v"`, `define('X', 'v')`, `ENV['X'] = 'v'`,
`<x>v</x>`, `<add key="x" value="v"/>`, `- name: X` over `value: v`, `--x v`, `setX("v")`, `X <- "v"`, "x is v".
It starts from words in the text (never from every position) and looks at a bounded stretch after each, so its work is
linear. Neighbours: names.py and values.py judge, engine.py collects.
"""

from __future__ import annotations

import re

from holdfast.capture.redact import gitleaks
from holdfast.capture.redact.names import NONE, PASSWORD, STEMS, TOKEN, classify
from holdfast.capture.redact.values import entropy, is_hex, is_placeholder, is_reference, is_uuid, looks_random

Span = tuple[int, int, str]

_STEM = re.compile("|".join(map(re.escape, STEMS)))
# From the end of the stem: the rest of the name, what closes it, and what leads to the value.
_LEAD = re.compile(
    r"""(?P<rest>[\w.\-]{0,48})
    (?P<close>\\{0,3}["'`]?[\])}]?)
    (?:
      (?P<attribute>\s{0,4}(?:>|/?\s*(?:value|content|defaultValue)\s{0,2}=\s{0,2}))
    | [ \t]{0,24}(?:,|\n[ \t]{0,24}|,\s{0,24})["']?(?:value|default|secret_value)["']?[ \t]{0,8}[:=][ \t]{0,8}
    | \s{0,4}\{[^{}]{0,160}?\bdefault\s{0,8}=\s{0,8}
    | [ \t]{0,24}(?P<kind>:?[ \t]{0,4}[A-Za-z_][\w.<>\[\]?| *]{0,30}[ \t]{0,4}(?==[^=>]))?
      (?P<op>:{1,3}=|=>|->|<-|[=!]==?|=~|\?=|\|\|=?|:-|\+=|=|:(?!:)|,|\()(?P<gap>\s{0,24})
    | (?P<space>[ \t]{1,8})(?P<is>(?:is|was|ist|=|are|set[ ]to|to|of|with)[ \t:]{1,4})?
    )
    (?P<call>[A-Za-z_\[\]][\w.\[\]:]{0,40}\(\s{0,4}(?:["'][\w.-]{1,64}["']\s{0,2},\s{0,4})?)?""",
    re.VERBOSE,
)
_QUOTED = re.compile(
    r"""(?:[bBrRuUfFLN@$]{0,2})(?:
      (?P<e>\\{1,3}["'])(?P<ev>[^\n]{1,600}?)(?P=e)
    | (?P<q>\"{3}|'{3}|["'`])(?P<qv>(?:\\.|(?!(?P=q))[^\\\n]){1,600})(?P=q)
    )""",
    re.VERBOSE,
)
_BARE = re.compile(r"[^\s\"'`<>,;&|(){}\[\]\\]{1,300}")
_LINE = re.compile(r"[^\s\"'`]{1,300}")
_ENV = re.compile(
    r"(?:^|\n|\b(?:export|set|setx|env|ENV|ARG|-e|--env|--build-arg|--set|config:set)[ \t])[ \t]*[\w.\-]*\Z"
)
_FLAG = re.compile(r"(?:^|[\s\"'\[(,=])(?:--?|/)[\w-]*\Z")
_DIRECTIVE = re.compile(
    r"(?:^|\n)[ \t]*(?:ENV|ARG|set|setx|export|#define|machine\b.{0,120}|login\b.{0,80}|password|requirepass|masterauth)?"
    r"[ \t]*[\w.\-]*\Z"
)
_NAME_BEFORE = re.compile(r"[\w.\-$@]*\Z")
_EDGE = re.compile(r"[A-Za-z0-9_+/=-]")


def find_assigned(text: str, lower: str) -> list[Span]:
    """Return the spans of values assigned to secret names."""
    found: list[Span] = []
    done = 0
    for stem in _STEM.finditer(lower):
        if stem.start() < done:
            continue
        lead = _LEAD.match(text, stem.end())
        if lead is None:
            continue
        start = _name_start(text, stem.start())
        name = text[start : lead.end("rest")]
        level = classify(name)
        if level == NONE:
            continue
        done = lead.end("rest")
        span = _value(text, start, lead, level)
        if span:
            found.append((*span, "password" if level == PASSWORD else "secret"))
            done = span[1]
    return found


def _name_start(text: str, stem: int) -> int:
    low = max(0, stem - 48)
    match = _NAME_BEFORE.search(text, low, stem)
    return match.start() if match else stem


def _value(text: str, start: int, lead: re.Match[str], level: int) -> tuple[int, int] | None:
    at = lead.end()
    quoted = _QUOTED.match(text, at)
    if quoted:
        group = "ev" if quoted["e"] else "qv"
        value = quoted[group]
        firm = lead["call"] is None and lead["op"] not in ("(", ",") and not lead["space"]
        if _is_secret(value, level, quoted=True, firm=firm):
            return quoted.span(group)
        return None
    if lead["call"] is not None or lead["op"] in ("(", ",") or (lead["gap"] or "").count("\n"):
        return None
    return _bare_value(text, start, lead, level)


def _bare_value(text: str, start: int, lead: re.Match[str], level: int) -> tuple[int, int] | None:
    at = lead.end()
    before = text[max(0, start - 80) : start]
    firm = lead["attribute"] is not None
    if lead["space"] and not lead["is"]:
        if not (_FLAG.search(before) or _DIRECTIVE.search(before)):
            return None
        firm = _FLAG.search(before) is not None
    elif lead["op"] == "=" and not lead["gap"] and not lead["kind"] and text[at - 2 : at - 1] != " ":
        firm = firm or _ENV.search(before) is not None or before[-1:] in ";?&" or bool(_FLAG.search(before))
    shape = _LINE if firm and lead["op"] == "=" and before[-1:] not in ";?&" else _BARE
    match = shape.match(text, at)
    if match is None:
        return None
    end = match.end()
    value = match[0].rstrip(".,:;!?)]}*") if shape is _BARE else match[0].rstrip(",;")
    if text[end : end + 1] in ("(", "[") or not value:
        return None
    if _is_secret(value, level, quoted=False, firm=firm):
        return at, at + len(value)
    return None


def _is_secret(value: str, level: int, *, quoted: bool, firm: bool) -> bool:
    """Weigh the name's promise against what the value looks like."""
    if len(value) < 4 or is_placeholder(value):
        return False
    if level == PASSWORD and _is_password(value, quoted=quoted, firm=firm):
        return True
    if is_reference(value) and not looks_random(value, least=20):
        return False
    if level >= TOKEN:
        return looks_random(value, least=10 if quoted or firm else 12)
    return (
        len(value) >= 16 and not is_hex(value) and not is_uuid(value) and looks_random(value) and entropy(value) >= 3.5
    )


def _is_password(value: str, *, quoted: bool, firm: bool) -> bool:
    if " " in value or is_reference(value) or not value.isprintable():
        return False
    letters = sum(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    others = len(value) - letters - digits - value.count("_") - value.count("-") - value.count(".")
    lower = value.lower()
    if value[-1] in ":?" and not digits:  # "Password:" as a label
        return False
    if digits or others:
        return len(value) >= (5 if firm else 8) and (letters > 0 or others > 0 or (firm and digits >= 6))
    if not firm or any(stem in lower for stem in ("pass", "pwd", "secret", "token")):
        return False
    return len(value) >= 6 and (quoted or len(value) >= 8) and value.isalpha() and value.isascii()


def _by_name() -> dict[str, list[tuple[str, str, float]]]:
    names: dict[str, list[tuple[str, str, float]]] = {}
    for rule, keys, pattern, least in gitleaks.ASSIGNED:
        for key in keys:
            names.setdefault(key, []).append((rule, pattern, least))
    return names


_VENDORS = _by_name()


def find_vendor_assigned(text: str, lower: str) -> list[Span]:
    """Return the spans of values that a vendor's rule expects beside the vendor's name."""
    found: list[Span] = []
    for name, rules in _VENDORS.items():
        at = lower.find(name)
        while at >= 0:
            after = at + len(name)
            lead = _LEAD.match(text, after)
            if lead:
                for rule, pattern, least in rules:
                    span = _vendor_value(text, lead.end(), pattern, least)
                    if span:
                        found.append((*span, rule))
                        break
            at = lower.find(name, after)
    return found


_compiled: dict[str, re.Pattern[str]] = {}
_OPENING = re.compile(r"[\x60'\"\\=\s]{0,5}")


def _vendor_value(text: str, at: int, pattern: str, least: float) -> tuple[int, int] | None:
    opening = _OPENING.match(text, at)
    at = opening.end() if opening else at
    if not _EDGE.match(text, at):
        return None
    compiled = _compiled.get(pattern)
    if compiled is None:
        compiled = _compiled[pattern] = re.compile(pattern, re.ASCII)
    match = compiled.match(text, at)
    if match is None or _EDGE.match(text, match.end()):
        return None
    value = match[0]
    plain = value.isalpha() or (value.isdigit() and len(value) > 20)
    if plain or entropy(value) < max(least, 2.0) or is_placeholder(value):
        return None
    return match.span()
