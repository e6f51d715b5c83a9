#!/usr/bin/env bash
# If the output cannot be written, the command says so and ends with status 2, instead of a panic.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

full() {
    local status=0
    "$@" >/dev/full 2>"$scratch/errors" || status=$?
    [ "$status" = 2 ] || fail "$* with a full disk ended with $status instead of 2"
    has "$scratch/errors" '^[a-z-]+: standard output: No space left on device'
    if grep -q panicked "$scratch/errors"; then fail "$* panics"; fi
}
status 0 "$bin/hostnpu" run --dump "$scratch/dump" -- "$program"
full "$bin/hostnpu" ops
full "$bin/hostnpu" ops aclnnAdd
full "$bin/hostnpu" ops --json
full "$bin/hostnpu" explain 161002
full "$bin/hostnpu" doctor
full "$bin/hostnpu" doctor --json
full "$bin/hostnpu" compare "$scratch/dump" "$scratch/dump"
full "$bin/hostnpu" compare --json "$scratch/dump" "$scratch/dump"
full "$bin/hostnpu" smi info
full "$bin/npu-smi" info -l
full "$bin/mssanitizer" --help
full "$bin/msprof" --help
full "$bin/hostnpu" run --sweep=task -- "$program"
# A reader that has seen enough ends the command by SIGPIPE, as any command, without a word.
{ "$bin/hostnpu" ops 2>"$scratch/errors" || true; } | head -1 >"$scratch/output"
has "$scratch/output" '^operator '
[ ! -s "$scratch/errors" ] || fail "a closed pipe is reported"
# Nobody is left to tell where not even the error can be written.
status=0
"$bin/hostnpu" explain made-up 2>/dev/full || status=$?
[ "$status" = 2 ] || fail "an error that cannot be written ends with $status"
done_testing
