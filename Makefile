# make demo      plays a whole sample zine into .demo/
# make quick     linters, types and all tests but the slow ones, in under a minute
# make test      linters, types and all tests
# make storm     kills commands, fills the disk and breaks it at every write that matters, and has every two meet
# make seasons   thousands of tables and hundreds of draws of a season, each beside a second answer
# make fuzz      gives one reader what nobody would write, for as long as you like: READER=mails MINUTES=60
# make bench     how fast it is: one table, everything beside the bare work it cannot do without; BENCH=take for a part
# make messages  brings the catalogues of the other languages in step with what the program says
# make scripts   makes the order form's JavaScript again, after a change to the rules of validity
# make pictures  draws the map of the rooms again, and takes the pictures of the README, from the demo
# Each sets up all it needs in .venv the first time, and is quick to start after that.

PYTHON ?= python3
BIN := .venv/bin
CODE := gm tests benchmarks hatch_build.py
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: help demo quick test storm seasons fuzz bench format messages scripts pictures clean

help:
	@sed -n 's/^# //p' Makefile

demo: .venv/ready
	@rm -rf .demo
	@$(BIN)/gm demo .demo

quick: .venv/ready-to-test
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy --strict gm
	$(BIN)/pytest -n auto -m "not slow"

test: .venv/ready-to-test
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy --strict gm
	$(BIN)/mypy --strict --no-warn-unreachable --platform win32 --cache-dir .mypy_cache/win32 gm
	$(BIN)/pytest -n auto -rs

#: What make test tries some of, tried all over; STORM="--kind race --command run" is only a part of it.
storm: .venv/ready-to-test
	$(BIN)/python -m tests.storm $(STORM)

#: A quarter of an hour; SEASONS="--draws 1000 --tables 0 --stages 0 --deals 0" asks what you like.
seasons: .venv/ready-to-test
	$(BIN)/python -m tests.season $(SEASONS)

#: pages, mails, games, records or cases; what a reader stumbles over is kept in .fuzz/.
READER ?= pages
MINUTES ?= 10
fuzz: .venv/ready-to-fuzz
	$(BIN)/python -m tests.fuzz $(READER) --minutes $(MINUTES)

#: BENCH="take 1,000" is only a part of it, BENCH=--list says what there is, BENCH=--help the rest.
bench: .venv/ready-to-test
	@$(BIN)/python -m benchmarks $(BENCH)

format: .venv/ready-to-test
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

#: Sentences for the translators: gathers them anew, and brings every catalogue in step.
messages: .venv/ready-to-test
	$(BIN)/python -m tests.messages

#: The rules of validity in JavaScript, kept in templates/; only those who change such rules need this.
scripts: .venv/ready-to-test
	$(BIN)/python -m tests.make_scripts

#: The map of the rooms; and screenshots of the demo for the README, which need Chromium.
pictures: .venv/ready-to-test
	$(BIN)/python docs/pictures/rooms.py
	$(BIN)/python docs/pictures/make.py

clean:
	rm -rf .venv .demo .mypy_cache .pytest_cache .ruff_cache .hypothesis .fuzz build dist

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Under Orders needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@$(PYTHON) -m venv .venv

.venv/ready: .venv/bin/python pyproject.toml
	@echo "Setting up .venv ..."
	@$(PIP) install --editable .
	@touch $@

.venv/ready-to-test: .venv/ready
	@echo "Adding what the tests need ..."
	@$(PIP) install --editable '.[dev]'
	@touch $@

.venv/ready-to-fuzz: .venv/ready-to-test
	@echo "Adding atheris, where there is one ..."
	@$(PIP) install --editable '.[fuzz]' || echo "There is none: the fuzzer goes by chance alone."
	@touch $@
