# The one gate, the same here and in CI. Needs Python 3.10+ (other than python3: make check PYTHON=...), git and
# make; everything else it installs itself, also where Python came without ensurepip or refuses to be installed into.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
RAGKIT := import sys; sys.path.insert(0, "scripts"); from pathlib import Path; from ragkit.installing import

.PHONY: check format lint types test bench fuzz dist clean
check: format lint types test

$(VENV)/.ready: requirements.txt requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "$(PYTHON) is not Python 3.10 or newer; name one that is: make check PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -B -c '$(RAGKIT) environment; environment.for_development(sys.executable, Path("$(VENV)"))'
	@touch $@

format: $(VENV)/.ready
	$(PY) -m ruff format --check .
lint: $(VENV)/.ready
	$(PY) -m ruff check .
types: $(VENV)/.ready
	$(PY) -m mypy
test: $(VENV)/.ready
	$(PY) -m pytest

dist: $(VENV)/.ready
	@$(PY) -B -c '$(RAGKIT) bundle; out = "dist/rag-pipelines.zip"; print(bundle.write_zip(Path("."), Path(out)), "files in", out)'

clean:
	rm -rf $(VENV) dist .rag .mypy_cache .ruff_cache .pytest_cache
