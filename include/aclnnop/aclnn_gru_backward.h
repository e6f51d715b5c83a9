/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGRUBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnGRU` by its input, its state and its parameters, of the gates and states that it has returned. FLOAT or FLOAT16.
 */
aclnnStatus aclnnGRUBackwardGetWorkspaceSize(const aclTensor *input,
                                             const aclTensorList *params,
                                             const aclTensor *hx,
                                             const aclTensor *dy,
                                             const aclTensor *dh,
                                             const aclTensorList *r,
                                             const aclTensorList *z,
                                             const aclTensorList *n,
                                             const aclTensorList *hn,
                                             const aclTensorList *h,
                                             const aclTensor *batchSizes,
                                             bool hasBias,
                                             int64_t numLayers,
                                             bool bidirection,
                                             bool batchFirst,
                                             aclTensor *dxOut,
                                             aclTensor *dhPrevOut,
                                             aclTensorList *dparamsOut,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnGRUBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnGRUBackward(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
