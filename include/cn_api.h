/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

/* Version of the interface described here. */
#define CN_MAJOR_VERSION 2
#define CN_MINOR_VERSION 15
#define CN_PATCH_VERSION 5

/** A device. */
typedef uint64_t CNdev;
/** An address of the device. */
typedef uint64_t CNaddr;
typedef struct CNqueue_st *CNqueue;
typedef struct CNnotifier_st *CNnotifier;
typedef struct CNcontext_st *CNcontext;
typedef struct CNkernel_st *CNkernel;
typedef struct CNmodule_st *CNmodule;

/* A context's configuration may be that of the thread or of the process. */
#ifdef CN_CTX_CONFIG_PARAM_PER_PROCESS
#define cnGetCtxConfigParam cnGetCtxConfigParam_pp
#else
#define cnGetCtxConfigParam cnGetCtxConfigParam_pt
#endif

/**
 * Status of the driver functions.
 */
typedef enum CNresult {
    CN_SUCCESS = 0,
    CN_ERROR_NOT_READY = 1,
    CN_ERROR_NOT_INITIALIZED = 100002,
    CN_ERROR_NO_DEVICE = 100004,
    CN_ERROR_INVALID_DEVICE = 100005,
    CN_ERROR_INVALID_VALUE = 100006,
    CN_ERROR_OPERATING_SYSTEM = 100007,
    CN_ERROR_SYSTEM_OUT_OF_MEMORY = 100010,
    CN_ERROR_INVALID_ADDRESS = 100011,
    CN_ERROR_INVALID_HANDLE = 100014,
    CN_ERROR_ILLEGAL_STATE = 100015,
    CN_OPS_ERROR_NOT_SUPPORTED = 100050,
    CN_OPS_ERROR_NOT_PERMITTED = 100051,
    CN_QUEUE_ERROR_INVALID = 100060,
    CN_NOTIFIER_ERROR_INVALID = 100080,
    CN_MEMORY_ERROR_OUT_OF_MEMORY = 100100,
    CN_MEMORY_ERROR_INVALID_ADDRESS = 100102,
    CN_INVOKE_ERROR_OUT_OF_RESOURCES = 100120,
    CN_INVOKE_ERROR = 100200,
    CN_CONTEXT_ERROR_INVALID = 100201,
    CN_ERROR_NOT_FOUND = 100301,
    CN_ERROR_INVALID_KERNEL = 100302,
    CN_ERROR_UNKNOWN = 200000,
} CNresult;

/**
 * Quantities of a device.
 */
typedef enum CNdevice_attribute {
    CN_DEVICE_ATTRIBUTE_MAX_CLUSTER_COUNT = 517,
    CN_DEVICE_ATTRIBUTE_MAX_CORE_COUNT_PER_CLUSTER = 518,
    CN_DEVICE_ATTRIBUTE_MLU_ISA_VERSION = 522,
    CN_DEVICE_ATTRIBUTE_MAX_L2_CACHE_SIZE = 769,
    CN_DEVICE_ATTRIBUTE_NRAM_SIZE_PER_CORE = 770,
    CN_DEVICE_ATTRIBUTE_WEIGHT_RAM_SIZE_PER_CORE = 771,
    CN_DEVICE_ATTRIBUTE_MAX_SHARED_RAM_SIZE_PER_CLUSTER = 774,
    CN_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 777,
    CN_DEVICE_ATTRIBUTE_LINEAR_MAPPING_SUPPORTED = 784,
    CN_DEVICE_ATTRIBUTE_LINEAR_RECOMMEND_GRANULARITY = 785,
    CN_DEVICE_ATTRIBUTE_CLUSTER_CLOCK_RATE = 1026,
    CN_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 1027,
    CN_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 1028,
} CNdevice_attribute;

/**
 * Kind of a device task.
 */
typedef enum KernelClass {
    CN_KERNEL_CLASS_BLOCK = 1,
    CN_KERNEL_CLASS_UNION = 4,
    CN_KERNEL_CLASS_UNION2 = 8,
    CN_KERNEL_CLASS_UNION4 = 16,
    CN_KERNEL_CLASS_UNION8 = 32,
    CN_KERNEL_CLASS_UNION16 = 64,
    CN_KERNEL_CLASS_NONE = 255,
} KernelClass;

/**
 * Properties of a context that may be asked for.
 */
typedef enum CNctxConfigParamType {
    CN_CTX_CONFIG_VISIBLE_CLUSTER = 0,
    CN_CTX_CONFIG_VISIBLE_CLUSTER_NUM = 1,
    CN_CTX_CONFIG_UNION_LIMIT = 2,
} CNctxConfigParamType;

/**
 * The answer to a question about a context: the member that belongs to the question.
 */
typedef union CNctxConfigParam {
    /**
     * Clusters that the context sees, a bit for each.
     */
    uint64_t visibleCluster;
    /**
     * Their number.
     */
    uint64_t visibleClusterNumber;
    /**
     * The largest task that a queue may start.
     */
    enum KernelClass unionLimit;
} CNctxConfigParam;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Writes the version of the driver's interface.
 */
enum CNresult cnGetLibVersion(int *major, int *minor, int *patch);

/**
 * Writes the version of the driver.
 */
enum CNresult cnGetDriverVersion(int *major, int *minor, int *patch);

/**
 * Writes the calling thread's context.
 */
enum CNresult cnCtxGetCurrent(CNcontext *context);

/**
 * Writes the device of the calling thread's context.
 */
enum CNresult cnCtxGetDevice(CNdev *dev);

/**
 * Writes the context that all threads of a device share; makes it if there is none. The thread's own context stays.
 */
enum CNresult cnSharedContextAcquire(CNcontext *context,
                                     CNdev dev);

/**
 * Writes a quantity of a device.
 */
enum CNresult cnDeviceGetAttribute(int *value, enum CNdevice_attribute attrib, CNdev dev);

/**
 * Writes the name of a device, cut off to what len characters and their end leave.
 */
enum CNresult cnDeviceGetName(char *name, int len, CNdev dev);

/**
 * Writes the context of a queue.
 */
enum CNresult cnQueueGetContext(CNqueue queue, CNcontext *context);

/**
 * Writes how many tasks of a class run at a time.
 */
enum CNresult cnGetCtxMaxParallelUnionTasks(CNcontext context, enum KernelClass kernelClass, int *count);

/**
 * Writes what a thread's context may use: all clusters, and tasks over all of them.
 */
enum CNresult cnGetCtxConfigParam_pt(CNcontext context,
                                     enum CNctxConfigParamType type,
                                     union CNctxConfigParam *param);

/**
 * Writes what a process's context may use, as cnGetCtxConfigParam_pt.
 */
enum CNresult cnGetCtxConfigParam_pp(CNcontext context,
                                     enum CNctxConfigParamType type,
                                     union CNctxConfigParam *param);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
