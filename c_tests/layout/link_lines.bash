#!/usr/bin/env bash
# Link lines of the vendors' builders, in any order of the libraries, with and without --as-needed.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
source=$here/sin.cpp
include=$prefix/include

builds_and_runs() {
    local program=$scratch/program
    rm -f "$program"
    check "builds: g++ $*" g++ "$source" -I "$c_tests" -o "$program" "$@"
    check "prints the sines: g++ $*" bash -c "source '$prefix/set_env.sh' && '$program' | diff '$here/sin.expected' -"
}

permute() {
    local chosen=$1 i
    shift
    if [ $# = 0 ]; then
        echo "$chosen"
        return
    fi
    for ((i = 1; i <= $#; i++)); do
        permute "$chosen ${!i}" "${@:1:i-1}" "${@:i+1}"
    done
}

# ops-math, ops-nn, custom packages, the documented recipe by full path, stand-alone runtime examples.
for flag in -Wl,--as-needed -Wl,--no-as-needed; do
    builds_and_runs $flag -I "$include" -I "$include/aclnn" -L "$prefix/lib64" -lopapi_math -lascendcl -lnnopbase
    builds_and_runs $flag -I "$include" -I "$include/aclnnop" -I "$include/aclnn" -L "$prefix/opp/lib64" -L "$prefix/lib64" \
        -lopapi_nn -lopapi_math -lascendcl -lnnopbase
    builds_and_runs $flag -I "$include" -L "$prefix/lib64" -lopapi -lacl_rt -lnnopbase
done
for package in customize custom custom_math custom_nn; do
    vendor=$prefix/opp/vendors/$package/op_api
    builds_and_runs -I "$vendor/include" -I "$include" -I "$include/aclnnop" -L "$vendor/lib" -L "$prefix/lib64" \
        -lcust_opapi -lascendcl -lnnopbase "-Wl,-rpath=$vendor/lib"
done
builds_and_runs -std=c++11 -I "$include" -I "$include/aclnn" \
    "$prefix/lib64/libascendcl.so" "$prefix/lib64/libnnopbase.so" "$prefix/lib64/libopapi_math.so"
builds_and_runs -O2 -std=c++17 -D_GLIBCXX_USE_CXX11_ABI=0 -Wall -Werror -I "$include" \
    "$prefix/lib64/libacl_rt.so" "$prefix/lib64/libnnopbase.so" "$prefix/lib64/libopapi.so"
for libraries in $(permute "" -lopapi_math -lacl_rt -lnnopbase | sed 's/^ //; s/ /,/g'); do
    # shellcheck disable=SC2086 # a list of words
    builds_and_runs -I "$include" -L "$prefix/lib64" ${libraries//,/ }
done
# Old projects: component folders and stubs.
builds_and_runs -I "$prefix/runtime/include" -I "$prefix/atc/include" -L "$prefix/acllib/lib64/stub" \
    -lascendcl -lopapi -lacl_op_compiler -lnnopbase -lstdc++
builds_and_runs -I "$prefix/$(uname -m)-linux/include" -L "$prefix/$(uname -m)-linux/devlib" -lascendcl -lopapi -lnnopbase

# A program linked against the links asks for the one real library, once.
needed=$(readelf -d "$scratch/program" | grep -c 'NEEDED.*\[libhostnpu.so\]')
[ "$needed" = 1 ] || fail "the program has $needed NEEDED entries for libhostnpu.so"
finish
