#!/usr/bin/env bash
# Files that a program with variables writes and reads: of several processes, behind links, for whom, on full disks, through pipes.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
umask 022

# Processes that start together have a folder each.
for _ in 1 2 3 4; do
    HOSTNPU_DUMP=$scratch/d "$program" >/dev/null &
done
wait
[ "$(find "$scratch/d" -name dump.json | wc -l)" = 4 ] || { fail "four processes do not write four dumps:"; ls "$scratch/d" >&2; }
for list in "$scratch"/d/*/dump.json; do
    [ "$(grep -c '^{' "$list")" = 5 ] || fail "$list does not hold the tensors of its process"
done
status 0 "$bin/hostnpu" compare "$scratch/d" "$scratch/d"
has "$scratch/output" '^all 20 tensors agree$' '^[0-9]+_[0-9]+: aclnnSin +1 +output out .* pass$'
one=$(dirname "$(find "$scratch/d" -name dump.json | head -1)")
status 2 "$bin/hostnpu" compare "$scratch/d" "$one"
has "$scratch/output" 'd: dumps of 4 processes; name the folder of one: [0-9]+_[0-9]+, '
status 0 "$bin/hostnpu" compare "$one" "$one"
has "$scratch/output" '^all 5 tensors agree$'

# Names that are the same in every run are those of one process at a time.
export HOSTNPU_DUMP_STABLE=1
mkfifo "$scratch/line"
HOSTNPU_DUMP=$scratch/s "$program" wait <"$scratch/line" >/dev/null &
first=$!
exec 9>"$scratch/line"
for _ in $(seq 200); do
    [ "$(find "$scratch/s" -name '*.npy' 2>/dev/null | wc -l)" = 5 ] && break
    sleep 0.05
done
before=$(cat "$scratch/s/dump.json")
status 0 env HOSTNPU_DUMP="$scratch/s" "$program" other
has "$scratch/output" "^hostnpu: no dump: $scratch/s is the folder of another process's dump"
[ "$before" = "$(cat "$scratch/s/dump.json")" ] || fail "a dump in use is written over"
exec 9>&-
wait "$first" || fail "the program that waits fails"
status 0 env HOSTNPU_DUMP="$scratch/s" "$program"
[ ! -s "$scratch/errors" ] && grep -q 'no dump' "$scratch/output" && fail "a folder is in use after its process has ended"

# Below the folder no link is followed.
echo kept >"$scratch/victim"
status 0 env HOSTNPU_DUMP="$scratch/l" "$program"
sine=$(cd "$scratch/l" && find . -name 'Sin.aclnnSin.*.output.0.npy')
rm "$scratch/l/$sine"
ln -s "$scratch/victim" "$scratch/l/$sine"
status 0 env HOSTNPU_DUMP="$scratch/l" "$program"
[ "$(cat "$scratch/victim")" = kept ] || fail "a dump writes behind a link"
{ [ -f "$scratch/l/$sine" ] && [ ! -L "$scratch/l/$sine" ]; } || fail "the tensor is not dumped"
mkdir "$scratch/elsewhere" "$scratch/m"
ln -s "$scratch/elsewhere" "$scratch/m/0"
status 0 env HOSTNPU_DUMP="$scratch/m" "$program"
has "$scratch/output" '^hostnpu: out of aclnnSin is not dumped: '
[ -z "$(ls "$scratch/elsewhere")" ] || fail "a dump writes into a folder behind a link"
rm "$scratch/l/dump.json"
ln -s "$scratch/victim" "$scratch/l/dump.json"
status 0 env HOSTNPU_DUMP="$scratch/l" "$program"
has "$scratch/output" '^hostnpu: no dump: '
[ "$(cat "$scratch/victim")" = kept ] || fail "the list of a dump is written behind a link"
# A folder and a file that the user names may be links.
ln -s elsewhere "$scratch/named"
status 0 env HOSTNPU_DUMP="$scratch/named" "$program"
[ -f "$scratch/elsewhere/dump.json" ] || fail "a folder that is a link is not used"
ln -s victim "$scratch/trace.txt"
status 0 env HOSTNPU_TRACE="$scratch/trace.txt" "$program"
has "$scratch/victim" 'aclrtMalloc'
unset HOSTNPU_DUMP_STABLE

# For the user and the group only.
status 0 env HOSTNPU_PROFILE="$scratch/new/p" HOSTNPU_TRACE="$scratch/t.txt" HOSTNPU_FAULT=skip=aclFinalize HOSTNPU_FAULT_LOG="$scratch/f.txt" \
    HOSTNPU_CHECK=memory HOSTNPU_CHECK_LOG="$scratch/c.txt" "$program" double-free
for folder in d new; do
    find "$scratch/$folder" -type d ! -perm 750 -o -type f ! -perm 640 | grep -q . && { fail "rights of:"; find "$scratch/$folder" -printf '%m %p\n' >&2; }
done
for file in t f c; do
    [ "$(stat -c %a "$scratch/$file.txt")" = 640 ] || fail "$file.txt has the rights $(stat -c %a "$scratch/$file.txt")"
done

# once PATTERN: one line of the output is so.
once() {
    [ "$(grep -cE -- "$1" "$scratch/output")" = 1 ] || { fail "not one line $1:"; cat "$scratch/output" >&2; }
}
# A file that cannot be written is named once; reports go to the standard error stream.
status 0 env HOSTNPU_CHECK=memory HOSTNPU_CHECK_LOG=/dev/full "$program" double-free
once '^hostnpu: HOSTNPU_CHECK_LOG: /dev/full: No space left on device.*; reports go to the standard error stream$'
has "$scratch/output" 'HN-DOUBLE-FREE\]$' '^====== SUMMARY: 1 error'
status 0 env HOSTNPU_CHECK=memory HOSTNPU_CHECK_LOG="$scratch/none/log" "$program" double-free
once '^hostnpu: HOSTNPU_CHECK_LOG: .*/none/log: No such file'
has "$scratch/output" 'HN-DOUBLE-FREE\]$'
for ending in txt jsonl json; do
    ln -s /dev/full "$scratch/full.$ending"
    status 0 env HOSTNPU_TRACE="$scratch/full.$ending" "$program"
    once "^hostnpu: HOSTNPU_TRACE: .*/full.$ending: No space left on device.*; the trace has gaps\$"
