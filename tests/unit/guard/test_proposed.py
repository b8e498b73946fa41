"""Proposed edits: what files would hold after a tool call, without touching the disk."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from standfast.guard.check import check
from standfast.guard.proposed import proposed_change
from standfast.guard.rule import Guard, Snippet, parse_rule

LOCK = parse_rule((Path(__file__).parent / "lock.yml").read_text())
FILE = "payments/processor.py"
RIGHT = "def pay(payment_id, user_id):\n    with acquire_lock(payment_id):\n        charge(payment_id)\n"
WRONG = RIGHT.replace("acquire_lock(payment_id)", "acquire_lock(user_id)")
OLD, NEW = "    with acquire_lock(payment_id):\n", "    with acquire_lock(user_id):\n"
SWAP = f"-{OLD}+{NEW}"
PRINTED = " ".join(f"'{line}'" for line in WRONG.splitlines())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "payments").mkdir(parents=True)
    (folder / FILE).write_text(RIGHT)
    (folder / ".git").mkdir()
    return folder


def results(root: Path, cwd: Path | None = None, **tool_input: object) -> dict[str, str]:
    before = snapshot(root)
    change = proposed_change(tool_input, root=root, cwd=cwd)
    assert snapshot(root) == before, "nothing on disk may change"
    if change is None:
        return {}
    return {entry.path: change.contents.read(entry).decode() for entry in change.entries if entry.status != "deleted"}


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "tool_input",
    [
        {
            "file_path": "{root}/" + FILE,
            "old_string": "acquire_lock(payment_id)",
            "new_string": "acquire_lock(user_id)",
        },
        {"filePath": FILE, "oldString": "lock(payment_id)", "newString": "lock(user_id)"},
        {"command": "str_replace", "path": FILE, "old_str": "lock(payment_id)", "new_str": "lock(user_id)"},
        {"file_path": FILE, "content": WRONG},
        {"command": "create", "path": FILE, "file_text": WRONG},
        {
            "file_path": FILE,
            "edits": [
                {"old_string": "with acquire_lock(payment_id)", "new_string": "with LOCK"},
                {"old_string": "LOCK", "new_string": "acquire_lock(user_id)"},
            ],
        },
        {
            "path": FILE,
            "diff": f"------- SEARCH\n{OLD}=======\n{NEW}+++++++ REPLACE\n",
        },
        {
            "input": f"*** Begin Patch\n*** Update File: {FILE}\n@@ def pay(payment_id, user_id):\n"
            f"{SWAP}         charge(payment_id)\n*** End Patch\n"
        },
        {
            "patch": f"--- a/{FILE}\n+++ b/{FILE}\n@@ -1,3 +1,3 @@\n def pay(payment_id, user_id):\n"
            f"{SWAP}         charge(payment_id)\n"
        },
        {"command": f"*** Begin Patch\n*** Update File: {FILE}\n@@\n{SWAP}*** End Patch\n"},
        {"files": [{"path": FILE, "content": WRONG}]},
        {"command": f"cat > {FILE} <<'EOF'\n{WRONG}EOF\necho done"},
        {"command": f"cat <<EOF > {FILE} && git add {FILE}\n{WRONG}EOF\n"},
        {"command": f"cd payments && tee processor.py <<-'E' >/dev/null\n{WRONG}E\n"},
        {"command": f"sed -i 's/acquire_lock(payment_id)/acquire_lock(user_id)/' {FILE}"},
        {"command": f"sed -i -e 's|lock(payment_id)|lock(user_id)|g' {FILE} && make test"},
        {"command": f"bash -lc \"sed -i 's/lock(payment_id)/lock(user_id)/' {FILE}\""},
        {"command": ["bash", "-lc", f"cat > {FILE} <<'EOF'\n{WRONG}EOF"]},
        {"command": f"git apply <<'EOF'\n--- a/{FILE}\n+++ b/{FILE}\n@@ -2,1 +2,1 @@\n{SWAP}EOF\n"},
        {
            "command": [
                "apply_patch",
                f"*** Begin Patch\n*** Update File: {FILE}\n@@\n{SWAP}*** End Patch",
            ]
        },
        {"command": f"python3 gen.py | cat; printf '%s\\n' {PRINTED} > {FILE}"},
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_every_way_to_edit_gives_the_same_file_and_is_caught(root: Path, tool_input: dict[str, object]) -> None:
    filled = json.loads(json.dumps(tool_input).replace("{root}", str(root)))
    assert results(root, **filled) == {FILE: WRONG}
    change = proposed_change(filled, root=root)
    assert change is not None
    report = check([LOCK], change, today="2026-11-15")
    assert [finding.place for finding in report.findings] == [f"{FILE}:2"]


@pytest.mark.parametrize(
    "tool_input",
    [
        {"file_path": FILE, "old_string": "not there", "new_string": "x"},
        {"file_path": "/etc/passwd", "content": "x"},
        {"file_path": "../outside.py", "content": "x"},
        {"file_path": ".git/config", "content": "x"},
        {"file_path": FILE, "content": RIGHT},
        {"command": "ls -la | grep x > /dev/null"},
        {"command": "python3 - <<'EOF'\nprint('> payments/processor.py')\nEOF"},
        {"command": "echo $X > $TARGET"},
        {"command": "cat payments/processor.py"},
        {"command": "sed -i 's/\\(a*\\)*b/x/' payments/processor.py"},
        {"command": "echo 'unclosed > payments/x.py"},
        {"command": 7},
        {"file_path": FILE},
        {"query": "search"},
        {},
        {"patch": "nonsense @@ here"},
        {"input": "*** Begin Patch\n*** Update File: payments/processor.py\n@@\n-no such line\n+x\n*** End Patch"},
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_what_changes_nothing_here_or_cannot_be_known_is_no_change(root: Path, tool_input: dict[str, object]) -> None:
    assert results(root, **tool_input) == {}


def test_appending_keeps_what_was_there(root: Path) -> None:
    assert results(root, command=f"echo 'x = 1' >> {FILE}") == {FILE: RIGHT + "x = 1\n"}
    assert results(root, command=f"printf 'a\\nb\\n' | tee -a {FILE}") == {FILE: RIGHT + "a\nb\n"}


def test_only_new_lines_of_an_edit_are_judged(root: Path) -> None:
    (root / FILE).write_text(WRONG)
    change = proposed_change(
        {"file_path": FILE, "old_string": "charge(payment_id)", "new_string": "charge(payment_id, 2)"}, root=root
    )
    assert change is not None
    assert not check([LOCK], change, today="2026-11-15").findings


def test_a_file_moved_brings_its_lines_along(root: Path) -> None:
    (root / FILE).write_text(WRONG)
    change = proposed_change({"command": f"git mv {FILE} payments/other.py"}, root=root)
    assert change is not None
    assert [(entry.path, entry.status, entry.old_path) for entry in change.entries] == [
        ("payments/other.py", "renamed", FILE)
    ]
    assert not check([LOCK], change, today="2026-11-15").findings


def test_a_patch_can_add_move_and_delete_files(root: Path) -> None:
    (root / "old.txt").write_text("one\n")
    (root / "gone.txt").write_text("x\n")
    patch = (
        "*** Begin Patch\n*** Add File: new.txt\n+hello\n+there\n*** Update File: old.txt\n*** Move to: moved.txt\n"
        "@@\n-one\n+two\n*** Delete File: gone.txt\n*** End Patch\n"
    )
    change = proposed_change({"input": patch}, root=root)
    assert change is not None
    assert {entry.path: entry.status for entry in change.entries} == {
        "new.txt": "added",
        "moved.txt": "renamed",
        "gone.txt": "deleted",
    }
    assert results(root, input=patch) == {"new.txt": "hello\nthere\n", "moved.txt": "two\n"}


def test_an_edit_is_not_asked_for_companions(root: Path) -> None:
    guard = Guard(
        "c",
        "block",
        "companion",
        {"companion": {"when": ["*.py"], "require": ["docs/x.md"]}},
        "m",
        (Snippet(),),
        (Snippet(),),
    )
    change = proposed_change({"file_path": "a.py", "content": "x"}, root=root)
    assert change is not None
    assert not check([guard], change, today="2026-11-15").findings


def test_line_ends_of_the_file_do_not_hide_an_edit(root: Path) -> None:
    (root / FILE).write_bytes(RIGHT.replace("\n", "\r\n").encode())
    found = results(
        root, file_path=FILE, old_string="acquire_lock(payment_id):\n", new_string="acquire_lock(user_id):\n"
    )
    assert found == {FILE: WRONG}


def test_paths_are_taken_from_the_folder_the_agent_stands_in(root: Path) -> None:
    assert results(root, cwd=root / "payments", file_path="new.py", content="x") == {"payments/new.py": "x"}


def test_an_insert_lands_behind_its_line(root: Path) -> None:
    assert results(root, command="insert", path=FILE, insert_line=1, insert_text="    x = 1\n") == {
        FILE: RIGHT.replace("    with", "    x = 1\n    with")
    }


def test_a_tool_call_that_is_only_text_is_read_as_a_patch(root: Path) -> None:
    change = proposed_change(f"*** Begin Patch\n*** Update File: {FILE}\n@@\n{SWAP}*** End Patch\n", root=root)
    assert change is not None
    assert change.entries[0].path == FILE
    assert proposed_change(None, root=root) is None
    assert proposed_change([1, 2], root=root) is None


SHELLISH = st.text(alphabet="ab .$'\"\\<>|&;()\n-EOF@+*/{}`#=sed", max_size=60)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    SHELLISH,
    st.sampled_from(["", "cat > a <<'EOF'\n", "sed -i ", "tee a <<EOF\n", "git apply <<E\n", "*** Begin Patch\n"]),
)
def test_no_command_however_odd_raises(root: Path, text: str, start: str) -> None:
    proposed_change({"command": start + text}, root=root)
    proposed_change({"patch": start + text, "path": FILE}, root=root)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.dictionaries(
        st.sampled_from(
            ["file_path", "old_string", "new_string", "content", "edits", "command", "patch", "insert_line"]
        ),
        st.one_of(
            st.none(), st.integers(), st.text(max_size=20), st.lists(st.text(max_size=5), max_size=2), st.booleans()
        ),
    )
)
def test_no_tool_input_however_odd_raises(root: Path, tool_input: dict[str, object]) -> None:
    proposed_change(tool_input, root=root)
