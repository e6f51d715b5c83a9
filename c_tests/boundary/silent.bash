#!/usr/bin/env bash
# silent.bash PROGRAM ARGUMENT...: ends with 0, and writes nothing to the standard error stream.
errors=$("$@" 2>&1 >/dev/null)
status=$?
printf '%s' "$errors"
[ "$status" = 0 ] || { echo "$*: exit status $status"; exit 1; }
[ -z "$errors" ]
