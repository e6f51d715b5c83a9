/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include <stdint.h>
#include <stdlib.h>
#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Starts the operator library. Optional, in any order with `aclInit`; `configPath` is not needed for anything here and may
 * be null or name no file. Returns 0.
 */
aclnnStatus aclnnInit(const char *configPath);

/**
 * Finalizes the operator library. Returns 0.
 */
aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
