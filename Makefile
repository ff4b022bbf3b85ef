# What the README says, as commands. Needs python3 (3.11 or later) and make; the rest it installs.

PYTHON ?= python3
VENV := .venv
# The databases and the broker that the tests start for themselves, and what builds the reference service.
TEST_PACKAGES := mariadb-server postgresql rabbitmq-server gcc libc6-dev python3-dev
# More options for pytest: make test PYTEST_OPTIONS='-x tests/wire'
PYTEST_OPTIONS ?=

export PYTHON

.DEFAULT_GOAL := help
.PHONY: help up test bench clean packages

help: ## show this
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

up: $(VENV)/.installed ## run Placement here, on SQLite, with a small example cloud (Ctrl-C stops it)
	@$(VENV)/bin/stowage up

test: packages $(VENV)/.installed-for-tests ## check style and types, run all tests
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	$(VENV)/bin/pytest --durations=15 $(PYTEST_OPTIONS)

bench: packages $(VENV)/.installed-for-tests ## measure against openstack-placement and nova-api, write bench/RESULTS*.md
	$(VENV)/bin/python -m bench.placement
	$(VENV)/bin/python -m bench.compute

clean: ## remove what make has made here (not ./var)
	rm -rf $(VENV) .cache .mypy_cache .pytest_cache .ruff_cache

packages:
	@tools/debian-packages $(TEST_PACKAGES)

# The stamps make a second run quick: pip is asked only when pyproject.toml has changed.
$(VENV)/.installed: pyproject.toml tools/venv
	@echo "Installing Stowage into $(VENV)"
	@tools/venv
	@touch $@

$(VENV)/.installed-for-tests: pyproject.toml tools/venv
	@echo "Installing Stowage and what its tests need into $(VENV)"
	@tools/venv test
	@touch $@ $(VENV)/.installed
