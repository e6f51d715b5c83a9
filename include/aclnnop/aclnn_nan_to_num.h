/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNanToNum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies each element, or writes `nan` in the place of NaN, `posinf` of infinity, `neginf` of minus infinity, rounded to the type of `self`.
 */
aclnnStatus aclnnNanToNumGetWorkspaceSize(const aclTensor *self,
                                          float nan,
                                          float posinf,
                                          float neginf,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnNanToNum`: queues the computation on `stream`.
 */
aclnnStatus aclnnNanToNum(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceNanToNum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes `nan` in the place of NaN, `posinf` of infinity, `neginf` of minus infinity, rounded to the type of `selfRef`.
 */
aclnnStatus aclnnInplaceNanToNumGetWorkspaceSize(aclTensor *selfRef,
                                                 float nan,
                                                 float posinf,
                                                 float neginf,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceNanToNum`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceNanToNum(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
