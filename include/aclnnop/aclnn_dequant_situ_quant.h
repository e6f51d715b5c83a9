/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDequantSituQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a unit gated by hyperbolic tangents of sums of products and quantises it.
 */
aclnnStatus aclnnDequantSituQuantGetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *weightScaleOptional,
                                                  const aclTensor *activationScaleOptional,
                                                  const aclTensor *biasOptional,
                                                  const aclTensor *quantScaleOptional,
                                                  const aclTensor *quantOffsetOptional,
                                                  const aclTensor *groupIndexOptional,
                                                  float beta,
                                                  float linearBeta,
                                                  bool activateLeft,
                                                  char *quantTypeOptional,
                                                  const aclTensor *yOut,
                                                  const aclTensor *yScaleOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnDequantSituQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnDequantSituQuant(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
