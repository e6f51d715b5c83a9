/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDeformableConv2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a two-dimensional convolution of samples of `x`, and adds `biasOptional`, if there is one. The sample for an element of a window lies as far from it as
 * `offset` says, which has for each group of channels and element of a window the way along columns, then those along rows, then factors; between elements
 * it is their mean by distances, and outside are zeros. `deformOutOptional` are the samples times their factors, those of a window side by side.
 */
aclnnStatus aclnnDeformableConv2dGetWorkspaceSize(const aclTensor *x,
                                                  const aclTensor *weight,
                                                  const aclTensor *offset,
                                                  const aclTensor *biasOptional,
                                                  const aclIntArray *kernelSize,
                                                  const aclIntArray *stride,
                                                  const aclIntArray *padding,
                                                  const aclIntArray *dilation,
                                                  int64_t groups,
                                                  int64_t deformableGroups,
                                                  bool modulated,
                                                  aclTensor *out,
                                                  aclTensor *deformOutOptional,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnDeformableConv2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnDeformableConv2d(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
