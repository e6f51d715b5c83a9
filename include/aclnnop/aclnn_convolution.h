/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnConvolution`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the convolution, or cross-correlation, of each group of channels of `input` with its part of `weight`, in one, two or three dimensions, and adds
 * `bias`, if there is one; `transposed` the other way round: what a convolution with these attributes makes such an `input` of. `padding` has one number for each
 * axis, or one for each side of it, in one dimension where nothing is transposed, and in two. `outputPadding` is read where `transposed`. Two-dimensional filters may be
 * stored in FRACTAL_Z where nothing is transposed.
 */
aclnnStatus aclnnConvolutionGetWorkspaceSize(const aclTensor *input,
                                             const aclTensor *weight,
                                             const aclTensor *bias,
                                             const aclIntArray *stride,
                                             const aclIntArray *padding,
                                             const aclIntArray *dilation,
                                             bool transposed,
                                             const aclIntArray *outputPadding,
                                             int64_t groups,
                                             aclTensor *output,
                                             int8_t cubeMathType,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnConvolution`: queues the computation on `stream`.
 */
aclnnStatus aclnnConvolution(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

/**
 * First phase of `aclnnConvDepthwise2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a two-dimensional convolution of each channel of `self` by itself, with as many channels of the output for each as `weight` has.
 */
aclnnStatus aclnnConvDepthwise2dGetWorkspaceSize(const aclTensor *self,
                                                 const aclTensor *weight,
                                                 const aclIntArray *kernelSize,
                                                 const aclTensor *bias,
                                                 const aclIntArray *stride,
                                                 const aclIntArray *padding,
                                                 const aclIntArray *dilation,
                                                 aclTensor *out,
                                                 int8_t cubeMathType,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnConvDepthwise2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnConvDepthwise2d(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

/**
 * First phase of `aclnnConvTbc`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a one-dimensional convolution of images whose dimensions are time, batch and channels, with a weight of time, channels and channels of the output.
 */
aclnnStatus aclnnConvTbcGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *weight,
                                         const aclTensor *bias,
                                         int64_t pad,
                                         aclTensor *output,
                                         int8_t cubeMathType,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnConvTbc`: queues the computation on `stream`.
 */
aclnnStatus aclnnConvTbc(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
