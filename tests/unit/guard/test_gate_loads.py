"""What the gate loads: every import is paid at each commit and each tool call."""

import subprocess
import sys
from pathlib import Path

import standfast

PROGRAM = """
import json, sys
from pathlib import Path
from standfast.guard.change import staged
from standfast.guard.check import check
from standfast.guard.rule import parse_rule
guard = parse_rule(Path(sys.argv[2]).read_text())
with staged(Path(sys.argv[1])) as change:
    report = check([guard], change, today="2026-11-15")
print(json.dumps({"files": report.files, "findings": len(report.findings), "loaded": sorted(sys.modules)}))
"""


def loaded(repo, rule: Path) -> tuple[dict[str, object], set[str]]:
    import json

    source = str(Path(standfast.__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {source!r})\n{PROGRAM}"
    done = subprocess.run([sys.executable, "-c", code, repo.root, rule], check=True, capture_output=True, text=True)
    answer = json.loads(done.stdout)
    return answer, set(answer["loaded"])


def test_a_check_that_matches_no_file_loads_neither_yaml_nor_the_parser(repo, tmp_path: Path) -> None:
    from standfast.guard.render import render_rule
    from standfast.guard.rule import parse_rule

    guard = parse_rule((Path(__file__).parent / "lock.yml").read_text())
    (tmp_path / "rule.json").write_text(render_rule(guard, form="json"))
    repo.stage("elsewhere/a.py", "acquire_lock(user)\n")
    repo.stage("payments/b.py", "nothing_of_the_kind()\n")
    answer, modules = loaded(repo, tmp_path / "rule.json")
    assert (answer["files"], answer["findings"]) == (2, 0)
    heavy = {
        "yaml",
        "ast_grep_py",
        "dataclasses",
        "inspect",
        "logging",
        "difflib",
        "tomllib",
        "asyncio",
        "numpy",
        "rich",
    }
    assert not modules & heavy
    repo.stage("payments/b.py", "acquire_lock(user)\n")
    answer, modules = loaded(repo, tmp_path / "rule.json")
    assert answer["findings"] == 1
    assert "ast_grep_py" in modules
