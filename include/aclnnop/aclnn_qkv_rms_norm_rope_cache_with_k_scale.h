/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQkvRmsNormRopeCacheWithKScale`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Splits the heads of `qkv`, (T, Nq + Nk + Nv, 128), as `headNums` says. Queries and keys are divided by the root of the mean of their squares, multiplied by `qGamma` and `kGamma`, rotated,
 * `x * cos + (-x2, x1) * sin` of both halves, rounded to BFLOAT16 and multiplied by `rotationOptional`. Keys are quantised row by row, values after a product with `vScaleOptional`; both go to the slots
 * of caches (blocks, heads, rows, 128). Positions are those of the last tokens of sequences, and queries FLOAT8_E4M3FN with scales, as are keys; or rows of three positions for sections of
 * `mropeSectionOptional` that take turns, and queries BFLOAT16, keys INT8. Tokens of a negative slot are left out, a slot behind the cache is an error of the stream. On Ascend950.
 */
aclnnStatus aclnnQkvRmsNormRopeCacheWithKScaleGetWorkspaceSize(const aclTensor *qkv,
                                                               const aclTensor *qGamma,
                                                               const aclTensor *kGamma,
                                                               const aclTensor *cosSin,
                                                               const aclTensor *slotMapping,
                                                               aclTensor *kCacheRef,
                                                               aclTensor *vCacheRef,
                                                               aclTensor *kScaleCacheRef,
                                                               const aclTensor *queryStartLocOptional,
                                                               const aclTensor *seqLensOptional,
                                                               const aclTensor *rotationOptional,
                                                               const aclTensor *vScaleOptional,
                                                               const aclTensor *mropePositionOptional,
                                                               const aclIntArray *headNums,
                                                               const char *layoutQkv,
                                                               const char *layoutQOut,
                                                               float epsilon,
                                                               const aclIntArray *mropeSectionOptional,
                                                               const char *qQuantMode,
                                                               aclTensor *qOut,
                                                               aclTensor *qScaleOptional,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnQkvRmsNormRopeCacheWithKScale`: queues the computation on `stream`.
 */
aclnnStatus aclnnQkvRmsNormRopeCacheWithKScale(void *workspace,
                                               uint64_t workspaceSize,
                                               aclOpExecutor *executor,
                                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
