/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

#define cnrtQueue CNqueue_st
#define cnrtNotifier CNnotifier_st
struct cnrtQueue;
struct cnrtNotifier;

/** A queue: tasks that run in order. Null means the default queue. */
typedef struct cnrtQueue *cnrtQueue_t;

/** A notifier: a mark in a queue. */
typedef struct cnrtNotifier *cnrtNotifier_t;

/* Queues that stand for the default queue. */
#define cnrtQueueLegacy ((cnrtQueue_t)2)
#define cnrtQueuePerThread ((cnrtQueue_t)1)

/**
 * Major number of the interface described here.
 */
#define CNRT_MAJOR_VERSION 6

/**
 * Minor number of the interface described here.
 */
#define CNRT_MINOR_VERSION 14

/**
 * Patch number of the interface described here.
 */
#define CNRT_PATCH_VERSION 1

/**
 * Status of the CNRT functions.
 */
typedef enum cnrtRet_t {
    cnrtSuccess = 0,
    cnrtErrorNotReady = 1,
    cnrtErrorInit = 100002,
    cnrtErrorNoDevice = 100004,
    cnrtErrorDeviceInvalid = 100005,
    cnrtErrorArgsInvalid = 100006,
    cnrtErrorSys = 100007,
    cnrtErrorSysNoMem = 100010,
    cnrtErrorInvalidResourceHandle = 100014,
    cnrtErrorIllegalState = 100015,
    cnrtErrorNotSupport = 100050,
    cnrtErrorOpsNotPermitted = 100051,
    cnrtErrorQueue = 100060,
    cnrtErrorNoMem = 100100,
    cnrtErrorAssert = 100128,
    cnrtErrorKernelTrap = 100132,
    cnrtErrorKernelUserTrap = 100133,
    cnrtErrorNotFound = 100301,
    cnrtErrorInvalidKernel = 100302,
    cnrtErrorUnsupportedKernelVersion = 100303,
    cnrtErrorQueueCaptureUnsupported = 100360,
    cnrtErrorQueueCaptureInvalidated = 100361,
    cnrtErrorQueueCaptureWrongThread = 100362,
    cnrtErrorQueueCaptureMerged = 100363,
    cnrtErrorQueueCaptureUnjoined = 100364,
    cnrtErrorQueueCaptureIsolation = 100365,
    cnrtErrorQueueCaptureUnmatched = 100366,
    cnrtErrorTaskTopoEntityUpdateFailure = 100400,
    cnrtErrorNoKernel = 101312,
    cnrtErrorNoModule = 101315,
    cnrtErrorSetOnActiveProcess = 632002,
    cnrtErrorDevice = 632006,
    cnrtErrorNoAttribute = 632009,
    cnrtErrorMemcpyDirectionInvalid = 632013,
    cnrtErrorBusy = 632014,
    cnrtErrorCndrvFuncCall = 632015,
    cnrtErrorCndevFuncCall = 632017,
    cnrtErrorNoCnrtContext = 632019,
    cnrtErrorCndrvFuncNotFound = 632020,
    cnrtErrorInvalidSymbol = 632100,
    cnrtErrorUnknown = 999991,
    cnrtErrorMax = 999992,
} cnrtRet_t;

/**
 * Quantities of a device.
 */
