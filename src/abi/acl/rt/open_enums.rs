//! Entry-point side of the enums of `acl/acl_rt.h`: every integer is a legal value.

use super::enums;
use crate::abi::c_enum::open_enum;

open_enum! {
    /// Direction of a copy. Advisory: the addresses decide.
    aclrtMemcpyKind:
        ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST, ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_DEFAULT, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE
}

open_enum! {
    /// Page size wanted for an allocation.
    aclrtMemMallocPolicy:
        ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY, ACL_MEM_MALLOC_NORMAL_ONLY, ACL_MEM_MALLOC_HUGE_FIRST_P2P, ACL_MEM_MALLOC_HUGE_ONLY_P2P, ACL_MEM_MALLOC_NORMAL_ONLY_P2P, ACL_MEM_MALLOC_HUGE1G_ONLY, ACL_MEM_MALLOC_HUGE1G_ONLY_P2P, ACL_MEM_TYPE_LOW_BAND_WIDTH, ACL_MEM_TYPE_HIGH_BAND_WIDTH, ACL_MEM_ACCESS_USER_SPACE_READONLY
}

open_enum! {
    /// Where the program itself runs.
    aclrtRunMode:
        ACL_DEVICE, ACL_HOST
}

open_enum! {
    /// Whether the tasks of a stream are finished.
    aclrtStreamStatus:
        ACL_STREAM_STATUS_COMPLETE, ACL_STREAM_STATUS_NOT_READY, ACL_STREAM_STATUS_RESERVED
}

open_enum! {
    /// Whether the recorded work of an event is finished (older form).
    aclrtEventStatus:
        ACL_EVENT_STATUS_COMPLETE, ACL_EVENT_STATUS_NOT_READY, ACL_EVENT_STATUS_RESERVED
}

open_enum! {
    /// Whether the recorded work of an event is finished.
    aclrtEventRecordedStatus:
        ACL_EVENT_RECORDED_STATUS_NOT_READY, ACL_EVENT_RECORDED_STATUS_COMPLETE
}

open_enum! {
    /// Whether the waits queued on an event are finished.
    aclrtEventWaitStatus:
        ACL_EVENT_WAIT_STATUS_COMPLETE, ACL_EVENT_WAIT_STATUS_NOT_READY, ACL_EVENT_WAIT_STATUS_RESERVED
}

open_enum! {
    /// Whether later tasks of the stream wait for a callback.
    aclrtCallbackBlockType:
        ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK
}

open_enum! {
    /// Kind of device memory.
    aclrtMemAttr:
        ACL_DDR_MEM, ACL_HBM_MEM, ACL_DDR_MEM_HUGE, ACL_DDR_MEM_NORMAL, ACL_HBM_MEM_HUGE, ACL_HBM_MEM_NORMAL, ACL_DDR_MEM_P2P_HUGE, ACL_DDR_MEM_P2P_NORMAL, ACL_HBM_MEM_P2P_HUGE, ACL_HBM_MEM_P2P_NORMAL, ACL_HBM_MEM_HUGE1G, ACL_HBM_MEM_P2P_HUGE1G, ACL_MEM_NORMAL, ACL_MEM_HUGE, ACL_MEM_HUGE1G, ACL_MEM_P2P_NORMAL, ACL_MEM_P2P_HUGE, ACL_MEM_P2P_HUGE1G
}

open_enum! {
    /// Kind of core whose number can be limited.
    aclrtDevResLimitType:
        ACL_RT_DEV_RES_CUBE_CORE, ACL_RT_DEV_RES_VECTOR_CORE
}

open_enum! {
    /// Attributes of a device.
    aclrtDevAttr:
        ACL_DEV_ATTR_AICPU_CORE_NUM, ACL_DEV_ATTR_AICORE_CORE_NUM, ACL_DEV_ATTR_CUBE_CORE_NUM, ACL_DEV_ATTR_VECTOR_CORE_NUM, ACL_DEV_ATTR_WARP_SIZE, ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE, ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE, ACL_DEV_ATTR_MAX_GRID_DIM_X, ACL_DEV_ATTR_MAX_GRID_DIM_Y, ACL_DEV_ATTR_MAX_GRID_DIM_Z, ACL_DEV_ATTR_MAX_BLOCK_PER_GRID, ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK, ACL_DEV_ATTR_MAX_BLOCK_DIM_X, ACL_DEV_ATTR_MAX_BLOCK_DIM_Y, ACL_DEV_ATTR_MAX_BLOCK_DIM_Z, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, ACL_DEV_ATTR_L2_CACHE_SIZE, ACL_DEV_ATTR_SMP_ID, ACL_DEV_ATTR_PHY_CHIP_ID, ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID, ACL_DEV_ATTR_SUPER_POD_SERVER_ID, ACL_DEV_ATTR_SUPER_POD_ID, ACL_DEV_ATTR_CUST_OP_PRIVILEGE, ACL_DEV_ATTR_MAINBOARD_ID, ACL_DEV_ATTR_HD_CONNECT_TYPE, ACL_DEV_ATTR_DEVICE_FORM_FACTOR, ACL_DEV_ATTR_IS_VIRTUAL, ACL_DEV_ATTR_NPU_ARCH
}

