#!/usr/bin/env bash
# run --sweep: the program once for each allocation that fails, and for each synchronisation that is left out.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The first wait stands between two operators of one stream, the second before a copy to the host.
status 1 "$bin/hostnpu" run --sweep=sync -- "$program"
has "$scratch/output" '^skip=sync@1 +aclrtSynchronizeStream .*program\.c:[0-9]+ in main +status 0 +nothing shows that it is missing$' \
    '^skip=sync@2 +aclrtSynchronizeStream .* HN-HOST-READ-EARLY 1' '^2 runs, 1 to look at$'

# The host reads page-locked memory, which no check sees: what is printed shows it, unless the machine is so busy that the copy has run all the same.
for _ in 1 2 3 4 5; do
    status 1 "$bin/hostnpu" run --sweep=sync -- "$program" pinned
    grep -q '^skip=sync@3 .* status 0, other output *$' "$scratch/output" && break
done
has "$scratch/output" '^skip=sync@3 .* status 0, other output *$' '^skip=sync@4 .* nothing shows that it is missing$' '^4 runs, 3 to look at$'

status 1 "$bin/hostnpu" run --sweep=malloc --json -- "$program"
for i in 1 2 3; do
    has "$scratch/output" "\"fault\":\"malloc@$i\""
done
grep -q 'malloc@4' "$scratch/output" && fail "more allocations than the program has"
has "$scratch/output" '"at":"aclrtMalloc at [^"]*program\.c:[0-9]+ in main"'

# A program that is wrong without a fault is to be mended first.
status 2 "$bin/hostnpu" run --sweep=task -- "$program" double-free
has "$scratch/output" 'HN-DOUBLE-FREE 1: mend that first$'
status 2 "$bin/hostnpu" run --sweep=made-up -- "$program"
done_testing
