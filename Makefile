# Vigil's commands; `make help` lists them. Needs Python 3.11 or newer and make, nothing else.
# PYTHON=/path/to/python overrides the search for an interpreter when the environment is first made.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
MINIMUM := 3, 11

# Every test runs on the compiled engine where there is one; these run on the plain one as well.
PLAIN_TESTS := tests/test_scenarios.py tests/test_golden_games.py tests/test_cli.py tests/table/test_projection.py
# Playwright keeps an event loop running in its process, where other tests could not start one of their own.
BROWSER_TESTS := tests/web
# A test that fails is run once more, and listed as RERUN if it passes then: real browsers, processes and clocks now and
# then wait for a busy machine, and nobody's change is to be refused for that.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --reruns 1 -r fER --durations=25 --durations-min=1
WORKERS := auto
CORES = $$($(BIN)/python -c 'import os; print(os.cpu_count())')

# The tests start Python many hundred times: its bytecode is kept, whatever the shell says.
export PYTHONDONTWRITEBYTECODE :=

# Several targets at a time, each with its output in one piece where this make can do that.
PARALLEL := $(MAKE) --no-print-directory --jobs=5 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# $(call timed,name,command): says how long the command took, and fails where it fails.
timed = start=$$(date +%s); $(2); code=$$?; echo "==== $(1): $$(($$(date +%s) - start)) s"; exit $$code

.DEFAULT_GOAL := help
.PHONY: help play test test-rest test-browser test-plain test-deep engine web programs browser postgres lint lint-web format bench bench-server bench-web \
	layout ladder book wheel docs site screenshots clean

help:  ## list these commands
	@sed -n 's/^\([a-z-]*\): .*##  *\(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

play: engine web  ## start the table server and open its page in a browser
	@$(BIN)/vigil serve --open

test:  ## run all checks: ruff, mypy, ESLint, prettier, and the tests on the compiled and on the plain engine
	@$(call timed,preparations and lint,$(PARALLEL) engine web lint lint-web programs)
	@$(call timed,all tests,$(MAKE) --no-print-directory --keep-going test-rest test-browser test-plain)

# One after the other: side by side the tests of connections and clocks would wait for the processor. They wait for
# other processes a quarter of the time as it is.
test-rest: WORKERS = $(shell expr 3 \* $(CORES) / 2)
test-rest:
	@$(call timed,tests without a browser,$(PYTEST) --ignore=$(BROWSER_TESTS))

# A test in a browser waits for the other processes half of the time.
test-browser: WORKERS = $(shell expr 2 \* $(CORES))
test-browser:
	@$(call timed,tests in a browser,$(PYTEST) $(BROWSER_TESTS))

# The same questions, asked more often: whole games, thousands of requests, a hundred kills.
test-deep: $(VENV)/dev.stamp engine  ## run the long checks that `make test` does without (half an hour)
	@$(call timed,deep tests,$(PYTEST) -m deep)
	@$(call timed,requests and kills,VIGIL_FUZZ=100 VIGIL_KILLS=100 $(PYTEST) tests/server/reliability/test_fuzz_api.py tests/server/reliability/test_kill.py)

test-plain:
	@$(call timed,tests on the plain engine,VIGIL_ENGINE=plain $(PYTEST) $(PLAIN_TESTS))

# Without a C compiler everything works in plain Python.
engine: $(VENV)/runtime.stamp  ## compile the engine where there is a C compiler
	@$(BIN)/vigil compile || true

# Without Node.js everything else works all the same; the tests of the page then say what is missing.
web: $(VENV)/runtime.stamp  ## build the page of the browser table, where something has changed
	@$(BIN)/python -m tools.web || true

# Without one everything else is tested all the same; the tests of pages then say what is missing.
browser: $(VENV)/dev.stamp  ## find a Chromium for the tests of pages, or get one
	@$(BIN)/python -m tools.browser || true

postgres: $(VENV)/dev.stamp  ## find a PostgreSQL for the tests of the store, or get one
	@$(BIN)/python -m tools.postgres || true

