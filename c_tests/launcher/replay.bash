#!/usr/bin/env bash
# An operator of a dump as a program: in C, and as a test of pytest.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

HOSTNPU_DUMP=$scratch/dump "$program" >/dev/null
dump=$(echo "$scratch"/dump/*)
sum=$(basename "$dump"/0/Add.aclnnAdd.*.output.0.npy .output.0.npy)
# built NAME: the program of a call, compiled.
built() {
    status 0 "$bin/hostnpu" replay "$dump/$1" --as c -o "$scratch/replay.c"
    status 0 gcc -std=gnu11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" "$scratch/replay.c" -o "$scratch/replay" -L"$prefix/lib64" -lopapi_math -lopapi_nn -lopapi_cv \
        -lopapi_transformer -lascendcl -lnnopbase -lm
    status 0 env LD_LIBRARY_PATH="$prefix/lib64" HOSTNPU_CHECK=full "$scratch/replay"
}

for name in aclnnAdd Add:1 0/"$sum" 0/"$sum".input.0.npy; do
    built "$name"
    has "$scratch/output" '^out: 0 of 8 elements have other bits$'
    grep -q 'HN-' "$scratch/output" && fail "the program of $name is reported"
done
has "$scratch/replay.c" 'aclnnAddGetWorkspaceSize\(self, other, alpha, out, &size, &executor\)' 'float value_alpha = \(float\)1;'
built aclnnSin
has "$scratch/output" '^out: 0 of 8 elements have other bits$'

# Recorded numbers that the operator does not give are told.
status 0 "$bin/hostnpu" replay "$dump/aclnnAdd" --as pytest -o "$scratch/test_add.py"
cp "$dump/0/$sum.output.0.npy" "$scratch/kept.npy"
printf '\x7f' | dd of="$dump/0/$sum.output.0.npy" bs=1 seek=$(($(stat -c %s "$scratch/kept.npy") - 1)) conv=notrunc status=none
built aclnnAdd
has "$scratch/output" '^out: 1 of 8 elements have other bits$'
status 0 python3 -m py_compile "$scratch/test_add.py"
if python3 -c 'import numpy, pytest' 2>/dev/null; then
    test=(env LD_LIBRARY_PATH="$prefix/lib64" python3 -m pytest -q -p no:cacheprovider "$scratch/test_add.py")
    status 1 "${test[@]}"
    has "$scratch/output" '`out`: 1 of 8 elements differ, the first at \[1, 3\]'
    cp "$scratch/kept.npy" "$dump/0/$sum.output.0.npy"
    status 0 "${test[@]}"
fi

# Calls that cannot be replayed are named.
status 2 "$bin/hostnpu" replay "$dump/aclnnCos"
has "$scratch/output" 'aclnnCos: not among the calls of this dump with their arguments: aclnnSin:1, aclnnAdd:1'
status 2 "$bin/hostnpu" replay "$scratch/none/aclnnSin"
HOSTNPU_DUMP=$scratch/replays "$program" replays >/dev/null
status 2 "$bin/hostnpu" replay "$(echo "$scratch"/replays/*)/aclnnSin"
done_testing
