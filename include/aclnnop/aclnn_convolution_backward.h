/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnConvolutionBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of a convolution by its input, its weight and its bias, from the gradient of its output: those that `outputMask` asks for.
 */
aclnnStatus aclnnConvolutionBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                     const aclTensor *input,
                                                     const aclTensor *weight,
                                                     const aclIntArray *biasSizes,
                                                     const aclIntArray *stride,
                                                     const aclIntArray *padding,
                                                     const aclIntArray *dilation,
                                                     bool transposed,
                                                     const aclIntArray *outputPadding,
                                                     int groups,
                                                     const aclBoolArray *outputMask,
                                                     int8_t cubeMathType,
                                                     aclTensor *gradInput,
                                                     aclTensor *gradWeight,
                                                     aclTensor *gradBias,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnConvolutionBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnConvolutionBackward(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

/**
 * First phase of `aclnnConvTbcBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnConvTbc` by its input, its weight and its bias; `self` is the gradient of its output.
 */
aclnnStatus aclnnConvTbcBackwardGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *input,
                                                 const aclTensor *weight,
                                                 const aclTensor *bias,
                                                 int64_t pad,
                                                 int8_t cubeMathType,
                                                 aclTensor *gradInput,
                                                 aclTensor *gradWeight,
                                                 aclTensor *gradBias,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnConvTbcBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnConvTbcBackward(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnDeformableConv2dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnDeformableConv2d` by its input, its weight, its offsets and factors, and its bias; `offsetOut` are the samples that it has
 * written.
 */
aclnnStatus aclnnDeformableConv2dBackwardGetWorkspaceSize(const aclTensor *input,
                                                          const aclTensor *gradOutput,
                                                          const aclTensor *offsetOut,
                                                          const aclTensor *weight,
                                                          const aclTensor *offset,
                                                          const aclIntArray *kernelSize,
                                                          const aclIntArray *stride,
                                                          const aclIntArray *padding,
                                                          const aclIntArray *dilation,
                                                          int64_t groups,
                                                          int64_t deformableGroups,
                                                          bool modulated,
                                                          aclTensor *gradInput,
                                                          aclTensor *gradWeight,
                                                          aclTensor *gradOffset,
                                                          aclTensor *gradBias,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnDeformableConv2dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnDeformableConv2dBackward(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
