/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "acl_base.h"
#include "acl_rt_allocator.h"

/**
 * Major number of the interface described here.
 */
#define ACL_MAJOR_VERSION 1

/**
 * Minor number of the interface described here.
 */
#define ACL_MINOR_VERSION 17

/**
 * Patch number of the interface described here.
 */
#define ACL_PATCH_VERSION 0

/**
 * The event orders streams.
 */
#define ACL_EVENT_SYNC 1u

/**
 * The event marks progress of a stream.
 */
#define ACL_EVENT_CAPTURE_STREAM_PROGRESS 2u

/**
 * The event takes the time.
 */
#define ACL_EVENT_TIME_LINE 8u

/**
 * The event is for the device only.
 */
#define ACL_EVENT_DEVICE_USE_ONLY 16u

/**
 * The event may be shared with a captured model.
 */
#define ACL_EVENT_EXTERNAL 32u

/**
 * The event may be shared between processes.
 */
#define ACL_EVENT_IPC 64u

/**
 * The stream launches faster for more memory.
 */
#define ACL_STREAM_FAST_LAUNCH 1u

/**
 * The stream synchronises by active waiting.
 */
#define ACL_STREAM_FAST_SYNC 2u

/**
 * The tasks of the stream stay queued.
 */
#define ACL_STREAM_PERSISTENT 4u

/**
 * The stream holds more tasks.
 */
#define ACL_STREAM_HUGE 8u

/**
 * The stream belongs to a queue of the AI CPU.
 */
#define ACL_STREAM_CPU_SCHEDULE 16u

/**
 * The stream is for the device only.
 */
#define ACL_STREAM_DEVICE_USE_ONLY 32u

/**
 * `aclrtValueWait`: until (word - value), signed, is not negative.
 */
#define ACL_STREAM_WAIT_VALUE_GEQ 0u

/**
 * `aclrtValueWait`: until word equals value.
 */
#define ACL_STREAM_WAIT_VALUE_EQ 1u

/**
 * `aclrtValueWait`: until (word & value) is not zero.
 */
#define ACL_STREAM_WAIT_VALUE_AND 2u

/**
 * `aclrtValueWait`: until ~(word | value) is not zero.
 */
#define ACL_STREAM_WAIT_VALUE_NOR 3u

/**
 * Later tasks run after a failed one.
 */
#define ACL_CONTINUE_ON_FAILURE 0u

/**
 * Later tasks are dropped after a failed one.
 */
#define ACL_STOP_ON_FAILURE 1u

/**
 * A notify without restriction.
 */
#define ACL_NOTIFY_DEFAULT 0u

/**
 * A notify for the device only.
 */
#define ACL_NOTIFY_DEVICE_USE_ONLY 1u

/**
 * `aclrtGetDeviceCapability`: the device has the feature.
 */
#define ACL_DEV_FEATURE_SUPPORT 1

/**
 * `aclrtGetDeviceCapability`: the device lacks the feature.
 */
#define ACL_DEV_FEATURE_NOT_SUPPORT 0

/**
 * `ACL_DEV_ATTR_HD_CONNECT_TYPE`: host and device are joined by PCIe.
 */
#define ACL_HOST_DEVICE_CONNECT_TYPE_PCIE 0

/**
 * `ACL_DEV_ATTR_HD_CONNECT_TYPE`: host and device are joined by HCCS.
 */
#define ACL_HOST_DEVICE_CONNECT_TYPE_HCCS 1

/**
 * `ACL_DEV_ATTR_HD_CONNECT_TYPE`: host and device are joined by UB.
 */
#define ACL_HOST_DEVICE_CONNECT_TYPE_UB 2

/**
 * `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: part of a pod.
 */
#define ACL_DEVICE_FORM_FACTOR_POD 0

/**
 * `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: A+K server.
 */
#define ACL_DEVICE_FORM_FACTOR_A_K 1

/**
 * `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: A+X server.
 */
#define ACL_DEVICE_FORM_FACTOR_A_X 2

/**
 * `ACL_DEV_ATTR_DEVICE_FORM_FACTOR`: PCIe card.
 */
#define ACL_DEVICE_FORM_FACTOR_PCIE_CARD 3

/**
 * Memory errors that an older form of the record could hold.
 */
#define MAX_MEM_UCE_INFO_ARRAY_SIZE 128

/**
 * Reserved words of an `aclrtMemUceInfo`.
 */
#define UCE_INFO_RESERVED_SIZE 14

/**
 * Memory errors that an `aclrtMemUceInfoArray` holds.
 */
#define ACL_RT_MEM_UCE_INFO_MAX_NUM 20

/**
 * Bytes for the text of a package's version, its end included.
 */
#define ACL_PKG_VERSION_MAX_SIZE 128

/**
 * Bytes for the text of one part of a version, its end included.
 */
#define ACL_PKG_VERSION_PARTS_MAX_SIZE 64

/**
 * Shared physical memory may be opened by the processes of its list.
 */
#define ACL_RT_VMM_EXPORT_FLAG_DEFAULT 0

/**
 * Shared physical memory may be opened by every process.
 */
#define ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION 1

/**
 * Shared memory may be opened by the processes of its list.
 */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT 0

/**
 * Shared memory may be opened by every process.
 */
#define ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION 1

/**
 * Shared memory is opened without access between devices.
 */
#define ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT 0

/**
 * Shared memory is opened with access between devices.
 */
#define ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS 1

/**
 * `aclrtCheckMemType`: memory of a device.
 */
#define ACL_RT_MEM_TYPE_DEV 2u

/**
 * `aclrtCheckMemType`: memory for pictures.
 */
#define ACL_RT_MEM_TYPE_DVPP 8u

/**
 * `aclrtCheckMemType`: reserved memory.
 */
#define ACL_RT_MEM_TYPE_RSVD 16u

/**
 * Most barriers of an `aclrtBarrierTaskInfo`.
 */
#define ACL_RT_CMO_MAX_BARRIER_NUM 6

/**
 * `aclrtIpcMemSetAttr`: by SIO.
 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO 0

/**
 * `aclrtIpcMemSetAttr`: by HCCS.
 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS 1

/**
 * `aclrtIpcMemSetAttr`: by one port of UB.
 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_ONE_PORT_PATH 2

/**
 * `aclrtIpcMemSetAttr`: by several ports of UB.
 */
#define ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH 3

/**
 * Bytes of an `aclrtIpcEventHandle`.
 */
#define ACL_IPC_EVENT_HANDLE_SIZE 64

/**
 * `aclrtHostRegisterV2`: the device may use the memory.
 */
#define ACL_HOST_REG_MAPPED 2

/**
 * `aclrtHostRegisterV2`: the memory is of another device.
 */
#define ACL_HOST_REG_IOMEMORY 4

/**
 * `aclrtHostRegisterV2`: the device only reads the memory.
 */
#define ACL_HOST_REG_READONLY 8

/**
 * `aclrtHostRegisterV2`: the memory is page-locked.
 */
#define ACL_HOST_REG_PINNED 268435456

/**
 * `aclrtRecordEventWithFlag`: as `aclrtRecordEvent`.
 */
#define ACL_EVENT_RECORD_DEFAULT 0u

/**
 * `aclrtRecordEventWithFlag`: replays record the event for streams outside them.
 */
#define ACL_EVENT_RECORD_EXTERNAL 1u

/**
 * `aclrtStreamWaitEventWithFlag`: as `aclrtStreamWaitEvent`.
 */
#define ACL_EVENT_WAIT_DEFAULT 0u

/**
 * `aclrtStreamWaitEventWithFlag`: replays wait for records of streams outside them.
 */
#define ACL_EVENT_WAIT_EXTERNAL 1u

/**
 * `aclmdlRIDebugJsonPrint`: numbers and kinds of tasks.
 */
#define ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY 0

/**
 * `aclmdlRIDebugJsonPrint`: the parameters of kernels too.
 */
#define ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE 1

/**
 * A shared notify may be opened by the processes of its list.
 */
#define ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT 0

/**
 * A shared notify may be opened by every process.
 */
#define ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION 2

/**
 * A shared notify is opened without access between devices.
 */
#define ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT 0

/**
 * A shared notify is opened with access between devices.
 */
#define ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS 2

/**
 * Devices are connected by the vendor's cache-coherent links.
 */
#define ACL_RT_DEVS_TOPOLOGY_HCCS 1

/**
 * Devices are connected by one PCIe switch.
 */
#define ACL_RT_DEVS_TOPOLOGY_PIX 2

/**
 * Reserved.
 */
#define ACL_RT_DEVS_TOPOLOGY_PIB 4

/**
 * Devices are connected by a PCIe host bridge.
 */
#define ACL_RT_DEVS_TOPOLOGY_PHB 8

/**
 * Devices are connected through the processors of the host.
 */
#define ACL_RT_DEVS_TOPOLOGY_SYS 16

/**
 * Devices are dies of one chip.
 */
#define ACL_RT_DEVS_TOPOLOGY_SIO 32

/**
 * Devices are connected by a switch of the vendor's links.
 */
#define ACL_RT_DEVS_TOPOLOGY_HCCS_SW 64

/**
 * Packages of which a version can be asked.
 */
typedef enum aclCANNPackageName {
    ACL_PKG_NAME_CANN = 0,
    ACL_PKG_NAME_RUNTIME = 1,
    ACL_PKG_NAME_COMPILER = 2,
    ACL_PKG_NAME_HCCL = 3,
    ACL_PKG_NAME_TOOLKIT = 4,
    ACL_PKG_NAME_OPP = 5,
    ACL_PKG_NAME_OPP_KERNEL = 6,
    ACL_PKG_NAME_DRIVER = 7,
} aclCANNPackageName;

/**
 * Where the program itself runs.
 */
typedef enum aclrtRunMode {
    ACL_DEVICE = 0,
    ACL_HOST = 1,
} aclrtRunMode;

/**
 * Health of a device.
 */
typedef enum aclrtDeviceStatus {
    ACL_RT_DEVICE_STATUS_NORMAL = 0,
    ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
    ACL_RT_DEVICE_STATUS_END = 65535,
} aclrtDeviceStatus;

/**
 * Task scheduler of a device.
 */
typedef enum aclrtTsId {
    ACL_TS_ID_AICORE = 0,
    ACL_TS_ID_AIVECTOR = 1,
    ACL_TS_ID_RESERVED = 2,
} aclrtTsId;

/**
 * Attributes of a device.
 */
typedef enum aclrtDevAttr {
    ACL_DEV_ATTR_AICPU_CORE_NUM = 1,
    ACL_DEV_ATTR_AICORE_CORE_NUM = 101,
    ACL_DEV_ATTR_CUBE_CORE_NUM = 102,
    ACL_DEV_ATTR_VECTOR_CORE_NUM = 201,
    ACL_DEV_ATTR_WARP_SIZE = 202,
    ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE = 203,
    ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE = 204,
    ACL_DEV_ATTR_MAX_GRID_DIM_X = 205,
    ACL_DEV_ATTR_MAX_GRID_DIM_Y = 206,
    ACL_DEV_ATTR_MAX_GRID_DIM_Z = 207,
    ACL_DEV_ATTR_MAX_BLOCK_PER_GRID = 208,
    ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK = 209,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_X = 210,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Y = 211,
    ACL_DEV_ATTR_MAX_BLOCK_DIM_Z = 212,
    ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE = 301,
    ACL_DEV_ATTR_L2_CACHE_SIZE = 302,
    ACL_DEV_ATTR_SMP_ID = 401,
    ACL_DEV_ATTR_PHY_CHIP_ID = 402,
    ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID = 403,
    ACL_DEV_ATTR_SUPER_POD_SERVER_ID = 404,
    ACL_DEV_ATTR_SUPER_POD_ID = 405,
    ACL_DEV_ATTR_CUST_OP_PRIVILEGE = 406,
    ACL_DEV_ATTR_MAINBOARD_ID = 407,
    ACL_DEV_ATTR_HD_CONNECT_TYPE = 408,
    ACL_DEV_ATTR_DEVICE_FORM_FACTOR = 409,
    ACL_DEV_ATTR_IS_VIRTUAL = 501,
    ACL_DEV_ATTR_NPU_ARCH = 601,
} aclrtDevAttr;

/**
 * Kind of core whose number can be limited.
 */
typedef enum aclrtDevResLimitType {
    ACL_RT_DEV_RES_CUBE_CORE = 0,
    ACL_RT_DEV_RES_VECTOR_CORE = 1,
} aclrtDevResLimitType;

/**
 * Features of a device.
 */
typedef enum aclrtDevFeatureType {
    ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
    ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21,
} aclrtDevFeatureType;

/**
 * Results of a floating-point overflow.
 */
typedef enum aclrtFloatOverflowMode {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0,
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,
    ACL_RT_OVERFLOW_MODE_UNDEF = 2,
} aclrtFloatOverflowMode;

/**
 * State of the tasks of a stream.
 */
typedef enum aclrtStreamStatus {
    ACL_STREAM_STATUS_COMPLETE = 0,
    ACL_STREAM_STATUS_NOT_READY = 1,
    ACL_STREAM_STATUS_RESERVED = 65535,
} aclrtStreamStatus;

/**
 * Attributes of a stream; the value is an `aclrtStreamAttrValue`.
 */
typedef enum aclrtStreamAttr {
    ACL_STREAM_ATTR_FAILURE_MODE = 1,
    ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK = 2,
    ACL_STREAM_ATTR_USER_CUSTOM_TAG = 3,
    ACL_STREAM_ATTR_CACHE_OP_INFO = 4,
    ACL_STREAM_ATTR_PRIORITY = 5,
} aclrtStreamAttr;

/**
 * Moment in the life of a stream that an observer is told of.
 */
typedef enum aclrtStreamState {
    ACL_RT_STREAM_STATE_CREATE_POST = 1,
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2,
} aclrtStreamState;

/**
 * Members of an `aclrtStreamConfigHandle`.
 */
typedef enum aclrtStreamConfigAttr {
    ACL_RT_STREAM_WORK_ADDR_PTR = 0,
    ACL_RT_STREAM_WORK_SIZE = 1,
    ACL_RT_STREAM_FLAG = 2,
    ACL_RT_STREAM_PRIORITY = 3,
} aclrtStreamConfigAttr;

/**
 * State of the recorded work of an event.
 */
typedef enum aclrtEventRecordedStatus {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1,
} aclrtEventRecordedStatus;

/**
 * State of the recorded work of an event (older form).
 */
