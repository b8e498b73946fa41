"""A rule file and the Guard it stands for.

Owns the shape: reading YAML or JSON into a frozen `Guard`, writing it back, and saying kindly what is wrong. It does
not run anything: whether the rule compiles and is fast is `vet.py`, whether its snippets prove it is `prove.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from standfast.code.filetypes import NAMES, canonical
from standfast.code.globs import BadGlob, compile_glob
from standfast.errors import ConfigError

SEVERITIES = ("block", "warn")
STRUCTURAL_KEYS = frozenset(
    ("pattern", "kind", "regex", "nthChild", "range", "inside", "has", "precedes", "follows", "all", "any", "not")
) | {"matches"}
KINDS = ("structural", "regex", "dependency", "companion", "filename", "import", "size")

_KEYS = ("id", "severity", "language", "paths", "rule", "constraints", "utils", "message", "tests", "since", "expires")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_MAX_TEXT = 256 * 1024
_MAX_NODES = 20_000
_DEEPEST = 60


class BadRule(ConfigError):
    """The rule file cannot become a guard; message and hint say what to change."""

    code = "bad-rule"


class Snippet(NamedTuple):
    """One test of a guard: code, or a path, or a set of changed paths, depending on the kind of rule."""

    text: str = ""
    path: str = ""
    before: str | None = None
    changed: tuple[str, ...] = ()
    size: int = -1


class Guard(NamedTuple):
    """A rule that is enforced. `memory` and `reason` are filled in by whoever knows which memory carries it."""

    id: str
    severity: str
    kind: str
    rule: Mapping[str, Any]
    message: str
    caught: tuple[Snippet, ...]
    passes: tuple[Snippet, ...]
    languages: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    constraints: Mapping[str, Any] | None = None
    utils: Mapping[str, Any] | None = None
    since: str = ""
    expires: str = ""
    extra: tuple[tuple[str, Any], ...] = ()
    memory: str = ""
    reason: str = ""

    def in_force(self, today: str) -> bool:
        """Tell whether the guard is enforced on `today` (an ISO date)."""
        return (not self.since or self.since <= today) and (not self.expires or today <= self.expires)


def parse_rule(text: str, *, name: str = "the rule") -> Guard:
    """Read one rule file. JSON is read without loading the YAML parser."""
    return read_guard(_document(text, name), name=name)


def parse_rules(text: str, *, name: str = "the rules") -> list[Guard]:
    """Read a file with several rules: a YAML list, or a mapping with a list under `guards`."""
    loaded = _load(text, name)
    if isinstance(loaded, Mapping) and isinstance(loaded.get("guards"), list):
        loaded = loaded["guards"]
    if not isinstance(loaded, list):
        raise BadRule(
            f"{name} is not a list of rules.", hint="Write one rule per list item, or a list under `guards:`."
        )
    return [read_guard(item, name=f"{name}, rule {number}") for number, item in enumerate(loaded, 1)]


def read_document(text: str) -> dict[str, Any]:
    """Return the mapping that a rule file holds, whatever it says."""
    return dict(_document(text, "the rule"))


def _load(text: str, name: str) -> Any:
    if len(text) > _MAX_TEXT:
        raise BadRule(f"{name} is larger than {_MAX_TEXT // 1024} KB.", hint="Split it: one file per guard.")
    loaded = _decode(text, name)
    # YAML aliases share what they name: a short file can stand for a tree that no walk would finish.
    waiting, seen = [(loaded, 0)], 0
    while waiting:
        item, depth = waiting.pop()
        seen += 1
        if depth > _DEEPEST:
            raise BadRule(f"{name} is nested more than {_DEEPEST} levels deep.", hint="No rule needs that.")
        if seen > _MAX_NODES:
            raise BadRule(f"{name} holds more than {_MAX_NODES} values.", hint="Write it without YAML aliases.")
        below = item.values() if isinstance(item, Mapping) else item if isinstance(item, list) else ()
        waiting.extend((value, depth + 1) for value in below)
    return loaded


def _decode(text: str, name: str) -> Any:
    if text.lstrip()[:1] == "{":
        try:
            return json.loads(text)
        except ValueError:
            pass  # flow-style YAML also starts with a brace
    import yaml

    try:
        return yaml.load(text, Loader=_loader())  # noqa: S506 - a SafeLoader without implicit dates
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        line = f" at line {where.line + 1}" if where else ""
        problem = getattr(error, "problem", None) or "it cannot be read"
        if "another document" in problem:
            raise BadRule(f"{name} holds several rules.", hint="Keep one: cut it at the line of `---`.") from None
        raise BadRule(
            f"{name} is not valid YAML{line}: {problem}.", hint="Patterns with `:` or `#` need quotes."
        ) from None
    except (ValueError, RecursionError) as error:
        raise BadRule(f"{name} is not valid YAML: {error}", hint="Check its indentation and quotes.") from None


def _loader() -> Any:
    import yaml

    chosen: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(chosen):  # type: ignore[misc]
        """Dates stay text, so that a rule reads back as it was written."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in chosen.yaml_implicit_resolvers.items()
    }
    return Loader


