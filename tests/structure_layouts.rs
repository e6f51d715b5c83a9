//! Structures and enums of the vendors' headers in memory: sizes and offsets on x86-64 and aarch64, measured on those headers.

use std::ffi::c_int;
use std::mem::offset_of;

use hostnpu::abi::acl::dump::types::acldumpTensorInfo;
use hostnpu::abi::acl::rt_memory_soma::types::aclrtMemPoolProps;
use hostnpu::abi::acl::types::*;
use hostnpu::abi::hccl::types::{HcclCommConfig, HcclRootInfo, HcclSendRecvItem};
use hostnpu::abi::xmath::types::{
    bfp_complex_s16_t, bfp_s32_t, complex_s64_t, float_complex_s16_t, float_complex_s32_t,
    float_complex_s64_t, float_s32_t, float_s64_t, split_acc_s32_t,
};

/// A structure has a size, and members their offsets.
macro_rules! assert_layout {
    ($name:ident, $size:literal $(, $member:ident @ $offset:literal)*) => {
        assert_eq!(size_of::<$name>(), $size, "size of {}", stringify!($name));
        $(assert_eq!(
            offset_of!($name, $member),
            $offset,
            "offset of {}.{}",
            stringify!($name),
            stringify!($member)
        );)*
    };
}

#[test]
fn structures_of_the_runtime_have_the_documented_layout() {
    assert_layout!(aclrtMallocAttrValue, 8);
    assert_layout!(aclrtMallocAttribute, 12, attr @ 0, value @ 4);
    assert_layout!(aclrtMallocConfig, 16, attrs @ 0, numAttrs @ 8);
    assert_layout!(aclrtBinaryLoadOption, 20, r#type @ 0, value @ 4);
    assert_layout!(aclrtBinaryLoadOptions, 16, options @ 0, numOpt @ 8);
    assert_layout!(aclrtStreamConfigHandle, 32, workptr @ 0, workSize @ 8, flag @ 16, priority @ 24);
    assert_layout!(aclrtUtilizationInfo, 24, cubeUtilization @ 0, vectorUtilization @ 4, aicpuUtilization @ 8, memoryUtilization @ 12, utilizationExtend @ 16);
    assert_layout!(aclrtMemLocation, 8, id @ 0, r#type @ 4);
    assert_layout!(aclrtPtrAttributes, 28, location @ 0, pageSize @ 8, rsv @ 12);
    assert_layout!(aclrtMemUceInfo, 128, addr @ 0, len @ 8, reserved @ 16);
    assert_layout!(aclrtMemUceInfoArray, 2568, arraySize @ 0, memUceInfoArray @ 8);
    assert_layout!(aclrtErrorInfoDetail, 2568);
    assert_layout!(aclrtErrorInfo, 2576, tryRepair @ 0, hasDetail @ 1, reserved @ 2, errorType @ 4, detail @ 8);
    assert_layout!(aclrtStreamAttrValue, 16);
    assert_layout!(aclCANNPackageVersion, 512, version @ 0, majorVersion @ 128, minorVersion @ 192, releaseVersion @ 256, patchVersion @ 320, reserved @ 384);
}

#[test]
fn structures_of_memory_have_the_documented_layout() {
    assert_layout!(aclrtMemFabricHandle, 128);
    assert_layout!(aclrtPhysicalMemProp, 32, memAttr @ 8, location @ 12, reserve @ 24);
    assert_layout!(aclrtMemAccessDesc, 24, rsv @ 12);
    assert_layout!(aclrtMemcpyBatchAttr, 32);
    assert_layout!(aclrtUuid, 16);
    assert_layout!(aclrtMemUsageInfo, 112);
    assert_layout!(aclrtIpcEventHandle, 64);
}

#[test]
fn structures_of_tasks_have_the_documented_layout() {
    assert_layout!(aclrtRandomParaInfo, 16, size @ 9);
    assert_layout!(aclrtRandomNumFuncParaInfo, 36);
    assert_layout!(aclrtRandomNumTaskInfo, 104, randomParaAddr @ 40, randomSeed @ 64, rsv @ 96);
    assert_layout!(aclrtCntNotifyRecordInfo, 8);
    assert_layout!(aclrtCntNotifyWaitInfo, 16, isClear @ 12);
    assert_layout!(aclrtBarrierTaskInfo, 56, cmoInfo @ 8);
    assert_layout!(aclmdlRICondTaskParams, 24, modelRIArray @ 16);
}

#[test]
fn structures_of_dumps_have_the_documented_layout() {
    assert_layout!(acldumpTensorInfo, 456, tensorAddr @ 24, shape @ 56, originShape @ 256);
}

#[test]
fn structures_of_memory_pools_have_the_documented_layout() {
    assert_layout!(aclrtMemPoolProps, 56, maxSize @ 16, reserved @ 24);
}

#[test]
fn structures_of_hccl_have_the_documented_layout() {
    assert_layout!(HcclRootInfo, 4108);
    assert_eq!(align_of::<HcclRootInfo>(), 1);
    assert_layout!(HcclSendRecvItem, 32, remoteRank @ 28);
    assert_layout!(HcclCommConfig, 2240, hcclCommName @ 32, hcclJobID @ 304, hcclExecTimeOut @ 316);
}

#[test]
fn structures_of_lib_xcore_math_have_the_vendors_sizes() {
    assert_layout!(float_s32_t, 8);
    assert_layout!(float_s64_t, 16);
    assert_layout!(complex_s64_t, 16);
    assert_layout!(float_complex_s16_t, 8);
    assert_layout!(float_complex_s32_t, 12);
    assert_layout!(float_complex_s64_t, 24);
    assert_layout!(bfp_s32_t, 24);
    assert_layout!(bfp_complex_s16_t, 32);
    assert_layout!(split_acc_s32_t, 64);
}

#[test]
fn an_open_enum_has_the_size_and_alignment_of_int() {
    assert_eq!(size_of::<aclDataType>(), size_of::<c_int>());
    assert_eq!(align_of::<aclDataType>(), align_of::<c_int>());
}
