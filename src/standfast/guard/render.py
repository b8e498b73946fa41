"""Writing a Guard back: the rule file as YAML for people, as JSON for the store.

Owns the order and the form; `rule.parse_rule` reads both back to an equal Guard.
"""

from __future__ import annotations

import json
from typing import Any

from standfast.guard.rule import Guard, Snippet


def guard_document(guard: Guard) -> dict[str, Any]:
    """Return the plain mapping a rule file holds, in its usual order."""
    document: dict[str, Any] = {"id": guard.id, "severity": guard.severity}
    if guard.languages:
        document["language"] = guard.languages[0] if len(guard.languages) == 1 else list(guard.languages)
    if guard.paths:
        document["paths"] = list(guard.paths)
    document["rule"] = _plain(guard.rule)
    for key, value in (("constraints", guard.constraints), ("utils", guard.utils)):
        if value:
            document[key] = _plain(value)
    document["message"] = guard.message
    document["tests"] = {
        "caught": [_snippet(guard, snippet) for snippet in guard.caught],
        "passes": [_snippet(guard, snippet) for snippet in guard.passes],
    }
    dates = {"since": guard.since, "expires": guard.expires}
    document.update({key: date for key, date in dates.items() if date})
    document.update(guard.extra)
    return document


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _snippet(guard: Guard, snippet: Snippet) -> Any:
    text, path, before, changed, size = snippet
    if changed and not (text or path or before is not None or size >= 0):
        return list(changed)
    if guard.kind == "filename" and path and not (text or before is not None or size >= 0):
        return path
    if not (path or before is not None or changed or size >= 0):
        return text
    whole: dict[str, Any] = {"path": path} if path else {}
    if text:
        whole["code"] = text
    if before is not None:
        whole["before"] = before
    if changed:
        whole["changed"] = list(changed)
    if size >= 0:
        whole["bytes"] = size
    return whole


def render_rule(guard: Guard, *, form: str = "yaml") -> str:
    """Write a guard as a rule file; `form` is `yaml`, or `json` for one line that reads without a YAML parser."""
    document = guard_document(guard)
    if form == "json":
        return json.dumps(document, ensure_ascii=False)
    return render_document(document)


def render_document(document: dict[str, Any]) -> str:
    """Write a rule's mapping as YAML, the same bytes every time."""
    import yaml

    class Dumper(yaml.SafeDumper):
        """Code stays readable: text of several lines is written as a block."""

    def text(dumper: Any, value: str) -> Any:
        style = "|" if "\n" in value and not value.endswith("\n\n") else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    rendered: str = yaml.dump(document, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110)
    return rendered
