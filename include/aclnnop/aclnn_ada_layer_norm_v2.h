/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaLayerNormV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnAdaLayerNorm`; writes the means and the reciprocal deviations, too. Weights and biases may be of FLOAT.
 */
aclnnStatus aclnnAdaLayerNormV2GetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *scale,
                                                const aclTensor *shift,
                                                const aclTensor *weightOptional,
                                                const aclTensor *biasOptional,
                                                double epsilon,
                                                aclTensor *out,
                                                aclTensor *meanOutOptional,
                                                aclTensor *rstdOutOptional,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaLayerNormV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaLayerNormV2(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