typedef enum aclrtEventStatus {
    ACL_EVENT_STATUS_COMPLETE = 0,
    ACL_EVENT_STATUS_NOT_READY = 1,
    ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

/**
 * State of the waits queued on an event.
 */
typedef enum aclrtEventWaitStatus {
    ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
    ACL_EVENT_WAIT_STATUS_RESERVED = 65535,
} aclrtEventWaitStatus;

/**
 * Changes of the count of a notify by a record.
 */
typedef enum aclrtCntNotifyRecordMode {
    ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE = 0,
    ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE = 1,
    ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE = 2,
    ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE = 4,
} aclrtCntNotifyRecordMode;

/**
 * Comparisons of the count of a notify by a wait.
 */
typedef enum aclrtCntNotifyWaitMode {
    ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE = 0,
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE = 1,
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE = 2,
    ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE = 3,
    ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE = 4,
} aclrtCntNotifyWaitMode;

/**
 * Page size wanted for an allocation.
 */
typedef enum aclrtMemMallocPolicy {
    ACL_MEM_MALLOC_HUGE_FIRST = 0,
    ACL_MEM_MALLOC_HUGE_ONLY = 1,
    ACL_MEM_MALLOC_NORMAL_ONLY = 2,
    ACL_MEM_MALLOC_HUGE_FIRST_P2P = 3,
    ACL_MEM_MALLOC_HUGE_ONLY_P2P = 4,
    ACL_MEM_MALLOC_NORMAL_ONLY_P2P = 5,
    ACL_MEM_MALLOC_HUGE1G_ONLY = 6,
    ACL_MEM_MALLOC_HUGE1G_ONLY_P2P = 7,
    ACL_MEM_TYPE_LOW_BAND_WIDTH = 256,
    ACL_MEM_TYPE_HIGH_BAND_WIDTH = 4096,
    ACL_MEM_ACCESS_USER_SPACE_READONLY = 1048576,
} aclrtMemMallocPolicy;

/**
 * Attribute of an allocation; tells the member of `aclrtMallocAttrValue`.
 */
typedef enum aclrtMallocAttrType {
    ACL_RT_MEM_ATTR_RSV = 0,
    ACL_RT_MEM_ATTR_MODULE_ID = 1,
    ACL_RT_MEM_ATTR_DEVICE_ID = 2,
    ACL_RT_MEM_ATTR_VA_FLAG = 3,
} aclrtMallocAttrType;

/**
 * Kind of device memory.
 */
typedef enum aclrtMemAttr {
    ACL_DDR_MEM = 0,
    ACL_HBM_MEM = 1,
    ACL_DDR_MEM_HUGE = 2,
    ACL_DDR_MEM_NORMAL = 3,
    ACL_HBM_MEM_HUGE = 4,
    ACL_HBM_MEM_NORMAL = 5,
    ACL_DDR_MEM_P2P_HUGE = 6,
    ACL_DDR_MEM_P2P_NORMAL = 7,
    ACL_HBM_MEM_P2P_HUGE = 8,
    ACL_HBM_MEM_P2P_NORMAL = 9,
    ACL_HBM_MEM_HUGE1G = 10,
    ACL_HBM_MEM_P2P_HUGE1G = 11,
    ACL_MEM_NORMAL = 12,
    ACL_MEM_HUGE = 13,
    ACL_MEM_HUGE1G = 14,
    ACL_MEM_P2P_NORMAL = 15,
    ACL_MEM_P2P_HUGE = 16,
    ACL_MEM_P2P_HUGE1G = 17,
} aclrtMemAttr;

/**
 * Kind of memory behind an address.
 */
typedef enum aclrtMemLocationType {
    ACL_MEM_LOCATION_TYPE_HOST = 0,
    ACL_MEM_LOCATION_TYPE_DEVICE = 1,
    ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2,
    ACL_MEM_LOCATION_TYPE_MANAGED = 3,
    ACL_MEM_LOCATION_TYPE_HOST_NUMA = 4,
} aclrtMemLocationType;

/**
 * Uses of registered host memory.
 */
typedef enum aclrtHostRegisterType {
    ACL_HOST_REGISTER_MAPPED = 0,
    ACL_HOST_REGISTER_IOMEMORY = 4,
    ACL_HOST_REGISTER_READONLY = 8,
} aclrtHostRegisterType;

/**
 * Kind of the handle under which physical memory is shared.
 */
typedef enum aclrtMemHandleType {
    ACL_MEM_HANDLE_TYPE_NONE = 0,
    ACL_MEM_HANDLE_TYPE_POSIX = 2,
} aclrtMemHandleType;

/**
 * Kinds of handles of physical memory.
 */
typedef enum aclrtMemAllocationType {
    ACL_MEM_ALLOCATION_TYPE_PINNED = 0,
} aclrtMemAllocationType;

/**
 * Granularities of physical memory.
 */
typedef enum aclrtMemGranularityOptions {
    ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
    ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 65535,
} aclrtMemGranularityOptions;

/**
 * Rights to mapped memory.
 */
typedef enum aclrtMemAccessFlags {
    ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
    ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
    ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3,
} aclrtMemAccessFlags;

/**
 * Kind of a shareable handle: a number, or an `aclrtMemFabricHandle`.
 */
typedef enum aclrtMemSharedHandleType {
    ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT = 1,
    ACL_MEM_SHARE_HANDLE_TYPE_FABRIC = 2,
} aclrtMemSharedHandleType;

/**
 * Attributes of memory that processes share.
 */
typedef enum aclrtIpcMemAttrType {
    ACL_RT_IPC_MEM_ATTR_ACCESS_LINK = 0,
} aclrtIpcMemAttrType;

/**
 * Direction of a copy. Advisory: the addresses decide.
 */
typedef enum aclrtMemcpyKind {
    ACL_MEMCPY_HOST_TO_HOST = 0,
    ACL_MEMCPY_HOST_TO_DEVICE = 1,
    ACL_MEMCPY_DEVICE_TO_HOST = 2,
    ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
    ACL_MEMCPY_DEFAULT = 4,
    ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5,
    ACL_MEMCPY_INNER_DEVICE_TO_DEVICE = 6,
    ACL_MEMCPY_INTER_DEVICE_TO_DEVICE = 7,
} aclrtMemcpyKind;

/**
 * Reductions while copying.
 */
typedef enum aclrtReduceKind {
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM = 10,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX = 11,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN = 12,
    ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL = 13,
} aclrtReduceKind;

/**
 * Kinds of random numbers that `aclrtRandomNumAsync` writes.
 */
typedef enum aclrtRandomNumFuncType {
    ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK = 0,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS = 1,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS = 2,
    ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS = 3,
} aclrtRandomNumFuncType;

/**
 * Whom a capture forbids calls that it cannot take.
 */
typedef enum aclmdlRICaptureMode {
    ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
    ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1,
    ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2,
} aclmdlRICaptureMode;

/**
 * Capture states of a stream.
 */
typedef enum aclmdlRICaptureStatus {
    ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
    ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
    ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2,
} aclmdlRICaptureStatus;

/**
 * First values of a condition.
 */
typedef enum aclmdlRICondHandleFlag {
    ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT = 1,
} aclmdlRICondHandleFlag;

/**
 * Decisions of a condition.
 */
typedef enum aclmdlRICondTaskType {
    ACL_MODEL_RI_COND_TYPE_IF = 0,
    ACL_MODEL_RI_COND_TYPE_WHILE = 1,
    ACL_MODEL_RI_COND_TYPE_SWITCH = 2,
} aclmdlRICondTaskType;

/**
 * Comparisons of `aclrtSwitchStream`.
 */
typedef enum aclrtCondition {
    ACL_RT_EQUAL = 0,
    ACL_RT_NOT_EQUAL = 1,
    ACL_RT_GREATER = 2,
    ACL_RT_GREATER_OR_EQUAL = 3,
    ACL_RT_LESS = 4,
    ACL_RT_LESS_OR_EQUAL = 5,
} aclrtCondition;

/**
 * Types that `aclrtSwitchStream` compares.
 */
typedef enum aclrtCompareDataType {
    ACL_RT_SWITCH_INT32 = 0,
    ACL_RT_SWITCH_INT64 = 1,
} aclrtCompareDataType;

/**
 * Kinds of tasks of a model instance.
 */
typedef enum aclmdlRITaskType {
    ACL_MODEL_RI_TASK_DEFAULT = 0,
    ACL_MODEL_RI_TASK_KERNEL = 1,
    ACL_MODEL_RI_TASK_EVENT_RECORD = 2,
    ACL_MODEL_RI_TASK_EVENT_WAIT = 3,
    ACL_MODEL_RI_TASK_EVENT_RESET = 4,
    ACL_MODEL_RI_TASK_VALUE_WRITE = 5,
    ACL_MODEL_RI_TASK_VALUE_WAIT = 6,
} aclmdlRITaskType;

/**
 * Options of loading compiled kernels.
 */
typedef enum aclrtBinaryLoadOptionType {
    ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD = 1,
    ACL_RT_BINARY_LOAD_OPT_MAGIC = 2,
    ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE = 3,
} aclrtBinaryLoadOptionType;

/**
 * Order of a callback and the later tasks of its stream.
 */
typedef enum aclrtCallbackBlockType {
    ACL_CALLBACK_NO_BLOCK = 0,
    ACL_CALLBACK_BLOCK = 1,
} aclrtCallbackBlockType;

/**
 * Cache maintenance operations.
 */
typedef enum aclrtCmoType {
    ACL_RT_CMO_TYPE_PREFETCH = 0,
    ACL_RT_CMO_TYPE_WRITEBACK = 1,
    ACL_RT_CMO_TYPE_INVALID = 2,
    ACL_RT_CMO_TYPE_FLUSH = 3,
} aclrtCmoType;

/**
 * Kind of a device error.
 */
typedef enum aclrtErrorType {
    ACL_RT_NO_ERROR = 0,
    ACL_RT_ERROR_MEMORY = 1,
    ACL_RT_ERROR_L2 = 2,
    ACL_RT_ERROR_AICORE = 3,
    ACL_RT_ERROR_LINK = 4,
    ACL_RT_ERROR_L3_PORT = 5,
    ACL_RT_ERROR_OTHERS = 65535,
} aclrtErrorType;

/**
 * Cause of an AI core error.
 */
typedef enum aclrtAicoreErrorType {
    ACL_RT_AICORE_ERROR_UNKNOWN = 0,
    ACL_RT_AICORE_ERROR_SW = 1,
    ACL_RT_AICORE_ERROR_HW_LOCAL = 2,
} aclrtAicoreErrorType;

/**
 * Scope of the last error.
 */
typedef enum aclrtLastErrLevel {
    ACL_RT_THREAD_LEVEL = 0,
} aclrtLastErrLevel;

/**
 * Moment in the life of a device that an observer is told of.
 */
typedef enum aclrtDeviceState {
    ACL_RT_DEVICE_STATE_SET_PRE = 0,
    ACL_RT_DEVICE_STATE_SET_POST = 1,
    ACL_RT_DEVICE_STATE_RESET_PRE = 2,
    ACL_RT_DEVICE_STATE_RESET_POST = 3,
} aclrtDeviceState;

/**
 * Reserved.
 */
typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo;

/**
 * Record of a failed task.
 */
typedef struct rtExceptionInfo rtExceptionInfo;

/**
 * Version of a package, as texts.
 */
typedef struct aclCANNPackageVersion {
    /**
     * The whole version.
     */
    char version[ACL_PKG_VERSION_MAX_SIZE];
    /**
     * Major part.
     */
    char majorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    /**
     * Minor part.
     */
    char minorVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    /**
     * Release part.
     */
    char releaseVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    /**
     * Patch part.
     */
    char patchVersion[ACL_PKG_VERSION_PARTS_MAX_SIZE];
    /**
     * Reserved.
     */
    char reserved[ACL_PKG_VERSION_MAX_SIZE];
} aclCANNPackageVersion;

/**
 * Name of a device that is the same in all processes.
 */
typedef struct aclrtUuid {
    /**
     * The name.
     */
    char bytes[16];
} aclrtUuid;

/**
 * Use of a device, in per cent; -1 where it is not known.
 */
typedef struct aclrtUtilizationInfo {
    /**
     * Use of the cube cores.
     */
    int32_t cubeUtilization;
    /**
     * Use of the vector cores.
     */
    int32_t vectorUtilization;
    /**
     * Use of the AI CPUs.
     */
    int32_t aicpuUtilization;
    /**
     * Use of the memory.
     */
    int32_t memoryUtilization;
    /**
     * Must be null.
     */
    struct aclrtUtilizationExtendInfo *utilizationExtend;
} aclrtUtilizationInfo;

/**
 * Value of an attribute of a stream; the attribute tells which member.
 */
typedef union aclrtStreamAttrValue {
    /**
     * `ACL_CONTINUE_ON_FAILURE` or `ACL_STOP_ON_FAILURE`.
     */
    uint64_t failureMode;
    /**
     * 1 to check for overflow.
     */
    uint32_t overflowSwitch;
    /**
     * A number of the program's own.
     */
    uint32_t userCustomTag;
    /**
     * 1 to keep the operators' descriptions.
     */
    uint32_t cacheOpInfoSwitch;
    /**
     * Priority, 0 the most urgent.
     */
    uint32_t streamPriority;
    /**
     * Reserved.
     */
    uint32_t reserve[4];
} aclrtStreamAttrValue;

/**
 * Told of streams that begin and end.
 */
typedef void (*aclrtStreamStateCallback)(aclrtStream stm, enum aclrtStreamState state, void *args);

/**
 * Settings of a stream, for `aclrtCreateStreamV2`.
 */
typedef struct aclrtStreamConfigHandle {
    /**
     * Address of the work memory.
     */
    void *workptr;
    /**
     * Bytes of it.
     */
    size_t workSize;
    /**
     * `ACL_STREAM_*` flags.
     */
    size_t flag;
    /**
     * Priority, 0 the most urgent.
     */
    uint32_t priority;
} aclrtStreamConfigHandle;

/**
 * An event that processes share.
 */
typedef struct aclrtIpcEventHandle {
    /**
     * Its identity.
     */
    char reserved[ACL_IPC_EVENT_HANDLE_SIZE];
} aclrtIpcEventHandle;

/**
 * A notify that counts.
 */
typedef void *aclrtCntNotify;

/**
 * The change of a count by a record.
 */
typedef struct aclrtCntNotifyRecordInfo {
    /**
     * The operation that applies the value.
     */
    enum aclrtCntNotifyRecordMode mode;
    /**
     * The value.
     */
    uint32_t value;
} aclrtCntNotifyRecordInfo;

/**
 * The comparison of a count by a wait.
 */
typedef struct aclrtCntNotifyWaitInfo {
    /**
     * The comparison.
     */
    enum aclrtCntNotifyWaitMode mode;
    /**
     * With what.
     */
    uint32_t value;
    /**
     * Seconds at most; 0 for no limit.
     */
    uint32_t timeout;
    /**
     * 1 to set the count to 0 after the wait.
     */
    uint8_t isClear;
    /**
     * Reserved.
     */
    uint8_t rsv[3];
} aclrtCntNotifyWaitInfo;

/**
 * Value of an attribute of an allocation; the attribute tells which member.
 */
typedef union aclrtMallocAttrValue {
    /**
     * Module that the memory is counted for.
     */
    uint16_t moduleId;
    /**
     * Device that the memory is on.
     */
    uint32_t deviceId;
    /**
     * Kind of address wanted.
     */
    uint32_t vaFlag;
    /**
     * Reserved.
     */
    uint8_t rsv[8];
} aclrtMallocAttrValue;

/**
 * One attribute of an allocation.
 */
typedef struct aclrtMallocAttribute {
    /**
     * The attribute.
     */
    enum aclrtMallocAttrType attr;
    /**
     * Its value.
     */
    union aclrtMallocAttrValue value;
} aclrtMallocAttribute;

/**
 * Attributes for `aclrtMallocWithCfg`.
 */
typedef struct aclrtMallocConfig {
    /**
     * First attribute.
     */
    struct aclrtMallocAttribute *attrs;
    /**
     * Number of attributes.
     */
    size_t numAttrs;
} aclrtMallocConfig;

/**
 * Where memory is.
 */
typedef struct aclrtMemLocation {
    /**
     * Number of the device.
     */
    uint32_t id;
    /**
     * Kind of memory.
     */
    enum aclrtMemLocationType type;
} aclrtMemLocation;

/**
 * Attributes of an address, from `aclrtPointerGetAttributes`.
 */
typedef struct aclrtPtrAttributes {
    /**
     * Where it is.
     */
    struct aclrtMemLocation location;
    /**
     * Bytes of a page.
     */
    uint32_t pageSize;
    /**
     * Reserved.
     */
    uint32_t rsv[4];
} aclrtPtrAttributes;

/**
 * Memory that a component uses.
 */
typedef struct aclrtMemUsageInfo {
    /**
     * The component's name.
     */
    char name[32];
    /**
     * Bytes now.
     */
    uint64_t curMemSize;
    /**
     * The most bytes until now.
     */
    uint64_t memPeakSize;
    /**
     * Reserved.
     */
    size_t reserved[8];
} aclrtMemUsageInfo;

/**
 * Properties of physical memory.
 */
typedef struct aclrtPhysicalMemProp {
    /**
     * Must be `ACL_MEM_HANDLE_TYPE_NONE`.
     */
    enum aclrtMemHandleType handleType;
    /**
     * Must be `ACL_MEM_ALLOCATION_TYPE_PINNED`.
     */
    enum aclrtMemAllocationType allocationType;
    /**
     * Kind of memory.
     */
    enum aclrtMemAttr memAttr;
    /**
     * Where it is.
     */
    struct aclrtMemLocation location;
    /**
     * Reserved.
     */
    uint64_t reserve;
} aclrtPhysicalMemProp;

/**
 * Physical memory.
 */
typedef void *aclrtDrvMemHandle;

/**
 * Rights to mapped memory from one place.
 */
typedef struct aclrtMemAccessDesc {
    /**
     * The rights.
     */
    enum aclrtMemAccessFlags flags;
    /**
     * From where.
     */
    struct aclrtMemLocation location;
    /**
     * Reserved.
     */
    uint8_t rsv[12];
} aclrtMemAccessDesc;

/**
 * Owners of the memory of the pieces of a batch of copies.
 */
typedef struct aclrtMemcpyBatchAttr {
    /**
     * Where they go.
     */
    struct aclrtMemLocation dstLoc;
    /**
     * Where they come from.
     */
    struct aclrtMemLocation srcLoc;
    /**
     * Reserved.
     */
    uint8_t rsv[16];
} aclrtMemcpyBatchAttr;

/**
 * A number that a task of random numbers takes.
 */
typedef struct aclrtRandomParaInfo {
    /**
     * 0 for a value, 1 for the address of one.
     */
    uint8_t isAddr;
    /**
     * The value's bytes, or the address.
     */
    uint8_t valueOrAddr[8];
    /**
     * The number of bytes that count.
     */
    uint8_t size;
    /**
     * Reserved.
     */
    uint8_t rsv[6];
} aclrtRandomParaInfo;

/**
 * Parameters of a mask of dropout.
 */
typedef struct aclrtDropoutBitmaskInfo {
    /**
     * The share of bits that are 0.
     */
    struct aclrtRandomParaInfo dropoutRation;
} aclrtDropoutBitmaskInfo;

/**
 * Parameters of the uniform distribution.
 */
typedef struct aclrtUniformDisInfo {
    /**
     * The least one.
     */
    struct aclrtRandomParaInfo min;
    /**
     * Above the largest one.
     */
    struct aclrtRandomParaInfo max;
} aclrtUniformDisInfo;

/**
 * Parameters of the normal distribution.
 */
typedef struct aclrtNormalDisInfo {
    /**
     * Their mean.
     */
    struct aclrtRandomParaInfo mean;
    /**
     * Their standard deviation.
     */
    struct aclrtRandomParaInfo stddev;
} aclrtNormalDisInfo;

/**
 * Parameters of a kind of random numbers; the kind tells which member is meant.
 */
typedef union aclrtRandomNumParamInfo {
    /**
     * For a mask of dropout.
     */
    struct aclrtDropoutBitmaskInfo dropoutBitmaskInfo;
    /**
     * For numbers that are all alike.
     */
    struct aclrtUniformDisInfo uniformDisInfo;
    /**
     * For the normal distribution, truncated or not.
     */
    struct aclrtNormalDisInfo normalDisInfo;
} aclrtRandomNumParamInfo;

/**
 * A kind of random numbers, with what it takes.
 */
typedef struct aclrtRandomNumFuncParaInfo {
    /**
     * The kind.
     */
    enum aclrtRandomNumFuncType funcType;
    /**
     * Its parameters.
     */
    union aclrtRandomNumParamInfo paramInfo;
} aclrtRandomNumFuncParaInfo;

/**
 * A task of random numbers.
 */
typedef struct aclrtRandomNumTaskInfo {
    /**
     * Type of the numbers; of a mask the type of its share.
     */
    aclDataType dataType;
    /**
     * The numbers.
     */
    struct aclrtRandomNumFuncParaInfo randomNumFuncParaInfo;
    /**
     * Device memory for the parameters; may be null.
     */
    void *randomParaAddr;
    /**
     * Device memory for the numbers.
     */
    void *randomResultAddr;
    /**
     * Device memory with the counter, 16 bytes.
     */
    void *randomCounterAddr;
    /**
     * The seed.
     */
    struct aclrtRandomParaInfo randomSeed;
    /**
     * The number of numbers.
     */
    struct aclrtRandomParaInfo randomNum;
    /**
     * Reserved.
     */
    uint8_t rsv[8];
} aclrtRandomNumTaskInfo;

/**
 * A model instance: captured tasks, to be run any number of times.
 */
typedef void *aclmdlRI;

/**
 * A condition: a value in device memory, for one task of a model instance.
 */
typedef void *aclmdlRICondHandle;

/**
 * A task that runs model instances by a condition.
 */
typedef struct aclmdlRICondTaskParams {
    /**
     * The condition.
     */
    aclmdlRICondHandle handle;
    /**
     * Its decision.
     */
    enum aclmdlRICondTaskType type;
    /**
     * The number of model instances.
     */
    uint32_t size;
    /**
     * Where their handles are written.
     */
    aclmdlRI *modelRIArray;
} aclmdlRICondTaskParams;

/**
 * A callback in stream order, for `aclrtLaunchCallback`.
 */
typedef void (*aclrtCallback)(void *userData);

/**
 * A task of a model instance.
 */
typedef void *aclmdlRITask;

/**
 * Value of an option of loading kernels; the option tells which member.
 */
typedef union aclrtBinaryLoadOptionValue {
    /**
     * 1 if kernels are loaded when they are first launched.
     */
    uint32_t isLazyLoad;
    /**
     * The kind of the file.
     */
    uint32_t magic;
    /**
     * Where kernels for the device's own processors come from.
     */
    int32_t cpuKernelMode;
    /**
     * Reserved.
     */
    uint32_t rsv[4];
} aclrtBinaryLoadOptionValue;

/**
 * One option of loading kernels.
 */
typedef struct aclrtBinaryLoadOption {
    /**
     * The option.
     */
    enum aclrtBinaryLoadOptionType type;
    /**
     * Its value.
     */
    union aclrtBinaryLoadOptionValue value;
} aclrtBinaryLoadOption;

/**
 * Options of loading kernels.
 */
typedef struct aclrtBinaryLoadOptions {
    /**
     * First option.
     */
    struct aclrtBinaryLoadOption *options;
    /**
     * Number of options.
     */
    size_t numOpt;
} aclrtBinaryLoadOptions;

/**
 * A loaded file of compiled kernels.
 */
typedef void *aclrtBinHandle;

/**
 * A compiled kernel.
 */
typedef void *aclrtFuncHandle;

/**
 * A callback in stream order, for `aclrtLaunchHostFunc`.
 */
typedef void (*aclrtHostFunc)(void *args);

/**
 * An operation on caches that is waited for.
 */
typedef struct aclrtBarrierCmoInfo {
    /**
     * The operation.
     */
    enum aclrtCmoType cmoType;
    /**
     * Its barrier.
     */
    uint32_t barrierId;
} aclrtBarrierCmoInfo;

/**
 * Operations on caches that are waited for.
 */
typedef struct aclrtBarrierTaskInfo {
    /**
     * The count.
     */
    size_t barrierNum;
    /**
     * The items.
     */
    struct aclrtBarrierCmoInfo cmoInfo[ACL_RT_CMO_MAX_BARRIER_NUM];
} aclrtBarrierTaskInfo;

/**
 * A range of device memory that failed.
 */
typedef struct aclrtMemUceInfo {
    /**
     * First byte.
     */
    void *addr;
    /**
     * Number of bytes.
     */
    size_t len;
    /**
     * Reserved.
     */
    size_t reserved[UCE_INFO_RESERVED_SIZE];
} aclrtMemUceInfo;

/**
 * Ranges of device memory that failed.
 */
typedef struct aclrtMemUceInfoArray {
    /**
     * Number of ranges in use.
     */
    size_t arraySize;
    /**
     * The ranges.
     */
    struct aclrtMemUceInfo memUceInfoArray[ACL_RT_MEM_UCE_INFO_MAX_NUM];
} aclrtMemUceInfoArray;

/**
 * Detail of a device error; the error's type tells which member.
 */
typedef union aclrtErrorInfoDetail {
    /**
     * For `ACL_RT_ERROR_MEMORY`.
     */
    struct aclrtMemUceInfoArray uceInfo;
    /**
     * For `ACL_RT_ERROR_AICORE`.
     */
    enum aclrtAicoreErrorType aicoreErrType;
} aclrtErrorInfoDetail;

/**
 * A device error.
 */
typedef struct aclrtErrorInfo {
    /**
     * 1 if a repair may be tried.
     */
    uint8_t tryRepair;
    /**
     * 1 if `detail` holds something.
     */
    uint8_t hasDetail;
    /**
     * Reserved.
     */
    uint8_t reserved[2];
    /**
     * Kind of the error.
     */
    enum aclrtErrorType errorType;
    /**
     * More, by kind.
     */
    union aclrtErrorInfoDetail detail;
} aclrtErrorInfo;

/**
 * Record of a failed task.
 */
typedef struct rtExceptionInfo aclrtExceptionInfo;

/**
 * Told of failed tasks.
 */
typedef void (*aclrtExceptionInfoCallback)(aclrtExceptionInfo *exceptionInfo);

/**
 * Shareable handle across servers.
 */
typedef struct aclrtMemFabricHandle {
    /**
     * The identity of the memory.
     */
    uint8_t data[128];
} aclrtMemFabricHandle;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Starts the runtime. `configPath` is null, empty, or names a JSON file, of which `err_msg_mode`, `profiler` and `dump` are used.
 *
 * Returns 0 the first time; 100002 if it is started already (the reference is counted all the same); 100003 if the file
 * cannot be read, 100006 if it is no JSON; 100000 if a value in it is bad or differs from the first one.
 */
aclError aclInit(const char *configPath);

/**
 * Finalizes the runtime, however often it was initialized. Devices and memory stay as they are; ranks of other processes can no longer
 * connect to this one.
 *
 * Returns 100037 if it was ended before and not started since.
 */
aclError aclFinalize(void);

/**
 * Takes back one start; the last one ends the runtime. `refCount`, unless null, receives how many are left.
 *
 * Returns 100037 if the runtime is not started.
 */
aclError aclFinalizeReference(uint64_t *refCount);

/**
 * Returns the version of the interface: 1.17.0. Returns 100000 for null.
 */
aclError aclrtGetVersion(int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion);

/**
 * Returns the version of a package of the toolkit as text, in 128 bytes.
 *
 * Returns 100000 for null; 100003 if the toolkit (`ASCEND_HOME_PATH`) has no such package.
 */
aclError aclsysGetVersionStr(char *pkgName, char *versionStr);

/**
 * Returns the version of a package of the toolkit as a number that grows with it: 9.0.0 is 90000000.
 *
 * Returns 100000 for null; 100003 if the toolkit has no such package; 500000 if its version cannot be read.
 */
aclError aclsysGetVersionNum(char *pkgName, int32_t *versionNum);

/**
 * Returns the version of a package, whole and in parts.
 *
 * Returns 100000 for null, or another name; 100003 if the toolkit has no such package.
 */
aclError aclsysGetCANNVersion(enum aclCANNPackageName name, struct aclCANNPackageVersion *version);

/**
 * Sets a device current for the calling thread. The first call for a device makes its primary context with its default
 * stream; each call counts one more use of it.
 *
 * Returns 107001 if there is no such device.
 */
aclError aclrtSetDevice(int32_t deviceId);

/**
 * Takes back one use of a device. At none its work is waited for, its streams end, and its memory is freed; what contexts of
 * `aclrtCreateContext` allocated is freed when they are gone.
 *
 * Returns 107001 if there is no such device, 507007 if it is not set, 107000 in a function that one of its streams waits for.
 */
aclError aclrtResetDevice(int32_t deviceId);

/**
 * As `aclrtResetDevice`, however often the device is in use, and at once: tasks that have not begun are dropped, waits end.
 */
aclError aclrtResetDeviceForce(int32_t deviceId);

/**
 * Returns the calling thread's current device. Returns 100000 for null, 107002 if the thread has none.
 */
aclError aclrtGetDevice(int32_t *deviceId);

/**
 * Returns the number of devices: `HOSTNPU_DEVICES`, 1 by default. Returns 100000 for null.
 */
aclError aclrtGetDeviceCount(uint32_t *count);

/**
 * Returns `ACL_HOST`: the program runs beside the device, not on it. Returns 100000 for null.
 */
aclError aclrtGetRunMode(enum aclrtRunMode *runMode);

/**
 * Waits for all work of the current context's device. Returns 107002 without a current context, or the error of a task
 * that failed; 107000 in a function that one of the device's streams waits for.
 */
aclError aclrtSynchronizeDevice(void);

/**
 * As `aclrtSynchronizeDevice`, for at most `timeout` milliseconds (-1: no limit). Returns 107000 for another limit below
 * 1, 507046 when the time is over.
 */
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/**
 * Returns a device's state: a simulated device is always well. Returns 100000 for null, 107001 if there is no such device.
 */
aclError aclrtQueryDeviceStatus(int32_t deviceId,
                                enum aclrtDeviceStatus *deviceStatus);

/**
 * Selects a task scheduler. 0 and 1 are accepted and change nothing; returns 100000 for others.
 */
aclError aclrtSetTsDevice(enum aclrtTsId tsId);

/**
 * Returns the least (7) and the greatest (0) priority of streams. Either pointer may be null.
 */
aclError aclrtDeviceGetStreamPriorityRange(int32_t *leastPriority, int32_t *greatestPriority);

/**
 * Returns 16 bytes that name a device in all processes. Returns 100000 for null, 107001 if there is no such device.
 */
aclError aclrtDeviceGetUuid(int32_t deviceId,
                            struct aclrtUuid *uuid);

/**
 * Returns the number by which the process sees the device that the program calls `userDevid`: the same. Returns 100000 for null, 107001 if there is no
 * such device.
 */
aclError aclrtGetLogicDevIdByUserDevId(int32_t userDevid,
                                       int32_t *logicDevId);

/**
 * The reverse of `aclrtGetLogicDevIdByUserDevId`.
 */
aclError aclrtGetUserDevIdByLogicDevId(int32_t logicDevId, int32_t *userDevid);

/**
 * Returns the machine's number of a device: where `ASCEND_RT_VISIBLE_DEVICES` lists devices, what it lists. Returns 100000 for null, 107001 if there
 * is no such device.
 */
aclError aclrtGetPhyDevIdByLogicDevId(int32_t logicDevId,
                                      int32_t *phyDevId);

/**
 * As `aclrtGetPhyDevIdByLogicDevId`.
 */
aclError aclrtGetPhyDevIdByUserDevId(int32_t userDevId, int32_t *phyDevId);

/**
 * The reverse of `aclrtGetPhyDevIdByLogicDevId`. Returns 107001 also for a device that the process does not see.
 */
aclError aclrtGetLogicDevIdByPhyDevId(int32_t phyDevId,
                                      int32_t *logicDevId);

/**
 * As `aclrtGetLogicDevIdByPhyDevId`.
 */
aclError aclrtGetUserDevIdByPhyDevId(int32_t phyDevId, int32_t *userDevId);

/**
 * Writes the name of a device on its bus, as `0000:01:00.0`. Returns 100000 for null, 107000 for a `len` below 13, 107001 for a device that there is not.
 */
aclError aclrtDeviceGetPCIBusId(int32_t deviceId,
                                char *pciBusId,
                                int32_t len);

/**
 * Returns the number of the device with a name on its bus. Returns 100000 for null, 107000 for a name that no visible device has.
 */
aclError aclrtDeviceGetByPCIBusId(const char *pciBusId,
                                  int32_t *deviceId);

/**
 * Reports whether one device could reach another's memory: always, if they are two.
 *
 * Returns 100000 if both are the same, 107001 if one does not exist, 107000 for a null pointer.
 */
aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId);

