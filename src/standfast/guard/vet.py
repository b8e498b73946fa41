"""Vetting: is this rule one that can run, and run fast, on every commit?

Owns the refusals that `guard add` and `guard test` make before a snippet is tried. `rule.py` has already checked the
shape; `prove.py` checks afterwards that the rule finds what it should.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from standfast.code.globs import BadGlob, compile_glob
from standfast.guard.ambiguity import is_exponential
from standfast.guard.match.dependency import parse_wanted
from standfast.guard.match.filename import as_globs
from standfast.guard.match.lean import config
from standfast.guard.match.reading import patterns
from standfast.guard.match.regex import FLAGS, settings
from standfast.guard.rule import BadRule, Guard
from standfast.guard.trial import compile_error, try_out


def vet_guard(guard: Guard, *, trial: bool = True) -> None:
    """Raise BadRule when the rule cannot run or can be slow; `trial` also measures regular expressions."""
    if guard.kind == "structural":
        _vet_structural(guard)
    elif guard.kind == "regex":
        _vet_regex(guard, trial=trial)
    elif guard.kind == "size":
        limit = guard.rule["size"].get("max_bytes")
        if not isinstance(limit, int) or limit <= 0:
            raise BadRule(
                f"{guard.id}: `max_bytes` is not a number of bytes.", hint="Write `size: {max_bytes: 1000000}`."
            )
    elif guard.kind == "filename":
        _vet_filename(guard, trial=trial)
    elif guard.kind == "companion":
        _need_globs(guard, "companion", "when", "require")
    elif guard.kind == "import":
        _need_globs(guard, "import", "forbid")
        _globs(guard, "import", "from", "allow")
    else:
        _vet_dependency(guard)


def _vet_structural(guard: Guard) -> None:
    from ast_grep_py import SgRoot

    for language in guard.languages:
        try:
            root: Any = SgRoot("", language).root()
            root.find_all(config(guard, language))
            root.find_all(config(guard, language, ascii_only=True))
        except Exception as error:  # noqa: BLE001 - the binding raises bare Exception for a bad rule
            reason = explain(error)
            hint = "Try the pattern alone first; `kind` must be a node kind of that language."
            raise BadRule(f"{guard.id}: the rule does not compile for {language}: {reason}", hint=hint) from None
        for pattern in _patterns([guard.rule, guard.constraints or {}, guard.utils or {}]):
            _vet_pattern(guard.id, language, pattern)


def explain(error: BaseException) -> str:
    """Return the parser's own words without its stack."""
    said = str(error).partition("Stack backtrace")[0]
    lines = [re.sub(r"^\d+: ", "", line.strip()) for line in said.splitlines()]
    kept = [line for line in lines if line and line not in {"cannot get matcher", "Caused by:"}]
    return " ".join(kept)[:400] or type(error).__name__


def _patterns(values: Any) -> list[str]:
    found: list[str] = []
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            if isinstance(value.get("pattern"), str):
                found.append(value["pattern"])
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return found


def _vet_pattern(guard_id: str, language: str, pattern: str) -> None:
    """Refuse a pattern that the parser reads as an error: it would silently match nothing."""
    from ast_grep_py import SgRoot

    if not pattern.strip():
        raise BadRule(
            f"{guard_id}: a pattern is empty.", hint="Write the code to look for, with $NAMES for what varies."
        )
    if patterns(pattern, language) != (pattern,):
        return  # inside a function it is code
    root = SgRoot(re.sub(r"(?<!\$)\$+([A-Z_][A-Z0-9_]*)|\$\$\$", r"x\1", pattern), language).root()
    if root.kind() == "ERROR" or (root.children() and all(child.kind() == "ERROR" for child in root.children())):
        hint = "Write a whole expression or statement; for a part of one use `pattern: {context: …, selector: …}`."
        raise BadRule(f"{guard_id}: the pattern {pattern!r} is not {language} code.", hint=hint)


