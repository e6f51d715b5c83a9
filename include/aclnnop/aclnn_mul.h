/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * other`, broadcast, in the type that both promote to.
 */
aclnnStatus aclnnMulGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *other,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnMul(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceMul`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef * other` in place, in the type that both promote to. Any rank.
 */
aclnnStatus aclnnInplaceMulGetWorkspaceSize(aclTensor *selfRef,
                                            const aclTensor *other,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMul`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMul(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnMuls`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self * other`, a scalar, in the type that both give. Any rank.
 */
aclnnStatus aclnnMulsGetWorkspaceSize(const aclTensor *self,
                                      const aclScalar *other,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMuls`: queues the computation on `stream`.
 */
aclnnStatus aclnnMuls(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceMuls`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef * other`, a scalar, in place. Any rank.
 */
aclnnStatus aclnnInplaceMulsGetWorkspaceSize(aclTensor *selfRef,
                                             const aclScalar *other,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceMuls`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceMuls(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
