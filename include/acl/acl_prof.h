/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include "acl_base.h"

/**
 * Calls of AscendCL.
 */
#define ACL_PROF_ACL_API 1ull

/**
 * Times of tasks.
 */
#define ACL_PROF_TASK_TIME 2ull

/**
 * Counters of hardware units.
 */
#define ACL_PROF_AICORE_METRICS 4ull

/**
 * Tasks of the CPU of a card.
 */
#define ACL_PROF_AICPU 8ull

/**
 * Counters of a cache.
 */
#define ACL_PROF_L2CACHE 16ull

/**
 * Collective communication.
 */
#define ACL_PROF_HCCL_TRACE 32ull

/**
 * Steps of a training.
 */
#define ACL_PROF_TRAINING_TRACE 64ull

/**
 * Marks and ranges.
 */
#define ACL_PROF_MSPROFTX 128ull

/**
 * Calls of the runtime.
 */
#define ACL_PROF_RUNTIME_API 256ull

/**
 * Times of tasks alone.
 */
#define ACL_PROF_TASK_TIME_L0 2048ull

/**
 * Memory of tasks.
 */
#define ACL_PROF_TASK_MEMORY 4096ull

/**
 * Times of tasks, with more of their layers.
 */
#define ACL_PROF_TASK_TIME_L2 8192ull

/**
 * Attributes of operators.
 */
#define ACL_PROF_OP_ATTR 16384ull

/**
 * Counters of hardware units; there are none here.
 */
typedef enum aclprofAicoreMetrics {
    ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
    ACL_AICORE_PIPE_UTILIZATION = 1,
    ACL_AICORE_MEMORY_BANDWIDTH = 2,
    ACL_AICORE_L0B_AND_WIDTH = 3,
    ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
    ACL_AICORE_MEMORY_UB = 5,
    ACL_AICORE_L2_CACHE = 6,
    ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
    ACL_AICORE_MEMORY_ACCESS = 8,
    ACL_AICORE_NONE = 255,
} aclprofAicoreMetrics;

/**
 * Further settings of a profile.
 */
typedef enum aclprofConfigType {
    ACL_PROF_ARGS_MIN = 0,
    ACL_PROF_STORAGE_LIMIT = 1,
    ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,
    ACL_PROF_LLC_MODE = 4,
    ACL_PROF_SYS_IO_FREQ = 5,
    ACL_PROF_SYS_INTERCONNECTION_FREQ = 6,
    ACL_PROF_DVPP_FREQ = 7,
    ACL_PROF_HOST_SYS = 8,
    ACL_PROF_HOST_SYS_USAGE = 9,
    ACL_PROF_HOST_SYS_USAGE_FREQ = 10,
    ACL_PROF_LOW_POWER_FREQ = 11,
    ACL_PROF_SYS_MEM_SERVICEFLOW = 12,
    ACL_PROF_SYS_CPU_FREQ = 13,
    ACL_PROF_OPTYPE = 14,
    ACL_PROF_NTS_METRICS = 15,
    ACL_PROF_PATH = 16,
    ACL_PROF_ARGS_MAX = 17,
} aclprofConfigType;

/**
 * The two ends of a step.
 */
typedef enum aclprofStepTag {
    ACL_STEP_START = 0,
    ACL_STEP_END = 1,
} aclprofStepTag;

/**
 * Events of hardware counters; none is looked at.
 */
typedef struct aclprofAicoreEvents aclprofAicoreEvents;

/**
 * The records of a profile, and its devices.
 */
typedef struct aclprofConfig aclprofConfig;

/**
 * A step of a training.
 */
typedef struct aclprofStepInfo aclprofStepInfo;

/**
 * Where records of a model's operators go.
 */
typedef struct aclprofSubscribeConfig aclprofSubscribeConfig;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Creates a description of a profile of some devices. Metrics, events and `dataTypeConfig` change nothing: calls, tasks and marks are
 * always recorded, and there are no counters of hardware units.
 *
 * Returns null if `deviceIdList` is null or names a device that does not exist, or the first one twice; `aclGetRecentErrMsg` says which.
 */