typedef enum cnrtDeviceAttr_t {
    cnrtAttrComputeCapabilityMajor = 1,
    cnrtAttrComputeCapabilityMinor = 2,
    cnrtAttrSparseComputingSupported = 3,
    cnrtAttrFP16ComputingSupported = 4,
    cnrtAttrINT4ComputingSupported = 5,
    cnrtAttrINT8ComputingSupported = 6,
    cnrtAttrBF16ComputingSupported = 7,
    cnrtAttrTF32ComputingSupported = 8,
    cnrtAttrComputeMode = 9,
    cnrtAttrQueueSize = 257,
    cnrtAttrNotifierSize = 258,
    cnrtAttrSupportQueuePriorities = 259,
    cnrtAttrTinyCoreSupported = 260,
    cnrtAttrMaxDimX = 513,
    cnrtAttrMaxDimY = 514,
    cnrtAttrMaxDimZ = 515,
    cnrtAttrMaxClusterCountPerUnionTask = 516,
    cnrtAttrClusterCount = 517,
    cnrtAttrMcorePerCluster = 518,
    cnrtAttrMaxQuadrantCount = 519,
    cnrtAttrMaxUnionTypePerQuadrant = 520,
    cnrtAttrMaxClusterPerUnionLimitTask = 521,
    cnrtAttrISAVersion = 522,
    cnrtAttrIsMultipleTensorProcessor = 523,
    cnrtAttrMaxL2CacheSize = 769,
    cnrtAttrNramSizePerMcore = 770,
    cnrtAttrWramSizePerMcore = 771,
    cnrtAttrTotalConstMemorySize = 772,
    cnrtAttrLmemSizePerMcore = 773,
    cnrtAttrSramSizePerMcore = 774,
    cnrtAttrGlobalMemoryNodeCount = 775,
    cnrtAttrMaxPersistingL2CacheSize = 777,
    cnrtAttrAvailableGlobalMemorySize = 786,
    cnrtAttrEccEnable = 1025,
    cnrtAttrIpuClockRate = 1026,
    cnrtAttrMemClockRate = 1027,
    cnrtAttrGmemBusWidth = 1028,
    cnrtAttrTotalMemSize = 1029,
    cnrtAttrPciBusID = 1030,
    cnrtAttrPciDeviceID = 1031,
    cnrtAttrPciDomainID = 1032,
    cnrtAttrMDRMemorySize = 1033,
    cnrtAttrUnsupportedFlag = 16777215,
} cnrtDeviceAttr_t;

/**
 * Direction of a copy. All memory is in one address space: each direction is a plain copy.
 */
typedef enum cnrtMemTransDir_t {
    cnrtMemcpyHostToDev = 0,
    cnrtMemcpyDevToDev = 1,
    cnrtMemcpyDevToHost = 2,
    cnrtMemcpyHostToHost = 3,
    cnrtMemcpyPeerToPeer = 4,
    cnrtMemcpyNoDirection = 5,
} cnrtMemTransDir_t;

/**
 * Owners of the memory of an address.
 */
typedef enum cnrtMemType_t {
    cnrtMemTypeUnregistered = 0,
    cnrtMemTypeHost = 1,
    cnrtMemTypeDevice = 2,
} cnrtMemType_t;

/**
 * Cache mode of memory that host and device share.
 */
typedef enum cnrtUvaCacheMode_t {
    cnrtUvaNotSupport = -1,
    cnrtUvaUnknown = 0,
    cnrtUvaUnCached = 1,
    cnrtUvaCached = 2,
} cnrtUvaCacheMode_t;

/**
 * Element types of cnrtCastDataType_V2.
 */
typedef enum cnrtDataType_V2_t {
    cnrtUnknown = 0,
    cnrtDouble = 1,
    cnrtFloat = 2,
    cnrtHalf = 3,
    cnrtBfloat = 4,
    cnrtUlonglong = 17,
    cnrtUint = 18,
    cnrtUshort = 19,
    cnrtUchar = 20,
    cnrtLonglong = 33,
    cnrtInt = 34,
    cnrtShort = 35,
    cnrtChar = 36,
    cnrtBoolean = 49,
} cnrtDataType_V2_t;

/**
 * Rounding of a conversion: to nearest even, toward zero, down, up, off zero, half up.
 */
typedef enum cnrtRoundingMode_t {
    cnrtRounding_rn = 0,
    cnrtRounding_rz = 1,
    cnrtRounding_rd = 2,
    cnrtRounding_ru = 3,
    cnrtRounding_ro = 4,
    cnrtRounding_rm = 5,
} cnrtRoundingMode_t;

/**
 * Kind of a device task.
 */
typedef enum cnrtFunctionType_t {
    cnrtFuncTypeBlock = 1,
    cnrtFuncTypeBlock1 = 2,
    cnrtFuncTypeUnion1 = 4,
    cnrtFuncTypeUnion2 = 8,
    cnrtFuncTypeUnion4 = 16,
    cnrtFuncTypeUnion8 = 32,
    cnrtFuncTypeUnion16 = 64,
    cnrtFuncTypeMutable = -1,
} cnrtFunctionType_t;

