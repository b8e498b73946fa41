"""Guards ride with their memory: a clone without a store enforces what the mirror carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.faces.cli.mirrors import edit, files, page, share, team
from tests.faces.cli.test_guard import FILE, INCIDENT, RIGHT, RULE, WRONG, taught

if TYPE_CHECKING:
    from tests.faces.cli.conftest import Desk
    from tests.faces.cli.mirrors import Team

__all__ = ["team"]


def test_ci_without_a_store_takes_the_guards_from_the_mirror(desk: Desk, team: Team) -> None:
    taught(desk)
    share(desk)
    ci = team("CI")
    ci.git("checkout", "--quiet", "-b", "change")
    ci.write(FILE, WRONG)
    ci.commit("Refund")
    done = ci.run("guard", "check", "--diff", "main..change", "--json")
    assert done.code == 1, done.err
    assert INCIDENT in str(done.json)
    assert not ci.home.exists(), "checking makes no store"
    ci.write(FILE, RIGHT)
    ci.commit("Refund by payment")
    assert ci.run("guard", "check", "--diff", "main..change").code == 0
    ci.write(FILE, WRONG)
    ci.git("add", "-A")
    assert ci.run("guard", "check", "--staged").code == 1
    assert ci.run("guard", "check", "--files", FILE).code == 1


def test_a_change_cannot_remove_the_guard_it_runs_into(desk: Desk, team: Team) -> None:
    memory = taught(desk)
    share(desk)
    ci = team("CI")
    ci.git("checkout", "--quiet", "-b", "change")
    ci.git("rm", "--quiet", page(ci, memory))
    ci.write(FILE, WRONG)
    ci.commit("Refund, and no guard")
    assert ci.run("guard", "check", "--diff", "main..change").code == 1


def test_a_change_cannot_remove_the_whole_mirror_to_pass(desk: Desk, team: Team) -> None:
    taught(desk)
    share(desk)
    ci = team("CI")
    ci.git("checkout", "--quiet", "-b", "change")
    ci.git("rm", "--quiet", "-r", ".standfast")
    ci.write(FILE, WRONG)
    ci.commit("Refund, and no memory")
    done = ci.run("guard", "check", "--diff", "main..change")
    assert done.code == 1, done.err
    assert INCIDENT in done.out
    ci.remember("Prices are in cents", "--kind", "fact")
    assert ci.run("guard", "check", "--diff", "main..change").code == 1, "with a store that never took the guards in"
    ci.git("checkout", "--quiet", "main")
    ci.git("rm", "--quiet", "-r", ".standfast")
    ci.write(FILE, WRONG)
    ci.git("add", "-A")
    ci.env["STANDFAST_HOME"] = str(ci.home / "elsewhere")
    assert ci.run("guard", "check", "--staged").code == 1, "HEAD still carries the guard"


def test_a_change_cannot_pass_by_claiming_a_later_mirror_or_another_project(desk: Desk, team: Team) -> None:
    taught(desk)
    share(desk)
    ci = team("CI")
    for name, said in (("later", '{"format": 99}'), ("other", '{"format": 1, "id": "p000000-0000000"}')):
        ci.git("checkout", "--quiet", "-b", name, "main")
        ci.write(".standfast/project.json", said)
        ci.write(FILE, WRONG)
        ci.commit("Refund elsewhere")
        assert ci.run("guard", "check", "--diff", f"main..{name}").code == 1, name


def test_a_branch_that_left_before_the_guard_came_is_held_against_the_base_of_today(desk: Desk, team: Team) -> None:
    ci = team("CI")
    ci.git("checkout", "--quiet", "-b", "change")
    ci.write(FILE, WRONG)
    ci.commit("Refund")
    taught(desk)
    share(desk)
    ci.git("fetch", "--quiet")
    assert ci.run("guard", "check", "--diff", "origin/main..change").code == 1


def test_a_store_that_cannot_be_read_fails_a_range_whose_base_carries_guards(desk: Desk, team: Team) -> None:
    taught(desk)
    share(desk)
    ci = team("CI")
    ci.write(FILE, WRONG)
    ci.commit("Refund")
    ci.remember("Prices are in cents", "--kind", "fact")
    for path in (ci.home / "store").glob("*.db"):
        path.write_bytes(b"no database at all" * 200)
    done = ci.run("guard", "check", "--diff", "HEAD~1..HEAD")
    assert done.code != 0
    assert "passes" not in done.err


def test_a_guard_comes_in_with_its_file_and_only_when_it_proves_itself(desk: Desk, team: Team) -> None:
    memory = taught(desk)
    share(desk)
    bea = team("Bea")
    bea.ask("mirror", "import")
    assert [guard["guard"] for guard in bea.ask("guard", "list")["guards"]] == ["payment-lock-key"]
    assert bea.ask("mirror", "export")["written"] == []
    edit(bea, memory, ("severity: block", "severity: warn"))
    bea.ask("mirror", "import")
    assert [guard["severity"] for guard in bea.ask("guard", "list")["guards"]] == ["warn"]
    edit(bea, memory, ("- acquire_lock(user_id)", "- nothing_to_see()"), ("keyed by user_id", "keyed by the user"))
    done = bea.ask("mirror", "import")["taken"]
    assert "guard was left out" in done[0]["note"]
    assert bea.ask("show", memory)["text"].endswith("keyed by the user")
    assert [guard["severity"] for guard in bea.ask("guard", "list")["guards"]] == ["warn"]


def test_an_agents_guard_and_a_broken_one_never_block(desk: Desk, team: Team) -> None:
    memory = taught(desk)
    share(desk)
    path = page(desk, memory)
    desk.write(path, files(desk)[path].replace("kind: gotcha", "kind: gotcha\nsource: agent:codex"))
    desk.write(".standfast/gotchas/slow.md", "Slow.\n\n## Guard\n\n```yaml\nid: slow\nrule: {regex: '(a+)+$'}\n```\n")
    desk.commit("Change")
    desk.git("push", "--quiet")
    ci = team("CI")
    ci.write(FILE, WRONG)
    ci.commit("Refund")
    done = ci.run("guard", "check", "--diff", "HEAD~1..HEAD", "--json")
    assert done.code == 0
    assert [item["guard"] for item in done.json["broken"]] == [".standfast/gotchas/slow.md"]


def test_a_newer_mirror_never_blocks(desk: Desk, team: Team) -> None:
    taught(desk)
    share(desk)
    desk.write(".standfast/project.json", '{"format": 99, "id": "p000000-0000000"}\n')
    desk.commit("From the future")
    desk.git("push", "--quiet")
    ci = team("CI")
    ci.write(FILE, WRONG)
    ci.git("add", "-A")
    done = ci.run("guard", "check", "--staged", "--json")
    assert done.code == 0
    assert done.json["broken"]
    assert ci.fail("mirror", "import", code=1)["code"] == "mirror-too-new"
    assert ci.fail("mirror", "export", code=1)["code"] == "mirror-too-new"
    assert ci.fail("mirror", "check", code=1)["code"] == "mirror-too-new"


def test_a_guard_that_was_pulled_counts_before_anything_takes_it_in(desk: Desk, team: Team) -> None:
    desk.remember("Prices are in cents", "--kind", "fact")
    share(desk)
    bea = team("Bea")
    bea.ask("mirror", "import")
    memory = taught(desk)
    share(desk, "Share the guard")
    bea.git("pull", "--quiet")
    bea.write(FILE, WRONG)
    bea.git("add", "-A")
    assert bea.run("guard", "check", "--staged").code == 1
    bea.ask("mirror", "import")
    assert bea.run("guard", "check", "--staged").code == 1
    bea.ask("retract", memory)
    assert bea.run("guard", "check", "--staged").code == 0, "the store knows it, and decides"
    bea.write("other.txt", "x\n")
    bea.git("add", "other.txt")
    bea.git("commit", "--quiet", "-m", "Other")
    assert bea.run("guard", "check", "--staged").code == 0


def test_a_guard_that_a_known_memory_got_by_a_pull_counts_at_once(desk: Desk, team: Team) -> None:
    memory = desk.remember(INCIDENT, "--kind", "gotcha")
    share(desk)
    bea = team("Bea")
    bea.ask("mirror", "import")
    desk.write("../rule.yml", RULE)
    desk.ask("guard", "add", memory, "../rule.yml")
    share(desk, "Guard it")
    bea.git("pull", "--quiet")
    bea.write(FILE, WRONG)
    bea.git("add", "-A")
    assert bea.run("guard", "check", "--staged").code == 1
    bea.ask("mirror", "import")
    bea.ask("guard", "remove", memory)
    bea.write(FILE, WRONG + "\n")
    bea.git("add", "-A")
    assert bea.run("guard", "check", "--staged").code == 0, "it was taken out here since"
