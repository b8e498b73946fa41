"""Lines of a document are dated by the commit that last wrote them."""

import shutil

from standfast.standing.documents.authors import Blame
from standfast.text.passage import find_lines


def test_each_line_has_the_author_and_commit_that_wrote_it(repo):
    repo.write("AGENTS.md", "# Rules\n\nFirst rule.\n")
    repo.commit("One")
    first = repo.git("rev-parse", "HEAD").strip()
    repo.write("AGENTS.md", "# Rules\n\nFirst rule.\n\nSecond rule.\n")
    repo.commit("Two")
    second = repo.git("rev-parse", "HEAD").strip()
    rows = Blame(repo.open()).of("AGENTS.md", "# Rules\n\nFirst rule.\n\nSecond rule.\n")
    assert [rows[0].commit, rows[2].commit, rows[4].commit] == [first, first, second]
    assert rows[4].author
    assert rows[4].at > 0


def test_only_what_changed_is_asked_again_and_the_answer_is_the_same(repo):
    old = "".join(f"Rule {number}.\n" for number in range(30))
    repo.write("AGENTS.md", old)
    repo.commit("One")
    Blame(repo.open()).of("AGENTS.md", old)
    new = old.replace("Rule 7.", "Rule seven.").replace("Rule 20.\n", "")
    repo.write("AGENTS.md", new)
    repo.commit("Two")
    step = Blame(repo.open()).of("AGENTS.md", new)
    shutil.rmtree(repo.root / ".git" / "standfast-standing")
    assert step == Blame(repo.open()).of("AGENTS.md", new)


def test_what_is_not_committed_yet_has_no_commit(repo):
    repo.write("AGENTS.md", "One.\n")
    repo.commit("One")
    rows = Blame(repo.open()).of("AGENTS.md", "One.\nTwo.\n")
    assert rows[0].commit
    assert not rows[1].commit


def test_words_are_found_on_their_lines_whatever_the_layout():
    text = "# Rules\n\n- Use **uv**, never\n  pip, for\n  everything.\n- Other\n"
    assert find_lines(text, "Use uv, never pip, for everything.") == (3, 5)
    assert find_lines(text, "Nothing of the kind stands here") == (0, 0)
