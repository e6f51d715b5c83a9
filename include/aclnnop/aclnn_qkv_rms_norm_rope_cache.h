/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQkvRmsNormRopeCache`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Splits the heads of `qkv`, (T, (Nq + Nk + Nv) * D), as `headNums` says. Rows of queries and keys are divided by the root of the mean of their squares, multiplied by
 * `qGamma` and `kGamma`, and rotated, `x * cos + (-x2, x1) * sin` of both halves. Queries go to `qOut`; keys and values to `kCache` and `vCache`, (blocks, N * D / C0, rows, C0), at the slots of
 * `index`, where INT8 stores `x / scale + offset`, rounded. A negative slot leaves a token out, one behind the cache is an error of the stream. The outputs before quantisation are
 * written if they have elements. FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnQkvRmsNormRopeCacheGetWorkspaceSize(const aclTensor *qkv,
                                                     const aclTensor *qGamma,
                                                     const aclTensor *kGamma,
                                                     const aclTensor *cos,
                                                     const aclTensor *sin,
                                                     const aclTensor *index,
                                                     aclTensor *qOut,
                                                     aclTensor *kCache,
                                                     aclTensor *vCache,
                                                     const aclTensor *kScaleOptional,
                                                     const aclTensor *vScaleOptional,
                                                     const aclTensor *kOffsetOptional,
                                                     const aclTensor *vOffsetOptional,
                                                     const aclIntArray *qkvSize,
                                                     const aclIntArray *headNums,
                                                     double epsilon,
                                                     char *cacheModeOptional,
                                                     const aclTensor *qOutBeforeQuant,
                                                     const aclTensor *kOutBeforeQuant,
                                                     const aclTensor *vOutBeforeQuant,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnQkvRmsNormRopeCache`: queues the computation on `stream`.
 */
aclnnStatus aclnnQkvRmsNormRopeCache(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
