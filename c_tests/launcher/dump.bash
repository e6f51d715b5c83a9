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

# Each replay of a model instance dumps its operators, by name the number of the replay with them.
for i in 5 6; do
    status 0 "$bin/hostnpu" run --dump "$scratch/$i" -- "$program" replays
done
diff -r "$scratch/5" "$scratch/6" >/dev/null || fail "two dumps of replays differ"
for operator in Sin Add; do
    [ "$(find "$scratch/5" -name "$operator.aclnn${operator}_graph*_replay[123]_node?.*.output.0.npy" | wc -l)" = 3 ] || fail "not 3 results of $operator"
done
has "$scratch/5/dump.json" '"graph":[0-9]+,.*"node":1,"occurrence":3,"operator":"aclnnAdd","replay":3,"role":"output"'
status 0 "$bin/hostnpu" compare "$scratch/5" "$scratch/6"
has "$scratch/output" '^aclnnAdd +3 +output out .* pass$' '^all 15 tensors agree$'
done_testing
