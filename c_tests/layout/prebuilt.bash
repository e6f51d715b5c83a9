#!/usr/bin/env bash
# Programs that were linked against the vendors' own libraries (other SONAMEs, a version node on MLU-OPS symbols) run
# against the prefix without being linked again, and see one library.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
exports=$c_tests/../abi/exports.symbols

# vendor_library FILE SONAME SYMBOL-PATTERN [OPTION...]: a stand-in for the vendor's library, to link against only.
vendor_library() {
    local file=$1 soname=$2 pattern=$3
    shift 3
    grep -E "$pattern" "$exports" | sed 's/.*/void &(void) {}/' >"$scratch/$soname.c"
    check "stand-in $soname" gcc -w -fno-builtin -shared -fPIC "$scratch/$soname.c" -Wl,-soname,"$soname" -o "$scratch/vendor/$file" "$@"
}

mkdir "$scratch/vendor"
vendor_library libascendcl.so libascendcl.so '^acl(rt|sys|Init|Finalize|Get|Float)'
vendor_library libnnopbase.so libnnopbase.so '^acl(nnInit|nnFinalize|Create|Destroy)'
vendor_library libopapi_math.so libopapi_math.so '^aclnn.*Sin'
check "links against the vendor's names" g++ "$here/sin.cpp" -I "$c_tests" -I "$prefix/include" -o "$scratch/sin" \
    -L "$scratch/vendor" -lopapi_math -lascendcl -lnnopbase
check "asks for libascendcl.so" bash -c "readelf -d '$scratch/sin' | grep -q 'NEEDED.*libascendcl.so'"
check "prints the sines" bash -c "source '$prefix/set_env.sh' && '$scratch/sin' | diff '$here/sin.expected' -"

if [ -f "$prefix/include/mlu_op.h" ]; then
    printf 'MLUOP_ABI_1.0 { global: mluOp*; local: *; };\n' >"$scratch/mluops.map"
    vendor_library libmluops.so libmluops.so.1 '^mluOp' -Wl,--version-script="$scratch/mluops.map"
    cat >"$scratch/mlu.c" <<'C'
#include <stdio.h>
#include "mlu_op.h"
int main(void)
{
    int major = 0, minor = 0, patch = 0;
    mluOpGetLibVersion(&major, &minor, &patch);
    printf("%d.%d.%d\n", major, minor, patch);
    return 0;
}
C
    check "links against the vendor's libmluops" gcc "$scratch/mlu.c" -I "$prefix/include" -o "$scratch/mlu" \
        -L "$scratch/vendor" -lmluops
    check "asks for the version node" bash -c "readelf -V '$scratch/mlu' | grep -q MLUOP_ABI_1.0"
    check "runs without a word from the loader" bash -c \
        "source '$prefix/set_env.sh' && '$scratch/mlu' >'$scratch/out' 2>&1 && echo 1.11.1 | diff - '$scratch/out'"
fi
finish
