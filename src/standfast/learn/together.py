"""Files that break together: pairs that fixes touch at once, again and again, far more often than one of them alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from posixpath import basename, dirname

from standfast.model.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_LEAST = 4  # fixes that touched both
_SHARE = 0.6  # of the fixes that touched either
_WIDEST = 6  # a fix over more files says nothing about two of them
_NOISE = (
    "changelog", "changes", "news", "version", "readme", "package.json", "package-lock.json", "yarn.lock",
    "pnpm-lock.yaml", "cargo.toml", "cargo.lock", "go.mod", "go.sum", "poetry.lock", "uv.lock", "pyproject.toml",
)  # fmt: skip


class Pair(Value):
    """Two files and the commits that repaired both, newest first."""

    one: str
    other: str
    commits: tuple[str, ...]
    share: float


def find_pairs(fixes: Iterable[tuple[str, Collection[str]]]) -> list[Pair]:
    """Return the pairs that stand out among these fixes (commit, files), the surest first."""
    alone: Counter[str] = Counter()
    both: dict[tuple[str, str], list[str]] = {}
    for sha, files in fixes:
        code = sorted({path for path in files if not basename(path).lower().startswith(_NOISE)})
        alone.update(code)
        if 1 < len(code) <= _WIDEST:
            for pair in combinations(code, 2):
                both.setdefault(pair, []).append(sha)
    found = []
    for (one, other), commits in both.items():
        share = len(commits) / (alone[one] + alone[other] - len(commits))
        if len(commits) >= _LEAST and share >= _SHARE and not _obvious(one, other):
            found.append(Pair(one, other, tuple(commits[:8]), share))
    return sorted(found, key=lambda pair: (-len(pair.commits) * pair.share, pair.one, pair.other))


def _obvious(one: str, other: str) -> bool:
    """A file and its header, test or generated twin change together by nature."""
    stems = [basename(path).split(".")[0].lower() for path in (one, other)]
    plain = [stem.removeprefix("test_").removesuffix("_test").removesuffix("-test") for stem in stems]
    return plain[0] == plain[1] or (dirname(one) == dirname(other) and stems[0] == stems[1])
