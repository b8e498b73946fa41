"""The check on real repositories: what is staged decides, new lines only, and nothing but a fitting rule blocks."""

import os
import subprocess
from pathlib import Path

import pytest

from standfast.guard.change import between, held, of_commit, on_disk, staged
from standfast.guard.check import check
from standfast.guard.finding import Report, Waiver
from standfast.guard.rule import Guard, Snippet, parse_rule

TODAY = "2026-11-15"
GUARD = parse_rule((Path(__file__).parent / "lock.yml").read_text())
WRONG = "def pay(user_id, payment_id):\n    with acquire_lock(user_id):\n        charge(payment_id)\n"
RIGHT = WRONG.replace("acquire_lock(user_id)", "acquire_lock(payment_id)")


def rule(kind: str, body: dict[str, object], **more: object) -> Guard:
    base = Guard(f"g-{kind}", "block", kind, body, "Do it differently.", (Snippet("a"),), (Snippet("b"),))
    return base._replace(**more)


def check_staged(repo, *guards: Guard, **more: object) -> Report:
    with staged(repo.root) as change:
        return check(guards or [GUARD], change, today=TODAY, **more)


def places(report: Report) -> list[str]:
    return [finding.place for finding in report.findings]


def test_the_payment_lock_keyed_by_user_is_blocked_with_the_incident_and_keyed_by_payment_passes(
    repo,
) -> None:
    told = GUARD._replace(memory="m5x0k3f-7qp2rta", reason="Double charge on 2026-05-02.")
    repo.stage("payments/processor.py", WRONG)
    report = check_staged(repo, told)
    assert report.blocked
    assert places(report) == ["payments/processor.py:2"]
    assert (report.findings[0].memory, report.findings[0].reason) == (told.memory, told.reason)
    repo.stage("payments/processor.py", RIGHT)
    assert not check_staged(repo, told).findings


def test_a_file_changed_again_after_staging_is_judged_by_what_is_staged(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    repo.write("payments/a.py", RIGHT)
    repo.stage("payments/b.py", RIGHT)
    repo.write("payments/b.py", WRONG)
    assert places(check_staged(repo)) == ["payments/a.py:2"]


def test_the_index_file_is_not_touched(repo) -> None:
    repo.stage("payments/a.py", RIGHT)
    repo.commit()
    repo.stage("payments/a.py", WRONG)
    os.utime(repo.root / "payments/a.py", (1, 1))
    index = repo.root / ".git" / "index"
    before = (index.read_bytes(), index.stat().st_mtime_ns, index.stat().st_ino)
    assert check_staged(repo).blocked
    assert (index.read_bytes(), index.stat().st_mtime_ns, index.stat().st_ino) == before


def test_the_index_of_a_partial_commit_is_the_one_that_is_read(repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.stage("payments/a.py", WRONG)
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.root / ".git" / "next-index"))
    repo.stage("payments/b.py", WRONG)
    assert places(check_staged(repo)) == ["payments/b.py:2"]


