#!/usr/bin/env bash
# reports.bash PROGRAM SOURCE [SCHEDULE...]: runs every case of PROGRAM under each schedule (HOSTNPU_SCHEDULE), and holds what
# the checks report to the comments of SOURCE.
#
# A case begins with a line `/* NAME: RULE RULE... */` and ends with the next line that is `}`; RULE is the id of a report, `silent` stands
# for none. A line with `// @label` must be named, by file and line, as the place of the fact `label` of a report, or as one that called it;
# what follows `// says ` in a case must stand in its reports.
program=$1 source=$2
shift 2
file=$(basename "$source")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failures=0 runs=0
# is_place LABEL LINE: a fact of this label names the line as its place, or one of the lines below it as a caller's.
is_place() {
    awk -v fact="======    $1 " -v place="$file:$2 in " '
        index($0, fact) == 1 { inside = 1; if (match($0, "at .*") && index($0, place)) found = 1; next }
        index($0, "======            called at ") == 1 { if (inside && index($0, place)) found = 1; next }
        { inside = 0 }
        END { exit !found }' "$log"
}
fail() {
    echo "$file: $name under ${schedule:-eager}: $1"
    sed 's/^/    /' "$log"
    failures=$((failures + 1))
}

while IFS=' ' read -r name rules; do
    marks=$(awk -v start="/* $name:" '
        index($0, start) == 1 { inside = 1 }
        inside && /\/\/ @/ { text = $0; sub(/.*\/\/ @/, "", text); count = split(text, labels, " @");
                             for (i = 1; i <= count; i++) { split(labels[i], words, " "); print words[1], NR } }
        inside && $0 == "}" { exit }' "$source")
    texts=$(awk -v start="/* $name:" '
        index($0, start) == 1 { inside = 1 }
        inside && /\/\/ says / { sub(/.*\/\/ says /, ""); print }
        inside && $0 == "}" { exit }' "$source")
    for schedule in "${@:-}"; do
        runs=$((runs + 1))
        : >"$log"
        HOSTNPU_CHECK=${CHECKS-full} HOSTNPU_CHECK_LOG=$log HOSTNPU_SCHEDULE=$schedule "$program" "$name" >/dev/null
        status=$?
        [ $status = 0 ] || fail "exit status $status"
        found=$(sed -n 's/^====== [A-Z]*: .*\[\(HN-[A-Z-]*\)\]$/\1/p' "$log" | sort | tr '\n' ' ')
        expected=$(tr ' ' '\n' <<<"$rules" | grep -v '^silent$' | sort | tr '\n' ' ')
        [ "$(xargs <<<"$found")" = "$(xargs <<<"$expected")" ] || fail "reported ${found:-nothing}, not ${expected:-nothing}"
        while read -r label line; do
            [ -z "$label" ] || is_place "$label" "$line" || fail "no fact '$label' at line $line"
        done <<<"$marks"
        while IFS= read -r text; do
            [ -z "$text" ] || grep -qF -- "$text" "$log" || fail "nothing says '$text'"
        done <<<"$texts"
    done
done < <(sed -n 's|^/\* \([a-z0-9_]*\): \([A-Za-z -]*[A-Za-z]\) \*/$|\1 \2|p' "$source")

[ "$runs" -gt 0 ] || { echo "$file: no case"; exit 1; }
[ "$failures" = 0 ] || { echo "$failures of $runs runs failed"; exit 1; }
