/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLayerNormQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises rows and quantises them by a given scale.
 */
aclnnStatus aclnnLayerNormQuantGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *gammma,
                                                const aclTensor *beta,
                                                const aclTensor *scale,
                                                const aclTensor *zeroPointsOptional,
                                                int quantMode,
                                                double epsilon,
                                                aclTensor *res,
                                                aclTensor *scaleOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnLayerNormQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnLayerNormQuant(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
