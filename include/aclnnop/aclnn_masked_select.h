/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaskedSelect`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the elements of `self` for which `mask` is not 0, converted to the type of `out`, in row-major order of the shape to which both broadcast.
 * `out` has one dimension, of as many elements as that shape; the call gives it as many as there are.
 */
aclnnStatus aclnnMaskedSelectGetWorkspaceSize(const aclTensor *self,
                                              const aclTensor *mask,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaskedSelect`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaskedSelect(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
