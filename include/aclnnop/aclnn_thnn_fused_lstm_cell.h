/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnThnnFusedLstmCell`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gates of rows of n elements, `inputGates + hiddenGates` (rows, 4n) and both biases (4n): the logistic function of the input gate and the forget gate, the hyperbolic tangent of the candidates, the logistic function of
 * the output gate, in this order in `storageOut`; then `cyOut = forget * cx + input * candidates` and `hyOut = output * tanh(cyOut)`, (rows, n). FLOAT or FLOAT16; on Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnThnnFusedLstmCellGetWorkspaceSize(const aclTensor *inputGates,
                                                   const aclTensor *hiddenGates,
                                                   const aclTensor *cx,
                                                   const aclTensor *inputBiasOptional,
                                                   const aclTensor *hiddenBiasOptional,
                                                   aclTensor *hyOut,
                                                   aclTensor *cyOut,
                                                   aclTensor *storageOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnThnnFusedLstmCell`: queues the computation on `stream`.
 */
aclnnStatus aclnnThnnFusedLstmCell(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
