#!/usr/bin/env bash
# The timeline of a sample with two streams, events between them, copies and operators, in the hands of a strict reader.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"

status 0 "$bin/hostnpu" run --profile "$scratch/profile" -- "$program"
timeline=$(echo "$scratch"/profile/PROF_000001_*/mindstudio_profiler_output/msprof_*.json)
has "$timeline" '"name":"Stream 2"' '"name":"Stream 3"' '"name":"EVENT_WAIT"' '"name":"aclnnSin"'
if command -v python3 >/dev/null; then
    status 0 python3 "$(dirname "${BASH_SOURCE[0]}")/timeline.py" "$timeline" 8
fi
done_testing
