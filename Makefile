# What a contributor types. `make install` first; everything else uses its .venv.

PYTHON ?= $(shell for p in python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --no-header --no-annotate

.PHONY: install demo test lint bench chaos lock

install: $(STAMP)

# Hashes are checked for every package; ours is linked in place (nothing of it is copied into site-packages).
$(STAMP): requirements/dev.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "voicemill needs Python 3.11 or 3.12 (given: none on PATH); or: make PYTHON=/path/to/python3.12" >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

demo: $(STAMP)
	$(BIN)/voicemill demo

test: $(STAMP)
	$(BIN)/python -m pytest

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python benchmarks/run.py

# Kills and freezes workers, broker and store at random, and checks that nothing is lost or made twice (CONTRIBUTING.md).
SEEDS ?= 1 2 3

chaos: $(STAMP)
	$(BIN)/python -m tests.chaos.run --seeds $(SEEDS)

# Add UPGRADE=--upgrade to move the pins; without it only what pyproject.toml asks for changes.
lock: $(STAMP)
	$(COMPILE) $(UPGRADE) pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --extra zh --extra ja --extra espeak --group dev --constraint requirements/runtime.txt \
		--output-file requirements/dev.txt
