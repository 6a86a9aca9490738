#!/usr/bin/env bash
# Runs every check and every test. Arguments go to pytest. CHROMIUM names a browser; CI=true insists on one.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

python=${PYTHON:-.venv/bin/python}

left_out() {
    say ""
    say "**********************************************************************"
    say "***  NOT EVERYTHING WAS TESTED.                                    ***"
    if [ -z "$browser" ]; then
        say "***  The browser tests were left out: no Chromium was found that   ***"
        say "***  starts and can be driven.                                     ***"
        say "***  To run them:  sudo apt-get install chromium-headless-shell    ***"
        say "***  or name one:  make test CHROMIUM=/path/to/chromium            ***"
    fi
    if [ -z "$postgres" ]; then
        say "***  The tests of PostgreSQL were left out: none was found.        ***"
        say "***  To run them:  sudo apt-get install postgresql                 ***"
    fi
    say "**********************************************************************"
}

# drivable_browser: print the path of a browser that the tests can use.
drivable_browser() {
    can_drive "$python" && find_browser
}

if ! browser=$(drivable_browser); then
    browser=
    if [ -z "${CHROMIUM:-}" ] && install_packages "${browser_packages[@]}"; then
        browser=$(drivable_browser) || browser=
    fi
fi

find_postgres >/dev/null || install_packages postgresql || true
postgres=$(find_postgres) || postgres=

chosen=
if [ -n "$browser" ]; then
    export CHROMIUM=$browser
else
    chosen="not browser"
fi
[ -n "$postgres" ] || chosen="${chosen:+$chosen and }not postgres"
without_browser="not browser" with_browser="browser"
if [ -z "$postgres" ]; then
    without_browser="$without_browser and not postgres" with_browser="$with_browser and not postgres"
fi
# What took long is told at the end. What never ends is stopped and named: Playwright itself would wait for a page forever.
pytest=("$python" -m pytest --durations=15 --timeout=300 --timeout-method=thread)
markers=()
if [ -n "$chosen" ]; then
    left_out
    trap left_out EXIT
    markers=(-m "$chosen")
fi

say "== ruff check"
"$python" -m ruff check .
say "== ruff format"
"$python" -m ruff format --check .
say "== mypy"
# With its report, which the house counts: so all is read anew, in a quarter of a minute, and once.
"$python" -m mypy --any-exprs-report build/types
say "== the house"
"$python" -m bench.house --types build/types/any-exprs.txt
say "== vulture"
"$python" -m bench.house.named > build/named.py
"$python" -m vulture hive app.py build/named.py
say "== pytest"
if [ $# -gt 0 ]; then
    "${pytest[@]}" "${markers[@]}" "$@"
else
    # Side by side on all cores. The tests of one file share a browser, a server and its games: they stay together.
    "${pytest[@]}" -n auto --dist worksteal -m "$without_browser" --ignore tests/browser
    [ -z "$browser" ] || "${pytest[@]}" -n auto --dist loadfile -m "$with_browser" tests/browser
fi

if [ -n "$chosen" ] && [ "${CI:-}" = true ]; then
    say "On CI that is a failure."
    exit 1
fi
