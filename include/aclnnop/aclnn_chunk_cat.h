/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnChunkCat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies each tensor of the list, in `numChunks` chunks of rows, the last ones filled up with zeros, to columns of `out`: a row for each chunk.
 */
aclnnStatus aclnnChunkCatGetWorkspaceSize(const aclTensorList *tensors,
                                          int64_t dim,
                                          int64_t numChunks,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnChunkCat`: queues the computation on `stream`.
 */
aclnnStatus aclnnChunkCat(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
