# The one gate, the same here and in CI. Needs Python 3.10+, git and make; everything else it installs itself.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: check format lint types test golden bench fuzz dist clean
check: format lint types test

$(VENV)/.ready: requirements.txt requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet -r requirements-dev.txt
	touch $@

format: $(VENV)/.ready
	$(PY) -m ruff format --check .
lint: $(VENV)/.ready
	$(PY) -m ruff check .
types: $(VENV)/.ready
	$(PY) -m mypy
test: $(VENV)/.ready
	$(PY) -m pytest

clean:
	rm -rf $(VENV) dist .rag .mypy_cache .ruff_cache .pytest_cache
