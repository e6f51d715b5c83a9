/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStridedSlice`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies every `strides[i]`-th element of the dimension of entry `i`, from `begin[i]` to before `end[i]`; a negative stride walks backwards. Bits of
 * the masks leave out an entry's begin or end, let it stand for all dimensions that no other entry names, or for a new one, or take one element
 * and its dimension away.
 */
aclnnStatus aclnnStridedSliceGetWorkspaceSize(const aclTensor *self,
                                              const aclIntArray *begin,
                                              const aclIntArray *end,
                                              const aclIntArray *strides,
                                              int64_t beginMask,
                                              int64_t endMask,
                                              int64_t ellipsisMask,
                                              int64_t newAxisMask,
                                              int64_t shrinkAxisMask,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnStridedSlice`: queues the computation on `stream`.
 */
aclnnStatus aclnnStridedSlice(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
