/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMatmulAlltoAll`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x1 @ x2 + biasOptional`, (BS, H2), and sends a block of its columns to each rank, which gets those of all ranks, one below the other in their order: (ranks * BS, H2 / ranks). FLOAT16 or BFLOAT16, the bias also FLOAT; `x2` (H1, H2), or with `transposeX2` its transpose. `alltoAllAxesOptional` is null, empty or [-1, -2].
 */
aclnnStatus aclnnMatmulAlltoAllGetWorkspaceSize(const aclTensor *x1,
                                                const aclTensor *x2,
                                                const aclTensor *biasOptional,
                                                const aclIntArray *alltoAllAxesOptional,
                                                const char *group,
                                                bool transposeX1,
                                                bool transposeX2,
                                                const aclTensor *output,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnMatmulAlltoAll`: queues the computation on `stream`.
 */
aclnnStatus aclnnMatmulAlltoAll(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
