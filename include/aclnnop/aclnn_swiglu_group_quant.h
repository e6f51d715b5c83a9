/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwigluGroupQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a gated unit of groups of rows and quantises it.
 */
aclnnStatus aclnnSwigluGroupQuantGetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *weightOptional,
                                                  const aclTensor *groupIndexOptional,
                                                  const aclTensor *scaleOptional,
                                                  int64_t dstType,
                                                  int64_t quantMode,
                                                  int64_t blockSize,
                                                  bool roundScale,
                                                  double clampLimit,
                                                  double dstTypeMax,
                                                  bool outputOrigin,
                                                  const aclTensor *yOut,
                                                  const aclTensor *yScaleOut,
                                                  const aclTensor *yOriginOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwigluGroupQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwigluGroupQuant(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
