"""The image's file is clean, and its steps do here what they do in a builder, as far as that goes without Docker."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_chart import tool
from tests.program import plain_env

TOP = Path(__file__).parents[2]
DOCKERFILE = TOP / "deploy/image/Dockerfile"
COMPOSE = TOP / "deploy/compose/compose.yaml"
FEATURE = TOP / "deploy/devcontainer/src/standfast"


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the image's file, in order."""
    text = re.sub(r"(?m)^#.*\n", "", DOCKERFILE.read_text()).replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in text.splitlines()) if word]


def last(word: str) -> str:
    return [rest for found, rest in instructions() if found == word][-1]


def test_the_image_file_has_nothing_to_complain_about() -> None:
    done = subprocess.run([tool("hadolint"), str(DOCKERFILE)], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_image_runs_as_an_account_with_a_number_that_is_not_root() -> None:
    user, _, group = last("USER").partition(":")
    assert int(user) > 0
    assert int(group) > 0


def test_what_the_image_is_built_from_is_in_the_repository_and_travels() -> None:
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    allowed = {line[1:] for line in (TOP / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for name in (name for names in copied for name in names):
        assert (TOP / name).exists(), name
        assert name in allowed, name


def test_the_steps_of_the_build_make_a_program_from_what_is_copied_and_nothing_else(tmp_path: Path) -> None:
    """Run the first stage as it is written, in a folder; packages of others are pip's business, and stay out."""
    source, made = tmp_path / "src", tmp_path / "opt"
    source.mkdir()
    for names in (rest.split() for word, rest in instructions() if word == "COPY" and "--from" not in rest):
        for name in names[:-1]:
            if (TOP / name).is_dir():
                shutil.copytree(TOP / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(TOP / name, source / name)
    run = next(rest for word, rest in instructions() if word == "RUN").replace("/opt/standfast", str(made))
    packages = os.pathsep.join(entry for entry in sys.path if entry.endswith("-packages"))
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": packages}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**plain_env(tmp_path), "PATH": path, **offline}
    done = subprocess.run(["sh", "-ec", run], cwd=source, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not list(made.rglob("__pycache__"))
    told = subprocess.run([made / "bin/standfast", "--version"], env=env, capture_output=True, text=True, check=True)
    assert told.stdout.strip()
    assert (next(made.rglob("site-packages")) / "standfast" / "store" / "postgres" / "schema.sql").exists()


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("useradd"), reason="accounts are made by root")
def test_the_steps_of_the_image_make_an_account_that_cannot_log_in_and_owns_one_folder(tmp_path: Path) -> None:
    """Run the second stage in a root of its own: its account files, its folders."""
    (tmp_path / "etc").mkdir()
    for name in ("passwd", "group", "shadow", "gshadow"):
        (tmp_path / "etc" / name).touch()
    run = [rest for word, rest in instructions() if word == "RUN"][1]
    inside = run.replace("useradd ", f"useradd --prefix {tmp_path} ").replace(" 0700 /var", f" 0700 {tmp_path}/var")
    inside = inside.replace("-o standfast -g standfast", "-o 10001 -g 10001")  # names are known in that root alone
    subprocess.run(["sh", "-ec", inside], check=True, capture_output=True, timeout=60)
    account = (tmp_path / "etc/passwd").read_text().split(":")
    assert (account[0], account[2], account[-1].strip()) == ("standfast", "10001", "/usr/sbin/nologin")
    assert (tmp_path / "etc/shadow").read_text().split(":")[1] in {"!", "*", "!!"}
    folder = (tmp_path / "var/lib/standfast").stat()
    assert (folder.st_uid, folder.st_mode & 0o777) == (10001, 0o700)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_the_command_serves_and_its_health_check_sees_it(tmp_path: Path) -> None:
    # Packages come from the environment of the tests: what is installed in the image is pip's business, not ours.
    home = tmp_path / "home"
    home.mkdir()
    venv.create(tmp_path / "venv", with_pip=False, system_site_packages=False)
    python = tmp_path / "venv/bin/python"
    packages = [entry for entry in sys.path if entry.endswith("-packages")]
    site = subprocess.run(
        [python, "-c", "import site; print(site.getsitepackages()[0])"], capture_output=True, text=True, check=True
    )
    (Path(site.stdout.strip()) / "beside.pth").write_text("\n".join([str(TOP / "src"), *packages]))
    port = free_port()
    env = plain_env(tmp_path, STANDFAST_HOME=str(home), PATH=f"{python.parent}:{os.environ['PATH']}")
    command = [word.replace("8765", str(port)) for word in json.loads(last("CMD"))]
    assert json.loads(last("ENTRYPOINT")) == ["standfast"]
    server = subprocess.Popen(
        [python, "-m", "standfast", *command, "--json"], cwd=home, env=env, stdout=subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        assert json.loads(server.stdout.readline())["url"].endswith(f":{port}")
        check = last("HEALTHCHECK").partition("CMD")[2].replace("8765", str(port))
        subprocess.run(json.loads(check), env=env, check=True, timeout=120)
    finally:
        server.terminate()
        server.communicate(timeout=120)
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(json.loads(check), env=env, check=True, timeout=120, stderr=subprocess.DEVNULL)


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
    return read


def test_the_compose_file_is_one() -> None:
    done = subprocess.run(
        [tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(COMPOSE)],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_no_port_of_the_compose_file_is_open_to_other_machines() -> None:
    services = compose()["services"]
    published = [str(port) for service in services.values() for port in service.get("ports", [])]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)
    assert "ports" not in services["database"]


def test_no_password_stands_in_the_compose_file() -> None:
    for service in compose()["services"].values():
        for name, value in service["environment"].items():
            assert "PASSWORD" not in name or name.endswith("_FILE"), name
            assert not re.search(r"://[^/@]*:[^/@]*@", str(value)), value


def test_the_role_the_compose_file_makes_is_held_to_row_level_security() -> None:
    script = compose()["configs"]["role"]["content"]
    assert "NOSUPERUSER" in script
    assert "BYPASSRLS" not in script
    assert subprocess.run(["sh", "-n"], input=script.replace("$$", "$").encode(), check=False).returncode == 0


def test_the_server_of_the_compose_file_reads_its_password_from_a_file_of_its_own(tmp_path: Path) -> None:
    shell, flag, script, *rest = compose()["services"]["server"]["entrypoint"]
    secret, passwords, stand_in = tmp_path / "secret", tmp_path / "pgpass", tmp_path / "standfast"
    secret.write_text("correct horse")
    stand_in.write_text('#!/bin/sh\necho "$@"\n')
    stand_in.chmod(0o755)
    script = script.replace("$$", "$").replace("/run/secrets/database-password", shlex.quote(str(secret)))
    script = script.replace("/run/standfast/pgpass", shlex.quote(str(passwords)))
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([shell, flag, script, *rest, "serve"], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "serve\n"
    assert passwords.read_text() == "database:5432:standfast:standfast:correct horse\n"
    assert passwords.stat().st_mode & 0o077 == 0


def test_the_feature_for_dev_containers_installs_a_command_that_runs(tmp_path: Path) -> None:
    described = json.loads((FEATURE / "devcontainer-feature.json").read_text())
    assert described["id"] == FEATURE.name
    target = Path(described["mounts"][0]["target"])
    assert described["containerEnv"]["STANDFAST_HOME"] == str(target)
    env = {
        **plain_env(tmp_path),
        "ROOT": str(tmp_path / "root"),
        "PACKAGE": str(TOP),
        "PIP_OPTIONS": "--no-deps --no-build-isolation --no-index",
        "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry.endswith("site-packages")),
        "_REMOTE_USER": str(os.getuid()),
        "PATH": os.environ["PATH"],
    }
    done = subprocess.run(["sh", FEATURE / "install.sh"], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "standfast" in done.stdout
    assert (tmp_path / "root" / target.relative_to("/")).stat().st_mode & 0o077 == 0
