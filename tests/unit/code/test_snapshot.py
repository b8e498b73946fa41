"""What is asked about one state of a repository, and with how many processes."""

from standfast.code.snapshot import open_snapshot


def test_several_words_are_looked_up_with_one_search(repo, monkeypatch):
    repo.write("src/one.py", "ripe_egg = nest_size = 1\n")
    repo.write("src/two words.py", "nest_size_limit = ripe_egg = ripe_egg\n")
    head = repo.commit("First")
    for snapshot in (open_snapshot(str(repo.root)), open_snapshot(str(repo.root), head)):
        words = ["ripe_egg", "nest_size", "nowhere_at_all"]
        alone = {word: open_snapshot(str(repo.root), snapshot.rev).grep(word) for word in words}
        assert alone["ripe_egg"] == ["src/one.py", "src/two words.py"]
        snapshot.look_up(words)
        monkeypatch.setattr(snapshot.git, "ask", None)
        assert {word: snapshot.grep(word) for word in words} == alone


def test_a_word_that_stands_in_another_one_is_found_as_by_itself(repo):
    repo.write("src/one.py", "Config.load()\n")
    repo.write("src/two.py", "load = 1\n")
    repo.commit("First")
    snapshot = open_snapshot(str(repo.root))
    snapshot.look_up(["load", "Config.load", "two"])
    assert snapshot.grep("load") == ["src/one.py", "src/two.py"]
    assert snapshot.grep("Config.load") == ["src/one.py"]
