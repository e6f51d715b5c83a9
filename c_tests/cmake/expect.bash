#!/usr/bin/env bash
# expect.bash FILE STATUS COMMAND...: runs COMMAND, and fails unless stdout is FILE to the byte (if FILE is not empty)
# and the exit status is STATUS (0 if empty).
file=$1 expected=${2:-0}
shift 2
output=$(mktemp)
trap 'rm -f "$output"' EXIT
"$@" >"$output"
status=$?
if [ -n "$file" ]; then
    diff -u --label "expected: $file" --label "printed by $1" "$file" "$output" || failed=yes
else
    cat "$output"
fi
if [ "$status" != "$expected" ]; then
    echo "$1: exit status $status instead of $expected"
    failed=yes
fi
[ -z "$failed" ]