/**
 * Lets the current device reach another's memory, which simulated devices always can.
 *
 * Returns 200006 for flags other than 0, 100000 for the current device itself, 107001 if there is no such device.
 */
aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId,
                                     uint32_t flags);

/**
 * The reverse of `aclrtDeviceEnablePeerAccess`, with the same checks.
 */
aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

/**
 * Returns 1 if `aclrtDeviceEnablePeerAccess` let a device reach another's memory and `aclrtDeviceDisablePeerAccess` did not end it, otherwise 0; copies work in any case.
 *
 * Returns 107000 for null, or if there is no such device.
 */
aclError aclrtDevicePeerAccessStatus(int32_t deviceId,
                                     int32_t peerDeviceId,
                                     int32_t *status);

/**
 * Returns how two devices are connected: through the memory of the host, `ACL_RT_DEVS_TOPOLOGY_SYS`. Returns 100000 for null, 107001 if there is no such device.
 */
aclError aclrtGetDevicesTopo(uint32_t deviceId,
                             uint32_t otherDeviceId,
                             uint64_t *value);

/**
 * Returns the use of a device, in per cent: of the vector cores 100 while a stream has work and 0 otherwise; -1, not known,
 * of the memory.
 *
 * Returns 100000 for null, or a `utilizationExtend` other than null; 107001 if there is no such device.
 */
