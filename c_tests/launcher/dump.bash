#!/usr/bin/env bash
# Dumps of two runs, and the first operator that differs.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

export HOSTNPU_DUMP_STABLE=1
for i in 1 2; do
    status 0 "$bin/hostnpu" run --dump "$scratch/$i" -- "$program"
done
diff <(cd "$scratch/1" && find . | sort) <(cd "$scratch/2" && find . | sort) || fail "two dumps have other files"
diff -r "$scratch/1" "$scratch/2" >/dev/null || fail "two dumps of one program differ"
has "$scratch/1/dump.json" '"argument":"self",.*"dtype":"FLOAT",.*"operator":"aclnnSin",.*"role":"input","shape":\[2,4\]' '"max":0.875'
status 0 "$bin/hostnpu" compare "$scratch/1" "$scratch/2"
has "$scratch/output" '^all 5 tensors agree$'

status 0 "$bin/hostnpu" run --dump "$scratch/3" -- "$program" other
status 1 "$bin/hostnpu" compare --csv "$scratch/table.csv" "$scratch/1" "$scratch/3"
# The inputs of the sum differ: so does what has written them, not the sum.
has "$scratch/output" '^aclnnSin +1 +output out .* pass$' '^aclnnAdd +1 +input self .* 1 +\[0, 0\] +error$' 'inputs of the first operator that differs differ already'
has "$scratch/table.csv" '^Operator,Occurrence,Argument,Dtype,Shape,Cosine,'
status 0 "$bin/hostnpu" run --dump "$scratch/4:aclnnSin" -- "$program"
[ "$(find "$scratch/4" -name '*.npy' | wc -l)" = 2 ] || fail "a pattern lets other operators through"
# A dump of a card has no list of its tensors: operators are paired by the names of files.
cp -r "$scratch/1" "$scratch/card"
rm "$scratch/card/dump.json"
status 0 "$bin/hostnpu" compare "$scratch/1" "$scratch/card"
has "$scratch/output" '^Sin +1 +output 0 .* pass$' '^all 5 tensors agree$'
status 2 "$bin/hostnpu" compare "$scratch/1" "$scratch/nothing"
done_testing
