/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantGroupedMatmulInplaceAdd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds to each matrix of `yRef` the product of the transposed rows of `x1` of its group and those of `x2`, times their scales. `groupSize` is 32 with powers of two.
 */
aclnnStatus aclnnQuantGroupedMatmulInplaceAddGetWorkspaceSize(const aclTensor *x1,
                                                              const aclTensor *x2,
                                                              const aclTensor *scale1Optional,
                                                              const aclTensor *scale2,
                                                              const aclTensor *groupList,
                                                              aclTensor *yRef,
                                                              int64_t groupListType,
                                                              int64_t groupSize,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantGroupedMatmulInplaceAdd`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantGroupedMatmulInplaceAdd(void *workspace,
                                              uint64_t workspaceSize,
                                              aclOpExecutor *executor,
                                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
