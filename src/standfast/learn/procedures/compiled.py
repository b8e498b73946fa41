"""Cargo, Go, Gradle, Maven and other build tools whose commands are the same in every project that has their file."""

from __future__ import annotations

import re
from posixpath import basename

from standfast.learn.procedures.way import Way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_FIXED = {
    "Cargo.toml": (("test", "cargo test"), ("build", "cargo build"), ("format", "cargo fmt")),
    "go.mod": (("test", "go test ./..."), ("build", "go build ./..."), ("format", "go fmt ./...")),
    "mix.exs": (("test", "mix test"), ("set-up", "mix deps.get"), ("format", "mix format")),
    "Gemfile": (("set-up", "bundle install"),),
    ".rspec": (("test", "bundle exec rspec"),),
    "Rakefile": (("test", "bundle exec rake test"),),
    "composer.json": (("set-up", "composer install"),),
    "phpunit.xml": (("test", "vendor/bin/phpunit"),),
    "phpunit.xml.dist": (("test", "vendor/bin/phpunit"),),
    "deno.json": (("test", "deno test"),),
    "Package.swift": (("test", "swift test"), ("build", "swift build")),
    "build.sbt": (("test", "sbt test"), ("build", "sbt compile")),
    "pubspec.yaml": (("test", "dart test"), ("set-up", "dart pub get")),
    "CMakeLists.txt": (
        ("build", "cmake -B build && cmake --build build"),
        ("test", "cmake -B build && cmake --build build && ctest --test-dir build"),
    ),
    "WORKSPACE": (("test", "bazel test //..."), ("build", "bazel build //...")),
    "MODULE.bazel": (("test", "bazel test //..."), ("build", "bazel build //...")),
    "build.zig": (("test", "zig build test"), ("build", "zig build")),
    "meson.build": (
        ("build", "meson setup build && meson compile -C build"),
        ("test", "meson setup build && meson test -C build"),
    ),
    "Makefile.am": (("build", "./configure && make"), ("test", "make check")),
    "dune-project": (("test", "dune test"), ("build", "dune build")),
    "stack.yaml": (("test", "stack test"), ("build", "stack build")),
    "cabal.project": (("test", "cabal test all"), ("build", "cabal build all")),
    "rebar.config": (("test", "rebar3 eunit"), ("build", "rebar3 compile")),
    "shard.yml": (("test", "crystal spec"), ("set-up", "shards install")),
    "gleam.toml": (("test", "gleam test"), ("build", "gleam build")),
    "Makefile.PL": (("test", "perl Makefile.PL && make test"),),
    "Build.PL": (("test", "perl Build.PL && ./Build test"),),
    "dist.ini": (("test", "dzil test"),),
    "project.clj": (("test", "lein test"), ("set-up", "lein deps")),
    "deps.edn": (("test", "clojure -M:test"),),
    "DESCRIPTION": (("test", "Rscript -e 'devtools::test()'"),),
    "Project.toml": (("test", "julia --project -e 'using Pkg; Pkg.test()'"),),
    "dub.json": (("test", "dub test"), ("build", "dub build")),
    "dub.sdl": (("test", "dub test"), ("build", "dub build")),
    "fpm.toml": (("test", "fpm test"), ("build", "fpm build")),
    "xmake.lua": (("test", "xmake test"), ("build", "xmake")),
    "foundry.toml": (("test", "forge test"), ("build", "forge build")),
    "pants.toml": (("test", "pants test ::"),),
    "galaxy.yml": (("test", "ansible-test units"),),
    ".busted": (("test", "busted"),),
    ".cabal": (("test", "cabal test"), ("build", "cabal build")),
    ".nimble": (("test", "nimble test"), ("build", "nimble build")),
    "pytest.ini": (("test", "pytest"),),
    "conftest.py": (("test", "pytest"),),
}
_TESTED = {
    "Rakefile": ("TestTask", "RSpec", "task :test", "task test", "Minitest"),
    "CMakeLists.txt": ("enable_testing", "add_test", "CTest"),
    "composer.json": ("phpunit", "pest"),
    "meson.build": ("test(", "subdir('test", 'subdir("test'),
    "deps.edn": (":test ",),
    "DESCRIPTION": ("testthat",),
    "Project.toml": (),
    "pubspec.yaml": (),
    "Package.swift": (".testTarget",),
    ".cabal": ("test-suite",),
    "xmake.lua": ("add_tests",),
    "Makefile.am": ("TESTS", "tests", "check"),
}
# Where the tests lie that the first file of a build system need not speak of.
_SUITES = {
    "meson.build": re.compile(r"(?:^|/)(?:unit)?tests?/(?:.*/)?meson\.build$"),
    "CMakeLists.txt": re.compile(r"^(?:unit)?tests?/CMakeLists\.txt$"),
    "Project.toml": re.compile(r"^test/runtests\.jl$"),
    "pubspec.yaml": re.compile(r"^test/.*\.dart$"),
}
# The file beside a manifest that makes it a program.
_PROGRAMS = {"Cargo.toml": ("src/main.rs", "cargo run"), "go.mod": ("main.go", "go run .")}
_TEST_TASK = re.compile(r"TestTask|task[ (]+:?[\"']?test\b")
_NET = (".csproj", ".fsproj", ".vbproj")
_CHECKED = re.compile(r"add_custom_target\s*\(\s*(?P<name>check|tests?)\s", re.IGNORECASE)


