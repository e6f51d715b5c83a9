/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxPool2dWithIndicesBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes what each element of `self` gains: the elements of `gradOutput` whose index it is, summed in their order and rounded once. An index that the image does
 * not have is an error of the stream.
 */
aclnnStatus aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                              const aclTensor *self,
                                                              const aclTensor *indices,
                                                              const aclIntArray *kernelSize,
                                                              const aclIntArray *stride,
                                                              const aclIntArray *padding,
                                                              const aclIntArray *dilation,
                                                              bool ceilMode,
                                                              aclTensor *gradInput,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxPool2dWithIndicesBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxPool2dWithIndicesBackward(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

/**
 * First phase of `aclnnMaxPool2dWithMaskBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes what each element of `self` gains, as `aclnnMaxPool2dWithIndicesBackward` does, by the bits of `aclnnMaxPool2dWithMask`. A window with no bit in its
 * image, or several, is an error of the stream. Not on Ascend950.
 */
aclnnStatus aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                           const aclTensor *self,
                                                           const aclTensor *indices,
                                                           const aclIntArray *kernelSize,
                                                           const aclIntArray *stride,
                                                           const aclIntArray *padding,
                                                           const aclIntArray *dilation,
                                                           bool ceilMode,
                                                           aclTensor *gradInput,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxPool2dWithMaskBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxPool2dWithMaskBackward(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
