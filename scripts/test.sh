#!/usr/bin/env bash
# Runs every check and every test. Arguments go to pytest. CHROMIUM names a browser; CI=true insists on one.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

python=${PYTHON:-.venv/bin/python}

left_out() {
    say ""
    say "**********************************************************************"
    say "***  NOT EVERYTHING WAS TESTED: the browser tests were left out.   ***"
    say "***  No Chromium that starts and can be driven was found.          ***"
    say "***  To run them:  sudo apt-get install chromium libatomic1        ***"
    say "***  or name one:  make test CHROMIUM=/path/to/chromium            ***"
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

markers=()
if [ -n "$browser" ]; then
    export CHROMIUM=$browser
else
    left_out
    trap left_out EXIT
    markers=(-m "not browser")
fi

say "== ruff check"
"$python" -m ruff check .
say "== ruff format"
"$python" -m ruff format --check .
say "== mypy"
"$python" -m mypy --any-exprs-report build/types
say "== the house"
"$python" -m bench.house --types build/types/any-exprs.txt
say "== vulture"
"$python" -m bench.house.named > build/named.py
"$python" -m vulture hive app.py build/named.py
say "== pytest"
if [ $# -gt 0 ]; then
    "$python" -m pytest "${markers[@]}" "$@"
else
    # Side by side on all cores; the browser tests one by one, as each of them wants the machine for itself.
    "$python" -m pytest -n auto --dist worksteal -m "not browser"
    [ -z "$browser" ] || "$python" -m pytest -m browser
fi

if [ -z "$browser" ] && [ "${CI:-}" = true ]; then
    say "On CI that is a failure."
    exit 1
fi
