"""Which versions a project asks for is read from the right key of the right table, whatever else its manifests hold."""

from __future__ import annotations

import pytest

from standfast.code.runtimes import (
    Runtime,
    denies,
    find_claimed_version,
    is_outdated,
    list_claimed_versions,
    read_runtimes,
)


def find_other(text: str, asked: Runtime) -> str:
    """Return the version that a sentence says is supported and that a file does not admit, or asks more than."""
    said = find_claimed_version(text)
    return said.version if said is not None and denies(asked, said) else ""


def read(name: str, text: str) -> list[tuple[str, str, int]]:
    return [(found.key, found.spec, found.line) for found in read_runtimes(name, text)]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("pyproject.toml", '[project]\nrequires-python = ">=3.11" # as CI\n', ("project.requires-python", ">=3.11", 2)),
        (
            "pyproject.toml",
            '[tool.mypy]\npython = "3.7"\n[project]\nrequires-python=">=3.11"\n',
            ("project.requires-python", ">=3.11", 4),
        ),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\r\npython = "^3.9"\r\n',
            ("tool.poetry.dependencies.python", "^3.9", 2),
        ),
        (
            "pyproject.toml",
            '[tool.poetry]\ndependencies.python = "^3.9"\n',
            ("tool.poetry.dependencies.python", "^3.9", 2),
        ),
        ("setup.cfg", "[options]\npython_requires = >=3.8, <4\n", ("options.python_requires", ">=3.8, <4", 2)),
        (
            "pubspec.yaml",
            "dependencies:\n  flutter:\n    sdk: flutter\nenvironment:\n  sdk: '>=2.12.0 <4.0.0'\n",
            ("environment.sdk", ">=2.12.0 <4.0.0", 5),
        ),
        (
            "composer.json",
            '{"config": {"platform": {"php": "8.0"}},\n "require": {\n  "php": ">=8.1"}}',
            ("require.php", ">=8.1", 3),
        ),
        (
            "package.json",
            '{"volta": {"engines": {"node": "9"}},\n"engines": {"node": ">=20"}}',
            ("engines.node", ">=20", 2),
        ),
        ("Cargo.toml", '[workspace.package]\nrust-version = "1.96"\n', ("", "1.96", 2)),
        ("rust-toolchain.toml", '[toolchain]\nchannel = "stable"\n', ("toolchain.channel", "stable", 2)),
        ("go.mod", "module shop\n\ngo 1.22 // as CI\n", ("", "1.22", 3)),
    ],
)
def test_a_version_is_read_at_its_key(name: str, text: str, found: tuple[str, str, int]) -> None:
    assert read(name, text) == [found]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[tool.mypy]\npython = "3.7"\n'),
        ("pyproject.toml", '[project]\nrequires-python = "some"\n'),
        ("pubspec.yaml", "dependencies:\n  flutter:\n    sdk: flutter\n"),
        ("pubspec.yaml", "dependencies:\n  shop:\n    sdk: 3.0.0\n"),
        ("Cargo.toml", '[package.metadata]\nrust-version = "1.60"\n'),
        ("composer.json", '{"config": {"platform": {"php": "8.0"}}}'),
        ("package.json", '{"engines": {"npm": "use pnpm"}}'),
        ("package.json", '{"engines": ["node"]}'),
        ("package.json", "[" * 100_000),
    ],
)
def test_what_stands_at_another_key_or_is_no_version_is_none(name: str, text: str) -> None:
    assert read(name, text) == []


@pytest.mark.parametrize("spec", ["1.8", "8", "1.8.0"])
def test_java_one_point_eight_is_java_eight(spec: str) -> None:
    (asked,) = read_runtimes("pom.xml", f"<maven.compiler.source>{spec}</maven.compiler.source>")
    assert find_other("The library supports Java 8 and newer.", asked) == ""
    assert find_other("The library supports Java 1.8 and newer.", asked) == ""
    assert find_other("The library supports Java 7 and newer.", asked) == "7"
    assert find_other("The library supports Java 11 and newer.", asked) == "11"
    assert Runtime("Rust", "1.70").least == (1, 70)


@pytest.mark.parametrize(
    "said",
    ["Rust 1.90 is enough.", "Rust 1.90 suffices to build it", "It builds with Rust 1.90", "Rust 1.90 is fine here"],
)
def test_what_is_said_to_be_enough_is_held_against_the_least_version(said: str) -> None:
    (asked,) = read_runtimes("Cargo.toml", '[package]\nrust-version = "1.92"\n')
    assert find_other(said, asked) == "1.90"
    assert find_other(said.replace("1.90", "1.93"), asked) == ""
    assert find_other(said.replace("is", "was"), asked) == "" or " is " not in said


def test_since_when_a_language_has_something_asks_for_nothing() -> None:
    (asked,) = read_runtimes("Package.swift", "// swift-tools-version: 6.0\n")
    assert find_other("We use parameter packs (Swift 5.9+) for calls.", asked) == ""
    assert find_other("Heron needs a recent compiler (Swift 5.9+).", asked) == "5.9"


@pytest.mark.parametrize("line", ["Heron targets Rust 1.63 as its MSRV.", "The minimum supported version is Rust 1.63"])
def test_the_least_version_is_not_held_against_the_one_that_is_used(line: str) -> None:
    pinned = read_runtimes("rust-toolchain.toml", '[toolchain]\nchannel = "1.96"\n')
    assert not any(is_outdated(said, pinned) for said in list_claimed_versions(line))
    asked = read_runtimes("Cargo.toml", '[package]\nrust-version = "1.70"\n')
    assert any(is_outdated(said, asked) for said in list_claimed_versions(line))
