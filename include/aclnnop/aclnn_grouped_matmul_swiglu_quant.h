/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedMatmulSwigluQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Multiplies groups of rows by weights of their own, and quantises a gated unit of the halves of the results.
 */
aclnnStatus aclnnGroupedMatmulSwigluQuantGetWorkspaceSize(const aclTensor *x,
                                                          const aclTensor *weight,
                                                          const aclTensor *bias,
                                                          const aclTensor *offset,
                                                          const aclTensor *weightScale,
                                                          const aclTensor *xScale,
                                                          const aclTensor *groupList,
                                                          aclTensor *output,
                                                          aclTensor *outputScale,
                                                          aclTensor *outputOffset,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedMatmulSwigluQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedMatmulSwigluQuant(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