/**
 * Compute modes of a device.
 */
typedef enum cnrtComputeMode_t {
    cnrtComputeModeDefault = 0,
    cnrtComputeModeExclusiveProcess = 1,
} cnrtComputeMode_t;

/**
 * Ways in which a thread waits for the device.
 */
typedef enum cnrtDeviceFlags_t {
    cnrtDeviceScheduleSpin = 0,
    cnrtDeviceScheduleBlock = 1,
    cnrtDeviceScheduleYield = 2,
    cnrtDeviceScheduleAuto = 3,
} cnrtDeviceFlags_t;

/**
 * Flags of a notifier.
 */
typedef enum cnrtNotifierFlags_t {
    CNRT_NOTIFIER_DEFAULT = 0,
    CNRT_NOTIFIER_DISABLE_TIMING_SW = 2,
    CNRT_NOTIFIER_DISABLE_TIMING_ALL = 4,
    CNRT_NOTIFIER_INTERPROCESS = 8,
} cnrtNotifierFlags_t;

/**
 * Element types of the older generation.
 */
typedef enum cnrtDataType_t {
    cnrtInvalid = 0,
    cnrtFloat16 = 18,
    cnrtFloat32 = 19,
    cnrtFloat64 = 20,
    cnrtInt4 = 32,
    cnrtInt8 = 33,
    cnrtInt16 = 34,
    cnrtInt32 = 35,
    cnrtInt64 = 36,
    cnrtAuto = 37,
    cnrtUInt8 = 49,
    cnrtUInt16 = 50,
    cnrtUInt32 = 51,
    cnrtFix8 = 65,
    cnrtQuant8 = 81,
    cnrtBool = 97,
} cnrtDataType_t;

/**
 * The target of a quantisation parameter's pointer.
 */
typedef struct cnrtQuantizedParam cnrtQuantizedParam;

/**
 * A number that no two devices share.
 */
typedef struct cnrtUUID_t {
    /**
     * The number.
     */
    uint8_t uuid[16];
} cnrtUUID_t;

/**
 * Properties of a device. Sizes of memories are in MB, of a core's memories in bytes, rates in kHz.
 */
typedef struct cnrtDeviceProp_V3 {
    char name[256];
    int totalMem;
    int maxDim[3];
    int ipuClockRate;
    int memClockRate;
    int totalConstMem;
    int major;
    int minor;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int maxL2CacheSize;
    int persistingL2CacheMaxSize;
    int queuePrioritiesSupported;
    int sparseComputingSupported;
    int FP16ComputingSupported;
    int INT4ComputingSupported;
    int INT8ComputingSupported;
    int BF16ComputingSupported;
    int TF32ComputingSupported;
    int maxQueueSize;
    int maxNotifierSize;
    int tinyCoreSupported;
    int codecJPEGSupported;
    int codecH264Supported;
    int codecH265Supported;
    int maxClusterCountPerUnionTask;
    int clusterCount;
    int McorePerCluster;
    int maxQuadrantCount;
    int maxUnionTypePerQuadrant;
    int maxClusterPerUnionLimitTask;
    int ISAVersion;
    int isMultipleTensorProcessor;
    int NramSizePerMcore;
    int WramSizePerMcore;
    int LmemSizePerMcore;
    int SramSizePerMcore;
    int globalMemoryNodeCount;
    int cacheSize;
    int GmemBusWidth;
    int computeMode;
    int MDRMemorySize;
    int availableGlobalMemorySize;
    struct cnrtUUID_t uuid;
    uint64_t totalGlobalMemSize;
    int reserved[30];
} cnrtDeviceProp_V3;

/**
 * Owners of the memory of an address.
 */
typedef struct cnrtPointerAttributes_t {
    /**
     * Kind of memory.
     */
    enum cnrtMemType_t type;
    /**
     * Its device, or -1.
     */
    int device;
    /**
     * Bytes of the allocation.
     */
    size_t size;
    /**
     * The address as the device knows it.
     */
    void *devicePointer;
    /**
     * The address as the host knows it.
     */
    void *hostPointer;
    /**
     * Cache mode.
     */
    enum cnrtUvaCacheMode_t cacheMode;
    /**
     * Start of the allocation.
     */
    void *deviceBasePointer;
} cnrtPointerAttributes_t;

