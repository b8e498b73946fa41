"""Pull requests, merge requests and issues, as the command lines and APIs of GitHub and GitLab give them in JSON."""

from __future__ import annotations

import re

from standfast.capture.importers.stores.record import StoredRecord, joined, read_json, text_of, time_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Any

_CHECKBOX = re.compile(r"(?m)^[ \t]*[-*] \[[ xX]\].*$")
_EMPTY_HEADING = re.compile(r"(?m)^#{1,6} .*\n(?=\s*(?:#{1,6} |\Z))")
_BOT = re.compile(r"\[bot\]$|-bot$|^(?:dependabot|renovate|codecov|coderabbitai|github-actions)\b", re.IGNORECASE)
_DEFECT = re.compile(r"\b(?:bug|defect|regression|crash|incident)\b", re.IGNORECASE)
_SAYS_SOMETHING = 40  # characters; "LGTM" and "ping" say nothing that lasts
_MOST_COMMENTS = 6


def read(path: Path) -> Iterator[StoredRecord]:
    """Yield what was merged as an episode, what was turned down as an attempt, and closed issues with how they ended.

    What is still open is not history yet and stays out.
    """
    told = read_json(path)
    if isinstance(told, dict):
        told = told.get("items", told.get("nodes", [told]))
    for item in told if isinstance(told, list) else []:
        record = _read_item(item) if isinstance(item, dict) else None
        if record is not None:
            yield record


def _read_item(item: Mapping[str, Any]) -> StoredRecord | None:
    title, body = text_of(item, "title"), clean(text_of(item, "body", "description"))
    state = text_of(item, "state").lower()
    merged = time_of(item, "mergedAt", "merged_at") or ("yes" if state == "merged" else "")
    closed = time_of(item, "closedAt", "closed_at") or ("yes" if state == "closed" else "")
    said = _discussion(item)
    if not title or not (merged or closed) or not (body or said):
        return None
    number = item.get("number", item.get("iid", ""))
    at = next((time for time in (merged, closed) if time not in {"", "yes"}), "") or time_of(
        item, "updatedAt", "updated_at", "createdAt", "created_at"
    )
    request = merged or any(
        name in item for name in ("mergeCommit", "merge_commit_sha", "headRefName", "source_branch")
    )
    if not request:
        kind = "gotcha" if any(_DEFECT.search(label) for label in _labels(item)) else "episode"
        return StoredRecord(_name(item, f"#{number}"), _issue(body, said), kind, title, at=at, tags=_labels(item))
    why = "" if merged else (said[-1] if said else "")
    text = joined(body, *(said if merged else said[:-1])) or title
    return StoredRecord(
        _name(item, f"#{number}"),
        text,
        "episode" if merged else "attempt",
        title,
        why=why,
        tags=_labels(item),
        files=_files(item),
        at=at,
        commit=_commit(item) if merged else "",
    )


def _issue(body: str, said: list[str]) -> str:
    return joined(body, f"How it ended: {said[-1]}" if said else "")


def clean(body: str) -> str:
    """Return what a person wrote into a body: without a template's comments, boxes to tick and empty headings."""
    text = _EMPTY_HEADING.sub("", _CHECKBOX.sub("", _without_comments(body.replace("\r\n", "\n"))))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def _without_comments(text: str) -> str:
    kept, rest = [], text
    while True:
        before, opened, rest = rest.partition("<!--")
        kept.append(before)
        if not opened:
            return "".join(kept)
        _, closed, after = rest.partition("-->")
        if not closed:  # it was never closed, so it is not a comment
            return "".join((*kept, opened, rest))
        rest = after


def _discussion(item: Mapping[str, Any]) -> list[str]:
    """Return what people said under it, oldest first: comments, reviews and GitLab's notes, without the machines'."""
    found: list[tuple[str, str]] = []
    for name in ("comments", "reviews", "notes", "review_comments"):
        several = item.get(name)
        several = several.get("nodes") if isinstance(several, dict) else several
        for comment in several if isinstance(several, list) else []:
            if not isinstance(comment, dict) or comment.get("system") is True:
                continue
            author = _author(comment)
            body = clean(text_of(comment, "body", "note"))
            if len(body) >= _SAYS_SOMETHING and not _BOT.search(author):
                at = time_of(comment, "createdAt", "created_at", "submittedAt", "submitted_at")
                place = text_of(comment, "path")
                found.append((at, f"{author}{f' at {place}' if place else ''}: {body}"))
    found.sort(key=lambda pair: pair[0])
    return [said for _, said in found[-_MOST_COMMENTS:]]


def _author(item: Mapping[str, Any]) -> str:
    told = item.get("author") or item.get("user")
    return text_of(told, "login", "username", "name") if isinstance(told, dict) else ""


def _labels(item: Mapping[str, Any]) -> tuple[str, ...]:
    labels = item.get("labels")
    labels = labels.get("nodes") if isinstance(labels, dict) else labels
    named = (label if isinstance(label, str) else text_of(label, "name") for label in labels or () if label)
    return tuple(label for label in named if label)[:8]


def _files(item: Mapping[str, Any]) -> tuple[str, ...]:
    files = item.get("files")
    files = files.get("nodes") if isinstance(files, dict) else files
    named = (text_of(file, "path", "filename") for file in files or () if isinstance(file, dict))
    return tuple(name for name in named if name)


def _commit(item: Mapping[str, Any]) -> str:
    told = item.get("mergeCommit")
    return (text_of(told, "oid") if isinstance(told, dict) else "") or text_of(
        item, "squash_commit_sha", "merge_commit_sha"
    )


def _name(item: Mapping[str, Any], otherwise: str) -> str:
    return text_of(item, "url", "html_url", "web_url") or otherwise
