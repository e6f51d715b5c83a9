#!/usr/bin/env bash
# run, trace: a program runs as without the command, and each of its calls is told.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

status 0 env -u LD_LIBRARY_PATH -u ASCEND_HOME_PATH "$bin/hostnpu" run -- "$program"
diff "$(dirname "${BASH_SOURCE[0]}")/program.expected" "$scratch/output" || fail "run changes what a program prints"
status 7 "$bin/hostnpu" run -- bash -c 'exit 7'
status 2 "$bin/hostnpu" run
status 2 "$bin/hostnpu" run -- "$scratch/nothing"

# Two traces differ in times, threads and nothing else.
for i in 1 2; do
    status 0 "$bin/hostnpu" trace -o "$scratch/$i.txt" -- "$program"
    sed -E 's/^\[ *[0-9.]+ ms\] [0-9]+ //; s/  [0-9.]+ µs$//' "$scratch/$i.txt" >"$scratch/$i"
done
diff "$scratch/1" "$scratch/2" || fail "two traces of one program differ"
has "$scratch/1" \
    '^aclrtMalloc\(size=32, policy=ACL_MEM_MALLOC_HUGE_FIRST\) -> 0  devPtr=mem#1$' \
    '^aclnnSinGetWorkspaceSize\(self=tensor#1 FLOAT\[2, 4\] mem#1, out=tensor#2 FLOAT\[2, 4\] mem#2\) -> 0  workspaceSize=0 executor=executor#1$' \
    '^aclnnSin\(workspace=null, workspaceSize=0, executor=executor#1, stream=stream#1\) -> 0  task 2$' \
    '^aclnnAddGetWorkspaceSize\(.*alpha=scalar#1 FLOAT 1, out=tensor#3' \
    '^mstxRangeStartA\(message="step", stream=stream#1\) -> 0'
status 0 "$bin/hostnpu" trace -f 'aclnn*' -o "$scratch/filtered.txt" -- "$program"
[ "$(wc -l <"$scratch/filtered.txt")" = 4 ] || { fail "a filter lets other calls through"; cat "$scratch/filtered.txt"; }

# A call that fails tells why.
status 0 "$bin/hostnpu" trace -o "$scratch/failed.txt" -- "$program" double-free
has "$scratch/failed.txt" 'aclrtFree\(devPtr=[^)]*\) -> 107000  .*not allocated'

# Objects for programs.
status 0 "$bin/hostnpu" run --trace "$scratch/t.jsonl" -- "$program"
has "$scratch/t.jsonl" '"call":"aclnnSin"' '"name":"aclnnSin",.*"task":2.*"type":"AI_VECTOR_CORE"'
done_testing
