/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNormRopeConcatBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnNormRopeConcat` of norm types 0, 1 and 2 by queries, keys and values of both sources, from those by the joined tensors, (B, N, S, D), and from the means and reciprocal deviations
 * that it has written; of type 2 also those by weights and biases, sums over all rows. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnNormRopeConcatBackwardGetWorkspaceSize(const aclTensor *gradQueryOutput,
                                                        const aclTensor *gradKeyOutput,
                                                        const aclTensor *gradValueOutput,
                                                        const aclTensor *query,
                                                        const aclTensor *key,
                                                        const aclTensor *encoderQuery,
                                                        const aclTensor *encoderKey,
                                                        const aclTensor *normQueryWeight,
                                                        const aclTensor *normQueryMean,
                                                        const aclTensor *normQueryRstd,
                                                        const aclTensor *normKeyWeight,
                                                        const aclTensor *normKeyMean,
                                                        const aclTensor *normKeyRstd,
                                                        const aclTensor *normAddedQueryWeight,
                                                        const aclTensor *normAddedQueryMean,
                                                        const aclTensor *normAddedQueryRstd,
                                                        const aclTensor *normAddedKeyWeight,
                                                        const aclTensor *normAddedKeyMean,
                                                        const aclTensor *normAddedKeyRstd,
                                                        const aclTensor *ropeSin,
                                                        const aclTensor *ropeCos,
                                                        int64_t normType,
                                                        int64_t normAddedType,
                                                        int64_t ropeType,
                                                        int64_t concatOrder,
                                                        const aclTensor *gradQuery,
                                                        const aclTensor *gradKey,
                                                        const aclTensor *gradValue,
                                                        const aclTensor *gradEncoderQuery,
                                                        const aclTensor *gradEncoderKey,
                                                        const aclTensor *gradEncoderValue,
                                                        const aclTensor *gradNormQueryWeight,
                                                        const aclTensor *gradNormQueryBias,
                                                        const aclTensor *gradNormKeyWeight,
                                                        const aclTensor *gradNormKeyBias,
                                                        const aclTensor *gradNormAddedQueryWeight,
                                                        const aclTensor *gradNormAddedQueryBias,
                                                        const aclTensor *gradNormAddedKeyWeight,
                                                        const aclTensor *gradNormAddedKeyBias,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnNormRopeConcatBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnNormRopeConcatBackward(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
