/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef ACL_FUNC_VISIBILITY
#if defined(FUNC_VISIBILITY) && defined(__GNUC__)
#define ACL_FUNC_VISIBILITY __attribute__((visibility("default")))
#else
#define ACL_FUNC_VISIBILITY
#endif
#endif

#ifndef ACL_DEPRECATED
#ifdef __GNUC__
#define ACL_DEPRECATED __attribute__((deprecated))
#define ACL_DEPRECATED_MESSAGE(message) __attribute__((deprecated(message)))
#else
#define ACL_DEPRECATED
#define ACL_DEPRECATED_MESSAGE(message)
#endif
#endif

/**
 * Capabilities of the software.
 */
typedef enum aclCannAttr {
    ACL_CANN_ATTR_UNDEFINED = -1,
    ACL_CANN_ATTR_INF_NAN = 0,
    ACL_CANN_ATTR_BF16 = 1,
    ACL_CANN_ATTR_JIT_COMPILE = 2,
} aclCannAttr;

/**
 * Quantities of a device.
 */
typedef enum aclDeviceInfo {
    ACL_DEVICE_INFO_UNDEFINED = -1,
    ACL_DEVICE_INFO_AI_CORE_NUM = 0,
    ACL_DEVICE_INFO_VECTOR_CORE_NUM = 1,
    ACL_DEVICE_INFO_L2_SIZE = 2,
} aclDeviceInfo;

/**
 * Element type of a tensor or scalar.
 */
typedef enum aclDataType {
    ACL_DT_UNDEFINED = -1,
    ACL_FLOAT = 0,
    ACL_FLOAT16 = 1,
    ACL_INT8 = 2,
    ACL_INT32 = 3,
    ACL_UINT8 = 4,
    ACL_INT16 = 6,
    ACL_UINT16 = 7,
    ACL_UINT32 = 8,
    ACL_INT64 = 9,
    ACL_UINT64 = 10,
    ACL_DOUBLE = 11,
    ACL_BOOL = 12,
    ACL_STRING = 13,
    ACL_COMPLEX64 = 16,
    ACL_COMPLEX128 = 17,
    ACL_BF16 = 27,
    ACL_INT4 = 29,
    ACL_UINT1 = 30,
    ACL_COMPLEX32 = 33,
    ACL_HIFLOAT8 = 34,
    ACL_FLOAT8_E5M2 = 35,
    ACL_FLOAT8_E4M3FN = 36,
    ACL_FLOAT8_E8M0 = 37,
    ACL_FLOAT6_E3M2 = 38,
    ACL_FLOAT6_E2M3 = 39,
    ACL_FLOAT4_E2M1 = 40,
    ACL_FLOAT4_E1M2 = 41,
} aclDataType;

/**
 * Layout of a tensor in memory.
 */
typedef enum aclFormat {
    ACL_FORMAT_UNDEFINED = -1,
    ACL_FORMAT_NCHW = 0,
    ACL_FORMAT_NHWC = 1,
    ACL_FORMAT_ND = 2,
    ACL_FORMAT_NC1HWC0 = 3,
    ACL_FORMAT_FRACTAL_Z = 4,
    ACL_FORMAT_NC1HWC0_C04 = 12,
    ACL_FORMAT_HWCN = 16,
    ACL_FORMAT_NDHWC = 27,
    ACL_FORMAT_FRACTAL_NZ = 29,
    ACL_FORMAT_NCDHW = 30,
    ACL_FORMAT_NDC1HWC0 = 32,
    ACL_FRACTAL_Z_3D = 33,
    ACL_FORMAT_NC = 35,
    ACL_FORMAT_NCL = 47,
    ACL_FORMAT_FRACTAL_NZ_C0_16 = 50,
    ACL_FORMAT_FRACTAL_NZ_C0_32 = 51,
    ACL_FORMAT_FRACTAL_NZ_C0_2 = 52,
    ACL_FORMAT_FRACTAL_NZ_C0_4 = 53,
    ACL_FORMAT_FRACTAL_NZ_C0_8 = 54,
} aclFormat;

/**
 * Place of the memory of a tensor.
 */
typedef enum aclMemType {
    ACL_MEMTYPE_DEVICE = 0,
    ACL_MEMTYPE_HOST = 1,
    ACL_MEMTYPE_HOST_COMPILE_INDEPENDENT = 2,
} aclMemType;

/**
 * Options of a context or of the process.
 */
typedef enum aclSysParamOpt {
    ACL_OPT_DETERMINISTIC = 0,
    ACL_OPT_ENABLE_DEBUG_KERNEL = 1,
    ACL_OPT_STRONG_CONSISTENCY = 2,
    ACL_OPT_ENABLE_KERNEL_EARLY_START = 3,
} aclSysParamOpt;

