# Every target sets up what it needs in $(VENV), and nothing is installed outside of it.
# A second run installs nothing: the stamps are renewed only when pyproject.toml or the Python behind $(VENV) changed.

VENV   ?= .venv
PYTHON ?=
GAME   ?= two-ten-jack
JOBS   ?= 2
ARGS   ?=
PY     := $(VENV)/bin/python
# An environment whose Python went away or was replaced by another version is made anew.
_      := $(shell test ! -d $(VENV) || $(PY) -c 'import pip' 2>/dev/null || rm -f $(PY) $(VENV)/.ready-*)
# The game may be named in ARGS too: `make play ARGS='two-ten-jack --seed 7'`.
PLAY    = $(if $(filter-out -%,$(firstword $(ARGS))),,$(GAME)) $(ARGS)

.PHONY: help play test check format docs bench dist clean
.DELETE_ON_ERROR:

help: ## What can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{printf "%-12s %s\n", $$1, $$2}'

play: $(VENV)/.ready-play ## Play Two-Ten-Jack here (GAME=name, ARGS='--seed 7 --auto')
	@$(PY) -m trickcore play $(PLAY)

test: $(VENV)/.ready-test ## Run the tests (JOBS=2, ARGS='tests/cli -x')
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

check: $(VENV)/.ready-dev ## Style, types and tests
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

format: $(VENV)/.ready-dev ## Bring the code into the house style
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format

docs: $(VENV)/.ready-test ## Write the generated pages again
	@$(PY) -m tests.docs.pages

bench: $(VENV)/.ready-bench ## Measure, with other systems beside
	@$(PY) -m benchmarks $(ARGS)

dist: $(VENV)/.ready-dev ## Build sdist and wheel into dist/
	@$(PY) -m build --outdir dist .

clean: ## Remove the environment and everything that was built
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

extra-play  :=
extra-test  := [test]
extra-dev   := [dev]
extra-bench := [test,bench]

$(VENV)/.ready-%: pyproject.toml $(PY)
	@echo "Installing trickcore$(extra-$*) into $(VENV) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --editable '.$(extra-$*)'
	@$(PY) -m compileall -q trickcore # commands start fast from the first time on
	@touch $@

$(PY):
	@python=; for candidate in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11); do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			python=$$candidate; break; \
		fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "trickcore needs Python 3.11 or newer; here $(or $(PYTHON),python3) is older or missing." >&2; \
		echo "Install it, or name one: make $(or $(MAKECMDGOALS),test) PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	if ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
		version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "$$python cannot make virtual environments: its modules venv and ensurepip are missing." >&2; \
		echo "On Debian and Ubuntu: apt install python$$version-venv. Or name another Python: PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi; \
	"$$python" -m venv --clear $(VENV)