aclError aclrtGetDeviceUtilizationRate(int32_t deviceId,
                                       struct aclrtUtilizationInfo *utilizationInfo);

/**
 * Returns an attribute of a device; 0 for what only the real one has.
 *
 * Returns 100000 for null, 107000 for another attribute, or if there is no such device.
 */
aclError aclrtGetDeviceInfo(uint32_t deviceId, enum aclrtDevAttr attr, int64_t *value);

/**
 * Returns how many cores of a kind the process may use of a device.
 *
 * Returns 100000 for null, 107000 for another kind, 107001 if there is no such device.
 */
aclError aclrtGetDeviceResLimit(int32_t deviceId, enum aclrtDevResLimitType type, uint32_t *value);

/**
 * Sets how many cores of a kind the process may use of a device. The number is remembered; operators run on all cores of
 * the host.
 *
 * Returns 107000 for another kind, or more cores than there are; 107001 if there is no such device; 507033 if it is not
 * set.
 */
aclError aclrtSetDeviceResLimit(int32_t deviceId,
                                enum aclrtDevResLimitType type,
                                uint32_t value);

/**
 * Lets the process use all cores of a device again. Returns 107001 if there is no such device, 507033 if it is not set.
 */
aclError aclrtResetDeviceResLimit(int32_t deviceId);

/**
 * Returns how many cores of a kind the calling thread may use of its current device: those of the stream whose limits it uses, if it uses one.
 *
 * Returns 100000 for null, 107000 for another kind, 107002 without a current context.
 */
aclError aclrtGetResInCurrentThread(enum aclrtDevResLimitType type,
                                    uint32_t *value);

/**
 * Reports whether a device has a feature (1) or lacks it (0): simulated devices have neither of the two known ones.
 *
 * Returns 100000 for null, 107000 for another feature, 107001 if there is no such device.
 */
aclError aclrtGetDeviceCapability(int32_t deviceId,
                                  enum aclrtDevFeatureType devFeatureType,
                                  int32_t *value);

/**
 * Reports whether programs for the chip of this name run here (1) or not (0): it is the one that `aclrtGetSocName` names, or of
 * its architecture.
 *
 * Returns 107000 for null, or an empty name.
 */
aclError aclrtCheckArchCompatibility(const char *socVersion,
                                     int32_t *canCompatible);

/**
 * Sets what an overflow gives on the current device: the largest number (0) or infinity (1). The mode is remembered;
 * operators give infinity, as the chips do by default.
 *
 * Returns 107000 for another mode, 107002 without a current context.
 */
aclError aclrtSetDeviceSatMode(enum aclrtFloatOverflowMode mode);

/**
 * Returns the mode of `aclrtSetDeviceSatMode`; infinity by default. Returns 100000 for null, 107002 without a current context.
 */
aclError aclrtGetDeviceSatMode(enum aclrtFloatOverflowMode *mode);

/**
 * Creates a context of a device, with a default stream, and makes it the thread's current one.
 *
 * Returns 100000 for null, 107001 if there is no such device.
 */
aclError aclrtCreateContext(aclrtContext *context, int32_t deviceId);

/**
 * Destroys a context made by `aclrtCreateContext`, after its work. Its streams end with it.
 *
 * Returns 100000 for null; 107002 for a primary context, or what is no live context; 107000 in a function that one of its
 * streams waits for.
 */
aclError aclrtDestroyContext(aclrtContext context);

/**
 * Makes a context the thread's current one, and its device the current device.
 *
 * Returns 100000 for null, 107002 for what is no live context.
 */
aclError aclrtSetCurrentContext(aclrtContext context);

/**
 * Returns the thread's current context. Returns 100000 for null, 107002 if there is none.
 */
aclError aclrtGetCurrentContext(aclrtContext *context);

/**
 * Returns the default stream of the current context. Returns 100000 for null, 107002 without a current context.
 */
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream);

/**
 * Reports whether a device's primary context is active (1) or not (0). `flags` is reserved and must be null.
 *
 * Returns 100000 for flags, or a null `active`; 107001 if there is no such device.
 */
aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t *flags, int32_t *active);

/**
 * Sets an option of the current context. Returns 107000 for another option, 107002 without a current context.
 */
aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);

/**
 * Returns an option of the current context.
 *
 * Returns 107000 for null, or another option; 107002 without a current context; 107021 for an option that was not set.
 */
aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt,
                                int64_t *value);

/**
 * Sets an option of the process. Returns 107000 for another option.
 */
aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);

/**
 * Returns an option of the process; 0 for one that was not set. Returns 107000 for null, or another option.
 */
aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t *value);

/**
 * Sets how many seconds an operator may take at most; 0 is the most possible. Kept, without effect: operators end.
 */
aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);

/**
 * As `aclrtSetOpExecuteTimeOut`, in milliseconds.
 */
aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);

/**
 * As `aclrtSetOpExecuteTimeOut`, in microseconds; returns the limit that is kept: rounded up to whole milliseconds. Returns 100000 for null.
 */
aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout,
                                    uint64_t *actualTimeout);

/**
 * Returns the unit of the limit, in microseconds. Returns 100000 for null.
 */
aclError aclrtGetOpTimeOutInterval(uint64_t *interval);

/**
 * Returns the limit that was set, in milliseconds; 0 if none was. Returns 100000 for null.
 */
aclError aclrtGetOpExecuteTimeout(uint32_t *timeoutMs);

/**
 * Creates a stream in the current context, of the highest priority and without flags.
 *
 * Returns 100000 for null, 107002 without a current context, 207008 if the device has 1984 streams.
 */
aclError aclrtCreateStream(aclrtStream *stream);

/**
 * Creates a stream of a priority (0 the highest to 7; larger ones count as 7) with flags, which are remembered.
 *
 * Returns what `aclrtCreateStream` does.
 */
aclError aclrtCreateStreamWithConfig(aclrtStream *stream,
                                     uint32_t priority,
                                     uint32_t flag);

/**
 * Destroys a stream after its tasks.
 *
 * Returns 100000 for null, 107003 for a stream of another context, 107017 for what is no live stream, 107000 in a function that
 * the stream waits for.
 */
aclError aclrtDestroyStream(aclrtStream stream);

/**
 * Destroys a stream at once; tasks that have not begun are dropped, and one that computes stops before its end. Returns what
 * `aclrtDestroyStream` does.
 */
aclError aclrtDestroyStreamForce(aclrtStream stream);

/**
 * Waits until every task issued so far has finished. Null is the default stream.
 *
 * Returns 107017 for what is no live stream, 107023 after `aclrtStreamAbort`, 107000 in a function that the stream waits for,
 * or, once, the error of a task that failed.
 */
aclError aclrtSynchronizeStream(aclrtStream stream);

/**
 * As `aclrtSynchronizeStream`, for at most `timeout` milliseconds (-1: no limit). Returns 107000 for another limit below
 * 1, 507046 when the time is over.
 */
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream,
                                           int32_t timeout);

/**
 * Reports whether all tasks have finished (0) or not (1); never waits. Returns 100000 for a null `status`.
 */
aclError aclrtStreamQuery(aclrtStream stream, enum aclrtStreamStatus *status);

/**
 * Sets what becomes of a stream's later tasks when one fails: they run (0) or are dropped (1). Returns 107000 for another
 * mode.
 */
aclError aclrtSetStreamFailureMode(aclrtStream stream,
                                   uint64_t mode);

/**
 * Drops a stream's waiting tasks, cancels a wait that is under way, and stops a task that computes: what that has written by then is undefined. Later
 * synchronisations return 107023.
 */
aclError aclrtStreamAbort(aclrtStream stream);

/**
 * Cancels a wait that a stream is in, or stops a task that computes: what that has written by then is undefined, and the next synchronisation returns 107023.
 * Returns 107000 for null.
 */
aclError aclrtStreamStop(aclrtStream stream);

/**
 * Returns a stream's number, unique among the live streams of its device. Returns 100000 for a null `streamId`.
 */
aclError aclrtStreamGetId(aclrtStream stream,
                          int32_t *streamId);

/**
 * Returns the priority that a stream was made with. Returns 100000 for a null `priority`.
 */
aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority);

/**
 * Returns the flags that a stream was made with. Returns 100000 for a null `flags`.
 */
aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags);

/**
 * Switches the check for overflow in a stream on (1) or off (0). Remembered only: operators give infinity and go on.
 *
 * Returns 100000 for another flag, 107003 for a stream of another context, 107017 for what is no live stream.
 */
aclError aclrtSetStreamOverflowSwitch(aclrtStream stream,
                                      uint32_t flag);

/**
 * Returns the switch of `aclrtSetStreamOverflowSwitch`; 0 by default. Returns 100000 for a null `flag`, 107003 for a stream of another
 * context, 107017 for what is no live stream.
 */
aclError aclrtGetStreamOverflowSwitch(aclrtStream stream,
                                      uint32_t *flag);

/**
 * Sets an attribute of a stream: the failure mode acts, the others are remembered.
 *
 * Returns 100000 for a null `value`, 107000 for an unknown attribute.
 */
aclError aclrtSetStreamAttribute(aclrtStream stream,
                                 enum aclrtStreamAttr stmAttrType,
                                 union aclrtStreamAttrValue *value);

/**
 * Returns an attribute of a stream. Returns 100000 for a null `value`, 107000 for an unknown attribute.
 */
aclError aclrtGetStreamAttribute(aclrtStream stream,
                                 enum aclrtStreamAttr stmAttrType,
                                 union aclrtStreamAttrValue *value);

/**
 * Returns the number of the last task that the calling thread has submitted, in its stream; 0xFFFFFFFF if it has submitted none. Returns 100000 for null.
 */
aclError aclrtGetThreadLastTaskId(uint32_t *taskId);

/**
 * Returns how many more streams the current device can have. Returns 100000 for null, 107002 without a current context.
 */
aclError aclrtGetStreamAvailableNum(uint32_t *streamCount);

/**
 * Registers a function under a name: it is called for every stream that was created or is about to end; a null `callback`
 * removes the name.
 *
 * Returns 100000 for a null name, 107000 if the name is taken.
 */
aclError aclrtRegStreamStateCallback(const char *regName,
                                     aclrtStreamStateCallback callback,
                                     void *args);

/**
 * Creates settings of a stream: no work memory, no flags, the greatest priority.
 */
struct aclrtStreamConfigHandle *aclrtCreateStreamConfigHandle(void);

/**
 * Destroys settings of a stream. Returns 100000 for null, or what is not live.
 */
aclError aclrtDestroyStreamConfigHandle(struct aclrtStreamConfigHandle *handle);

/**
 * Sets one of a stream's settings: the address (`void *`) or the size (`size_t`) of work memory, which is remembered; the flags
 * (`size_t` or `uint32_t`); the priority (`uint32_t`, 0 to 7).
 *
 * Returns 100000 for null, what is not live, another setting, a `valueSize` other than that of its type, or a priority above 7.
 */
aclError aclrtSetStreamConfigOpt(struct aclrtStreamConfigHandle *handle,
                                 enum aclrtStreamConfigAttr attr,
                                 const void *attrValue,
                                 size_t valueSize);

/**
 * Creates a stream with settings, or, where `handle` is null, as `aclrtCreateStream`.
 *
 * Returns what `aclrtCreateStream` does; 100000 for settings that are not live.
 */
aclError aclrtCreateStreamV2(aclrtStream *stream, const struct aclrtStreamConfigHandle *handle);

/**
 * Sets how many cores of a kind a stream may use. The number is remembered; operators run on all cores of the host.
 *
 * Returns 107000 for another kind, or more cores than there are; 107017 for what is no live stream.
 */
