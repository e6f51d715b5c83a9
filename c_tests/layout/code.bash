#!/usr/bin/env bash
# The library has no more code than code.tsv allows, as a whole and of each crate. More than that needs a reason: docs/architecture.md says what a loop costs.
# Prints what each crate has.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
library=$prefix/lib64/libhostnpu.so
readelf -hW "$library" | grep -q X86-64 || exit 0

text=$((16#$(readelf -SW "$library" | awk '{ for (i = 1; i < NF; i++) if ($i == ".text") print $(i + 4) }')))
check "$library has code" test "$text" -gt 0

# The size of each function, under the crate that it was compiled with, generic functions too: local symbols stand behind the name of their object file, which
# begins with the crate's, and the code of an object file lies together. What the linker has made local stands behind the last object file, one of
# compiler_builtins. Of several names for one function the first counts.
readelf -sW "$library" | awk '
    $4 == "FILE" { file = $8; sub(/\..*/, "", file); if (file == "compiler_builtins") file = "" }
    $4 == "FUNC" && $7 != "UND" && $3 > 0 { print $2, $3, $5 == "LOCAL" && file != "" ? file : "?" }' | sort -k1,1 -k3,3r | awk '
    $1 == last { next }
    $3 != "?" { file = $3 }
    { last = $1; bytes[file ~ /^hostnpu/ ? file : "others"] += $2 }
    END { for (crate in bytes) print crate, bytes[crate] }' >"$scratch/crates"

has() { awk -v crate="$1" '$1 == crate { bytes = $2 } END { print bytes + 0 }' "$scratch/crates"; }

printf '%-26s %12s %12s\n' crate bytes limit
while IFS=$'\t' read -r crate limit _; do
    case $crate in '#'* | '') continue ;; esac
    bytes=$text
    [ "$crate" = all ] || bytes=$(has "$crate")
    printf '%-26s %12d %12d\n' "$crate" "$bytes" "$limit"
    check "$crate has at most $limit bytes of code, and not $bytes" test "$bytes" -le "$limit"
    printf '%s\n' "$crate" >>"$scratch/limited"
done <"$here/code.tsv"

# A library without symbols says nothing of crates. What is small needs no line of its own.
while read -r crate bytes; do
    [ "$bytes" -le 20000 ] || check "code.tsv has a limit for $crate ($bytes bytes)" grep -qx "$crate" "$scratch/limited"
done <"$scratch/crates"
finish
