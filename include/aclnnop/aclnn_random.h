/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceRandom`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` with integers from `from` up to `to`, which is left out, all alike, by `seed` and `offset`. What a floating-point type rounds is never `to`, nor below `from`.
 */
aclnnStatus aclnnInplaceRandomGetWorkspaceSize(const aclTensor *selfRef,
                                               int64_t from,
                                               int64_t to,
                                               int64_t seed,
                                               int64_t offset,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRandom`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRandom(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

/**
 * First phase of `aclnnInplaceRandomTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` as `aclnnInplaceRandom` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
 */
aclnnStatus aclnnInplaceRandomTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                     int64_t from,
                                                     int64_t to,
                                                     const aclTensor *seedTensor,
                                                     const aclTensor *offsetTensor,
                                                     int64_t offset,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRandomTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRandomTensor(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

/**
 * First phase of `aclnnInplaceRandomWithoutFromTo`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` with integers from 0 up to the largest one that its type holds, of floating-point types the last one before gaps, by `seed` and `offset`.
 */
aclnnStatus aclnnInplaceRandomWithoutFromToGetWorkspaceSize(const aclTensor *selfRef,
                                                            int64_t seed,
                                                            int64_t offset,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRandomWithoutFromTo`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRandomWithoutFromTo(void *workspace,
                                            uint64_t workspaceSize,
                                            aclOpExecutor *executor,
                                            aclrtStream stream);

/**
 * First phase of `aclnnInplaceRandomWithoutFromToTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `selfRef` as `aclnnInplaceRandomWithoutFromTo` does, by the seed that `seedTensor` holds, and the offset of `offsetTensor` and `offset` more.
 */
aclnnStatus aclnnInplaceRandomWithoutFromToTensorGetWorkspaceSize(const aclTensor *selfRef,
                                                                  const aclTensor *seedTensor,
                                                                  const aclTensor *offsetTensor,
                                                                  int64_t offset,
                                                                  uint64_t *workspaceSize,
                                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRandomWithoutFromToTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRandomWithoutFromToTensor(void *workspace,
                                                  uint64_t workspaceSize,
                                                  aclOpExecutor *executor,
                                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
