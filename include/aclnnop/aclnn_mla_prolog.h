/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMlaProlog`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes queries and latent keys of tokens: `cq = rms_norm(tokenX @ weightDq)`; of `cq @ weightUqQr`, by heads, the first elements times `weightUk` give `queryOut`, and the last 64, rotated, `queryRopeOut`; of `tokenX @
 * weightDkvKr` the first 512 elements, normalised, go to `kvCacheRef`, and the last 64, rotated, to `krCacheRef`. Pairs of neighbours are rotated, and go to the halves. `tokenX` is (T, He) or (B, S, He), BFLOAT16; `weightDq`,
 * `weightUqQr` and `weightDkvKr` are in FRACTAL_NZ. `weightUqQr` may be INT8, with `dequantScaleWUqQrOptional`: rows of `cq`, times `smoothScalesCqOptional`, are then quantised by their largest magnitude. Caches may be INT8 then, of
 * numbers times `quantScaleCkvOptional` and `quantScaleCkrOptional`. `cacheModeOptional` is PA_BSND or PA_NZ; `cacheIndex` is the slot of each token, negative for one that is left out.
 */
aclnnStatus aclnnMlaPrologGetWorkspaceSize(const aclTensor *tokenX,
                                           const aclTensor *weightDq,
                                           const aclTensor *weightUqQr,
                                           const aclTensor *weightUk,
                                           const aclTensor *weightDkvKr,
                                           const aclTensor *rmsnormGammaCq,
                                           const aclTensor *rmsnormGammaCkv,
                                           const aclTensor *ropeSin,
                                           const aclTensor *ropeCos,
                                           const aclTensor *cacheIndex,
                                           aclTensor *kvCacheRef,
                                           aclTensor *krCacheRef,
                                           const aclTensor *dequantScaleXOptional,
                                           const aclTensor *dequantScaleWDqOptional,
                                           const aclTensor *dequantScaleWUqQrOptional,
                                           const aclTensor *dequantScaleWDkvKrOptional,
                                           const aclTensor *quantScaleCkvOptional,
                                           const aclTensor *quantScaleCkrOptional,
                                           const aclTensor *smoothScalesCqOptional,
                                           double rmsnormEpsilonCq,
                                           double rmsnormEpsilonCkv,
                                           char *cacheModeOptional,
                                           const aclTensor *queryOut,
                                           const aclTensor *queryRopeOut,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnMlaProlog`: queues the computation on `stream`.
 */
aclnnStatus aclnnMlaProlog(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