aclError aclrtSetStreamResLimit(aclrtStream stream,
                                enum aclrtDevResLimitType type,
                                uint32_t value);

/**
 * Returns how many cores of a kind a stream may use; those of its device, if it has no limit of its own. Returns 100000 for null, 107000 for
 * another kind, 107017 for what is no live stream.
 */
aclError aclrtGetStreamResLimit(aclrtStream stream,
                                enum aclrtDevResLimitType type,
                                uint32_t *value);

/**
 * Takes a stream's own limits away. Returns 107017 for what is no live stream.
 */
aclError aclrtResetStreamResLimit(aclrtStream stream);

/**
 * Has the calling thread use a stream's limits, as they are now: `aclrtGetResInCurrentThread` returns them. Returns 107017 for what is no live
 * stream.
 */
aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);

/**
 * Ends the use of a stream's limits in the calling thread. Returns 107000 if the thread uses those of another stream, or none; 107017 for what is
 * no live stream.
 */
aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);

/**
 * Creates an event that orders streams and takes the time.
 *
 * Returns 100000 for null, 107002 without a current context.
 */
aclError aclrtCreateEvent(aclrtEvent *event);

/**
 * Creates an event with flags: a combination of ACL_EVENT_SYNC (1), ACL_EVENT_CAPTURE_STREAM_PROGRESS (2) and
 * ACL_EVENT_TIME_LINE (8), or ACL_EVENT_DEVICE_USE_ONLY (0x10) or ACL_EVENT_EXTERNAL (0x20) alone.
 *
 * Returns 100000 for null, 107000 for other flags, 107002 without a current context.
 */
aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag);

/**
 * Creates an event that may be recorded again and again: each wait is for the record before it. Flags: a combination of 1, 2
 * and 8, or ACL_EVENT_IPC (0x40) alone.
 *
 * Returns 100000 for null, 107000 for other flags, 107002 without a current context.
 */
aclError aclrtCreateEventExWithFlag(aclrtEvent *event,
                                    uint32_t flag);

/**
 * Destroys an event; records and waits that are queued keep what they need. Returns 100000 for null, 107017 for what is no
 * live event.
 */
aclError aclrtDestroyEvent(aclrtEvent event);

/**
 * Queues a record: the event then stands for all tasks issued on the stream so far.
 *
 * Returns 100000 for a null event, 107002 without a current context, 107003 for a stream of another context.
 */
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/**
 * As `aclrtRecordEvent` with flag 0. With ACL_EVENT_RECORD_EXTERNAL (1), in a captured stream, each replay of the model instance records the event,
 * for which streams outside it wait.
 *
 * Returns what `aclrtRecordEvent` does; 107000 for another flag, or for an external record of an event that was not made by
 * `aclrtCreateEventExWithFlag` with ACL_EVENT_SYNC; 107029 for one in a stream that is not captured.
 */
aclError aclrtRecordEventWithFlag(aclrtEvent event,
                                  aclrtStream stream,
                                  uint32_t flag);

/**
 * As `aclrtStreamWaitEventWithTimeout` with flag 0, for at most `timeout` seconds (0: no limit). With ACL_EVENT_WAIT_EXTERNAL (1), in a captured stream,
 * each replay of the model instance waits for the last record before it, which a stream outside it made.
 *
 * Returns what `aclrtStreamWaitEvent` does; 107000 for another flag, or for an external wait with a limit or for an event that was not made by
 * `aclrtCreateEventExWithFlag` with ACL_EVENT_SYNC; 107029 for one in a stream that is not captured.
 */
aclError aclrtStreamWaitEventWithFlag(aclrtStream stream,
                                      aclrtEvent event,
                                      uint32_t timeout,
                                      uint32_t flag);

/**
 * Queues the return of an event to "not recorded". Returns 207000 for an event that is repeatable anyway.
 */
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/**
 * Queues a wait: later tasks of the stream start after the work that the event stands for.
 *
 * Returns 100000 for a null event, 107000 for an event of `aclrtCreateEvent` that was never recorded, 107003 for a stream
 * of another context, 207000 for an event without a flag for it.
 */
aclError aclrtStreamWaitEvent(aclrtStream stream,
                              aclrtEvent event);

/**
 * As `aclrtStreamWaitEvent`, for at most `timeout` milliseconds (0: no limit); then the stream has an error. Returns 107000
 * for a negative limit.
 */
aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream,
                                         aclrtEvent event,
                                         int32_t timeout);

/**
 * Reports whether the last record was reached. Without a record: not ready, or complete for a repeatable event. Returns 100000
 * for null.
 */
aclError aclrtQueryEventStatus(aclrtEvent event,
                               enum aclrtEventRecordedStatus *status);

/**
 * The older form of `aclrtQueryEventStatus`; an event that was never recorded counts as complete. Returns 100000 for null,
 * 207000 for a repeatable event.
 */
aclError aclrtQueryEvent(aclrtEvent event,
                         enum aclrtEventStatus *status);

/**
 * Reports whether all waits queued for an event are over. Returns 100000 for null, 207000 for a repeatable event.
 */
aclError aclrtQueryEventWaitStatus(aclrtEvent event,
                                   enum aclrtEventWaitStatus *status);

/**
 * Waits until the last record is reached; at once if there is none. Returns 100000 for null.
 */
aclError aclrtSynchronizeEvent(aclrtEvent event);

/**
 * As `aclrtSynchronizeEvent`, for at most `timeout` milliseconds (-1: no limit). Returns 107000 for another limit below 1,
 * 507047 when the time is over.
 */
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event,
                                          int32_t timeout);

/**
 * Returns the milliseconds between two events that were reached and take the time; negative if the end came first.
 *
 * Returns 100000 for null, 507000 for an event that was not recorded, 107006 for one without a time stamp (yet).
 */
aclError aclrtEventElapsedTime(float *ms,
                               aclrtEvent startEvent,
                               aclrtEvent endEvent);

/**
 * Returns when an event was reached, in microseconds since the devices started. Returns 100000 for null, 107006 if it was not
 * reached or takes no time.
 */
aclError aclrtEventGetTimestamp(aclrtEvent event,
                                uint64_t *timestamp);

/**
 * Returns an event's number. Returns 100000 for null.
 */
aclError aclrtGetEventId(aclrtEvent event, uint32_t *eventId);

/**
 * Sets how many seconds a stream waits for an event at most; 0 is no limit. Returns 0.
 */
aclError aclrtSetOpWaitTimeout(uint32_t timeout);

/**
 * Returns what another process needs to open an event that was made with ACL_EVENT_IPC.
 *
 * Returns 100000 for null, 107000 for another event, 107017 for what is no live event.
 */
aclError aclrtIpcGetEventHandle(aclrtEvent event, struct aclrtIpcEventHandle *handle);

/**
 * Opens another process's event. A wait for a record ends with an error when the process that made the record has died.
 *
 * Returns 100000 for null, 107000 for an event that no live process shares, 107002 without a current context.
 */
aclError aclrtIpcOpenEventHandle(struct aclrtIpcEventHandle handle,
                                 aclrtEvent *event);

/**
 * Creates a notify, not set. Flags: ACL_NOTIFY_DEFAULT (0) or ACL_NOTIFY_DEVICE_USE_ONLY (1).
 *
 * Returns 100000 for null, 107000 for another flag, 107002 without a current context.
 */
aclError aclrtCreateNotify(aclrtNotify *notify, uint64_t flag);

/**
 * Destroys a notify; records and waits that are queued keep what they need. Returns 100000 for null, 107017 for what is no
 * live notify.
 */
aclError aclrtDestroyNotify(aclrtNotify notify);

/**
 * Queues the setting of a notify: it releases one wait.
 *
 * Returns 100000 for a null notify, 107002 without a current context, 107003 for a stream of another context, 107017 for what
 * is no live notify or stream.
 */
aclError aclrtRecordNotify(aclrtNotify notify,
                           aclrtStream stream);

/**
 * Queues a wait for a notify, which clears it, for at most `timeout` seconds (0: no limit).
 *
 * Returns what `aclrtRecordNotify` does.
 */
aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout);

/**
 * Returns a notify's number. Returns 100000 for null, 107017 for what is no live notify.
 */
aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t *notifyId);

/**
 * Queues the writing of a word of eight bytes to device memory. `flag` is reserved and must be 0.
 *
 * Returns 100000 for null; 107000 for another flag, or an address that is no multiple of 8; 107002 without a current context;
 * 107003 for a stream of another context.
 */
aclError aclrtValueWrite(void *devAddr,
                         uint64_t value,
                         uint32_t flag,
                         aclrtStream stream);

/**
 * Queues a wait until a word of eight bytes of device memory compares with `value`: by `flag`, (word - value) is, signed, not
 * negative (0), both are equal (1), (word & value) is not 0 (2), ~(word | value) is not 0 (3).
 *
 * Returns 100000 for null; 107000 for another flag, or an address that is no multiple of 8; 107002 without a current context;
 * 107003 for a stream of another context.
 */
aclError aclrtValueWait(void *devAddr,
                        uint64_t value,
                        uint32_t flag,
                        aclrtStream stream);

/**
 * Shares a notify, and writes the key for other processes: those that `aclrtNotifySetImportPid` names, or all (flags 2). The key stays the same.
 *
 * Returns 100000 for null; 107000 for a `len` below 65, other flags, or a notify that was opened from another process; 107017 for what is no live notify.
 */
aclError aclrtNotifyGetExportKey(aclrtNotify notify,
                                 char *key,
                                 size_t len,
                                 uint64_t flags);

/**
 * Lets processes open a shared notify, with those named before.
 *
 * Returns 100000 for null or none; 107000 for a notify that is not shared, or more processes than a list holds (504); 107017 for what is no live notify.
 */
aclError aclrtNotifySetImportPid(aclrtNotify notify,
                                 int32_t *pid,
                                 size_t num);

/**
 * Opens another process's notify. A wait for it ends with an error when all other processes that share it have died, unless this one has recorded it itself.
 *
 * Returns 100000 for null; 107000 for other flags, or a notify that no live process shares, or not with this one; 107002 without a current context.
 */
aclError aclrtNotifyImportByKey(aclrtNotify *notify,
                                const char *key,
                                uint64_t flags);

/**
 * Clears notifies, at once. Returns 100000 for null or none, 107017 for what is no live notify: then none is cleared.
 */
aclError aclrtNotifyBatchReset(aclrtNotify *notifies,
                               size_t num);

/**
 * Creates a notify whose count is 0. `flag` is reserved and must be 0. Returns 100000 for null, 107000 for another flag, 107002 without a current context.
 */
aclError aclrtCntNotifyCreate(aclrtCntNotify *cntNotify,
                              uint64_t flag);

/**
 * Destroys a counting notify; records and waits that are queued keep what they need. Returns 100000 for null, 107017 for what is no live one.
 */
aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);

/**
 * Queues a change of the count: it becomes the value, or its sum (which wraps), its union or its intersection with the value.
 *
 * Returns 100000 for null, 107000 for another mode, 107002 without a current context, 107003 for a stream of another context, 107017 for what is no live
 * counting notify or stream.
 */
aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify,
                              aclrtStream stream,
                              struct aclrtCntNotifyRecordInfo *info);

/**
 * Queues a wait until the count compares with the value: it is less, equal, greater, greater or equal, or has all the value's bits. With `isClear` 1 the count
 * is 0 then. The limit is in seconds, 0 for none.
 *
 * Returns what `aclrtCntNotifyRecord` does; 107000 for an `isClear` other than 0 and 1.
 */
aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify,
                                       aclrtStream stream,
                                       struct aclrtCntNotifyWaitInfo *info);

/**
 * Queues the return of the count to 0. Returns what `aclrtCntNotifyRecord` does.
 */
aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);

/**
 * Returns a counting notify's number. Returns 100000 for null, 107017 for what is no live one.
 */
aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t *notifyId);

/**
 * Allocates device memory; its contents are undefined. It is aligned to 512 bytes, from 1 MiB on to 2 MiB and, unless the
 * policy forbids it, on huge pages where the system has them. As on the card, the size is rounded up to a multiple of 32, and on chips before Ascend950 by 32
 * more: these bytes may be used, too. Only those that were asked for count as used.
 *
 * Returns 100000 for null or size 0, 107002 without a current context, 207001 if the device has not as much left
 * (`HOSTNPU_DEVICE_MEMORY`).
 */
aclError aclrtMalloc(void **devPtr,
                     size_t size,
                     enum aclrtMemMallocPolicy policy);

/**
 * As `aclrtMalloc`; of what lies behind the bytes only those up to the next multiple of 32 may be used, on every chip.
 */
aclError aclrtMallocAlign32(void **devPtr,
                            size_t size,
                            enum aclrtMemMallocPolicy policy);

/**
 * As `aclrtMalloc`.
 */
aclError aclrtMallocCached(void **devPtr, size_t size, enum aclrtMemMallocPolicy policy);

/**
 * As `aclrtMalloc`. Attributes in `cfg`, which may be null, change nothing here.
 */
aclError aclrtMallocWithCfg(void **devPtr,
                            size_t size,
                            enum aclrtMemMallocPolicy policy,
                            struct aclrtMallocConfig *cfg);

/**
 * Frees device memory at once; what uses it must have been synchronised. Memory of a pool goes back to it.
 *
 * Returns 100000 for null, 107000 for what is not the start of a live allocation.
 */
aclError aclrtFree(void *devPtr);

/**
 * Allocates page-locked host memory, from which and to which copies can be queued.
 *
 * Returns 100000 for null or size 0, 107002 without a current context, 207001 if there is not as much.
 */
aclError aclrtMallocHost(void **hostPtr, size_t size);

/**
 * Frees what `aclrtMallocHost` gave. Returns 100000 for null, 107000 for anything else.
 */
aclError aclrtFreeHost(void *hostPtr);

/**
 * Returns the free and the total bytes of the current device, for every kind of memory that a card has.
 *
 * Returns 100000 for null, 107002 without a current context.
 */
aclError aclrtGetMemInfo(enum aclrtMemAttr attr, size_t *free, size_t *total);

/**
 * Reports whose memory a pointer points into: a device's, page-locked host memory, or unregistered; and its page size.
 *
 * Returns 100000 for null.
 */
aclError aclrtPointerGetAttributes(const void *ptr,
                                   struct aclrtPtrAttributes *attributes);

/**
 * Writes caches back: nothing to do, for host and device share them. Returns 100000 for null or size 0.
 */
aclError aclrtMemFlush(void *devPtr, size_t size);

/**
 * Discards caches: nothing to do, for host and device share them. Returns 100000 for null or size 0.
 */
aclError aclrtMemInvalidate(void *devPtr, size_t size);

/**
 * Lets the device use the program's own memory, or memory of `aclrtMallocHost`; gives the address for it, which is the same.
 *
 * Returns 100000 for null or size 0, 107000 for an unknown type or memory past the end of the address space, 507910 if some of
 * it is registered already.
 */
aclError aclrtHostRegister(void *ptr,
                           uint64_t size,
                           enum aclrtHostRegisterType type,
                           void **devPtr);

/**
 * Undoes `aclrtHostRegister`. Returns 100000 for null, 507911 for memory that is not registered.
 */
aclError aclrtHostUnregister(void *ptr);

