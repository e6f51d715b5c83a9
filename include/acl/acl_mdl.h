/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

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
 * Sets up dumps, for `aclmdlSetDump`.
 *
 * Returns 100001 before `aclInit`; 100044 if the file of `aclInit` dumps, or it was called before.
 */
aclError aclmdlInitDump(void);

/**
 * Begins a dump by a JSON file, in place of the one before: `{"dump":{"dump_path":"out","dump_list":[{}],"dump_op_switch":"on"}}`, with
 * `dump_mode` (input, output, all), `dump_data` (tensor, stats), and `layer` or `optype_blacklist` in the list.
 *
 * Returns 100000 for null; 100045 without `aclmdlInitDump`; 100003 if the file cannot be read, 100006 if it is no JSON; 100009 if a value in
 * it is bad, or the folder cannot be created.
 */
aclError aclmdlSetDump(const char *dumpCfgPath);

/**
 * Ends dumps. Returns 100045 without `aclmdlInitDump`.
 */
aclError aclmdlFinalizeDump(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
