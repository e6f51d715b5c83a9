#!/usr/bin/env bash
# Every path under which projects look for a toolkit exists and leads into the prefix.
. "$(dirname "${BASH_SOURCE[0]}")/common.bash"
cd "$prefix" || exit 1
real=$(pwd -P)
arch=${HOSTNPU_TEST_MACHINE:-$(uname -m)}

exists() { check "$1 exists" test -e "$1"; }
regular() { check "$1 is a regular file" test -f "$1" -a ! -L "$1"; }
leads_to() { check "$1 leads to $2" test "$1" -ef "$real/$2"; }

regular set_env.sh
regular bin/setenv.bash
check "bin/setenv.bash has the content of set_env.sh" cmp set_env.sh bin/setenv.bash
for header in acl/acl.h acl/acl_base.h acl/acl_base_rt.h acl/acl_base_mdl.h acl/acl_rt.h acl/acl_op.h acl/acl_mdl.h \
    acl/acl_op_compiler.h acl/acl_rt_allocator.h acl/error_codes/rt_error_codes.h acl/error_codes/ge_error_codes.h \
    aclnn/acl_meta.h aclnn/aclnn_base.h aclnn/opdev/op_errno.h aclnnop/aclnn_util.h aclnnop/aclnn_sin.h \
    hccl/hccl.h hccl/hccl_comm.h hccl/hccl_types.h securec.h; do
    regular "include/$header"
done
exists include/aclnnop/level2/aclnn_util.h
leads_to include/aclnnop/aclnn_log_space.h include/aclnnop/aclnn_logspace.h
for folder in tools compiler "$arch-linux"; do
    exists "$folder/tikcpp/ascendc_kernel_cmake/ascendc.cmake"
done
exists include/aclnnop/level2/aclnn_sin.h

regular lib64/libhostnpu.so
regular lib64/libc_sec.so
leads_to lib64/stub/libc_sec.so lib64/libc_sec.so
for name in ascendcl acl_rt acl_rt_impl acl_mdl acl_op_compiler acl_op_executor acl_cblas acl_tdt_channel acl_tdt_queue \
    nnopbase opapi opapi_math opapi_nn opapi_cv opapi_transformer cust_opapi msprofiler ms_tools_ext ascend_dump ascendalog \
    hccl hcomm graph mspti ascend_hal profapi mluops cnrt cndrv xcore_math; do
    leads_to "lib64/lib$name.so" lib64/libhostnpu.so
    leads_to "lib64/stub/lib$name.so" lib64/libhostnpu.so
    leads_to "acllib/lib64/stub/lib$name.so" lib64/libhostnpu.so
    leads_to "runtime/lib64/stub/lib$name.so" lib64/libhostnpu.so
done
for name in atb ge_runner runtime; do
    regular "lib64/lib$name.so"
    leads_to "lib64/stub/lib$name.so" "lib64/lib$name.so"
done
for name in ascend_protobuf fmk_parser; do
    leads_to "lib64/lib$name.so" lib64/libge_runner.so
done
for name in platform register; do
    leads_to "lib64/lib$name.so" lib64/libruntime.so
done
exists include/atb/operation.h
check "libmluops.so leads over its SONAME" test "$(readlink lib64/libmluops.so)" = libmluops.so.1
check "libmluops.so.1 leads to the versioned file" test "$(readlink lib64/libmluops.so.1)" = libmluops.so.1.11.1
leads_to lib64/libmluops.so.1.11.1 lib64/libhostnpu.so

for folder in "$arch-linux" atc compiler fwkacllib runtime acllib toolkit latest; do
    leads_to "$folder/include" include
    leads_to "$folder/lib64" lib64
done
[ "$arch" != aarch64 ] || leads_to arm64-linux/include include
leads_to "$arch-linux/devlib" lib64
leads_to devlib lib64
leads_to lib lib64
leads_to opp/lib64 lib64
leads_to latest .
for package in customize custom custom_math custom_nn; do
    leads_to "opp/vendors/$package/op_api/lib/libcust_opapi.so" lib64/libhostnpu.so
    leads_to "opp/vendors/$package/op_api/include/aclnn_sin.h" include/aclnnop/aclnn_sin.h
    check "$package: room for a builder's temporary link" test ! -e "opp/vendors/$package/op_api/include/aclnnop"
done
check "config.ini names the packages" grep -q '^load_priority=customize,' opp/vendors/config.ini
for package in runtime compiler opp hostnpu; do
    check "share/info/$package has a version" grep -qE '^Version=[0-9]+\.[0-9]+\.[0-9]+$' "share/info/$package/version.info"
done
exists lib64/cmake/hostnpu/hostnpuConfig.cmake
exists lib64/pkgconfig/hostnpu.pc

exists cmake/FindBANG.cmake
exists cmake/modules/FindBANG.cmake
check "bin/cncc answers --version" bin/cncc --version
check "bin/cncc compiles nothing and says so" bash -c '! bin/cncc x.mlu 2>text && grep -q "no device code" text; s=$?; rm -f text; exit $s'

while IFS=$'\t' read -r link target; do
    check "$link is relative" test "${target:0:1}" != /
    check "$link leads somewhere" test -e "$link"
done < <(find . -type l -printf '%p\t%l\n')
finish
