/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIm2col`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies the elements of each window over the last two dimensions of `self`, with zeros beside them, to a column of `out`.
 */
aclnnStatus aclnnIm2colGetWorkspaceSize(const aclTensor *self,
                                        const aclIntArray *kernelSize,
                                        const aclIntArray *dilation,
                                        const aclIntArray *padding,
                                        const aclIntArray *stride,
                                        const aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnIm2col`: queues the computation on `stream`.
 */
aclnnStatus aclnnIm2col(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
