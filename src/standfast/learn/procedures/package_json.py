"""package.json: its scripts, with the package manager whose lock file lies beside it."""

from __future__ import annotations

import json

from standfast.learn.procedures.way import SERVES, Way, act_of, end_of, line_with, only_checks, without_watching
from standfast.model.value import replace
from standfast.text.shell import only_talks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_LOCKS = (("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lockb", "bun"), ("bun.lock", "bun"))
_RUNS = {"npm": "npx", "pnpm": "pnpm exec", "bun": "bunx"}
_PLAIN = frozenset(("test", "start"))
_AROUND = ("prepare", "setup", "install", "build", "up", "down", "clean", "teardown")  # what goes before or after tests
_STAGES = frozenset(("install", "publish", "publishOnly", "pack", "version", "pare", "uninstall", "shrinkwrap"))


def read_package(text: str, beside: Collection[str]) -> list[Way]:
    """Return what the scripts do; `beside` are the files in the same folder."""
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError):
        return []
    scripts = manifest.get("scripts") if isinstance(manifest, dict) else None
    if not isinstance(scripts, dict):
        return []
    named = str(manifest.get("packageManager", "")).partition("@")[0]
    manager = named or next((name for lock, name in _LOCKS if lock in beside), "npm")
    found = [Way("set-up", f"{manager} install")]
    order = sorted(scripts, key=lambda name: (":" in name or "-" in name, list(scripts).index(name)))
    for name in order:
        does = scripts[name]
        if not isinstance(does, str) or only_talks(does) or _is_run_by_itself(name, scripts):
            continue
        act = act_of(does if name == "check" else name.replace(":", " "))
        if act == "format" and only_checks(does):
            act = "lint"
        if act == "docs" and SERVES.search(does):
            continue  # it shows them and never ends
        if act == "test" and name.replace("-", ":").endswith(tuple(f":{step}" for step in _AROUND)):
            continue
        if act and (act == "run" or "watch" not in name):  # what watches never ends
            plain = manager in {"yarn", "pnpm"} or (name in _PLAIN and manager != "bun")  # `bun test` is bun's own
            command = f"{manager} {name}" if plain else f"{manager} run {name}"
            at = line_with(text, lambda line, name=name: f'"{name}":' in line)  # type: ignore[misc]
            found.append(_ended(Way(act, command, does, at), manager))
    return sorted(found, key=lambda way: bool(way.watches))


def read_composer(text: str) -> list[Way]:
    """Return what the scripts of a composer.json do; those of events, which it runs by itself, stand for no act."""
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError):
        return []
    scripts = manifest.get("scripts") if isinstance(manifest, dict) else None
    found: list[Way] = []
    for name, lines in scripts.items() if isinstance(scripts, dict) else ():
        does = lines if isinstance(lines, str) else " && ".join(map(str, lines)) if isinstance(lines, list) else ""
        act = act_of(name.replace(":", " ")) or act_of(does)
        if does and act and not name.startswith(("pre-", "post-")):
            act = "lint" if act == "format" and only_checks(does) else act
            at = line_with(text, lambda line, name=name: f'"{name}":' in line)  # type: ignore[misc]
            found.append(Way(act, f"composer {name}", does, at))
    return found


def _ended(way: Way, manager: str) -> Way:
    """Return a way to test with what ends it, where its runner would wait for the next change."""
    end = end_of(way.does) if way.act == "test" else None
    if end is None:
        return way
    joint = " -- " if manager == "npm" else " "
    command = f"{way.command}{joint}{end}" if end else f"{_RUNS.get(manager, manager)} {without_watching(way.does)}"
    return replace(way, command=command, does=f"{way.does} {end}" if end else "", watches=way.command)


def _is_run_by_itself(name: str, scripts: Collection[str]) -> bool:
    """Tell whether the package manager runs a script around another one, or at a stage of its own (`prepare`)."""
    other = next((name.removeprefix(part) for part in ("pre", "post") if name.startswith(part)), "")
    return bool(other) and (other in scripts or other in _STAGES)
