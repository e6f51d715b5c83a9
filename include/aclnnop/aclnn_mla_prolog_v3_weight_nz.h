/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMlaPrologV3WeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMlaPrologV2WeightNz`; normalised rows are multiplied by `qcQrScale` and `kcScale`, and `queryNormOutOptional` is `cq`, or its codes, with `dequantScaleQNormOutOptional`. `weightQuantMode` is 0, 1 (`weightUqQr` of INT8) or 2 (all
 * three, and tokens), on Ascend950 also 3 (FLOAT8_E4M3FN with FLOAT8_E8M0 factors of blocks of 32), 4 (FLOAT8_E4M3FN) and 5 (HIFLOAT8). `kvCacheQuantMode` is 0, 1 (one factor, with `queryQuantMode` 1), 2 (a factor for each element) or 3: keys are in
 * one cache then (`ckvkrRepoMode` and `quantScaleRepoMode` 1, `krCacheRef` empty), in rows of 656 bytes: 512 codes, 64 rotated elements in BFLOAT16, and a FLOAT factor for each 128 codes; numbers beyond `kNopeClipAlphaOptional` times the largest
 * magnitude of these are brought back to it, if codes are INT8. `cacheModeOptional` may also be PA_BLK_BSND or PA_BLK_NZ, with the number of a block for as many tokens of a sequence as it has rows, sequences of (T, He) ending at
 * `actualSeqLenOptional`, and BSND or TND, where tokens are the rows of the caches.
 */
aclnnStatus aclnnMlaPrologV3WeightNzGetWorkspaceSize(const aclTensor *tokenX,
                                                     const aclTensor *weightDq,
                                                     const aclTensor *weightUqQr,
                                                     const aclTensor *weightUk,
                                                     const aclTensor *weightDkvKr,
                                                     const aclTensor *rmsnormGammaCq,
                                                     const aclTensor *rmsnormGammaCkv,
                                                     const aclTensor *ropeSin,
                                                     const aclTensor *ropeCos,
                                                     aclTensor *kvCacheRef,
                                                     aclTensor *krCacheRef,
                                                     const aclTensor *cacheIndexOptional,
                                                     const aclTensor *dequantScaleXOptional,
                                                     const aclTensor *dequantScaleWDqOptional,
                                                     const aclTensor *dequantScaleWUqQrOptional,
                                                     const aclTensor *dequantScaleWDkvKrOptional,
                                                     const aclTensor *quantScaleCkvOptional,
                                                     const aclTensor *quantScaleCkrOptional,
                                                     const aclTensor *smoothScalesCqOptional,
                                                     const aclTensor *actualSeqLenOptional,
                                                     const aclTensor *kNopeClipAlphaOptional,
                                                     double rmsnormEpsilonCq,
                                                     double rmsnormEpsilonCkv,
                                                     char *cacheModeOptional,
                                                     int64_t weightQuantMode,
                                                     int64_t kvCacheQuantMode,
                                                     int64_t queryQuantMode,
                                                     int64_t ckvkrRepoMode,
                                                     int64_t quantScaleRepoMode,
                                                     int64_t tileSize,
                                                     double qcQrScale,
                                                     double kcScale,
                                                     const aclTensor *queryOut,
                                                     const aclTensor *queryRopeOut,
                                                     const aclTensor *dequantScaleQNopeOutOptional,
                                                     const aclTensor *queryNormOutOptional,
                                                     const aclTensor *dequantScaleQNormOutOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMlaPrologV3WeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnMlaPrologV3WeightNz(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