/**
 * A function of the program that a queue calls in its order.
 */
typedef void (*cnrtHostFn_t)(void *userData);

/**
 * Position, scale and offset of a quantisation.
 */
typedef struct cnrtQuantizedParam *cnrtQuantizedParam_t;

/**
 * Extents of a device task.
 */
typedef struct cnrtDim3_t {
    /**
     * Tasks along the first dimension.
     */
    uint32_t x;
    /**
     * Tasks along the second dimension.
     */
    uint32_t y;
    /**
     * Tasks along the third dimension.
     */
    uint32_t z;
} cnrtDim3_t;

/**
 * Memory of another process.
 */
typedef void *cnrtIpcMemHandle;

/**
 * Properties of a device.
 */
typedef struct cnrtDeviceProp_V3 cnrtDeviceProp_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Writes the device that the calling thread works on.
 */
enum cnrtRet_t cnrtGetDevice(int *pOrdinal);

/**
 * Sets the device that the calling thread works on.
 */
enum cnrtRet_t cnrtSetDevice(int ordinal);

/**
 * Writes the number of devices.
 */
enum cnrtRet_t cnrtGetDeviceCount(unsigned int *pDeviceNum);

/**
 * Waits for the work of the thread's device, ends its queues, and frees its memory.
 */
enum cnrtRet_t cnrtDeviceReset(void);

/**
 * Waits for all work of the thread's device. Gives the first error of a task that no synchronisation has given yet.
 */
enum cnrtRet_t cnrtSyncDevice(void);

/**
 * Writes a quantity of a device.
 */
enum cnrtRet_t cnrtDeviceGetAttribute(int *pValue, enum cnrtDeviceAttr_t attr, int device);

/**
 * Writes what a device is.
 */
enum cnrtRet_t cnrtGetDeviceProperties_V3(struct cnrtDeviceProp_V3 *prop, int device);

/**
 * Writes how threads wait for the thread's device, as it was set.
 */
enum cnrtRet_t cnrtGetDeviceFlag(uint32_t *pFlags);

/**
 * Sets how threads wait for the thread's device. Remembered only: a thread that waits here helps to compute.
 */
enum cnrtRet_t cnrtSetDeviceFlag(uint32_t flags);

/**
 * Writes the PCI address of a device as text, such as 0000:0f:00.0.
 */
enum cnrtRet_t cnrtDeviceGetPCIBusId(char *pciBusId, int len, int device);

/**
 * Writes the device that has a PCI address.
 */
enum cnrtRet_t cnrtDeviceGetByPCIBusId(int *device, const char *pciBusId);

/**
 * Writes the range of priorities of queues; a smaller number is more urgent.
 */
enum cnrtRet_t cnrtDeviceGetQueuePriorityRange(int *leastPriority, int *greatestPriority);

/**
 * Writes whether a device may read the memory of another. All can: they share one memory.
 */
enum cnrtRet_t cnrtGetPeerAccessibility(unsigned int *canPeer, int device, int peerDevice);

/**
 * Allocates device memory. Without a size there is nothing to allocate: the address is null.
 */
enum cnrtRet_t cnrtMalloc(void **pPtr, size_t bytes);

/**
 * Allocates device memory for constants: memory as any other here.
 */
enum cnrtRet_t cnrtMallocConstant(void **pPtr, size_t bytes);

/**
 * Frees device memory, after the work that is queued. Null is fine.
 */
enum cnrtRet_t cnrtFree(void *ptr);

/**
 * Allocates host memory that a queue may copy from and to.
 */
enum cnrtRet_t cnrtHostMalloc(void **pPtr, size_t bytes);

/**
 * Frees memory of cnrtHostMalloc, after the work that is queued. Null is fine.
 */
enum cnrtRet_t cnrtFreeHost(void *ptr);

/**
 * Copies bytes, and returns when they are copied.
 */
