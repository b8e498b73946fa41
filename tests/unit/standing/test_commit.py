"""Commits as anchors."""


def test_a_commit_in_history_holds_and_a_reverted_one_has_drifted(repo):
    repo.commit("One", a="1\n")
    sha = repo.commit("Two", a="2\n")
    anchored = repo.anchor(f"commit:{sha[:10]}")
    repo.commit("Three", b="1\n")
    assert anchored.standing == "holds"
    repo.git("revert", "--no-edit", sha)
    assert anchored.standing == "drifted"


def test_a_rebased_commit_is_found_again(repo):
    repo.commit("One", a="1\n")
    repo.git("checkout", "-q", "-b", "topic")
    sha = repo.commit("Topic", b="1\n")
    anchored = repo.anchor(f"commit:{sha}")
    repo.git("checkout", "-q", "main")
    repo.commit("Main", c="1\n")
    assert anchored.standing == "touched"
    repo.git("rebase", "-q", "main", "topic")
    judgement = anchored.judge()
    assert str(judgement.standing) == "moved"
    assert judgement.now.target == repo.git("rev-parse", "topic")


def test_a_commit_that_is_gone_is_broken(repo):
    repo.commit("One", a="1\n")
    sha = repo.commit("Two", a="2\n")
    anchored = repo.anchor(f"commit:{sha}")
    repo.git("reset", "-q", "--hard", "HEAD~1")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert anchored.standing == "broken"