/**
 * Severity of a log line.
 */
typedef enum aclLogLevel {
    ACL_DEBUG = 0,
    ACL_INFO = 1,
    ACL_WARNING = 2,
    ACL_ERROR = 3,
} aclLogLevel;

/**
 * An address with a size.
 */
typedef struct aclDataBuffer aclDataBuffer;

/**
 * Status of the AscendCL functions.
 */
typedef int aclError;

/**
 * Bits of an IEEE 754 binary16 number.
 */
typedef uint16_t aclFloat16;

/**
 * A stream: a queue of tasks that run in order. Null means the default stream of the current context.
 */
typedef void *aclrtStream;

/**
 * An event: a mark in a stream.
 */
typedef void *aclrtEvent;

/**
 * A context: a device with its streams and events, current in a thread.
 */
typedef void *aclrtContext;

/**
 * A notify: a flag that one task sets and one task awaits and clears.
 */
typedef void *aclrtNotify;

/**
 * Tasks of a model instance that can be replaced together.
 */
typedef void *aclrtTaskGrp;

/**
 * A place in a stream of a model instance, to which others jump.
 */
typedef void *aclrtLabel;

/**
 * Labels among which a stream of a model instance chooses.
 */
typedef void *aclrtLabelList;

#ifdef __cplusplus

/**
 * Success.
 */
static const int ACL_ERROR_NONE = 0;

/**
 * Success.
 */
static const int ACL_SUCCESS = 0;

/**
 * An argument is invalid (NULL, zero size, bad enum).
 */
static const int ACL_ERROR_INVALID_PARAM = 100000;

/**
 * Not initialised (not returned by common functions).
 */
static const int ACL_ERROR_UNINITIALIZE = 100001;

/**
 * AclInit repeated.
 */
static const int ACL_ERROR_REPEAT_INITIALIZE = 100002;

/**
 * File missing or unreadable.
 */
static const int ACL_ERROR_INVALID_FILE = 100003;

/**
 * Cannot write file.
 */
static const int ACL_ERROR_WRITE_FILE = 100004;

/**
 * File size wrong.
 */
static const int ACL_ERROR_INVALID_FILE_SIZE = 100005;

/**
 * Cannot parse file.
 */
static const int ACL_ERROR_PARSE_FILE = 100006;

/**
 * Key missing in file.
 */
static const int ACL_ERROR_FILE_MISSING_ATTR = 100007;

/**
 * Key bad in file.
 */
static const int ACL_ERROR_FILE_ATTR_INVALID = 100008;

/**
 * Dump section bad.
 */
static const int ACL_ERROR_INVALID_DUMP_CONFIG = 100009;

/**
 * Profiling section bad.
 */
static const int ACL_ERROR_INVALID_PROFILING_CONFIG = 100010;

/**
 * Unknown model id.
 */
static const int ACL_ERROR_INVALID_MODEL_ID = 100011;

/**
 * Model cannot be deserialised.
 */
static const int ACL_ERROR_DESERIALIZE_MODEL = 100012;

/**
 * Model cannot be parsed.
 */
static const int ACL_ERROR_PARSE_MODEL = 100013;

/**
 * Model cannot be read.
 */
static const int ACL_ERROR_READ_MODEL_FAILURE = 100014;

/**
 * Model size bad.
 */
static const int ACL_ERROR_MODEL_SIZE_INVALID = 100015;

/**
 * Model attribute missing.
 */
static const int ACL_ERROR_MODEL_MISSING_ATTR = 100016;

/**
 * Model input differs.
 */
static const int ACL_ERROR_MODEL_INPUT_NOT_MATCH = 100017;

/**
 * Model output differs.
 */
static const int ACL_ERROR_MODEL_OUTPUT_NOT_MATCH = 100018;

/**
 * Model is static.
 */
static const int ACL_ERROR_MODEL_NOT_DYNAMIC = 100019;

/**
 * Single-op type differs.
 */
static const int ACL_ERROR_OP_TYPE_NOT_MATCH = 100020;

/**
 * Single-op input differs.
 */
static const int ACL_ERROR_OP_INPUT_NOT_MATCH = 100021;

/**
 * Single-op output differs.
 */
static const int ACL_ERROR_OP_OUTPUT_NOT_MATCH = 100022;

/**
 * Single-op attribute differs.
 */
static const int ACL_ERROR_OP_ATTR_NOT_MATCH = 100023;

/**
 * Single op not found.
 */
static const int ACL_ERROR_OP_NOT_FOUND = 100024;