def _vet_regex(guard: Guard, *, trial: bool) -> None:
    value = guard.rule["regex"]
    whole = value if isinstance(value, Mapping) else {**guard.rule, "pattern": value}
    if not isinstance(whole.get("pattern"), str) or not whole["pattern"]:
        raise BadRule(f"{guard.id}: `regex` has no pattern.", hint="Write `regex: 'PATTERN'`.")
    for key in ("flags", "keywords"):
        words = whole.get(key) or []
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise BadRule(f"{guard.id}: `{key}` is not a list of words.", hint=f"Write `{key}: [one, two]`.")
    unknown = [flag for flag in whole.get("flags") or [] if flag.lower() not in FLAGS]
    if unknown:
        raise BadRule(f"{guard.id}: the flag {unknown[0]!r} is not known.", hint=f"Use {', '.join(FLAGS)}.")
    pattern, _, flags = settings(guard)
    vet_pattern_speed(guard.id, pattern, flags, trial=trial)


def vet_pattern_speed(guard_id: str, pattern: str, flags: int, *, trial: bool) -> None:
    """Raise BadRule when a regular expression does not compile, fits nothing, or can be slow."""
    wrong = compile_error(pattern, flags)
    if wrong:
        raise BadRule(
            f"{guard_id}: the regular expression does not compile: {wrong}.", hint="Quote it with single quotes."
        )
    if re.compile(pattern, flags).match(""):
        hint = "Make at least one part of it required."
        raise BadRule(
            f"{guard_id}: the regular expression matches the empty string, so it matches everywhere.", hint=hint
        )
    why = "a loop in it can take the same text in two ways" if is_exponential(pattern, flags) else ""
    if not why and trial:
        why = try_out(pattern, flags)
    if why:
        hint = "Avoid a repeat inside a repeat and alternatives that overlap; `[^x]*x` is better than `.*x`."
        raise BadRule(f"{guard_id}: the regular expression can be slow: {why}.", hint=hint)


def _vet_filename(guard: Guard, *, trial: bool) -> None:
    wanted = guard.rule["filename"]
    _globs(guard, "filename", "deny", "allow")
    pattern = wanted.get("deny_regex")
    if pattern is not None and not isinstance(pattern, str):
        raise BadRule(f"{guard.id}: `deny_regex` is not text.", hint="Quote it.")
    if pattern:
        vet_pattern_speed(guard.id, pattern, 0, trial=trial)
    if not pattern and not as_globs(wanted.get("deny")):
        raise BadRule(f"{guard.id}: nothing is denied.", hint="Add `deny:` with globs, or `deny_regex:`.")


def _vet_dependency(guard: Guard) -> None:
    wanted = guard.rule["dependency"]
    named = [*as_globs(wanted.get("forbid")), *as_globs(wanted.get("require"))]
    if not named:
        raise BadRule(f"{guard.id}: no dependency is named.", hint='Add `forbid: ["left-pad"]` or `require: [...]`.')
    for item in named:
        try:
            parse_wanted(item)
        except ValueError as error:
            raise BadRule(f"{guard.id}: {error}.", hint="Write `name`, `name@<2` or `name@>=1.2,<1.4`.") from None
    _globs(guard, "dependency", "manifests")


def _need_globs(guard: Guard, kind: str, *keys: str) -> None:
    _globs(guard, kind, *keys)
    for key in keys:
        if not as_globs(guard.rule[kind].get(key)):
            raise BadRule(f"{guard.id}: `{kind}` has no `{key}`.", hint=f"Add `{key}:` with at least one glob.")


def _globs(guard: Guard, kind: str, *keys: str) -> None:
    for key in keys:
        value = guard.rule[kind].get(key)
        if value is not None and not isinstance(value, str) and not isinstance(value, list):
            raise BadRule(f"{guard.id}: `{key}` is not a list.", hint=f'Write `{key}: ["src/**"]`.')
        for glob in as_globs(value):
            try:
                compile_glob(glob.removeprefix("!"))
            except BadGlob as error:
                raise BadRule(f"{guard.id}: {error}.", hint=f"Check `{key}`.") from None