/**
 * Writes how much memory of a device each component uses, the largest first: there is one, the program. `inputNum` says for how many there is room.
 *
 * Returns 100000 for null, 107000 for no room, 107001 for a device that there is not.
 */
aclError aclrtGetMemUsageInfo(int32_t deviceId,
                              struct aclrtMemUsageInfo *memUsageInfo,
                              size_t inputNum,
                              size_t *outputNum);

/**
 * Writes 1 if each address is in memory of a device, else 0. Kinds of memory are bits: ACL_RT_MEM_TYPE_DEV (2), which all memory here is, and
 * ACL_RT_MEM_TYPE_DVPP (8) and ACL_RT_MEM_TYPE_RSVD (16), which none is. `reserve` is reserved and must be 0.
 *
 * Returns 100000 for null, 107000 for no address, other kinds, or a `reserve`.
 */
aclError aclrtCheckMemType(void **addrList,
                           uint32_t size,
                           uint32_t memType,
                           uint32_t *checkResult,
                           uint32_t reserve);

/**
 * As `aclrtMallocHost`. Attributes in `cfg`, which may be null, change nothing here.
 *
 * Returns 100000 for null or size 0, 107002 without a current context, 207001 if there is not as much.
 */
aclError aclrtMallocHostWithCfg(void **ptr, uint64_t size, struct aclrtMallocConfig *cfg);

/**
 * Frees device memory after all work of its device. Returns 100000 for null, 107000 for what is not the start of a live allocation, or in a function
 * that one of the device's streams waits for.
 */
aclError aclrtFreeWithDevSync(void *devPtr);

/**
 * Frees page-locked memory after all work of the current device. Returns 100000 for null, 107000 for anything else than what `aclrtMallocHost` gave,
 * 107002 without a current context.
 */
aclError aclrtFreeHostWithDevSync(void *hostPtr);

/**
 * Registers the program's own memory: as memory that the device may use (ACL_HOST_REG_MAPPED), as page-locked memory (ACL_HOST_REG_PINNED), or both. Memory of
 * `aclrtMallocHost` can be registered for the device.
 *
 * Returns 100000 for null or size 0; 107000 for other flags, an address that is no multiple of 4096, or memory past the end of the address space;
 * 507910 if some of it is registered already, or page-locked and to be so.
 */
aclError aclrtHostRegisterV2(void *ptr,
                             uint64_t size,
                             uint32_t flag);

/**
 * Returns the address at which the device sees registered memory: the same. Returns 100000 for null; 107000 for a flag other than 0, or memory that is
 * not registered.
 */
aclError aclrtHostGetDevicePointer(void *pHost,
                                   void **pDevice,
                                   uint32_t flag);

/**
 * Reserves addresses, at `expectPtr` unless it is null: no memory yet, but a place to which `aclrtMapMem` maps it. Without `expectPtr`
 * they begin at a multiple of 2 MiB.
 *
 * Returns 100000 for null, size 0 or flags other than 0 and 1; 107000 for an alignment other than 0, for addresses that are in use, or if
 * there is no room.
 */
aclError aclrtReserveMemAddress(void **virPtr,
                                size_t size,
                                size_t alignment,
                                void *expectPtr,
                                uint64_t flags);

/**
 * As `aclrtReserveMemAddress` at `expectPtr`, in pieces of 1 GiB. Returns the same; 107000 for a null `expectPtr` or another size.
 */
aclError aclrtReserveMemAddressNoUCMemory(void **virPtr,
                                          size_t size,
                                          size_t alignment,
                                          void *expectPtr,
                                          uint64_t flags);

/**
 * Releases reserved addresses. Returns 100000 for null, 107000 for what is not the start of reserved addresses, or while memory is mapped
 * there.
 */
aclError aclrtReleaseMemAddress(void *virPtr);

/**
 * Returns the pieces in which memory of these properties comes: 4 KiB, 2 MiB for huge pages, 1 GiB.
 *
 * Returns 100000 for null or properties that `aclrtMallocPhysical` refuses, 107000 for another option, 107001 for a device that there is not.
 */
aclError aclrtMemGetAllocationGranularity(struct aclrtPhysicalMemProp *prop,
                                          enum aclrtMemGranularityOptions option,
                                          size_t *granularity);

/**
 * Allocates physical memory, which has no address before `aclrtMapMem`. Its bytes are 0.
 *
 * Returns 100000 for null, size 0, flags other than 0, another handle or allocation type, a location or an attribute that cannot be had;
 * 107001 for a device that there is not; 207001 if the device has not as much left.
 */
aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle,
                             size_t size,
                             const struct aclrtPhysicalMemProp *prop,
                             uint64_t flags);

/**
 * Releases a handle of physical memory. The memory is freed when nothing is mapped to it any more, and, where it is shared, in no other
 * process either. Returns 100000 for null, 107017 for what is no live handle.
 */
aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

/**
 * Maps a whole block of physical memory to reserved addresses. One block may be mapped several times. Operators and copies take any addresses of
 * mappings that follow each other.
 *
 * Returns 100000 for null, size 0 or flags other than 0; 107000 for an offset other than 0, for a size other than that of the memory, or not a
 * multiple of its granularity, for addresses that are not reserved or to which memory is mapped, and for memory of another device than the
 * range has; 107017 for what is no live handle.
 */
aclError aclrtMapMem(void *virPtr,
                     size_t size,
                     size_t offset,
                     aclrtDrvMemHandle handle,
                     uint64_t flags);

/**
 * As `aclrtMapMem`; nothing may be done with the memory before `aclrtMemSetAccess`. Returns the same.
 */
aclError aclrtMemMapNoAccess(void *virPtr,
                             size_t size,
                             size_t offset,
                             aclrtDrvMemHandle handle,
                             uint64_t flags);

/**
 * Takes the mapping that begins at an address away. The bytes stay in the physical memory. What uses them must have been synchronised. Returns
 * 100000 for null, 107000 where no mapping begins.
 */
aclError aclrtUnmapMem(void *virPtr);

/**
 * Sets what may be done with a mapping from each place. What one place may do, all may: they are one memory here.
 *
 * Returns 100000 for null, count 0, or a location that is neither host nor device; 107000 for other flags, where no mapping begins, or for another
 * size than the mapping's; 107001 for a device that there is not.
 */
aclError aclrtMemSetAccess(void *virPtr,
                           size_t size,
                           struct aclrtMemAccessDesc *desc,
                           size_t count);

/**
 * Returns what may be done with a mapping from a place, as `aclrtMemAccessFlags`: after `aclrtMapMem` everything from where the memory is. Returns
 * 100000 for null or a location that is neither host nor device, 107000 where no mapping begins.
 */
aclError aclrtMemGetAccess(void *virPtr,
                           struct aclrtMemLocation *location,
                           uint64_t *flag);

/**
 * Returns the handle of the physical memory that is mapped at an address. Each call needs an `aclrtFreePhysical`. Returns 100000 for null,
 * 107000 where nothing is mapped.
 */
aclError aclrtMemRetainAllocationHandle(void *virPtr,
                                        aclrtDrvMemHandle *handle);

/**
 * Returns the properties of physical memory. Returns 100000 for null, 107017 for what is no live handle.
 */
aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle,
                                                   struct aclrtPhysicalMemProp *prop);

/**
 * Returns the start and the size of the allocation, or of the mapping, around an address. Either may be null. Returns 100000 for a null `ptr`,
 * 107000 for an address in neither.
 */
aclError aclrtMemGetAddressRange(void *ptr,
                                 void **pbase,
                                 size_t *psize);

/**
 * Returns the number under which other processes open physical memory: those that `aclrtMemSetPidToShareableHandle` names, or all (flags 1).
 *
 * Returns 100000 for null or another handle type; 107000 for other flags, memory that is exported already, or another process's; 107017 for
 * what is no live handle.
 */
aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle,
                                         enum aclrtMemHandleType handleType,
                                         uint64_t flags,
                                         uint64_t *shareableHandle);

/**
 * Lets processes open exported memory, with those named before. Returns 100000 for null or none, 107000 for what this process did not
 * export, or more processes than a list holds (504).
 */
aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle,
                                         int32_t *pid,
                                         size_t pidNum);

/**
 * Opens another process's exported memory as memory of a device, and returns its handle in this process.
 *
 * Returns 100000 for null; 107000 for what no live process shares, memory that this process exported itself, or that it may not open;
 * 107001 for a device that there is not.
 */
aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle,
                                           int32_t deviceId,
                                           aclrtDrvMemHandle *handle);

/**
 * As `aclrtMemExportToShareableHandle`: writes a number or an `aclrtMemFabricHandle`. Returns the same; 107000 for another type.
 */
aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle,
                                           uint64_t flags,
                                           enum aclrtMemSharedHandleType shareType,
                                           void *shareableHandle);

/**
 * As `aclrtMemSetPidToShareableHandle`. Returns the same; 107000 for another type.
 */
aclError aclrtMemSetPidToShareableHandleV2(void *shareableHandle,
                                           enum aclrtMemSharedHandleType shareType,
                                           int32_t *pid,
                                           size_t pidNum);

/**
 * As `aclrtMemImportFromShareableHandle`, as memory of the current device. Returns the same; 100000 for flags other than 0, 107000 for another
 * type, 107002 without a current context.
 */
aclError aclrtMemImportFromShareableHandleV2(void *shareableHandle,
                                             enum aclrtMemSharedHandleType shareType,
                                             uint64_t flags,
                                             aclrtDrvMemHandle *handle);

/**
 * Returns the number by which other processes name this one in lists of who may open shared memory: its process id. Returns 100000 for null.
 */
aclError aclrtDeviceGetBareTgid(int32_t *pid);

/**
 * Shares device memory, and writes the key for other processes: those that `aclrtIpcMemSetImportPid` names, or all (flags 1). The device's work is
 * waited for; the program must leave the memory alone until the call returns.
 *
 * Returns 100000 for null or size 0; 107000 for a `len` below 65, other flags, or what leaves its allocation or is in none; 107002 without a
 * current context; 207000 for mapped memory.
 */
aclError aclrtIpcMemGetExportKey(void *devPtr,
                                 size_t size,
                                 char *key,
                                 size_t len,
                                 uint64_t flags);

/**
 * Lets processes open shared memory, with those named before. Returns 100000 for null or none, 107000 for a key that this process did not make, or
 * more processes than a list holds (504).
 */
aclError aclrtIpcMemSetImportPid(const char *key,
                                 int32_t *pid,
                                 size_t num);

/**
 * Says by which link other devices reach shared memory: one of `ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_…`. Here there is one way, which all of them stand for.
 *
 * Returns 100000 for null; 107000 for another attribute or value, or a key of no memory that this process shares.
 */
aclError aclrtIpcMemSetAttr(const char *key,
                            enum aclrtIpcMemAttrType type,
                            uint64_t attr);

/**
 * Opens another process's shared memory, as memory of the current device, and returns its address here: the same one each time, until it is closed
 * as often.
 *
 * Returns 100000 for null; 107000 for what no live process shares, for a key of this process, for other flags, or if this process may not open it;
 * 107002 without a current context.
 */
aclError aclrtIpcMemImportByKey(void **devPtr,
                                const char *key,
                                uint64_t flags);

/**
 * Closes shared memory: in a process that opened it, it is gone; for the process that shares it, no other can open it any more. Work that uses it must
 * have been synchronised. Returns 100000 for null, 107000 for a key that is not open here.
 */
aclError aclrtIpcMemClose(const char *key);

/**
 * Copies memory, and returns when it is done; work in streams is not waited for. The kind says which way, but any memory
 * is fine for any kind. `destMax` is the size of the destination.
 *
 * Count 0 succeeds. Returns 100000 for null or an unknown kind; 107000 if `count` is more than `destMax`, or if the copy
 * passes the end of the allocation it starts in; 107002 without a current context, unless it is from host to host.
 */
aclError aclrtMemcpy(void *dst,
                     size_t destMax,
                     const void *src,
                     size_t count,
                     enum aclrtMemcpyKind kind);

/**
 * Queues a copy. With memory that is neither the device's nor of `aclrtMallocHost`, the copy is waited for, as on the card.
 *
 * Returns what `aclrtMemcpy` does; 207000 for host to host; 107003 for a stream of another context; 107023 for a stream that
 * was aborted; where it would wait, 107000 in a function that the stream waits for.
 */
aclError aclrtMemcpyAsync(void *dst,
                          size_t destMax,
                          const void *src,
                          size_t count,
                          enum aclrtMemcpyKind kind,
                          aclrtStream stream);

/**
 * Sets bytes, and returns when it is done; work in streams is not waited for.
 *
 * Count 0 succeeds. Returns 100000 for null; 107000 if `count` is more than `maxCount` or passes the end of the
 * allocation; 107002 without a current context.
 */
aclError aclrtMemset(void *devPtr,
                     size_t maxCount,
                     int32_t value,
                     size_t count);

/**
 * Queues the setting of bytes. Returns what `aclrtMemset` does; 107003 for a stream of another context.
 */
aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);

/**
 * Copies `height` rows of `width` bytes that are `dpitch` and `spitch` bytes apart, and returns when it is done.
 *
 * Width or height 0 succeeds. Returns 100000 for null, an unknown kind, or a width greater than a pitch; 107000 for rows
 * past the end of an allocation; 107002 without a current context.
 */
aclError aclrtMemcpy2d(void *dst,
                       size_t dpitch,
                       const void *src,
                       size_t spitch,
                       size_t width,
                       size_t height,
                       enum aclrtMemcpyKind kind);

/**
 * Queues what `aclrtMemcpy2d` does. Returns the same; 207000 for host to host; 107003 for a stream of another context.
 */
aclError aclrtMemcpy2dAsync(void *dst,
                            size_t dpitch,
                            const void *src,
                            size_t spitch,
                            size_t width,
                            size_t height,
                            enum aclrtMemcpyKind kind,
                            aclrtStream stream);

/**
 * Copies pieces from the host to a device, or back, and returns when that is done. `attrs[k]` says whose memory the pieces from `attrsIndexes[k]` on are;
 * `failIndex` takes the number of a piece whose attribute is wrong, else SIZE_MAX. Where something is wrong, nothing is copied.
 *
 * Returns 100000 for null; 107000 for no pieces, indexes that do not begin with 0 and rise, attributes that do not name one device and the host, two
 * ways in one batch, a size above its `destMaxs`, or a piece that passes the end of its allocation; 107002 without a current context.
 */
aclError aclrtMemcpyBatch(void **dsts,
                          size_t *destMaxs,
                          void **srcs,
                          size_t *sizes,
                          size_t numBatches,
                          struct aclrtMemcpyBatchAttr *attrs,
                          size_t *attrsIndexes,
                          size_t numAttrs,
                          size_t *failIndex);

/**
 * As `aclrtMemcpyBatch`, in a stream. Returns the same; 107003 for a stream of another context.
 */
aclError aclrtMemcpyBatchAsync(void **dsts,
                               size_t *destMaxs,
                               void **srcs,
                               size_t *sizes,
                               size_t numBatches,
                               struct aclrtMemcpyBatchAttr *attrs,
                               size_t *attrsIndexes,
                               size_t numAttrs,
                               size_t *failIndex,
                               aclrtStream stream);

