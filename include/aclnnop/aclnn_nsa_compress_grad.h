/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNsaCompressGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the gradients of `input` and `weight` of `aclnnNsaCompress` by the gradient of its result. Types, shapes and windows are as there; rows of no window have the gradient 0.
 */
aclnnStatus aclnnNsaCompressGradGetWorkspaceSize(const aclTensor *outputGrad,
                                                 const aclTensor *input,
                                                 const aclTensor *weight,
                                                 const aclIntArray *actSeqLenOptionalOptional,
                                                 int64_t compressBlockSize,
                                                 int64_t compressStride,
                                                 int64_t actSeqLenType,
                                                 char *layoutOptionalOptional,
                                                 const aclTensor *inputGradOut,
                                                 const aclTensor *weightGradOut,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnNsaCompressGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnNsaCompressGrad(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
