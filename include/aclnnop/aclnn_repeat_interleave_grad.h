/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRepeatInterleaveGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sums of the elements of `yGrad` along `axis` that `repeats` made of one: as many as each says, or of one `repeats` equal numbers. Sums are
 * added in DOUBLE and rounded once. Repeats that do not add up to the extent of `axis` are an error of the stream.
 */
aclnnStatus aclnnRepeatInterleaveGradGetWorkspaceSize(const aclTensor *yGrad,
                                                      const aclTensor *repeats,
                                                      int64_t axis,
                                                      const aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnRepeatInterleaveGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnRepeatInterleaveGrad(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
