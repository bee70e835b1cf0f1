# Shared by the scripts of this folder; sourced, never run. Bash.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Backtraces of crashed test processes cost minutes and say nothing that a test does not say.
export SWIFT_BACKTRACE=enable=no
export PYTHONDONTWRITEBYTECODE=1

needed_swift=6.3

say() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*"; }

stop() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Without the toolchain nothing here can work: say so before anything is installed.
need_swift() {
    command -v swift >/dev/null 2>&1 ||
        stop "Usher needs the Swift $needed_swift toolchain (or newer) and finds no 'swift' in PATH." \
            "Install it from https://www.swift.org/install/linux/ and run this again."
    local found
    found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$found" ] || stop "'swift --version' did not tell a version; Usher needs Swift $needed_swift or newer."
    [ "$(printf '%s\n%s\n' "$needed_swift" "$found" | sort -V | head -n 1)" = "$needed_swift" ] ||
        stop "Usher needs Swift $needed_swift or newer; the 'swift' in PATH is $found."
}

# step NAME COMMAND…: runs a command, says how long it took, and stops the script if it fails.
step() {
    local name=$1 started=$SECONDS
    shift
    say "── $name"
    if "$@"; then
        say "   $name: ok, $((SECONDS - started)) s"
    else
        say "   $name: FAILED after $((SECONDS - started)) s"
        exit 1
    fi
}

python_of_checks=.build/venv/bin/python
