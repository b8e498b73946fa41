"""What a claim says of a key of a configuration file, or of the version that a file asks for, and the file says
otherwise: "rust-version is 1.60".

Owns: the few plain forms in which a sentence gives a key its value, for the key that is anchored or for one that it
spells out of an anchored file. Only numbers, versions and switches count, so that no secret is ever told. Must not:
judge what is said of the past, what is denied, or a sentence that gives several values. Neighbours: `setting.py` (reads
the files), `contradiction.py` (the same for code), `weigh.py` and `judge.py` (tell it).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from standfast.code.runtimes import FILES, ClaimedVersion, Runtime, denies, find_claimed_version, read_runtimes
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.standing.anchors.judgement import NEVER, Judgement
from standfast.standing.anchors.setting import find_setting, list_settings
from standfast.standing.claims.amounts import GIVEN, is_same
from standfast.standing.claims.claim import Claim
from standfast.standing.claims.stated import Mismatch
from standfast.text.identifier import split_identifier

_FILES = (".toml", ".json", ".jsonc", ".json5", ".yaml", ".yml", ".ini", ".cfg", ".properties")
_LARGEST = 200_000
_GIVEN_VALUE = re.compile(r"(?<![\w.-])v?(\d+(?:\.\d+)*|true|false)(?![\w-]|\.\w)", re.IGNORECASE)
_PLAIN = re.compile(r"[\^~<>=v ]*(\d{1,9}(?:\.\d{1,9}){0,3}|true|false)", re.IGNORECASE)
_JOINT = (
    r"[`\"']?(?:\s+(?:in|of)\s+[^\s,;]+)?\s*(?:=|:|\b(?:is|equals|defaults to|set to)\b)\s*"
    r"(?:(?:set|to|now|still|at)\s+){0,2}[`\"']?[\^~<>= ]*"
)
_RUN = re.compile(r"[A-Za-z]+|\d+")
_MEASURE = re.compile(r"max|min|maximum|minimum|default|limit|num|number|count|total|size|amount", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|used to|until|before|previous(?:ly)?|former(?:ly)?|once|originally|from|not|never|no longer|least|"
    r"most|than|or|above|below|should|will|must|newer|later|per)\b|n't\b",
    re.IGNORECASE,
)


_KEY = "o"
_EVERYWHERE = frozenset(("version", "name", "id", "type"))


def contradict_settings(claim: Claim, source: Source, key: str = "") -> list[list[str]]:
    """List the key of a file, with the value that the claim gives it, where the file gives it another; else nothing.

    Without a key, of all keys of the file the one that the claim spells.
    """
    said = {match[1].lower() for match in _GIVEN_VALUE.finditer(claim.text)}
    is_read = key or (source.path.lower().endswith(_FILES) and len(source.data) <= _LARGEST)
    if len(said) != 1 or not is_read or _PAST.search(claim.text):
        return []
    value = said.pop()
    meant = [key] if key else _list_spelled(claim, source, value)
    if len(meant) != 1 or not _is_given(claim.text, last_part(meant[0]), value):
        return []
    rows = [[meant[0], value]]
    found = _PLAIN.fullmatch(str(find_setting(source, meant[0])))
    if found is None or not find_wrong_setting(source, rows) or is_same(claim, value, {found[1]}):
        return []
    return rows


def find_wrong_setting(source: Source, rows: Sequence[Sequence[str]]) -> Mismatch | None:
    """Find the first key whose value is not the claimed one, and what it is; None where that is not plain to see."""
    for key, said in rows:
        value = str(find_setting(source, key))
        found = _PLAIN.fullmatch(value)
        if found is not None and not _agree(found[1].lower(), said):
            return Mismatch(last_part(key), said, value.strip())
    return None


def last_part(key: str) -> str:
    """Return the last name of a key."""
    return re.split(r"[./]", key)[-1]


def _list_spelled(claim: Claim, source: Source, value: str) -> list[str]:
    """List the keys that a claim spells, as no English word is; none where the file has the value somewhere else."""
    if re.search(rf"(?<![\w.]){re.escape(value)}(?![\w])", source.text, re.IGNORECASE) and value not in {
        "true",
        "false",
    }:
        return []
    keys = [key for key in list_settings(source) if _is_spelled(claim, last_part(key))]
    return keys if len({last_part(key) for key in keys}) == len(keys) else []


def _is_spelled(claim: Claim, name: str) -> bool:
    if re.search(r"[a-z0-9][A-Z]|\w[-_]\w", name):
        return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", claim.text) is not None
    if name in claim.quoted:
        return True
    # An English word is meant as a key where a sentence begins with it and gives it a value.
    form = rf"(?:^|[.;,\n] ?)(?:(?:the|our) )?{re.escape(name)}{_JOINT}v?\d"
    return name.isalpha() and name not in _EVERYWHERE and re.search(form, claim.text, re.IGNORECASE) is not None


def _is_given(text: str, name: str, value: str) -> bool:
    """Tell whether a sentence gives a name this value, spelled as in the file or in plain words."""
    words = [part for run in _RUN.findall(name) for part in split_identifier(run)]
    plain = r"[\s_-]*".join([re.escape(word) for word in words if not _MEASURE.fullmatch(word)] or words)
    form = rf"(?<![\w./-])(?:{re.escape(name)}|{plain}){_JOINT}v?{re.escape(value)}(?![\w-]|\.\w)"
    said = re.search(form, text, re.IGNORECASE)
    return said is not None and GIVEN.search(text[: said.start()]) is None


def _agree(found: str, said: str) -> bool:
    """Tell whether two versions or values are the same as far as the shorter one goes: 1.96 and 1.96.0."""
    if found == said:
        return True
    pair = [text.split(".") for text in (found, said)]
    short = min(map(len, pair))
    return len(pair[0]) != len(pair[1]) and pair[0][:short] == pair[1][:short]


def describe_asked(source: Source, claim: str) -> dict[str, Any]:
    """Say which version a claim gives to what a file asks for, and whether the file asks for another from the first."""
    weighed, said = weigh_asked(source, claim), find_claimed_version(claim)
    if weighed is None or said is None:
        return {}
    return {_KEY: [said.name, said.version, int(said.newer or said.least), int(not weighed[0])]}


def is_asking(path: str) -> bool:
    """Tell whether a file may say which versions a project asks for."""
    return path.rpartition("/")[2] in FILES


def list_asking(snapshot: Snapshot, claim: str) -> list[Anchor]:
    """List where the files at the top of a project say what a claim gives a version of, or give the value it gives."""
    from standfast.standing.claims.lines import names_line

    said = find_claimed_version(claim)
    found: list[Anchor] = []
    for path in sorted(FILES & set(snapshot.list_paths())):
        source = snapshot.sources.find(path)
        asked = (
            [item for item in _read(source) if said and item.name == said.name and not item.pinned] if source else []
        )
        if asked and asked[0].key:
            found.append(Anchor("conf", path, asked[0].key))  # all else in the file has nothing to do with it
        elif source is not None and (asked or names_line(source, claim) or contradict_settings(Claim(claim), source)):
            found.append(Anchor("path", path))
    return found


def judge_asked(snapshot: Snapshot, data: dict[str, Any], now: Anchor) -> Judgement | None:
    """Say that what a file asks for is not what a claim gives; None where it is, or nothing of the kind is claimed."""
    row: Sequence[Any] = data.get(_KEY, ())
    source = snapshot.find_source(now.path) if row else None
    if source is None:
        return None
    name, version, newer, never = row
    found = _tell(source, ClaimedVersion(name, version, bool(newer)))
    return Judgement(Standing.DRIFTED, f"{found[0]}{NEVER if never else ''}", now, says=found[1]) if found[0] else None


def judge_asked_elsewhere(snapshot: Snapshot, data: dict[str, Any]) -> Judgement | None:
    """Say how a claim stands by what another file at the top asks for, where the anchored one is gone; else None."""
    name = data[_KEY][0]
    for path in sorted(FILES & set(snapshot.list_paths())):
        source = snapshot.find_source(path)
        asked = [item for item in _read(source) if item.name == name and not item.pinned] if source is not None else []
        if asked:
            now = Anchor("conf", path, asked[0].key) if asked[0].key else Anchor("path", path)
            return judge_asked(snapshot, data, now) or Judgement(Standing.MOVED, f"now at {now}", now)
    return None


def weigh_asked(source: Source, claim: str) -> tuple[bool, str] | None:
    """Tell whether a file admits the version that a claim gives, and why not; None where neither speaks of it."""
    said = find_claimed_version(claim) if is_asking(source.path) else None
    if said is None or not any(asked.name == said.name and not asked.pinned for asked in _read(source)):
        return None
    reason, _ = _tell(source, said)
    return not reason, reason


def _tell(source: Source, said: ClaimedVersion) -> tuple[str, str]:
    """Return how a file stands against what is said, and what it asks for; nothing where it does not."""
    for asked in _read(source):
        if denies(asked, said):
            what = f"{asked.key} asks for" if asked.key else f"it asks for {asked.name}"
            return f"{what} {asked}, not {said.version}", asked.spec
    return "", ""


def _read(source: Source) -> list[Runtime]:
    return read_runtimes(source.path.rpartition("/")[2], source.text) if not source.is_binary else []