done
status 0 env HOSTNPU_FAULT=skip=aclFinalize HOSTNPU_FAULT_LOG=/dev/full "$program"
once '^hostnpu: HOSTNPU_FAULT_LOG: /dev/full: No space left on device'

# A pipe that nobody reads or writes is not waited for, and no file without an end is read.
mkfifo "$scratch/pipe"
status 0 env HOSTNPU_TRACE="$scratch/pipe" timeout 20 "$program"
has "$scratch/output" '^hostnpu: no trace in .*/pipe.*: a pipe that nobody reads$'
status 0 env HOSTNPU_CHECK=memory HOSTNPU_CHECK_LOG="$scratch/pipe" timeout 20 "$program" double-free
has "$scratch/output" '^hostnpu: HOSTNPU_CHECK_LOG: .*/pipe: a pipe that nobody reads;' 'HN-DOUBLE-FREE\]$'
status 0 env HOSTNPU_FAULT=skip=aclFinalize HOSTNPU_FAULT_LOG="$scratch/pipe" timeout 20 "$program"
for file in "$scratch/pipe" /dev/zero; do
    status 0 env HOSTNPU_CHECK=memory HOSTNPU_CHECK_SUPPRESS="$file" timeout 20 "$program" double-free
    has "$scratch/output" "^hostnpu: HOSTNPU_CHECK_SUPPRESS: $file: no regular file; nothing is suppressed\$" 'HN-DOUBLE-FREE\]$'
done
echo 'HN-DOUBLE-FREE # known' >"$scratch/known"
status 0 env HOSTNPU_CHECK=memory HOSTNPU_CHECK_SUPPRESS="$scratch/known" "$program" double-free
grep -q HN-DOUBLE-FREE "$scratch/output" && fail "a suppression is not read"

# A text of the program does not end a row of a table, or steer a terminal.
status 0 env HOSTNPU_PROFILE="$scratch/odd" "$program" odd-mark
table=$(echo "$scratch"/odd/PROF_*/mindstudio_profiler_output/msprof_tx_*.csv)
[ "$(wc -l <"$table")" = 2 ] || fail "a mark has several rows"
grep -qP '[\x00-\x08\x0b-\x1f]' "$table" && fail "control characters in a table"
has "$table" ',"two,\\n""lines""\\u\{1b\}\[2J",default,'
done_testing
