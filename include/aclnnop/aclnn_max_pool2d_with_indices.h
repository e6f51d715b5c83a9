/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxPool2dWithIndices`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the largest element of each window over the images of `self`, and its number in the image. NaN is larger than all numbers; of equal elements the
 * first is taken.
 */
aclnnStatus aclnnMaxPool2dWithIndicesGetWorkspaceSize(const aclTensor *self,
                                                      const aclIntArray *kernelSize,
                                                      const aclIntArray *stride,
                                                      const aclIntArray *padding,
                                                      const aclIntArray *dilation,
                                                      bool ceilMode,
                                                      aclTensor *out,
                                                      aclTensor *indices,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxPool2dWithIndices`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxPool2dWithIndices(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

/**
 * First phase of `aclnnMaxPool2dWithMask`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the largest element of each window over the images of `self`, and where it is as bits: `indices` is of INT8 and has for each image and each element
 * of a window a row of (⌈windows / 16⌉ + 1) · 32 bytes, in which bit `i % 8` of byte `i / 8` says that window `i` has its largest element there. Not on Ascend950.
 */
aclnnStatus aclnnMaxPool2dWithMaskGetWorkspaceSize(const aclTensor *self,
                                                   const aclIntArray *kernelSize,
                                                   const aclIntArray *stride,
                                                   const aclIntArray *padding,
                                                   const aclIntArray *dilation,
                                                   bool ceilMode,
                                                   aclTensor *out,
                                                   aclTensor *indices,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxPool2dWithMask`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxPool2dWithMask(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
