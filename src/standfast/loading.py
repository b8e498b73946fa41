"""Loading: modules of this package found where they are, without searching, for processes that live a moment.

A hook loads 115 to 190 of them, and Python tries every name as a folder and with six endings, and then checks its byte
code step by step. Here a name is one file or one folder, and its byte code is read where Python keeps it and taken if
it is of this very source, by the same test. Whatever else is the case is left to Python. Worth 6 to 11 % of a hook's
CPU (capture 2.44 to 2.22 times a bare interpreter, a prompt 3.68 to 3.26, the brief of a mined history 4.41 to 4.08, in
turns in one run): without it a brief and a prompt are above the 4 that they may cost. A finder that leaves the byte
code to Python keeps half of that. Must import nothing that Python has not loaded by itself.
"""

import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec, SourceFileLoader
    from types import CodeType, ModuleType
else:  # as Python itself has them at hand; `importlib.machinery` is not loaded for that
    from _frozen_importlib import ModuleSpec
    from _frozen_importlib_external import SourceFileLoader

_PACKAGE = f"{__package__}."
_TAG = sys.implementation.cache_tag
_MOST = 1 << 16  # bytes of a module; a longer one is left to Python
_CHECKED = MAGIC_NUMBER + b"\0\0\0\0"  # byte code that names the time and size of its source


class _Loader(SourceFileLoader):
    """Reads byte code from where it is known to be, if it is of this source."""

    def __init__(self, name: str, path: str, cached: str, stamp: bytes) -> None:
        super().__init__(name, path)
        self._cached, self._stamp = cached, stamp

    def get_code(self, fullname: str) -> "CodeType | None":
        """Return the code of a module; compiled, and kept, by Python where that was not done yet."""
        try:
            file = os.open(self._cached, os.O_RDONLY | os.O_CLOEXEC)
            try:
                data = os.read(file, _MOST)
            finally:
                os.close(file)
        except OSError:
            return super().get_code(fullname)
        if len(data) == _MOST or data[:16] != self._stamp:
            return super().get_code(fullname)
        code: CodeType = loads(memoryview(data)[16:])  # noqa: S302 - as Python reads it
        return code if code.co_filename == self.path else super().get_code(fullname)  # compiled in another place


class _Finder:
    """Finds modules of this package."""

    @staticmethod
    def find_spec(
        name: str, path: "Sequence[str] | None" = None, _target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """Return where a module is; None for what Python is to find."""
        if path is None or not name.startswith(_PACKAGE):
            return None
        folder = next(iter(path))
        tail = name.rpartition(".")[2]
        file, inner = f"{folder}/{tail}.py", None
        try:
            stat = os.stat(file)  # noqa: PTH116 - every import here is paid for
        except OSError:
            folder, tail = f"{folder}/{tail}", "__init__"
            file, inner = f"{folder}/__init__.py", [folder]
            try:
                stat = os.stat(file)  # noqa: PTH116 - every import here is paid for
            except OSError:
                return None
        cached = f"{folder}/__pycache__/{tail}.{_TAG}.pyc"
        stamp = b"".join((_CHECKED, _number(int(stat.st_mtime)), _number(stat.st_size)))
        spec = ModuleSpec(name, _Loader(name, file, cached, stamp), origin=file, is_package=inner is not None)
        spec.submodule_search_locations = inner
        spec.has_location = True
        spec.cached = cached
        return spec


def _number(value: int) -> bytes:
    return (value & 0xFFFFFFFF).to_bytes(4, "little")


def load_directly() -> None:
    """Have modules of this package found so from now on, where Python keeps byte code beside them, plainly."""
    plain = sys.pycache_prefix is None and not sys.flags.optimize and sys.platform != "win32"
    if plain and _TAG and _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
