"""Modules that are loaded without searching: the same modules, and never an older one than the source says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import standfast

FACTS = """
import json, os, sys
{before}
import standfast.recall.terms, standfast.capture.redact, standfast.store.sqlite.index
told = {{}}
for name, module in sorted(sys.modules.items()):
    if name.startswith("standfast.") and name != "standfast.loading":
        spec = module.__spec__
        inner = list(module.__path__) if hasattr(module, "__path__") else None
        told[name] = [module.__file__, module.__cached__, module.__package__, spec.origin, spec.has_location, inner]
print(json.dumps([told, [type(module.__loader__).__module__ for module in [standfast.recall.terms]]]))
"""
DIRECTLY = "from standfast.loading import load_directly; load_directly()"


def run(source: str, code: str, **more: str) -> str:
    """Run code in a fresh process that may write byte code, with the package taken from a folder."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        env={**env, "PYTHONPATH": source, **more},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def package(folder: Path) -> Path:
    """Make a package with the module that loads directly, and another one."""
    inner = folder / "standfast"
    (inner / "sub").mkdir(parents=True)
    (inner / "__init__.py").touch()
    (inner / "sub" / "__init__.py").write_text("HERE = 1\n", encoding="utf-8")
    loading = Path(standfast.__file__).with_name("loading.py")
    (inner / "loading.py").write_bytes(loading.read_bytes())
    return inner


def test_modules_are_the_same_as_those_that_python_finds() -> None:
    source = str(Path(standfast.__file__).parent.parent)
    directly, found = (json.loads(run(source, FACTS.format(before=before))) for before in (DIRECTLY, ""))
    assert directly[0] == found[0]
    assert directly[1] == (["standfast.loading"] if sys.platform != "win32" else found[1])


def test_a_source_that_changed_is_compiled_anew(tmp_path: Path) -> None:
    inner = package(tmp_path)
    code = f"{DIRECTLY}; import standfast.told; print(standfast.told.WORD)"
    for number, word in enumerate(("first", "other", "longer than that")):  # two of one size
        (inner / "told.py").write_text(f"WORD = {word!r}\n", encoding="utf-8")
        os.utime(inner / "told.py", (time.time() - 100 + number, time.time() - 100 + number))
        assert [run(str(tmp_path), code) for _ in range(2)] == [f"{word}\n"] * 2


def test_byte_code_that_is_damaged_or_from_elsewhere_does_no_harm(tmp_path: Path) -> None:
    inner = package(tmp_path / "one")
    (inner / "told.py").write_text("WORD = 'said'\ndef place(): return place.__code__.co_filename\n", encoding="utf-8")
    code = f"{DIRECTLY}; import standfast.told as told, standfast.sub as sub; print(told.WORD, sub.HERE, told.place())"
    place = str(inner / "told.py")
    assert run(str(tmp_path / "one"), code) == f"said 1 {place}\n"
    (kept,) = (inner / "__pycache__").glob("told.*.pyc")
    whole = kept.read_bytes()
    for harm in (b"", whole[:10], b"\0" * len(whole)):
        kept.write_bytes(harm)
        assert run(str(tmp_path / "one"), code) == f"said 1 {place}\n"
    (tmp_path / "one").rename(tmp_path / "two")
    assert run(str(tmp_path / "two"), code) == f"said 1 {tmp_path / 'two' / 'standfast' / 'told.py'}\n"


def test_a_module_that_is_not_there_is_missed_as_ever(tmp_path: Path) -> None:
    package(tmp_path)
    code = f"{DIRECTLY}\ntry:\n import standfast.none\nexcept ModuleNotFoundError as error:\n print(error.name)"
    assert run(str(tmp_path), code) == "standfast.none\n"


def test_byte_code_that_is_kept_elsewhere_is_left_to_python(tmp_path: Path) -> None:
    package(tmp_path)
    code = f"{DIRECTLY}; import standfast.sub as sub; print(type(sub.__loader__).__module__ == 'standfast.loading')"
    assert run(str(tmp_path), code, PYTHONPYCACHEPREFIX=str(tmp_path / "cache")) == "False\n"
