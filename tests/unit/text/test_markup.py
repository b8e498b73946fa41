"""Words as they are read on a page."""

import pytest

from standfast.text.markup import as_read
from tests.property.growth import MOST, growth


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("See :ref:`deprecation-policy`.", "See `deprecation-policy`."),
        ("Told in the :ref:`release notes <news>`.", "Told in the `release notes`."),
        ("Use :rst:dir:`versionadded` and :mod:`~sphinx.ext.autodoc`.", "Use `versionadded` and `sphinx.ext.autodoc`."),
        ("We use `Ruff <https://example.org/ruff/>`_ here.", "We use Ruff here."),
        ("See `Running tests`_ below, and `Writing`__.", "See Running tests below, and Writing."),
        ("Files lie in ``docs/``.", "Files lie in `docs/`."),
        ("[Compare](https://example.org/compare/) the `tags`.", "Compare the `tags`."),
        ("Read [the guide](docs/guide.md#tests), then run.", "Read the guide, then run."),
    ],
)
def test_markup_around_words_is_not_shown(written: str, read: str) -> None:
    assert as_read(written) == read


@pytest.mark.parametrize(
    "code",
    [
        "Call `rows[0](path/to)` once.",
        "`a`_b stays",
        "a[0](x.y) is a call",
        "`x` and `y`",
        "![logo](a/b.png)",
        "::`a`",
        "`_`",
    ],
)
def test_code_is_left_as_it_is(code: str) -> None:
    assert as_read(code) == code


@pytest.mark.parametrize("signs", ["/", ".", "a/"])
def test_the_work_grows_no_faster_than_the_target_of_a_link_that_never_ends(signs: str) -> None:
    assert growth(lambda text: as_read("[a](" + text), signs) <= MOST
