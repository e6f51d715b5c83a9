/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceFillTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the one element of `value`, as it is when the call runs, to every element, converted to the type of `selfRef`.
 */
aclnnStatus aclnnInplaceFillTensorGetWorkspaceSize(aclTensor *selfRef,
                                                   const aclTensor *value,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFillTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFillTensor(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
