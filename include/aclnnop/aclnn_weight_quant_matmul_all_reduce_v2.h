/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnWeightQuantMatmulAllReduceV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnWeightQuantMatmulAllReduce`. `commMode` ("ai_cpu", "ccu") changes nothing here.
 */
aclnnStatus aclnnWeightQuantMatmulAllReduceV2GetWorkspaceSize(const aclTensor *x1,
                                                              const aclTensor *x2,
                                                              const aclTensor *bias,
                                                              const aclTensor *antiquantScale,
                                                              const aclTensor *antiquantOffset,
                                                              const aclTensor *x3,
                                                              const char *group,
                                                              const char *reduceOp,
                                                              const char *commMode,
                                                              int64_t commTurn,
                                                              int64_t streamMode,
                                                              int64_t antiquantGroupSize,
                                                              const aclTensor *output,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnWeightQuantMatmulAllReduceV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnWeightQuantMatmulAllReduceV2(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
