/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStridedSliceAssignV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `inputValue` to every `strides`-th element of `varRef` from `begin` to before `end`, along the dimensions `axesOptional`, or along the first ones
 * without it. Numbers below 0 count from the end; both ends are brought into the dimension. The last dimension has a stride of 1.
 */
aclnnStatus aclnnStridedSliceAssignV2GetWorkspaceSize(aclTensor *varRef,
                                                      const aclTensor *inputValue,
                                                      const aclIntArray *begin,
                                                      const aclIntArray *end,
                                                      const aclIntArray *strides,
                                                      const aclIntArray *axesOptional,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnStridedSliceAssignV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnStridedSliceAssignV2(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
