"""Paths as people type them: relative to where they stand, or whole; the repository names them from its root."""

import os
import re
import sys
from pathlib import Path

from standfast.cli.face import Face
from standfast.code.git import find_git

_PATH = re.compile(r"(?P<lead>conf:)?(?P<path>(?:[A-Za-z]:[\\/])?[^:#@]+)(?P<rest>.*)", re.DOTALL)
_NAMED = ("commit:", "dep:", "cmd:")
_CLOSE = 0.7  # of the letters of a file's name


def repo_paths(face: Face, texts: list[str]) -> list[str]:
    """Return files or anchors as the repository names them; what is not a file here is left as it was typed."""
    root = face.open().context.here.root
    if root is None:
        return texts
    return [_inside(str(face.where), str(root), text) for text in texts]


def name_nearest(face: Face, path: str) -> str:
    """Return a hint with the file of the repository whose name is nearest to one that is not there; nothing if none."""
    import difflib
    import posixpath

    git = find_git(str(face.open().context.here.root))
    tracked = git.list_tracked() if git is not None else []
    name = posixpath.basename(path)
    same = [item for item in tracked if posixpath.basename(item) == name]
    if not same:  # an ending in common makes nothing alike
        stems = {item: posixpath.splitext(posixpath.basename(item))[0] for item in tracked}
        near = difflib.get_close_matches(posixpath.splitext(name)[0], set(stems.values()), n=1, cutoff=_CLOSE)
        same = [item for item in tracked if stems[item] in near]
    found = difflib.get_close_matches(path, same, n=1, cutoff=0.0)
    return f"The nearest name is {found[0]}." if found else ""


def _inside(where: str, root: str, text: str) -> str:
    match = _PATH.fullmatch(text)
    if match is None or text.startswith(_NAMED):
        return text
    path = match["path"]
    from_root = os.path.exists(os.path.join(root, path)) and not os.path.isabs(path)  # noqa: PTH110, PTH117, PTH118
    whole = os.path.normpath(os.path.join(where, path))  # noqa: PTH118 - pathlib keeps the dots
    if from_root or not os.path.exists(whole):  # noqa: PTH110
        return text
    try:
        inside = os.path.relpath(os.path.realpath(whole), os.path.realpath(root))
    except ValueError:
        return text
    if inside.startswith(".."):
        return text
    return (match["lead"] or "") + inside.replace("\\", "/") + match["rest"]


def home_of(face: Face) -> str:
    """Return the folder in which agents keep what is the user's own."""
    return face.env.get("USERPROFILE" if sys.platform == "win32" else "HOME") or str(Path.home())
