/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnKvRmsNormRopeCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Splits rows of `kv`, (B, 1, S, Dv + Dk): the first Dv elements are divided by the root of the mean of their squares and multiplied by `gamma`, and go to `ckvCacheRef`; of
 * the others even elements are put before odd ones and rotated by `cos` and `sin`, and go to `kCacheRef`. Caches of INT8 (on Ascend950 also of 8-bit floating point)
 * store `x * scale + offset`, rounded. A negative index leaves a token out, one behind the cache is an error of the stream. `isOutputKv` writes unquantised rows to
 * `kRopeOut` and `cKvOut` too, but for `"Norm"`. FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnKvRmsNormRopeCacheGetWorkspaceSize(const aclTensor *kv,
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
                                                    double epsilon,
                                                    char *cacheModeOptional,
                                                    bool isOutputKv,
                                                    const aclTensor *kRopeOut,
                                                    const aclTensor *cKvOut,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnKvRmsNormRopeCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnKvRmsNormRopeCache(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
