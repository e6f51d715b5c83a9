/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMlaPreprocess`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes queries and latent keys of up to 256 tokens. Rows of `input` (tokens, elements), with `doRmsNorm` `rms_norm(input) * gamma0 + beta0`, are divided by `quantScale0`, moved by `quantOffset0` and rounded to INT8; their product with `wdqkv` (576 + latent, elements), to which `bias0` is
 * added, times `descale0`, gives 512 latent keys, 64 elements of keys and latent queries. Latent queries, normalised and quantised likewise, times `wuq` give for each head elements that are multiplied by `wuk` (heads, elements, 512), and 64. The halves of both parts of 64 are rotated, unless `cos`
 * and `sin` are null. Keys, normalised with `gamma2`, go to the slots that `slotMapping` names, of which negative ones are left out. `cacheMode` 0: `qOutOut` and `kvCacheOutOut` have 512 + 64 elements; 1: the two parts are apart; 3: so, and caches are in FRACTAL_NZ; 2: so, and latent
 * keys divided by `ctkvScale` and queries times `qNopeScale` are INT8. FLOAT16 with INT64 words as `descale`, or BFLOAT16 with FLOAT; `wdqkv` and `wuq` are INT8 in FRACTAL_NZ. `quantMode` is 0; `kvCache` and `kvCacheRope` are the tensors `kvCacheOutOut` and `krCacheOutOut`, and are not read.
 */
aclnnStatus aclnnMlaPreprocessGetWorkspaceSize(const aclTensor *input,
                                               const aclTensor *gamma0,
                                               const aclTensor *beta0,
                                               const aclTensor *quantScale0,
                                               const aclTensor *quantOffset0,
                                               const aclTensor *wdqkv,
                                               const aclTensor *descale0,
                                               const aclTensor *bias0,
                                               const aclTensor *gamma1,
                                               const aclTensor *beta1,
                                               const aclTensor *quantScale1,
                                               const aclTensor *quantOffset1,
                                               const aclTensor *wuq,
                                               const aclTensor *descale1,
                                               const aclTensor *bias1,
                                               const aclTensor *gamma2,
                                               const aclTensor *cos,
                                               const aclTensor *sin,
                                               const aclTensor *wuk,
                                               const aclTensor *kvCache,
                                               const aclTensor *kvCacheRope,
                                               const aclTensor *slotMapping,
                                               const aclTensor *ctkvScale,
                                               const aclTensor *qNopeScale,
                                               int64_t wdqDim,
                                               int64_t qRopeDim,
                                               int64_t kRopeDim,
                                               double epsilon,
                                               int64_t qRotaryCoeff,
                                               int64_t kRotaryCoeff,
                                               bool transeposeWdq,
                                               bool transeposeWuq,
                                               bool transeposeWuk,
                                               int64_t cacheMode,
                                               int64_t quantMode,
                                               bool doRmsNorm,
                                               int64_t wdkvSplitCount,
                                               const aclTensor *qOutOut,
                                               const aclTensor *kvCacheOutOut,
                                               const aclTensor *qRopeOutOut,
                                               const aclTensor *krCacheOutOut,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnMlaPreprocess`: queues the computation on `stream`.
 */
aclnnStatus aclnnMlaPreprocess(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
