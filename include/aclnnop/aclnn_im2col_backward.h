/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIm2colBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes images of the shape `inputSize` from the columns of their windows: each element is the sum of all that lie over it.
 */
aclnnStatus aclnnIm2colBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                const aclIntArray *inputSize,
                                                const aclIntArray *kernelSize,
                                                const aclIntArray *dilation,
                                                const aclIntArray *padding,
                                                const aclIntArray *stride,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnIm2colBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnIm2colBackward(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