enum cnrtRet_t cnrtMemcpy(void *dst, void *src, size_t bytes, enum cnrtMemTransDir_t dir);

/**
 * Queues a copy.
 */
enum cnrtRet_t cnrtMemcpyAsync(void *dst,
                               void *src,
                               size_t bytes,
                               cnrtQueue_t queue,
                               enum cnrtMemTransDir_t dir);

/**
 * Queues a copy, as cnrtMemcpyAsync.
 */
enum cnrtRet_t cnrtMemcpyAsync_V2(void *dst,
                                  void *src,
                                  size_t bytes,
                                  cnrtQueue_t queue,
                                  enum cnrtMemTransDir_t dir);

/**
 * Queues a copy, as cnrtMemcpyAsync.
 */
enum cnrtRet_t cnrtMemcpyAsync_V3(void *dst,
                                  void *src,
                                  size_t bytes,
                                  cnrtQueue_t queue,
                                  enum cnrtMemTransDir_t dir);

/**
 * Copies rows of bytes, and returns when they are copied.
 */
enum cnrtRet_t cnrtMemcpy2D(void *dst,
                            size_t dpitch,
                            const void *src,
                            size_t spitch,
                            size_t width,
                            size_t height,
                            enum cnrtMemTransDir_t dir);

/**
 * Queues a copy of rows of bytes.
 */
enum cnrtRet_t cnrtMemcpy2DAsync(void *dst,
                                 size_t dpitch,
                                 const void *src,
                                 size_t spitch,
                                 size_t width,
                                 size_t height,
                                 enum cnrtMemTransDir_t dir,
                                 cnrtQueue_t queue);

/**
 * Copies bytes from one device to another, and returns when they are copied.
 */
enum cnrtRet_t cnrtMemcpyPeer(void *dst, int dstDevice, void *src, int srcDevice, size_t bytes);

/**
 * Sets bytes to the lowest byte of value, and returns when they are set.
 */
enum cnrtRet_t cnrtMemset(void *ptr, int value, size_t bytes);

/**
 * Queues the setting of bytes to the lowest byte of value.
 */
enum cnrtRet_t cnrtMemsetAsync(void *ptr, int value, size_t bytes, cnrtQueue_t queue);

/**
 * Writes the bytes of the thread's device that are free, and all that it has.
 */
enum cnrtRet_t cnrtMemGetInfo(size_t *free, size_t *total);

/**
 * Writes whose memory an address is.
 */
enum cnrtRet_t cnrtPointerGetAttributes(struct cnrtPointerAttributes_t *attr, const void *ptr);

/**
 * Allocates device memory for the use of a queue.
 */
enum cnrtRet_t cnrtMemAllocAsync(void **pPtr, size_t byteSize, cnrtQueue_t queue);

/**
 * Frees device memory when the queue gets there. Null is fine.
 */
enum cnrtRet_t cnrtMemFreeAsync(void *mluAddr, cnrtQueue_t queue);

/**
 * Creates a queue of the thread's device.
 */
enum cnrtRet_t cnrtQueueCreate(cnrtQueue_t *pQueue);

/**
 * Creates a queue with a priority; one outside the range is moved into it. Priorities are remembered only.
 */
enum cnrtRet_t cnrtQueueCreateWithPriority(cnrtQueue_t *pQueue, unsigned int flags, int priority);

/**
 * Writes the priority of a queue.
 */
enum cnrtRet_t cnrtQueueGetPriority(cnrtQueue_t queue, int *priority);

/**
 * Destroys a queue. Its work goes on; the call does not wait for it.
 */
enum cnrtRet_t cnrtQueueDestroy(cnrtQueue_t queue);

/**
 * Reports whether all work of a queue is done: cnrtSuccess or cnrtErrorBusy.
 */
enum cnrtRet_t cnrtQueueQuery(cnrtQueue_t queue);

/**
 * Waits for all work of a queue. Gives the first error of a task that no synchronisation has given yet.
 */
enum cnrtRet_t cnrtQueueSync(cnrtQueue_t queue);

/**
 * Queues a call of a function of the program, which a thread of the library makes with the queue's device as its own. An exception that leaves it is an error
 * of the queue.
 */
