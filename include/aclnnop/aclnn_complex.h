/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnComplex`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `real + imag * i`, broadcast. Both parts have one type, and `out` the complex one of such parts.
 */
aclnnStatus aclnnComplexGetWorkspaceSize(const aclTensor *real,
                                         const aclTensor *imag,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnComplex`: queues the computation on `stream`.
 */
aclnnStatus aclnnComplex(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