# One after the other: either may have to install a package of the system.
programs: $(VENV)/dev.stamp
	@$(BIN)/python -m tools.browser || true
	@$(BIN)/python -m tools.postgres || true

lint: $(VENV)/dev.stamp  ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src

lint-web: $(VENV)/runtime.stamp web
	@$(BIN)/python -m tools.web lint

format: $(VENV)/dev.stamp  ## lay out the code and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp engine  ## measure everything beside its peers, write docs/benchmarks.md; ARGS=--quick for a look
	$(BIN)/python -m bench $(ARGS)

bench-server: $(VENV)/dev.stamp engine  ## measure the table server beside boardgame.io, write docs/server-benchmarks.md
	$(BIN)/python -m bench.server $(ARGS)

bench-web: $(VENV)/dev.stamp engine web browser  ## measure the browser table with the browser's own tracing, write docs/web-benchmarks.md
	$(BIN)/python -m bench.web $(ARGS)

layout: $(VENV)/dev.stamp engine web browser  ## check the table's layout on all screens with all questions, and take pictures; ARGS=--once for a look
	$(BIN)/python -m tools.table_layout $(ARGS)

book: $(VENV)/dev.stamp engine  ## measure every bot on the book of decisions, write docs/book.md
	$(BIN)/python -m tools.book_page $(ARGS)

ladder: $(VENV)/dev.stamp engine  ## measure how strong the bots are, write docs/bots.md; ARGS=--list shows the plan
	$(BIN)/python -m tools.ladder $(ARGS)

wheel: $(VENV)/runtime.stamp  ## build a wheel with the page and the compiled engine into dist/
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

docs: $(VENV)/dev.stamp  ## generate the generated parts of docs
	$(BIN)/python -m tools.make_docs

site: $(VENV)/dev.stamp  ## build the documentation site into site/
	$(BIN)/python -m tools.site

screenshots: $(VENV)/dev.stamp engine web browser  ## take the screenshots of the play guide
	$(BIN)/python -m tools.screenshots

clean:  ## remove the environment, caches and build outputs
	rm -rf $(VENV) .bench .site .cache build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf web/node_modules web/dist src/vigil/server/page tests/web/pictures
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The install is editable: only a change of what is installed makes a stamp out of date. Most of what the tools for
# development bring is never imported: it is compiled to bytecode when it is.
$(VENV)/dev.stamp: $(VENV)/runtime.stamp
	@echo "Installing the tools for development ..."
	@$(PIP) install -c constraints.txt --no-build-isolation --no-compile -e '.[dev]'
	@touch $@

# The build backend goes into the environment itself, because pip does not pin a separate build environment.
$(VENV)/runtime.stamp: pyproject.toml constraints.txt
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < ($(MINIMUM)))' 2>/dev/null || { $(make_venv); }
	@echo "Installing Vigil into $(VENV) ..."
	@$(PIP) install -c constraints.txt hatchling
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[compile,serve]'
	@touch $@

# Candidates are run, not only looked up: a shim on the PATH may stand for nothing.
# Debian splits ensurepip off into a package of its own; without it there is no pip in the environment.
define make_venv
found=; bare=; \
for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
  $$python -c 'import sys; sys.exit(sys.version_info < ($(MINIMUM)))' 2>/dev/null || continue; \
  if $$python -c 'import ensurepip, venv' 2>/dev/null; then found=$$python; break; fi; \
  bare=$$python; \
done; \
if [ -z "$$found" ] && [ -n "$$bare" ]; then \
  echo "Vigil found $$($$bare --version) ($$bare), but it cannot make virtual environments: its ensurepip module is missing." >&2; \
  echo "On Debian and Ubuntu install the package python3-venv, then run make again." >&2; \
  exit 1; \
elif [ -z "$$found" ]; then \
  echo "Vigil needs Python 3.11 or newer, and none was found." >&2; \
  echo "Install one, or say where it is: make PYTHON=/path/to/python3 play" >&2; \
  exit 1; \
fi; \
rm -rf $(VENV); \
echo "Making $(VENV) with $$($$found --version) ..."; \
$$found -m venv $(VENV)
endef
