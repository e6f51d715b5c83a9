/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeGatingTopKV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMoeGatingTopK`. With `inputIdsOptional` and `tid2eidOptional` (INT32 or INT64) the experts of row i are row `inputIdsOptional[i]` of `tid2eidOptional`, which
 * has `k` columns; then `k` is at most 64. An id that is no row, or an expert that is none, ends the task with an error.
 */
aclnnStatus aclnnMoeGatingTopKV2GetWorkspaceSize(const aclTensor *x,
                                                 const aclTensor *biasOptional,
                                                 const aclTensor *inputIdsOptional,
                                                 const aclTensor *tid2eidOptional,
                                                 int64_t k,
                                                 int64_t kGroup,
                                                 int64_t groupCount,
                                                 int64_t groupSelectMode,
                                                 int64_t renorm,
                                                 int64_t normType,
                                                 bool outFlag,
                                                 double routedScalingFactor,
                                                 double eps,
                                                 const aclTensor *yOut,
                                                 const aclTensor *expertIdxOut,
                                                 const aclTensor *outOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeGatingTopKV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeGatingTopKV2(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
