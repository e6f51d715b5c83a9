/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Tells the profiler of a model: `aclprofModelSubscribe` takes its number from then on. A later call for the same number replaces the device.
 *
 * Returns 0, or 107001 for a device that does not exist.
 */
int32_t MsprofSetDeviceIdByGeModelIdx(uint32_t geModelIdx,
                                      uint32_t deviceId);

/**
 * Takes back what `MsprofSetDeviceIdByGeModelIdx` told.
 *
 * Returns 0, or 100011 for a model that was not told of, or of another device.
 */
int32_t MsprofUnsetDeviceIdByGeModelIdx(uint32_t geModelIdx, uint32_t deviceId);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
