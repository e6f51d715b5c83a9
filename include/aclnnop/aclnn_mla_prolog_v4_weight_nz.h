/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMlaPrologV4WeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMlaPrologV3WeightNz`, for 1 to 128 heads; without `doRope` nothing is rotated, and `ropeSin` and `ropeCos` are null.
 */
aclnnStatus aclnnMlaPrologV4WeightNzGetWorkspaceSize(const aclTensor *tokenX,
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
                                                     bool doRope,
                                                     const aclTensor *queryOut,
                                                     const aclTensor *queryRopeOut,
                                                     const aclTensor *dequantScaleQNopeOutOptional,
                                                     const aclTensor *queryNormOutOptional,
                                                     const aclTensor *dequantScaleQNormOutOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMlaPrologV4WeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnMlaPrologV4WeightNz(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
