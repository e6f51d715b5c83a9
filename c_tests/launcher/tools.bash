#!/usr/bin/env bash
# ops, doctor, explain, npu-smi, mssanitizer.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

status 0 "$bin/hostnpu" ops aclnnAdd
has "$scratch/output" '^aclnnAdd  \(.*\): exact' '^  self +f32 ' '^  alpha '
status 0 "$bin/hostnpu" ops --json aclnnAdd
has "$scratch/output" '^\[\{"accuracy":.*"name":"aclnnAdd"\}\]$'
status 0 "$bin/hostnpu" ops --dtype bf16
[ "$(wc -l <"$scratch/output")" -gt 300 ] || fail "few operators take bf16"
status 2 "$bin/hostnpu" ops aclnnMadeUp
has "$scratch/output" '^hostnpu: hostnpu has no operator aclnnMadeUp; `hostnpu ops` lists all [0-9]+$'
# users.md 6: a name with another letter.
status 2 "$bin/hostnpu" ops aclnnSofmax
has "$scratch/output" 'hostnpu has no operator aclnnSofmax \(did you mean aclnnSoftmax'
status 2 "$bin/hostnpu" ops --dtype bf16 aclnnMadeUpGetWorkspaceSize
status 2 "$bin/hostnpu" ops --dtype f5
has "$scratch/output" 'no operator takes f5'

status 2 "$bin/hostnpu" ops aclnnMatmulCompressGetWorkspaceSize
has "$scratch/output" 'the vendor has aclnnMatmulCompress, hostnpu [0-9.]+ does not'

# Symbols, libraries and texts that this toolkit does not have; a program that it has all of.
status 0 "$bin/hostnpu" needs "$program"
has "$scratch/output" 'has all it needs \([1-9][0-9]* symbols'
cat >"$scratch/lacking.cpp" <<'SOURCE'
namespace ge { void MadeUp(); }
extern "C" int aclnnMatmulCompress(); extern "C" int aclnnAdd(); extern "C" int acl_get_file();
const char *looked_up[] = {"aclnnMatmulCompressDequant", "aclnnMul", "aclnnMulGetWorkspaceSize", "aclnnNoVendorsGetWorkspaceSize", "aclRfft1D", "aclStftGetWorkspaceSize", "aclInit"};
void call() { ge::MadeUp(); aclnnMatmulCompress(); aclnnAdd(); acl_get_file(); }
SOURCE
g++ -shared -fPIC -o "$scratch/liblacking.so" "$scratch/lacking.cpp"
status 1 "$bin/hostnpu" needs "$scratch/liblacking.so"
has "$scratch/output" 'liblacking.so: lacks' '^  symbol    ge::MadeUp\(\)$' '^  symbol    aclnnMatmulCompress: the vendor has this operator, hostnpu [0-9.]+ does not$' \
    'operators that it looks up by name when it calls them, 1 of 4:$' '^ +aclnnMatmulCompressDequant$'
grep -qE 'aclnnAdd|acl_get_file|aclnnMul$|aclRfft1D|aclStft' "$scratch/output" && fail "names that are there, or no vendor's, are reported"
g++ -shared -fPIC -Wl,-soname,libatb_made_up.so -o "$scratch/libatb_made_up.so" -x c++ /dev/null
g++ -shared -fPIC -Wl,--no-as-needed -o "$scratch/libneeds.so" -x c++ /dev/null -x none "$scratch/libatb_made_up.so"
mkdir "$scratch/alone" && mv "$scratch/libneeds.so" "$scratch/alone"
status 1 "$bin/hostnpu" needs "$scratch/alone"
has "$scratch/output" '^  library   libatb_made_up.so: neither in the toolkit nor where the loader looks$'
status 0 "$bin/hostnpu" needs "$scratch/alone" "$scratch/libatb_made_up.so"
status 1 "$bin/hostnpu" needs --json "$scratch/liblacking.so"
has "$scratch/output" '"missingSymbols":\["_ZN2ge6MadeUpEv","aclnnMatmulCompress"\]'
status 2 "$bin/hostnpu" needs "$scratch/lacking.cpp"
has "$scratch/output" 'lacking.cpp: not an ELF file'

status 0 "$bin/hostnpu" explain 161002
has "$scratch/output" '^161002, ACLNN_ERR_PARAM_INVALID'
status 2 "$bin/hostnpu" explain made-up
has "$scratch/output" '^hostnpu: unknown code or id: made-up$'

status 0 "$bin/hostnpu" prefix
[ "$(cat "$scratch/output")" = "$(cd "$bin/.." && pwd -P)" ] || fail "hostnpu prefix prints $(cat "$scratch/output")"
status 0 "$bin/hostnpu" env
[ "$(env -u ASCEND_HOME_PATH bash -c "$(cat "$scratch/output")"' >/dev/null && echo "$ASCEND_HOME_PATH"')" = "$(cd "$bin/.." && pwd -P)" ] ||
    fail "hostnpu env prints $(cat "$scratch/output")"

