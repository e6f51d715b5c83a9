/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry_points by cbindgen: do not edit. */

#pragma once

#include "acl_base.h"
#include "acl_rt.h"

/**
 * `aclmdlRIBindStream`: the stream begins with its model instance.
 */
#define ACL_MODEL_STREAM_FLAG_HEAD 0u

/**
 * `aclmdlRIBindStream`: the stream begins when another one activates it.
 */
#define ACL_MODEL_STREAM_FLAG_DEFAULT 2147483647u

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Refuses dumps. Returns 207000.
 */
aclError aclmdlInitDump(void);

/**
 * Refuses dumps. Returns 100000 for null, 207000 otherwise.
 */
aclError aclmdlSetDump(const char *dumpCfgPath);

/**
 * Refuses dumps. Returns 207000.
 */
aclError aclmdlFinalizeDump(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
