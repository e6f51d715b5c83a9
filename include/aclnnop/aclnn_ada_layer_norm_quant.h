/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaLayerNormQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises rows, scales and shifts them, and quantises them by their range.
 */
aclnnStatus aclnnAdaLayerNormQuantGetWorkspaceSize(const aclTensor *x,
                                                   const aclTensor *scale,
                                                   const aclTensor *shift,
                                                   const aclTensor *weightOptional,
                                                   const aclTensor *biasOptional,
                                                   const aclTensor *smoothScalesOptional,
                                                   double epsilon,
                                                   const char *quantMode,
                                                   aclTensor *out,
                                                   aclTensor *quantScale,
                                                   aclTensor *quantOffsetOptional,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaLayerNormQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaLayerNormQuant(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
