/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExpandIntoJaggedPermute`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each segment `i` the numbers `inputOffset[permute[i]]` and those behind it to the elements of `outputPermuteOut` from `outputOffset[i]` to
 * `outputOffset[i + 1]`. Segments and offsets that are not there are an error of the stream; elements of no segment stay as they are.
 */
aclnnStatus aclnnExpandIntoJaggedPermuteGetWorkspaceSize(const aclTensor *permute,
                                                         const aclTensor *inputOffset,
                                                         const aclTensor *outputOffset,
                                                         int64_t outputSize,
                                                         const aclTensor *outputPermuteOut,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnExpandIntoJaggedPermute`: queues the computation on `stream`.
 */
aclnnStatus aclnnExpandIntoJaggedPermute(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
