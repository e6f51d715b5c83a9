/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAlltoAllMatmulV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnAlltoAllMatmul`. `commMode` ("aiv", "ai_cpu", "ccu") changes nothing here.
 */
aclnnStatus aclnnAlltoAllMatmulV2GetWorkspaceSize(const aclTensor *x1,
                                                  const aclTensor *x2,
                                                  const aclTensor *biasOptional,
                                                  const aclIntArray *alltoAllAxesOptional,
                                                  const char *group,
                                                  const char *commMode,
                                                  bool transposeX1,
                                                  bool transposeX2,
                                                  const aclTensor *output,
                                                  const aclTensor *alltoAllOutOptional,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnAlltoAllMatmulV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAlltoAllMatmulV2(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
