/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnChunkGatedDeltaRule`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `aclnnRecurrentGatedDeltaRule`: each sequence begins with its matrix of `initialState`, (B, Nv, Dv, Dk), and leaves the last one in `finalState`. `query` and `key` are (T, Nk, Dk),
 * `value` and `out` (T, Nv, Dv), BFLOAT16; states BFLOAT16 or, on Ascend950, FLOAT. On Ascend910B, Ascend910_93 and Ascend950. Lengths that are not those of the tokens are errors of the stream.
 */
aclnnStatus aclnnChunkGatedDeltaRuleGetWorkspaceSize(const aclTensor *query,
                                                     const aclTensor *key,
                                                     const aclTensor *value,
                                                     const aclTensor *beta,
                                                     const aclTensor *initialState,
                                                     const aclTensor *actualSeqLengths,
                                                     const aclTensor *gOptional,
                                                     float scaleValue,
                                                     const aclTensor *out,
                                                     const aclTensor *finalState,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnChunkGatedDeltaRule`: queues the computation on `stream`.
 */
aclnnStatus aclnnChunkGatedDeltaRule(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
