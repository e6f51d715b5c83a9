/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>

/**
 * Status of a call of the driver.
 */
typedef int32_t drvError_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the version of the driver. Returns 3 for null.
 */
drvError_t halGetAPIVersion(int *halApiVersion);

/**
 * Returns the number of devices. Returns 3 for null.
 */
drvError_t drvGetDevNum(uint32_t *numDev);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
