"""Path globs: which files a guard looks at."""

import pytest

from standfast.code.globs import BadGlob, compile_glob, matches_any


@pytest.mark.parametrize(
    ("globs", "path", "fits"),
    [
        ((), "any/thing.py", True),
        (("*.py",), "deep/down/a.py", True),
        (("*.py",), "deep/down/a.pyc", False),
        (("src/*.py",), "src/a.py", True),
        (("src/*.py",), "src/deep/a.py", False),
        (("src/*.py",), "other/src/a.py", False),
        (("src/**/*.py",), "src/a.py", True),
        (("src/**/*.py",), "src/x/y/a.py", True),
        (("**/tests/**",), "tests/a.py", True),
        (("**/tests/**",), "x/tests/y/a.py", True),
        (("payments/",), "src/payments/a.py", True),
        (("src/payments",), "src/payments/deep/a.py", True),
        (("src/payments",), "src/payments_old/a.py", False),
        (("/top.py",), "top.py", True),
        (("/top.py",), "sub/top.py", False),
        (("*.{ts,tsx}",), "a/b.tsx", True),
        (("*.{ts,tsx}",), "a/b.tsxx", False),
        (("file[0-9].txt",), "file7.txt", True),
        (("file[!0-9].txt",), "file7.txt", False),
        (("a?c",), "abc", True),
        (("a?c",), "a/c", False),
        (("*.py", "!tests/**"), "tests/a.py", False),
        (("*.py", "!tests/**", "tests/keep.py"), "tests/keep.py", True),
        (("!vendor/**",), "src/a.py", True),
        (("!vendor/**",), "vendor/a.py", False),
        (("a+b(c).py",), "a+b(c).py", True),
        (("naïve/*.py",), "naïve/ü.py", True),
        (("a,b.txt",), "a,b.txt", True),
    ],
)
def test_globs_mean_what_gitignore_means(globs: tuple[str, ...], path: str, fits: bool) -> None:
    assert matches_any(path, globs) is fits


@pytest.mark.parametrize("glob", ["", "/", "a{b", "a}b", "[z-a]"])
def test_a_glob_that_cannot_be_read_is_said(glob: str) -> None:
    with pytest.raises(BadGlob):
        compile_glob(glob)