enum cnrtRet_t cnrtInvokeHostFunc(cnrtQueue_t queue,
                                  cnrtHostFn_t func,
                                  void *userData);

/**
 * Creates a notifier that keeps the time at which it is reached.
 */
enum cnrtRet_t cnrtNotifierCreate(cnrtNotifier_t *pNotifier);

/**
 * Creates a notifier; flags are values of cnrtNotifierFlags_t.
 */
enum cnrtRet_t cnrtNotifierCreateWithFlags(cnrtNotifier_t *pNotifier, unsigned int flags);

/**
 * Destroys a notifier. Marks and waits that are queued stay in force.
 */
enum cnrtRet_t cnrtNotifierDestroy(cnrtNotifier_t notifier);

/**
 * Queues a mark: the notifier stands for all work of the queue so far. Placed again, it stands for the new place.
 */
enum cnrtRet_t cnrtPlaceNotifier(cnrtNotifier_t notifier,
                                 cnrtQueue_t queue);

/**
 * Queues a mark, as cnrtPlaceNotifier. The flags (0 or 1) concern task graphs, which there are none of.
 */
enum cnrtRet_t cnrtPlaceNotifierWithFlags(cnrtNotifier_t notifier, cnrtQueue_t queue, unsigned int flags);

/**
 * Lets later work of a queue wait for the notifier's last place.
 */
enum cnrtRet_t cnrtQueueWaitNotifier(cnrtNotifier_t notifier, cnrtQueue_t queue, unsigned int flag);

/**
 * Reports whether the notifier's last place is reached: cnrtSuccess or cnrtErrorBusy. Never placed counts as reached.
 */
enum cnrtRet_t cnrtQueryNotifier(cnrtNotifier_t notifier);

/**
 * Waits until the notifier's last place is reached. Never placed counts as reached.
 */
enum cnrtRet_t cnrtWaitNotifier(cnrtNotifier_t notifier);

/**
 * Writes the milliseconds from one notifier to another.
 */
enum cnrtRet_t cnrtNotifierElapsedTime(cnrtNotifier_t start, cnrtNotifier_t end, float *ms);

/**
 * Writes the microseconds from one notifier to another.
 */
enum cnrtRet_t cnrtNotifierDuration(cnrtNotifier_t start, cnrtNotifier_t end, float *us);

/**
 * Creates a quantisation parameter: a fixed-point number q stands for (q - offset) * 2^position / scale.
 */
enum cnrtRet_t cnrtCreateQuantizedParam(cnrtQuantizedParam_t *param, int position, float scale, int offset);

/**
 * Destroys a quantisation parameter.
 */
enum cnrtRet_t cnrtDestroyQuantizedParam(cnrtQuantizedParam_t param);

/**
 * Converts count elements of host memory, at once. Integers saturate, NaN becomes 0. param may be null; it counts
 * between a floating-point type and another.
 */
enum cnrtRet_t cnrtCastDataType_V2(const void *src,
                                   enum cnrtDataType_V2_t srcType,
                                   void *dst,
                                   enum cnrtDataType_V2_t dstType,
                                   int count,
                                   cnrtQuantizedParam_t param,
                                   enum cnrtRoundingMode_t rounding);

/**
 * The sentence for a status, never null.
 */
const char *cnrtGetErrorStr(enum cnrtRet_t errCode);

/**
 * The name of a status, never null.
 */
const char *cnrtGetErrorName(enum cnrtRet_t errCode);

/**
 * The thread's last refusal; forgets it.
 */
enum cnrtRet_t cnrtGetLastError(void);

/**
 * The thread's last refusal; keeps it.
 */
enum cnrtRet_t cnrtPeekAtLastError(void);

/**
 * Writes the version of this interface.
 */
enum cnrtRet_t cnrtGetLibVersion(int *major, int *minor, int *patch);

/**
 * Writes the version of the driver.
 */
enum cnrtRet_t cnrtDriverGetVersion(int *major, int *minor, int *patch);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#define CNRT_VERSION (CNRT_MAJOR_VERSION * 10000 + CNRT_MINOR_VERSION * 100 + CNRT_PATCH_VERSION)
#define cnrtGetDeviceProperties cnrtGetDeviceProperties_V3

