/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardtanh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or the limit that it is beyond. NaN stays.
 */
aclnnStatus aclnnHardtanhGetWorkspaceSize(const aclTensor *self,
                                          const aclScalar *clipValueMin,
                                          const aclScalar *clipValueMax,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardtanh`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardtanh(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

/**
 * First phase of `aclnnInplaceHardtanh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or the limit that it is beyond, in place. NaN stays.
 */
aclnnStatus aclnnInplaceHardtanhGetWorkspaceSize(aclTensor *selfRef,
                                                 const aclScalar *clipValueMin,
                                                 const aclScalar *clipValueMax,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceHardtanh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceHardtanh(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
