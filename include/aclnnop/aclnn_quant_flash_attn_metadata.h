/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnQuantFlashAttnMetadata`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Checks the arguments of a schedule of `aclnnQuantFlashAttn`, as `aclnnFlashAttnMetadata` does, with heads of 64, 72, 128 or 256 elements; `quantMode` 1 needs `vDescaleOptional` and results in TND, `quantMode` 6 has no `vDescaleOptional`. All elements
 * of `metaData` are zeros: nothing is shared out.
 */
aclnnStatus aclnnQuantFlashAttnMetadataGetWorkspaceSize(const aclTensor *cuSeqlensQOptional,
                                                        const aclTensor *cuSeqlensKvOptional,
                                                        const aclTensor *sequsedQOptional,
                                                        const aclTensor *sequsedKvOptional,
                                                        const aclTensor *vDescaleOptional,
                                                        int64_t batchSize,
                                                        int64_t maxSeqlenQ,
                                                        int64_t maxSeqlenKv,
                                                        int64_t numHeadsQ,
                                                        int64_t numHeadsKv,
                                                        int64_t headDim,
                                                        int64_t quantMode,
                                                        int64_t maskMode,
                                                        int64_t winLeft,
                                                        int64_t winRight,
                                                        const char *layoutQ,
                                                        const char *layoutQDescale,
                                                        const char *layoutKv,
                                                        const char *layoutOut,
                                                        const aclTensor *metaData,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnQuantFlashAttnMetadata`: queues the computation on `stream`.
 */
aclnnStatus aclnnQuantFlashAttnMetadata(void *workspace,
                                        uint64_t workspaceSize,
                                        aclOpExecutor *executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