# Lines that depend on the machine, such as its huge pages, are not looked at here.
"$bin/hostnpu" doctor >"$scratch/output" || true
has "$scratch/output" '^ok prefix ' '^ok library ' '^ok libascendcl.so ' '^ok libmluops.so ' '^ok ASCEND_HOME_PATH ' '^.. threads ' '^ok ranks on several hosts '
status 1 env -u LD_LIBRARY_PATH "$bin/hostnpu" doctor
has "$scratch/output" '^-- libascendcl.so +is not in LD_LIBRARY_PATH' 'source .*/set_env.sh'

for soc in Ascend910B4:910B4 Ascend950PR_9599:Ascend950PR; do
    export HOSTNPU_SOC=${soc%:*} HOSTNPU_DEVICES=2 HOSTNPU_DEVICE_MEMORY=64G
    status 0 "$bin/npu-smi" info
    chip=$(awk 'NF > 0 && NR==7 {print $3}' "$scratch/output")
    [ "$chip" = "${soc#*:}" ] || fail "npu-smi shows $chip for $soc"
    has "$scratch/output" '/ 65536' 'No running processes found in NPU 1'
done
status 0 "$bin/npu-smi" info -l
has "$scratch/output" '	Total Count +: 2$'
status 2 "$bin/npu-smi" info -t made-up
# A program that runs is on the device that it sees, with its memory.
mkfifo "$scratch/line"
HOSTNPU_DEVICES=2 ASCEND_RT_VISIBLE_DEVICES=1 "$program" wait <"$scratch/line" >/dev/null &
waits=$!
exec 3>"$scratch/line"
for _ in $(seq 100); do
    HOSTNPU_DEVICES=2 "$bin/npu-smi" info -t proc-mem -i 1 >"$scratch/output"
    grep -q "Process id:$waits " "$scratch/output" && break
    sleep 0.1
done
has "$scratch/output" "Process id:$waits Process name:[^ ]+ Process memory\(MB\):[1-9]"
status 0 env HOSTNPU_DEVICES=2 HOSTNPU_DEVICE_MEMORY=16M "$bin/npu-smi" info -t usages -i 1
has "$scratch/output" '^	HBM Usage Rate\(%\) +: [1-9]' '^	Aicore Usage Rate\(%\) +: [0-9]+$'
status 124 env HOSTNPU_DEVICES=2 HOSTNPU_DEVICE_MEMORY=16M timeout 3 "$bin/npu-smi" info watch -i 1 -d 0.1
has "$scratch/output" '^NpuID\(Idx\) +ChipId\(Idx\) +Pwr\(W\)' '^1 +0 +0\.0 +0 +[0-9]+ +0 +0 +[1-9][0-9]* +0$'
echo >&3
exec 3>&-
wait "$waits" || fail "the program that waits fails"
status 2 "$bin/npu-smi" info watch -i 64
unset HOSTNPU_SOC HOSTNPU_DEVICES HOSTNPU_DEVICE_MEMORY

status 0 "$bin/mssanitizer" --tool=memcheck -- "$program"
grep -q HN- "$scratch/output" && fail "a report on a correct program"
status 0 "$bin/mssanitizer" --tool=memcheck --log-file="$scratch/log" -- "$program" double-free
has "$scratch/log" '^====== ERROR: aclrtFree frees mem#[0-9]+ a second time  \[HN-DOUBLE-FREE\]$'
status 3 "$bin/hostnpu" run --check=memory --error-exitcode 3 -- "$program" double-free
status 2 "$bin/mssanitizer" --made-up -- "$program"
# Judged by the order of streams, as under `race`: whether the task had run long before makes no difference.
status 3 "$bin/hostnpu" run --check=memory --error-exitcode 3 -- "$program" free-early
has "$scratch/output" '^====== ERROR: aclrtFree frees memory that a queued operator still (reads|writes)  \[HN-FREE-IN-FLIGHT\]$'
grep -q 'HN-RACE\|HN-HOST-' "$scratch/output" && fail "memory alone reports races"

status 0 "$bin/hostnpu" run --check=all -- "$program"
diff "$(dirname "${BASH_SOURCE[0]}")/program.expected" "$scratch/output" || fail "a correct program is not silent under all checks"
status 0 "$bin/hostnpu" run --check=all -- "$program" double-free
has "$scratch/output" '^====== ERROR: aclrtFree frees mem#[0-9]+ a second time  \[HN-DOUBLE-FREE\]$' \
    '^======    freed   before by aclrtFree  at [^ ]*program\.c:[0-9]+ in main$' '^====== SUMMARY: 1 error, 0 warnings \(HN-DOUBLE-FREE 1\)$'
status 0 "$bin/hostnpu" explain HN-DEADLOCK
has "$scratch/output" '^HN-DEADLOCK: streams wait for each other$'
done_testing
