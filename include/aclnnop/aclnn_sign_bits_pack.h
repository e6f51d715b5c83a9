/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSignBitsPack`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a bit for each element, eight to a byte, the first in the highest bit: 1 for numbers below 0. What the last byte has no element for is
 * 1. `self` has rank 1, `out` the shape `[size, bytes / size]`.
 */
aclnnStatus aclnnSignBitsPackGetWorkspaceSize(const aclTensor *self,
                                              int64_t size,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnSignBitsPack`: queues the computation on `stream`.
 */
aclnnStatus aclnnSignBitsPack(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
