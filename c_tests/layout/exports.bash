#!/usr/bin/env bash
# The library exports exactly what the committed list says, versions only what MLU-OPS versions, and is well linked.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
library=$prefix/lib64/libhostnpu.so
lacks() { ! grep -q "$@"; }

check "exports the committed list" "$c_tests/../script/exports" --library "$library"
check "libraries of C++ classes export their list" "$c_tests/../script/exports" --cxx "$prefix/lib64"
readelf -dW "$library" >"$scratch/dynamic"
readelf -lW "$library" >"$scratch/segments"
check "SONAME" grep -q 'SONAME.*\[libhostnpu.so\]' "$scratch/dynamic"
check "no text relocations" lacks TEXTREL "$scratch/dynamic"
check "binds at load time" grep -q 'FLAGS_1.*NOW' "$scratch/dynamic"
check "stays mapped" grep -q 'FLAGS_1.*NODELETE' "$scratch/dynamic"
check "relocations become read-only" grep -q GNU_RELRO "$scratch/segments"
check "stack is not executable" bash -c "grep GNU_STACK '$scratch/segments' | grep -q 'RW '"
check "needs only the C library and its parts" lacks -vE '^(libgcc_s|libm|libc|libpthread|libdl|librt|libutil|ld-linux[^.]*)\.so\.[0-9]+$' \
    <(sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' "$scratch/dynamic")
finish
