# Functions that the scripts of this folder share: `. common.bash "$@"` with the prefix and the program.
set -euo pipefail
prefix=$1
program=$2
bin=$prefix/bin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=

fail() {
    echo "FAILED: $*" >&2
    failed=yes
}
# has FILE PATTERN...: each pattern is in the file.
has() {
    local file=$1 pattern
    shift
    for pattern in "$@"; do
        grep -qE -- "$pattern" "$file" || { fail "no $pattern in $file:"; cat "$file" >&2; }
    done
}
# status N COMMAND...: the command ends with this status; what it prints is in $scratch/output.
status() {
    local expected=$1 status=0
    shift
    "$@" >"$scratch/output" 2>&1 || status=$?
    [ "$status" = "$expected" ] || { fail "$* ended with $status instead of $expected:"; cat "$scratch/output" >&2; }
}
done_testing() {
    [ -z "$failed" ]
}
