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
    say "***  No Chromium was found that starts. To run them, install one   ***"
    say "***      sudo apt-get install chromium                             ***"
    say "***  or name one:  make test CHROMIUM=/path/to/chromium            ***"
    say "**********************************************************************"
}

if ! browser=$(find_browser); then
    if [ -z "${CHROMIUM:-}" ] && install_packages chromium fonts-dejavu-core; then
        browser=$(find_browser) || browser=
    else
        browser=
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
"$python" -m mypy
say "== pytest"
"$python" -m pytest "${markers[@]}" "$@"

if [ -z "$browser" ] && [ "${CI:-}" = true ]; then
    say "On CI that is a failure."
    exit 1
fi
