# make run      the bot, or the demo while there is no token
# make demo     the demo, always
# make setup    everything a developer needs, into .venv
# make install  only what running needs, for a service
# make check    lint, types, contracts and the fast tests: before each commit
# make test     everything, as the build server runs it
# make fuzz     a hundred thousand hostile updates (SEED=1, UPDATES=100000)
# make soak     ten thousand chats, opened and abandoned (CHATS=10000)
# make chaos    a night in bad weather, ten minutes: kills, lost answers, late updates (SEED=7 plays one again;
#               STORE=built-in, always, everysec, sentinel or cluster: the stores of docs/promises.md)
# make image    the container image
# Smaller words: lint, types, format, lock, clean.

VENV ?= .venv
PYTHON ?= python3
UPGRADE ?= --upgrade
SEED ?= 1
UPDATES ?= 100000
CHATS ?= 10000
STORE ?= always
SHORT ?= 1

# What one process has compiled the next ones read: the tests start the bot again and again.
export PYTHONDONTWRITEBYTECODE =

bin := $(VENV)/bin
pip := $(bin)/python -m pip --disable-pip-version-check install --quiet
types_told = $(VENV)/types-told
every_test = $(bin)/python -m pytest -n 4 --dist worksteal $(if $(chromium),,-m 'not browser')
chromium := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)

# What keeps $(PYTHON) from making a virtual environment, in one line; empty when nothing does.
fault = $(shell $(PYTHON) -c 'import sys; from importlib.util import find_spec as has; \
	old = sys.version_info < (3, 11); bare = not (has("venv") and has("ensurepip")); \
	print("Python %d.%d is too old, 3.11 or newer is needed: make PYTHON=python3.13" % sys.version_info[:2] if old \
	else "Python lacks venv: apt install python3-venv" if bare else "")' 2>/dev/null \
	|| echo "Python is missing ($(PYTHON)): apt install python3 python3-venv")

.PHONY: help install setup check test fuzz soak chaos chaos-short run demo lint types format lock image clean

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

run: install
	@exec $(bin)/python -m tgbot run

demo: install
	@exec $(bin)/python -m tgbot demo

install: $(VENV)/.ready-to-run

setup: $(VENV)/.ready-to-test

check: lint types
	$(bin)/python -m pytest -q -n 2 -m "not slow and not redis and not browser"

# The types are checked beside the tests, which often wait, and told after them; either fault fails.
test: lint
	$(if $(chromium),,@echo "Chromium is missing, so the browser tests are left out. To get it: apt install chromium")
	@echo "$(every_test)"; $(bin)/mypy >$(types_told) 2>&1 & types=$$!; $(every_test); tests=$$?; \
	wait $$types; types=$$?; echo "$(bin)/mypy"; cat $(types_told); \
	if [ $$tests != 0 ]; then echo "The tests failed." >&2; fi; \
	if [ $$types != 0 ]; then echo "The types are wrong." >&2; fi; [ $$tests = 0 ] && [ $$types = 0 ]
	@echo "make test: lint, types, import contracts and all tests passed$(if $(chromium),, (without a browser))."

fuzz: setup
	$(bin)/python -m tests.fuzz.run --seed $(SEED) --updates $(UPDATES)

soak: setup
	$(bin)/python -m tests.soak.run --chats $(CHATS)

chaos: setup
	$(bin)/python -m tests.chaos.run --minutes 10 --tables 200 --seed $(SEED) --store $(STORE)

# The build server's night: SHORT minutes of bad weather, and about as long to begin and to end.
chaos-short: setup
	$(bin)/python -m tests.chaos.run --minutes $(SHORT) --tables 60 --pace 2 --seed $(SEED) --store $(STORE)

lint: setup
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/lint-imports

types: setup
	$(bin)/mypy

format: setup
	$(bin)/ruff check --fix
	$(bin)/ruff format

# Newest releases that are a few days old (pyproject.toml); `make lock UPGRADE=` keeps what is locked and only adds.
lock: $(bin)/pip
	$(pip) uv
	$(call compile,--group build,requirements.lock)
	$(call compile,--group dev --constraint requirements.lock,requirements-dev.lock)

compile = $(bin)/uv pip compile pyproject.toml $(1) $(UPGRADE) --output-file $(2) --quiet \
	--universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock"

image:
	docker build --file deploy/Dockerfile --tag tgbot .

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(bin)/pip:
	$(if $(fault),$(error $(fault)))
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# The project itself goes in without its dependencies and without build isolation: only the lock file decides what is fetched.
$(VENV)/.ready-to-run: requirements.lock pyproject.toml | $(bin)/pip
	@$(pip) --require-hashes --requirement requirements.lock
	@$(pip) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.ready-to-test: requirements-dev.lock pyproject.toml | $(bin)/pip
	@$(pip) --require-hashes --requirement requirements-dev.lock
	@$(pip) --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.ready-to-run