typedef cnrtFunctionType_t cnrtJobType_t;

/* Second names: C allows two enumerators of one value, Rust does not. */
#define cnrtFuncTypeBlock0 cnrtFuncTypeBlock
#define CNRT_NOTIFIER_DISABLE_TIMING CNRT_NOTIFIER_DISABLE_TIMING_SW

/* Names of older generations. */
#define CNRT_RET_SUCCESS cnrtSuccess
#define CNRT_RET_WARNING_FAKE_DEVICE 1
#define CNRT_RET_ERR_NOT_READY 632006
#define CNRT_RET_ERR_INVALID 632007
#define CNRT_RET_ERR_NOMEM 632008
#define CNRT_RET_ERR_NODEV 632009
#define CNRT_RET_ERR_SYS 632011
#define CNRT_RET_ERR_ACCES 632012
#define CNRT_RET_ERR_ACCESS 632012
#define CNRT_RET_ERR_FAULT 632013
#define CNRT_RET_ERR_BUSY 632014
#define CNRT_RET_ERR_NORES 632019
#define CNRT_RET_ERR_UNSUPPORTED 632020
#define CNRT_RET_ERR_INVALID_POINTER 632021
#define CNRT_RET_ERR_NO_EXIST 632022
#define CNRT_RET_ERR_BROKEN 632023
#define CNRT_RET_ERR_INIT 632024
#define CNRT_RET_ERR_QUEUE 632025
#define CNRT_RET_ERR_OUT_RANGE 632026
#define CNRT_RET_ERR_FUNC_CALL 632028
#define CNRT_RET_ERR_UNHANDLED 632029
#define CNRT_RET_ERR_INVALID_TYPE 632030
#define CNRT_RET_ERR_INVALID_OP 632031
#define CNRT_RET_ERR_RESHAPE 632035
#define CNRT_RET_ERR_MEMCPY 632036
#define CNRT_RET_ERR_ENCRYPT 632037
#define CNRT_RET_ERR_INVALID_DATADESC 632038
#define CNRT_RET_ERR_MAP 632039
#define CNRT_RET_ERR_UNMAP 632040
#define CNRT_RET_ERR_CACHE 632041
#define CNRT_RET_ERR_FIND_DEV_ADDR 632042
#define CNRT_RET_ERR_KERNEL_VERSION_TOO_HIGH 632043
#define CNRT_RET_ERR_CNDRV_FUNC_CALL 632046
#define CNRT_RET_ERR_CNDEV_FUNC_CALL 632047
#define CNRT_RET_ERR_IO 632048
#define CNRT_RET_ERR_TIMEOUT 632049
#define CNRT_RET_ERR_NOSYS 632050
#define CNRT_RET_ERR_AGAIN 632051
#define CNRT_RET_ERR_EXIST 632052
#define CNRT_RET_ERR_MATH_OVERFLOW 632053
#define CNRT_RET_ERR_MLU 632054
#define CNRT_RET_ERR_ONCHIP_CORE 632055
#define CNRT_RET_ERR_GET_MEM_RANGE 632056
#define CNRT_RET_ERR_GET_MEM_INFO 632057
#define CNRT_RET_ERR_EVENT 632058
#define CNRT_RET_ERR_NOTIFIER 632059
#define CNRT_RET_ERR_GET_IMP_DEV 632060
#define CNRT_RET_ERR_LOAD_MODULE 632061
#define CNRT_RET_ERR_UNKNOWN 999991
#define CNRT_RET_ERR_MAX 999992
#define CNRT_MEM_TRANS_DIR_HOST2DEV cnrtMemcpyHostToDev
#define CNRT_MEM_TRANS_DIR_DEV2DEV cnrtMemcpyDevToDev
#define CNRT_MEM_TRANS_DIR_DEV2HOST cnrtMemcpyDevToHost
#define CNRT_MEM_TRANS_DIR_HOST2HOST cnrtMemcpyHostToHost
#define CNRT_MEM_TRANS_DIR_PEER2PEER cnrtMemcpyPeerToPeer
#define CNRT_MEM_TRANS_DIR_NODIR cnrtMemcpyNoDirection
#define CNRT_FUNC_TYPE_BLOCK cnrtFuncTypeBlock
#define CNRT_FUNC_TYPE_BLOCK0 cnrtFuncTypeBlock
#define CNRT_FUNC_TYPE_BLOCK1 cnrtFuncTypeBlock1
#define CNRT_FUNC_TYPE_UNION1 cnrtFuncTypeUnion1
#define CNRT_FUNC_TYPE_UNION2 cnrtFuncTypeUnion2
#define CNRT_FUNC_TYPE_UNION4 cnrtFuncTypeUnion4
#define CNRT_FUNC_TYPE_UNION8 cnrtFuncTypeUnion8
#define CNRT_FUNC_TYPE_UNION16 cnrtFuncTypeUnion16
#define CNRT_FUNC_TYPE_MUTABLE cnrtFuncTypeMutable
#define CNRT_JOB_TYPE_BLOCK cnrtFuncTypeBlock
#define CNRT_JOB_TYPE_BLOCK0 cnrtFuncTypeBlock
#define CNRT_JOB_TYPE_BLOCK1 cnrtFuncTypeBlock1
#define CNRT_JOB_TYPE_UNION1 cnrtFuncTypeUnion1
#define CNRT_JOB_TYPE_UNION2 cnrtFuncTypeUnion2
#define CNRT_JOB_TYPE_UNION4 cnrtFuncTypeUnion4
#define CNRT_JOB_TYPE_UNION8 cnrtFuncTypeUnion8
#define CNRT_JOB_TYPE_UNION16 cnrtFuncTypeUnion16
#define CNRT_JOB_TYPE_MUTABLE cnrtFuncTypeMutable
#define CNRT_QUEUE_SYNC_SPIN 0
#define CNRT_QUEUE_SYNC_BLOCK 1
#define CNRT_QUEUE_SYNC_YIELD 2
#define CNRT_INVALID cnrtInvalid
#define CNRT_FLOAT16 cnrtFloat16
#define CNRT_FLOAT32 cnrtFloat32
#define CNRT_FLOAT64 cnrtFloat64
#define CNRT_INT4 cnrtInt4
#define CNRT_INT8 cnrtInt8
#define CNRT_INT16 cnrtInt16
#define CNRT_INT32 cnrtInt32
#define CNRT_INT64 cnrtInt64
#define CNRT_AUTO cnrtAuto
#define CNRT_UINT8 cnrtUInt8
#define CNRT_UINT16 cnrtUInt16
#define CNRT_UINT32 cnrtUInt32
#define CNRT_FIX8 cnrtFix8
#define CNRT_QUANT8 cnrtQuant8
#define CNRT_BOOL cnrtBool

