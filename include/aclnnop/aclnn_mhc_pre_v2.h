/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMhcPreV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes as `aclnnMhcPre`. `opImplMode` is 0 or 1, FLOAT or HF32 on the device; both compute in DOUBLE.
 */
aclnnStatus aclnnMhcPreV2GetWorkspaceSize(const aclTensor *x,
                                          const aclTensor *phi,
                                          const aclTensor *alpha,
                                          const aclTensor *bias,
                                          const aclTensor *gammaOptional,
                                          double normEps,
                                          double hcEps,
                                          int64_t opImplMode,
                                          aclTensor *hIn,
                                          aclTensor *hPost,
                                          aclTensor *hRes,
                                          aclTensor *invRmsOptional,
                                          aclTensor *hMixOptional,
                                          aclTensor *hPreOptional,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnMhcPreV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnMhcPreV2(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
