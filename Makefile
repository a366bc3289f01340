# The one gate, the same here and in CI. Needs Python 3.10+ (other than python3: make check PYTHON=...), git and
# make; everything else it installs itself, also where Python came without ensurepip or refuses to be installed into.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
BENCH := .venv-bench

# Install requirements files into an environment: $(call environment,FOLDER,FILES)
define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "$(PYTHON) is not Python 3.10 or newer; name one that is, e.g. make check PYTHON=python3.12" >&2; exit 1; }
	@PYTHONPATH=scripts $(PYTHON) -B .ci/make.py environment $(1) $(2)
	@touch $@
endef

.PHONY: check format lint types test golden ledger examples bench fuzz dist clean
check: format lint types test

$(VENV)/.ready: requirements.txt requirements-dev.txt
	$(call environment,$(VENV),requirements-dev.txt)
$(BENCH)/.ready: requirements.txt tests/bench/requirements.txt
	$(call environment,$(BENCH),tests/bench/requirements.txt)

format: $(VENV)/.ready
	$(PY) -m ruff format --check .
lint: $(VENV)/.ready
	$(PY) -m ruff check .
types: $(VENV)/.ready
	$(PY) -m mypy
test: $(VENV)/.ready
	$(PY) -m pytest

# Rewrite the expected outputs in tests/golden, README.md and CONTRIBUTING.md; then read the diff.
golden: $(VENV)/.ready
	$(PY) -m pytest --golden

# Run the worked examples and compare every figure on the pages; the benchmarks too: tests/ledger.py --benches
ledger examples: $(VENV)/.ready
	PYTHONPATH=scripts $(PY) tests/ledger.py

# Run by hand: every tests/bench/bench_*.py beside its peers, every long random test in tests/bench/fuzz_*.py.
bench fuzz: $(BENCH)/.ready
	@for file in $(wildcard tests/bench/$@_*.py); do \
		echo "== $$file"; PYTHONPATH=scripts $(BENCH)/bin/python "$$file" || exit 1; done

dist: $(VENV)/.ready
	PYTHONPATH=scripts $(PY) -B .ci/make.py dist dist/rag-pipelines.zip

clean:
	rm -rf $(VENV) $(BENCH) dist .rag .mypy_cache .ruff_cache .pytest_cache