/**
 * As `aclrtMemcpyBatch`, without `failIndex`.
 */
aclError aclrtMemcpyBatchV2(void **dsts,
                            size_t *destMaxs,
                            void **srcs,
                            size_t *sizes,
                            size_t numBatches,
                            struct aclrtMemcpyBatchAttr *attrs,
                            size_t *attrsIndexes,
                            size_t numAttrs);

/**
 * As `aclrtMemcpyBatchAsync`, without `failIndex`.
 */
aclError aclrtMemcpyBatchAsyncV2(void **dsts,
                                 size_t *destMaxs,
                                 void **srcs,
                                 size_t *sizes,
                                 size_t numBatches,
                                 struct aclrtMemcpyBatchAttr *attrs,
                                 size_t *attrsIndexes,
                                 size_t numAttrs,
                                 aclrtStream stream);

/**
 * Writes a word `N` times, and returns when it is done; work in streams is not waited for.
 *
 * Returns 100000 for null or `N` 0; 107000 if `N` words are more than `memSize` bytes or pass the end of the allocation, or for an address that is no
 * multiple of 4; 107002 without a current context.
 */
aclError aclrtMemsetD32(void *ptr,
                        size_t memSize,
                        uint32_t value,
                        size_t n);

/**
 * Queues what `aclrtMemsetD32` does. Returns the same; 107003 for a stream of another context.
 */
aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value, size_t n, aclrtStream stream);

/**
 * Queues a copy, as `aclrtMemcpyAsync` does, and returns the same.
 */
aclError aclrtMemcpyAsyncWithCondition(void *dst,
                                       size_t destMax,
                                       const void *src,
                                       size_t count,
                                       enum aclrtMemcpyKind kind,
                                       aclrtStream stream);

/**
 * Returns the bytes of a description of a copy. Returns 100000 for null, 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE.
 */
aclError aclrtGetMemcpyDescSize(enum aclrtMemcpyKind kind,
                                size_t *descSize);

/**
 * Writes a description of a copy to device memory, at once. `config` is reserved and must be null.
 *
 * Returns 100000 for null or count 0; 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, a `config`, a description that is not aligned to 8 or
 * leaves its allocation, or memory past the end of its own; 107002 without a current context.
 */
aclError aclrtSetMemcpyDesc(void *desc,
                            enum aclrtMemcpyKind kind,
                            void *srcAddr,
                            void *dstAddr,
                            size_t count,
                            void *config);

/**
 * Queues the copy that a description in device memory says when it runs.
 *
 * Returns 100000 for null; 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, or a description that is not aligned to 8 or leaves its
 * allocation; 107002 without a current context; 107003 for a stream of another context. Memory that is no description by then, or a copy past the end of an
 * allocation, is an error of the stream.
 */
aclError aclrtMemcpyAsyncWithDesc(void *desc,
                                  enum aclrtMemcpyKind kind,
                                  aclrtStream stream);

/**
 * Queues a copy from the address that the word `src` points to holds when it runs, `srcDataOffset` bytes further on, to that of the word `dst` points to,
 * `dstDataOffset` bytes further on.
 *
 * Count 0 succeeds. Returns 100000 for null; 107000 for another kind than ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, a `count` of more than `destMax`, or words that
 * are not aligned to 8 or leave their allocations; 107002 without a current context; 107003 for a stream of another context. A copy past the end of an
 * allocation is an error of the stream.
 */
aclError aclrtMemcpyAsyncWithOffset(void **dst,
                                    size_t destMax,
                                    size_t dstDataOffset,
                                    const void **src,
                                    size_t count,
                                    size_t srcDataOffset,
                                    enum aclrtMemcpyKind kind,
                                    aclrtStream stream);

/**
 * Queues a reduction: each element of `dst` becomes its sum with the element of `src`, or the larger or the smaller one of the
 * two. `count` is in bytes. Integer sums wrap; NaN stays NaN. `reserve` is reserved and must be null.
 *
 * Returns 100000 for null, another type, or a `reserve`; 107000 for another kind, for no bytes, bytes that are no whole elements or
 * more than 4 GiB of a sum, or memory past the end of its allocation; 107002 without a current context; 107003 for a stream of another
 * context; 107008 for an address that is no multiple of an element's size; 207000 for ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL.
 */
aclError aclrtReduceAsync(void *dst,
                          const void *src,
                          uint64_t count,
                          enum aclrtReduceKind kind,
                          aclDataType type,
                          aclrtStream stream,
                          void *reserve);

/**
 * Queues the writing of random numbers: a mask of bits of which the share `dropoutRation` is 0, numbers from `min` up to, without, `max`, or numbers of
 * the normal distribution, of which the truncated ones are at most two standard deviations from the mean. They follow from the seed and the counter, by
 * Philox 4x32-10; the counter stays as it is. Numbers that are given by their addresses are read when the task runs. `reserve` must be null.
 *
 * Returns 100000 for null or another data type; 107000 for another kind of numbers, a data type that the kind has not, a number of another size, integers
 * without one from `min` up to `max`, a share outside 0 to 1, no memory for the numbers or the counter, or memory past the end of its allocation; 107002
 * without a current context; 107003 for a stream of another context; 107008 for an address that is no multiple of a number's size. What is found out when
 * the task runs is an error of the stream.
 */
aclError aclrtRandomNumAsync(const struct aclrtRandomNumTaskInfo *taskInfo,
                             aclrtStream stream,
                             void *reserve);

/**
 * Begins to capture a stream: what is submitted to it from here on goes into a model instance instead of being run. A stream that waits for an event that
 * was recorded in a captured stream joins the capture; the first stream must wait for its work in the end. The mode says whom the capture forbids
 * `aclrtMemcpy`, `aclrtMemset`, `aclrtMemcpy2d` and stream-ordered copies of pageable memory: all threads, this one, or none.
 *
 * Returns 100000 for null; 107000 for another mode; 107003 for a stream of another context; 107031 for a default stream; 107032 for a stream that is
 * captured already.
 */
aclError aclmdlRICaptureBegin(aclrtStream stream,
                              enum aclmdlRICaptureMode mode);

/**
 * Returns whether a stream is captured, and the model instance that takes its tasks (null if none does). Either pointer may be null. Returns 100000 for a
 * null stream, 107003 for a stream of another context.
 */
aclError aclmdlRICaptureGetInfo(aclrtStream stream,
                                enum aclmdlRICaptureStatus *status,
                                aclmdlRI *modelRi);

/**
 * Ends the capture that began in a stream; all its streams run what they are given again. Gives the model instance; null where it is refused.
 *
 * Returns 100000 for null; 107029 for a stream that is not captured; 107036 for a stream that joined the capture, and 107038 in another thread unless the
 * mode is relaxed, and then the capture goes on. The capture ends with 107025 if a stream was not joined, 107033 if a group is open, 507903 if a call was
 * made that it could not take.
 */
aclError aclmdlRICaptureEnd(aclrtStream stream,
                            aclmdlRI *modelRi);

/**
 * Sets the calling thread's mode, and returns what it was (at first ACL_MODEL_RI_CAPTURE_MODE_GLOBAL): in the relaxed mode a thread may make calls that
 * captures forbid; in the thread-local one those that captures of other threads forbid.
 *
 * Returns 100000 for null, 107000 for another mode.
 */
aclError aclmdlRICaptureThreadExchangeMode(enum aclmdlRICaptureMode *mode);

/**
 * Opens a group of tasks in a captured stream, which can be replaced together later. It takes operators and copies; anything else is 507009.
 *
 * Returns 100000 for null, 107029 for a stream that is not captured, 107033 if a group is open in the capture.
 */
aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);

/**
 * Closes a group of tasks, and returns its handle, which lives as long as the process. Returns what `aclmdlRICaptureTaskGrpBegin` does; 107033 if no group is
 * open in this stream.
 */
aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream,
                                   aclrtTaskGrp *handle);

/**
 * Begins to replace the tasks of a group: as many operators and copies, which are given to a stream that is not captured, take their places.
 *
 * Returns 100000 for null, 107017 for what is no group, 107032 for a stream that is captured.
 */
aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream,
                                        aclrtTaskGrp handle);

/**
 * Ends the replacing: the tasks are replaced when the stream gets there. Replays that have not begun the part of the group run the new ones.
 *
 * Returns 100000 for null, 107029 for a stream in which no replacing was begun, 107000 for another number of tasks than the group has.
 */
aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);

/**
 * Creates a condition of a model instance that is being captured: a word of device memory, which holds `defaultLaunchValue`; with the flag
 * ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT each run of the model instance begins with that value. It lives as long as the model instance.
 *
 * Returns 100000 for null, 107000 for another flag (1, or 0) or a model instance that is not being captured, 107002 without a current context, 107017 for what
 * is no live model instance.
 */
aclError aclmdlRICondHandleCreate(aclmdlRI modelRi,
                                  uint32_t defaultLaunchValue,
                                  enum aclmdlRICondHandleFlag flag,
                                  aclmdlRICondHandle *handle);

/**
 * Returns the address of a condition's word, eight bytes of device memory that last as long as the model instance. Returns 100000 for null, 107002 without a
 * current context, 107017 for what is no live condition.
 */
aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle,
                                      uint64_t **ptr);

/**
 * Appends to a captured stream a task that runs model instances by a condition, and writes their handles; each is captured by
 * `aclmdlRICaptureToModelRIBegin` before the capture of this one ends. IF runs the first one if the word is not 0, otherwise the second one, if there is one;
 * WHILE runs its one as long as the word is not 0; SWITCH runs the one whose number the word is, if there is one.
 *
 * Returns 100000 for a null stream; 107000 for another null, another kind, another number of model instances than 1 or 2 (IF), 1 (WHILE), 1 or more (SWITCH),
 * other flags than 0, or a condition of another model instance, or one that has a task; 107017 for what is no live condition; 107029 for a stream that is not
 * captured.
 */
aclError aclmdlRIAddCondTask(struct aclmdlRICondTaskParams params,
                             aclrtStream stream,
                             uint32_t flags);

/**
 * Begins to capture a stream into a model instance of `aclmdlRIAddCondTask`. Its tasks run when the condition says so. It takes operators, copies and other
 * conditions; anything else is 207000, and the capture gives nothing, but may be begun again.
 *
 * Returns what `aclmdlRICaptureBegin` does; 107000 for another model instance, or after the end of the capture with the condition; 107017 for what is no live
 * model instance; 107026 for one that has been captured.
 */
aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream,
                                       aclmdlRI modelRi,
                                       enum aclmdlRICaptureMode mode);

/**
 * Begins to build a model instance on the current device. Returns 100000 for null, 107000 for a flag other than 0, 107002 without a current context.
 */
aclError aclmdlRIBuildBegin(aclmdlRI *modelRi,
                            uint32_t flag);

/**
 * Binds a stream, made with ACL_STREAM_PERSISTENT, to a model instance: operators and copies that it is given become tasks of it. With flag 0 the stream begins
 * when the model instance is run; with 0x7FFFFFFF it waits until another stream activates it.
 *
 * Returns 100000 for null; 107000 for another flag, another kind of stream, or a captured model instance; 107017 for what is no live model instance or stream;
 * 107027 for a model instance that is complete; 107032 for a stream that is bound or captured.
 */
aclError aclmdlRIBindStream(aclmdlRI modelRi,
                            aclrtStream stream,
                            uint32_t flag);

/**
 * Unbinds a stream from a model instance. Returns 100000 for null, 107000 for a stream that is not bound to it, 107017 for what is no live model instance or
 * stream.
 */
aclError aclmdlRIUnbindStream(aclmdlRI modelRi,
                              aclrtStream stream);

/**
 * Marks the end of a model instance's tasks in one of its streams, once. Returns 100000 for null; 107000 for a stream that is not bound to it, or a second end;
 * 107017 for what is no live model instance or stream.
 */
aclError aclmdlRIEndTask(aclmdlRI modelRi,
                         aclrtStream stream);

/**
 * Completes a model instance, which can be run from here on. Its streams take no more tasks until they are unbound.
 *
 * Returns 100000 for null; 107000 for a `reserve` other than null, without an end or a stream that begins, or if a task goes to a stream or to a label that the
 * model instance has not; 107017 for what is no live model instance; 107027 for one that is complete.
 */
aclError aclmdlRIBuildEnd(aclmdlRI modelRi,
                          void *reserve);

/**
 * Appends to a stream of a model instance the activation of another one of it: that runs when this one has run.
 *
 * Returns 100000 for null, 107000 for streams that are not bound to one model instance, 107027 for one that is complete.
 */
aclError aclrtActiveStream(aclrtStream activeStream,
                           aclrtStream stream);

/**
 * Appends to a stream of a model instance a comparison of two numbers in device memory: if it holds, the model instance goes on in another stream, and the rest of
 * this one is not run.
 *
 * Returns 100000 for null; 107000 for an unknown condition or type, an address that is no multiple of the number's size or leaves its allocation, a `falseStream`
 * other than null, or streams that are not bound to one model instance; 107027 for one that is complete.
 */
aclError aclrtSwitchStream(void *leftValue,
                           enum aclrtCondition cond,
                           void *rightValue,
                           enum aclrtCompareDataType dataType,
                           aclrtStream trueStream,
                           aclrtStream falseStream,
                           aclrtStream stream);

/**
 * Creates a label. Returns 100000 for null.
 */
aclError aclrtCreateLabel(aclrtLabel *label);

/**
 * Destroys a label; where it was set it stays. Returns 100000 for null, 107017 for what is no live label.
 */
aclError aclrtDestroyLabel(aclrtLabel label);

/**
 * Sets a label behind what a stream of a model instance was given so far. Returns 100000 for null; 107000 for a stream that is bound to no model instance; 107017 for
 * what is no live label; 107027 for a model instance that is complete.
 */
aclError aclrtSetLabel(aclrtLabel label,
                       aclrtStream stream);

/**
 * Creates a list of labels. Returns 100000 for null, 107000 for none or more than 65535, 107017 for what is no live label.
 */
aclError aclrtCreateLabelList(aclrtLabel *labels,
                              size_t num,
                              aclrtLabelList *labelList);

/**
 * Destroys a list of labels; tasks that use it keep what they need. Returns 100000 for null, 107017 for what is no live list.
 */
aclError aclrtDestroyLabelList(aclrtLabelList labelList);

/**
 * Appends to a stream of a model instance a jump to the label of a list that the word of four bytes at `ptr` names, the last one if it is too large.
 *
 * Returns 100000 for null; 107000 for an address that is no multiple of 4 or leaves its allocation, a `maxValue` other than the number of labels, or a stream that
 * is bound to no model instance; 107017 for what is no live list; 107027 for a model instance that is complete.
 */
aclError aclrtSwitchLabelByIndex(void *ptr,
                                 uint32_t maxValue,
                                 aclrtLabelList labelList,
                                 aclrtStream stream);

/**
 * Queues all tasks of a model instance in a stream: they run as if they had been submitted one by one, on the memory that they were captured with, which
 * must still be there. The first one that fails ends the replay up to the next wait.
 *
 * Returns 100000 for null, 107003 for a stream of another context, 107017 for what is no live model instance, 107026 for one that is still being captured, 207000 for what a condition runs.
 */
