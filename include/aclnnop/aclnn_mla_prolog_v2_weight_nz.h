/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMlaPrologV2WeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnMlaProlog`; tokens and all three weights may also be INT8, with factors of tokens and of columns. `kvCacheRef` may be INT8 then, of numbers times the first one of `quantScaleCkvOptional`, with `krCacheRef` in BFLOAT16:
 * `queryOut` is INT8 too, each head of a token divided by its `dequantScaleQNopeOutOptional`, and `queryRopeOut` is multiplied by the number of `quantScaleCkvOptional` and divided by that factor.
 */
aclnnStatus aclnnMlaPrologV2WeightNzGetWorkspaceSize(const aclTensor *tokenX,
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
                                                     const aclTensor *dequantScaleQNopeOutOptional,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMlaPrologV2WeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnMlaPrologV2WeightNz(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