/**
 * Single op load failed.
 */
static const int ACL_ERROR_OP_LOAD_FAILED = 100025;

/**
 * Data type unsupported.
 */
static const int ACL_ERROR_UNSUPPORTED_DATA_TYPE = 100026;

/**
 * Format differs.
 */
static const int ACL_ERROR_FORMAT_NOT_MATCH = 100027;

/**
 * Selector for binaries missing.
 */
static const int ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED = 100028;

/**
 * Kernel not found.
 */
static const int ACL_ERROR_KERNEL_NOT_FOUND = 100029;

/**
 * Selector already there.
 */
static const int ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED = 100030;

/**
 * Kernel already there.
 */
static const int ACL_ERROR_KERNEL_ALREADY_REGISTERED = 100031;

/**
 * Queue id bad.
 */
static const int ACL_ERROR_INVALID_QUEUE_ID = 100032;

/**
 * Subscription repeated.
 */
static const int ACL_ERROR_REPEAT_SUBSCRIBE = 100033;

/**
 * Stream not subscribed (old code; 107011/107015 used now).
 */
static const int ACL_ERROR_STREAM_NOT_SUBSCRIBE = 100034;

/**
 * Thread not subscribed (old).
 */
static const int ACL_ERROR_THREAD_NOT_SUBSCRIBE = 100035;

/**
 * Callback wait timed out (old).
 */
static const int ACL_ERROR_WAIT_CALLBACK_TIMEOUT = 100036;

/**
 * AclFinalize repeated.
 */
static const int ACL_ERROR_REPEAT_FINALIZE = 100037;

/**
 * AIPP not static.
 */
static const int ACL_ERROR_NOT_STATIC_AIPP = 100038;

/**
 * Stub library was loaded instead of the real one.
 */
static const int ACL_ERROR_COMPILING_STUB_MODE = 100039;

/**
 * Group not set.
 */
static const int ACL_ERROR_GROUP_NOT_SET = 100040;

/**
 * Group not created.
 */
static const int ACL_ERROR_GROUP_NOT_CREATE = 100041;

/**
 * Profiling already on.
 */
static const int ACL_ERROR_PROF_ALREADY_RUN = 100042;

/**
 * Profiling not on.
 */
static const int ACL_ERROR_PROF_NOT_RUN = 100043;

/**
 * Dump already on.
 */
static const int ACL_ERROR_DUMP_ALREADY_RUN = 100044;

/**
 * Dump not on.
 */
static const int ACL_ERROR_DUMP_NOT_RUN = 100045;

/**
 * Profiling subscribed twice.
 */
static const int ACL_ERROR_PROF_REPEAT_SUBSCRIBE = 148046;

/**
 * Profiling interfaces mixed.
 */
static const int ACL_ERROR_PROF_API_CONFLICT = 148047;

/**
 * Op-queue number setting bad.
 */
static const int ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG = 148048;

/**
 * ASCEND_OPP_PATH missing or bad.
 */
static const int ACL_ERROR_INVALID_OPP_PATH = 148049;

/**
 * Op has no dynamic support.
 */
static const int ACL_ERROR_OP_UNSUPPORTED_DYNAMIC = 148050;

/**
 * Related resource still held.
 */
static const int ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED = 148051;

/**
 * JPEG kind unsupported.
 */
static const int ACL_ERROR_UNSUPPORTED_JPEG = 148052;

/**
 * Bundle model id bad.
 */
static const int ACL_ERROR_INVALID_BUNDLE_MODEL_ID = 148053;

/**
 * Out of memory.
 */
static const int ACL_ERROR_BAD_ALLOC = 200000;

/**
 * Interface not supported.
 */
static const int ACL_ERROR_API_NOT_SUPPORT = 200001;

/**
 * Device bad.
 */
static const int ACL_ERROR_INVALID_DEVICE = 200002;

/**
 * Address not aligned.
 */
static const int ACL_ERROR_MEMORY_ADDRESS_UNALIGNED = 200003;

/**
 * Resources do not belong together.
 */
static const int ACL_ERROR_RESOURCE_NOT_MATCH = 200004;

/**
 * Handle bad.
 */
static const int ACL_ERROR_INVALID_RESOURCE_HANDLE = 200005;

/**
 * Feature not supported.
 */
static const int ACL_ERROR_FEATURE_UNSUPPORTED = 200006;

/**
 * Profiling module unsupported.
 */
static const int ACL_ERROR_PROF_MODULES_UNSUPPORTED = 200007;

/**
 * Storage limit passed.
 */
static const int ACL_ERROR_STORAGE_OVER_LIMIT = 300000;

