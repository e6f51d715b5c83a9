/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNormRopeConcat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises the rows of `query` and `key`, (B, S, N, D), by `normType`, and those of `encoderQuery` and `encoderKey` by `normAddedType`: 0 not at all, 1 mean and deviation, 2 with weights and biases, 3 root of
 * the mean of squares, 4 with weights. Joins both along the sequence, the second one first if `concatOrder` is 1, to (B, N, S, D), and rotates the first tokens, as many as `ropeSin` and `ropeCos`, (S', D),
 * have: `ropeType` 1 neighbours, 2 both halves, 0 none. Values are joined only. `isTraining` writes means and reciprocal deviations of types 1 and 2. FLOAT, FLOAT16 or BFLOAT16.
 */
aclnnStatus aclnnNormRopeConcatGetWorkspaceSize(const aclTensor *query,
                                                const aclTensor *key,
                                                const aclTensor *value,
                                                const aclTensor *encoderQuery,
                                                const aclTensor *encoderKey,
                                                const aclTensor *encoderValue,
                                                const aclTensor *normQueryWeight,
                                                const aclTensor *normQueryBias,
                                                const aclTensor *normKeyWeight,
                                                const aclTensor *normKeyBias,
                                                const aclTensor *normAddedQueryWeight,
                                                const aclTensor *normAddedQueryBias,
                                                const aclTensor *normAddedKeyWeight,
                                                const aclTensor *normAddedKeyBias,
                                                const aclTensor *ropeSin,
                                                const aclTensor *ropeCos,
                                                int64_t normType,
                                                int64_t normAddedType,
                                                int64_t ropeType,
                                                int64_t concatOrder,
                                                double eps,
                                                bool isTraining,
                                                const aclTensor *queryOutput,
                                                const aclTensor *keyOutput,
                                                const aclTensor *valueOutput,
                                                const aclTensor *normQueryMean,
                                                const aclTensor *normQueryRstd,
                                                const aclTensor *normKeyMean,
                                                const aclTensor *normKeyRstd,
                                                const aclTensor *normAddedQueryMean,
                                                const aclTensor *normAddedQueryRstd,
                                                const aclTensor *normAddedKeyMean,
                                                const aclTensor *normAddedKeyRstd,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnNormRopeConcat`: queues the computation on `stream`.
 */
aclnnStatus aclnnNormRopeConcat(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
