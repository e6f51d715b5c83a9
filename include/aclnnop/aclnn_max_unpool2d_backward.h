/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxUnpool2dBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each element of `self` the element of `gradOutput` at its index, converted to the type of `out`. An index that a plane of `outputSize` does
 * not have is an error of the stream.
 */
aclnnStatus aclnnMaxUnpool2dBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                     const aclTensor *self,
                                                     const aclTensor *indices,
                                                     const aclIntArray *outputSize,
                                                     aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxUnpool2dBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxUnpool2dBackward(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
