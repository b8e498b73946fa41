"""The chart renders to what Kubernetes accepts, and holds its promises whatever the values are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

CHART = Path(__file__).parents[2] / "deploy/helm/standfast"
NEEDED = ("--set=database.url=postgresql://standfast@db.example/memory", "--set=database.passwordSecret.name=db")
SEVERAL = {
    "as it comes": (),
    "everything": (
        "--set=hosts={memory.example.com}",
        "--set=ingress.enabled=true",
        "--set=ingress.tlsSecret=tls",
        "--set=ingress.className=nginx",
        "--set=telemetry.endpoint=http://collector.example:4318",
        "--set=databaseCIDRs={10.0.0.0/8}",
        "--set=image.pullSecrets[0].name=registry",
    ),
    "one replica": ("--set=replicas=1", "--set=autoscaling.enabled=false"),
}


def tool(name: str) -> str:
    """Return a linter that the development set-up installed beside Python."""
    beside = {
        Path(sys.executable).parent,
        *(Path(at).parents[2] / "bin" for at in sys.path if at.endswith("-packages")),
    }
    found = shutil.which(name, path=os.pathsep.join([*map(str, beside), os.environ["PATH"]]))
    if found is None:
        pytest.skip(f"{name} is not installed on this platform")
    return found


def render(*words: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [tool("helm"), "template", "team", str(CHART), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [document for document in yaml.safe_load_all(done.stdout) if document]


@pytest.fixture(params=SEVERAL)
def values(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return (*NEEDED, *SEVERAL[request.param])


def test_the_chart_has_nothing_to_complain_about(values: tuple[str, ...]) -> None:
    done = subprocess.run([tool("helm"), "lint", "--strict", str(CHART), *values], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


def test_kubernetes_accepts_every_object(values: tuple[str, ...], tmp_path: Path) -> None:
    written = tmp_path / "rendered.yaml"
    written.write_text(yaml.safe_dump_all(render(*values)))
    done = subprocess.run(
        [sys.executable, "-m", "kubernetes_validate", "--strict", str(written)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_pod_runs_as_nobody_on_a_file_system_it_cannot_write(values: tuple[str, ...]) -> None:
    specs = [item["spec"]["template"]["spec"] for item in render(*values) if item["kind"] in {"Deployment", "Job"}]
    assert len(specs) == 2
    for spec in specs:
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["automountServiceAccountToken"] is False
        (container,) = spec["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"] is True
        assert container["securityContext"]["allowPrivilegeEscalation"] is False
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}


def test_the_password_is_mounted_by_reference_and_stands_nowhere(values: tuple[str, ...]) -> None:
    rendered = render(*values)
    assert not [item for item in rendered if item["kind"] == "Secret"]
    deployment = next(item for item in rendered if item["kind"] == "Deployment")
    volumes = {volume["name"]: volume for volume in deployment["spec"]["template"]["spec"]["volumes"]}
    assert volumes["password"]["secret"]["secretName"] == "db"


def test_an_address_with_a_password_in_it_is_refused() -> None:
    words = ["--set=database.url=postgresql://standfast:hunter2@db.example/memory", NEEDED[1]]
    done = subprocess.run([tool("helm"), "template", "team", str(CHART), *words], capture_output=True, check=False)
    assert done.returncode != 0


def test_a_chart_without_a_database_is_refused() -> None:
    done = subprocess.run([tool("helm"), "template", "team", str(CHART)], capture_output=True, check=False)
    assert done.returncode != 0


def test_tokens_are_never_sent_in_the_clear_through_an_ingress() -> None:
    words = [*NEEDED, "--set=ingress.enabled=true", "--set=hosts={memory.example.com}"]
    done = subprocess.run([tool("helm"), "template", "team", str(CHART), *words], capture_output=True, check=False)
    assert done.returncode != 0
    assert b"ingress.tlsSecret" in done.stderr


def test_the_arguments_are_ones_the_server_takes(values: tuple[str, ...]) -> None:
    from standfast.cli.parser import build_parser

    for item in render(*values):
        if item["kind"] in {"Deployment", "Job"}:
            (container,) = item["spec"]["template"]["spec"]["containers"]
            command, *words = container["args"]
            assert vars(build_parser(command).parse_args(words))
