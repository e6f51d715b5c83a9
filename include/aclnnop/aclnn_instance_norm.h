/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInstanceNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises each channel of each member of the batch `x` to mean 0 and variance 1, multiplies it by `gamma` and adds `beta`. `dataFormat` is NCHW or NHWC. Mean
 * and variance are outputs.
 */
aclnnStatus aclnnInstanceNormGetWorkspaceSize(const aclTensor *x,
                                              const aclTensor *gamma,
                                              const aclTensor *beta,
                                              const char *dataFormat,
                                              double eps,
                                              aclTensor *y,
                                              aclTensor *mean,
                                              aclTensor *variance,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInstanceNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnInstanceNorm(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
