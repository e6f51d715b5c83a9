/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAllGatherMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gathered @ x2 + bias`, of the rows of `x1` of all ranks in their order, which `gatherOut` gets unless it is empty or null. FLOAT16 or BFLOAT16; `x1` (M, K), `x2` (K, N) in rows or transposed, `bias` (N). `gatherIndex` and `commTurn` are 0, `streamMode` 1.
 */
aclnnStatus aclnnAllGatherMatmulGetWorkspaceSize(const aclTensor *x1,
                                                 const aclTensor *x2,
                                                 const aclTensor *bias,
                                                 const char *group,
                                                 int64_t gatherIndex,
                                                 int64_t commTurn,
                                                 int64_t streamMode,
                                                 const aclTensor *output,
                                                 const aclTensor *gatherOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnAllGatherMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnAllGatherMatmul(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
