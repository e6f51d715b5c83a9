/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAlltoAllMatmul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `exchanged @ x2 + biasOptional`: `x1` (BS, H) is cut into a block of rows for each rank, and a rank multiplies its blocks of all ranks, side by side in their order, (BS / ranks, ranks * H), which `alltoAllOutOptional` gets. FLOAT16 or BFLOAT16, the bias also FLOAT; `x2` (ranks * H, N), or with `transposeX2` its transpose. `alltoAllAxesOptional` is null, empty or [-2, -1].
 */
aclnnStatus aclnnAlltoAllMatmulGetWorkspaceSize(const aclTensor *x1,
                                                const aclTensor *x2,
                                                const aclTensor *biasOptional,
                                                const aclIntArray *alltoAllAxesOptional,
                                                const char *group,
                                                bool transposeX1,
                                                bool transposeX2,
                                                const aclTensor *output,
                                                const aclTensor *alltoAllOutOptional,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnAlltoAllMatmul`: queues the computation on `stream`.
 */
aclnnStatus aclnnAlltoAllMatmul(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
