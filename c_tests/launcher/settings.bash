#!/usr/bin/env bash
# Options of `run` and `compare` are checked before anything runs; a program that never loads the library would say nothing.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

status 0 "$bin/hostnpu" run --check=memory,leak --memory=1G --fault=malloc@7 --schedule=late --devices=2 -- true
refuse() {
    local expected=$1
    shift
    status 2 "$@"
    has "$scratch/output" "^hostnpu: $expected"
    if [ -e "$scratch/ran" ]; then fail "$* runs the program"; rm "$scratch/ran"; fi
}
run="$bin/hostnpu run"
refuse '--check is "bad"; allowed: a list of memory, host,' $run --check=bad -- touch "$scratch/ran"
refuse '--memory is "99999999999999999999T"; allowed: a size above 0' $run --memory=99999999999999999999T -- touch "$scratch/ran"
refuse '--fault is "@@@"; allowed: a list as malloc@7' $run --fault @@@ -- touch "$scratch/ran"
refuse '--fault is "malloc@7,sync@x"' $run --fault malloc@7,sync@x -- touch "$scratch/ran"
refuse '--schedule is "sometimes"; allowed: eager, async' $run --schedule=sometimes -- touch "$scratch/ran"
refuse '--devices is "0"; allowed: 1 to 64' $run --devices=0 -- touch "$scratch/ran"
refuse 'HOSTNPU_CHECK is "bad"; allowed: a list of' env HOSTNPU_CHECK=bad $run -- touch "$scratch/ran"
refuse 'HOSTNPU_CHECK_ACTION is "exit"; allowed: report, abort, break or exit:STATUS' env HOSTNPU_CHECK_ACTION=exit $run -- touch "$scratch/ran"
refuse 'HOSTNPU_DEVICE_MEMORY is "lots"' env HOSTNPU_DEVICE_MEMORY=lots $run --sweep=malloc -- touch "$scratch/ran"
# An option takes the place of the variable, whatever that is.
status 0 env HOSTNPU_CHECK=bad HOSTNPU_FAULT= $run --check=leak -- true

status 0 "$bin/hostnpu" run --dump "$scratch/dump" -- "$program"
for limit in --rtol=nan --rtol=-1 --atol=-0.5 --atol=inf '--rtol -1'; do
    # shellcheck disable=SC2086
    status 2 "$bin/hostnpu" compare $limit "$scratch/dump" "$scratch/dump"
    has "$scratch/output" 'allowed: a finite number of 0 or more'
done
status 0 "$bin/hostnpu" compare --rtol=0 --atol=1e-9 "$scratch/dump" "$scratch/dump"
done_testing
