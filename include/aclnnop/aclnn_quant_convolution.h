/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantConvolution`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Convolves quantised images, and scales the sums of each channel.
 */
aclnnStatus aclnnQuantConvolutionGetWorkspaceSize(const aclTensor *input,
                                                  const aclTensor *weight,
                                                  const aclTensor *bias,
                                                  const aclTensor *scale,
                                                  const aclTensor *offset,
                                                  const aclIntArray *stride,
                                                  const aclIntArray *padding,
                                                  const aclIntArray *dilation,
                                                  bool transposed,
                                                  const aclIntArray *outputPadding,
                                                  int64_t groups,
                                                  int32_t offsetx,
                                                  const char *roundMode,
                                                  aclTensor *output,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantConvolution`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantConvolution(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnQuantConvolutionWeightNz`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * As `aclnnQuantConvolution`, of volumes of INT8, with filters stored in FRACTAL_Z_3D: `[kd * ceil(c / 32) * kh * kw, ceil(m / 16), 16, 32]`.
 */
aclnnStatus aclnnQuantConvolutionWeightNzGetWorkspaceSize(const aclTensor *input,
                                                          const aclTensor *weight,
                                                          const aclTensor *bias,
                                                          const aclTensor *scale,
                                                          const aclTensor *offset,
                                                          const aclIntArray *stride,
                                                          const aclIntArray *padding,
                                                          const aclIntArray *dilation,
                                                          bool transposed,
                                                          const aclIntArray *outputPadding,
                                                          int64_t groups,
                                                          int32_t offsetx,
                                                          const char *roundMode,
                                                          aclTensor *output,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantConvolutionWeightNz`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantConvolutionWeightNz(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
