/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDropoutGenMask`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a bit for each element of a tensor of this shape, 0 with probability `prob`, by `seed` and `offset`.
 */
aclnnStatus aclnnDropoutGenMaskGetWorkspaceSize(const aclIntArray *shape,
                                                double prob,
                                                int64_t seed,
                                                int64_t offset,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutGenMask`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutGenMask(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

/**
 * First phase of `aclnnDropoutGenMaskV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a mask as `aclnnDropoutGenMask` does. `probDataType` changes nothing.
 */
aclnnStatus aclnnDropoutGenMaskV2GetWorkspaceSize(const aclIntArray *shape,
                                                  double prob,
                                                  int64_t seed,
                                                  int64_t offset,
                                                  aclDataType probDataType,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutGenMaskV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutGenMaskV2(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnDropoutGenMaskV2Tensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a mask as `aclnnDropoutGenMask` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more. `probDataType` changes nothing.
 */
aclnnStatus aclnnDropoutGenMaskV2TensorGetWorkspaceSize(const aclIntArray *shape,
                                                        double prob,
                                                        const aclTensor *seedTensor,
                                                        const aclTensor *offsetTensor,
                                                        int64_t offset,
                                                        aclDataType probDataType,
                                                        aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutGenMaskV2Tensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutGenMaskV2Tensor(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
