/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLSTM`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a network of long short-term memory: what is hidden in the last layer in each step, the states after the last step, and for training all gates and states. `hx` are the states before the
 * first step, 0 if it is null. With `batchSizes`, the number of sequences of each step, `input` has as many rows in each step; those behind it count for nothing, and the output is 0 there. FLOAT or FLOAT16.
 */
aclnnStatus aclnnLSTMGetWorkspaceSize(const aclTensor *input,
                                      const aclTensorList *params,
                                      const aclTensorList *hx,
                                      const aclTensor *batchSizes,
                                      bool hasBias,
                                      int64_t numLayers,
                                      double dropout,
                                      bool train,
                                      bool bidirectional,
                                      bool batchFirst,
                                      aclTensor *output,
                                      aclTensor *hy,
                                      aclTensor *cy,
                                      aclTensorList *iOut,
                                      aclTensorList *jOut,
                                      aclTensorList *fOut,
                                      aclTensorList *oOut,
                                      aclTensorList *hOut,
                                      aclTensorList *cOut,
                                      aclTensorList *tanhCOut,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnLSTM`: queues the computation on `stream`.
 */
aclnnStatus aclnnLSTM(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
