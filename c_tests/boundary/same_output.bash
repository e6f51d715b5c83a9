#!/usr/bin/env bash
# same_output.bash REFERENCE PROGRAM ARGUMENT...: both end with 0 and print the same, which is not nothing.
reference=$1
shift
expected=$("$reference") || exit 1
got=$("$@") || { echo "$*: exit status $?"; exit 1; }
[ -n "$expected" ] || { echo "$reference prints nothing"; exit 1; }
diff -u --label "$reference" --label "$*" <(printf '%s\n' "$expected") <(printf '%s\n' "$got")
