/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGRU`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a network of gated recurrent units: what is hidden in the last layer in each step, the states after the last step, and for training all gates and states. `hx` is the state before the
 * first step, 0 if it is null; `dropout` means nothing. FLOAT or FLOAT16.
 */
aclnnStatus aclnnGRUGetWorkspaceSize(const aclTensor *input,
                                     const aclTensorList *params,
                                     const aclTensor *hx,
                                     const aclTensor *batchSizes,
                                     bool hasBias,
                                     int64_t numLayers,
                                     double dropout,
                                     bool train,
                                     bool bidirection,
                                     bool batchFirst,
                                     aclTensor *output,
                                     aclTensor *hy,
                                     aclTensorList *rOut,
                                     aclTensorList *zOut,
                                     aclTensorList *nOut,
                                     aclTensorList *hnOut,
                                     aclTensorList *hOut,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnGRU`: queues the computation on `stream`.
 */
aclnnStatus aclnnGRU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
