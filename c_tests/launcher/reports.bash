#!/usr/bin/env bash
# Reports of checks for other programs: objects, SARIF, annotations, suppressions, a status by kind, SIGTRAP; refused calls and HOSTNPU_DEBUG.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
run="$bin/hostnpu run"
json=$scratch/reports.jsonl sarif=$scratch/reports.sarif suppressed=$scratch/suppressed

# An object a line, which is there whatever becomes of the program; the text stays what it is.
status 134 env HOSTNPU_CHECK_ACTION=abort $run --check=memory --check-json "$json" -- "$program" double-free
has "$scratch/output" '^====== ERROR: aclrtFree frees mem#[0-9]+ a second time  \[HN-DOUBLE-FREE\]$'
has "$json" '^\{.*"rule":"HN-DOUBLE-FREE".*\}$' '"severity":"error"' '"message":"aclrtFree frees mem#[0-9]+ a second time"' \
    '"file":"[^"]*program\.c"' '"function":"main"' '"label":"freed"'
[ "$(wc -l <"$json")" = 1 ] || fail "not one object for one report"
# Without a debugger the signal ends the program.
status 133 env HOSTNPU_CHECK_ACTION=break $run --check=memory -- "$program" double-free

# All at once, and all checks where none is chosen.
status 0 $run --sarif "$sarif" --suppressions "$suppressed" --check-json "$json" --annotations -- "$program" double-free
has "$scratch/output" '^::error file=[^:]*program\.c,line=[0-9]+,title=HN-DOUBLE-FREE::aclrtFree frees mem#[0-9]+ a second time$'
has "$sarif" '"version": "2\.1\.0"' '"ruleId": "HN-DOUBLE-FREE"' '"uri": "[^"]*program\.c"' '"text": "memory is freed a second time"'
has "$suppressed" '^# aclrtFree frees' '^HN-DOUBLE-FREE .*frame=main$'
[ "$(wc -l <"$json")" = 1 ] || fail "objects of an earlier run are left"
if command -v python3 >/dev/null; then
    python3 - "$sarif" "$json" <<'END' || fail "no SARIF, or no objects"
import json, sys

run, = json.load(open(sys.argv[1]))["runs"]
result, = run["results"]
assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "HN-DOUBLE-FREE"
assert result["locations"][0]["physicalLocation"]["region"]["startLine"] > 0
assert len(result["relatedLocations"]) == 3 and result["stacks"][0]["frames"]
report = json.loads(open(sys.argv[2]).read())
assert [fact["label"] for fact in report["facts"]] == ["memory", "again", "freed", "made"]
END
fi
# The written suppressions suppress the reports.
status 0 env HOSTNPU_CHECK_SUPPRESS="$suppressed" $run --check=all --error-exitcode 3 -- "$program" double-free
grep -q 'HN-' "$scratch/output" && fail "a suppressed report is written"
refuse_together="--check-json: no %p beside"
status 2 $run --check-json "$scratch/%p" --annotations -- true
has "$scratch/output" "$refuse_together"

# A status for each kind.
status 101 $run --check=all --error-exitcode kind -- "$program" double-free
status 0 $run --check=all --error-exitcode kind -- "$program"
status 107 $run --check=api --error-exitcode kind -- "$program" profile "$scratch/profile"
status 2 $run --check=all --error-exitcode some -- "$program"

# Refused calls: of `full` under the command only.
status 0 $run --check=full -- "$program" profile "$scratch/profile"
has "$scratch/output" '^====== ERROR: aclprofInit fails with [0-9]+: .*  \[HN-API-ERROR\]$' '^======    called  at [^ ]*program\.c:[0-9]+ in start_profile$' \
    '^======            called at [^ ]*program\.c:[0-9]+ in main$'
status 0 env HOSTNPU_CHECK=full $run -- "$program" profile "$scratch/profile"
grep -q 'HN-' "$scratch/output" && fail "full reports refused calls outside the command's option"
for option in --check=full --debug; do
    status 0 $run $option -- "$program"
    diff "$(dirname "${BASH_SOURCE[0]}")/program.expected" "$scratch/output" || fail "a correct program is not silent under $option"
done
# A variable that is set wins over HOSTNPU_DEBUG.
status 0 env HOSTNPU_DEBUG=1 $run -- "$program" profile "$scratch/profile"
has "$scratch/output" 'HN-API-ERROR'
status 0 env HOSTNPU_DEBUG=1 HOSTNPU_CHECK=memory $run -- "$program" profile "$scratch/profile"
grep -q 'HN-' "$scratch/output" && fail "HOSTNPU_DEBUG wins over HOSTNPU_CHECK"
done_testing