struct aclprofConfig *aclprofCreateConfig(uint32_t *deviceIdList,
                                          uint32_t deviceNums,
                                          enum aclprofAicoreMetrics aicoreMetrics,
                                          const struct aclprofAicoreEvents *aicoreEvents,
                                          uint64_t dataTypeConfig);

/**
 * Destroys a description of a profile. Returns 107017 for what is none.
 */
aclError aclprofDestroyConfig(const struct aclprofConfig *profilerConfig);

/**
 * Sets what a profile records beside calls and tasks. Nothing of it exists on a simulated device: the text is looked at, and changes nothing.
 *
 * Returns 100000 for null, a type that is none, and a text of more than 256 bytes.
 */
aclError aclprofSetConfig(enum aclprofConfigType configType,
                          const char *config,
                          size_t configLength);

/**
 * Says where profiles are written: in folders `PROF_…` within `profilerResultPath`, which is created.
 *
 * Returns 100000 for null, an empty path or one of more than 4096 bytes; 100042 if it was called before; 500005 if the folder cannot be
 * created.
 */
aclError aclprofInit(const char *profilerResultPath,
                     size_t length);

/**
 * Ends profiling; profiles that still run are written.
 *
 * Returns 100043 without `aclprofInit`; 500005 if a profile cannot be written.
 */
aclError aclprofFinalize(void);

/**
 * Prepares a profile of the devices of a description: nothing has to be.
 *
 * Returns 100043 without `aclprofInit`; 100042 if one of the devices is recorded already.
 */
aclError aclprofWarmup(const struct aclprofConfig *profilerConfig);

/**
 * Begins to record the devices of a description.
 *
 * Returns 100043 without `aclprofInit`; 100042 if one of the devices is recorded already.
 */
aclError aclprofStart(const struct aclprofConfig *profilerConfig);

/**
 * Ends the recording of a description's devices; the last one writes the folder.
 *
 * Returns 100043 if the description is not recorded; 500005 if the profile cannot be written.
 */
aclError aclprofStop(const struct aclprofConfig *profilerConfig);

/**
 * Writes the list of features of the profiler that a program may choose: there are none.
 *
 * Returns 100000 for null, and for a `featuresData` that does not point to null.
 */
aclError aclprofGetSupportedFeaturesV2(size_t *featuresSize, void **featuresData);

/**
 * Creates a step. Returns null if no handle is left.
 */
struct aclprofStepInfo *aclprofCreateStepInfo(void);

/**
 * Destroys a step.
 */
void aclprofDestroyStepInfo(struct aclprofStepInfo *stepinfo);

/**
 * Marks the beginning or the end of a step, on the host.
 *
 * Returns 100000 for a tag that is none; 100043 for the end of a step that has not begun.
 */
aclError aclprofGetStepTimestamp(struct aclprofStepInfo *stepInfo,
                                 enum aclprofStepTag tag,
                                 aclrtStream stream);

/**
 * Creates a stamp. Returns null if no handle is left.
 */
void *aclprofCreateStamp(void);

/**
 * Destroys a stamp.
 */
void aclprofDestroyStamp(void *stamp);

/**
 * Sets the message of a stamp. Returns 100000 for null, and for a message of no or of more than 127 bytes.
 */
aclError aclprofSetStampTraceMessage(void *stamp, const char *msg, uint32_t msgLen);

/**
 * Sets a mark.
 */
aclError aclprofMark(void *stamp);

/**
 * Sets a mark with a message, on the host. Returns 100000 for null, and for a message of no or of more than 127 bytes.
 */
aclError aclprofMarkEx(const char *msg,
                       size_t msgLen,
                       aclrtStream stream);

/**
 * Begins a range of this thread, within those that it has begun before.
 */
aclError aclprofPush(void *stamp);

/**
 * Ends the range that this thread has begun last. Returns 100043 if there is none.
 */
aclError aclprofPop(void);

/**
 * Begins a range that any thread may end.
 */
aclError aclprofRangeStart(void *stamp, uint32_t *rangeId);

/**
 * Ends a range. Returns 100000 for a number that is none's.
 */
