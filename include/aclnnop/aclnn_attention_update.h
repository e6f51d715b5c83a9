/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAttentionUpdate`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out = sum(localOut[i] * exp(lse[i] - lseOut))` with `lseOut = log(sum(exp(lse[i])))` of each row: of 1 to 16 parts, whose rows have 8 to 512 elements, a
 * multiple of 8. Parts with an infinite `lse` take no part; where all have one, `out` is 0 and `lseOut` infinite. `updateType` 1 writes `lseOut`, 0 asks for null.
 */
aclnnStatus aclnnAttentionUpdateGetWorkspaceSize(const aclTensorList *lse,
                                                 const aclTensorList *localOut,
                                                 int64_t updateType,
                                                 aclTensor *out,
                                                 aclTensor *lseOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnAttentionUpdate`: queues the computation on `stream`.
 */
aclnnStatus aclnnAttentionUpdate(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
