# Functions that the other scripts share. All words go to stderr: stdout belongs to results.

say() {
    printf '%s\n' "$*" >&2
}

# can_install: whether packages can be installed here without asking anybody.
can_install() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null
}

# install_packages PACKAGE...: install Debian packages; fails where that is not possible.
install_packages() {
    can_install || return 1
    say "Installing with apt: $*"
    {
        DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 update &&
            DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Retries=3 install -y --no-install-recommends "$@"
    } >&2
}

# has_venv PYTHON: whether this Python can make virtual environments (Debian keeps that in a package of its own).
has_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null
}

# What Debian calls a browser, letters for it, and a library of the program through which Playwright drives it.
# The one without windows takes two thirds of the other's processor time.
browser_packages=(chromium-headless-shell fonts-dejavu-core libatomic1)

# find_browser: print the path of a Chromium that starts. CHROMIUM, where set, is the only one tried.
find_browser() {
    local name
    for name in ${CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable}; do
        if "$name" --version >/dev/null 2>&1; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

# can_drive PYTHON: whether Playwright's own program starts.
can_drive() {
    "$1" -m playwright --version >/dev/null 2>&1
}

# find_postgres: print the path of the program that makes a PostgreSQL; Debian keeps it out of the way.
find_postgres() {
    local path
    for path in /usr/lib/postgresql/*/bin/initdb; do
        if [ -x "$path" ]; then
            printf '%s\n' "$path"
            return 0
        fi
    done
    command -v initdb
}