def _document(text: str, name: str) -> Mapping[str, Any]:
    loaded = _load(text, name)
    if isinstance(loaded, list) and len(loaded) == 1:
        loaded = loaded[0]
    if not isinstance(loaded, Mapping):
        hint = "A rule file is a mapping: id, severity, language, paths, rule, message, tests."
        raise BadRule(f"{name} is not a rule.", hint=hint)
    return loaded


def read_guard(document: Any, *, name: str = "the rule") -> Guard:
    """Turn a loaded rule document into a Guard, or say what is wrong with it."""
    if not isinstance(document, Mapping):
        raise BadRule(f"{name} is not a mapping.", hint="Start with `id:`, `severity:` and `rule:`.")
    guard_id = document.get("id")
    if not isinstance(guard_id, str) or not _ID.fullmatch(guard_id):
        hint = "Give it an `id` of letters, digits, dots, dashes and underscores, such as `payment-lock-key`."
        raise BadRule(f"{name} has no usable id.", hint=hint)
    severity = document.get("severity", "block")
    if severity not in SEVERITIES:
        raise BadRule(f"{guard_id}: severity {severity!r} is not known.", hint="Use `block` or `warn`.")
    rule = document.get("rule")
    if not isinstance(rule, Mapping) or not rule:
        raise BadRule(f"{guard_id} has no rule.", hint="Add `rule:` with a `pattern:` or a `regex:` below it.")
    kind = _kind(guard_id, rule)
    languages = _languages(guard_id, document.get("language"), kind=kind)
    message = document.get("message", "")
    if not isinstance(message, str) or not message.strip():
        raise BadRule(
            f"{guard_id} has no message.", hint="Say in `message:` what to do instead, for whoever is stopped."
        )
    return Guard(
        id=guard_id,
        severity=severity,
        kind=kind,
        rule=rule,
        message=message.strip(),
        caught=_snippets(guard_id, document, "caught", kind),
        passes=_snippets(guard_id, document, "passes", kind),
        languages=languages,
        paths=_globs(guard_id, document.get("paths")),
        constraints=_mapping(guard_id, "constraints", document.get("constraints")),
        utils=_mapping(guard_id, "utils", document.get("utils")),
        since=_date(guard_id, "since", document.get("since")),
        expires=_date(guard_id, "expires", document.get("expires")),
        extra=tuple((key, value) for key, value in document.items() if key not in _KEYS),
    )


def _kind(guard_id: str, rule: Mapping[str, Any]) -> str:
    own = [kind for kind in KINDS[2:] if kind in rule]
    structural = [key for key in rule if key in STRUCTURAL_KEYS]
    if own:
        if len(rule) > 1:
            raise BadRule(f"{guard_id}: a {own[0]} rule stands alone.", hint="Make one guard for each kind of rule.")
        if not isinstance(rule[own[0]], Mapping):
            raise BadRule(f"{guard_id}: `{own[0]}:` needs settings below it.", hint=f"Indent them under `{own[0]}:`.")
        return own[0]
    if "regex" in rule and not set(rule) - {"regex", "keywords", "flags"}:
        return "regex"
    unknown = [str(key) for key in rule if key not in STRUCTURAL_KEYS]
    if unknown or not structural:
        known = ", ".join(sorted(STRUCTURAL_KEYS | set(KINDS[1:])))
        raise BadRule(f"{guard_id}: the rule has no use for {', '.join(unknown)}.", hint=f"Known here: {known}.")
    return "structural"


