"""graph: what a memory, or something memories are about, is related to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.cli.conftest import AGENT

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk


def edges(graph: Any) -> set[tuple[str, str, str]]:
    """Return (from, kind, to) of every edge, after checking that both ends are nodes."""
    known = {node["id"] for node in graph["nodes"]}
    found = {(edge["from"], edge["kind"], edge["to"]) for edge in graph["edges"]}
    assert all(start in known and end in known for start, _, end in found)
    assert len(found) == len(graph["edges"])
    return found


def memories(graph: Any) -> set[str]:
    """Return the memories in a graph, without the one asked about."""
    return {node["id"] for node in graph["nodes"][1:] if node["type"] == "memory"}


def test_links_are_followed_in_both_directions(desk: Desk) -> None:
    old = desk.remember("Locks are keyed by order_id", "--kind", "decision")
    new = desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--supersedes", old)
    after = desk.remember("Refunds lock first", "--kind", "procedure", "--link", f"because-of:{new}")
    graph = desk.ask("graph", new)
    assert graph["root"] == graph["nodes"][0]["id"] == new
    assert {(new, "supersedes", old), (after, "because-of", new)} <= edges(graph)
    status = {node["id"]: node["status"] for node in graph["nodes"] if node["type"] == "memory"}
    assert status == {new: "active", old: "superseded", after: "active"}
    assert (new, "supersedes", old) in edges(desk.ask("graph", old))
    assert (after, "because-of", new) in edges(desk.ask("graph", after))


def test_what_was_superseded_stays_related_after_a_revision_until_it_is_restored(desk: Desk) -> None:
    old = desk.remember("Locks are keyed by order_id", "--kind", "decision")
    new = desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--supersedes", old)
    desk.ask("revise", new, "Locks are keyed by the payment")
    assert (new, "supersedes", old) in edges(desk.ask("graph", new))
    desk.ask("restore", old)
    assert (new, "supersedes", old) not in edges(desk.ask("graph", new))


def test_a_memory_shows_its_anchors_evidence_sources_sessions_commits_and_tags(desk: Desk) -> None:
    head = desk.git("rev-parse", "HEAD")
    flags = ["--anchor", "src/locks.py::release", "--evidence", f"commit:{head}", "--tag", "locking"]
    identity = desk.remember("Release runs twice", *flags, env=AGENT)
    desk.ask("brief", env={"CLAUDE_CODE_SESSION_ID": "session-two", "CLAUDECODE": "1"})
    graph = desk.ask("graph", identity)
    assert {
        (identity, "anchored-at", "src/locks.py::release"),
        ("src/locks.py::release", "in", "src/locks.py"),
        (identity, "evidence", f"commit:{head}"),
        (identity, "read-at", f"commit:{head}"),
        (identity, "said-by", "agent:claude-code"),
        (identity, "session", "session:session-one"),
        (identity, "tagged", "tag:locking"),
    } <= edges(graph)
    types = {node["id"]: node["type"] for node in graph["nodes"]}
    assert types["src/locks.py::release"] == "symbol"
    assert types["src/locks.py"] == "file"
    assert types[f"commit:{head}"] == "commit"


def test_a_session_that_was_given_a_memory_is_related_to_it(desk: Desk) -> None:
    identity = desk.remember("Never log card numbers", "--kind", "convention")
    desk.ask("brief", env=AGENT)
    assert (identity, "given-to", "session:session-one") in edges(desk.ask("graph", identity))
    assert (identity, "given-to", "session:session-one") in edges(desk.ask("graph", "session:session-one"))


def test_memories_at_the_same_symbol_and_in_the_same_file_are_near(desk: Desk) -> None:
    one = desk.remember("Acquire waits", "--kind", "gotcha", "--anchor", "src/locks.py::acquire")
    same = desk.remember("Acquire is keyed by payment", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    beside = desk.remember("Release runs twice", "--kind", "gotcha", "--anchor", "src/locks.py::release")
    desk.remember("Totals are in cents", "--kind", "fact")
    graph = desk.ask("graph", one)
    assert memories(graph) == {same, beside}
    assert (same, "anchored-at", "src/locks.py::acquire") in edges(graph)
    assert (beside, "anchored-at", "src/locks.py") in edges(graph)


def test_memories_of_one_incident_are_near(desk: Desk) -> None:
    one = desk.remember("The pool ran dry", "--kind", "episode", "--link", "about:INC-42")
    other = desk.remember("Pools are bounded", "--kind", "decision", "--link", "about:INC-42")
    assert memories(desk.ask("graph", one)) == {other}
    assert memories(desk.ask("graph", "INC-42")) == {one, other}


@pytest.mark.parametrize(
    ("entity", "kind", "type_"),
    [
        ("src/locks.py", "anchored-at", "file"),
        ("src/locks.py::release", "anchored-at", "symbol"),
        ("locking", "tagged", "tag"),
        ("tag:Locking", "tagged", "tag"),
        ("agent:claude-code", "said-by", "agent"),
        ("session:session-one", "session", "session"),
        ("session-one", "session", "session"),
        ("dep:redis", "anchored-at", "dependency"),
        ("cmd:make lint", "anchored-at", "command"),
    ],
)
def test_an_entity_shows_the_memories_about_it(desk: Desk, entity: str, kind: str, type_: str) -> None:
    flags = ["--anchor", "src/locks.py::release", "--anchor", "dep:redis@5", "--anchor", "cmd:make lint"]
    about = desk.remember("Release runs twice", *flags, "--tag", "locking", env=AGENT)
    desk.remember("Redis is a cache here, and we make lint happy", "--kind", "fact")
    graph = desk.ask("graph", entity)
    assert graph["nodes"][0]["type"] == type_
    assert memories(graph) == {about}
    assert edges(graph) == {(about, kind, graph["root"])}


def test_a_person_and_a_commit_show_what_they_said(desk: Desk) -> None:
    head = desk.git("rev-parse", "HEAD")
    mine = desk.remember("Locks are keyed by payment_id", "--evidence", f"commit:{head}")
    desk.remember("Release runs twice", "--anchor", "src/locks.py::release", env=AGENT)
    assert memories(desk.ask("graph", "person:Ana")) == {mine}
    assert edges(desk.ask("graph", f"commit:{head[:9]}")) == {(mine, "evidence", f"commit:{head}")}


def test_a_file_shows_what_is_scoped_to_it_and_an_unknown_one_is_empty(desk: Desk) -> None:
    scoped = desk.remember("Locks are reviewed by two", "--kind", "convention", "--scope", "project,path:src/**")
    desk.write("README.md", "Shop\n")
    assert (scoped, "scoped-to", "src/locks.py") in edges(desk.ask("graph", "src/locks.py"))
    assert desk.ask("graph", "README.md")["edges"] == []
    assert "Nothing here is related" in desk.run("graph", "README.md").out


def test_an_instruction_file_shows_what_was_learned_from_it(desk: Desk) -> None:
    desk.write("AGENTS.md", "# Rules\n\n- Always use cents for money.\n")
    desk.commit("Add rules")
    desk.ask("init", "--history", "none")
    graph = desk.ask("graph", "AGENTS.md")
    assert [node["label"] for node in graph["nodes"][1:]] == ["Always use cents for money."]
    assert {kind for _, kind, _ in edges(graph)} == {"evidence"}


def test_a_wide_scope_does_not_hide_the_memory_that_a_part_of_an_id_names(desk: Desk) -> None:
    identity = desk.remember("Everything is reviewed", "--kind", "convention", "--scope", "project,path:**")
    assert desk.ask("graph", identity[8:13])["root"] == identity


def test_a_second_hop_reaches_what_the_first_does_not(desk: Desk) -> None:
    first = desk.remember("One", "--kind", "decision")
    second = desk.remember("Two", "--kind", "decision", "--link", f"because-of:{first}")
    third = desk.remember("Three", "--kind", "decision", "--link", f"because-of:{second}")
    assert memories(desk.ask("graph", first)) == {second}
    assert memories(desk.ask("graph", first, "--hops", "2")) == {second, third}
    assert memories(desk.ask("graph", "person:Ana", "--hops", "2")) == {first, second, third}


def test_the_limit_bounds_the_nodes_and_the_rest_is_counted(desk: Desk) -> None:
    for number in range(6):
        desk.remember(f"Lock rule {number}", "--kind", "fact", "--anchor", "src/locks.py")
    graph = desk.ask("graph", "src/locks.py", "--limit", "3")
    assert len(graph["nodes"]) == 3
    assert graph["withheld"] >= 1
    assert "did not fit" in desk.run("graph", "src/locks.py", "--limit", "3").err


def test_a_link_to_something_purged_is_missing_not_shown(desk: Desk) -> None:
    gone = desk.remember("The codename is Heron", "--kind", "decision")
    kept = desk.remember("Two", "--kind", "decision", "--link", f"because-of:{gone}")
    desk.ask("purge", gone, "--yes")
    done = desk.run("graph", kept)
    assert "Heron" not in done.out
    assert [node["type"] for node in desk.ask("graph", kept)["nodes"] if node["id"] == gone] in ([], ["missing"])


def test_people_get_a_tree_with_status_and_standing(desk: Desk) -> None:
    old = desk.remember("Locks are keyed by order_id", "--kind", "decision", "--anchor", "src/locks.py::acquire")
    new = desk.remember("Locks are keyed by payment_id", "--kind", "decision", "--supersedes", old)
    desk.write("src/locks.py", "x = 1\n")
    rows = desk.run("graph", new).out.splitlines()
    assert rows[0] == f"{new} decision · active · broken  Locks are keyed by payment_id"
    assert rows[1].endswith("supersedes")
    assert f"{old} decision · superseded · broken  Locks are keyed by order_id" in rows[2]
    assert any(row.endswith("person:Ana") for row in rows)


def test_every_relation_is_told_once_in_the_tree(desk: Desk) -> None:
    for number in range(3):
        desk.remember(f"Lock rule {number}", "--kind", "fact", "--anchor", "src/locks.py::acquire", "--tag", "lock")
    graph = desk.ask("graph", "src/locks.py", "--hops", "2")
    rows = desk.run("graph", "src/locks.py", "--hops", "2").out.splitlines()
    named = [
        row for row in rows if any(row.endswith(node["label"]) or node["id"] in row for node in graph["nodes"][1:])
    ]
    assert len(named) <= len(graph["edges"])
    assert all(any(node["id"][:19] in row for row in rows) for node in graph["nodes"])


def test_diagrams_cannot_be_broken_by_what_memories_say(desk: Desk) -> None:
    identity = desk.remember('Say "no"]; click n0 <b>x</b> --> y', "--kind", "fact")
    drawn = desk.run("graph", identity, "--mermaid").out
    assert drawn.startswith("graph LR\n")
    assert "<b>" not in drawn
    assert "|said-by|" in drawn
    assert all(row.count('"') in {0, 2} for row in drawn.splitlines())
    dot = desk.run("graph", identity, "--dot").out
    assert dot.startswith("digraph standfast {")
    assert 'Say \\"no\\"' in dot


@pytest.mark.parametrize(
    "words", [["x", "--hops", "0"], ["x", "--hops", "9"], ["x", "--limit", "0"], ["x", "--mermaid", "--dot"], []]
)
def test_wrong_usage_ends_with_2(desk: Desk, words: list[str]) -> None:
    assert desk.fail("graph", *words, code=2)["hint"]


@pytest.mark.parametrize(
    "entity", ["zzzzzz", "person:Nobody", "%", "../x", " ", "dep:nothing", "commit:abcdef1", "tag:x"]
)
def test_what_nobody_said_anything_about_is_not_found(desk: Desk, entity: str) -> None:
    desk.remember("One thing")
    assert desk.fail("graph", entity, code=1)["code"] == "not-found"


def test_another_project_is_out_of_reach(desk: Desk, bare: Desk) -> None:
    identity = desk.remember("Locks are keyed by payment_id", "--tag", "locking")
    bare.env["STANDFAST_PROJECT"] = "elsewhere"
    assert bare.fail("graph", identity, code=1)["code"] == "not-found"
    assert bare.fail("graph", "locking", code=1)["code"] == "not-found"
