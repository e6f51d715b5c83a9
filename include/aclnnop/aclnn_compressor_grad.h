/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCompressorGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the gradients of `aclnnCompressor` by `x`, `wkv`, `wgate` and `ape`, from that by its rows, `dCmpKv`, and the softmax and values that it has written with `gradEnabled`. What a cache held has no gradient, and tokens without a group have 0. FLOAT16 or BFLOAT16, all alike; softmax,
 * values and `dApeOut` FLOAT.
 */
aclnnStatus aclnnCompressorGradGetWorkspaceSize(const aclTensor *x,
                                                const aclTensor *wkv,
                                                const aclTensor *wgate,
                                                const aclTensor *dCmpKv,
                                                const aclTensor *softmaxScore,
                                                const aclTensor *kv,
                                                const aclTensor *cuSeqlensOptional,
                                                const aclTensor *sequsedOptional,
                                                const aclTensor *startPosOptional,
                                                int64_t cmpRatio,
                                                int64_t coff,
                                                const aclTensor *dXOut,
                                                const aclTensor *dWkvOut,
                                                const aclTensor *dWgateOut,
                                                const aclTensor *dApeOut,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnCompressorGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnCompressorGrad(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