aclError aclprofRangeStop(uint32_t rangeId);

/**
 * Creates a description of a subscription: `fd` points to the descriptor of the end of a pipe that is written. There are no counters of hardware
 * units, so `aicoreMetrics` changes nothing.
 *
 * Returns null for a null `fd`, a descriptor that is not open, and a `timeInfoSwitch` of 0 with ACL_AICORE_NONE, which asks for nothing.
 */
struct aclprofSubscribeConfig *aclprofCreateSubscribeConfig(int8_t timeInfoSwitch,
                                                            enum aclprofAicoreMetrics aicoreMetrics,
                                                            void *fd);

/**
 * Destroys a description of a subscription; what is subscribed stays so. Returns 100000 for null, 107017 for what is none.
 */
aclError aclprofDestroySubscribeConfig(const struct aclprofSubscribeConfig *profSubscribeConfig);

/**
 * Has a record of each operator that a model runs written to the pipe of a description. Models are the model instances of
 * `aclmdlRICaptureEnd` and `aclmdlRIBuildEnd`, by the number that `aclmdlRIGetId` returns, and what MsprofSetDeviceIdByGeModelIdx told of.
 *
 * Returns 100000 for null; 100011 for a number that is no model's; 107017 for what is no description; 148046 if it is subscribed to already.
 */
aclError aclprofModelSubscribe(uint32_t modelId,
                               const struct aclprofSubscribeConfig *profSubscribeConfig);

/**
 * Ends a subscription: what was recorded is written, and the descriptor is closed, unless another subscription writes to it, so that who reads
 * comes to the end.
 *
 * Returns 100011 for a model that is not subscribed to.
 */
aclError aclprofModelUnSubscribe(uint32_t modelId);

/**
 * Writes the size of a record, of which as many come from the pipe as operators have run. Returns 100000 for null.
 */
aclError aclprofGetOpDescSize(size_t *opDescSize);

/**
 * Writes the number of records. Returns 100000 for null, and for what are no whole records.
 */
aclError aclprofGetOpNum(const void *opInfo, size_t opInfoLen, uint32_t *opNumber);

/**
 * Writes the length of the type of an operator, such as `Add`, with its end. Returns 100000 for null, what are no whole records, and an index that is none.
 */
aclError aclprofGetOpTypeLen(const void *opInfo,
                             size_t opInfoLen,
                             uint32_t index,
                             size_t *opTypeLen);

/**
 * Writes the type of an operator with its end. Returns 100000 as `aclprofGetOpTypeLen`, and for a length that is too small.
 */
aclError aclprofGetOpType(const void *opInfo,
                          size_t opInfoLen,
                          uint32_t index,
                          char *opType,
                          size_t opTypeLen);

/**
 * Writes the length of the name of an operator with its end: its type, and its place in the model. Returns 100000 as `aclprofGetOpTypeLen`.
 */
aclError aclprofGetOpNameLen(const void *opInfo,
                             size_t opInfoLen,
                             uint32_t index,
                             size_t *opNameLen);

/**
 * Writes the name of an operator with its end. Returns 100000 as `aclprofGetOpType`.
 */
aclError aclprofGetOpName(const void *opInfo,
                          size_t opInfoLen,
                          uint32_t index,
                          char *opName,
                          size_t opNameLen);

/**
 * Returns when an operator began, in microseconds of the clock CLOCK_MONOTONIC; 0 for what is no record.
 */
uint64_t aclprofGetOpStart(const void *opInfo, size_t opInfoLen, uint32_t index);

/**
 * Returns when an operator ended, in microseconds of the clock CLOCK_MONOTONIC; 0 for what is no record.
 */
uint64_t aclprofGetOpEnd(const void *opInfo, size_t opInfoLen, uint32_t index);

/**
 * Returns how many microseconds an operator took, rounded up; 0 for what is no record.
 */
uint64_t aclprofGetOpDuration(const void *opInfo, size_t opInfoLen, uint32_t index);

/**
 * Returns the number of the model that ran an operator; 0 for what is no record.
 */
size_t aclprofGetModelId(const void *opInfo, size_t opInfoLen, uint32_t index);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
