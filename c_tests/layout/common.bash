# Sourced by the scripts of this folder: `script.bash PREFIX`.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
c_tests=$(dirname "$here")
prefix=${1:?usage: ${0##*/} PREFIX}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}

# check WHAT COMMAND...: WHAT is a claim; the command's output is shown if it does not hold.
check() {
    local what=$1
    shift
    "$@" >"$scratch/log" 2>&1 || { fail "$what"; sed 's/^/    /' "$scratch/log"; }
}

finish() {
    [ "$failures" = 0 ] || echo "$failures failed"
    exit $((failures > 0))
}
