#!/usr/bin/env bash
# Profiles: by msprof, by `run --profile`, and by the program itself.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# folder DIR: the one folder of a profile within it.
folder() {
    echo "$1"/PROF_000001_*/mindstudio_profiler_output
}
# columns FILE TEXT: the head of a table.
columns() {
    [ "$(head -1 "$1")" = "$2" ] || { fail "columns of $1:"; head -1 "$1" >&2; }
}

status 0 "$bin/msprof" --output="$scratch/vendor" --ascendcl=on "$program"
has "$scratch/output" '^\[INFO\] Start profiling\.\.\.\.$' '^\[INFO\] Profiling finished\.$' 'Data is saved in .*/vendor/PROF_000001_' '--ascendcl=on changes nothing'
output=$(folder "$scratch/vendor")
columns "$output"/op_summary_*.csv 'Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID'
columns "$output"/op_statistic_*.csv 'Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)'
columns "$output"/api_statistic_*.csv 'Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance'
columns "$output"/task_time_*.csv 'Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)'
has "$(echo "$output"/op_summary_*.csv)" '^0,4294967295,2,[0-9]+,aclnnSin_SinAiCore_Sin,Sin,dynamic,AI_VECTOR_CORE,[0-9]+\.[0-9]{3}	,[0-9]+\.[0-9]{3},.*,"""2,4""",FLOAT,ND,"""2,4""",FLOAT,ND,N/A$'
has "$(echo "$output"/op_summary_*.csv)" ',"""2,4;2,4""",FLOAT;FLOAT,ND;ND,"""2,4""",FLOAT,ND,N/A$'
has "$(echo "$output"/task_time_*.csv)" '^0,N/A,MEMCPY_ASYNC,'
has "$(echo "$output"/msprof_tx_*.csv)" ',start/end,.*,step,default,'
has "$(echo "$output"/msprof_*.json)" '"cat":"HostToDevice".*"ph":"s"' '"bp":"e","cat":"HostToDevice".*"ph":"f"' '"name":"AscendCL@aclnnSin"' '"name":"Ascend Hardware"'

# Requirements of the vendor's tools on a folder that is written: it is complete.
for what in --export=on --analyze=on --parse=on; do
    status 0 "$bin/msprof" $what --output="$(dirname "$output")"
    has "$scratch/output" '^\[INFO\] Export all data in .*/PROF_000001_.*/mindstudio_profiler_output done\.$'
done
status 0 python3 "$bin/../tools/profiler/profiler_tool/analysis/msprof/msprof.py" export timeline -dir "$scratch/vendor"
status 2 "$bin/msprof" --export=on --type=db --output="$(dirname "$output")"
status 2 "$bin/msprof" --export=on --output="$output"
# torch_npu looks for the script by the path of the program.
case $(readlink -f "$bin/msprof") in
*/tools/profiler/bin/msprof) ;;
*) fail "msprof is not in tools/profiler/bin" ;;
esac

status 0 "$bin/hostnpu" run --profile "$scratch/own" -- "$program"
has "$scratch/output" '^hostnpu: profile in .*/own/PROF_000001_' '^hostnpu: operators that took most time, [1-9][0-9]* of [1-9][0-9]*:$' '^  [0-9.]+ (us|ms|s) +[0-9.]+ % +[0-9]+ .* Sin$' \
    '^hostnpu: calls of the host that took most time, 10 of [1-9][0-9]+:$' '^  [0-9.]+ (us|ms|s) +[0-9.]+ % .* acl[a-zA-Z]+$'

# Operators of a model instance are operators in each of its replays; arrows lead to them from the call that replays it.
status 0 "$bin/hostnpu" run --profile "$scratch/replays" -- "$program" replays
output=$(folder "$scratch/replays")
has "$(echo "$output"/op_statistic_*.csv)" '^0,Sin,AI_VECTOR_CORE,3,' '^0,Add,AI_VECTOR_CORE,3,'
has "$(echo "$output"/op_summary_*.csv)" '^0,[0-9]{1,9},[0-9]+,[0-9]+,aclnnAdd_AddAiCore_Add,.*,"""2,4;2,4""",FLOAT;FLOAT,ND;ND,"""2,4""",FLOAT,ND,1$'
[ "$(grep -c ',MODEL_EXECUTE,' "$output"/task_time_*.csv)" = 3 ] || fail "not 3 replays in the table of tasks"
[ "$(grep -c '"Replay":[123],"Subtask Id":0.*"name":"aclnnSin"' "$output"/msprof_*.json)" = 3 ] || fail "not 3 sines of replays in the timeline"
[ "$(grep -c '"cat":"HostToDevice".*"ph":"f"' "$output"/msprof_*.json)" = "$(grep -c '"cat":"HostToDevice".*"ph":"s"' "$output"/msprof_*.json)" ] ||
    fail "arrows that begin or end nowhere"
# The same of a model instance that was captured before the profile begins.
status 0 "$program" replays "$scratch/late"
has "$(echo "$(folder "$scratch/late")"/op_statistic_*.csv)" '^0,Sin,AI_VECTOR_CORE,3,' '^0,Add,AI_VECTOR_CORE,3,'

# A part of the run: the copy back is not in it.
status 0 "$program" profile "$scratch/part"
output=$(folder "$scratch/part")
has "$(echo "$output"/api_statistic_*.csv)" 'aclnnSin,' 'aclnnAdd,'
grep -q 'aclrtMemcpy,' "$output"/api_statistic_*.csv && fail "calls after aclprofStop are in the profile"
has "$(echo "$output"/msprof_tx_*.csv)" ',marker,.*,stamp,default,'
# Profiles that a program begins have times of the clock on the wall, beside its own.
has "$(echo "$output"/msprof_*.json)" "\"ts\":\"$(date +%s | cut -c1-6)[0-9]{10}\.[0-9]{3}\""
has "$(echo "$output"/task_time_*.csv)" ",$(date +%s | cut -c1-6)[0-9]{10}\.[0-9]{3}	,"
has "$(dirname "$output")/host/start_info" '"collectionTimeBegin":"[0-9]{16}"' '"clockMonotonicRaw":"[0-9]+"'
done_testing
