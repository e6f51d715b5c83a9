#!/usr/bin/env bash
# Every installed header compiles alone, in each language that programs are written in, without a warning.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
cd "$prefix/include" || exit 1
warnings=(-Wall -Wextra -Wpedantic -Werror -fsyntax-only)

while read -r header; do
    printf '#include "%s"\nextern int not_an_empty_unit;\n' "$header" >"$scratch/alone.c"
    cp "$scratch/alone.c" "$scratch/alone.cpp"
    standards=(c11)
    case $header in xcore_math.h | xmath/*) standards=(c99 c11) ;; esac
    for standard in "${standards[@]}"; do
        check "$header as $standard" gcc "${warnings[@]}" "-std=$standard" -I . "$scratch/alone.c"
    done
    for standard in c++11 c++14 c++17 c++20; do
        check "$header as $standard" g++ "${warnings[@]}" "-std=$standard" -I . "$scratch/alone.cpp"
    done
done < <(find . -name '*.h' -type f -printf '%P\n' | sort)
finish
