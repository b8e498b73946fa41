#!/usr/bin/env bash
# Rewrite requirements/dev.txt from requirements/dev.in and pyproject.toml. Needs uv.
set -euo pipefail
cd "$(dirname "$0")/.."
uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header \
    --no-annotate --output-file requirements/dev.txt requirements/dev.in pyproject.toml --extra langgraph