open_enum! {
    /// Features of a device.
    aclrtDevFeatureType:
        ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV
}

open_enum! {
    /// Health of a device.
    aclrtDeviceStatus:
        ACL_RT_DEVICE_STATUS_NORMAL, ACL_RT_DEVICE_STATUS_ABNORMAL, ACL_RT_DEVICE_STATUS_END
}

open_enum! {
    /// Moment in the life of a stream that an observer is told of.
    aclrtStreamState:
        ACL_RT_STREAM_STATE_CREATE_POST, ACL_RT_STREAM_STATE_DESTROY_PRE
}

open_enum! {
    /// Moment in the life of a device that an observer is told of.
    aclrtDeviceState:
        ACL_RT_DEVICE_STATE_SET_PRE, ACL_RT_DEVICE_STATE_SET_POST, ACL_RT_DEVICE_STATE_RESET_PRE, ACL_RT_DEVICE_STATE_RESET_POST
}

open_enum! {
    /// Attributes of a stream; the value is an `aclrtStreamAttrValue`.
    aclrtStreamAttr:
        ACL_STREAM_ATTR_FAILURE_MODE, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, ACL_STREAM_ATTR_USER_CUSTOM_TAG, ACL_STREAM_ATTR_CACHE_OP_INFO, ACL_STREAM_ATTR_PRIORITY
}

open_enum! {
    /// Scope of the last error.
    aclrtLastErrLevel:
        ACL_RT_THREAD_LEVEL
}

open_enum! {
    /// Kind of a device error.
    aclrtErrorType:
        ACL_RT_NO_ERROR, ACL_RT_ERROR_MEMORY, ACL_RT_ERROR_L2, ACL_RT_ERROR_AICORE, ACL_RT_ERROR_LINK, ACL_RT_ERROR_L3_PORT, ACL_RT_ERROR_OTHERS
}

open_enum! {
    /// Cause of an AI core error.
    aclrtAicoreErrorType:
        ACL_RT_AICORE_ERROR_UNKNOWN, ACL_RT_AICORE_ERROR_SW, ACL_RT_AICORE_ERROR_HW_LOCAL
}

open_enum! {
    /// Task scheduler of a device.
    aclrtTsId:
        ACL_TS_ID_AICORE, ACL_TS_ID_AIVECTOR, ACL_TS_ID_RESERVED
}

open_enum! {
    /// What a floating-point overflow gives.
    aclrtFloatOverflowMode:
        ACL_RT_OVERFLOW_MODE_SATURATION, ACL_RT_OVERFLOW_MODE_INFNAN, ACL_RT_OVERFLOW_MODE_UNDEF
}

open_enum! {
    /// Kind of memory behind an address.
    aclrtMemLocationType:
        ACL_MEM_LOCATION_TYPE_HOST, ACL_MEM_LOCATION_TYPE_DEVICE, ACL_MEM_LOCATION_TYPE_UNREGISTERED, ACL_MEM_LOCATION_TYPE_MANAGED, ACL_MEM_LOCATION_TYPE_HOST_NUMA
}

open_enum! {
    /// How registered host memory is used.
    aclrtHostRegisterType:
        ACL_HOST_REGISTER_MAPPED, ACL_HOST_REGISTER_IOMEMORY, ACL_HOST_REGISTER_READONLY
}

open_enum! {
    /// Members of an `aclrtStreamConfigHandle`.
    aclrtStreamConfigAttr:
        ACL_RT_STREAM_WORK_ADDR_PTR, ACL_RT_STREAM_WORK_SIZE, ACL_RT_STREAM_FLAG, ACL_RT_STREAM_PRIORITY
}

open_enum! {
    /// Cache maintenance operations.
    aclrtCmoType:
        ACL_RT_CMO_TYPE_PREFETCH, ACL_RT_CMO_TYPE_WRITEBACK, ACL_RT_CMO_TYPE_INVALID, ACL_RT_CMO_TYPE_FLUSH
}

open_enum! {
    /// Reductions while copying.
    aclrtReduceKind:
        ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX, ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN, ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL
}

open_enum! {
    /// Attribute of an allocation; tells the member of `aclrtMallocAttrValue`.
    aclrtMallocAttrType:
        ACL_RT_MEM_ATTR_RSV, ACL_RT_MEM_ATTR_MODULE_ID, ACL_RT_MEM_ATTR_DEVICE_ID, ACL_RT_MEM_ATTR_VA_FLAG
}

open_enum! {
    /// Packages of which a version can be asked.
    aclCANNPackageName:
        ACL_PKG_NAME_CANN, ACL_PKG_NAME_RUNTIME, ACL_PKG_NAME_COMPILER, ACL_PKG_NAME_HCCL, ACL_PKG_NAME_TOOLKIT, ACL_PKG_NAME_OPP, ACL_PKG_NAME_OPP_KERNEL, ACL_PKG_NAME_DRIVER
}
