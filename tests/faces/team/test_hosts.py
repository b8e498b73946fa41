"""What GitHub and GitLab tell a team's server: believed when signed, once, and not long after."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.faces.asking import Reply
from tests.faces.team.conftest import SECRET, TeamServer

if TYPE_CHECKING:
    from pathlib import Path

REMOTE = "https://github.com/acme/shop.git"
GITLAB = "https://gitlab.example/acme/shop.git"


def github(team: TeamServer, event: str, record: dict[str, Any], *, secret: str = SECRET, body: bytes = b"") -> Reply:
    data = body or json.dumps(record).encode()
    signature = "sha256=" + hmac.new(secret.encode(), data, hashlib.sha256).hexdigest()
    headers = {"X-GitHub-Event": event, "X-Hub-Signature-256": signature, "X-GitHub-Delivery": str(id(record))}
    return team.ask("POST", "/hooks/github", data, headers=headers)


def pull_request(action: str, branch: str, *, merged: bool = False, days: float = 0.0) -> dict[str, Any]:
    at = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="seconds").replace("+00:00", "Z")
    head = {"ref": branch, "sha": "a" * 40}
    return {
        "action": action,
        "pull_request": {"merged": merged, "head": head, "updated_at": at, "number": 7},
        "repository": {"clone_url": REMOTE, "default_branch": "main"},
        "nonce": f"{action}{branch}{merged}",
    }


@pytest.fixture
def clone(team: TeamServer) -> Path:
    """A checkout of the project whose remote the hosts name, which writes straight to the database."""
    import subprocess

    folder = team.folder / "clone"
    folder.mkdir()

    def git(*words: str) -> None:
        name = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
        subprocess.run(["git", *name, *words], cwd=folder, check=True, env=team.env, capture_output=True)

    (folder / "locks.py").write_text("def acquire(payment):\n    return payment.id\n")
    git("init", "--quiet", "--initial-branch=main")
    git("remote", "add", "origin", REMOTE)
    git("remote", "add", "lab", GITLAB)
    git("add", ".")
    git("commit", "--quiet", "-m", "Start")
    git("checkout", "--quiet", "-b", "feature")
    return folder


def here(team: TeamServer, clone: Path, *words: str) -> Any:
    return team.command("-C", str(clone), *words, project="")


def scope_of(team: TeamServer, clone: Path, memory: str) -> tuple[str, str]:
    shown = here(team, clone, "show", memory)
    return shown["status"], shown["scope"]


def test_a_merged_branch_lands_for_everyone(team: TeamServer, clone: Path) -> None:
    said = here(
        team, clone, "remember", "Refunds need two keys", "--kind", "fact", "--scope", "project,branch:elsewhere"
    )
    assert "branch:elsewhere" in scope_of(team, clone, said["id"])[1]
    told = github(team, "pull_request", pull_request("closed", "elsewhere", merged=True))
    assert (told.status, told.json["heard"]) == (200, "merged")
    status, scope = scope_of(team, clone, said["id"])
    assert (status, "branch:" in scope) == ("active", False)


def test_a_closed_branch_expires_and_comes_back_with_it(team: TeamServer, clone: Path) -> None:
    env = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "s"}
    noted = team.command(
        "-C", str(clone), "remember", "Retries are slow", "--scope", "project,branch:elsewhere", project="", **env
    )
    decided = here(
        team, clone, "remember", "Refunds need two keys", "--kind", "decision", "--scope", "project,branch:elsewhere"
    )
    if noted["status"] == "active":
        told = github(team, "pull_request", pull_request("closed", "elsewhere")).json
        (done,) = told["projects"].values()
        assert noted["id"] in done["expired"]
    else:
        github(team, "pull_request", pull_request("closed", "elsewhere"))
    assert scope_of(team, clone, decided["id"])[0] == "proposed"
    github(team, "pull_request", pull_request("reopened", "elsewhere"))
    assert scope_of(team, clone, noted["id"])[0] in {"active", "proposed"}


def test_a_forged_replayed_or_late_event_changes_nothing(team: TeamServer, clone: Path) -> None:
    said = here(
        team, clone, "remember", "Refunds need two keys", "--scope", "project,branch:elsewhere", "--kind", "fact"
    )
    event = pull_request("closed", "elsewhere", merged=True)
    assert github(team, "pull_request", event, secret="another").status == 401
    body = json.dumps(event).encode()
    unsigned = team.ask("POST", "/hooks/github", body, headers={"X-GitHub-Event": "pull_request"})
    assert unsigned.status == 401
    assert team.ask("POST", "/hooks/gitlab", body, headers={"X-Gitlab-Token": "another"}).status == 401
    assert github(team, "pull_request", pull_request("closed", "elsewhere", merged=True, days=30)).status == 409
    assert "branch:elsewhere" in scope_of(team, clone, said["id"])[1]
    assert github(team, "pull_request", {}, body=body).status == 200
    assert github(team, "pull_request", {}, body=body).json["error"]["code"] == "heard-before"
    assert github(team, "pull_request", {}, body=b"{").status == 400
    assert github(team, "star", {"action": "created", "repository": {"clone_url": REMOTE}}).status == 202


def test_gitlab_is_heard_as_well(team: TeamServer, clone: Path) -> None:
    said = here(
        team, clone, "remember", "Refunds need two keys", "--scope", "project,branch:elsewhere", "--kind", "fact"
    )
    record = {
        "object_kind": "merge_request",
        "project": {"git_http_url": GITLAB, "default_branch": "main"},
        "object_attributes": {"action": "merge", "source_branch": "elsewhere", "last_commit": {"id": "b" * 40}},
    }
    reply = team.ask("POST", "/hooks/gitlab", record, headers={"X-Gitlab-Token": SECRET})
    assert (reply.status, reply.json["heard"]) == (200, "merged")
    assert "branch:" not in scope_of(team, clone, said["id"])[1]


def test_without_a_checkout_a_memory_stands_as_it_was_judged_last_and_a_push_unsettles_it(
    team: TeamServer, clone: Path
) -> None:
    said = here(
        team,
        clone,
        "remember",
        "Locks are keyed by the payment",
        "--kind",
        "decision",
        "--anchor",
        "locks.py::acquire",
        "--scope",
        "project",
    )
    token = team.token("ana", "reader", project="clone")
    before = team.rest("GET", f"/memories/{said['id']}", token=token)
    assert before["standing"] == "unanchored"
    here(team, clone, "drift")
    judged = team.rest("GET", f"/memories/{said['id']}", token=token)
    assert judged["standing"] == "holds"
    assert "judged last at" in judged["standing_detail"][0]["reason"]
    push = {
        "ref": "refs/heads/main", "before": "a" * 40, "after": "c" * 40, "forced": False,
        "repository": {"clone_url": REMOTE, "default_branch": "main"},
        "commits": [{"added": [], "removed": [], "modified": ["locks.py"]}],
    }  # fmt: skip
    github(team, "push", push)
    after = team.rest("GET", f"/memories/{said['id']}", token=token)
    assert after["standing"] == "touched"
    assert "c" * 12 in after["standing_detail"][0]["reason"]
