/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMxToBlockMxQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Makes codes of four bits with scales of rows codes of eight bits with scales of blocks.
 */
aclnnStatus aclnnMxToBlockMxQuantGetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *mxscale,
                                                  int64_t dstType,
                                                  const aclTensor *y,
                                                  const aclTensor *scale1,
                                                  const aclTensor *scale2,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnMxToBlockMxQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnMxToBlockMxQuant(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
