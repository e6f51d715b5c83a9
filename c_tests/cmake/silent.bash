#!/usr/bin/env bash
# silent.bash RULES COMMAND...: runs COMMAND under all checks (HOSTNPU_CHECK=full). It must end as without them, and be reported for these
# rules, separated by commas, or `none`, and no others: what a test does wrong on purpose.
expected=$1
shift
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
HOSTNPU_CHECK=${CHECKS:-full} HOSTNPU_CHECK_LIMIT=10000 HOSTNPU_CHECK_LOG=$logs/%p "$@"
status=$?
found=$(cat "$logs"/* 2>/dev/null | sed -n 's/^====== [A-Z]*: .*\[\(HN-[A-Z-]*\)\]$/\1/p' | sort -u | paste -sd,)
found=${found:-none}
if [ "$found" != "$expected" ]; then
    cat "$logs"/*
    echo "reported $found, not $expected"
    status=1
fi
exit $status
