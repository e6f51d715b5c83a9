/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlashAttnMetadata`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Checks the arguments of a schedule of `aclnnFlashAttn`: heads of 64, 128 or 256 elements, lengths of sequences, masks and layouts; INT32 tensors of lengths, and a table of 1024 words. All elements of `metaData` are zeros: nothing is shared out.
 */
aclnnStatus aclnnFlashAttnMetadataGetWorkspaceSize(const aclTensor *cuSeqlensQOptional,
                                                   const aclTensor *cuSeqlensKvOptional,
                                                   const aclTensor *sequsedQOptional,
                                                   const aclTensor *sequsedKvOptional,
                                                   int64_t batchSize,
                                                   int64_t maxSeqlenQ,
                                                   int64_t maxSeqlenKv,
                                                   int64_t numHeadsQ,
                                                   int64_t numHeadsKv,
                                                   int64_t headDim,
                                                   int64_t maskMode,
                                                   int64_t winLeft,
                                                   int64_t winRight,
                                                   const char *layoutQ,
                                                   const char *layoutKv,
                                                   const char *layoutOut,
                                                   const aclTensor *metaData,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlashAttnMetadata`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlashAttnMetadata(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