/**
 * Internal error.
 */
static const int ACL_ERROR_INTERNAL_ERROR = 500000;

/**
 * Generic failure.
 */
static const int ACL_ERROR_FAILURE = 500001;

/**
 * Graph engine failure.
 */
static const int ACL_ERROR_GE_FAILURE = 500002;

/**
 * Runtime failure.
 */
static const int ACL_ERROR_RT_FAILURE = 500003;

/**
 * Driver failure.
 */
static const int ACL_ERROR_DRV_FAILURE = 500004;

/**
 * Profiling failure.
 */
static const int ACL_ERROR_PROFILING_FAILURE = 500005;

#else

#define ACL_ERROR_NONE 0
#define ACL_SUCCESS 0
#define ACL_ERROR_INVALID_PARAM 100000
#define ACL_ERROR_UNINITIALIZE 100001
#define ACL_ERROR_REPEAT_INITIALIZE 100002
#define ACL_ERROR_INVALID_FILE 100003
#define ACL_ERROR_WRITE_FILE 100004
#define ACL_ERROR_INVALID_FILE_SIZE 100005
#define ACL_ERROR_PARSE_FILE 100006
#define ACL_ERROR_FILE_MISSING_ATTR 100007
#define ACL_ERROR_FILE_ATTR_INVALID 100008
#define ACL_ERROR_INVALID_DUMP_CONFIG 100009
#define ACL_ERROR_INVALID_PROFILING_CONFIG 100010
#define ACL_ERROR_INVALID_MODEL_ID 100011
#define ACL_ERROR_DESERIALIZE_MODEL 100012
#define ACL_ERROR_PARSE_MODEL 100013
#define ACL_ERROR_READ_MODEL_FAILURE 100014
#define ACL_ERROR_MODEL_SIZE_INVALID 100015
#define ACL_ERROR_MODEL_MISSING_ATTR 100016
#define ACL_ERROR_MODEL_INPUT_NOT_MATCH 100017
#define ACL_ERROR_MODEL_OUTPUT_NOT_MATCH 100018
#define ACL_ERROR_MODEL_NOT_DYNAMIC 100019
#define ACL_ERROR_OP_TYPE_NOT_MATCH 100020
#define ACL_ERROR_OP_INPUT_NOT_MATCH 100021
#define ACL_ERROR_OP_OUTPUT_NOT_MATCH 100022
#define ACL_ERROR_OP_ATTR_NOT_MATCH 100023
#define ACL_ERROR_OP_NOT_FOUND 100024
#define ACL_ERROR_OP_LOAD_FAILED 100025
#define ACL_ERROR_UNSUPPORTED_DATA_TYPE 100026
#define ACL_ERROR_FORMAT_NOT_MATCH 100027
#define ACL_ERROR_BIN_SELECTOR_NOT_REGISTERED 100028
#define ACL_ERROR_KERNEL_NOT_FOUND 100029
#define ACL_ERROR_BIN_SELECTOR_ALREADY_REGISTERED 100030
#define ACL_ERROR_KERNEL_ALREADY_REGISTERED 100031
#define ACL_ERROR_INVALID_QUEUE_ID 100032
#define ACL_ERROR_REPEAT_SUBSCRIBE 100033
#define ACL_ERROR_STREAM_NOT_SUBSCRIBE 100034
#define ACL_ERROR_THREAD_NOT_SUBSCRIBE 100035
#define ACL_ERROR_WAIT_CALLBACK_TIMEOUT 100036
#define ACL_ERROR_REPEAT_FINALIZE 100037
#define ACL_ERROR_NOT_STATIC_AIPP 100038
#define ACL_ERROR_COMPILING_STUB_MODE 100039
#define ACL_ERROR_GROUP_NOT_SET 100040
#define ACL_ERROR_GROUP_NOT_CREATE 100041
#define ACL_ERROR_PROF_ALREADY_RUN 100042
#define ACL_ERROR_PROF_NOT_RUN 100043
#define ACL_ERROR_DUMP_ALREADY_RUN 100044
#define ACL_ERROR_DUMP_NOT_RUN 100045
#define ACL_ERROR_PROF_REPEAT_SUBSCRIBE 148046
#define ACL_ERROR_PROF_API_CONFLICT 148047
#define ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG 148048
#define ACL_ERROR_INVALID_OPP_PATH 148049
#define ACL_ERROR_OP_UNSUPPORTED_DYNAMIC 148050
#define ACL_ERROR_RELATIVE_RESOURCE_NOT_CLEARED 148051
#define ACL_ERROR_UNSUPPORTED_JPEG 148052
#define ACL_ERROR_INVALID_BUNDLE_MODEL_ID 148053
#define ACL_ERROR_BAD_ALLOC 200000
#define ACL_ERROR_API_NOT_SUPPORT 200001
#define ACL_ERROR_INVALID_DEVICE 200002
#define ACL_ERROR_MEMORY_ADDRESS_UNALIGNED 200003
#define ACL_ERROR_RESOURCE_NOT_MATCH 200004
#define ACL_ERROR_INVALID_RESOURCE_HANDLE 200005
#define ACL_ERROR_FEATURE_UNSUPPORTED 200006
#define ACL_ERROR_PROF_MODULES_UNSUPPORTED 200007
#define ACL_ERROR_STORAGE_OVER_LIMIT 300000
#define ACL_ERROR_INTERNAL_ERROR 500000
#define ACL_ERROR_FAILURE 500001
#define ACL_ERROR_GE_FAILURE 500002
#define ACL_ERROR_RT_FAILURE 500003
#define ACL_ERROR_DRV_FAILURE 500004
#define ACL_ERROR_PROFILING_FAILURE 500005

