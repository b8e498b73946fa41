"""Configuration keys: `conf:FILE#KEY`, followed by the value they have.

Owns: reading JSON (with comments), YAML, TOML, INI, `.env` and properties files far enough to find one key. Only a hash
of the value is kept. Must not: understand what a setting means. Neighbours: `fingerprint.py`, `judge.py`.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from standfast.code.hashing import blob_id, hash_text
from standfast.code.snapshot import Snapshot
from standfast.code.source import Source
from standfast.model.anchor import Anchor
from standfast.model.trust import Standing
from standfast.standing.anchors.follow import find_file
from standfast.standing.anchors.judgement import NEVER, Judgement

_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*+(?:"|\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_LINE = re.compile(r"\s*+(?:export\s++)?(?P<key>[^=:#;\s\[][^=:]*+)[=:](?P<value>.*)")
_SECTION = re.compile(r"\s*\[(?P<name>[^\]]+)\]\s*")
_MOST_VALUES = 100_000
_DEEPEST = 20  # tables in tables: nobody mentions a key below so many
_ABSENT = object()


def take_setting(snapshot: Snapshot, anchor: Anchor) -> dict[str, Any] | None:
    """Describe the value of a key; None when the file or the key is not there."""
    source = snapshot.sources.find(anchor.path)
    value = _ABSENT if source is None else find_setting(source, anchor.detail)
    if source is None or value is _ABSENT:
        return None
    return {
        "v": _hash(value),
        "b": blob_id(source.data, snapshot.algorithm),
        "u": [list(unit) for unit in source.units[:64]],
    }


def judge_setting(snapshot: Snapshot, anchor: Anchor, since: str, data: dict[str, Any]) -> Judgement:
    """Say whether a key still has the value it had."""
    source = snapshot.sources.find(anchor.path)
    if source is None:
        source = find_file(
            snapshot, anchor.path, since, lambda other: float(_hash(find_setting(other, anchor.detail)) == data["v"])
        )
        if source is None:
            return Judgement(Standing.BROKEN, "the file is gone")
    now = Anchor("conf", source.path, anchor.detail)
    value = find_setting(source, anchor.detail)
    if value is _ABSENT:
        return Judgement(Standing.BROKEN, "the key is gone")
    is_same = _hash(value) == data["v"]
    if is_same and "y" in data:
        from standfast.standing.claims.settings import find_wrong_setting

        if wrong := find_wrong_setting(source, data["y"]):
            return Judgement(Standing.DRIFTED, f"{wrong}{NEVER}", now, says=wrong.says)
    if "o" in data:
        from standfast.standing.claims.settings import judge_asked

        if asked := judge_asked(snapshot, data, now):
            return asked
    if not is_same:
        # What is said of a version may be as true of the new value.
        standing = Standing.TOUCHED if "o" in data else Standing.DRIFTED
        return Judgement(standing, "its value changed", now)
    if source.path != anchor.path:
        return Judgement(Standing.MOVED, f"now at {now}", now)
    return Judgement(Standing.HOLDS, now=now)


def _hash(value: object) -> str:
    return hash_text(json.dumps(value, sort_keys=True, default=str))


def find_setting(source: Source, key: str) -> object:
    """Return the value of a key; an object of no type that files have where there is none."""
    return _descend(_load(source), [part for part in re.split(r"[.\[\]/]", key) if part])


def list_settings(source: Source) -> list[str]:
    """List the keys of a file that have a plain value, each with those it is under."""
    return list(_list_keys(_load(source), "", _DEEPEST))


def _list_keys(value: object, above: str, depth: int) -> Iterator[str]:
    for key, inner in value.items() if isinstance(value, dict) and depth else ():
        path = f"{above}.{key}" if above else str(key)
        if isinstance(inner, dict):
            yield from _list_keys(inner, path, depth - 1)
        elif not isinstance(inner, list):
            yield path


def _descend(value: object, parts: list[str]) -> object:
    """Walk down by key; a key that itself contains dots is found by joining parts again."""
    if not parts:
        return value
    if isinstance(value, list) and re.fullmatch(r"-?[0-9]{1,9}", parts[0]):
        at = int(parts[0])
        return _descend(value[at], parts[1:]) if -len(value) <= at < len(value) else _ABSENT
    if isinstance(value, dict):
        for size in range(len(parts), 0, -1):
            for joint in (".", "/"):
                name = joint.join(parts[:size])
                found = next((inner for key, inner in value.items() if str(key) == name), _ABSENT)
                if found is not _ABSENT and (deeper := _descend(found, parts[size:])) is not _ABSENT:
                    return deeper
    return _ABSENT


def _load(source: Source) -> object:
    name = source.path.rpartition("/")[2].lower()
    try:
        if name.endswith((".json", ".jsonc", ".json5", ".webmanifest", ".code-workspace")):
            return _load_json(source.text)
        if name.endswith((".yaml", ".yml")):
            return _load_yaml(source.text)
        if name.endswith(".toml"):
            return tomllib.loads(source.text)
    except (ValueError, RecursionError):
        pass  # not what its name says, being edited, or nested as no configuration is: read it by lines
    return _load_lines(source.text)


def _load_json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        bare = _STRING_OR_COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else "", text)
        return json.loads(_TRAILING_COMMA.sub(r"\1", bare))


def _load_yaml(text: str) -> object:
    import yaml

    class Loader(yaml.SafeLoader):
        """Values under tags of other programs are read as what they are written as."""

    def plain(loader: yaml.SafeLoader, _tag: str, node: yaml.Node) -> object:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return node.value

    Loader.add_multi_constructor("!", plain)
    try:
        documents = list(yaml.load_all(text, Loader))
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None
    if _spread(documents, {}) > _MOST_VALUES:
        raise ValueError("aliases stand for more than could ever be read")
    if len(documents) == 1:
        return documents[0]
    return documents


def _spread(value: object, known: dict[int, int]) -> int:
    """Return how many values there are once every alias stands for what it names; what names itself has no end."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not inner:
        return 1
    if id(value) not in known:
        known[id(value)] = _MOST_VALUES + 1  # while it is being counted
        known[id(value)] = 1 + sum(_spread(item, known) for item in inner)
    return known[id(value)]


def _load_lines(text: str) -> dict[str, object]:
    values: dict[str, object] = {}
    section: dict[str, object] = values
    for line in text.splitlines():
        if line.lstrip().startswith(("#", ";", "//", "!")):
            continue
        if (head := _SECTION.fullmatch(line)) is not None:
            section = {}
            values[head["name"].strip()] = section
        elif (pair := _LINE.fullmatch(line)) is not None:
            section[pair["key"].strip().strip("\"'")] = pair["value"].strip().rstrip(",;").strip("\"'")
    return values