aclError aclmdlRIExecuteAsync(aclmdlRI modelRi,
                              aclrtStream stream);

/**
 * Runs a model instance in the default stream, and waits for it, for at most `timeout` milliseconds (-1: no limit).
 *
 * Returns what `aclmdlRIExecuteAsync` does; 107000 for another limit below 1; 507046 when the time is over; the error of a task that failed.
 */
aclError aclmdlRIExecute(aclmdlRI modelRi,
                         int32_t timeout);

/**
 * Ends all replays of a model instance that were queued so far: its loops and waits end, what computes runs to its end, what comes behind it in them does not run.
 * Their streams go on with what follows, and return 107023 at the next synchronisation. Returns 100000 for null, 107017 for what is no live model instance, 107026 for
 * one that is still being captured, 207000 for what a condition runs.
 */
aclError aclmdlRIAbort(aclmdlRI modelRi);

/**
 * Destroys a model instance; replays that are queued still run. Functions that were registered for it are called. Returns 100000 for null, 107017 for what is
 * no live model instance, 107026 for one that is still being captured, 207000 for what a condition runs.
 */
aclError aclmdlRIDestroy(aclmdlRI modelRi);

/**
 * Has a function called when a model instance is destroyed; functions are called in the order of their registration. Returns 100000 for null, 107017 for what is
 * no live model instance.
 */
aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRi,
                                         aclrtCallback func,
                                         void *userData);

/**
 * Takes a registration of `aclmdlRIDestroyRegisterCallback` back. Returns 100000 for null, 107000 for a function that is not registered, 107017 for what is no
 * live model instance.
 */
aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRi,
                                           aclrtCallback func);

/**
 * Returns a model instance's number, which no other one of the process has. Returns 100000 for null, 107017 for what is no live model instance.
 */
aclError aclmdlRIGetId(aclmdlRI modelRi,
                       uint32_t *modelRiid);

/**
 * Names a model instance. Returns 100000 for null, 107017 for what is no live model instance.
 */
aclError aclmdlRISetName(aclmdlRI modelRi, const char *name);

/**
 * Writes the name of a model instance, cut to `maxLen` bytes with its end; empty if it has none. Returns 100000 for null, 107000 for a `maxLen` of 0, 107017 for
 * what is no live model instance.
 */
aclError aclmdlRIGetName(aclmdlRI modelRi,
                         uint32_t maxLen,
                         char *name);

/**
 * Writes the tasks of a model instance to the log, at level information. Returns 100000 for null, 107017 for what is no live model instance, 107026 for one that is
 * still being captured.
 */
aclError aclmdlRIDebugPrint(aclmdlRI modelRi);

/**
 * Writes the tasks of a model instance to a file, in the form that trace viewers read. Both flags give the same: tasks have no kernel parameters.
 *
 * Returns 100000 for null, 107000 for other flags or a file that cannot be written, 107017 for what is no live model instance.
 */
aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRi,
                                const char *path,
                                uint32_t flags);

/**
 * Returns the streams of a model instance in the order of their first tasks, as handles for `aclmdlRIGetTasksByStream` alone, which live as long as it; for a null
 * `streams` only their number.
 *
 * Returns 100000 for null; 107000 for an array that is too short; 107017 for what is no live model instance; 107026 for one that is still being captured.
 */
aclError aclmdlRIGetStreams(aclmdlRI modelRi,
                            aclrtStream *streams,
                            uint32_t *numStreams);

/**
 * Returns the tasks of a stream of `aclmdlRIGetStreams` in their order, as handles that live as long as the model instance; for a null `tasks` only their number.
 *
 * Returns 100000 for null; 107000 for an array that is too short; 107017 for what is no stream of a live model instance.
 */
aclError aclmdlRIGetTasksByStream(aclrtStream stream,
                                  aclmdlRITask *tasks,
                                  uint32_t *numTasks);

/**
 * Returns what a task does: an operator (ACL_MODEL_RI_TASK_KERNEL), something with an event or a word of memory, or something else (ACL_MODEL_RI_TASK_DEFAULT).
 * Returns 100000 for null, 107017 for what is no task of a live model instance.
 */
aclError aclmdlRITaskGetType(aclmdlRITask task,
                             enum aclmdlRITaskType *type);

/**
 * Returns the place of a task among all of its model instance, in the order in which they run. Returns 100000 for null, 107017 for what is no task of a live
 * model instance.
 */
aclError aclmdlRITaskGetSeqId(aclmdlRITask task,
                              uint32_t *id);

/**
 * Leaves a task out of the replays that are queued after the next `aclmdlRIUpdate`.
 *
 * Returns 100000 for null; 107017 for what is no task of a live model instance; 207000 for one that was built by hand.
 */
aclError aclmdlRITaskDisable(aclmdlRITask task);

/**
 * Has the tasks of a model instance be as `aclmdlRITaskDisable` has said since it was captured.
 *
 * Returns 100000 for null; 107017 for what is no live model instance; 107026 for one that is still being captured.
 */
aclError aclmdlRIUpdate(aclmdlRI modelRi);

/**
 * Refuses a file of kernels. Returns 100000 for null, 207000 otherwise.
 */
aclError aclrtBinaryLoadFromData(const void *data,
                                 size_t length,
                                 const struct aclrtBinaryLoadOptions *options,
                                 aclrtBinHandle *binHandle);

/**
 * Refuses to find a kernel, for no file of kernels was loaded. Returns 100000 for null, 207000 otherwise.
 */
aclError aclrtBinaryGetFunction(aclrtBinHandle binHandle,
                                const char *kernelName,
                                aclrtFuncHandle *funcHandle);

/**
 * Refuses the addresses of a kernel, for none was loaded. Returns 100000 for null, 207000 otherwise.
 */
aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void **aicAddr, void **aivAddr);

/**
 * Subscribes a thread, by its `pthread_self()`, for the callbacks of a stream. A thread may serve several streams of one device.
 *
 * Returns 107011 for a stream that has a thread, or runs host functions; 107012 for a thread that serves another device;
 * 107017 for what is no live stream.
 */
aclError aclrtSubscribeReport(uint64_t threadId,
                              aclrtStream stream);

/**
 * Unsubscribes a thread from the callbacks of a stream. Callbacks that are due and that the stream waits for are dropped; others can
 * still be processed.
 *
 * Returns 107011 for a stream without a subscription, 107012 for another thread than its own, 107017 for what is no live stream.
 */
aclError aclrtUnSubscribeReport(uint64_t threadId,
                                aclrtStream stream);

/**
 * Waits for a callback for the calling thread, for at most `timeout` milliseconds (-1: no limit), and runs it.
 *
 * The callback runs with its stream's context as the current one. It may end by an exception, which goes on to the caller, or by `longjmp` to a frame of the
 * caller: its stream goes on at the thread's next call of this function, or when the thread ends.
 *
 * Returns 100000 for another limit below 1, 107012 for a thread that is not subscribed, 507012 when the time is over.
 */
aclError aclrtProcessReport(int32_t timeout);

/**
 * Queues a callback, which the stream's subscribed thread runs. After ACL_CALLBACK_BLOCK (1) the stream waits until it has
 * returned, after ACL_CALLBACK_NO_BLOCK (0) not. Where the stream is captured, each replay queues it, for the thread that is subscribed for the captured stream.
 *
 * Returns 100000 for another `blockType`; 107000 for a null `fn`; 107002 without a current context; 107003 for a stream of
 * another context; 107015 for a stream without a subscription.
 */
aclError aclrtLaunchCallback(aclrtCallback fn,
                             void *userData,
                             enum aclrtCallbackBlockType blockType,
                             aclrtStream stream);

/**
 * Queues a callback, which a thread of the library runs with the stream's context as its current one; the stream waits until it has returned, so it may not
 * wait for the stream. An exception that leaves it is an error of the stream; it may not be left by `longjmp`, nor end the thread.
 *
 * Returns 107000 for a null `fn`, 107002 without a current context, 107003 for a stream of another context, 107011 for a stream
 * with a subscription by `aclrtSubscribeReport`.
 */
aclError aclrtLaunchHostFunc(aclrtStream stream,
                             aclrtHostFunc fn,
                             void *args);

/**
 * Moves memory into the cache or out of it, in a stream's order. Prefetching is all that the vendor takes too.
 *
 * Returns 100000 for null or size 0; 107000 for another type; 107003 for a stream of another context; 207000 for what is not prefetching.
 */
aclError aclrtCmoAsync(void *src,
                       size_t size,
                       enum aclrtCmoType cmoType,
                       aclrtStream stream);

/**
 * Returns the bytes of a description of memory for `aclrtCmoSetDesc`. Returns 100000 for null.
 */
aclError aclrtCmoGetDescSize(size_t *size);

/**
 * Writes a description of device memory to device memory, at once.
 *
 * Returns 100000 for null or size 0; 107000 for a description that is not aligned to 8 or leaves its allocation, or memory past the end of its own; 107002
 * without a current context.
 */
aclError aclrtCmoSetDesc(void *cmoDesc,
                         void *src,
                         size_t size);

/**
 * Moves the memory that a description says when this runs into the cache, in a stream's order. `reserve` must be null.
 *
 * Returns 100000 for null; 107000 for another type, a `reserve`, or a description that is not aligned to 8 or leaves its allocation; 107003 for a stream of
 * another context; 207000 for what is not prefetching. Memory that is no description by then, or one past the end of an allocation, is an error of the stream.
 */
aclError aclrtCmoAsyncWithDesc(void *cmoDesc,
                               enum aclrtCmoType cmoType,
                               aclrtStream stream,
                               const void *reserve);

/**
 * Moves memory into the cache or out of it, in the order of a stream that is bound to a model instance. A `barrierId` above 0 goes with
 * ACL_RT_CMO_TYPE_INVALID, for `aclrtCmoWaitBarrier`.
 *
 * Returns 100000 for null or size 0; 107000 for another type, a `barrierId` with another one, or a stream that is bound to no model instance; 107003 for a
 * stream of another context; 207000 on other chips than Ascend310B.
 */
aclError aclrtCmoAsyncWithBarrier(void *src,
                                  size_t size,
                                  enum aclrtCmoType cmoType,
                                  uint32_t barrierId,
                                  aclrtStream stream);

/**
 * Lets a stream that is bound to a model instance wait for the invalidations with these barriers, which are over when they begin. `flag` is reserved and must
 * be 0.
 *
 * Returns 100000 for null; 107000 for another flag, no barriers or more than 6, another type, a barrier 0, or a stream that is bound to no model instance; 107003
 * for a stream of another context; 207000 on other chips than Ascend310B.
 */
aclError aclrtCmoWaitBarrier(struct aclrtBarrierTaskInfo *taskInfo,
                             aclrtStream stream,
                             uint32_t flag);

/**
 * Returns the ranges of a device's memory that failed: none, so that `retSize` is 0. Returns 100000 for null, 107001 if there is no such device.
 */
aclError aclrtGetMemUceInfo(int32_t deviceId,
                            struct aclrtMemUceInfo *memUceInfoArray,
                            size_t arraySize,
                            size_t *retSize);

/**
 * Repairs ranges of a device's memory: they are whole, for no memory of a simulated device fails.
 *
 * Returns 100000 for null, more than 128 ranges, or `reserved` bytes other than 0; 107001 if there is no such device; 107000 for a range that is not the device's memory.
 */
aclError aclrtMemUceRepair(int32_t deviceId,
                           struct aclrtMemUceInfo *memUceInfoArray,
                           size_t arraySize);

/**
 * Repairs what `aclrtGetErrorVerbose` has told of a device: nothing, ever.
 *
 * Returns 100000 for null, 107001 if there is no such device, 107000 for an error, of which a simulated device has none.
 */
aclError aclrtRepairError(int32_t deviceId,
                          const struct aclrtErrorInfo *errorInfo);

/**
 * Ends all work of a device: tasks that have not begun are dropped, waits end, what computes stops. The next synchronisation of each stream
 * that had work returns 107023 once. `timeout`, in milliseconds, is not needed.
 *
 * Returns 107001 if there is no such device, 107000 in a function that one of its streams waits for.
 */
aclError aclrtDeviceTaskAbort(int32_t deviceId,
                              uint32_t timeout);

/**
 * Has every failed task told to `callback`, on the thread that ran it, before a synchronisation reports it. The last one counts; null
 * ends it. What `aclrtExceptionInfoCallbackRegister` registered is told as well.
 */
aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);

/**
 * Has every failed task told to `callback` too, on the thread that ran it, before a synchronisation reports it. Any number of functions
 * can be registered, each once.
 *
 * Returns 107000 for null.
 */
aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback);

/**
 * Unregisters a callback of `aclrtExceptionInfoCallbackRegister`; nothing if it is not registered. A failure that is being told
 * already may still reach it.
 *
 * Returns 107000 for null.
 */
aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback);

/**
 * Returns the number of a failed task in its stream; 0xFFFFFFFF for null, or after the callback has returned.
 */
uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info);

/**
 * Returns the number of a failed task's stream; 0xFFFFFFFF for null, or after the callback has returned.
 */
uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info);

/**
 * Returns the number (`gettid()`) of the thread that ran a failed task; 0xFFFFFFFF for null, or after the callback has returned.
 */
uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info);

/**
 * Returns the number of a failed task's device; 0xFFFFFFFF for null, or after the callback has returned.
 */
uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info);

/**
 * Returns the status of a failed task; 0xFFFFFFFF for null, or after the callback has returned.
 */
uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info);

/**
 * Returns the messages of the thread's failed calls since it last asked, newest first, each with the function, the argument,
 * what it was and what is allowed; null if there is none. The text is valid until the thread's next call.
 *
 * With `"err_msg_mode": "1"` in the file of `aclInit`, messages are kept for the whole process.
 */
const char *aclGetRecentErrMsg(void);

/**
 * Returns the code of the thread's last call that the runtime layer refused (107000 and above in each family); 0 if there was
 * none. `level` must be ACL_RT_THREAD_LEVEL, else returns 100000.
 */
aclError aclrtPeekAtLastError(enum aclrtLastErrLevel level);

/**
 * As `aclrtPeekAtLastError`, and forgets the code.
 */
aclError aclrtGetLastError(enum aclrtLastErrLevel level);

/**
 * Returns what is wrong with a device: nothing, ever. Returns 100000 for null, 107001 if there is no such device.
 */
aclError aclrtGetErrorVerbose(int32_t deviceId,
                              struct aclrtErrorInfo *errorInfo);

/**
 * Queues the writing of 64 bytes of overflow state, which is that there was none: simulated devices follow IEEE 754.
 *
 * Returns 100000 for null, 107000 for another size or memory that is too small.
 */
aclError aclrtGetOverflowStatus(void *outputAddr,
                                size_t outputSize,
                                aclrtStream stream);

/**
 * Queues the clearing of the overflow state, which is always clear.
 */
aclError aclrtResetOverflowStatus(aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/* Second names: C allows two enumerators of one value, Rust does not. */
#define ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE
#define ACL_DEV_ATTR_SUPER_POD_DEVICE_ID ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID
