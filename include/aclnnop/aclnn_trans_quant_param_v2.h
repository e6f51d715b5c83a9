/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTransQuantParamV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Stores scales and offsets in words of 64 bits.
 */
aclnnStatus aclnnTransQuantParamV2GetWorkspaceSize(const aclTensor *scale,
                                                   const aclTensor *offset,
                                                   const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnTransQuantParamV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnTransQuantParamV2(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