def _languages(guard_id: str, value: Any, *, kind: str) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    if not names:
        if value is not None and value != []:
            raise BadRule(f"{guard_id}: language {value!r} is not a name.", hint="Write `language: python`.")
        if kind == "structural":
            raise BadRule(
                f"{guard_id} has no language.", hint="A structural rule needs one, such as `language: python`."
            )
        return ()
    found: list[str] = []
    for name in names:
        known = canonical(name) if isinstance(name, str) else None
        if known is None:
            hint = f"Known: {', '.join(NAMES)}. For other files use a `regex:` rule with `paths:`."
            raise BadRule(f"{guard_id}: the parser does not know the language {name!r}.", hint=hint)
        found.append(known)
    return tuple(dict.fromkeys(found))


def _globs(guard_id: str, value: Any) -> tuple[str, ...]:
    globs = [value] if isinstance(value, str) else [] if value is None else value
    if not isinstance(globs, list) or not all(isinstance(glob, str) for glob in globs):
        raise BadRule(f"{guard_id}: `paths` is not a list of globs.", hint='Write `paths: ["src/**/*.py"]`.')
    for glob in globs:
        try:
            compile_glob(glob.removeprefix("!"))
        except BadGlob as error:
            raise BadRule(f"{guard_id}: {error}.", hint="Check `paths`.") from None
    return tuple(globs)


def _mapping(guard_id: str, key: str, value: Any) -> Mapping[str, Any] | None:
    if value is None or value == {}:
        return None
    if not isinstance(value, Mapping):
        raise BadRule(f"{guard_id}: `{key}` is not a mapping.", hint=f"Indent names and rules under `{key}:`.")
    return value


def _date(guard_id: str, key: str, value: Any) -> str:
    if value is None or value == "":
        return ""
    text = str(value)[:10]
    from datetime import date

    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        date.fromisoformat(text)
    except ValueError:
        raise BadRule(f"{guard_id}: `{key}` is not a date: {value!r}.", hint="Write it as 2026-12-31.") from None
    return text


def _snippets(guard_id: str, document: Mapping[str, Any], which: str, kind: str) -> tuple[Snippet, ...]:
    tests = document.get("tests")
    items = tests.get(which) if isinstance(tests, Mapping) else None
    if isinstance(items, str):
        items = [items]
    if not isinstance(items, list) or not items:
        need = "that must be caught" if which == "caught" else "that must pass"
        hint = f"Every guard proves itself: add `tests:` with `{which}:` and at least one snippet {need}."
        raise BadRule(f"{guard_id} has no snippet {need}.", hint=hint)
    return tuple(_snippet(guard_id, which, item, kind) for item in items)


def _snippet(guard_id: str, which: str, item: Any, kind: str) -> Snippet:
    if isinstance(item, str):
        if kind == "companion":
            return Snippet(changed=(item,))
        return Snippet(path=item) if kind == "filename" else Snippet(text=item)
    if isinstance(item, list) and kind == "companion" and all(isinstance(path, str) for path in item):
        return Snippet(changed=tuple(item))
    if isinstance(item, Mapping) and not set(item) - {"code", "path", "before", "changed", "bytes"}:
        changed, size, before = item.get("changed") or [], item.get("bytes", -1), item.get("before")
        texts = (item.get("code", ""), item.get("path", ""), before or "")
        if all(isinstance(text, str) for text in (*texts, *changed)) and isinstance(size, int):
            return Snippet(texts[0], texts[1], before, tuple(changed), size)
    hint = "A snippet is text, or a mapping with `code`, `path`, `before`, `changed` (a list of paths) or `bytes`."
    raise BadRule(f"{guard_id}: a snippet under `{which}` cannot be read: {str(item)[:80]}", hint=hint)
