/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKvRmsNormRopeCacheV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes as `aclnnKvRmsNormRopeCache`. With `vOptional`, (B, N, S, Dv), all of `kv`, (B, N, S, Dk), is normalised, its first elements, as many as `cos` has, are rotated, and all
 * go to `kCacheRef`; `vOptional` goes to `ckvCacheRef` as it is.
 */
aclnnStatus aclnnKvRmsNormRopeCacheV2GetWorkspaceSize(const aclTensor *kv,
                                                      const aclTensor *gamma,
                                                      const aclTensor *cos,
                                                      const aclTensor *sin,
                                                      const aclTensor *index,
                                                      aclTensor *kCacheRef,
                                                      aclTensor *ckvCacheRef,
                                                      const aclTensor *kRopeScaleOptional,
                                                      const aclTensor *cKvScaleOptional,
                                                      const aclTensor *kRopeOffsetOptional,
                                                      const aclTensor *cKvOffsetOptional,
                                                      const aclTensor *vOptional,
                                                      double epsilon,
                                                      char *cacheModeOptional,
                                                      bool isOutputKv,
                                                      const aclTensor *kRopeOut,
                                                      const aclTensor *cKvOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnKvRmsNormRopeCacheV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnKvRmsNormRopeCacheV2(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
