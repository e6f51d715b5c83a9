/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnThnnFusedLstmCellBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients by the sums of the gates, (rows, 4n), by the cell before the step, (rows, n), and with `hasBias` by a bias, (4n), from those by what is hidden and by the next cell. `storage` are the gates, `cy` the next cell, as
 * `aclnnThnnFusedLstmCell` wrote them. Without `hasBias`, `gradBiasOut` is not written. FLOAT or FLOAT16; on Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(const aclTensor *gradHyOptional,
                                                           const aclTensor *gradCOptional,
                                                           const aclTensor *cx,
                                                           const aclTensor *cy,
                                                           const aclTensor *storage,
                                                           bool hasBias,
                                                           aclTensor *gradGatesOut,
                                                           aclTensor *gradCxOut,
                                                           aclTensor *gradBiasOut,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnThnnFusedLstmCellBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnThnnFusedLstmCellBackward(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
