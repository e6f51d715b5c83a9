/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatMulAllReduce`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sums over all ranks of `x[i] @ weight[i] + bias[i]`, in the order of the ranks, rounded once. FLOAT16 with a bias of FLOAT16, or BFLOAT16 with one of FLOAT. `splitItem` 0: a
 * tensor of `x`, of rank 2 to 6, and of `y` for each weight; 1: rows of one `x`, in groups whose ends `groupListOptional` says; 2: results in one `y`; 3: both. `reduceOp` is "sum",
 * `commTurn` 0, `streamMode` 1.
 */
aclnnStatus aclnnGroupedMatMulAllReduceGetWorkspaceSize(const aclTensorList *x,
                                                        const aclTensorList *weight,
                                                        const aclTensorList *bias,
                                                        const aclIntArray *groupListOptional,
                                                        int64_t splitItem,
                                                        const char *group,
                                                        const char *reduceOp,
                                                        int64_t commTurn,
                                                        int64_t streamMode,
                                                        const aclTensorList *y,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatMulAllReduce`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatMulAllReduce(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
