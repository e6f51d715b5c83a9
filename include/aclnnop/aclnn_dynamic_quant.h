/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDynamicQuant`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises each row of `x` with a scale that follows from its largest magnitude.
 */
aclnnStatus aclnnDynamicQuantGetWorkspaceSize(const aclTensor *x,
                                              const aclTensor *smoothScalesOptional,
                                              const aclTensor *yOut,
                                              const aclTensor *scaleOut,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnDynamicQuant`: queues the computation on `stream`.
 */
aclnnStatus aclnnDynamicQuant(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
