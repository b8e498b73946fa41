# Few targets; CI runs the same ones. `make run` sets everything up and does the main job.
PYTHON ?= python3
VENV ?= .venv
REPO ?= .
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
READY := $(VENV)/.ready
# The driver with ciphers takes the plain one's place, so it lies in a folder of its own that is searched first.
CIPHERS := $(VENV)/ciphers
CIPHER_TESTS := tests/property/test_encryption.py
TEST ?= tests

.PHONY: run test check fix bench docs viewer vscode wheel clients conformance clean

run: $(READY)
	$(BIN)/standfast up $(REPO) --once

test: $(READY) $(CIPHERS)/.ready
	$(BIN)/python -m pytest -n 2 --dist worksteal $(TEST) $(if $(filter tests,$(TEST)),--ignore=$(CIPHER_TESTS))
ifeq ($(TEST),tests)
	PYTHONPATH=$(CIPHERS) $(BIN)/python -m pytest $(CIPHER_TESTS)
endif

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

fix: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python bench/run.py

docs: $(READY)
	$(BIN)/python tools/reference.py
	$(BIN)/python tools/moments.py
	$(BIN)/python tools/screens.py
	$(BIN)/python tools/library.py

# The pages: built ahead and committed, so that nobody needs Node to install or run them.
viewer:
	cd viewer && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent check && npm run --silent build

# The corner in VS Code, into plugins/vscode/dist.
vscode:
	cd plugins/vscode && npm ci --ignore-scripts --no-audit --no-fund && npm run --silent check && npm run --silent build

wheel: $(READY)
	$(BIN)/python -m build --wheel

# The real agents and the protocol's own test tools, for the tests that drive them (1.9 GB, outside the tree).
clients: $(READY)
	$(BIN)/python -m tests.agents.clients

conformance: clients
	$(BIN)/python -m pytest tests/agents/test_conformance.py

$(READY): pyproject.toml requirements/dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

$(CIPHERS)/.ready: $(READY) requirements/ciphers.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(CIPHERS) \
		-r requirements/ciphers.txt
	@touch $@

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache
