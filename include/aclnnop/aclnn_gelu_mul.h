/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGeluMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gelu(a) b` of the halves of `input` along the last dimension. `approximateOptional` is "none", as null is, or "tanh". `out` has the type of `input`.
 */
aclnnStatus aclnnGeluMulGetWorkspaceSize(const aclTensor *input,
                                         char *approximateOptional,
                                         const aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeluMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeluMul(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
