/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnChunkKdaFwd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Takes each token into the state of its head of `v`, as `aclnnRecurrentGatedDeltaRule`, with decays of each key: `g` is their logarithm or, with `useGateInKernel`, `-exp(aLog) * softplus(g + dtBias)`, and with `safeGate` besides
 * `lowerBound * sigmoid(exp(aLog) * (g + dtBias))`. `attnOut` and `finalStateOut` are results; the others are what chunks of `chunkSize` tokens are made of: sums of decays, products of queries and keys, the inverse of what keys
 * take from each other, keys and values that correct, decayed queries and keys, corrected values, and the state before each chunk. FLOAT16 or BFLOAT16, on Ascend910B, Ascend910_93 and Ascend950. `layout` is BSND, BNSD, TND
 * or NTD.
 */
aclnnStatus aclnnChunkKdaFwdGetWorkspaceSize(const aclTensor *q,
                                             const aclTensor *k,
                                             const aclTensor *v,
                                             const aclTensor *g,
                                             const aclTensor *beta,
                                             const aclTensor *aLogOptional,
                                             const aclTensor *dtBiasOptional,
                                             const aclTensor *initialStateOptional,
                                             const aclIntArray *cuSeqlensOptional,
                                             const aclIntArray *chunkIndicesOptional,
                                             const char *layout,
                                             double scale,
                                             int64_t chunkSize,
                                             bool safeGate,
                                             double lowerBound,
                                             bool useGateInKernel,
                                             bool stateVFirst,
                                             const aclTensor *attnOut,
                                             const aclTensor *finalStateOut,
                                             const aclTensor *gkOut,
                                             const aclTensor *aqkOut,
                                             const aclTensor *akkOut,
                                             const aclTensor *wOut,
                                             const aclTensor *uOut,
                                             const aclTensor *qgOut,
                                             const aclTensor *kgOut,
                                             const aclTensor *vNewOut,
                                             const aclTensor *hOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnChunkKdaFwd`: queues the computation on `stream`.
 */
aclnnStatus aclnnChunkKdaFwd(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
