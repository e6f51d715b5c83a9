/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/**
 * Told when a profile begins or ends.
 */
typedef int32_t (*ProfCommandHandle)(uint32_t type_, void *data, uint32_t len);

/**
 * When a call began and ended.
 */
typedef struct MsprofApi {
    /**
     * 0x5A5A.
     */
    uint16_t magicNumber;
    /**
     * The layer that was called.
     */
    uint16_t level;
    /**
     * The kind of call.
     */
    uint32_t type;
    /**
     * The thread that called.
     */
    uint32_t threadId;
    /**
     * Reserved.
     */
    uint32_t reserve;
    /**
     * When it began, by `MsprofSysCycleTime`.
     */
    uint64_t beginTime;
    /**
     * When it ended.
     */
    uint64_t endTime;
    /**
     * The called function, by `MsprofGetHashId`.
     */
    uint64_t itemId;
} MsprofApi;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the time by a clock that never goes back, in nanoseconds.
 */
uint64_t MsprofSysCycleTime(void);

/**
 * Returns a number that stands for `length` bytes of text in reports: the same for the same text. Returns 0 for null.
 */
uint64_t MsprofGetHashId(const char *hashInfo,
                         size_t length);

/**
 * Registers a function to be called when a profile begins or ends. It is not called: reports are not collected. Returns 100000 for null.
 */
int32_t MsprofRegisterCallback(uint32_t moduleId,
                               ProfCommandHandle handle);

/**
 * Takes the times of a call, and drops them. Returns 100000 for null.
 */
int32_t MsprofReportApi(uint32_t nonPersistantFlag, const struct MsprofApi *api);

/**
 * Takes a report, and drops it. Returns 100000 for null.
 */
int32_t MsprofReportCompactInfo(uint32_t nonPersistantFlag, const void *data, uint32_t length);

/**
 * Takes a report, and drops it. Returns 100000 for null.
 */
int32_t MsprofReportAdditionalInfo(uint32_t nonPersistantFlag, const void *data, uint32_t length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
