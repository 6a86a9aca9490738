#!/usr/bin/env bash
# Makes the virtual environment .venv and installs a file of requirements into it: scripts/setup.sh requirements.txt
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
exec 1>&2 # stdout belongs to the command that set up for

requirements=$1
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    say "Python 3.11 or later is needed, and '$python' is not. On Debian: sudo apt-get install python3 python3-venv"
    say "If it has another name here: make PYTHON=/path/to/python3.11 ..."
    exit 1
fi

if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    if ! has_venv "$python" && ! { install_packages python3-venv && has_venv "$python"; }; then
        say "This Python cannot make virtual environments yet. Run this once, then try again:"
        say "    sudo apt-get install python3-venv"
        exit 1
    fi
    say "1/2 Making the virtual environment .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi

say "2/2 Installing what $requirements names (a minute the first time)"
.venv/bin/python -m pip install --disable-pip-version-check --no-input --requirement "$requirements"
say "Set-up is done; the next time it is skipped."