#endif

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the name of the chip that the devices stand for: `HOSTNPU_SOC`, Ascend950PR_9599 by default. The text belongs to the
 * library.
 */
const char *aclrtGetSocName(void);

/**
 * Returns the capabilities that can be asked for, in an array of the library's own, and their number. Returns 100000 for null.
 */
aclError aclGetCannAttributeList(const enum aclCannAttr **cannAttrList,
                                 size_t *num);

/**
 * Reports whether there is a capability (1) or not (0): infinities and BF16 there are; nothing is compiled at run time.
 *
 * Returns 100000 for null, or another capability.
 */
aclError aclGetCannAttribute(enum aclCannAttr cannAttr,
                             int32_t *value);

/**
 * Returns the number of cores of a kind, or the bytes of the second-level cache. Returns 100000 for null, another quantity, or if
 * there is no such device.
 */
aclError aclGetDeviceCapability(uint32_t deviceId,
                                enum aclDeviceInfo deviceInfo,
                                int64_t *value);

/**
 * Returns the bytes of an element: 1 for types of four and of one bit too; as in the vendor's library, 8 for the types of FLOAT6
 * and FLOAT4; 0 for strings, and for what is no type.
 */
size_t aclDataTypeSize(enum aclDataType dataType);

/**
 * Returns the number that a binary16 holds. As in the vendor's library the highest exponent is one like the others: 0x7C00,
 * elsewhere infinity, is 65536, and 0x7E00, elsewhere NaN, is 98304.
 */
float aclFloat16ToFloat(aclFloat16 value);

/**
 * Returns the binary16 nearest to a number, ties to even. As in the vendor's library there is no overflow: what is larger than
 * 65504, infinite or NaN gives 65504 with the sign of the number.
 */
aclFloat16 aclFloatToFloat16(float value);

/**
 * Creates a data buffer: an address, which may be null, with a size. Neither is checked, nothing is copied. Gives null if there
 * is no room for another one.
 */
struct aclDataBuffer *aclCreateDataBuffer(void *data,
                                          size_t size);

/**
 * Destroys a data buffer; its memory stays. Returns 100000 for null, 107017 for what is no live data buffer.
 */
aclError aclDestroyDataBuffer(const struct aclDataBuffer *dataBuffer);

/**
 * Sets a data buffer's address and size. Returns 100000 for null, 107017 for what is no live data buffer.
 */
aclError aclUpdateDataBuffer(struct aclDataBuffer *dataBuffer, void *data, size_t size);

/**
 * Returns a data buffer's address; null for what is no live data buffer.
 */
void *aclGetDataBufferAddr(const struct aclDataBuffer *dataBuffer);

/**
 * Returns the lower 32 bits of a data buffer's size; 0 for what is no live data buffer.
 */
uint32_t aclGetDataBufferSize(const struct aclDataBuffer *dataBuffer);

/**
 * Returns a data buffer's size; 0 for what is no live data buffer.
 */
size_t aclGetDataBufferSizeV2(const struct aclDataBuffer *dataBuffer);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#ifdef __cplusplus
extern "C" {
#endif

/** Writes a line to the log, in the manner of `printf`. */
void aclAppLog(aclLogLevel logLevel, const char *func, const char *file, uint32_t line, const char *fmt, ...);

#ifdef __cplusplus
}
#endif

/** Writes a line to the log and says where in the source. The arguments after `level` are those of `printf`. */
#define ACL_APP_LOG(level, ...) aclAppLog(level, __func__, __FILE__, (uint32_t)__LINE__, __VA_ARGS__)
