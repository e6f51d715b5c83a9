/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLstmBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnLSTM` by its input, its states and its parameters, of the gates and states that it has returned. Of gradients that are null all are 0. FLOAT or FLOAT16.
 */
aclnnStatus aclnnLstmBackwardGetWorkspaceSize(const aclTensor *input,
                                              const aclTensorList *hx,
                                              const aclTensorList *params,
                                              const aclTensor *dy,
                                              const aclTensor *dh,
                                              const aclTensor *dc,
                                              const aclTensorList *i,
                                              const aclTensorList *g,
                                              const aclTensorList *f,
                                              const aclTensorList *o,
                                              const aclTensorList *h,
                                              const aclTensorList *c,
                                              const aclTensorList *tanhc,
                                              const aclTensor *batchSizesOptional,
                                              bool hasBias,
                                              int64_t numLayers,
                                              double dropout,
                                              bool train,
                                              bool bidirectional,
                                              bool batchFirst,
                                              const aclBoolArray *outputMask,
                                              aclTensor *dxOut,
                                              aclTensor *dhPrevOut,
                                              aclTensor *dcPrevOut,
                                              aclTensorList *dparamsOut,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnLstmBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnLstmBackward(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