#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
#include <cstdio>
#include <cstdlib>
#endif

/* Where CNRT_CHECK prints, and what it does then. A program may define its own before it includes this header. */
#ifndef CNRT_CHECK_PRINT_CHANNEL
#define CNRT_CHECK_PRINT_CHANNEL stdout
#endif
#ifndef CNRT_CHECK_ERROR_BEHAVIOR
#define CNRT_CHECK_ERROR_BEHAVIOR(ret) exit(-1)
#endif

/** Evaluates a call once; ends the program with a line that says why if it fails. */
#ifndef CNRT_CHECK
#define CNRT_CHECK(...)                                                                                   \
    do {                                                                                                  \
        const cnrtRet_t cnrt_check_ret_ = (__VA_ARGS__);                                                  \
        if (cnrt_check_ret_ != cnrtSuccess) {                                                             \
            fprintf(CNRT_CHECK_PRINT_CHANNEL, "%s:%d: CNRT error %d (%s) in %s\n", __FILE__, __LINE__,    \
                    (int)cnrt_check_ret_, cnrtGetErrorStr(cnrt_check_ret_), #__VA_ARGS__);                \
            fflush(CNRT_CHECK_PRINT_CHANNEL);                                                             \
            CNRT_CHECK_ERROR_BEHAVIOR(cnrt_check_ret_);                                                   \
        }                                                                                                 \
    } while (0)
#endif