def read_fixed(name: str, text: str, beside: Collection[str], paths: Collection[str] = ()) -> list[Way]:
    """Return the ways that a file brings by being there, among the files of its folder and of the repository."""
    file = basename(name)
    file = next((ending for ending in (".cabal", ".nimble") if file.endswith(ending)), file)
    if file in {"build.gradle", "build.gradle.kts"}:
        program = "./gradlew" if "gradlew" in beside else "gradle"
        return [Way("test", f"{program} test"), Way("build", f"{program} build")]
    if file == "pom.xml" and "gradlew" in beside and "mvnw" not in beside:
        return []  # who carries the one tool's wrapper builds with that tool
    if file == "pom.xml":
        program = "./mvnw" if "mvnw" in beside else "mvn"
        return [Way("test", f"{program} test"), Way("build", f"{program} package")]
    if file.endswith((".sln", ".slnx")) and not any(path.endswith(_NET) for path in paths):
        return []  # it holds projects of another tool
    if file.endswith((".sln", ".slnx", ".csproj")):
        several = sum(item.endswith((".sln", ".slnx")) for item in beside) > 1  # and the program asks which
        which = f" {name}" if ("/" in name or several) and not file.endswith(".csproj") else ""
        return [Way("test", f"dotnet test{which}"), Way("build", f"dotnet build{which}")]
    if file == "CMakeLists.txt" and (target := _CHECKED.search(text)):
        return [Way(*_FIXED[file][0]), Way("test", f"cmake --build build --target {target['name']}")]
    needed = _TESTED.get(file)
    tested = needed is None or any(word in text for word in needed)
    if not tested and (suite := _SUITES.get(file)):
        folder = name.removesuffix(file)
        tested = any(suite.search(path.removeprefix(folder)) for path in paths if path.startswith(folder))
    ways = _FIXED.get(file, ())
    if file == "pubspec.yaml" and "sdk: flutter" in text:
        ways = (("test", "flutter test"), ("set-up", "flutter pub get"))
    if file == "Rakefile":
        task = "spec" if "RSpec" in text and not _TEST_TASK.search(text) else "test"
        ways = (("test", f"{'bundle exec ' if 'Gemfile' in beside else ''}rake {task}"),)
    if file == "composer.json" and tested:
        ways = (*ways, ("test", "vendor/bin/phpunit" if "phpunit" in text else "vendor/bin/pest"))
    if "phpunit" in beside:
        ways = tuple((act, command.replace("vendor/bin/phpunit", "./phpunit")) for act, command in ways)
    return [Way(act, command) for act, command in ways if act != "test" or tested] + _programs(name, file, paths)


def _programs(name: str, file: str, paths: Collection[str]) -> list[Way]:
    """Return how what a manifest builds is run, where it is a program."""
    main, command = _PROGRAMS.get(file, ("", ""))
    return [Way("run", command)] if main and name.removesuffix(file) + main in paths else []
