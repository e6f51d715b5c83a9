/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceUniform`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` with numbers from `from` up to `to`, all alike, by `seed` and `offset`.
 */
aclnnStatus aclnnInplaceUniformGetWorkspaceSize(const aclTensor *selfRef,
                                                double from,
                                                double to,
                                                uint64_t seed,
                                                uint64_t offset,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceUniform`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceUniform(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

/**
 * First phase of `aclnnInplaceUniformTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` as `aclnnInplaceUniform` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
 */
aclnnStatus aclnnInplaceUniformTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                      double from,
                                                      double to,
                                                      const aclTensor *seedTensor,
                                                      const aclTensor *offsetTensor,
                                                      uint64_t offset,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceUniformTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceUniformTensor(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
