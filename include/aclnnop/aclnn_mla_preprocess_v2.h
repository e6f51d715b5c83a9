/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMlaPreprocessV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMlaPreprocess`; with `qDownOutFlag`, `qDownOutOut` (tokens, latent) are the normalised latent queries before they are quantised.
 */
aclnnStatus aclnnMlaPreprocessV2GetWorkspaceSize(const aclTensor *input,
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
                                                 bool qDownOutFlag,
                                                 const aclTensor *qOutOut,
                                                 const aclTensor *kvCacheOutOut,
                                                 const aclTensor *qRopeOutOut,
                                                 const aclTensor *krCacheOutOut,
                                                 const aclTensor *qDownOutOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnMlaPreprocessV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMlaPreprocessV2(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