def test_old_violations_are_left_alone_until_their_lines_change(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    repo.commit()
    repo.stage("payments/a.py", "import os\n\n" + WRONG + "\n\ndef more():\n    return 1\n")
    assert not check_staged(repo).findings
    assert places(check_staged(repo, everything=True)) == ["payments/a.py:4"]
    repo.stage("payments/a.py", WRONG.replace("acquire_lock(user_id)", "acquire_lock(user_id )"))
    assert places(check_staged(repo)) == ["payments/a.py:2"]


def test_no_finding_lies_outside_added_lines_whatever_is_edited(repo) -> None:
    lines = [f"acquire_lock(user_{number})" for number in range(40)]
    repo.stage("payments/a.py", "\n".join(lines) + "\n")
    repo.commit()
    lines[3] = "acquire_lock(user_changed)"
    del lines[10]
    lines.insert(20, "acquire_lock(user_inserted)")
    lines.append("acquire_lock(user_appended)")
    repo.stage("payments/a.py", "\n".join(lines) + "\n")
    assert places(check_staged(repo)) == ["payments/a.py:4", "payments/a.py:21", "payments/a.py:41"]


def test_taking_a_line_away_can_break_a_rule_too(repo) -> None:
    guard = GUARD._replace(
        rule={
            "kind": "function_definition",
            "has": {"pattern": "charge($A)", "stopBy": "end"},
            "not": {"has": {"pattern": "check_limit($B)", "stopBy": "end"}},
        },
        constraints=None,
    )
    safe = "def pay(p):\n    check_limit(p)\n    charge(p)\n\n\ndef other(p):\n    charge(p)\n    return p\n"
    repo.stage("payments/a.py", safe)
    repo.commit()
    repo.stage("payments/a.py", safe.replace("    check_limit(p)\n", ""))
    assert places(check_staged(repo, guard)) == ["payments/a.py:1"]


def test_a_rename_brings_no_findings_for_lines_that_did_not_change(repo) -> None:
    body = WRONG + "".join(f"value_{n} = {n}\n" for n in range(30))
    repo.stage("payments/a.py", body)
    repo.commit()
    repo.git("mv", "payments/a.py", "payments/b.py")
    assert not check_staged(repo).findings
    repo.stage("payments/b.py", body + "acquire_lock(user)\n")
    assert places(check_staged(repo)) == ["payments/b.py:34"]


def test_a_file_that_comes_in_under_a_guard_is_judged_whole(repo) -> None:
    body = WRONG + "".join(f"value_{n} = {n}\n" for n in range(30))
    repo.stage("elsewhere/a.py", body)
    repo.stage("payments/b.txt", body)
    repo.stage("payments/c.py", body.replace("value", "amount"))
    repo.commit()
    repo.git("mv", "elsewhere/a.py", "payments/a.py")
    repo.git("mv", "payments/b.txt", "payments/b.py")
    repo.git("mv", "payments/c.py", "payments/d.py")
    assert places(check_staged(repo)) == ["payments/a.py:2", "payments/b.py:2"]


def test_a_script_is_known_by_its_first_line(repo) -> None:
    for name, first in (("a", "#!/usr/bin/env python3"), ("b", "#!/usr/bin/python3.12 -I"), ("c", "#!/bin/sh")):
        repo.stage(f"payments/{name}", f"{first}\n{WRONG}")
    repo.stage("payments/d", WRONG)
    assert places(check_staged(repo)) == ["payments/a:3", "payments/b:3"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_wide_text_is_read_by_its_mark_and_only_its_new_lines_count(repo, encoding: str) -> None:
    def wide(text: str) -> bytes:
        return ("\ufeff" + text).encode(encoding)

    odd = "# \u010a\u0a0a\n" + WRONG  # bytes that look like line feeds
    repo.stage("payments/a.py", wide(odd))
    assert places(check_staged(repo)) == ["payments/a.py:3"]
    repo.commit()
    repo.stage("payments/a.py", wide(odd + "acquire_lock(user)\n"))
    assert places(check_staged(repo)) == ["payments/a.py:5"]


def test_files_that_hold_no_text_are_named_once_where_their_name_promises_some(repo) -> None:
    for name in ("a.py", "b.py", "c.js", "d", "e.png"):
        repo.stage(f"payments/{name}", b"acquire_lock(user_id)\0\n" + bytes(range(256)) * 4)
    report = check_staged(repo, GUARD, rule("regex", {"regex": "acquire_lock"}))
    (skipped,) = report.skipped
    assert "payments/a.py, payments/b.py, payments/c.js and 1 more" in skipped.reason
    assert "not text" in skipped.reason


def test_a_nul_in_a_text_hides_nothing(repo) -> None:
    repo.stage("payments/a.py", b"acquire_lock(user_id)\n# \0\n")
    repo.stage("payments/b.txt", b"key = acquire_lock\n\0\n")
    report = check_staged(repo, GUARD, rule("regex", {"regex": "acquire_lock"}))
    assert places(report) == ["payments/a.py:1", "payments/a.py:1", "payments/b.txt:1"]


@pytest.mark.parametrize(
    "hidden",
    [
        "def (:\n\nacquire_lock(user_id)\n",
        "x = " + "(" * 3000 + "acquire_lock(user_id)" + ")" * 3000 + "\n",
        "x = 1\n" * 200_000 + "acquire_lock(user_id)\n",
        "pay = acquire_lock(user_id\nrefund = 2\n",
    ],
    ids=["after a syntax error", "deep in brackets", "in a large file", "never closed"],
)
def test_what_no_parser_reads_is_judged_by_the_words_of_the_rule(repo, hidden: str) -> None:
    several = [GUARD, *(GUARD._replace(id=f"g-{place}", constraints=None) for place in range(3))]
    repo.stage("payments/a.py", hidden)
    report = check_staged(repo, *several)
    assert {finding.guard for finding in report.findings} == {guard.id for guard in several}
    repo.stage("payments/a.py", hidden.replace("user_id", "payment_id"))
    assert not check_staged(repo).findings, "what the rule allows is not found there either"
    repo.stage("payments/a.py", hidden.replace("acquire_lock", "take"))
    assert not check_staged(repo).findings


def test_a_name_that_is_denied_is_denied_in_capitals(repo) -> None:
    for name in (".ENV", "keys/SERVER.Pem"):
        repo.stage(name, "x")
    report = check_staged(repo, rule("filename", {"filename": {"deny": [".env", "*.pem"]}}))
    assert {finding.path for finding in report.findings} == {".ENV", "keys/SERVER.Pem"}


@pytest.mark.parametrize("line", ["importlib.import_module('app.db')", '__import__("app.db.models")', "import app.db"])
def test_a_module_out_of_bounds_is_found_however_it_is_imported(repo, line: str) -> None:
    repo.stage("web/a.py", f"import importlib\nx = {line}\n" if "(" in line else f"{line}\n")
    forbidden = rule("import", {"import": {"from": ["web/**"], "forbid": ["app.db"]}})
    assert check_staged(repo, forbidden).blocked
    repo.stage("web/a.py", "import importlib\nx = importlib.import_module('app.api')\nprint('app.db')\n")
    assert not check_staged(repo, forbidden).findings


def test_deleted_binary_linked_and_submodule_entries_are_passed_over(repo) -> None:
    repo.stage("payments/gone.py", WRONG)
    repo.commit()
    repo.git("rm", "-q", "payments/gone.py")
    repo.stage("payments/binary.py", b"acquire_lock(user_id)\n" + bytes(range(256)) * 4)
    (repo.root / "payments" / "link.py").symlink_to("acquire_lock(user_id)")
    repo.git("add", "payments/link.py")
    inner = type(repo)(repo.root / "payments" / "module.py")
    inner.stage("x", "x")
    inner.commit()
    repo.git("-c", "advice.addEmbeddedRepo=false", "add", "payments/module.py")
    report = check_staged(repo)
    assert report.files == 4
    assert not report.findings
    assert not report.broken


def test_a_link_that_becomes_a_file_is_all_new(repo) -> None:
    (repo.root / "payments").mkdir()
    (repo.root / "payments" / "a.py").symlink_to("elsewhere")
    repo.git("add", "payments/a.py")
    repo.stage("payments/b.py", RIGHT)
    repo.commit()
    (repo.root / "payments" / "a.py").unlink()
    repo.stage("payments/a.py", WRONG)
    repo.stage("payments/b.py", WRONG)
    assert places(check_staged(repo)) == ["payments/a.py:2", "payments/b.py:2"]


def test_carriage_returns_and_bytes_that_are_no_utf8_move_no_line(repo) -> None:
    repo.stage("payments/crlf.py", WRONG.replace("\n", "\r\n").encode())
    repo.stage("payments/latin.py", b"# caf\xe9\xff\n" + WRONG.encode())
    text = rule("regex", {"regex": r"user_id\):$"})
    assert places(check_staged(repo, GUARD, text)) == [
        "payments/crlf.py:2",
        "payments/crlf.py:2",
        "payments/latin.py:3",
        "payments/latin.py:3",
    ]


def test_names_with_spaces_quotes_newlines_and_odd_bytes_are_read(repo) -> None:
    for name in (
        "payments/with space.py",
        'payments/quo"te.py',
        "payments/new\nline.py",
        "payments/-dash.py",
        "payments/ü.py",
    ):
        repo.stage(name, RIGHT)
    Path(os.fsdecode(os.fsencode(repo.root) + b"/payments/\xff.py")).write_text(RIGHT)
    repo.git("add", "-A")
    repo.commit()
    for file in (repo.root / "payments").iterdir():
        file.write_text("x = 1\n" + WRONG)
    repo.git("add", "-A")
    report = check_staged(repo)
    assert len(report.findings) == 6
    assert {finding.start_line for finding in report.findings} == {3}


def test_a_huge_file_is_said_and_not_read(repo) -> None:
    repo.stage("payments/huge.py", b"x = 1\n" * 3_000_000)
    repo.stage("payments/large.py", ("x = 1\n" * 200_000) + WRONG)
    repo.stage("payments/a.py", WRONG)
    report = check_staged(repo)
    assert places(report) == ["payments/a.py:2", "payments/large.py:200002"]
    assert "the rule could not be asked" in report.findings[1].why
    assert len(report.skipped) == 1


def test_a_file_of_nested_brackets_is_said_and_not_parsed(repo) -> None:
    repo.stage("payments/deep.py", "acquire_lock(user)\nx = " + "(" * 5000 + "1" + ")" * 5000 + "\n")
    wordless = GUARD._replace(id="wordless", rule={"kind": "call"}, constraints=None)
    report = check_staged(repo, wordless)
    assert not report.findings
    assert len(report.skipped) == 1
    assert places(check_staged(repo)) == ["payments/deep.py:1"]


def test_a_broken_rule_is_reported_and_the_others_go_on(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    broken = [
        GUARD._replace(id="bad-kind", rule={"kind": "no_such_kind"}, constraints=None),
        GUARD._replace(id="bad-language", languages=("klingon",)),
        rule("regex", {"regex": "("}, id="bad-regex"),
        rule("size", {"size": {}}, id="bad-size"),
        rule("regex", {"regex": "x"}, id="bad-glob", paths=("a{b",)),
        rule("companion", {"companion": {"when": ["a{b"], "require": ["x"]}}, id="bad-companion"),
        rule("import", {"import": {}}, id="bad-import", languages=("python",)),
    ]
    report = check_staged(repo, *broken, GUARD)
    assert [finding.guard for finding in report.findings] == ["payment-lock-key"]
    expected = {"bad-kind", "bad-regex", "bad-size", "bad-glob", "bad-companion", "bad-import"}
    assert {item.guard for item in report.broken} == expected
    assert not any("backtrace" in item.error for item in report.broken)


def test_warnings_do_not_block(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    report = check_staged(repo, GUARD._replace(severity="warn"))
    assert len(report.warnings) == 1
    assert not report.blocked


def test_guards_out_of_force_are_not_asked(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    report = check_staged(repo, GUARD._replace(expires="2026-11-14"), GUARD._replace(id="later", since="2026-11-16"))
    assert (report.guards, report.findings) == (0, ())


@pytest.mark.parametrize(
    ("comment", "blocked"),
    [
        ("# standfast: allow payment-lock-key until 2026-12-31 because the ledger is read only", False),
        ("# standfast: allow payment-lock-key until 2026-11-15 because today still counts", False),
        ("# standfast: allow payment-lock-key until 2026-11-14 because it was fine", True),
        ("# standfast: allow payment-lock-key until 2026-12-31", True),
        ("# standfast: allow payment-lock-key until 2026-12-32 because it is no day", True),
        ("# standfast: allow payment-lock-key until 2027-02-14 because this is far enough", True),
        ("# standfast: allow payment-lock-key until 2027-02-13 because this is near enough", False),
        ("# standfast: allow payment-lock-key because I say so", True),
        ("# standfast: allow another-guard until 2026-12-31 because it is another", True),
        ("# standfast: allow other, payment-lock-key until 2026-12-31 because both", False),
    ],
)
@pytest.mark.parametrize("above", [True, False])
def test_a_waiver_in_the_code_counts_with_reason_until_its_date(repo, comment: str, blocked: bool, above: bool) -> None:
    line = "    with acquire_lock(user_id):"
    marked = f"    {comment}\n{line}" if above else f"{line}  {comment}"
    repo.stage("payments/a.py", WRONG.replace(line, marked))
    report = check_staged(repo)
    assert report.blocked is blocked
    assert len(report.waived) == (0 if blocked else 1)


def test_a_waiver_two_lines_away_does_not_count(repo) -> None:
    note = "# standfast: allow payment-lock-key until 2026-12-31 because far away\n\n"
    repo.stage("payments/a.py", note + "acquire_lock(user_id)\n")
    assert check_staged(repo).blocked


def test_a_waiver_passed_in_counts_for_its_paths_until_its_date(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    repo.stage("payments/b.py", WRONG)
    given = Waiver("payment-lock-key", "migration", "2026-12-01", "Ada", ("payments/a.py",))
    report = check_staged(repo, waivers=[given])
    assert places(report) == ["payments/b.py:2"]
    assert report.waived[0].waiver == given
    assert len(check_staged(repo, waivers=[given._replace(until="2026-11-01")]).findings) == 2


def test_a_diff_shows_what_the_branch_did_since_it_left_the_base(repo) -> None:
    repo.stage("payments/old.py", WRONG)
    repo.commit()
    repo.git("checkout", "-qb", "feature")
    repo.stage("payments/new.py", WRONG)
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.stage("payments/old.py", RIGHT)
    repo.commit("fixed on main meanwhile")
    for revisions in ("main..feature", "main...feature"):
        with between(repo.root, revisions) as change:
            assert places(check([GUARD], change, today=TODAY)) == ["payments/new.py:2"]


def test_one_commit_can_be_checked_even_the_first(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    first = repo.commit()
    repo.stage("payments/a.py", RIGHT)
    second = repo.commit()
    for revision, found in ((first, 1), (second, 0)):
        with of_commit(repo.root, revision) as change:
            assert len(check([GUARD], change, today=TODAY).findings) == found


@pytest.mark.parametrize("revisions", ["nobody..HEAD", "--output=x..HEAD", "HEAD..no such"])
def test_a_revision_that_is_none_is_an_error_with_a_hint(repo, revisions: str) -> None:
    from standfast.errors import NotFound

    repo.stage("a", "a")
    repo.commit()
    with pytest.raises(NotFound) as error:
        between(repo.root, revisions)
    assert error.value.hint


def test_files_on_disk_are_checked_whole(repo) -> None:
    repo.write("payments/a.py", WRONG)
    repo.write("payments/deep/b.py", WRONG)
    with on_disk(repo.root, ["payments"]) as change:
        assert places(check([GUARD], change, today=TODAY)) == ["payments/a.py:2", "payments/deep/b.py:2"]


def test_a_folder_on_disk_stands_for_what_git_does_not_ignore(repo) -> None:
    repo.write(".gitignore", "build/\n")
    repo.write("payments/build/made.py", WRONG)
    repo.stage("payments/known.py", WRONG)
    repo.write("payments/new.py", WRONG)
    (repo.root / "payments" / "gone.py").write_text(WRONG)
    repo.git("add", "payments/gone.py")
    (repo.root / "payments" / "gone.py").unlink()
    with on_disk(repo.root, ["payments"]) as change:
        assert places(check([GUARD], change, today=TODAY)) == ["payments/known.py:2", "payments/new.py:2"]
    with on_disk(repo.root, [str(repo.root / "payments" / "new.py")]) as change:
        assert places(check([GUARD], change, today=TODAY)) == ["payments/new.py:2"]


@pytest.mark.parametrize("path", ["../outside.py", "payments/nobody.py", "/etc/passwd"])
def test_a_path_that_is_not_of_this_repository_is_said(repo, path: str) -> None:
    from standfast.errors import NotFound

    with pytest.raises(NotFound) as error:
        on_disk(repo.root, [path])
    assert error.value.hint


def test_settings_of_the_user_do_not_change_what_is_found(repo) -> None:
    repo.stage("payments/a.py", RIGHT)
    repo.commit()
    odd = {
        "diff.external": "false",
        "diff.noprefix": "true",
        "diff.mnemonicPrefix": "true",
        "diff.relative": "true",
        "diff.interHunkContext": "100",
        "diff.renames": "copies",
        "diff.submodule": "log",
        "color.ui": "always",
        "core.quotePath": "true",
        "diff.suppressBlankEmpty": "true",
        "core.pager": "false",
    }
    for key, value in odd.items():
        repo.git("config", key, value)
    repo.write(".gitattributes", "*.py -diff\n")
    repo.stage("payments/a.py", "x = 1\n" + WRONG)
    assert places(check_staged(repo)) == ["payments/a.py:3"]


def test_a_text_conversion_of_the_repository_hides_no_line(repo) -> None:
    repo.stage("payments/a.py", RIGHT)
    repo.commit()
    repo.git("config", "diff.short.textconv", "head -n 1")
    repo.write(".gitattributes", "*.py diff=short\n")
    repo.stage("payments/a.py", "x = 1\n" + WRONG)
    assert places(check_staged(repo)) == ["payments/a.py:3"]


def test_a_file_name_is_judged_when_it_appears_not_when_it_is_edited(repo) -> None:
    guard = rule("filename", {"filename": {"deny": ["*.orig"], "allow": ["fixtures/**"]}})
    repo.stage("a.orig", "one\n" * 50)
    repo.stage("fixtures/b.orig", "x")
    assert places(check_staged(repo, guard)) == ["a.orig"]
    repo.commit()
    repo.stage("a.orig", "one\n" * 50 + "two\n")
    assert not check_staged(repo, guard).findings
    repo.git("mv", "a.orig", "c.orig")
    assert not check_staged(repo, guard).findings
    repo.git("mv", "c.orig", "plain.txt")
    repo.commit()
    repo.git("mv", "plain.txt", "again.orig")
    assert places(check_staged(repo, guard)) == ["again.orig"]


def test_size_is_judged_when_it_grows_past_the_limit(repo) -> None:
    guard = rule("size", {"size": {"max_bytes": 1000}})
    repo.stage("small.bin", b"\0" * 1000)
    repo.stage("large.bin", b"\0" * 1001)
    assert places(check_staged(repo, guard)) == ["large.bin"]
    repo.commit()
    repo.stage("small.bin", b"\0" * 1002)
    repo.stage("large.bin", b"\0" * 5000)
    assert places(check_staged(repo, guard)) == ["small.bin"]


def test_a_companion_is_asked_for_and_deletions_count_as_changes(repo) -> None:
    guard = rule("companion", {"companion": {"when": ["api/*.proto"], "require": ["docs/api.md"]}})
    repo.stage("api/pay.proto", "message A {}\n")
    assert places(check_staged(repo, guard)) == ["api/pay.proto"]
    repo.stage("docs/api.md", "# API\n")
    assert not check_staged(repo, guard).findings
    repo.commit()
    repo.git("rm", "-q", "api/pay.proto")
    assert places(check_staged(repo, guard)) == ["api/pay.proto"]


def test_ten_thousand_files_are_skipped_by_their_paths_without_being_read(repo) -> None:
    repo.write("seed", WRONG)
    oid = repo.git("hash-object", "-w", "seed").strip()
    listing = "".join(f"100644 {oid}\tother/{number}.py\n" for number in range(10_000))
    listing += f"100644 {oid}\tpayments/a.py\n"
    subprocess.run(["git", "update-index", "--index-info"], cwd=repo.root, input=listing.encode(), check=True)
    report = check_staged(repo)
    assert (report.files, report.read) == (10_001, 1)
    assert places(report) == ["payments/a.py:2"]


def test_time_that_runs_out_is_said_and_lets_the_rest_pass(repo) -> None:
    repo.stage("payments/a.py", WRONG)
    report = check_staged(repo, budget_s=-1.0)
    assert not report.blocked
    assert "1 files" in report.skipped[0].reason


def test_a_change_held_in_memory_is_compared_line_by_line() -> None:
    before = WRONG.encode()
    with held("edit", {"payments/a.py": (before, before + b"\n\nacquire_lock(user)\n")}) as change:
        assert places(check([GUARD], change, today=TODAY)) == ["payments/a.py:6"]
