# The commands of this repository. Each sets up what it needs; the second time that takes no time.
# PYTHON names another interpreter for the virtual environment (3.11 or later).

PYTHON ?= python3
RUN := .venv/bin/python
SETUP := scripts/setup.sh scripts/common.sh constraints.txt

.PHONY: help play quick test bench screens races load faults fuzz night pictures golden words format
.DEFAULT_GOAL := help

help:
	@echo "make play     start the app on http://localhost:8000  (PORT=9000: another port; LAN=1: for phones, too)"
	@echo "make quick    run after each edit: types, scenarios, kept games, a table's pages (a minute)"
	@echo "make test     run every check and test                (ARGS='-k undo': only some tests)"
	@echo "make bench    measure in processor time, one JSON object a line; ends with 1 if a bound is missed (ARGS='--only page_sizes')"
	@echo "make screens  measure in browsers how soon the other screens show a tap (ARGS='--taps 60 --screens 6')"
	@echo "make races    have two of six browsers tap at the same time, 200 times"
	@echo "make faults   break servers and databases, 1000 times (ARGS='--times 50 --kept FILE': so often, and go on later)"
	@echo "make fuzz     ask the app 50000 times for nonsense, on both stores (ARGS='--requests 1000 --seed 60')"
	@echo "make load     measure how many tables this machine carries, on SQLite and PostgreSQL; ends with 1 if that is too few"
	@echo "make night    all that takes a night: faults, nonsense, kills, races, screens in each language, whole games, load (ARGS='--hours 1 --only games')"
	@echo "make pictures take the pictures of docs/ anew, with Chromium"
	@echo "make golden   write the games of tests/golden anew, after a change that is meant"
	@echo "make words    find the words of the app, and bring the catalogs in translations/ up to date"
	@echo "make format   put the source into its form"

play: .venv/play.stamp
	@exec $(RUN) -m hive play

# What tells soonest that something is broken: every scenario, games kept as they were, old exports, a game on the screen
# beside one opened anew, and what watches the source.
QUICK := scenarios golden_games exports web_updates web_answers keys chapters repository

quick: .venv/test.stamp
	@$(RUN) -m ruff check --quiet . && $(RUN) -m ruff format --check --quiet . && $(RUN) -m mypy
	@$(RUN) -m pytest -q -n auto --dist worksteal $(QUICK:%=tests/test_%.py)

test: .venv/test.stamp
	@PYTHON=$(RUN) bash scripts/test.sh $(ARGS)

bench: .venv/test.stamp
	@exec $(RUN) -m bench $(ARGS)

screens: .venv/test.stamp
	@exec $(RUN) -m bench.screens $(ARGS)

races: .venv/test.stamp
	@HIVE_NIGHT=1 $(RUN) -m pytest -m browser -k two_taps_at_the_same_time tests/browser/test_several.py

fuzz: .venv/test.stamp
	@exec $(RUN) -m bench.fuzz $(ARGS)

faults: .venv/test.stamp
	@exec $(RUN) -m bench.faults $(ARGS)

load: .venv/test.stamp
	@exec $(RUN) -m bench.load --judge $(ARGS)

night: .venv/test.stamp
	@exec $(RUN) -m bench.night $(ARGS)

pictures: .venv/test.stamp
	@exec $(RUN) -m bench.pictures docs/pictures --docs

golden: .venv/test.stamp
	@for game in tests/golden/*.txt; do \
		$(RUN) $$(sed -n "1s/^python//p" $$game) --words > $$game.new && mv $$game.new $$game || exit 1; done

words: .venv/test.stamp
	@exec $(RUN) -m hive.words

format: .venv/test.stamp
	@$(RUN) -m ruff check --fix --quiet .
	@$(RUN) -m ruff format .

.venv/play.stamp: requirements.txt $(SETUP)
	@PYTHON="$(PYTHON)" bash scripts/setup.sh requirements.txt
	@touch $@

.venv/test.stamp: requirements-dev.txt requirements.txt $(SETUP)
	@PYTHON="$(PYTHON)" bash scripts/setup.sh requirements-dev.txt
	@touch $@ .venv/play.stamp
