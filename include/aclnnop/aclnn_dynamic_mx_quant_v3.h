/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicMxQuantV3`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x` in blocks of `blocksize` along `axis`.
 */
aclnnStatus aclnnDynamicMxQuantV3GetWorkspaceSize(const aclTensor *x,
                                                  int64_t axis,
                                                  char *roundModeOptional,
                                                  int64_t dstType,
                                                  int64_t blocksize,
                                                  int64_t scaleAlg,
                                                  double dstTypeMax,
                                                  double maxLowBound,
                                                  const aclTensor *yOut,
                                                  const aclTensor *mxscaleOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicMxQuantV3`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicMxQuantV3(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
