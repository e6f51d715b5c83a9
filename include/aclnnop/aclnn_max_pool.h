/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxPool`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the largest element of each window over the images of `self`; NaN is larger than all numbers. `strides` are 1 if there are none; `pads` are none, one or two for both
 * sides, or four: above, left, below, right. A window that lies in the padding has the lowest number of the type.
 */
aclnnStatus aclnnMaxPoolGetWorkspaceSize(const aclTensor *self,
                                         const aclIntArray *kernelShape,
                                         const aclIntArray *strides,
                                         int64_t autoPad,
                                         const aclIntArray *pads,
                                         const aclIntArray *dilations,
                                         int64_t ceilMode,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxPool`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxPool(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
