PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
PURE := $(VENV)/pure
SANITIZED := $(VENV)/sanitized
# Folders are listed too: removing a file changes only its folder.
SOURCES := $(shell find kingcli -name __pycache__ -prune -o -print)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test test-slow test-pure test-sanitized bench lint types check readme clean

help:
	@echo 'make demo       install into $(VENV) and show what king does'
	@echo 'make test       install and run the tests, except the slow ones'
	@echo 'make test-slow  the slow tests'
	@echo 'make test-pure  the tests once more without the compiled core'
	@echo 'make test-sanitized  the tests of the core, built with address and undefined-behaviour sanitizers'
	@echo 'make bench      the speed of the core, beside its bars and its peers'
	@echo 'make lint       ruff'
	@echo 'make types      mypy --strict'
	@echo 'make check      lint, types, test'
	@echo 'make readme     write the actual outputs into README.md and the help topics'
	@echo 'make clean      remove what the above made'

demo: $(INSTALLED)
	@PATH="$$PWD/$(BIN):$$PATH" bash scripts/demo.sh

test: $(INSTALLED)
	$(BIN)/pytest -m "not slow" -n auto

test-slow: $(INSTALLED)
	$(BIN)/pytest -m slow -n auto

test-pure: $(PURE)/installed
	$(PURE)/bin/pytest -m "not slow" -n auto

test-sanitized: $(SANITIZED)/installed
	bash scripts/test_sanitized.sh $(SANITIZED)

bench: $(INSTALLED)
	@$(BIN)/python -m pip install --quiet endplay
	@PYTHONPATH=scripts $(BIN)/python scripts/bench_kernel.py
	@PYTHONPATH=scripts $(BIN)/python scripts/bench_dds.py

lint: $(INSTALLED)
	$(BIN)/ruff check .

types: $(INSTALLED)
	$(BIN)/mypy

check: lint types test

readme: $(INSTALLED)
	$(BIN)/python scripts/update_readme.py

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find kingcli scripts tests -name __pycache__ -prune -exec rm -rf {} +

# Not editable: the tests see what a user gets, package data and the compiled core included.
$(INSTALLED): $(BIN)/python pyproject.toml $(SOURCES)
	$(BIN)/python -m pip install --quiet '.[dev]'
	@touch $@

$(PURE)/installed: $(INSTALLED)
	$(PYTHON) -m venv --clear $(PURE)
	KING_PURE=1 $(PURE)/bin/python -m pip install --quiet '.[dev]'
	@touch $@

$(SANITIZED)/installed: $(INSTALLED)
	$(PYTHON) -m venv --clear $(SANITIZED)
	KING_REQUIRE_NATIVE=1 $(SANITIZED)/bin/python -m pip install --quiet '.[dev]' -Ccmake.define.KING_SANITIZE=ON
	@touch $@

$(BIN)/python:
	$(PYTHON) -m venv --clear $(VENV)
