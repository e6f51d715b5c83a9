/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust doors by cbindgen: do not edit. */

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
 * Where the program itself runs.
 */
typedef enum aclrtRunMode {
    ACL_DEVICE = 0,
    ACL_HOST = 1,
} aclrtRunMode;

/**
 * Whether the tasks of a stream are finished.
 */
typedef enum aclrtStreamStatus {
    ACL_STREAM_STATUS_COMPLETE = 0,
    ACL_STREAM_STATUS_NOT_READY = 1,
    ACL_STREAM_STATUS_RESERVED = 65535,
} aclrtStreamStatus;

/**
 * Whether the recorded work of an event is finished (older form).
 */
typedef enum aclrtEventStatus {
    ACL_EVENT_STATUS_COMPLETE = 0,
    ACL_EVENT_STATUS_NOT_READY = 1,
    ACL_EVENT_STATUS_RESERVED = 2,
} aclrtEventStatus;

/**
 * Whether the recorded work of an event is finished.
 */
typedef enum aclrtEventRecordedStatus {
    ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
    ACL_EVENT_RECORDED_STATUS_COMPLETE = 1,
} aclrtEventRecordedStatus;

/**
 * Whether the waits queued on an event are finished.
 */
typedef enum aclrtEventWaitStatus {
    ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
    ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
    ACL_EVENT_WAIT_STATUS_RESERVED = 65535,
} aclrtEventWaitStatus;

/**
 * Whether later tasks of the stream wait for a callback.
 */
typedef enum aclrtCallbackBlockType {
    ACL_CALLBACK_NO_BLOCK = 0,
    ACL_CALLBACK_BLOCK = 1,
} aclrtCallbackBlockType;

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
 * Kind of core whose number can be limited.
 */
typedef enum aclrtDevResLimitType {
    ACL_RT_DEV_RES_CUBE_CORE = 0,
    ACL_RT_DEV_RES_VECTOR_CORE = 1,
} aclrtDevResLimitType;

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
 * Features of a device.
 */
typedef enum aclrtDevFeatureType {
    ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV = 1,
    ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV = 21,
} aclrtDevFeatureType;

/**
 * Health of a device.
 */
typedef enum aclrtDeviceStatus {
    ACL_RT_DEVICE_STATUS_NORMAL = 0,
    ACL_RT_DEVICE_STATUS_ABNORMAL = 1,
    ACL_RT_DEVICE_STATUS_END = 65535,
} aclrtDeviceStatus;

/**
 * Moment in the life of a stream that an observer is told of.
 */
typedef enum aclrtStreamState {
    ACL_RT_STREAM_STATE_CREATE_POST = 1,
    ACL_RT_STREAM_STATE_DESTROY_PRE = 2,
} aclrtStreamState;

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
 * Scope of the last error.
 */
typedef enum aclrtLastErrLevel {
    ACL_RT_THREAD_LEVEL = 0,
} aclrtLastErrLevel;

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
 * Task scheduler of a device.
 */
typedef enum aclrtTsId {
    ACL_TS_ID_AICORE = 0,
    ACL_TS_ID_AIVECTOR = 1,
    ACL_TS_ID_RESERVED = 2,
} aclrtTsId;

/**
 * What a floating-point overflow gives.
 */
typedef enum aclrtFloatOverflowMode {
    ACL_RT_OVERFLOW_MODE_SATURATION = 0,
    ACL_RT_OVERFLOW_MODE_INFNAN = 1,
    ACL_RT_OVERFLOW_MODE_UNDEF = 2,
} aclrtFloatOverflowMode;

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
 * How registered host memory is used.
 */
typedef enum aclrtHostRegisterType {
    ACL_HOST_REGISTER_MAPPED = 0,
    ACL_HOST_REGISTER_IOMEMORY = 4,
    ACL_HOST_REGISTER_READONLY = 8,
} aclrtHostRegisterType;

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
 * Cache maintenance operations.
 */
typedef enum aclrtCmoType {
    ACL_RT_CMO_TYPE_PREFETCH = 0,
    ACL_RT_CMO_TYPE_WRITEBACK = 1,
    ACL_RT_CMO_TYPE_INVALID = 2,
    ACL_RT_CMO_TYPE_FLUSH = 3,
} aclrtCmoType;

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
 * Attribute of an allocation; tells the member of `aclrtMallocAttrValue`.
 */
typedef enum aclrtMallocAttrType {
    ACL_RT_MEM_ATTR_RSV = 0,
    ACL_RT_MEM_ATTR_MODULE_ID = 1,
    ACL_RT_MEM_ATTR_DEVICE_ID = 2,
    ACL_RT_MEM_ATTR_VA_FLAG = 3,
} aclrtMallocAttrType;

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
 * Record of a failed task.
 */
typedef struct aclrtExceptionInfo aclrtExceptionInfo;

/**
 * Reserved.
 */
typedef struct aclrtUtilizationExtendInfo aclrtUtilizationExtendInfo;

/**
 * A callback in stream order, for `aclrtLaunchCallback`.
 */
typedef void (*aclrtCallback)(void *userData);

/**
 * A callback in stream order, for `aclrtLaunchHostFunc`.
 */
typedef void (*aclrtHostFunc)(void *args);

/**
 * Told of failed tasks.
 */
typedef void (*aclrtExceptionInfoCallback)(struct aclrtExceptionInfo *exceptionInfo);

/**
 * Told of streams that begin and end.
 */
typedef void (*aclrtStreamStateCallback)(aclrtStream stm, enum aclrtStreamState state, void *args);

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
     * Which attribute.
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
 * Settings of a stream for the small-SoC interface, which this library, like the usual one, leaves out.
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
 * What `aclrtPointerGetAttributes` knows of an address.
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

/* Second names: C allows two enumerators of one value, Rust does not. */
#define ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE
#define ACL_DEV_ATTR_SUPER_POD_DEVICE_ID ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID
