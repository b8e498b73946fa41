"""Line arithmetic: which lines are new, held against Git's own answer."""

import subprocess

from hypothesis import given, settings, strategies as st

from standfast.code.lines import Lines, compare

LINE = st.sampled_from([b"a", b"b", b"c", b"", b"  x"])


def apply(before: list[bytes], after: list[bytes]) -> Lines:
    found = compare(b"\n".join(before), b"\n".join(after))
    assert found is not None
    return found


@given(st.lists(LINE, max_size=12), st.lists(LINE, max_size=12))
def test_lines_that_are_not_new_are_a_subsequence_of_what_was_there(before: list[bytes], after: list[bytes]) -> None:
    old = b"\n".join(before).split(b"\n")
    new = b"\n".join(after).split(b"\n")
    found = apply(before, after)
    fresh = {line for first, last in found.added for line in range(first, last + 1)}
    assert all(1 <= line <= len(new) for line in fresh)
    remaining = iter(old)
    kept = [line for number, line in enumerate(new, 1) if number not in fresh]
    assert all(any(line == other for other in remaining) for line in kept)


@settings(max_examples=15, deadline=None)
@given(before=st.lists(LINE, min_size=1, max_size=12), after=st.lists(LINE, min_size=1, max_size=12))
def test_no_more_lines_are_new_than_git_says(tmp_path_factory, before: list[bytes], after: list[bytes]) -> None:
    folder = tmp_path_factory.mktemp("diff")
    (folder / "a").write_bytes(b"\n".join(before) + b"\n")
    (folder / "b").write_bytes(b"\n".join(after) + b"\n")
    done = subprocess.run(
        ["git", "diff", "--no-index", "--numstat", "--minimal", "a", "b"], cwd=folder, capture_output=True, check=False
    )
    by_git = int(done.stdout.split()[0]) if done.stdout else 0
    found = compare((folder / "a").read_bytes(), (folder / "b").read_bytes())
    assert found is not None
    assert sum(last - first + 1 for first, last in found.added) == by_git


def test_a_very_different_file_is_compared_in_bounded_time() -> None:
    before = [b"old %d" % number for number in range(20_000)]
    after = [b"new %d" % number for number in range(20_000)]
    after[5] = before[7]
    found = apply(before, after)
    assert not found.touches(6, 6)
    assert found.touches(5, 5)
    assert found.touches(20_000, 20_000)


def test_nothing_before_means_everything_is_new() -> None:
    assert compare(None, b"a\n") is None


def test_a_removal_is_remembered_where_it_was() -> None:
    found = apply([b"a", b"b", b"c"], [b"a", b"c"])
    assert (found.added, found.removed_after) == ((), (1,))
    assert found.cut_inside(1, 2)
    assert not found.cut_inside(2, 3)
