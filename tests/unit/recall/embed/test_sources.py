"""What the embedder's table was trained on is not what it is measured on, but for what is known and said."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[4]
TRAINED = ROOT / "tools/embedder/sources.toml"
MEASURED = ROOT / "tools/ranking/sources.toml"
QUESTIONS = ROOT / "bench/judged/questions.tsv"
# What the shipped table has read all the same (docs/explanation/embedder.md says what that means). To be emptied by the
# next table, never to grow.
READ_ALL_THE_SAME = [
    "black", "celery", "click", "httpx", "pip", "poetry", "pytest", "pytest-dev/pytest", "rich", "sentry-sdk",
    "sqlfluff", "tokio-rs/tokio",
]  # fmt: skip


def read_measured() -> tuple[set[str], set[str]]:
    """Return the repositories and the packages of all recall sets, in small letters."""
    sets = tomllib.loads(MEASURED.read_text())["set"]
    asked = [line.split("\t")[0] for line in QUESTIONS.read_text().splitlines() if line[0] not in "#-"]
    repositories = {name.lower() for each in sets for name in each["repositories"]} | {name.lower() for name in asked}
    return repositories, {name for each in sets for name in each.get("packages", ())}


def shared_with_sets(trained: dict[str, list[dict[str, str]]]) -> list[str]:
    """Return the sources of a table that are also the source of a recall set, under whatever owner or publisher."""
    repositories, packages = read_measured()
    names = packages | {name.rpartition("/")[2] for name in repositories}
    sources = [source["name"].lower() for kind in ("package", "repository") for source in trained[kind]]
    return sorted(name for name in sources if name.rpartition("/")[2] in names)


def test_no_other_source_of_the_embedder_is_the_source_of_a_recall_set() -> None:
    assert shared_with_sets(tomllib.loads(TRAINED.read_text())) == READ_ALL_THE_SAME


def test_a_set_is_recognised_by_its_repository_its_fork_and_its_package() -> None:
    trained = {
        "package": [{"name": "black"}, {"name": "sentry-sdk"}, {"name": "structlog"}],
        "repository": [{"name": "tokio-rs/Tokio"}, {"name": "somebody/tokio"}, {"name": "swaywm/sway"}],
    }
    assert shared_with_sets(trained) == ["black", "sentry-sdk", "somebody/tokio", "tokio-rs/tokio"]
